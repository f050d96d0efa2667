"""13.2.2, 13.7  The plots of the Corvids: where they lie, what they do, and how enemies expose them."""

from __future__ import annotations

from typing import cast

import msgspec

from engine.flow import Flow, Option, ask, ask_many
from engine.root import data
from engine.root.actions.battle import Battle, Side
from engine.root.faction import faction_of, hides_hand
from engine.root.happen import Drew, Removed, Swept, TurnEnded, record, settle
from engine.root.menu import does, refuses
from engine.root.rule import enemies_in, fitting, is_enemy, is_shielded, neighbours
from engine.root.setup.table import Clearing
from engine.root.state import CLEARINGS, Board, Owner, Piece, Place, Root
from engine.root.verbs import (
    Taking,
    bars_placing,
    enemy_pieces,
    flip,
    give,
    place_token,
    place_warriors,
    remove,
    remove_piece,
    remove_warriors,
    score,
    show_card,
    take_back,
    take_card,
)
from engine.rules import Refusal

PRINTED = data.FACTIONS["corvids"]
PLOTS = tuple(PRINTED.tokens)
BOMB, SNARE, EXTORTION, RAID = PLOTS
BACK = "plot"
"""What everybody sees of a face-down plot."""
EXPOSED = "13.2.4"
BLAST = 2
"""RB 11.8.1  The pieces a bomb takes from a bot."""


class CorvidBoard(msgspec.Struct, Board, tag="corvids", kw_only=True):
    """The plots in supply, and what the Corvids count in a turn."""

    plots: list[str] = msgspec.field(
        default_factory=lambda: [k for k in PLOTS for _ in range(PRINTED.tokens[k])]
    )
    """The plots in supply, face down (13.2.2.I)."""
    actions: int = 0
    placed: int = 0
    """Plots placed this turn: each makes the next one dearer (13.5.2)."""
    recruited: bool = False
    exerted: bool = False
    drew: bool = False
    """The player on turn has drawn in Evening: nobody guesses any more (13.2.4)."""


def board(game: Root, owner: Owner) -> CorvidBoard:
    return cast(CorvidBoard, game.boards[owner])


# --- options ----------------------------------------------------------------------------------------------


class FlipPlot(Option, frozen=True, tag="flip_plot"):
    """13.4.2  Turn the plot in this clearing face up."""

    clearing: int


class LayPlot(Option, frozen=True, tag="plot"):
    """13.5.2  Place a plot in this clearing."""

    clearing: int


class PlotKind(Option, frozen=True, tag="plot_kind"):
    """13.5.2  It is a plot of this kind."""

    PRIVATE = True

    plot: str


class Trick(Option, frozen=True, tag="trick"):
    """13.5.4  Swap the plots in these two clearings."""

    first: int
    second: int


class Expose(Option, frozen=True, tag="expose"):
    """13.2.4  Guess what the face-down plot in this clearing is."""

    PRIVATE = True

    clearing: int
    plot: str


class ShowCard(Option, frozen=True, tag="show_card"):
    """13.2.4  Show this card to the Corvids; they keep it if the guess is wrong."""

    PRIVATE = True

    card: str


# --- what lies where --------------------------------------------------------------------------------------


def plot_in(game: Root, place: Place) -> Piece | None:
    """13.2.2.II  The plot in a clearing, either way up; there is at most one."""
    return next((piece for piece in game.tokens_at(place) if piece.kind in PLOTS), None)


def own_plots(game: Root, owner: Owner) -> dict[int, Piece]:
    """13.2.2.I  The plots of the Corvids on the map, by clearing."""
    return {
        c: piece
        for c in CLEARINGS
        for piece in game.tokens[c]
        if piece.owner == owner and piece.kind in PLOTS
    }


def face_up(game: Root, owner: Owner, kind: str = "") -> list[int]:
    """13.4.2, 13.7  Clearings with a face-up plot, of one kind or of any."""
    return [c for c, plot in own_plots(game, owner).items() if not plot.hidden and kind in ("", plot.kind)]


def agents(game: Root, owner: Owner, side: Side) -> int:
    """13.2.5  Embedded Agents: one hit, defending beside a face-down plot, also without warriors."""
    if side.owner != owner or side.attacks:
        return 0
    return int(any(p.hidden and p.kind in PLOTS for p in game.tokens_of(owner, side.battle.clearing)))


# --- 13.4.2 Flip ------------------------------------------------------------------------------------------

NO_PLOT = Refusal("13.4.2", "You have no face-down plot in that clearing.")
NO_WITNESS = Refusal("13.4.2", "You need a warrior in the clearing of the plot you flip.")


