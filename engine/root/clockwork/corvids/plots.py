"""RB 11.4.4, RB 11.7, RB 11.8  The plots of the Cogwheel Corvids: drawn at random, flipped, guessed and removed."""

from __future__ import annotations

from typing import cast

import msgspec

from engine.flow import Flow, Option, ask, pick
from engine.root import data
from engine.root.clockwork.board import Clockwork, ClockworkBoard, skip
from engine.root.clockwork.vocabulary import by_priority, most, pick_player, pieces_of
from engine.root.faction import faction_of
from engine.root.factions.corvids.plots import (
    BOMB,
    EXTORTION,
    PLOTS,
    PRINTED,
    blast,
    face_up,
    own_plots,
    spring,
)
from engine.root.happen import Removed, Swept, record, settle
from engine.root.rule import neighbours, principal
from engine.root.state import CLEARINGS, Owner, Piece, Place, Root
from engine.root.verbs import (
    Taking,
    bars_placing,
    discard,
    flip,
    place_token,
    place_warriors,
    remove,
    remove_piece,
    score,
    take_back,
)

BOT = data.BOTS["corvids"]
TRAIT = "RB 3.3.2"


class CogwheelCorvidBoard(ClockworkBoard, tag="clockwork-corvids", kw_only=True):
    """The plots in supply, face down: nobody may look at them."""

    plots: list[str] = msgspec.field(
        default_factory=lambda: [kind for kind in PLOTS for _ in range(PRINTED.tokens[kind])]
    )


class GuessPlot(Option, frozen=True, tag="guess_plot"):
    """Trait Gamble  The plot is of this kind."""

    plot: str


def board(game: Root, owner: Owner) -> CogwheelCorvidBoard:
    return cast(CogwheelCorvidBoard, game.boards[owner])


def has_trait(game: Root, owner: Owner, trait: str) -> bool:
    return cast(Clockwork, faction_of(game, owner)).has_trait(game, owner, trait)


def draw_plot(game: Root, owner: Owner) -> Flow[str]:
    """RB 11.5.3, RB 11.7.1  A random plot leaves the supply."""
    plots = board(game, owner).plots
    kind = yield from pick("corvids.plot", plots)
    plots.remove(kind)
    return kind


# --- RB 11.4.4 Flip ---------------------------------------------------------------------------------------


def flip_plots(game: Root, owner: Owner) -> Flow[None]:
    """RB 11.4.4, RB 2.4  Every plot that lies face down when it is its turn, from clearing 1 to 12."""
    if not any(plot.hidden for plot in own_plots(game, owner).values()):
        skip(game, owner, "RB 11.4.4", "no plot lies face down")
    for clearing in CLEARINGS:
        plot = own_plots(game, owner).get(clearing)
        if plot and plot.hidden:
            yield from flip_one(game, owner, plot, clearing)


def flip_one(game: Root, owner: Owner, plot: Piece, clearing: int) -> Flow[None]:
    """RB 11.4.4  Turn it up, score a point for each face-up plot, and resolve what it does."""
    guesser = yield from gamble(game, owner, plot, clearing)
    plot = flip(game, plot, clearing, "RB 11.4.4")
    score(game, owner, len(face_up(game, owner)), "RB 11.4.4")
    if guesser:
        remove_piece(game, plot, clearing, guesser, TRAIT)
        yield from settle(game)
    else:
        yield from resolve(game, owner, plot, clearing)


def resolve(game: Root, owner: Owner, plot: Piece, clearing: int) -> Flow[None]:
    """RB 11.7, trait Vendetta, R-CR-4  Its own effect; by the trait every plot is a bomb after that."""
    if plot.kind == EXTORTION:
        yield from extort(game, owner, clearing)
    if plot.kind == BOMB or has_trait(game, owner, "vendetta"):
        yield from explode(game, owner, plot, clearing)


