"""RB 7.2.3 - RB 7.2.5  The Vagabot's board: items that are all alike, the Satchel and the Battle Track."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from engine.root import data
from engine.root.clockwork.board import ClockworkBoard
from engine.root.state import Owner, Root


class VagabotFacts(data.Bot, frozen=True, kw_only=True):
    """RB 7.5, RB 7.6  The actions by the suit of the order card, also those of the trait Questing."""

    actions: dict[data.Suit, tuple[str, ...]]
    questing_actions: dict[data.Suit, tuple[str, ...]]


BOT = data.facts("clockwork", "vagabond", VagabotFacts)
NUMBERS = BOT.numbers
THRESHOLDS = BOT.tracks["thresholds"]
MAX_HITS = BOT.tracks["max_hits"]


class Thing(msgspec.Struct, kw_only=True, omit_defaults=True):
    """RB 7.2.3  An item. Its kind is only for the eye; face down it is exhausted."""

    kind: str
    exhausted: bool = False
    damaged: bool = False


class VagabotBoard(ClockworkBoard, tag="clockwork-vagabond", kw_only=True):
    """What lies on the Vagabot's board, and how far its turn is."""

    character: str = ""
    satchel: list[Thing] = []
    track: list[Thing] = []
    """RB 7.2.4  The Battle Track, from left to right."""
    quest: str = ""
    past_quests: list[str] = []
    actions: list[str] = []
    """RB 7.5  The actions of this Daylight that are still to come."""
    attacking: bool = False


def board(game: Root, owner: Owner) -> VagabotBoard:
    own = game.boards[owner]
    assert isinstance(own, VagabotBoard)
    return own


def has_trait(game: Root, owner: Owner, trait: str) -> bool:
    """RB 3.3.2"""
    return trait in game.seat_options.get(owner, {}).get("traits", ())


# --- looking ----------------------------------------------------------------------------------------------


def things(game: Root, owner: Owner) -> list[Thing]:
    """All its items, those in the Satchel first."""
    own = board(game, owner)
    return [*own.satchel, *own.track]


def undamaged(game: Root, owner: Owner) -> list[Thing]:
    return [thing for thing in things(game, owner) if not thing.damaged]


def damaged(game: Root, owner: Owner) -> list[Thing]:
    return [thing for thing in things(game, owner) if thing.damaged]


def usable(game: Root, owner: Owner) -> list[Thing]:
    """RB 7.2.3, RB 7.2.4  Items it can exhaust: undamaged, face up, in the Satchel."""
    own = board(game, owner)
    return [thing for thing in own.satchel if not thing.damaged and not thing.exhausted]


# --- changing ---------------------------------------------------------------------------------------------


def gain(game: Root, owner: Owner, kinds: Iterable[str]) -> None:
    """RB 7.2.3  New items come face up."""
    board(game, owner).satchel += [Thing(kind=kind) for kind in kinds]
    fill_track(game, owner)


def exhaust(game: Root, owner: Owner, count: int, clause: str) -> list[Thing]:
    """RB 7.2.3  Turn usable items face down. Returns them."""
    used = usable(game, owner)[:count]
    for thing in used:
        thing.exhausted = True
    tell(game, owner, "exhausted", used, clause)
    return used


def refresh(game: Root, owner: Owner, count: int, clause: str) -> None:
    """RB 7.6.1, R-VT-6  Turn exhausted undamaged items face up, those in the Satchel first."""
    down = [thing for thing in undamaged(game, owner) if thing.exhausted][:count]
    for thing in down:
        thing.exhausted = False
    tell(game, owner, "refreshed", down, clause)


def to_damage(game: Root, owner: Owner, count: int) -> list[Thing]:
    """RB 7.2.5, R-VT-1  Exhausted items first, then the others; those in the Satchel before the track."""
    return sorted(undamaged(game, owner), key=lambda thing: not thing.exhausted)[:count]


def damage(game: Root, owner: Owner, count: int, clause: str) -> None:
    """RB 7.2.5  So many items are damaged; more than it has are ignored."""
    hurt = to_damage(game, owner, count)
    for thing in hurt:
        thing.damaged = True
    tell(game, owner, "damaged", hurt, clause)
    fill_track(game, owner)


def repair(game: Root, owner: Owner, count: int, clause: str) -> None:
    """RB 7.5.5, RB 7.6.2  Repair damaged items, face-up ones first; their faces do not change."""
    mended = sorted(damaged(game, owner), key=lambda thing: thing.exhausted)[:count]
    for thing in mended:
        thing.damaged = False
    tell(game, owner, "repaired", mended, clause)
    fill_track(game, owner)


def lose(game: Root, owner: Owner, lost: Thing, clause: str) -> None:
    """RB 7.7.5  An item of the Satchel leaves the board for good."""
    own = board(game, owner)
    own.satchel = [thing for thing in own.satchel if thing is not lost]
    tell(game, owner, "lost.items", [lost], clause)
    fill_track(game, owner)


def tell(game: Root, owner: Owner, key: str, what: Sequence[Thing], clause: str) -> None:
    if what:
        game.note(key, clause, owner=owner, items=tuple(thing.kind for thing in what))


def fill_track(game: Root, owner: Owner) -> None:
    """RB 7.2.4  Items come to the track at 6, 9 and 12 undamaged ones, exhausted ones first, and go back below.

    Trait Questing: damaged items count as well, and nothing leaves the track.
    """
    own = board(game, owner)
    before = list(own.track)
    questing = has_trait(game, owner, "questing")
    counted = things(game, owner) if questing else undamaged(game, owner)
    spaces = sum(len(counted) >= threshold for threshold in THRESHOLDS)
    if not questing:
        own.satchel += [thing for thing in own.track if thing.damaged]
        own.track = [thing for thing in own.track if not thing.damaged]
        own.satchel += own.track[spaces:]
        own.track = own.track[:spaces]
    while len(own.track) < spaces:
        thing = next_on_track(own.satchel)
        own.satchel = [other for other in own.satchel if other is not thing]
        own.track.append(thing)
    tell(game, owner, "bot.track", _not_among(own.track, before), "RB 7.2.4")
    tell(game, owner, "bot.track.left", _not_among(before, own.track), "RB 7.2.4")


def _not_among(some: Sequence[Thing], others: Sequence[Thing]) -> list[Thing]:
    """Things that are alike are still different things."""
    return [thing for thing in some if not any(thing is other for other in others)]


def next_on_track(satchel: list[Thing]) -> Thing:
    """RB 7.2.4  An exhausted item if there is one, otherwise a face-up one; the newest among equals."""
    return max(reversed(satchel), key=lambda thing: (not thing.damaged, thing.exhausted))