@refuses(FlipPlot, "corvids")
def why_no_flip(game: Root, owner: Owner, wish: FlipPlot) -> Refusal | None:
    """13.4.2  A face-down plot, and a Corvid warrior beside it now."""
    plot = own_plots(game, owner).get(wish.clearing)
    if plot is None or not plot.hidden:
        return NO_PLOT
    return None if game.warriors_of(owner, wish.clearing) else NO_WITNESS


def flips(game: Root, owner: Owner) -> list[FlipPlot]:
    """13.4.2  Every plot that can be flipped now."""
    wishes = [FlipPlot(c) for c in own_plots(game, owner)]
    return [wish for wish in wishes if why_no_flip(game, owner, wish) is None]


@does(FlipPlot, "corvids")
def flip_plot(game: Root, owner: Owner, option: FlipPlot) -> Flow[None]:
    """13.4.2  Turn it up, score one point for each face-up plot, and resolve what it does when flipped."""
    plot = flip(game, own_plots(game, owner)[option.clearing], option.clearing, "13.4.2")
    score(game, owner, len(face_up(game, owner)), "13.4.2")
    if plot.kind == BOMB:
        yield from explode(game, owner, option.clearing)
    elif plot.kind == EXTORTION:
        yield from extort(game, owner, option.clearing)


# --- 13.7 What plots do -----------------------------------------------------------------------------------


def explode(game: Root, owner: Owner, clearing: int) -> Flow[None]:
    """13.7.1  All enemy pieces go, then what that triggers, then the bomb itself."""
    taking = yield from blast(game, owner, clearing)
    remove(game, [taking], "13.7.1")
    record(game, Swept(owner, clearing))
    yield from settle(game)
    bomb = Piece(owner, BOMB)
    if bomb in game.tokens_at(clearing):
        take_back(game, bomb, clearing, "13.7.1")
        board(game, owner).plots.append(BOMB)


def blast(game: Root, owner: Owner, clearing: int) -> Flow[Taking]:
    """13.7.1, RB 11.8.1  All pieces of enemies; of a bot only two, warriors first."""
    all_pieces = enemy_pieces(game, owner, clearing)
    warriors = [(o, n) for o, n in all_pieces.warriors if o not in game.bots]
    pieces = [piece for piece in all_pieces.pieces if piece.owner not in game.bots]
    for bot in [b for b in enemies_in(game, owner, clearing) if b in game.bots]:
        side = Battle(owner, clearing, bot).defender
        lost = yield from faction_of(game, bot).losses(game, side, BLAST, None)
        warriors += lost.warriors
        pieces += lost.pieces
    return Taking(clearing, tuple(warriors), tuple(pieces), owner)


SNARED = Refusal("13.7.2", "A snare is there: enemies of the Corvids place nothing and do not leave.")


def is_snared(game: Root, owner: Owner, other: Owner, place: Place) -> bool:
    """13.7.2, RB 11.8.2  Does a face-up snare of the Corvids hold this enemy here? Bots heed none."""
    return is_trapped(game, owner, other, place) and other not in game.bots


def is_trapped(game: Root, owner: Owner, other: Owner, place: Place) -> bool:
    """13.7.2  Is there a face-up snare, and is this an enemy?"""
    return Piece(owner, SNARE) in game.tokens_at(place) and is_enemy(game, owner, other)


def spring(game: Root, owner: Owner, bot: Owner, place: Place) -> bool:
    """RB 11.8.2  A bot walks into the snare: the snare goes, and nobody scores."""
    if not is_trapped(game, owner, bot, place):
        return False
    take_back(game, Piece(owner, SNARE), place, "RB 11.8.2")
    board(game, owner).plots.append(SNARE)
    game.note("corvids.sprung", "RB 11.8.2", owner=bot, clearing=place)
    return True


def extort(game: Root, owner: Owner, clearing: int) -> Flow[None]:
    """13.7.3  A random card from each other player with a piece there, friend or enemy."""
    for other in [o for o in game.order if o != owner and game.has_piece(o, clearing)]:
        yield from take_card(game, owner, other, "13.7.3")


def lost_raid(game: Root, owner: Owner, removed: Removed) -> bool:
    """13.7.4  Was a raid removed, either way up, and not by Exposure?"""
    gone = any(piece.owner == owner and piece.kind == RAID for piece in removed.pieces)
    return gone and removed.clause != EXPOSED


def raid_is_known(game: Root, owner: Owner, removed: Removed) -> Flow[None]:
    """13.7.4, 1.2.1  Everybody sees that it was a raid, before anything else is resolved."""
    game.learned = True
    game.note("corvids.raid", "13.7.4", owner=owner, clearing=removed.clearing)
    yield from ()


