"""RB 11  Cogwheel Corvids, in the board's own order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from engine.flow import Flow
from engine.root.actions.battle import Side, battle
from engine.root.actions.move import take_move
from engine.root.clockwork.board import (
    Clockwork,
    craft_order,
    discard_order,
    ordered,
    reveal_order,
    say,
    skip,
)
from engine.root.clockwork.corvids.plots import (
    BOT,
    CogwheelCorvidBoard,
    back_up,
    board,
    draw_plot,
    flip_plots,
    lost_plot,
    raid,
    springs,
)
from engine.root.clockwork.vocabulary import (
    battles_in,
    bot_moves,
    by_priority,
    most,
    pick_clearing,
    pick_player,
    points,
    prefer,
)
from engine.root.data import TABLE
from engine.root.faction import Step, register
from engine.root.factions.corvids.plots import (
    BACK,
    EXTORTION,
    PRINTED,
    SNARED,
    agents,
    face_up,
    is_snared,
    lost_raid,
    plot_in,
    raid_is_known,
)
from engine.root.happen import Reaction, Removed, settle
from engine.root.rule import of_suit
from engine.root.setup.table import muster
from engine.root.state import CLEARINGS, Board, Owner, Piece, Place, Root
from engine.root.verbs import bars_placing, place_token, place_warriors, remove_warriors, score
from engine.root.view import BoardView, TrackView
from engine.root.voice import Pile
from engine.rules import Refusal

NUMBERS = BOT.numbers


def setup(game: Root, owner: Owner) -> Flow[None]:
    """RB 11.3.1 - RB 11.3.2  Warriors and plots in supply; a warrior in the last clearing of each suit."""
    muster(game, owner, PRINTED.warriors)
    for suit in TABLE.suit_markers:
        for clearing in by_priority(game, of_suit(game, suit), lowest=True):
            if bars_placing(game, owner, clearing) is None:
                place_warriors(game, owner, clearing, 1, "RB 11.3.2")
                break
    yield from ()


# --- RB 11.4 Birdsong -------------------------------------------------------------------------------------


def recruit_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 11.4.3, RB 11.4.3.I  In two ordered clearings, first without a plot, then with the most warriors."""
    if game.players[owner].supply:
        say(game, owner, "RB 11.4.3", "recruit")
    chosen: list[int] = []
    while len(chosen) < NUMBERS["recruit_clearings"] and (yield from has_recruit(game, owner)):
        site = pick_clearing(
            game,
            owner,
            [c for c in ordered(game, owner) if c not in chosen],
            prefer("no plot", lambda c: plot_in(game, c) is None),
            most("of its warriors", lambda c: game.warriors_of(owner, c)),
            legal=lambda c: bars_placing(game, owner, c) is None,
        )
        if site is None:
            skip(game, owner, "RB 11.4.3", "no ordered clearing where it may place")
            break
        yield from recruit(game, owner, site, BOARD.number(game, owner, "recruit"))
        chosen.append(site)
    return False


def recruit(game: Root, owner: Owner, site: int, count: int) -> Flow[None]:
    """RB 11.4.3  Place these warriors; when the supply runs out in between, RB 11.4.3.II finds more."""
    while count and (yield from has_recruit(game, owner)):
        count -= place_warriors(game, owner, site, count, "RB 11.4.3")


def has_recruit(game: Root, owner: Owner) -> Flow[bool]:
    """RB 11.4.3.II  Is there a warrior to place? With none in supply, The Plot Thickens first."""
    if not game.players[owner].supply:
        yield from thicken(game, owner)
        say(game, owner, "RB 11.4.3", "recruit")
        skip(game, owner, "RB 11.4.3", "no warriors in the supply")
    return bool(game.players[owner].supply)


def flip_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 11.4.4"""
    say(game, owner, "RB 11.4.4", "flip plots")
    yield from flip_plots(game, owner)
    return False


# --- RB 11.5 Daylight -------------------------------------------------------------------------------------


def battle_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 11.5.1  In every ordered clearing with two warriors or more."""
    say(game, owner, "RB 11.5.1", "battle")
    skip(game, owner, "RB 11.5.1", "nobody to battle in an ordered clearing with two of its warriors")
    for clearing in ordered(game, owner):
        if game.warriors_of(owner, clearing) >= NUMBERS["battle_warriors"]:
            yield from attack(game, owner, clearing)
    return False


