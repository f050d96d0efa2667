"""RB 8  Logical Lizards, in the board's own order: setup, rituals in Daylight, Evening, and what they say to others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.flow import Flow
from engine.root.actions.battle import Side
from engine.root.clockwork.board import Clockwork, craft_item, order_suit, random_corner, say, skip
from engine.root.clockwork.buying import buy_item, find_site
from engine.root.clockwork.lizards.conspiracies import conspire_step, order_step
from engine.root.clockwork.lizards.souls import (
    BOT,
    SACRIFICE,
    TRACK,
    LogicalLizardsBoard,
    avenge,
    board,
    lose_souls,
    most_common,
    new_acolytes,
)
from engine.root.clockwork.vocabulary import enemy_buildings_in, most, of_suit, pick_clearing, prefer
from engine.root.data import CARDS
from engine.root.faction import Step, register
from engine.root.factions.lizards.souls import (
    BIRD,
    GARDENS,
    PRINTED,
    SUITS,
    garden_left,
    gardens,
    has_garden,
    lost_gardens,
)
from engine.root.happen import Reaction, Removed, settle
from engine.root.rule import neighbours, rules
from engine.root.setup.table import muster
from engine.root.state import CLEARINGS, Board, Owner, Root
from engine.root.verbs import (
    bars_building,
    bars_placing,
    discard_pile,
    place_building,
    place_warriors,
    put_in_discard,
    remove_warriors,
    score,
    take_from_deck,
    take_warriors,
)
from engine.root.view import BoardView, CardsView, TrackView

POINTS = BOT.tracks["points"]

# --- RB 8.3 Setup -----------------------------------------------------------------------------------------


def setup(game: Root, owner: Owner) -> Flow[None]:
    """RB 8.3.1 - RB 8.3.5  A corner with four warriors and a garden, a warrior in each neighbour, three Lost Souls.

    The marker lies on Sanctify, and the other gardens on their tracks, as the board is printed.
    """
    muster(game, owner, PRINTED.warriors)
    corner = yield from random_corner(game, owner)
    place_warriors(game, owner, corner, BOT.numbers["setup_warriors"], "RB 8.3.2")
    if bars_building(game, owner, corner) is None:
        place_building(game, owner, corner, GARDENS[game.suit(corner)], "RB 8.3.2")
    for clearing in neighbours(game, owner, corner):
        if bars_placing(game, owner, clearing) is None:
            place_warriors(game, owner, clearing, 1, "RB 8.3.2")
    for _ in range(BOT.numbers["lost_souls"]):
        yield from add_soul(game, owner, "RB 8.3.5")


def add_soul(game: Root, owner: Owner, clause: str) -> Flow[None]:
    """RB 8.3.5  The top card of the deck goes face up onto the Lost Souls."""
    cards = yield from take_from_deck(game, 1)
    board(game, owner).lost_souls += cards
    if cards:
        game.note("lizards.soul", clause, owner=owner, card=cards[0])


# --- RB 8.5 Daylight --------------------------------------------------------------------------------------


def rituals_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 8.5, R-LL-1  Reveal the top Lost Souls one by one; what is discarded meanwhile lies on top of them."""
    own = board(game, owner)
    for _ in range(BOARD.number(game, owner, "rituals")):
        say(game, owner, "RB 8.5", "ritual")
        if not own.lost_souls:
            skip(game, owner, "RB 8.5", "no Lost Souls left")
            break
        card = own.lost_souls.pop()
        own.revealed.append(card)
        game.note("lizards.ritual", "RB 8.5", owner=owner, card=card)
        if CARDS[card].suit == BIRD:
            yield from sacrifice(game, owner, card)
        else:
            yield from recruit(game, owner, CARDS[card].suit)
        yield from settle(game)
    return False