def raid(game: Root, owner: Owner, removed: Removed) -> Flow[None]:
    """13.7.4, 1.5.4  A warrior in each adjacent clearing; with too few, the Corvids choose where."""
    near = neighbours(game, None, removed.clearing)
    yield from one_each(game, owner, near, "corvids.raid", "13.7.4")


def one_each(
    game: Root, owner: Owner, clearings: tuple[int, ...] | list[int], key: str, clause: str
) -> Flow[None]:
    """13.4.3, 13.7.4, 1.5.4  One warrior in each of these clearings, where that is allowed."""
    options = [Clearing(c) for c in clearings if bars_placing(game, owner, c) is None]
    count = min(len(options), game.players[owner].supply)
    if count:
        chosen = yield from ask_many(owner, key, clause, options, count, count, warriors=count)
        for choice in chosen:
            place_warriors(game, owner, choice.clearing, 1, clause)


# --- 13.5.2 Plot ------------------------------------------------------------------------------------------

HAS_PLOT = Refusal("13.2.2.II", "There is a plot in that clearing already.")
NO_PLOT_LEFT = Refusal("13.2.2", "All your plots are on the map.")
TOO_FEW = Refusal(
    "13.5.2", "A plot there costs {cost} of your warriors in that clearing; you have {warriors}."
)


def plot_cost(game: Root, owner: Owner) -> int:
    """13.5.2  One warrior, and one more for each plot placed this turn."""
    return 1 + board(game, owner).placed


@refuses(LayPlot, "corvids")
def why_no_plot(game: Root, owner: Owner, wish: LayPlot) -> Refusal | None:
    """13.5.2  A clearing without a plot, a plot in supply, and the warriors it costs."""
    if not board(game, owner).plots:
        return NO_PLOT_LEFT
    here = game.warriors_of(owner, wish.clearing) if wish.clearing in CLEARINGS else 0
    cost = plot_cost(game, owner)
    if here < cost:
        return msgspec.structs.replace(TOO_FEW, about={"cost": cost, "warriors": here})
    if plot_in(game, wish.clearing):
        return HAS_PLOT
    return bars_placing(game, owner, wish.clearing)


def layings(game: Root, owner: Owner) -> list[LayPlot]:
    """13.5.2  Every clearing a plot can be placed in now."""
    return [wish for c in CLEARINGS if why_no_plot(game, owner, wish := LayPlot(c)) is None]


@does(LayPlot, "corvids")
def lay_plot(game: Root, owner: Owner, option: LayPlot) -> Flow[None]:
    """13.5.2  Choose it in secret, pay the warriors, and lay it face down."""
    kind = yield from choose_plot(game, owner, option.clearing, "13.5.2")
    cost = plot_cost(game, owner)
    board(game, owner).placed += 1
    remove_warriors(game, owner, option.clearing, cost, owner, "13.5.2")
    yield from settle(game)
    lay_face_down(game, owner, option.clearing, kind, "13.5.2")


def choose_plot(game: Root, owner: Owner, clearing: int, clause: str) -> Flow[str]:
    """13.5.2, 1.2.1  Which plot, told to nobody; asked even if all that are left are alike."""
    kinds = [PlotKind(kind) for kind in PLOTS if kind in board(game, owner).plots]
    choice = yield from ask(owner, "corvids.plot", clause, kinds, secret=True, clearing=clearing)
    return choice.plot


def lay_face_down(game: Root, owner: Owner, clearing: int, kind: str, clause: str) -> None:
    """13.2.2.I  A plot goes from the supply to the map, face down."""
    board(game, owner).plots.remove(kind)
    place_token(game, owner, clearing, kind, clause, hidden=True)


# --- 13.5.4 Trick -----------------------------------------------------------------------------------------

NO_PAIR = Refusal("13.5.4", "A trick swaps two of your plots on the map.")
NOT_ALIKE = Refusal("13.5.4", "Both plots must be face up, or both face down.")


@refuses(Trick, "corvids")
def why_no_trick(game: Root, owner: Owner, wish: Trick) -> Refusal | None:
    """13.5.4  Two plots that lie the same way up. Bans do not matter (G.1.32)."""
    plots = own_plots(game, owner)
    first, second = plots.get(wish.first), plots.get(wish.second)
    if first is None or second is None or wish.first == wish.second:
        return NO_PAIR
    return None if first.hidden == second.hidden else NOT_ALIKE


def tricks(game: Root, owner: Owner) -> list[Trick]:
    """13.5.4  Every pair that can be swapped."""
    places = list(own_plots(game, owner))
    pairs = [Trick(a, b) for a in places for b in places if a < b]
    return [wish for wish in pairs if why_no_trick(game, owner, wish) is None]