def attack(game: Root, owner: Owner, clearing: int) -> Flow[None]:
    """RB 11.5.1.I  Against the most buildings and tokens, then the most points."""
    defender = pick_player(
        game,
        owner,
        battles_in(game, owner, clearing),
        most(
            "buildings and tokens there",
            lambda enemy: len(game.buildings_of(enemy, clearing) + game.tokens_of(enemy, clearing)),
        ),
        most("points", lambda enemy: points(game, enemy)),
    )
    if defender:
        yield from battle(game, owner, clearing, defender)


def move_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 11.5.2  From every ordered clearing with a face-up plot, all but two."""
    say(game, owner, "RB 11.5.2", "move")
    skip(game, owner, "RB 11.5.2", "no more than two warriors beside a face-up plot in an ordered clearing")
    for origin in ordered(game, owner):
        if origin in face_up(game, owner):
            yield from spread_out(game, owner, origin)
    return False


def spread_out(game: Root, owner: Owner, origin: int) -> Flow[None]:
    """RB 11.5.2.I - RB 11.5.2.II, R-CR-1  To where no plot is and most of them are; else to the lowest priority."""
    surplus = game.warriors_of(owner, origin) - NUMBERS["leave_behind"]
    if surplus <= 0:
        return
    open_moves = bot_moves(game, owner, origin)
    to = pick_clearing(
        game,
        owner,
        [c for c in open_moves if plot_in(game, c) is None],
        most("of its warriors", lambda c: game.warriors_of(owner, c)),
    )
    if to is None:
        to = pick_clearing(game, owner, open_moves, lowest=True)
    if to is not None:
        move = msgspec.structs.replace(open_moves[to], warriors=surplus)
        yield from take_move(game, owner, move, "RB 11.5.2")


def plot_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 11.5.3, trait Mastermind  In the ordered clearing with the most of its warriors; by the trait in two."""
    say(game, owner, "RB 11.5.3", "plot")
    for _ in range(2 if BOARD.has_trait(game, owner, "mastermind") else 1):
        yield from lay_plot(game, owner, ordered(game, owner), 1, "RB 11.5.3")
    return False


def thicken_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 11.5.4"""
    yield from thicken(game, owner)
    return False


def thicken(game: Root, owner: Owner) -> Flow[None]:
    """RB 11.5.4, RB 11.5.4.I  In any clearing with three of its warriors, where the most of them are."""
    say(game, owner, "RB 11.5.4", "the plot thickens")
    yield from lay_plot(game, owner, CLEARINGS, NUMBERS["thickens_warriors"], "RB 11.5.4")


def lay_plot(game: Root, owner: Owner, among: Sequence[int], least: int, clause: str) -> Flow[None]:
    """RB 11.5.3, RB 11.5.4  A warrior goes and a random plot comes, face down; without a plot left, nothing."""
    if not board(game, owner).plots:
        skip(game, owner, clause, "all plots are on the map")
        return
    site = pick_clearing(
        game,
        owner,
        [c for c in among if game.warriors_of(owner, c) >= least and plot_in(game, c) is None],
        most("of its warriors", lambda c: game.warriors_of(owner, c)),
        legal=lambda c: bars_placing(game, owner, c) is None,
    )
    if site is None:
        skip(game, owner, clause, "no clearing without a plot has enough of its warriors")
        return
    remove_warriors(game, owner, site, NUMBERS["plot_cost"], owner, clause)
    yield from settle(game)
    kind = yield from draw_plot(game, owner)
    place_token(game, owner, site, kind, clause, hidden=True)


# --- RB 11.6 Evening --------------------------------------------------------------------------------------


def score_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 11.6.1, RB 11.7.3  A point for each face-up extortion."""
    say(game, owner, "RB 11.6.1", "score")
    if not face_up(game, owner, EXTORTION):
        skip(game, owner, "RB 11.6.1", "no extortion lies face up")
    score(game, owner, NUMBERS["extortion_points"] * len(face_up(game, owner, EXTORTION)), "RB 11.6.1")
    yield from ()
    return False


