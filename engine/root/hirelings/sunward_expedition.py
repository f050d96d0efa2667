"""The Sunward Expedition, and its demoted side, the Mole Artisans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.flow import Done, Flow, Option, ask
from engine.root.data import CARDS, HIRELINGS
from engine.root.happen import Reaction, TurnEnded
from engine.root.hiring.hireling import (
    Act,
    Hireling,
    HirelingBoard,
    board_of,
    choose,
    choose_place,
    open_to,
    place_one,
)
from engine.root.hiring.orders import may_march, may_strike, why_not_yours
from engine.root.hiring.standin import holds, strength
from engine.root.menu import refuses
from engine.root.preview import previews, rule_after
from engine.root.rule import principal
from engine.root.standin.instinct import always, marks
from engine.root.standin.sight import Sight
from engine.root.state import CLEARINGS, Board, Owner, Piece, Root
from engine.root.verbs import place_token, place_warriors, take_back, take_up
from engine.root.view import BoardView, CardsView
from engine.root.voice import guest
from engine.rules import Preview, Refusal

EXPEDITION, ARTISANS = "sunward-expedition", "mole-artisans"
FOOTHOLD = "foothold"
PRINTED = HIRELINGS[EXPEDITION]
COMPANY = PRINTED.numbers["company"]
"""How many warriors come with a foothold at most."""

# --- footholds --------------------------------------------------------------------------------------------

NOWHERE = Refusal("E.2.4", "There is no clearing where the Expedition could set up a foothold.")
HAS_ONE = Refusal("E.2.4", "There is a foothold in that clearing.")
TOO_MANY = Refusal("E.2.4", "Not so many warriors of the Expedition can come.")


class Settle(Option, frozen=True, tag="expedition_settle"):
    """E.2.4  A foothold in a clearing, with up to three warriors."""

    COUNTED = "warriors"
    LOW = 0

    clearing: int
    warriors: int


def footholds(game: Root, me: Owner) -> list[int]:
    """The clearings with a foothold."""
    return game.clearings_with(me, FOOTHOLD)


def in_supply(game: Root, me: Owner) -> int:
    """1.5.1  Footholds that are not on the map."""
    return PRINTED.pieces[FOOTHOLD] - len(footholds(game, me))


def sites(game: Root, me: Owner) -> list[int]:
    """E.2.4, G.1.31  Clearings without a foothold in which the Expedition may be placed."""
    return [clearing for clearing in open_to(game, me) if clearing not in footholds(game, me)]


def company(game: Root, me: Owner) -> int:
    """1.5.4  How many warriors can come with a foothold now."""
    return min(COMPANY, game.guests[me].supply)


@refuses(Settle)
def why_no_foothold(game: Root, owner: Owner, wish: Settle) -> Refusal | None:
    """E.2.4  A clearing without a foothold, and no more warriors than there are."""
    refusal = why_not_yours(game, owner, EXPEDITION)
    if refusal:
        return refusal
    if wish.clearing in footholds(game, EXPEDITION):
        return HAS_ONE
    if wish.clearing not in sites(game, EXPEDITION):
        return NOWHERE
    return None if 0 <= wish.warriors <= company(game, EXPEDITION) else TOO_MANY


@previews(Settle)
def settled(game: Root, owner: Owner, option: Settle) -> Iterator[Preview]:
    """2.5  Who rules there then."""
    if option.warriors:
        yield from rule_after(
            game, principal(game, owner), [(EXPEDITION, 0, option.clearing, option.warriors)]
        )


def why_no_expedition(game: Root, me: Owner) -> Refusal | None:
    """E.2.4  There must be a clearing for a foothold."""
    return None if sites(game, me) else NOWHERE


def set_out(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  First a foothold with up to three warriors; if all are on the map, one of them is taken for it."""
    if not in_supply(game, me):
        taken = yield from choose_place(game, me, player, "E.2.4", footholds(game, me), "expedition.take")
        take_back(game, Piece(me, FOOTHOLD), taken, "E.2.4")
    options = [Settle(clearing, company(game, me)) for clearing in sites(game, me)]
    choice = yield from choose(game, player, "expedition.settle", "E.2.4", options, hireling=me)
    found(game, me, choice.clearing, choice.warriors, "E.2.4")