# --- 13.2.4 Exposure --------------------------------------------------------------------------------------

NOTHING_HIDDEN = Refusal("13.2.4", "There is no face-down plot in that clearing.")
NOT_AN_ENEMY = Refusal("13.2.4", "Only enemies of the Corvids expose their plots.")
NO_GUESSING = Refusal("RB 11.2", "Plots of a bot cannot be exposed: not even the bot has seen them.")
NOT_THERE = Refusal("13.2.4", "You need a piece of your faction in that clearing.")
NO_CARD = Refusal("13.2.4", "You need a card that matches the clearing, to show to the Corvids.")
NOT_YOUR_TURN = Refusal("13.2.4", "You expose plots in your own turn.")
STAYS = Refusal("13.2.4", "That plot cannot be removed there, so it cannot be exposed.")
DREW_ALREADY = Refusal("13.2.4", "You have drawn cards this Evening; plots are exposed before that.")


@refuses(Expose)
def why_no_exposure(game: Root, owner: Owner, wish: Expose) -> Refusal | None:
    """13.2.4  A face-down plot of an enemy, a piece beside it, and a card to show."""
    refusal = bars_exposure(game, owner, wish.clearing)
    if refusal is None and not fitting(game, game.players[owner].hand, wish.clearing):
        return NO_CARD
    return refusal


def bars_exposure(game: Root, owner: Owner, clearing: int) -> Refusal | None:
    """13.2.4  What everybody can see against a guess here."""
    plot = plot_in(game, clearing) if clearing in CLEARINGS else None
    if plot is None or not plot.hidden:
        return NOTHING_HIDDEN
    if plot.owner in game.bots:
        return NO_GUESSING
    if not is_enemy(game, plot.owner, owner):
        return NOT_AN_ENEMY
    if not game.has_piece(owner, clearing):
        return NOT_THERE
    if is_shielded(game, plot.owner, clearing, owner):  # RULING H22
        return STAYS
    if game.active != owner:
        return NOT_YOUR_TURN
    return DREW_ALREADY if board(game, plot.owner).drew else None


def open_exposures(game: Root, me: Owner, owner: Owner) -> list[int]:
    """13.2.4  Clearings where, for all that others can see, this player might guess a plot."""
    if owner == me:
        return []
    return [
        c for c, plot in own_plots(game, me).items() if plot.hidden and bars_exposure(game, owner, c) is None
    ]


def exposures(game: Root, me: Owner, owner: Owner) -> list[Expose]:
    """13.2.4  Every guess this player can make now."""
    hand = game.players[owner].hand
    return [
        Expose(c, kind) for c in open_exposures(game, me, owner) if fitting(game, hand, c) for kind in PLOTS
    ]


@does(Expose)
def expose(game: Root, owner: Owner, option: Expose) -> Flow[None]:
    """13.2.4  Show a card and guess: right, the plot goes without its effect; wrong, the card goes to the Corvids."""
    clearing = option.clearing
    plot = plot_in(game, clearing)
    if plot is None:
        return
    cards = [ShowCard(card) for card in sorted(set(fitting(game, game.players[owner].hand, clearing)))]
    shown = yield from ask(
        owner,
        "corvids.show",
        "13.2.4",
        cards,
        secret=hides_hand(game, owner),
        clearing=clearing,
        plot=option.plot,
    )
    game.note("corvids.guess", "13.2.4", owner=owner, to=plot.owner, clearing=clearing, plot=option.plot)
    show_card(game, owner, plot.owner, shown.card, "13.2.4")
    if plot.kind == option.plot:
        game.note("corvids.exposed", "13.2.4", owner=owner, clearing=clearing, plot=plot.kind)
        remove_piece(game, plot, clearing, owner, EXPOSED)
        yield from settle(game)
    else:
        game.note("corvids.not_exposed", "13.2.4", owner=owner, clearing=clearing, plot=option.plot)
        give(game, owner, plot.owner, shown.card, "13.2.4")


def draws_in_evening(game: Root, owner: Owner, drew: Drew) -> bool:
    """13.2.4  Did the player on turn draw in Evening?"""
    return drew.owner == game.active and game.cursor.step.startswith("evening")


def end_guessing(game: Root, owner: Owner, drew: Drew) -> Flow[None]:
    """13.2.4  No more guesses this turn."""
    board(game, owner).drew = True
    yield from ()


def any_turn(game: Root, owner: Owner, ended: TurnEnded) -> bool:
    return True


def allow_guessing(game: Root, owner: Owner, ended: TurnEnded) -> Flow[None]:
    """13.2.4  In the next turn plots can be exposed again."""
    board(game, owner).drew = False
    yield from ()
