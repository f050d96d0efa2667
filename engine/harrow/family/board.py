"""HA.F.B  The Family's board: the bag, the line of slots, tokens in front, storms; and what an upgrade token declares."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import msgspec

from engine.flow import Flow
from engine.harrow.data import BOARDS, BRAMBLES, FACTS, TABLE, Hex
from engine.harrow.state import Board, Harrow, Owner
from engine.harrow.verbs import draw_card, strengthen

FAMILY = "family"


class FamilyBoard(msgspec.Struct, Board, kw_only=True, tag="family"):
    """HA.F.B1  One line of twelve slots, the first printed; a bag; storms; Odessa's cubes."""

    bag: list[str] = []
    line: list[str] = []
    """Tokens on the board, without the printed one."""
    front: list[str] = []
    """Tokens drawn and kept this turn, or collected now."""
    used: list[int] = []
    """Which of them were activated, by place."""
    waiting: list[str] = []
    """H2.5.5  Upgrade tokens on the Attack jar."""
    upgrades: list[str] = []
    """Upgrade tokens in the supply."""
    storms: int = 0
    held: int = 0
    """HA.F.L4  Cubes on Odessa's board."""


class Upgrade(msgspec.Struct, frozen=True):
    """HA.F.U  An upgrade token. `advances`: it is nothing but ADVANCEs. `waits`: it goes on the Attack jar."""

    id: str
    clause: str
    use: Callable[[Harrow, Owner], Flow[None]]
    advances: int = 0
    waits: bool = False


UPGRADES: dict[str, Upgrade] = {}
U = TypeVar("U", bound=Callable[[Harrow, Owner], Flow[None]])


def upgrade(id: str, clause: str, *, advances: int = 0, waits: bool = False) -> Callable[[U], U]:
    """Decorator: what an upgrade token does when it is activated."""

    def known(use: U) -> U:
        UPGRADES[id] = Upgrade(id, clause, use, advances, waits)
        return use

    return known


def board_of(game: Harrow) -> FamilyBoard:
    return cast(FamilyBoard, game.boards[FAMILY])


def draws_and_returns(game: Harrow) -> tuple[int, int]:
    """HA.F.B2, HA.F.B3, H2.2.2, H2.2.4  By the rightmost filled slot; the basic side draws what the other keeps."""
    slot = len(board_of(game).line)
    draws, returns = BOARDS.line.draws[slot], BOARDS.line.returns[slot]
    return (draws, returns) if game.chapter > 1 else (draws - returns, 0)


def free_slots(game: Harrow) -> int:
    """HA.F.B1  Slots of the line that are still empty."""
    return len(BOARDS.line.draws) - 1 - len(board_of(game).line)


def to_bag(game: Harrow, token: str) -> None:
    """H1.13.2  A token goes into the bag, whose order nobody knows."""
    board = board_of(game)
    board.bag.append(token)
    board.bag.sort()


def to_line(game: Harrow, owner: Owner, token: str) -> Flow[None]:
    """H1.13.2, H2.2.1  A token covers the first empty slot and stays there; a card symbol draws a card."""
    board = board_of(game)
    board.line.append(token)
    game.note("slot.covered", "H1.13.2", owner=owner, token=token, value=draws_and_returns(game)[0])
    if game.chapter > 1 and len(board.line) + 1 in BOARDS.line.cards:
        yield from draw_card(game, owner, "H2.2.1")


def lay_on_jar(game: Harrow, owner: Owner, token: str) -> None:
    """H2.5.5  The token gives its STRENGTHEN at once and waits on the Attack jar for the next attack."""
    board_of(game).waiting.append(token)
    game.note("token.waits", "H2.5.5", owner=owner, token=token)
    strengthen(game, owner, 1, UPGRADES[token].clause)


def may_storm(game: Harrow, hex: Hex) -> bool:
    """H1.2.4, H5.8.2  Storms lie anywhere but on the brambles and on flames."""
    return game.kind(hex) != BRAMBLES and hex not in game.flames


def place_storm(game: Harrow, owner: Owner, hex: Hex, clause: str) -> None:
    """H1.10.7, H1.10.11  A storm token out of the supply, for the rest of the game."""
    board_of(game).storms -= 1
    game.storms[hex] += 1
    game.note("storm.placed", clause, owner=owner, hex=hex)


def new_board(game: Harrow) -> None:
    """H1.1.9, H1.1.10, H2.1.4  Storms, the bag, and the upgrade tokens."""
    board = board_of(game)
    board.storms = TABLE.storms
    for token, count in BOARDS.bag.items():
        game.box[token] -= count
        board.bag += [token] * count
    board.bag.sort()
    if game.chapter > 1:
        board.upgrades = sorted(id for id, card in FACTS.cards.items() if card.deck == FAMILY)
