"""A.5  Landmarks: which ones, drawn or named, and where the last players set them up."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from engine.flow import Flow, Option, ask, pick, shuffle
from engine.root.data import LANDMARK_TABLE, LANDMARKS
from engine.root.landmark import landmarks, put, stands
from engine.root.menu import refuses
from engine.root.preview import previews
from engine.root.setup.table import add_guest, before_factions, map_landmarks
from engine.root.state import CLEARINGS, Owner, Root
from engine.root.voice import GUESTS
from engine.rules import Preview, Refusal

NUMBERS = tuple(str(number) for number in range(1, LANDMARK_TABLE.most_in_play + 1))
"""A.5.1  How many are drawn, as a table agrees on it; names beside a number are the cards that stay in."""


class PlaceLandmark(Option, frozen=True, tag="landmark"):
    """A.5.3  Set this landmark up in a clearing."""

    IN_SETUP = True

    landmark: str
    clearing: int


NOT_DRAWN = Refusal("A.5.2", "That landmark is not one that waits to be set up.")
NO_CLEARING = Refusal("A.5.3", "There is no such clearing.")
TAKEN = Refusal("A.5.3", "A landmark stands there already.")
TOO_NEAR = Refusal("A.5.3", "That clearing is next to another landmark.")
WHERE: dict[str, tuple[Callable[[Root, int], bool], Refusal]] = {
    "river": (
        lambda game, c: bool(game.map.rivers[c]),
        Refusal("A.5.3", "That landmark stands in a clearing on a river or on the lake."),
    ),
    "ruin": (
        lambda game, c: c in game.ruins,
        Refusal("A.5.3", "That landmark stands in a clearing with a ruin."),
    ),
    "one_slot_no_ruin": (
        lambda game, c: game.map.slots[c] == 1 and c not in game.ruins,
        Refusal("A.5.3", "That landmark stands in a clearing with one slot and no ruin."),
    ),
    "any": (lambda game, c: True, NO_CLEARING),
    "corner": (
        lambda game, c: c in game.map.corners,
        Refusal("A.5.3", "That landmark stands in a corner of the map."),
    ),
}
"""What the cards ask of a clearing, and why another will not do."""


# --- A.5.1, A.5.2 which ones ------------------------------------------------------------------------------


def wanted(options: Mapping[str, Any]) -> list[str]:
    """A.5.1  What the table has agreed on: numbers and names, in any order."""
    return [str(one) for one in options.get("landmarks") or ()]


def pool(map_id: str, options: Mapping[str, Any]) -> list[str]:
    """A.5.1, RULING L1  The cards that are shuffled: those that were named, or all; never one that the map keeps."""
    named = [one for one in wanted(options) if one not in NUMBERS]
    kept = map_landmarks(map_id, options)
    return [
        name for name in LANDMARKS if name in GUESTS and name not in kept and (name in named or not named)
    ]


def number(options: Mapping[str, Any]) -> int:
    """A.5.1  How many landmarks are played with; without a number, all that were named."""
    counted = [int(one) for one in wanted(options) if one in NUMBERS]
    return counted[0] if counted else len(wanted(options))


# --- A.5.3 where ------------------------------------------------------------------------------------------


def why_not_in(game: Root, landmark: str, clearing: int, taken: Collection[int]) -> Refusal | None:
    """A.5.3  Why a landmark cannot stand in a clearing, whatever is next to it."""
    fits, why = WHERE[LANDMARKS[landmark].place]
    if clearing in taken:
        return TAKEN
    return None if fits(game, clearing) else why


def sites(game: Root, landmark: str) -> list[int]:
    """A.5.3, RULING L3  Where it may stand; next to another landmark only if it fits nowhere else."""
    taken = [stands(game, other) for other in landmarks(game) if stands(game, other)]
    fit = [c for c in CLEARINGS if why_not_in(game, landmark, c, taken) is None]
    apart = [c for c in fit if not any(near in taken for near in game.map.neighbours(c, game.closed))]
    return fit if LANDMARKS[landmark].may_touch_landmark or not apart else apart


@refuses(PlaceLandmark)
def why_no_landmark(game: Root, owner: Owner, wish: PlaceLandmark) -> Refusal | None:
    """A.5.2, A.5.3, RULING L3"""
    if wish.landmark not in waiting(game):
        return NOT_DRAWN
    if wish.clearing not in CLEARINGS:
        return NO_CLEARING
    taken = [stands(game, other) for other in landmarks(game) if stands(game, other)]
    refusal = why_not_in(game, wish.landmark, wish.clearing, taken)
    if refusal:
        return refusal
    return None if wish.clearing in sites(game, wish.landmark) else TOO_NEAR


@previews(PlaceLandmark)
def set_up_there(game: Root, owner: Owner, option: PlaceLandmark) -> Iterator[Preview]:
    """A.5.3  What it does."""
    yield Preview("explained", {"explained": f"landmarks.{option.landmark}"})


def waiting(game: Root) -> list[str]:
    """A.5.2  Landmarks that were drawn and stand nowhere yet."""
    return [name for name in landmarks(game) if not stands(game, name)]


def who_sets_up(game: Root, count: int) -> list[Owner]:
    """A.5.3  The last player, then the one before; bots decide nothing (RB 2.8), so it is the people's turn."""
    people = [owner for owner in reversed(game.order) if owner not in game.bots]
    return [people[place % len(people)] if people else "" for place in range(count)]


@before_factions("A.5")
def set_up_landmarks(game: Root) -> Flow[None]:
    """A.5 - A.5.3, RULING L2  Draw the landmarks; the last players set them up, the last of all chooses which."""
    if not wanted(game.options):
        return
    cards = pool(game.map_id, game.options)
    drawn = cards
    if len(cards) > number(game.options):
        drawn = (yield from shuffle("setup.landmarks", cards))[: number(game.options)]
    for name in drawn:
        add_guest(game, name, name)
    game.note("landmarks.drawn", "A.5.2", landmarks=tuple(drawn))
    for owner in who_sets_up(game, len(drawn)):
        options = [PlaceLandmark(name, site) for name in waiting(game) for site in sites(game, name)]
        if owner:
            choice = yield from ask(owner, "setup.landmark", "A.5.3", options)
        else:
            choice = yield from pick("setup.landmark", options)
        yield from put(game, choice.landmark, choice.clearing, "A.5.3")
