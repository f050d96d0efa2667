"""RB 5  Electric Eyrie, in the board's own order."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.flow import Flow
from engine.root import data
from engine.root.actions.battle import Battle, Side, battle
from engine.root.actions.move import take_move
from engine.root.clockwork.board import (
    Clockwork,
    ClockworkBoard,
    craft_order,
    ordered,
    random_corner,
    reveal_order,
    say,
    skip,
)
from engine.root.clockwork.buying import find_site
from engine.root.clockwork.vocabulary import (
    bot_moves,
    by_priority,
    enemies_in,
    enemy_pieces_in,
    fewest,
    has_battle,
    hostile,
    most,
    of_suit,
    pick_clearing,
    pick_player,
    pieces_of,
    points,
    prefer,
)
from engine.root.faction import EVENING, Step, register
from engine.root.happen import Reaction, Removed, settle
from engine.root.rule import rule_values, rules
from engine.root.setup.table import muster
from engine.root.state import CLEARINGS, Board, Owner, Root
from engine.root.turn import skip_to
from engine.root.verbs import (
    Taking,
    bars_building,
    bars_placing,
    lose_points,
    place_building,
    place_warriors,
    put_in_discard,
    remove,
    score,
    springs_trap,
)
from engine.root.view import BoardView, CardsView, TrackView


class ElectricEyrieFacts(data.Bot, frozen=True, kw_only=True):
    """RB 5.4, RB 5.5  The columns of its decree."""

    columns: tuple[data.Suit, ...]


BOT = data.facts("clockwork", "eyrie", ElectricEyrieFacts)
PRINTED = data.FACTIONS["eyrie"]
ROOST = "roost"
VIZIER = "loyal-vizier"
BIRD_AMBUSH = next(id for id, card in data.CARDS.items() if (card.kind, card.suit) == ("ambush", "bird"))
COLUMNS = BOT.columns
SWOOP = 2


class ElectricEyrieBoard(ClockworkBoard, tag="clockwork-eyrie", kw_only=True):
    """The Decree: a column of cards for each suit, and the column that is being resolved."""

    decree: dict[str, list[str]] = msgspec.field(default_factory=lambda: {str(c): [] for c in COLUMNS})
    battling: str = ""


def board(game: Root, owner: Owner) -> ElectricEyrieBoard:
    own = game.boards[owner]
    assert isinstance(own, ElectricEyrieBoard)
    return own


def has_roost(game: Root, owner: Owner, clearing: int) -> bool:
    return game.has_building(owner, ROOST, clearing)


def columns(game: Root, owner: Owner) -> list[tuple[str, int]]:
    """RB 5.5.1  The columns with cards, left to right, with their number of cards."""
    decree = board(game, owner).decree
    return [(str(column), len(decree[column])) for column in COLUMNS if decree[column]]


# --- RB 5.3 Setup -----------------------------------------------------------------------------------------


def setup(game: Root, owner: Owner) -> Flow[None]:
    """RB 5.3.1 - RB 5.3.4  A random corner; viziers in the bird column."""
    muster(game, owner, PRINTED.warriors)
    corner = yield from random_corner(game, owner)
    place_building(game, owner, corner, ROOST, "RB 5.3.2")
    place_warriors(game, owner, corner, BOT.numbers["setup_warriors"], "RB 5.3.2")
    decree = board(game, owner).decree
    decree["bird"] = [VIZIER] * BOARD.number(game, owner, "viziers") + decree["bird"]


def take_ambush(game: Root, owner: Owner) -> None:
    """RB 3.3.1  On higher levels an ambush from the deck lies in the bird column, before hands are dealt."""
    for _ in range(BOARD.number(game, owner, "bird_ambushes")):
        if BIRD_AMBUSH in game.deck:
            game.deck.remove(BIRD_AMBUSH)
            board(game, owner).decree["bird"].append(BIRD_AMBUSH)


# --- RB 5.4 Birdsong --------------------------------------------------------------------------------------


def add_order(game: Root, owner: Owner) -> Flow[bool]:
    """RB 5.4.3  The order card joins the Decree in the column of its suit."""
    own = board(game, owner)
    if own.order:
        say(game, owner, "RB 5.4.3", "decree")
        own.decree[own.suit].append(own.order)
        game.note("bot.decree", "RB 5.4.3", owner=owner, card=own.order, column=own.suit)
        own.order = ""
    yield from ()
    return False


def new_roost(game: Root, owner: Owner) -> Flow[bool]:
    """RB 5.4.4, R-EE-1  Without a roost: one with four warriors in the best ordered clearing, or turmoil."""
    if game.on_map(owner, ROOST):
        return False
    say(game, owner, "RB 5.4.4", "new roost")
    warriors = BOT.numbers["new_roost_warriors"]
    site = None
    if game.players[owner].supply >= warriors:
        site = pick_clearing(
            game,
            owner,
            ordered(game, owner),
            legal=lambda c: bars_building(game, owner, c) is None,
        )
    if site is None or not place_building(game, owner, site, ROOST, "RB 5.4.4"):
        turmoil(game, owner)
        return False
    place_warriors(game, owner, site, warriors, "RB 5.4.4")
    yield from ()
    return False


# --- RB 5.5 Daylight --------------------------------------------------------------------------------------


def recruit_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 5.5.1.I  Each column recruits where its roost meets the most enemies."""
    for column, count in columns(game, owner):
        say(game, owner, "RB 5.5.1.I", "recruit", column)
        site = pick_clearing(
            game,
            owner,
            [c for c in of_suit(game, column) if has_roost(game, owner, c)],
            most("enemy pieces", lambda c: enemy_pieces_in(game, owner, c)),  # RB 5.5.1.I.a
            fewest("of its warriors", lambda c: game.warriors_of(owner, c)),  # RB 5.5.1.I.b
            legal=lambda c: bars_placing(game, owner, c) is None,
            lowest=True,  # RB 5.5.1.I.c
        )
        if site and springs_trap(game, owner, site):
            continue
        if site is None:
            skip(game, owner, "RB 5.5.1.I", "no roost there that can take warriors")
        elif not game.players[owner].supply:
            skip(game, owner, "RB 5.5.1.I", "no warriors in the supply")
        placed = place_warriors(game, owner, site, count, "RB 5.5.1.I") if site else 0
        if placed < count and BOARD.has_trait(game, owner, "nobility"):  # R-EE-2
            turmoil(game, owner)
            break
    yield from ()
    return False


