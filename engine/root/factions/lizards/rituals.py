"""10.5  Rituals: one for each card that is revealed in Daylight."""

from __future__ import annotations

from engine.flow import Done, Flow, Option, ask
from engine.root.data import CARDS
from engine.root.factions.lizards.souls import BIRD, GARDENS, PRINTED, SUITS, board, garden_left, gardens
from engine.root.menu import does, legal, perform, refuses
from engine.root.rule import rules, suits
from engine.root.state import CLEARINGS, Owner, Root
from engine.root.turn import menu
from engine.root.verbs import (
    bars_building,
    bars_placing,
    discard,
    lay,
    place_building,
    place_warriors,
    score,
    take_warriors,
)
from engine.rules import Refusal

REVEALED = "revealed"


class PlantGarden(Option, frozen=True, tag="plant_garden"):
    """10.5.1  Build a garden of this kind in a clearing."""

    PRIVATE = True

    clearing: int
    kind: str


class RecruitRitual(Option, frozen=True, tag="recruit_ritual"):
    """10.5.2  Place a warrior in this clearing."""

    PRIVATE = True

    clearing: int


class ScoreRitual(Option, frozen=True, tag="score_ritual"):
    """10.5.3  Spend a card to score the gardens of its suit."""

    PRIVATE = True

    suit: str


class Sacrifice(Option, frozen=True, tag="sacrifice"):
    """10.5.4  With a bird, a warrior becomes an acolyte."""

    PRIVATE = True


class Reveal(Option, frozen=True, tag="reveal_card"):
    """10.5  Use this card for the ritual."""

    PRIVATE = True

    card: str


def daylight(game: Root, owner: Owner) -> Flow[bool]:
    """10.5  Reveal a card and take a ritual with it, as often as there are cards."""
    own = board(game, owner)
    options = rituals(game, owner)
    private = bool(game.players[owner].hand)
    choice = yield from menu(
        game, owner, "lizards.daylight", "10.5", options, private=private, acolytes=own.acolytes
    )
    if isinstance(choice, Done):
        return False
    yield from perform(game, owner, choice)
    return True


def rituals(game: Root, owner: Owner) -> list[Option]:
    """10.5.1 - 10.5.4  Every ritual the hand allows."""
    wishes: list[Option] = [
        *(PlantGarden(c, GARDENS[suit]) for c in CLEARINGS for suit in suits(game, c)),
        *(RecruitRitual(c) for c in CLEARINGS),
        *(ScoreRitual(suit) for suit in SUITS),
        Sacrifice(),
    ]
    held = {CARDS[card].suit for card in game.players[owner].hand}
    return [wish for wish in wishes if held and legal(game, owner, wish)]


def cards_of(game: Root, owner: Owner, *of: str) -> list[str]:
    """10.2.2  Cards in hand of one of these suits; for rituals a bird is only a bird."""
    return sorted({card for card in game.players[owner].hand if CARDS[card].suit in of})


def choose_card(game: Root, owner: Owner, key: str, clause: str, *of: str) -> Flow[str]:
    """10.5  Which card is revealed; asked also if there is only one kind, for nobody knows that (1.2.1)."""
    options = [Reveal(card) for card in cards_of(game, owner, *of)]
    secret = len(game.players[owner].hand) > 1
    choice = yield from ask(owner, key, clause, options, secret=secret)
    return choice.card


# --- 10.5.1 Build -----------------------------------------------------------------------------------------

NO_CARD = Refusal(
    "10.5", "You need a card of the clearing's suit to reveal. A bird is only a bird here (10.2.2)."
)
NO_SUCH_GARDEN = Refusal("10.5.1", "A garden has the suit of its clearing.")
NO_GARDEN_LEFT = Refusal("10.5.1", "No garden of that suit is left on its track.")
NOT_RULED = Refusal("10.5.1", "You must rule the clearing to build a garden there.")


@refuses(PlantGarden, "lizards")
def why_no_garden(game: Root, owner: Owner, wish: PlantGarden) -> Refusal | None:
    """10.5.1  A ruled clearing with a slot, a garden of its suit, and a card of its suit."""
    here = suits(game, wish.clearing) if wish.clearing in CLEARINGS else ()
    suit = next((s for s in here if GARDENS[s] == wish.kind), "")
    if not suit:
        return NO_SUCH_GARDEN
    if not garden_left(game, owner, suit):
        return NO_GARDEN_LEFT
    if not rules(game, owner, wish.clearing):
        return NOT_RULED
    if not cards_of(game, owner, *here):
        return NO_CARD
    return bars_building(game, owner, wish.clearing)


