"""RB 10.2, RB 10.6.3  The board of the Drillbit Duchy: crowned ministers, and what lost buildings cost."""

from __future__ import annotations

from collections.abc import Iterable

from engine.flow import Flow
from engine.root import data
from engine.root.clockwork.board import ClockworkBoard, discards_match, has_trait
from engine.root.factions.duchy.court import CITADEL, MARKET, is_left
from engine.root.factions.duchy.facts import PRINTED
from engine.root.happen import Removed
from engine.root.rule import principal, suits
from engine.root.state import CLEARINGS, Owner, Place, Root
from engine.root.verbs import lose_points


class Minister(data.Named, frozen=True):
    """RB 10.7  A minister of the bot; orders and cards sway by suit."""

    suit: str = ""


class DrillbitDuchyFacts(data.Bot, frozen=True, kw_only=True):
    """RB 10.7  The ministers from the top of the board to the bottom."""

    ministers: tuple[Minister, ...]


BOT = data.facts("clockwork", "duchy", DrillbitDuchyFacts)
NUMBERS = BOT.numbers
MINISTERS = {minister.id: minister for minister in BOT.ministers}
CAPTAIN, FOREMOLE = "captain", "foremole"
BUILDINGS = tuple(PRINTED.buildings)
TOPMOST, BOTTOMMOST = "topmost of the suit", "bottommost"


class DrillbitDuchyBoard(ClockworkBoard, tag="clockwork-duchy", kw_only=True):
    """The ministers with a crown, and the losses that are not paid for yet."""

    crowned: list[str] = []
    failures: dict[int, list[int]] = {}
    """Events that cost buildings, with the clearings they stood in (RB 10.2.1)."""


def board(game: Root, owner: Owner) -> DrillbitDuchyBoard:
    own = game.boards[owner]
    assert isinstance(own, DrillbitDuchyBoard)
    return own


def is_crowned(game: Root, owner: Owner, minister: str) -> bool:
    return minister in board(game, owner).crowned


def crowned(game: Root, owner: Owner) -> list[str]:
    """RB 10.5.4  The ministers with a crown, from top to bottom."""
    return [minister for minister in MINISTERS if is_crowned(game, owner, minister)]


def uncrowned(game: Root, owner: Owner) -> list[str]:
    """RB 10.6.3  The ministers without a crown, from top to bottom."""
    return [minister for minister in MINISTERS if not is_crowned(game, owner, minister)]


def of_suits(ministers: Iterable[str], wanted: Iterable[str]) -> list[str]:
    """The ministers of one of these suits."""
    known = set(wanted)
    return [minister for minister in ministers if MINISTERS[minister].suit in known]


def crown(game: Root, owner: Owner, minister: str, clause: str, why: str) -> None:
    """RB 10.2.3, RB 10.6.3  A crown for a minister; there are as many crowns as ministers."""
    board(game, owner).crowned.append(minister)
    game.note("duchy.crowned", clause, owner=owner, minister=minister, why=why)


# --- buildings --------------------------------------------------------------------------------------------


def has_building(game: Root, owner: Owner, clearing: int) -> bool:
    """Has it a citadel or market in this clearing?"""
    return bool(game.buildings_of(owner, clearing))


def built(game: Root, owner: Owner) -> list[int]:
    """The clearings with a building of its own."""
    return [c for c in CLEARINGS if has_building(game, owner, c)]


def wanted_building(game: Root, owner: Owner) -> str:
    """RB 10.5.3  A citadel with many warriors in supply, else a market."""
    return CITADEL if game.players[owner].supply >= NUMBERS["citadel_supply"] else MARKET


def can_build_more(game: Root, owner: Owner) -> bool:
    """RB 10.5.3  Is any building left on the board?"""
    return any(is_left(game, owner, kind) for kind in BUILDINGS)


# --- RB 10.2.1 Cost of Errors -----------------------------------------------------------------------------


def remember_failure(game: Root, owner: Owner, place: Place) -> None:
    """RB 10.2.1  A building is gone; all that go in one event are one failure."""
    assert isinstance(place, int)
    board(game, owner).failures.setdefault(game.removals, []).append(place)


def has_failed(game: Root, owner: Owner, removed: Removed) -> bool:
    """RB 10.2.1  Is this the part of an event at which its lost buildings are paid for?"""
    clearings = board(game, owner).failures.get(removed.event, [])
    lost = any(piece.owner == owner and piece.kind in BUILDINGS for piece in removed.pieces)
    return lost and removed.place == clearings[0] if clearings else False


def lose_crown(game: Root, owner: Owner, removed: Removed) -> Flow[None]:
    """RB 10.2.1, RB 10.2.3  The bottommost crown goes back to the supply, one for an event.

    Trait Foundations: only of a minister whose suit matches a clearing where a building fell.
    """
    own = board(game, owner)
    where = own.failures[removed.event]
    if not has_invested(game, owner, removed):
        del own.failures[removed.event]
    losing = crowned(game, owner)
    if has_trait(game, owner, "foundations"):
        losing = of_suits(losing, suits_of(game, where))
    if losing:
        own.crowned.remove(losing[-1])
        game.note("duchy.error", "RB 10.2.1", owner=owner, minister=losing[-1])
    yield from ()


def suits_of(game: Root, clearings: Iterable[int]) -> list[str]:
    """All suits of these clearings."""
    return [suit for clearing in clearings for suit in suits(game, clearing)]


# --- trait Investors --------------------------------------------------------------------------------------


def has_invested(game: Root, owner: Owner, removed: Removed) -> bool:
    """Trait Investors  Did a person bring buildings down?"""
    remover = principal(game, removed.by)
    person = remover in game.players and remover not in game.bots
    return person and has_trait(game, owner, "investors") and has_failed(game, owner, removed)


def answer_investors(game: Root, owner: Owner, removed: Removed) -> Flow[None]:
    """Trait Investors, R-DD-6  A matching card costs it a point; without one a matching minister is swayed."""
    where = board(game, owner).failures.pop(removed.event)
    remover = principal(game, removed.by)
    game.note("duchy.investors", "RB 3.3.2", owner=owner, by=remover)
    if (yield from discards_match(game, remover, "bot.investors", "RB 3.3.2", where)):
        lose_points(game, owner, 1, "RB 3.3.2")
        return
    found = of_suits(uncrowned(game, owner), suits_of(game, where))
    if found:
        crown(game, owner, found[0], "RB 3.3.2", TOPMOST)