def move_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 5.5.1.II  Each column moves its surplus from its strongest ruled clearing."""
    for column, count in columns(game, owner):
        say(game, owner, "RB 5.5.1.II", "move", column)
        origin = pick_clearing(
            game,
            owner,
            [c for c in of_suit(game, column) if rules(game, owner, c)],
            most("of its warriors", lambda c: game.warriors_of(owner, c)),
            legal=lambda c, n=count: (  # type: ignore[misc]
                game.warriors_of(owner, c) > staying(game, owner, c, n) and bool(bot_moves(game, owner, c))
            ),
        )
        if origin is None:
            skip(game, owner, "RB 5.5.1.II", "rules no clearing there with warriors to spare")
            continue
        open_moves = bot_moves(game, owner, origin)
        to = pick_clearing(
            game,
            owner,
            open_moves,
            prefer("no roost", lambda c: not has_roost(game, owner, c)),
            fewest("enemy pieces", lambda c: enemy_pieces_in(game, owner, c)),  # RB 5.5.1.II.a
            lowest=True,  # RB 5.5.1.II.b
        )
        assert to is not None
        moving = game.warriors_of(owner, origin) - staying(game, owner, origin, count)
        move = msgspec.structs.replace(open_moves[to], warriors=moving)
        yield from take_move(game, owner, move, "RB 5.5.1.II")
    return False


def staying(game: Root, owner: Owner, clearing: int, count: int) -> int:
    """RB 5.5.1.II  As many as the column has cards, and as many as are needed to rule the clearing."""
    values = rule_values(game, clearing)
    others = max((value for other, value in values.items() if other != owner), default=0)
    roosts = len(game.buildings_of(owner, clearing))
    needed = max(others - roosts, 0 if roosts else 1)
    return max(needed, count)


def battle_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 5.5.1.III  Each column battles once."""
    own = board(game, owner)
    for column, _ in columns(game, owner):
        say(game, owner, "RB 5.5.1.III", "battle", column)
        where = pick_clearing(
            game,
            owner,
            [c for c in of_suit(game, column) if has_battle(game, owner, c)],
            prefer("no roost", lambda c: not has_roost(game, owner, c)),  # RB 5.5.1.III.a
            most("defenseless enemy buildings", lambda c: defenseless(game, owner, c)),  # RB 5.5.1.III.b
            lowest=True,  # RB 5.5.1.III.c
        )
        if where is None:
            skip(game, owner, "RB 5.5.1.III", "nobody to battle there")
            continue
        defender = choose_defender(game, owner, where)
        own.battling = column
        yield from battle(game, owner, where, defender)
        own.battling = ""
    return False


