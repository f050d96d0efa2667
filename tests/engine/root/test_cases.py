"""Every edge case of the specification is a test that carries its id, or belongs to a part that is not built.

The cases stand in `cases/`, one file for each part: a line is the id of a case. A line with a question mark is a case
of another part that cannot be tested before this one is built. Whoever builds the part writes that test, too, and
takes the line out.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from engine.root import data, hirelings, landmarks
from engine.root.faction import FACTIONS
from engine.root.lobby import LOBBY
from engine.root.parts import found_in

HERE = Path(__file__).parent
CASES = HERE / "cases"
CASE = re.compile(r"(?:^|_)([A-Z]{2,5})_(T?)(\d+)(?=_|$)")
WAITS = "? "
HOMES = {"hirelings": hirelings, "landmarks": landmarks}


def plain(case: str) -> str:
    """An id without leading zeros: CO-T01 and CO-T1 are the same case."""
    letters, number = re.fullmatch(r"([A-Z]+)-T?(\d+)", case).groups()  # type: ignore[union-attr]
    return f"{letters}-{int(number)}"


def parts() -> list[str]:
    """The parts of the game with cases of their own: "core", "factions/marquise", "hirelings"."""
    return sorted(str(file.relative_to(CASES).with_suffix("")) for file in CASES.rglob("*.txt"))


def lines(part: str) -> list[str]:
    return [line for line in (CASES / f"{part}.txt").read_text().splitlines() if line]


@cache
def cases(part: str) -> list[str]:
    """The cases of a part."""
    return [line for line in lines(part) if not line.startswith(WAITS)]


def waiting(part: str) -> list[str]:
    """Cases of other parts that wait for this one."""
    return [line.removeprefix(WAITS).split()[0] for line in lines(part) if line.startswith(WAITS)]


def is_built(part: str) -> bool:
    """Is the part found? The hirelings are built once all of them are, and so are the landmarks."""
    home, _, name = part.partition("/")
    if home == "factions":
        return name in FACTIONS
    if home == "clockwork" and name:
        return f"clockwork-{name}" in FACTIONS
    return home not in HOMES or set(data.parts(home)) <= found_in(HOMES[home])


def is_begun(part: str) -> bool:
    return is_built(part) or (part in HOMES and bool(found_in(HOMES[part])))


@cache
def with_a_test() -> frozenset[str]:
    """The ids in the names of all tests of Root."""
    found: set[str] = set()
    for file in HERE.rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(f"{letters}-{int(number)}" for letters, _, number in CASE.findall(node.name))
    return frozenset(found)


def pending() -> set[str]:
    """Cases that wait, as a whole or with a part of them, for what is not built."""
    return {plain(case) for part in parts() if not is_built(part) for case in waiting(part)}


@pytest.mark.parametrize("part", [part for part in parts() if is_built(part)])
def test_every_case_of_a_part_is_tested_or_pending(part: str) -> None:
    assert [case for case in cases(part) if plain(case) not in with_a_test() | pending()] == []


@pytest.mark.parametrize("part", [part for part in parts() if is_built(part)])
def test_nothing_waits_for_a_part_that_is_built(part: str) -> None:
    assert waiting(part) == []


@pytest.mark.parametrize("part", [part for part in parts() if not is_begun(part)])
def test_a_part_with_tests_is_built(part: str) -> None:
    own = {case.partition("-")[0] for case in cases(part)}
    begun = {case.partition("-")[0] for case in with_a_test()}
    assert begun & own == set()


def test_what_waits_is_a_case() -> None:
    known = {plain(case) for part in parts() for case in cases(part)}
    assert [case for part in parts() for case in waiting(part) if plain(case) not in known] == []


def test_every_case_stands_once() -> None:
    told = [plain(case) for part in parts() for case in cases(part)]
    assert len(told) == len(set(told)) == 854


def test_every_faction_and_every_bot_has_its_cases() -> None:
    missing = [name for name in LOBBY.factions() if name in FACTIONS and f"factions/{name}" not in parts()]
    missing += [name for name in LOBBY.boards() if f"clockwork/{name}" not in parts()]
    assert missing == []
