"""14  What is printed for the Hundreds alone."""

from __future__ import annotations

from engine.root import data


class Mood(data.Named, frozen=True):
    """14.7  A mood, and the item in the Hoard that closes it."""

    item: str | None = None


class HundredsFacts(data.Faction, frozen=True, kw_only=True):
    """14.2.4, 14.4.1, 14.7  The tracks of the Hoard, the die of the mobs, and the moods."""

    hoard: dict[str, tuple[str, ...]]
    mob_die: tuple[str, ...]
    first_mood: str
    moods: tuple[Mood, ...]


PRINTED = data.facts("factions", "hundreds", HundredsFacts)
NUMBERS = PRINTED.numbers
MOODS = {mood.id: mood for mood in PRINTED.moods}
LAVISH, RELENTLESS, ROWDY, GRANDIOSE, JUBILANT, WRATHFUL, STUBBORN, BITTER = MOODS
COMMAND, PROWESS = PRINTED.hoard
STRONGHOLD, MOB = "stronghold", "mob"