def choose_defender(game: Root, owner: Owner, where: int) -> Owner:
    """RB 5.5.1.III.d-e  The enemy with the most buildings there, then pieces, then points."""
    defender = pick_player(
        game,
        owner,
        enemies_in(game, owner, where),
        most("buildings there", lambda enemy: len(game.buildings_of(enemy, where))),
        most("pieces there", lambda enemy: pieces_of(game, enemy, where)),  # RB 5.5.1.III.d
        most("points", lambda enemy: points(game, enemy)),  # RB 5.5.1.III.e
    )
    assert defender is not None
    return defender


def defenseless(game: Root, owner: Owner, clearing: int) -> int:
    """Enemy buildings whose owner has no warrior there; among bots that play together, only of people (RB 3)."""
    return sum(
        len(game.buildings_of(enemy, clearing))
        for enemy in hostile(game, owner)
        if not game.warriors_of(enemy, clearing)
    )


def relentless_step(game: Root, owner: Owner) -> Flow[bool]:
    """Trait Relentless  Remove defenseless enemy buildings and tokens wherever it has a warrior."""
    if not BOARD.has_trait(game, owner, "relentless"):
        return False
    say(game, owner, "RB 3.3.2", "relentless")
    takings = []
    for clearing in by_priority(game, CLEARINGS):
        if not game.warriors_of(owner, clearing):
            continue
        pieces = [
            piece
            for enemy in hostile(game, owner)
            if not game.warriors_of(enemy, clearing)
            for piece in game.buildings_of(enemy, clearing) + game.tokens_of(enemy, clearing)
        ]
        takings.append(Taking(clearing, (), tuple(pieces), owner))
    if not any(taking.pieces for taking in takings):
        skip(game, owner, "RB 3.3.2", "nothing undefended where it has warriors")
    remove(game, takings, "RB 3.3.2")
    yield from settle(game)
    return False


def build_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 5.5.2  A roost in the best ruled clearing without one; if it cannot, turmoil."""
    say(game, owner, "RB 5.5.2", "build")
    site = None
    if game.on_map(owner, ROOST) < PRINTED.buildings[ROOST]:
        site = yield from find_site(game, owner, lambda table: roost_site(table, owner))
    if site is None or not place_building(game, owner, site, ROOST, "RB 5.5.2"):
        turmoil(game, owner)
    return False


def roost_site(game: Root, owner: Owner) -> int | None:
    """RB 5.5.2  The best ruled clearing without a roost."""
    return pick_clearing(
        game,
        owner,
        [c for c in CLEARINGS if rules(game, owner, c) and not has_roost(game, owner, c)],
        legal=lambda c: bars_building(game, owner, c) is None,
    )


def swoop_step(game: Root, owner: Owner) -> Flow[bool]:
    """Trait Swoop, R-EE-3  At the end of Daylight two warriors where it has no piece."""
    if BOARD.has_trait(game, owner, "swoop"):
        say(game, owner, "RB 3.3.2", "swoop")
        site = pick_clearing(
            game,
            owner,
            [c for c in CLEARINGS if not game.has_piece(owner, c)],
            legal=lambda c: bars_placing(game, owner, c) is None,
        )
        if site:
            place_warriors(game, owner, site, SWOOP, "RB 3.3.2")
        else:
            skip(game, owner, "RB 3.3.2", "it has pieces in every clearing it may enter")
    yield from ()
    return False


# --- RB 5.6 Evening, RB 5.7 Turmoil -----------------------------------------------------------------------


def score_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 5.6  Score the roosts."""
    say(game, owner, "RB 5.6", "score")
    score(game, owner, BOT.tracks["points"][game.on_map(owner, ROOST)], "RB 5.6")
    yield from ()
    return False


def turmoil(game: Root, owner: Owner) -> None:
    """RB 5.7  Humiliate, purge, rest."""
    own = board(game, owner)
    game.note("bot.turmoil", "RB 5.7", owner=owner)
    birds = len(own.decree["bird"])
    if BOARD.has_trait(game, owner, "nobility"):
        score(game, owner, birds, "RB 3.3.2", "nobility")
    else:
        lose_points(game, owner, birds, "RB 5.7.1")
    purged = [card for column in COLUMNS for card in own.decree[column] if card != VIZIER]
    if purged:  # RB 5.7.2
        game.note("bot.purged", "RB 5.7.2", owner=owner, cards=tuple(purged))
    for column in COLUMNS:
        own.decree[column] = [card for card in own.decree[column] if card == VIZIER]
    for card in purged:
        put_in_discard(game, card)
    skip_to(game, EVENING)  # RB 5.7.3


