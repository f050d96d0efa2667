"""What can be looked up by its name: cards, quests, factions, bots, hirelings, landmarks, and what factions explain."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from engine.root.data import BOTS, CARDS, FACTIONS, HIRELING_SIDES, LANDMARKS, QUESTS, named
from engine.root.telling import EXPLAINS
from engine.root.words import FILE, NAMES, listed, plain, several
from engine.sentences import Entry, capital

ENTRY = "entry"
"""The names of the kinds of entries: `entry.card`."""
TOLD = ("faction", "hirelings", "landmarks", "traits")
"""What has an entry of its own."""
OF_THE_LOBBY = ("difficulty", "map_landmark")
"""Explained where it is agreed, with numbers that only a table has."""


def kind_name(kind: str) -> str:
    return NAMES.get(f"{ENTRY}.{kind}") or capital(plain(kind))


def lexicon() -> Iterator[Entry]:
    """All entries; the same name may stand for several things."""
    for card in CARDS.values():
        cost = ", ".join(plain(suit) for suit in card.cost)
        text = f"{capital(plain(card.suit))}{f'; costs {cost}' if cost else ''}. {card.text}"
        yield Entry(card.id, kind_name("card"), card.name, text)
    for quest in QUESTS.values():
        items = listed(several(item, quest.items.count(item)) for item in dict.fromkeys(quest.items))
        yield Entry(
            quest.id, kind_name("quest"), quest.name, f"{capital(plain(quest.suit))}. {capital(items)}."
        )
    for id, faction in FACTIONS.items():
        yield Entry(
            id, kind_name("faction"), faction.name, FILE.explained.get(f"faction.{id}", ""), faction.section
        )
    for id, bot in BOTS.items():
        traits = [f"{trait.name}: {trait.text}" for trait in bot.traits]
        yield Entry(f"clockwork-{id}", kind_name("bot"), bot.name, " ".join(traits), bot.section)
        for trait in bot.traits:
            yield Entry(f"trait.{id}.{trait.id}", f"{kind_name('trait')}, {bot.name}", trait.name, trait.text)
    for id, side in HIRELING_SIDES.items():
        lines = [f"{capital(plain(f'when.{line.when}'))}: {line.text}" for line in side.lines]
        yield Entry(id, kind_name("hireling"), side.name, "\n".join(lines))
    for id, landmark in LANDMARKS.items():
        told = FILE.explained[f"landmarks.{id}"]
        yield Entry(id, kind_name("landmark"), landmark.name, told, landmark.clause)
    yield from explained()


def explained() -> Iterator[Entry]:
    """Leaders, characters, ministers, moods, plots: what a faction explains where it is chosen."""
    found: set[tuple[str, str]] = set()
    things = {id: name for faction in FACTIONS for id, name in named("factions", faction).items()}
    for field, teller in EXPLAINS.items():
        for id, name in things.items():
            with suppress(KeyError):
                text = teller(id, FILE.explained.get(f"{field}.{id}", ""))
                found.add((field, id))
                yield Entry(f"{field}.{id}", kind_name(field), name, text)
    for key, text in FILE.explained.items():
        field, _, value = key.partition(".")
        if field not in (*TOLD, *OF_THE_LOBBY) and (field, value) not in found:
            name = things.get(value) or NAMES.get(key) or capital(plain(value))
            yield Entry(key, kind_name(field), name, text)
