"""13  Corvid Conspiracy: setup and turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.flow import Done, Flow, Option, ask
from engine.root.actions.battle import Fight, Side, battles
from engine.root.actions.craft import tool_at
from engine.root.actions.move import Move, moves, take_move
from engine.root.data import CARDS, TABLE
from engine.root.faction import BIRDSONG, DAYLIGHT, EVENING, Faction, Step, Tool, register
from engine.root.factions.corvids.plots import (
    BACK,
    EXTORTION,
    PLOTS,
    PRINTED,
    SNARED,
    CorvidBoard,
    Expose,
    FlipPlot,
    LayPlot,
    Trick,
    agents,
    allow_guessing,
    any_turn,
    board,
    choose_plot,
    draws_in_evening,
    end_guessing,
    exposures,
    face_up,
    flips,
    is_snared,
    lay_face_down,
    layings,
    lost_raid,
    one_each,
    open_exposures,
    own_plots,
    plot_cost,
    raid,
    raid_is_known,
    spring,
    tricks,
)
from engine.root.happen import Drew, Reaction, Removed, TurnEnded
from engine.root.menu import does, perform, refuses
from engine.root.rule import of_suit
from engine.root.setup.homeland import ANYWHERE, choose_homeland, homelands
from engine.root.setup.table import Clearing, muster
from engine.root.state import Board, Owner, Piece, Place, Root
from engine.root.turn import crafting, discard_step, draw_step, menu
from engine.root.verbs import bars_placing, discard, place_warriors, swap
from engine.root.view import BoardView, TrackView
from engine.root.voice import Pile
from engine.rules import Refusal

NUMBERS = PRINTED.numbers
ACTIONS_STEP, EXERT_STEP = "daylight.actions", "evening.exert"
CRAFT_STEP, FLIP_STEP, RECRUIT_STEP = "birdsong.craft", "birdsong.flip", "birdsong.recruit"
ACTIONS = (Move, LayPlot, Fight, Trick)


class RecruitWith(Option, frozen=True, tag="recruit_with"):
    """13.4.3  Spend this card; a warrior comes to each clearing of this suit."""

    PRIVATE = True

    card: str
    suit: str


# --- 13.3 Setup -------------------------------------------------------------------------------------------


def setup(game: Root, owner: Owner) -> Flow[None]:
    """13.3.1 - 13.3.2  Fifteen warriors and eight plots in supply; a warrior in a clearing of each suit."""
    muster(game, owner, PRINTED.warriors)
    yield from one_of_each_suit(game, owner, "13.3.2")


def homeland_setup(game: Root, owner: Owner) -> Flow[None]:
    """A.8.2  A homeland with a warrior and a plot of choice, then a warrior in a clearing of each suit."""
    muster(game, owner, PRINTED.warriors)
    home = yield from choose_homeland(game, owner, homelands(game, owner, ANYWHERE, bars=bars_placing))
    place_warriors(game, owner, home, 1, "A.8.2")
    kind = yield from choose_plot(game, owner, home, "A.8.2")
    lay_face_down(game, owner, home, kind, "A.8.2")
    yield from one_of_each_suit(game, owner, "A.8.2")


def one_of_each_suit(game: Root, owner: Owner, clause: str) -> Flow[None]:
    """13.3.2  Choose a clearing of each suit for a warrior."""
    for suit in TABLE.suit_markers:
        options = [Clearing(c) for c in of_suit(game, suit) if bars_placing(game, owner, c) is None]
        if options:
            choice = yield from ask(owner, "corvids.setup", clause, options, suit=suit)
            place_warriors(game, owner, choice.clearing, 1, clause)


# --- 13.4 Birdsong ----------------------------------------------------------------------------------------


def craft_step(game: Root, owner: Owner) -> Flow[bool]:
    """13.4.1  Craft with plots."""
    return (yield from crafting(game, owner, "corvids.craft", "13.4.1"))


def flip_step(game: Root, owner: Owner) -> Flow[bool]:
    """13.4.2  Flip any number of plots, one after the other."""
    options = flips(game, owner)
    if not options:
        return False
    return (yield from repeat(game, owner, "corvids.flip", "13.4.2", options))


def recruit_step(game: Root, owner: Owner) -> Flow[bool]:
    """13.4.3  Recruit once, for a card."""
    if board(game, owner).recruited or not game.players[owner].hand or not game.players[owner].supply:
        return False
    return (
        yield from repeat(game, owner, "corvids.recruit", "13.4.3", recruitings(game, owner), private=True)
    )


def repeat(
    game: Root, owner: Owner, key: str, clause: str, options: Sequence[Option], *, private: bool = False
) -> Flow[bool]:
    """13.4  One choice of a step of Birdsong; True to be asked again."""
    choice = yield from menu(game, owner, key, clause, options, private=private)
    if isinstance(choice, Done):
        return False
    yield from perform(game, owner, choice)
    return True


NOT_HELD = Refusal("13.4.3", "You do not hold that card.")
OTHER_SUIT = Refusal(
    "13.4.3", "Warriors come to the clearings of the card's suit; a bird lets you choose the suit."
)
RECRUITED = Refusal("13.4.3", "You recruit once a turn.")
NO_WARRIOR = Refusal("1.5.1", "You have no warriors left in your supply.")
NO_ROOM = Refusal("13.4.3", "You can place no warrior in any clearing of that suit.")


@refuses(RecruitWith, "corvids")
def why_no_recruiting(game: Root, owner: Owner, wish: RecruitWith) -> Refusal | None:
    """13.4.3  A card of that suit or a bird, once a turn, and somebody to place somewhere."""
    if board(game, owner).recruited:
        return RECRUITED
    if wish.card not in game.players[owner].hand:
        return NOT_HELD
    if CARDS[wish.card].suit not in (wish.suit, "bird") or wish.suit not in TABLE.suit_markers:
        return OTHER_SUIT
    if not game.players[owner].supply:
        return NO_WARRIOR
    if all(bars_placing(game, owner, c) for c in of_suit(game, wish.suit)):
        return NO_ROOM
    return None


def recruitings(game: Root, owner: Owner) -> list[RecruitWith]:
    """13.4.3  Every card with every suit it can stand for."""
    wishes = [
        RecruitWith(card, suit)
        for card in sorted(set(game.players[owner].hand))
        for suit in TABLE.suit_markers
    ]
    return [wish for wish in wishes if why_no_recruiting(game, owner, wish) is None]


@does(RecruitWith, "corvids")
def recruit(game: Root, owner: Owner, option: RecruitWith) -> Flow[None]:
    """13.4.3  Spend the card; a warrior in every clearing of the suit."""
    board(game, owner).recruited = True
    discard(game, owner, option.card, "13.4.3")
    yield from one_each(game, owner, of_suit(game, option.suit), "corvids.recruits", "13.4.3")


# --- 13.5 Daylight ----------------------------------------------------------------------------------------


def actions(game: Root, owner: Owner) -> list[Option]:
    """13.5.1 - 13.5.4  Every action: move, plot, battle, trick."""
    return [*moves(game, owner), *layings(game, owner), *battles(game, owner), *tricks(game, owner)]


def daylight(game: Root, owner: Owner) -> Flow[bool]:
    """13.5  Up to three actions, in any mix."""
    left = actions_left(game, owner)
    options = actions(game, owner) if left else []
    cost = plot_cost(game, owner)
    choice = yield from menu(game, owner, "corvids.daylight", "13.5", options, left=left, cost=cost)
    if isinstance(choice, Done):
        return False
    if isinstance(choice, ACTIONS):
        board(game, owner).actions += 1
    yield from act(game, owner, choice)
    return True


def actions_left(game: Root, owner: Owner) -> int:
    """13.5  Three actions, less those taken."""
    return NUMBERS["actions"] - board(game, owner).actions


def act(game: Root, owner: Owner, choice: Option) -> Flow[None]:
    """13.5.1  A move is a move of the Corvids; everything else says for itself what it is."""
    if isinstance(choice, Move):
        yield from take_move(game, owner, choice, "13.5.1")
    else:
        yield from perform(game, owner, choice)


@does(Trick, "corvids")
def trick(game: Root, owner: Owner, option: Trick) -> Flow[None]:
    """13.5.4, G.1.32  The two plots trade places."""
    plots = own_plots(game, owner)
    swap(game, plots[option.first], option.first, plots[option.second], option.second, "13.5.4")
    yield from ()


# --- 13.6 Evening -----------------------------------------------------------------------------------------


def exert(game: Root, owner: Owner) -> Flow[bool]:
    """13.6.1  One more action instead of the draw."""
    own = board(game, owner)
    options = [] if own.exerted else actions(game, owner)
    cards = draws(game, owner)
    if not options:
        return False
    cost = plot_cost(game, owner)
    choice = yield from menu(game, owner, "corvids.exert", "13.6.1", options, cards=cards, cost=cost)
    if isinstance(choice, Done):
        return False
    if isinstance(choice, ACTIONS):
        own.exerted = True
        game.note("corvids.exert", "13.6.1", owner=owner)
    yield from act(game, owner, choice)
    return True


def draws(game: Root, owner: Owner) -> int:
    """13.6.2, 13.7.3  One card, and one for each face-up extortion."""
    return NUMBERS["draw"] + NUMBERS["draw_per_extortion"] * len(face_up(game, owner, EXTORTION))


def draw_unless_exerted(game: Root, owner: Owner) -> Flow[bool]:
    """13.6.1 - 13.6.2  Who exerted does not draw."""
    if board(game, owner).exerted:
        return False
    return (yield from draw_step(game, owner))


# --- the faction ------------------------------------------------------------------------------------------

FLIP_LATER = Refusal("13.4.2", "Plots are flipped in Birdsong, after crafting.")
RECRUIT_LATER = Refusal("13.4.3", "You recruit in Birdsong, after flipping plots.")
NO_ACTIONS = Refusal("13.5", "You have taken your three actions.")
ACTIONS_LATER = Refusal("13.5", "You move, plot, battle and trick in Daylight.")
HAS_EXERTED = Refusal("13.6.1", "You have exerted already.")


def tools(game: Root, owner: Owner) -> list[Tool]:
    """13.2.1  Plots, either way up."""
    used = game.players[owner].activated
    return [tool_at(game, c) for c in own_plots(game, owner) if c not in used]


@register
class Corvids(Faction):
    """13  Corvid Conspiracy."""

    id = "corvids"
    name = PRINTED.name
    letter = PRINTED.letter
    craft_phase = BIRDSONG
    steps = (
        Step("13.4.1", CRAFT_STEP, craft_step),
        Step("13.4.2", FLIP_STEP, flip_step),
        Step("13.4.3", RECRUIT_STEP, recruit_step),
        Step("13.5", ACTIONS_STEP, daylight),
        Step("13.6.1", EXERT_STEP, exert),
        Step("13.6.2", "evening.draw", draw_unless_exerted),
        Step("13.6.2", "evening.discard", discard_step),
    )
    reactions: ClassVar = (
        Reaction("13.7.4", "corvids.known", Removed, lost_raid, raid_is_known, quiet=True),
        Reaction("13.7.4", "corvids.raid", Removed, lost_raid, raid),
        Reaction("13.2.4", "corvids.drew", Drew, draws_in_evening, end_guessing, quiet=True),
        Reaction("13.2.4", "corvids.turn", TurnEnded, any_turn, allow_guessing, quiet=True),
    )

    reveals: ClassVar = ("corvids.raid", "corvids.exposed", "corvids.not_exposed")

    def new_board(self) -> Board:
        return CorvidBoard()

    def setup(self, game: Root, owner: Owner) -> Flow[None]:
        """13.3"""
        yield from setup(game, owner)

    def homeland_setup(self, game: Root, owner: Owner) -> Flow[None]:
        """A.8.2"""
        yield from homeland_setup(game, owner)

    def begin_turn(self, game: Root, owner: Owner) -> None:
        own = board(game, owner)
        own.actions, own.placed, own.recruited, own.exerted = 0, 0, False, False

    def draws(self, game: Root, owner: Owner) -> int:
        """13.6.2"""
        return draws(game, owner)

    def never(self, game: Root, owner: Owner, kind: type[Option]) -> bool:
        """13.2.4  Its plots are for others to expose."""
        return kind is Expose

    def why_not(self, game: Root, owner: Owner, wish: Option) -> Refusal | None:
        """13.4 - 13.6  Each action has its own part of the turn."""
        if isinstance(wish, FlipPlot):
            return FLIP_LATER
        if isinstance(wish, RecruitWith):
            return RECRUIT_LATER
        if isinstance(wish, ACTIONS):
            if board(game, owner).exerted:
                return HAS_EXERTED
            return ACTIONS_LATER if actions_left(game, owner) else NO_ACTIONS
        return None

    # --- others' turns

    def offers(self, game: Root, me: Owner, owner: Owner, moment: str) -> Sequence[Option]:
        """13.2.4  Exposure: between the actions of an enemy's own turn."""
        return exposures(game, me, owner) if moment in (BIRDSONG, DAYLIGHT, EVENING) else ()

    def may_offer(self, game: Root, me: Owner, owner: Owner, moment: str) -> bool:
        """13.2.4, 1.2.1  Whether a card matches is hidden; everything else about a guess is not."""
        return moment in (BIRDSONG, DAYLIGHT, EVENING) and bool(open_exposures(game, me, owner))

    # --- the map

    def waives_rule_to_move(
        self, game: Root, me: Owner, mover: Owner, origin: Place, to: Place, boat: bool
    ) -> bool:
        """13.2.3  Nimble."""
        return mover == me

    def bars_placing(self, game: Root, me: Owner, placer: Owner, place: Place) -> Refusal | None:
        """13.7.2  Enemies place nothing where a snare is."""
        return SNARED if is_snared(game, me, placer, place) else None

    def bars_leaving(self, game: Root, me: Owner, mover: Owner, origin: Place) -> Refusal | None:
        """13.7.2  Enemies do not leave where a snare is."""
        return SNARED if is_snared(game, me, mover, origin) else None

    def springs(self, game: Root, me: Owner, bot: Owner, place: Place) -> bool:
        """RB 11.8.2  Bots heed no snare, and spring it."""
        return spring(game, me, bot, place)

    def extra_hits(self, game: Root, me: Owner, side: Side) -> int:
        """13.2.5  Embedded Agents."""
        return agents(game, me, side)

    # --- craft

    def tools(self, game: Root, owner: Owner) -> list[Tool]:
        """13.2.1"""
        return tools(game, owner)

    def crafting_clearings(self, game: Root, owner: Owner) -> list[int]:
        return list(own_plots(game, owner))

    # --- pieces

    def piece_removed(self, game: Root, me: Owner, piece: Piece, place: Place) -> None:
        """13.2.2.I  A plot that leaves the map goes back to the supply, unseen."""
        board(game, me).plots.append(piece.kind)

    def shown_as(self, game: Root, me: Owner, piece: Piece, seat: Owner | None) -> str:
        """13.2.2.I  Only the Corvids look at their face-down plots."""
        return piece.kind if not piece.hidden or seat == me else BACK

    def hidden_piles(self, game: Root, me: Owner) -> Sequence[Pile]:
        """13.2.2.I  The plots in supply, which could as well lie on the map."""
        return (Pile(things=board(game, me).plots, group=f"{me}:{BACK}", seen_by=(me,)),)

    def public_board(self, game: Root, me: Owner, seat: Owner | None) -> BoardView:
        """13.2.2.I  Everybody sees how many plots are in supply; only the Corvids see which."""
        own = board(game, me)
        total = sum(PRINTED.tokens.values())
        tracks: tuple[TrackView, ...] = (TrackView(kind=BACK, total=total, left=len(own.plots)),)
        if seat == me:
            tracks = tuple(
                TrackView(kind=kind, total=PRINTED.tokens[kind], left=own.plots.count(kind)) for kind in PLOTS
            )
        counts = {}
        if game.active == me and game.cursor.step == ACTIONS_STEP:
            counts = {"actions": actions_left(game, me)}
        return BoardView(tracks=tracks, counts=counts)
