"""RB 2  The words in which a Clockwork board is written: ranked criteria, ordered clearings, ties.

    target = pick_clearing(game, owner, ruled(game, owner), most("its warriors", warriors), legal=has_slot)

A "most" or "fewest" only ranks; the best one that is legal is taken (RB 2.3). The last tie goes to the clearing
with the highest priority, number 1 (RB 2.1), or to the player first in turn order (RB 2.2). What was chosen, and
by which criterion, is noted for the account of the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from engine.root.actions.battle import bars_battle, can_fight
from engine.root.actions.move import Move, boat_targets, may_cross
from engine.root.rule import enemies, enemy_players, neighbours
from engine.root.rule import of_suit as clearings_of_suit
from engine.root.state import CLEARINGS, Owner, Root

T = TypeVar("T", int, str)


class Criterion(msgspec.Struct, frozen=True):
    """A printed criterion: its words, and a key of which the smallest is best."""

    words: str
    key: Callable[..., int]


def most(words: str, count: Callable[..., int]) -> Criterion:
    """The one with the most."""
    return Criterion(f"most {words}", lambda target: -count(target))


def fewest(words: str, count: Callable[..., int]) -> Criterion:
    """The one with the fewest."""
    return Criterion(f"fewest {words}", count)


def prefer(words: str, test: Callable[..., bool]) -> Criterion:
    """Those that pass a test before those that do not."""
    return Criterion(words, lambda target: 0 if test(target) else 1)


def _anything(target: int | str) -> bool:
    return True


# --- clearings --------------------------------------------------------------------------------------------


def priority(game: Root, clearing: int, *, lowest: bool = False) -> int:
    """RB 2.1, RB 3.1, RB 12.2.2  The last tie: number 1 first, or 12 first; the Pass before all others."""
    if lure(game, clearing):
        return -100
    return -clearing if lowest else clearing


def lure(game: Root, clearing: int) -> str:
    """RB 12.2.2  What draws bots to this clearing before all others, in words."""
    for me, voice in game.cast["lures"]:
        if words := voice.lures(game, me, clearing):
            return words
    return ""


def by_priority(game: Root, clearings: Iterable[int], *, lowest: bool = False) -> list[int]:
    """RB 2.1  Clearings in the order in which priority chooses them."""
    return sorted(clearings, key=lambda c: priority(game, c, lowest=lowest))


def pick_clearing(
    game: Root,
    owner: Owner,
    candidates: Iterable[int],
    *criteria: Criterion,
    legal: Callable[[int], bool] = _anything,
    lowest: bool = False,
) -> int | None:
    """RB 2.1, RB 2.3, RB 2.5  The best legal clearing by the criteria in order, then by priority."""
    found = [c for c in candidates if legal(c)]
    lures = dict.fromkeys(words for c in found if (words := lure(game, c)))
    first = [prefer(words, lambda c, words=words: lure(game, c) == words) for words in lures]
    number = "highest clearing number" if lowest else "lowest clearing number"
    last = Criterion(number, lambda c: priority(game, c, lowest=lowest))
    return _pick(game, owner, found, (*criteria, *first, last), "clearing")


def pick_player(
    game: Root,
    owner: Owner,
    candidates: Iterable[Owner],
    *criteria: Criterion,
    legal: Callable[[Owner], bool] = _anything,
) -> Owner | None:
    """RB 2.2  The best legal player by the criteria in order, then the first in turn order."""
    last = Criterion("first in turn order", game.order.index)
    return _pick(game, owner, [p for p in candidates if legal(p)], (*criteria, last), "player")


def _pick(game: Root, owner: Owner, left: list[T], criteria: Sequence[Criterion], field: str) -> T | None:
    """Narrow down by one criterion after another; note the choice and what decided it."""
    if not left:
        return None
    why = "the only one"
    for criterion in criteria:
        if len(left) == 1:
            break
        best = min(criterion.key(target) for target in left)
        kept = [target for target in left if criterion.key(target) == best]
        if len(kept) < len(left):
            why = criterion.words
        left = kept
    about: dict[str, Any] = {field: left[0]}
    game.note("bot.chose", "RB 2.3", owner=owner, why=why, **about)
    return left[0]


# --- counting ---------------------------------------------------------------------------------------------


def pieces_of(game: Root, owner: Owner, clearing: int) -> int:
    """G.1.9  All pieces of a player in a clearing."""
    return (
        game.warriors_of(owner, clearing)
        + len(game.buildings_of(owner, clearing))
        + len(game.tokens_of(owner, clearing))
        + game.has_pawn(owner, clearing)
    )


def rivals(game: Root, owner: Owner) -> list[Owner]:
    """G.1.27, RB 3  Enemies a bot turns against, in turn order; when people play together, never other bots."""
    return [enemy for enemy in enemy_players(game, owner) if not (game.is_cooperative and enemy in game.bots)]


def hostile(game: Root, owner: Owner) -> list[Owner]:
    """G.1.10, E.3.2, R-10  Whose pieces are enemy pieces of a bot: its rivals, and hirelings it never battles."""
    if not game.guests:
        return rivals(game, owner)
    return rivals(game, owner) + [other for other in enemies(game, owner) if other not in game.players]


def enemy_pieces_in(game: Root, owner: Owner, clearing: int) -> int:
    """G.1.10  Enemy pieces of a bot in a clearing."""
    return sum(pieces_of(game, enemy, clearing) for enemy in hostile(game, owner))


def enemy_warriors_in(game: Root, owner: Owner, clearing: int) -> int:
    """Enemy warriors of a bot in a clearing."""
    return sum(game.warriors_of(enemy, clearing) for enemy in hostile(game, owner))


def enemy_buildings_in(game: Root, owner: Owner, clearing: int) -> int:
    """Enemy buildings of a bot in a clearing."""
    return sum(len(game.buildings_of(enemy, clearing)) for enemy in hostile(game, owner))


def enemy_tokens_in(game: Root, owner: Owner, clearing: int) -> int:
    """Enemy tokens of a bot in a clearing."""
    return sum(len(game.tokens_of(enemy, clearing)) for enemy in hostile(game, owner))


def enemies_in(game: Root, owner: Owner, clearing: int) -> list[Owner]:
    """Enemies with a piece in a clearing."""
    return [enemy for enemy in rivals(game, owner) if game.has_piece(enemy, clearing)]


def points(game: Root, player: Owner) -> int:
    """R-02  Points for comparing; a player without a score marker has the fewest."""
    who = game.players[player]
    return -1 if who.dominance or who.coalition else who.score


# --- orders, battles, moves -------------------------------------------------------------------------------


def of_suit(game: Root, suit: str) -> list[int]:
    """RB 2.7, RB 2.4  The clearings an order or column of this suit matches, from 1 to 12; a bird matches all.

    Several actions go in this order; the Pass has no special place in it (R-03).
    """
    return list(CLEARINGS) if suit == "bird" else clearings_of_suit(game, suit)


def has_battle(game: Root, owner: Owner, clearing: int) -> bool:
    """Is there a legal battle for the bot in a clearing?"""
    return bool(battles_in(game, owner, clearing))


def battles_in(game: Root, owner: Owner, clearing: int) -> list[Owner]:
    """4.3, R-10  The players a bot may battle in a clearing."""
    return [
        enemy
        for enemy in enemies_in(game, owner, clearing)
        if can_fight(game, owner, clearing, enemy) and bars_battle(game, owner, enemy, clearing) is None
    ]


def bot_moves(game: Root, owner: Owner, origin: int) -> dict[int, Move]:
    """4.2, RB 12.1.1  Where a bot may move from a clearing, on foot or by boat, with all its warriors."""
    count = game.warriors_of(owner, origin)
    if not count:
        return {}
    found = {
        to: Move(origin, to, count, True)
        for to in boat_targets(game, owner, origin)
        if may_cross(game, owner, origin, to, boat=True) is None
    }
    for to in neighbours(game, owner, origin):
        if may_cross(game, owner, origin, to) is None:
            found[to] = Move(origin, to, count)
    return found
