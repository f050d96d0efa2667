"""14.2.3 - 14.2.4, 14.4.4, 14.7.1  The board of the Hundreds: the Hoard, the mood, and what they allow."""

from __future__ import annotations

from typing import cast

import msgspec

from engine.flow import Done, Flow, Option, ask
from engine.root.factions.hundreds.facts import COMMAND, LAVISH, MOODS, NUMBERS, PRINTED, PROWESS
from engine.root.menu import does, perform, refuses
from engine.root.state import Board, Owner, Root
from engine.root.turn import menu
from engine.root.verbs import bars_placing, place_warriors, score
from engine.rules import Refusal


class HundredsBoard(msgspec.Struct, Board, tag="hundreds", kw_only=True):
    """The warlord, the Hoard, the mood, and what is counted in a turn."""

    warlord: int = 0
    """His clearing; 0 while he is off the map."""
    falls: bool = False
    """He is among the warriors that are being removed."""
    hoard: dict[str, list[str]] = msgspec.field(default_factory=lambda: {COMMAND: [], PROWESS: []})
    gained: str = ""
    """An item that is neither in the Hoard nor gone yet."""
    mood: str = ""
    razed: list[int] = []
    """Clearings whose mobs have razed this turn."""
    spread: bool = False
    """The die of the mobs was rolled this turn."""
    commanded: int = 0
    advanced: int = 0
    leads: bool = False
    """The warlord leads the move under way (14.5.3)."""
    loots: Owner = ""
    """Whom the Hundreds loot in the battle under way (14.2.5)."""


def board(game: Root, owner: Owner) -> HundredsBoard:
    return cast(HundredsBoard, game.boards[owner])


# --- options ----------------------------------------------------------------------------------------------


class HoardItem(Option, frozen=True, tag="hoard_item"):
    """14.2.4.I  Remove this item from the game; the Hoard is full."""

    item: str


class KeepItem(Option, frozen=True, tag="keep_item"):
    """14.2.3  Keep the crafted item in the Hoard and score nothing for it."""

    item: str


class ScoreItem(Option, frozen=True, tag="score_item"):
    """14.2.3  Remove the crafted item from the game and score its points."""

    item: str


class ChooseMood(Option, frozen=True, tag="mood"):
    """14.4.4  This is the warlord's mood."""

    mood: str


class Squander(Option, frozen=True, tag="squander"):
    """14.7.1  Remove an item from the Hoard for two warriors."""

    item: str


# --- 14.2.4 The Hoard -------------------------------------------------------------------------------------


def items(game: Root, owner: Owner) -> list[str]:
    """14.2.4  All items in the Hoard."""
    return [item for track in board(game, owner).hoard.values() for item in track]


def command(game: Root, owner: Owner) -> int:
    """14.2.4.II  Actions of Command the Hundreds."""
    return PRINTED.tracks[COMMAND][len(board(game, owner).hoard[COMMAND])]


def prowess(game: Root, owner: Owner) -> int:
    """14.2.4.II  Recruits at the warlord, and advances."""
    return PRINTED.tracks[PROWESS][len(board(game, owner).hoard[PROWESS])]


def track_of(item: str) -> str:
    """14.2.4  The track of the Hoard an item belongs to, or ""."""
    return next((track for track, kinds in PRINTED.hoard.items() if item in kinds), "")


def lose_item(game: Root, owner: Owner, item: str, clause: str) -> None:
    """G.1.17  An item leaves the game for good."""
    game.note("lost.items", clause, owner=owner, items=(item,))


def gain_item(game: Root, owner: Owner, item: str, clause: str) -> Flow[None]:
    """14.2.4.I  An item goes to its track; if that is full, one of them goes for a point."""
    track = track_of(item)
    row = board(game, owner).hoard.get(track, [])
    if track and len(row) < NUMBERS["hoard_spaces"]:
        row.append(item)
        game.note("hundreds.hoard", clause, owner=owner, item=item)
        return
    choices = [HoardItem(one) for one in dict.fromkeys((item, *row))]
    board(game, owner).gained = item
    choice = yield from ask(owner, "hundreds.hoard.full", "14.2.4.I", choices, item=item)
    board(game, owner).gained = ""
    if choice.item != item:
        row.remove(choice.item)
        row.append(item)
        game.note("hundreds.hoard", clause, owner=owner, item=item)
    lose_item(game, owner, choice.item, "14.2.4.I")
    score(game, owner, NUMBERS["hoard_overflow_points"], "14.2.4.I")