def gamble(game: Root, owner: Owner, plot: Piece, clearing: int) -> Flow[Owner]:
    """Trait Gamble  Who has the most pieces there guesses first. Returns who was right, or ""."""
    if not has_trait(game, owner, "gamble"):
        return ""
    guesser = pick_player(
        game,
        owner,
        [p for p in game.order if p not in game.bots and game.has_piece(p, clearing)],
        most("pieces there", lambda player: pieces_of(game, player, clearing)),
    )
    if guesser is None:
        return ""
    options = [GuessPlot(kind) for kind in PLOTS]
    guess = yield from ask(guesser, "corvids.gamble", TRAIT, options, clearing=clearing)
    right = guess.plot == plot.kind
    game.learned = True
    game.note("corvids.guess", TRAIT, owner=guesser, to=owner, clearing=clearing, plot=guess.plot)
    key = "corvids.exposed" if right else "corvids.not_exposed"
    game.note(key, TRAIT, owner=guesser, clearing=clearing, plot=guess.plot)
    if not right:
        score(game, owner, BOT.numbers["gamble_points"], TRAIT, "gamble")
    return guesser if right else ""


# --- RB 11.7 What plots do --------------------------------------------------------------------------------


def explode(game: Root, owner: Owner, plot: Piece, clearing: int) -> Flow[None]:
    """RB 11.7.1, R-CR-2  People's pieces go, then a random plot takes its place, face up and without effect."""
    taking = yield from victims(game, owner, clearing)
    remove(game, [taking], "RB 11.7.1")
    record(game, Swept(owner, clearing))
    yield from settle(game)
    own = board(game, owner)
    if own.plots and plot in game.tokens_at(clearing):
        kind = yield from draw_plot(game, owner)
        take_back(game, plot, clearing, "RB 11.7.1")
        own.plots.append(plot.kind)
        game.learned = True
        place_token(game, owner, clearing, kind, "RB 11.7.1")


def victims(game: Root, owner: Owner, clearing: int) -> Flow[Taking]:
    """RB 11.7.1, RB 11.8.1, R-CR-5  All pieces of people, two of each bot; hirelings that serve nobody stay."""
    taking = yield from blast(game, owner, clearing)
    warriors = [(other, n) for other, n in taking.warriors if principal(game, other) in game.players]
    pieces = [piece for piece in taking.pieces if principal(game, piece.owner) in game.players]
    return Taking(clearing, tuple(warriors), tuple(pieces), owner)


def extort(game: Root, owner: Owner, clearing: int) -> Flow[None]:
    """RB 11.7.3  Each player with a piece there discards a random card; bots have none."""
    for other in [o for o in game.order if o != owner and game.has_piece(o, clearing)]:
        hand = game.players[other].hand
        if hand:
            card = yield from pick("corvids.extortion", hand)
            discard(game, other, card, "RB 11.7.3")
            game.learned = True


def raid(game: Root, owner: Owner, removed: Removed) -> Flow[None]:
    """RB 11.7.4, RB 2.1  A warrior in each adjacent clearing; with too few, by priority."""
    for clearing in by_priority(game, neighbours(game, owner, removed.clearing)):
        if clearing in CLEARINGS and bars_placing(game, owner, clearing) is None:
            place_warriors(game, owner, clearing, 1, "RB 11.7.4")
    yield from ()


# --- trait Backup Plans -----------------------------------------------------------------------------------


def lost_plot(game: Root, owner: Owner, removed: Removed) -> bool:
    """Trait Backup Plans  Was a plot removed, either way up?"""
    gone = any(piece.owner == owner and piece.kind in PLOTS for piece in removed.pieces)
    return gone and has_trait(game, owner, "backup-plans")


def back_up(game: Root, owner: Owner, removed: Removed) -> Flow[None]:
    """Trait Backup Plans"""
    stand_in_for_plot(game, owner, removed.place)
    yield from ()


def stand_in_for_plot(game: Root, owner: Owner, place: Place) -> None:
    """Trait Backup Plans, R-CR-3  A warrior comes to where the plot was removed."""
    if bars_placing(game, owner, place) is None:
        place_warriors(game, owner, place, 1, TRAIT)


def springs(game: Root, owner: Owner, bot: Owner, place: Place) -> bool:
    """RB 11.8.2  Another bot springs the snare; that is a removal, so Backup Plans answer it."""
    sprung = spring(game, owner, bot, place)
    if sprung and has_trait(game, owner, "backup-plans"):
        stand_in_for_plot(game, owner, place)
    return sprung
