"""RB 8.2  The board of the Logical Lizards: Lost Souls, acolytes, the conspiracy marker; Revenge and gardens."""

from __future__ import annotations

from collections import Counter

from engine.flow import Flow
from engine.root import data
from engine.root.clockwork.board import ClockworkBoard
from engine.root.data import CARDS
from engine.root.factions.lizards.souls import BIRD, is_garden
from engine.root.happen import Removed
from engine.root.state import Owner, Root
from engine.root.verbs import put_in_discard


class LogicalLizardsFacts(data.Bot, frozen=True, kw_only=True):
    """RB 8.4.2  The conspiracy track from left to right, and where its marker starts."""

    conspiracies: tuple[str, ...]
    first_conspiracy: int


BOT = data.facts("clockwork", "lizards", LogicalLizardsFacts)
TRACK = BOT.conspiracies
SACRIFICE = "RB 8.5.2"


class LogicalLizardsBoard(ClockworkBoard, tag="clockwork-lizards", kw_only=True):
    """Acolytes, the conspiracy marker, the Lost Souls (the last one is on top), the cards revealed this turn."""

    acolytes: int = 0
    marker: int = BOT.first_conspiracy
    lost_souls: list[str] = []
    revealed: list[str] = []
    avenged: int = 0
    """The last removal that made an acolyte (RB 8.2.2)."""
    fanatic: bool = False
    """The battle after a Convert is being fought (trait Fanatics)."""


def board(game: Root, owner: Owner) -> LogicalLizardsBoard:
    own = game.boards[owner]
    assert isinstance(own, LogicalLizardsBoard)
    return own


def most_common(cards: list[str]) -> str:
    """RB 8.4.1  The most common suit of these cards, birds too; a tie, or no card at all, is a bird."""
    ranked = Counter(CARDS[card].suit for card in cards).most_common(2)
    alone = len(ranked) == 1 or (len(ranked) > 1 and ranked[0][1] > ranked[1][1])
    return str(ranked[0][0]) if alone else BIRD


# --- acolytes ---------------------------------------------------------------------------------------------


def new_acolytes(game: Root, owner: Owner, warriors: int, clause: str, key: str = "lizards.acolyte") -> None:
    """Warriors come to the acolytes."""
    own = board(game, owner)
    own.acolytes += warriors
    game.note(key, clause, owner=owner, acolytes=own.acolytes)


def avenge(game: Root, owner: Owner, removed: Removed) -> int:
    """RB 8.2.2  Robot Revenge: of the warriors lost in one event outside its own turn, one is an acolyte."""
    own = board(game, owner)
    if game.active == owner or own.avenged == removed.event:
        return 0
    own.avenged = removed.event
    new_acolytes(game, owner, 1, "RB 8.2.2", "lizards.revenge")
    return 1


# --- RB 8.2.3 Gardens -------------------------------------------------------------------------------------


def lose_souls(game: Root, owner: Owner, removed: Removed) -> Flow[None]:
    """RB 8.2.3  For each garden that is gone the top card of the Lost Souls goes to the discard pile."""
    souls = board(game, owner).lost_souls
    for piece in removed.pieces:
        if is_garden(owner, piece) and souls:
            card = souls.pop()
            game.note("discarded.pile", "RB 8.2.3", owner=owner, cards=(card,))
            put_in_discard(game, card, for_good=True)
    yield from ()
