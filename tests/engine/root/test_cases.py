"""Every edge case of the specification is a test that carries its id, or waits for a part that is not built."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from engine.root.lobby import LOBBY
from tests.engine.root.pending import NOT_BUILT, PENDING

HERE = Path(__file__).parent
CASE = re.compile(r"(?:^|_)([A-Z]{2,5})_(T?)(\d+)(?=_|$)")
WAITS_FOR = {
    "hirelings": "(E)",
    "landmarks": "(F)",
    "lizards": "(10)",
    "riverfolk": "(11)",
    "duchy": "(12)",
    "corvids": "(13)",
    "hundreds": "(14)",
    "keepers": "(15)",
}
"""What is not built, with the part of the Law it stands in."""


def plain(case: str) -> str:
    """An id without leading zeros: CO-T01 and CO-T1 are the same case."""
    letters, number = re.fullmatch(r"([A-Z]+)-T?(\d+)", case.split()[0]).groups()  # type: ignore[union-attr]
    return f"{letters}-{int(number)}"


@cache
def cases() -> list[str]:
    return (HERE / "cases.txt").read_text().split()


@cache
def with_a_test() -> frozenset[str]:
    """The ids in the names of all tests of Root."""
    found: set[str] = set()
    for file in HERE.rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(f"{letters}-{int(number)}" for letters, _, number in CASE.findall(node.name))
    return frozenset(found)


def test_every_case_is_tested_or_pending() -> None:
    pending = {plain(case) for case in PENDING}
    missing = [
        case
        for case in cases()
        if plain(case) not in with_a_test() | pending and case.partition("-")[0] not in NOT_BUILT
    ]
    assert missing == []


def test_what_is_pending_is_a_case() -> None:
    known = {plain(case) for case in cases()}
    assert [case for case in PENDING if plain(case) not in known] == []
    assert {case.partition("-")[0] for case in cases()} >= set(NOT_BUILT)


def test_nothing_waits_for_a_part_that_is_built() -> None:
    marks = {mark for system, mark in WAITS_FOR.items() if system not in LOBBY.factions()}
    waiting = PENDING | {case: system for case, system in NOT_BUILT.items() if "RB" not in system}
    assert [case for case, system in waiting.items() if not any(mark in system for mark in marks)] == []


def test_a_part_with_tests_is_built() -> None:
    begun = {case.partition("-")[0] for case in with_a_test()}
    assert begun & set(NOT_BUILT) == set()


def test_a_case_is_either_tested_or_pending() -> None:
    # a pending id with words behind it is the part of a case that waits
    assert [case for case in PENDING if " " not in case and plain(case) in with_a_test()] == []