def contempt_for_trade(game: Root, owner: Owner, item: str, printed: int) -> Flow[int]:
    """14.2.3  Keep the item for nothing, or give it up for its points."""
    options: list[Option] = [KeepItem(item), ScoreItem(item)]
    board(game, owner).gained = item
    choice = yield from ask(owner, "hundreds.craft.item", "14.2.3", options, item=item, points=printed)
    board(game, owner).gained = ""
    if isinstance(choice, KeepItem):
        yield from gain_item(game, owner, item, "14.2.3")
        return 0
    lose_item(game, owner, item, "14.2.3")
    return printed


# --- 14.4.4 The mood --------------------------------------------------------------------------------------

SAME_MOOD = Refusal("14.4.4", "The mood must change.")
MOOD_CLOSED = Refusal("14.4.4", "An item in your Hoard closes that mood.")


@refuses(ChooseMood, "hundreds")
def why_no_mood(game: Root, owner: Owner, wish: ChooseMood) -> Refusal | None:
    """14.4.4  Another mood than now, and its item not in the Hoard."""
    own = board(game, owner)
    if wish.mood not in MOODS or wish.mood == own.mood:
        return SAME_MOOD
    return MOOD_CLOSED if MOODS[wish.mood].item in items(game, owner) else None


def choose_mood(game: Root, owner: Owner) -> Flow[bool]:
    """14.4.4  A mood other than now; if none is open it stays Lavish."""
    wishes = [ChooseMood(mood) for mood in MOODS]
    options = [wish for wish in wishes if why_no_mood(game, owner, wish) is None]
    if options:
        choice = yield from ask(owner, "hundreds.mood", "14.4.4", options)
        set_mood(game, owner, choice.mood, "14.4.4")
    return False


def set_mood(game: Root, owner: Owner, mood: str, clause: str) -> None:
    board(game, owner).mood = mood
    game.note("hundreds.mood", clause, owner=owner, mood=mood)


# --- 14.7.1 Lavish ----------------------------------------------------------------------------------------

NOT_LAVISH = Refusal("14.7.1", "Only a Lavish warlord squanders items, at the end of Birdsong.")
NOT_IN_HOARD = Refusal("14.7.1", "That item is not in your Hoard.")
NO_WARLORD = Refusal("14.7.1", "The warlord is not on the map.")


@refuses(Squander, "hundreds")
def why_no_squandering(game: Root, owner: Owner, wish: Squander) -> Refusal | None:
    """14.7.1  A Lavish warlord on the map, and an item in the Hoard."""
    own = board(game, owner)
    if own.mood != LAVISH:
        return NOT_LAVISH
    if wish.item not in items(game, owner):
        return NOT_IN_HOARD
    if not own.warlord:
        return NO_WARLORD
    return bars_placing(game, owner, own.warlord)


def lavish(game: Root, owner: Owner) -> Flow[bool]:
    """14.7.1  At the end of Birdsong, items for warriors, as often as they like."""
    wishes = [Squander(item) for item in dict.fromkeys(items(game, owner))]
    options = [wish for wish in wishes if why_no_squandering(game, owner, wish) is None]
    if not options:
        return False
    choice = yield from menu(game, owner, "hundreds.lavish", "14.7.1", options)
    if isinstance(choice, Done):
        return False
    yield from perform(game, owner, choice)
    return True


@does(Squander, "hundreds")
def squander(game: Root, owner: Owner, option: Squander) -> Flow[None]:
    """14.7.1  The item leaves the game, the gap is closed, and two warriors come to the warlord."""
    own = board(game, owner)
    own.hoard[track_of(option.item)].remove(option.item)
    lose_item(game, owner, option.item, "14.7.1")
    place_warriors(game, owner, own.warlord, NUMBERS["lavish_warriors"], "14.7.1")
    yield from ()
