"""12.2.3, 12.3.4 - 12.3.6  The Duchy's board: buildings, tunnels, ministers, crowns, and the Price of Failure."""

from __future__ import annotations

from typing import cast

import msgspec

from engine.flow import Flow, Option, ask, pick
from engine.root.factions.duchy.facts import MINISTERS, NUMBERS, PRINTED, RANKS
from engine.root.happen import Removed
from engine.root.menu import refuses
from engine.root.state import Board, Owner, Place, Root
from engine.root.verbs import discard, lay
from engine.rules import Refusal

CITADEL, MARKET = PRINTED.buildings
(TUNNEL,) = PRINTED.tokens
BIRD = "bird"
REVEALED = "revealed"


def all_crowns() -> dict[str, int]:
    """12.3.6  The crowns on their spaces, by rank."""
    return dict.fromkeys(RANKS, NUMBERS["crowns_per_rank"])


class DuchyBoard(msgspec.Struct, Board, tag="duchy", kw_only=True):
    """Swayed ministers, the crowns left, and what was revealed and done this turn."""

    swayed: list[str] = []
    crowns: dict[str, int] = msgspec.field(default_factory=all_crowns)
    revealed: list[str] = []
    actions: int = 0
    """Actions of the Assembly that are left (12.5.1)."""
    acted: list[str] = []
    """Ministers that have acted this turn (12.5.2)."""
    has_swayed: bool = False
    failures: dict[int, Place] = {}
    """Events that cost buildings and are not paid for yet, with the first place (12.2.3)."""


def board(game: Root, owner: Owner) -> DuchyBoard:
    return cast(DuchyBoard, game.boards[owner])


# --- what lies where --------------------------------------------------------------------------------------


def tunnels(game: Root, owner: Owner) -> list[int]:
    """12.2.4  The clearings with a tunnel."""
    return game.clearings_with(owner, TUNNEL)


def workplaces(game: Root, owner: Owner) -> list[int]:
    """12.2.1  The clearings of all citadels and markets, one entry for each."""
    return sorted(game.clearings_with(owner, CITADEL) + game.clearings_with(owner, MARKET))


def is_left(game: Root, owner: Owner, kind: str) -> bool:
    """12.3.4  Is such a building left on its track?"""
    return game.on_map(owner, kind) < PRINTED.buildings[kind]


def unswayed(game: Root, owner: Owner) -> list[str]:
    """12.3.5  The ministers nobody has won over yet."""
    swayed = board(game, owner).swayed
    return [minister for minister in MINISTERS if minister not in swayed]


def reveal(game: Root, owner: Owner, card: str, clause: str) -> None:
    """2.1.4  A card lies face up until Evening (12.6.1)."""
    game.learned = True
    lay(game, owner, card, board(game, owner).revealed, REVEALED, clause)


# --- 12.2.3 The Price of Failure --------------------------------------------------------------------------


class Dismiss(Option, frozen=True, tag="dismiss"):
    """12.2.3  This minister leaves."""

    PART = True

    minister: str


NOT_THE_HIGHEST = Refusal("12.2.3", "A swayed minister of your highest rank leaves.")


@refuses(Dismiss, "duchy")
def why_not_dismiss(game: Root, owner: Owner, wish: Dismiss) -> Refusal | None:
    """12.2.3  Only a minister of the highest rank among the swayed."""
    return None if wish.minister in highest(game, owner) else NOT_THE_HIGHEST


def remember_failure(game: Root, owner: Owner, place: Place) -> None:
    """12.2.3  A building is gone; all that go in one event are one failure."""
    board(game, owner).failures.setdefault(game.removals, place)


def has_failed(game: Root, owner: Owner, removed: Removed) -> bool:
    """12.2.3  Is this the event, and the place of it, at which the price is paid?"""
    return board(game, owner).failures.get(removed.event) == removed.place


def pay_price(game: Root, owner: Owner, removed: Removed) -> Flow[None]:
    """12.2.3  A random card, the highest minister and its crown are lost."""
    own = board(game, owner)
    del own.failures[removed.event]
    hand = game.players[owner].hand
    if hand:
        card = yield from pick("duchy.failure", hand)
        game.learned = True
        discard(game, owner, card, "12.2.3")
    leaving = highest(game, owner)
    if leaving:
        options = [Dismiss(minister) for minister in leaving]
        choice = yield from ask(owner, "duchy.failure", "12.2.3", options)
        own.swayed.remove(choice.minister)
        rank = MINISTERS[choice.minister].rank
        game.note("duchy.failed", "12.2.3", owner=owner, minister=choice.minister, rank=rank)


def highest(game: Root, owner: Owner) -> list[str]:
    """12.2.3  The swayed ministers of the highest rank: lords, else nobles, else squires."""
    swayed = board(game, owner).swayed
    for rank in reversed(RANKS):
        found = [minister for minister in swayed if MINISTERS[minister].rank == rank]
        if found:
            return found
    return []