# --- the bot ----------------------------------------------------------------------------------------------


@register
class CogwheelCorvids(Clockwork):
    """RB 11  Cogwheel Corvids."""

    id = "clockwork-corvids"
    name = BOT.name
    letter = BOT.letter
    bot = BOT
    steps = (
        Step("RB 11.4.1", "birdsong.order", reveal_order),
        Step("RB 11.4.2", "birdsong.craft", craft_order),
        Step("RB 11.4.3", "birdsong.recruit", recruit_step),
        Step("RB 11.4.4", "birdsong.flip", flip_step),
        Step("RB 11.5.1", "daylight.battle", battle_step),
        Step("RB 11.5.2", "daylight.move", move_step),
        Step("RB 11.5.3", "daylight.plot", plot_step),
        Step("RB 11.5.4", "daylight.thicken", thicken_step),
        Step("RB 11.6.1", "evening.score", score_step),
        Step("RB 11.6.2", "evening.discard", discard_order),
    )
    reactions: ClassVar = (
        Reaction("RB 11.7.4", "corvids.known", Removed, lost_raid, raid_is_known, quiet=True),
        Reaction("RB 3.3.2", "corvids.backup", Removed, lost_plot, back_up, quiet=True),
        Reaction("RB 11.7.4", "corvids.raid", Removed, lost_raid, raid),
    )
    reveals: ClassVar = ("corvids.raid", "corvids.exposed", "corvids.not_exposed")

    def new_board(self) -> Board:
        return CogwheelCorvidBoard()

    def setup(self, game: Root, owner: Owner) -> Flow[None]:
        """RB 11.3"""
        yield from setup(game, owner)

    # --- the map

    def waives_rule_to_move(
        self, game: Root, me: Owner, mover: Owner, origin: Place, to: Place, boat: bool
    ) -> bool:
        """RB 11.2.1  Nimble."""
        return mover == me

    def bars_placing(self, game: Root, me: Owner, placer: Owner, place: Place) -> Refusal | None:
        """RB 11.7.2  People place nothing where a snare is."""
        return SNARED if is_snared(game, me, placer, place) else None

    def bars_leaving(self, game: Root, me: Owner, mover: Owner, origin: Place) -> Refusal | None:
        """RB 11.7.2  People do not leave where a snare is."""
        return SNARED if is_snared(game, me, mover, origin) else None

    def springs(self, game: Root, me: Owner, bot: Owner, place: Place) -> bool:
        """RB 11.8.2, R-22  Other bots heed no snare, and spring it."""
        return springs(game, me, bot, place)

    def extra_hits(self, game: Root, me: Owner, side: Side) -> int:
        """RB 11.2.2  Embedded Agents."""
        return agents(game, me, side)

    # --- pieces

    def piece_removed(self, game: Root, me: Owner, piece: Piece, place: Place) -> None:
        """RB 11.3.1  A plot that leaves the map goes back to the supply, unseen."""
        board(game, me).plots.append(piece.kind)

    def shown_as(self, game: Root, me: Owner, piece: Piece, seat: Owner | None) -> str:
        """RB 11.3.1  Nobody looks at a face-down plot."""
        return BACK if piece.hidden else piece.kind

    def hidden_piles(self, game: Root, me: Owner) -> Sequence[Pile]:
        """RB 11.3.1  The plots in supply, which could as well lie on the map."""
        return (Pile(things=board(game, me).plots, group=f"{me}:{BACK}"),)

    def public_board(self, game: Root, owner: Owner, seat: Owner | None) -> BoardView:
        left = len(board(game, owner).plots)
        track = TrackView(kind=BACK, total=sum(PRINTED.tokens.values()), left=left)
        return BoardView(tracks=(track,), cards=self.order_view(game, owner), texts=self.texts(game, owner))


BOARD = CogwheelCorvids()
