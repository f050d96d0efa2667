"""Nobody is named but at home: a faction, Clockwork board, card, hireling or landmark, in its own files alone.

Looks at all code of Root, of the shell and of the pictures. Docstrings and comments may name whom they like.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from engine.root import data
from tests.sources import names_and_texts

HOUSE = Path(__file__).resolve().parents[1]
FILES = sorted(path for room in ("engine/root", "cogs", "render") for path in (HOUSE / room).rglob("*.py"))


def spelled(id: str) -> str:
    """An id as one would write it in code."""
    return re.sub(r"[^a-z0-9]+", "_", id.lower()).strip("_")


@cache
def everybody() -> tuple[str, ...]:
    """Ids of factions, bots, cards, effects, hirelings and landmarks, the longest first; items are everybody's."""
    ids = {
        *data.ROLES,
        *(bot.name for bot in data.BOTS.values()),
        *data.CARDS,
        *data.HIRELINGS,
        *data.LANDMARKS,
    }
    ids |= {card.effect for card in data.CARDS.values() if card.kind == "persistent"}
    names = {spelled(id) for id in ids} - set(data.ITEMS)
    return tuple(sorted(names, key=len, reverse=True))


def at_home(path: Path) -> frozenset[str]:
    """Who may be named in a file: whose file it is."""
    where = path.relative_to(HOUSE).with_suffix("").parts
    if (where[:2] == ("engine", "root") and len(where) > 3) or (
        where[:2] == ("render", "root") and len(where) == 4
    ):
        kind, name = where[2:4]
    else:
        return frozenset()
    if where[0] == "engine":
        return own_names(kind, name)
    dress = data.ROLES if kind == "hirelings" else ()  # a hireling wears the colours of some faction
    return own_names(kind, name).union(dress)


def own_names(kind: str, name: str) -> frozenset[str]:
    """The names that are at home in the folder of a part."""
    if kind in ("factions", "clockwork") and name in data.parts(kind):
        roles = {spelled(role.id) for role in data.ROLES.values() if role.faction == name}
        bots = {spelled(data.BOTS[name].name)} if kind == "clockwork" else set()
        board = data.FACTIONS[name]
        pieces = {f"{spelled(piece)}s" for piece in (*board.buildings, *board.tokens)}  # tunnels, also a card
        return frozenset(roles | bots | pieces | {spelled(id) for id in data.named(kind, name)})
    if kind == "cards" and name in data.DECKS:
        cards = [data.CARDS[card] for card in data.DECKS[name]]
        return frozenset(spelled(id) for card in cards for id in (card.id, card.effect))
    if kind == "hirelings" and (hireling := name.replace("_", "-")) in data.HIRELINGS:
        kin = data.HIRELINGS[hireling].removes_factions
        return frozenset({name, *(spelled(role.id) for role in data.ROLES.values() if role.faction in kin)})
    return frozenset({name}) if kind == "landmarks" else frozenset()


def named_in(text: str) -> set[str]:
    """Who is named in a text; a longer name hides the shorter one in it (Eyrie Emigre is no Eyrie)."""
    joined = f"_{spelled(re.sub(r'(?<=[a-z])(?=[A-Z])', '_', text))}_"
    found = set()
    for name in everybody():
        if f"_{name}_" in joined:
            found.add(name)
            joined = joined.replace(f"_{name}_", "_#_")
    return found


def strangers(path: Path, home: frozenset[str]) -> list[str]:
    """Names in a file of somebody who is not at home there."""
    return [
        f"{text!r} names {name}"
        for text in sorted(set(names_and_texts(path)))
        for name in sorted(named_in(text) - home)
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_nobody_is_named_but_at_home(path: Path) -> None:
    assert list(strangers(path, at_home(path))) == []


@pytest.mark.parametrize(
    "file", ["words.json", "omissions.json", "table.json", "clockwork.json", "hirelings.json"]
)
def test_the_words_and_tables_of_all_name_nobody(file: str) -> None:
    text = (data.FOLDER / file).read_text()
    assert sorted(named_in(text)) == []


@pytest.mark.parametrize(
    "source",
    [
        "MARQUISE = 1",
        'x = "vagabond2"',
        "def royal_claim(): ...",
        "from a.eyrie import b",
        "a.Corvids",
        "f(lost_city=1)",
        'x = "Forest Patrol"',
        "class ElectricEyrie: ...",
    ],
)
def test_a_name_away_from_home_is_found(tmp_path: Path, source: str) -> None:
    file = tmp_path / "core.py"
    file.write_text(source)
    assert strangers(file, frozenset()) != []


def test_a_longer_name_hides_the_shorter_one() -> None:
    assert named_in("eyrie_emigre") == {"eyrie_emigre"}
