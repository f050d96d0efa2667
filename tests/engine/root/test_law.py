"""Every clause of the Law has a rule that cites it, or stands in a table of deliberate omissions."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import engine.root
from engine.root import data, hirelings, landmarks
from engine.root.data import LAW, OMISSIONS, RULINGS
from engine.root.faction import FACTIONS
from engine.root.lobby import LOBBY
from engine.root.parts import found_in
from tests.sources import texts

HERE = Path(engine.root.__file__).parent


def sections(part: Any) -> set[str]:
    """The parts of the Law that are a faction's, a bot's, the hirelings' or the landmarks' own."""
    return {part.section, *getattr(part, "also", ())}


def waiting() -> dict[str, set[str]]:
    """What is not built yet, with its own parts of the Law: known from what is found, no table says it."""
    found = {board.name: sections(board) for name, board in data.FACTIONS.items() if name not in FACTIONS}
    found |= {
        bot.name: sections(bot) for name, bot in data.BOTS.items() if f"clockwork-{name}" not in FACTIONS
    }
    if not set(data.HIRELINGS) <= found_in(hirelings):
        found["hirelings"] = sections(data.HIRELING_TABLE)
    if not set(data.LANDMARKS) <= found_in(landmarks):
        found["landmarks"] = sections(data.LANDMARK_TABLE)
    return found


def is_of(clause: str, section: str) -> bool:
    return clause == section or clause.startswith(f"{section}.")


NOT_BUILT = {c for c in LAW for own in waiting().values() if any(is_of(c, section) for section in own)}

CLAUSE = r"(?:RB )?(?:[A-Z]|[0-9]+)(?:\.[0-9]+)+(?:\.[IVX]+)?(?:\.[a-z])?"
RANGE = re.compile(rf"({CLAUSE})\s*(?:-|–|to)\s*({CLAUSE}|[IVX]+)\b")


def clauses_in(text: str) -> set[str]:
    """The clause numbers in a text, ranges written out."""
    found = set(re.findall(CLAUSE, text))
    order = list(LAW)
    for first, last in RANGE.findall(text):
        if re.fullmatch("[IVX]+", last):
            last = f"{first.rsplit('.', 1)[0]}.{last}"
        if first in LAW and last in LAW:
            found.update(order[order.index(first) : order.index(last) + 1])
    return found


@cache
def cited() -> frozenset[str]:
    """The clauses that the rules cite, in their texts or in the tables of facts they use."""
    return frozenset(
        clause for file in HERE.rglob("*.py") for text in texts(file) for clause in clauses_in(text)
    )


def test_every_clause_is_cited_or_left_out_on_purpose() -> None:
    missing = [clause for clause in LAW if clause not in cited() | set(OMISSIONS) | NOT_BUILT]
    assert not missing, f"{len(missing)} clauses without a rule: {missing}"


@pytest.mark.parametrize(
    ("kind", "name"),
    [("factions", name) for name in data.FACTIONS if name in FACTIONS]
    + [("clockwork", name) for name in data.BOTS if f"clockwork-{name}" in FACTIONS],
)
def test_a_part_cites_its_own_clauses_in_its_own_folder(kind: str, name: str) -> None:
    part = {"factions": data.FACTIONS, "clockwork": data.BOTS}[kind][name]
    own = [c for c in LAW if c not in OMISSIONS and any(is_of(c, section) for section in sections(part))]
    cites = {
        clause
        for file in (HERE / kind / name).rglob("*.py")
        for text in texts(file)
        for clause in clauses_in(text)
    }
    assert [clause for clause in own if clause not in cites] == []


def test_what_is_not_built_is_no_faction_of_the_lobby() -> None:
    names = {faction.name for faction in data.FACTIONS.values()}
    built = {data.FACTIONS[name].name for name in LOBBY.factions() if name in data.FACTIONS}
    assert set(waiting()) & built == set()
    assert set(waiting()) & names == names - built


def test_every_cited_clause_exists() -> None:
    sections = {clause.split(".")[0].removeprefix("RB ") for clause in LAW}
    names = {"2.0", "2.8"}  # Mechanical Marquise 2.0, Rootlog 2.8
    unknown = {c for c in cited() - names if c not in LAW and c.removeprefix("RB ").split(".")[0] in sections}
    assert not unknown


def test_every_cited_ruling_exists() -> None:
    cites = {
        ruling
        for file in HERE.rglob("*.py")
        for text in texts(file)
        for ruling in re.findall(r"RULING ([A-Z]{0,2}\d+)", text)
    }
    assert sorted(r for r in cites if r not in RULINGS and f"RULING {r}" not in RULINGS) == []
