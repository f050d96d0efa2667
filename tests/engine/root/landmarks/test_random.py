"""F  Random games with all landmarks, factions, bots, maps and decks: nothing breaks, and everything is used."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from engine.root.check import RandomGame, random_setup
from engine.root.data import LANDMARKS
from engine.rules import Event, Setup

SEEDS = range(28)
PAIRS = (
    ("ferry", "elder-treetop"),
    ("tower", "legendary-forge"),
    ("lost-city", "black-market"),
    ("elder-treetop", "legendary-forge"),
)


class Tally(RandomGame):
    """A random game that counts what landmarks did in it."""

    used: Counter[str] = Counter()

    def recount(self, events: Sequence[Event]) -> Iterator[str]:
        for event in events:
            self.used.update(effects(event))
        return super().recount(events)


def effects(event: Event) -> Iterator[str]:
    """What an event tells of a landmark's effect."""
    if event.key == "landmark":
        yield f"{event.about['landmark']} set up"
    if event.key == "ferry":
        yield "a move by the Ferry"
    if event.key == "scored" and event.clause == "C.3.4":
        yield "a point for the Tower"
    if event.key == "market.swapped":
        yield "a swap at the Black Market"
    if event.key == "drew" and event.clause == "F.6":
        yield "an item of the Forge"
    if event.key == "stands.on":
        yield "a building in the tree"
    if event.key == "removed" and any("@" in kind for _, kind in event.about["pieces"]):
        yield "a building removed from the tree"


ALL = {
    *(f"{name} set up" for name in LANDMARKS),
    "a move by the Ferry",
    "a point for the Tower",
    "a swap at the Black Market",
    "an item of the Forge",
    "a building in the tree",
    "a building removed from the tree",
}


def table(seed: int) -> Setup:
    dice = random.Random(f"landmarks {seed}")
    setup = random_setup(dice, bots=dice.choice([0, 0, 0.4]))
    named = {"landmarks": list(PAIRS[seed % len(PAIRS)]), "map_landmark": "drop"}
    return Setup(setup.seats, setup.options | named)


def test_every_landmark_in_random_games_is_used_and_breaks_nothing() -> None:
    Tally.used = Counter()
    games = [Tally(table(seed), f"landmarks {seed}", keep=True).play(most=3500, trials=1) for seed in SEEDS]
    assert [fault for game in games for fault in game.faults] == []
    assert sum(game.over for game in games) >= 0.95 * len(games) - 1
    assert set(Tally.used) == ALL