def recruit(game: Root, owner: Owner, suit: str) -> Flow[None]:
    """RB 8.5.1, R-LL-2, RB 9.7  A warrior in a clearing of this suit; where they rule then, also a garden.

    Without a warrior in supply the garden may come all the same. To have an open slot is yes or no. If only rule is
    missing for the garden, they may hire warriors.
    """
    where = pick_clearing(
        game,
        owner,
        of_suit(game, suit),
        prefer("an open slot", game.has_open_slot),  # RB 8.5.1.I
        most("enemy buildings", lambda c: enemy_buildings_in(game, owner, c)),  # RB 8.5.1.I
        legal=lambda c: bars_placing(game, owner, c) is None,
    )
    if where is None:
        return
    if game.players[owner].supply:
        place_warriors(game, owner, where, 1, "RB 8.5.1")
    if garden_left(game, owner, suit) and bars_building(game, owner, where) is None:
        site = yield from find_site(game, owner, lambda table: where if rules(table, owner, where) else None)
        if site is not None:
            place_building(game, owner, where, GARDENS[suit], "RB 8.5.1")


def sacrifice(game: Root, owner: Owner, card: str) -> Flow[None]:
    """RB 8.5.2  A warrior of their largest group becomes an acolyte; the card goes to the discard pile for good."""
    where = pick_clearing(
        game,
        owner,
        [c for c in CLEARINGS if game.warriors_of(owner, c)],
        most("of its warriors", lambda c: game.warriors_of(owner, c)),
    )
    if where is not None:
        remove_warriors(game, owner, where, 1, owner, SACRIFICE)
        yield from settle(game)
    if BOARD.has_trait(game, owner, "martyrs"):
        martyrs = take_warriors(game, owner, 1)
        if martyrs:
            new_acolytes(game, owner, martyrs, "RB 3.3.2", "lizards.martyr")
    board(game, owner).revealed.remove(card)
    game.note("discarded.pile", SACRIFICE, owner=owner, cards=(card,))
    put_in_discard(game, card, for_good=True)


# --- RB 8.6 Evening ---------------------------------------------------------------------------------------


def score_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 8.6.1, R-LL-3  Score the garden track of the order; a bird scores the track with the fewest gardens left."""
    say(game, owner, "RB 8.6.1", "score")
    suit = order_suit(game, owner)
    suits = SUITS if suit == BIRD else (suit,)
    best = max(suits, key=lambda suit: gardens(game, owner, suit))
    points = POINTS[gardens(game, owner, best)]
    if not points:
        skip(game, owner, "RB 8.6.1", "too few gardens of the order on the map")
    score(game, owner, points, "RB 8.6.1", GARDENS[best])
    yield from ()
    return False


def discard_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 8.6.2  What is left of the Lost Souls goes to the discard pile."""
    if board(game, owner).lost_souls:
        say(game, owner, "RB 8.6.2", "discard Lost Souls")
    discard_pile(game, owner, board(game, owner).lost_souls, "RB 8.6.2", for_good=True)
    yield from ()
    return False


def return_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 8.6.3  The revealed cards are Lost Souls again, the first one on top."""
    own = board(game, owner)
    own.lost_souls += reversed(own.revealed)
    if own.revealed:
        say(game, owner, "RB 8.6.3", "return")
        game.note("lizards.returned", "RB 8.6.3", owner=owner, cards=tuple(own.revealed))
    own.revealed = []
    yield from ()
    return False


def craft_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 8.6.4, RB 9.7  Reveal a card, craft its item if it can be had, and lay it onto the Lost Souls.

    For a card that cannot be crafted they may buy another, which takes its place, but never a bird.
    """
    say(game, owner, "RB 8.6.4", "craft")
    own = board(game, owner)
    cards = yield from take_from_deck(game, 1)
    own.revealed += cards
    for card in cards:
        game.note("lizards.turned-up", "RB 8.6.4", owner=owner, card=card)
        if not (yield from craft_item(game, owner, card)):
            bought = yield from buy_item(game, owner, lambda card: CARDS[card].suit != BIRD)
            if bought:
                yield from craft_item(game, owner, bought)
    own.lost_souls += own.revealed
    own.revealed = []
    return False


# --- the bot ----------------------------------------------------------------------------------------------