@does(PlantGarden, "lizards")
def plant(game: Root, owner: Owner, option: PlantGarden) -> Flow[None]:
    """10.5.1  Reveal a card of the clearing's suit and place the garden."""
    yield from reveal(game, owner, "10.5.1", *suits(game, option.clearing))
    place_building(game, owner, option.clearing, option.kind, "10.5.1")


def reveal(game: Root, owner: Owner, clause: str, *of: str) -> Flow[None]:
    """10.5  A card is revealed; it comes back in Evening (10.6.1)."""
    card = yield from choose_card(game, owner, "lizards.reveal", clause, *of)
    game.learned = True
    lay(game, owner, card, board(game, owner).revealed, REVEALED, clause)


# --- 10.5.2 Recruit ---------------------------------------------------------------------------------------

NO_WARRIOR = Refusal("1.5.1", "You have no warriors left in your supply.")
NO_CLEARING = Refusal("10.5.2", "Warriors are placed in clearings of the map.")


@refuses(RecruitRitual, "lizards")
def why_no_recruiting(game: Root, owner: Owner, wish: RecruitRitual) -> Refusal | None:
    """10.5.2  A warrior in supply, and a card of the clearing's suit."""
    if wish.clearing not in CLEARINGS:
        return NO_CLEARING
    if not game.players[owner].supply:
        return NO_WARRIOR
    if not cards_of(game, owner, *suits(game, wish.clearing)):
        return NO_CARD
    return bars_placing(game, owner, wish.clearing)


@does(RecruitRitual, "lizards")
def recruit(game: Root, owner: Owner, option: RecruitRitual) -> Flow[None]:
    """10.5.2  Reveal a card and place a warrior."""
    yield from reveal(game, owner, "10.5.2", *suits(game, option.clearing))
    place_warriors(game, owner, option.clearing, 1, "10.5.2")


# --- 10.5.3 Score -----------------------------------------------------------------------------------------

SCORED = Refusal("10.5.3", "You score each suit once a turn.")
NO_GARDENS = Refusal("10.5.3", "No garden of that suit is on the map.")
NO_CARD_TO_SPEND = Refusal(
    "10.5.3", "You need a card of that suit to spend. A bird is only a bird here (10.2.2)."
)


@refuses(ScoreRitual, "lizards")
def why_no_scoring(game: Root, owner: Owner, wish: ScoreRitual) -> Refusal | None:
    """10.5.3  Once a suit and turn, with a garden of it on the map and a card of it in hand."""
    if wish.suit not in SUITS or not gardens(game, owner, wish.suit):
        return NO_GARDENS
    if wish.suit in board(game, owner).scored:
        return SCORED
    return None if cards_of(game, owner, wish.suit) else NO_CARD_TO_SPEND


@does(ScoreRitual, "lizards")
def score_gardens(game: Root, owner: Owner, option: ScoreRitual) -> Flow[None]:
    """10.5.3  The card is spent, and the track of its suit scores."""
    card = yield from choose_card(game, owner, "lizards.spend", "10.5.3", option.suit)
    board(game, owner).scored.append(option.suit)
    discard(game, owner, card, "10.5.3")
    score(game, owner, PRINTED.tracks["points"][gardens(game, owner, option.suit)], "10.5.3")


# --- 10.5.4 Sacrifice -------------------------------------------------------------------------------------

NO_BIRD = Refusal("10.5.4", "A sacrifice needs a bird card.")


@refuses(Sacrifice, "lizards")
def why_no_sacrifice(game: Root, owner: Owner, wish: Sacrifice) -> Refusal | None:
    """10.5.4  A bird card, and a warrior in supply."""
    if not game.players[owner].supply:
        return NO_WARRIOR
    return None if cards_of(game, owner, BIRD) else NO_BIRD


@does(Sacrifice, "lizards")
def sacrifice(game: Root, owner: Owner, option: Sacrifice) -> Flow[None]:
    """10.5.4  A warrior from the supply becomes an acolyte."""
    yield from reveal(game, owner, "10.5.4", BIRD)
    own = board(game, owner)
    own.acolytes += take_warriors(game, owner, 1)
    game.note("lizards.acolyte", "10.5.4", owner=owner, acolytes=own.acolytes)
