"""9.2.5  The Vagabond's board and items: tracks, satchel, damaged box.

An item is face up or exhausted, whole or damaged. Where it lies follows from that: tea, coins and bags that are
face up and undamaged lie on their tracks while there is room (9.2.5.III), all other undamaged items in the
satchel.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

import msgspec

from engine.flow import Flow, Option, Scalar, ask_many
from engine.root.factions.vagabond.facts import PRINTED
from engine.root.state import Board, Owner, Root

NUMBERS = PRINTED.numbers
TRACKS: dict[str, int] = dict(zip(PRINTED.tracked_items, PRINTED.tracks["item_tracks"], strict=True))
BOOT, SWORD, TORCH, CROSSBOW, HAMMER, TEA, COIN, BAG = (
    "boot",
    "sword",
    "torch",
    "crossbow",
    "hammer",
    "tea",
    "coin",
    "bag",
)


class Item(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One item of the Vagabond. `ruin` marks an item that was found under a ruin (9.7.3)."""

    kind: str
    exhausted: bool = False
    damaged: bool = False
    ruin: bool = False

    @property
    def is_ready(self) -> bool:
        """9.5  Undamaged and face up: it can be exhausted."""
        return not self.exhausted and not self.damaged


class VagabondBoard(msgspec.Struct, Board, tag="vagabond", kw_only=True):
    """What lies on the Vagabond's board."""

    character: str = ""
    items: list[Item] = []
    relations: dict[Owner, str] = {}
    """Markers that have left Indifferent (9.2.9)."""
    aids: dict[Owner, int] = {}
    """Aids of this turn that have not yet moved a marker (9.2.9.I.a)."""
    quests: list[str] = []
    """Completed quests."""
    scorched: list[int] = []
    """Clearings with a torch of Scorched Earth (D.6.2)."""


class ThisItem(Option, frozen=True, tag="item"):
    """Choose this item."""

    item: str
    exhausted: bool = False
    damaged: bool = False


def board(game: Root, owner: Owner) -> VagabondBoard:
    return cast(VagabondBoard, game.boards[owner])


def pawn_clearing(game: Root, owner: Owner) -> int:
    """The clearing the pawn is in; 0 if it is in a forest."""
    place = game.pawns.get(owner)
    return place if isinstance(place, int) else 0


# --- looking ----------------------------------------------------------------------------------------------


def ready(game: Root, owner: Owner, kind: str) -> int:
    """9.5  Items of a kind that can be exhausted."""
    return sum(item.is_ready and item.kind == kind for item in board(game, owner).items)


def ready_kinds(game: Root, owner: Owner) -> list[str]:
    """9.5  The kinds of items that can be exhausted, one entry for each item."""
    return sorted(item.kind for item in board(game, owner).items if item.is_ready)


def undamaged(game: Root, owner: Owner) -> list[Item]:
    return [item for item in board(game, owner).items if not item.damaged]


def damaged(game: Root, owner: Owner) -> list[Item]:
    return [item for item in board(game, owner).items if item.damaged]


def swords(game: Root, owner: Owner) -> int:
    """9.2.4, 9.2.6  Undamaged swords, face up or down."""
    return sum(item.kind == SWORD for item in undamaged(game, owner))


def on_track(game: Root, owner: Owner, kind: str) -> int:
    """9.2.5.I  Items on a track: face up and undamaged, as many as there are spaces."""
    return min(ready(game, owner, kind), TRACKS[kind])


def off_tracks(game: Root, owner: Owner) -> list[Item]:
    """9.2.5.II, 9.6.4  Items in the satchel and in the damaged box."""
    room = dict(TRACKS)
    found = []
    for item in board(game, owner).items:
        if item.is_ready and room.get(item.kind):
            room[item.kind] -= 1
        else:
            found.append(item)
    return found


# --- changing ---------------------------------------------------------------------------------------------


def gain(game: Root, owner: Owner, kind: str, *, ruin: bool = False) -> None:
    """9.2.5.I-II  A new item comes face up, on its track or in the satchel."""
    board(game, owner).items.append(Item(kind=kind, ruin=ruin))


def exhaust(game: Root, owner: Owner, kinds: Iterable[str], clause: str) -> list[Item]:
    """9.5  Turn ready items of these kinds face down. Returns them."""
    used = []
    for kind in kinds:
        item = next(i for i in board(game, owner).items if i.is_ready and i.kind == kind)
        item.exhausted = True
        used.append(item)
    if used:
        game.note("exhausted", clause, owner=owner, items=tuple(item.kind for item in used))
    return used


def refresh(game: Root, owner: Owner, items: Sequence[Item], clause: str) -> None:
    """9.4.1  Turn items face up where they are."""
    for item in items:
        item.exhausted = False
    if items:
        game.note("refreshed", clause, owner=owner, items=tuple(item.kind for item in items))


def damage(game: Root, owner: Owner, items: Sequence[Item], clause: str) -> None:
    """9.2.7  Move items to the damaged box; their faces do not change."""
    for item in items:
        item.damaged = True
    if items:
        game.note("damaged", clause, owner=owner, items=tuple(item.kind for item in items))


def repair(game: Root, owner: Owner, items: Sequence[Item], clause: str) -> None:
    """9.5.7  Move items out of the damaged box; their faces do not change."""
    for item in items:
        item.damaged = False
    if items:
        game.note("repaired", clause, owner=owner, items=tuple(item.kind for item in items))


def lose(game: Root, owner: Owner, items: Sequence[Item], clause: str) -> None:
    """G.1.17  Items leave the game for good."""
    own = board(game, owner).items
    for item in items:
        del own[next(place for place, other in enumerate(own) if other is item)]
    if items:
        game.note("lost.items", clause, owner=owner, items=tuple(item.kind for item in items))


# --- choosing ---------------------------------------------------------------------------------------------


def naming(items: Iterable[Item]) -> list[ThisItem]:
    """The option for each item."""
    return sorted(
        (ThisItem(item.kind, item.exhausted, item.damaged) for item in items),
        key=lambda option: (option.item, option.exhausted, option.damaged),
    )


def named(items: Iterable[Item], chosen: Iterable[Option]) -> list[Item]:
    """The items behind chosen options, each item once."""
    left = list(items)
    found = []
    for option in chosen:
        if isinstance(option, ThisItem):
            item = next(i for i in left if naming([i]) == [option])
            left = [i for i in left if i is not item]
            found.append(item)
    return found


def choose(
    game: Root,
    owner: Owner,
    key: str,
    clause: str,
    items: Sequence[Item],
    least: int,
    most: int,
    **about: Scalar,
) -> Flow[list[Item]]:
    """Choose among items."""
    chosen = yield from ask_many(owner, key, clause, naming(items), least, most, secret=False, **about)
    return named(items, chosen)