@register
class LogicalLizards(Clockwork):
    """RB 8  Logical Lizards."""

    id = "clockwork-lizards"
    name = BOT.name
    letter = BOT.letter
    bot = BOT
    steps = (
        Step("RB 8.4.1", "birdsong.order", order_step),
        Step("RB 8.4.2", "birdsong.conspiracies", conspire_step),
        Step("RB 8.5", "daylight.rituals", rituals_step),
        Step("RB 8.6.1", "evening.score", score_step),
        Step("RB 8.6.2", "evening.discard", discard_step),
        Step("RB 8.6.3", "evening.return", return_step),
        Step("RB 8.6.4", "evening.craft", craft_step),
    )
    reactions = (Reaction("RB 8.2.3", "lizards.gardens", Removed, lost_gardens, lose_souls, quiet=True),)

    def new_board(self) -> Board:
        return LogicalLizardsBoard()

    def setup(self, game: Root, owner: Owner) -> Flow[None]:
        """RB 8.3"""
        yield from setup(game, owner)

    def begin_turn(self, game: Root, owner: Owner) -> None:
        board(game, owner).fanatic = False

    def end_traits(self, game: Root, owner: Owner) -> Flow[None]:
        """Trait Erratic  At the end of the turn one more card for the Lost Souls."""
        if self.has_trait(game, owner, "erratic"):
            say(game, owner, "RB 3.3.2", "erratic")
            yield from add_soul(game, owner, "RB 3.3.2")

    # --- the map and battle

    def rules_outright(self, game: Root, me: Owner, clearing: int) -> bool:
        """RB 8.2.1  Pilgrims: they rule wherever a garden is."""
        return has_garden(game, me, clearing)

    def extra_hits(self, game: Root, me: Owner, side: Side) -> int:
        """Trait Fanatics  One more hit in the battle after a Convert."""
        ready = side.owner == me and side.attacks and board(game, me).fanatic
        return BOT.numbers["extra_hit"] if ready else 0

    # --- pieces and cards

    def takes_bought(self, game: Root, owner: Owner, seller: Owner, card: str) -> None:
        """RB 9.7  A card it bought takes the place of the one it could not craft, which is discarded."""
        own = board(game, owner)
        tried, own.revealed = own.revealed, [card]
        for one in tried:
            put_in_discard(game, one)

    def keeps_warriors(self, game: Root, me: Owner, of: Owner, warriors: int, removed: Removed | None) -> int:
        """RB 8.2.2, RB 8.5.2  Robot Revenge, and the warrior of a bird ritual."""
        if of != me or removed is None:
            return 0
        if removed.clause == SACRIFICE:
            new_acolytes(game, me, warriors, SACRIFICE)
            return warriors
        return avenge(game, me, removed)

    def keeps_discard(self, game: Root, me: Owner, card: str) -> bool:
        """RB 8.2.4  Every card that anybody spends or discards goes onto the Lost Souls."""
        board(game, me).lost_souls.append(card)
        return True

    def kept_warriors(self, game: Root, me: Owner) -> Mapping[Owner, int]:
        """RB 8.2.2  Acolytes."""
        return {me: board(game, me).acolytes}

    def kept_cards(self, game: Root, owner: Owner) -> Sequence[str]:
        """RB 8.2.4, RB 8.5  Lost Souls, and the cards revealed this turn."""
        own = board(game, owner)
        return [*own.lost_souls, *own.revealed]

    def public_board(self, game: Root, owner: Owner, seat: Owner | None) -> BoardView:
        """1.2.2  Everything lies open, the top card of the Lost Souls first."""
        own = board(game, owner)
        tracks = tuple(
            TrackView(
                kind=kind,
                total=PRINTED.buildings[kind],
                left=PRINTED.buildings[kind] - gardens(game, owner, suit),
                points=POINTS[1:],
            )
            for suit, kind in GARDENS.items()
        )
        cards = [CardsView(title="Souls from top", cards=tuple(reversed(own.lost_souls)))]
        if own.revealed:
            cards.append(CardsView(title="revealed", cards=tuple(own.revealed)))
        order = own.suit if game.active == owner and own.suit else most_common(own.lost_souls)
        texts = {"Order": order, "Next conspiracy": TRACK[(own.marker + 1) % len(TRACK)]}
        return BoardView(
            tracks=tracks,
            cards=tuple(cards),
            counts={"acolytes": own.acolytes},
            texts=texts | self.texts(game, owner),
        )


BOARD = LogicalLizards()