# --- traits -----------------------------------------------------------------------------------------------


def taxes(game: Root, owner: Owner, removed: Removed) -> bool:
    """Trait War Tax  It removed an enemy building or token."""
    return removed.by == owner and bool(removed.pieces) and BOARD.has_trait(game, owner, "war-tax")


def war_tax(game: Root, owner: Owner, removed: Removed) -> Flow[None]:
    """Trait War Tax  The owner of each building or token loses a point."""
    for piece in removed.pieces:
        if piece.owner in game.players and piece.owner != owner:
            lose_points(game, piece.owner, 1, "RB 3.3.2")
    yield from ()


# --- the bot ----------------------------------------------------------------------------------------------


@register
class ElectricEyrie(Clockwork):
    """RB 5  Electric Eyrie."""

    id = "clockwork-eyrie"
    name = BOT.name
    letter = BOT.letter
    bot = BOT
    steps = (
        Step("RB 5.4.1", "birdsong.order", reveal_order),
        Step("RB 5.4.2", "birdsong.craft", craft_order),
        Step("RB 5.4.3", "birdsong.decree", add_order),
        Step("RB 5.4.4", "birdsong.roost", new_roost),
        Step("RB 5.5.1.I", "daylight.recruit", recruit_step),
        Step("RB 5.5.1.II", "daylight.move", move_step),
        Step("RB 5.5.1.III", "daylight.battle", battle_step),
        Step("RB 3.3.2", "daylight.relentless", relentless_step),
        Step("RB 5.5.2", "daylight.build", build_step),
        Step("RB 3.3.2", "daylight.swoop", swoop_step),
        Step("RB 5.6", "evening.score", score_step),
    )
    reactions = (Reaction("RB 3.3.2", "eyrie.war-tax", Removed, taxes, war_tax, quiet=True),)

    def new_board(self) -> Board:
        return ElectricEyrieBoard()

    def setup(self, game: Root, owner: Owner) -> Flow[None]:
        """RB 5.3"""
        yield from setup(game, owner)

    def before_hands(self, game: Root, owner: Owner) -> None:
        """RB 3.3.1"""
        take_ambush(game, owner)

    def begin_turn(self, game: Root, owner: Owner) -> None:
        board(game, owner).battling = ""

    def wins_ties(self, game: Root, me: Owner, clearing: int) -> Owner:
        """RB 5.2.1  With a piece of its own there."""
        return me if game.has_piece(me, clearing) else ""

    def extra_hits(self, game: Root, me: Owner, side: Side) -> int:
        """RB 5.5.1.III  One more hit for the column with the most cards; Focused: also when tied."""
        fought: Battle = side.battle
        own = board(game, me)
        if side.owner != me or not side.attacks or not own.battling or fought.attacker is not side:
            return 0
        mine = len(own.decree[own.battling])
        longest = max(len(cards) for column, cards in own.decree.items() if column != own.battling)
        tied = mine == longest and self.has_trait(game, side.owner, "focused")
        return BOT.numbers["extra_hit"] if mine > longest or tied else 0

    def kept_cards(self, game: Root, owner: Owner) -> Sequence[str]:
        """RB 5.4.3  The order card and the Decree it joins; viziers are not cards of the deck."""
        decree = [card for cards in board(game, owner).decree.values() for card in cards if card != VIZIER]
        return [*super().kept_cards(game, owner), *decree]

    def public_board(self, game: Root, owner: Owner, seat: Owner | None) -> BoardView:
        own = board(game, owner)
        track = TrackView(
            kind=ROOST,
            total=PRINTED.buildings[ROOST],
            left=PRINTED.buildings[ROOST] - game.on_map(owner, ROOST),
            points=BOT.tracks["points"][1:],
        )
        decree = tuple(CardsView(title=str(c).title(), cards=tuple(own.decree[c])) for c in COLUMNS)
        cards = (*self.order_view(game, owner), *decree)
        return BoardView(tracks=(track,), cards=cards, texts=self.texts(game, owner))


BOARD = ElectricEyrie()