def found(game: Root, me: Owner, clearing: int, warriors: int, clause: str) -> None:
    """G.1.31  A foothold and warriors come to a clearing."""
    place_token(game, me, clearing, FOOTHOLD, clause)
    place_warriors(game, me, clearing, warriors, clause)


def explore(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  A foothold; then they may move, and then battle."""
    yield from set_out(game, me, player)
    yield from may_march(game, me, player, "E.2.4")
    yield from may_strike(game, me, player, "E.2.4")


def reinforce(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4, 1.5.4  A foothold; then a warrior at each, as far as there are enough."""
    yield from set_out(game, me, player)
    left = open_to(game, me, footholds(game, me))
    while left and game.guests[me].supply:
        if len(left) <= game.guests[me].supply:
            for clearing in left:
                place_warriors(game, me, clearing, 1, "E.2.4")
            return
        left.remove((yield from place_one(game, me, player, "E.2.4", left)))


@guest
class SunwardExpedition(Hireling):
    """Founds footholds, and goes on from them."""

    id = EXPEDITION
    sets_up = True
    acts = (
        Act("expedition-explore", why_no_expedition, explore),
        Act("expedition-reinforce", why_no_expedition, reinforce),
    )

    def setup(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """A.6.3  A foothold and three warriors in any clearing."""
        clearing = yield from choose_place(game, me, player, "A.6.3", open_to(game, me, CLEARINGS))
        if clearing:
            found(game, me, clearing, company(game, me), "A.6.3")


# --- Mole Artisans ----------------------------------------------------------------------------------------


class ArtisanBoard(HirelingBoard, tag="mole-artisans", kw_only=True):
    """The cards that were revealed instead of discarded in this turn."""

    cards: list[str] = []


class Reveal(Option, frozen=True, tag="artisans_keep"):
    """E.2.2  Reveal the crafted card, and take it back at the end of Evening."""


@previews(Reveal)
def revealed(game: Root, owner: Owner, option: Reveal) -> Iterator[Preview]:
    """E.2.2"""
    yield Preview("artisans.back")


def artisans(game: Root, me: Owner) -> ArtisanBoard:
    found = board_of(game, me)
    assert isinstance(found, ArtisanBoard)
    return found


def has_revealed(game: Root, me: Owner, ended: TurnEnded) -> bool:
    return bool(artisans(game, me).cards)


def take_cards_back(game: Root, me: Owner, ended: TurnEnded) -> Flow[None]:
    """E.2.2  At the end of Evening, after the hand limit and before control passes on, they go back to the hand."""
    cards = artisans(game, me).cards
    take_up(game, ended.owner, list(cards), cards, "artisans", "E.2.2")
    yield from ()


@guest
class MoleArtisans(Hireling):
    """Its controller keeps the cards of crafted items."""

    id = ARTISANS
    has_pieces = False
    reactions = (Reaction("E.2.2", "artisans", TurnEnded, has_revealed, take_cards_back, quiet=True),)

    def new_board(self) -> Board:
        return ArtisanBoard()

    def keeps_crafted(self, game: Root, me: Owner, crafter: Owner, card: str) -> Flow[bool]:
        """E.2.2  The controller may reveal the card of an item instead of discarding it."""
        if board_of(game, me).controller != crafter or not CARDS[card].item:
            return False
        choice = yield from ask(crafter, "artisans.keep", "E.2.2", [Reveal(), Done()], card=card)
        if isinstance(choice, Done):
            return False
        artisans(game, me).cards.append(card)
        game.note("artisans.revealed", "E.2.2", owner=crafter, card=card)
        return True

    def kept_cards(self, game: Root, me: Owner) -> Sequence[str]:
        return artisans(game, me).cards

    def public_board(self, game: Root, me: Owner, seat: Owner | None) -> BoardView:
        """1.2.1  They lie open."""
        cards = tuple(artisans(game, me).cards)
        return BoardView(cards=(CardsView(title="revealed", cards=cards),) if cards else ())


# --- what a stand-in knows of it --------------------------------------------------------------------------

marks("artisans_keep")(always(0.5))


@marks("expedition_settle")
def worth_settling(sight: Sight, option: Any) -> float:
    """E.2.4  Where they help me to rule, or find somebody to battle; all of them."""
    here = strength(sight, EXPEDITION, option.clearing)
    return float(0.05 * option.warriors + holds(sight, EXPEDITION, option.clearing, here + option.warriors))
