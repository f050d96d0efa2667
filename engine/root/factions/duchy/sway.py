"""12.5.3  Sway: reveal cards that match clearings with pieces of the Duchy, and a minister comes over."""

from __future__ import annotations

from collections.abc import Sequence

from engine.flow import Done, Flow, Option, ask
from engine.root.faction import hides_hand
from engine.root.factions.duchy.court import board, reveal, unswayed
from engine.root.factions.duchy.facts import MINISTERS, RANKS
from engine.root.menu import does, perform, refuses
from engine.root.rule import fits
from engine.root.state import CLEARINGS, Owner, Root
from engine.root.turn import menu
from engine.root.verbs import score
from engine.rules import Refusal


class Sway(Option, frozen=True, tag="sway"):
    """12.5.3  Sway this minister."""

    PRIVATE = True

    minister: str


class Present(Option, frozen=True, tag="present"):
    """12.5.3.II  Reveal this card to a minister."""

    PRIVATE = True

    card: str


def sway_step(game: Root, owner: Owner) -> Flow[bool]:
    """12.5.3  One minister a turn, or none."""
    private = could_sway(game, owner)
    choice = yield from menu(game, owner, "duchy.sway", "12.5.3", sways(game, owner), private=private)
    if isinstance(choice, Done):
        return False
    yield from perform(game, owner, choice)
    return True


# --- 12.5.3.II Which cards --------------------------------------------------------------------------------


def held_clearings(game: Root, owner: Owner) -> list[int]:
    """12.5.3.II  Clearings of the map with a piece of the Duchy; the Burrow has no suit."""
    return [c for c in CLEARINGS if game.has_piece(owner, c)]


def supported(game: Root, owner: Owner, cards: Sequence[str]) -> int:
    """12.5.3.II  For how many of these cards at once there is a clearing of its own."""
    places = held_clearings(game, owner)
    serves: dict[int, int] = {}

    def finds(number: int, tried: set[int]) -> bool:
        for place in places:
            if place in tried or not fits(game, cards[number], place):
                continue
            tried.add(place)
            if place not in serves or finds(serves[place], tried):
                serves[place] = number
                return True
        return False

    return sum(finds(number, set()) for number in range(len(cards)))


def cost(minister: str) -> int:
    """12.5.3.II  The number printed on the minister."""
    return RANKS[MINISTERS[minister].rank].reveal


def open_to_sway(game: Root, owner: Owner) -> list[str]:
    """12.5.3.I  Unswayed ministers whose rank has a crown left."""
    crowns = board(game, owner).crowns
    return [minister for minister in unswayed(game, owner) if crowns[MINISTERS[minister].rank]]


def could_sway(game: Root, owner: Owner) -> bool:
    """1.2.1  Could the right cards sway somebody, by what everybody sees?"""
    most = min(len(game.players[owner].hand), len(held_clearings(game, owner)))
    open_ones = [] if board(game, owner).has_swayed else open_to_sway(game, owner)
    return any(cost(minister) <= most for minister in open_ones)


HAS_SWAYED = Refusal("12.5.3", "You sway one minister a turn.")
IS_SWAYED = Refusal("12.5.3.I", "That minister is swayed already.")
NO_CROWN = Refusal("12.5.3.I", "No crown of that rank is left on your board.")
TOO_FEW = "You must reveal {cards} cards, each for a matching clearing of its own with your pieces."


@refuses(Sway, "duchy")
def why_no_sway(game: Root, owner: Owner, wish: Sway) -> Refusal | None:
    """12.5.3.I - 12.5.3.II  An unswayed minister, a crown, and enough cards with clearings of their own."""
    if wish.minister not in unswayed(game, owner):
        return IS_SWAYED
    if wish.minister not in open_to_sway(game, owner):
        return NO_CROWN
    if board(game, owner).has_swayed:
        return HAS_SWAYED
    cards = cost(wish.minister)
    if supported(game, owner, game.players[owner].hand) < cards:
        return Refusal("12.5.3.II", TOO_FEW, {"cards": cards})
    return None


def sways(game: Root, owner: Owner) -> list[Sway]:
    """12.5.3  Every minister that could be swayed now."""
    if not could_sway(game, owner):
        return []
    most = supported(game, owner, game.players[owner].hand)
    return [Sway(minister) for minister in open_to_sway(game, owner) if cost(minister) <= most]


@does(Sway, "duchy")
def sway(game: Root, owner: Owner, option: Sway) -> Flow[None]:
    """12.5.3.II - 12.5.3.III  Reveal the cards; the minister gets a crown, and the crown's space scores."""
    cards = yield from choose_cards(game, owner, option.minister)
    for card in cards:
        reveal(game, owner, card, "12.5.3.II")
    own = board(game, owner)
    rank = MINISTERS[option.minister].rank
    own.has_swayed = True
    own.crowns[rank] -= 1
    own.swayed.append(option.minister)
    game.note("duchy.swayed", "12.5.3.III", owner=owner, minister=option.minister, rank=rank)
    score(game, owner, RANKS[rank].points, "12.5.3.III")


def choose_cards(game: Root, owner: Owner, minister: str) -> Flow[list[str]]:
    """12.5.3.II  Card by card, only those that still have a clearing of their own beside the ones chosen."""
    hand, number = sorted(game.players[owner].hand), cost(minister)
    chosen: list[str] = []
    while len(chosen) < number:
        if len(hand) + len(chosen) == number:
            return [*chosen, *hand]
        able = [
            Present(card)
            for card in dict.fromkeys(hand)
            if supported(game, owner, [*chosen, card]) > len(chosen)
        ]
        choice = yield from ask(
            owner,
            "duchy.present",
            "12.5.3.II",
            able,
            secret=hides_hand(game, owner),
            minister=minister,
            number=len(chosen) + 1,
            size=number,
        )
        chosen.append(choice.card)
        hand.remove(choice.card)
    return chosen
