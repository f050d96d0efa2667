"""H8.1, H8.2  The Fair Folk against Hester: the table, and token after token out of the bag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NoReturn

import msgspec

from engine.flow import Flow, pick
from engine.harrow.automated.activation import bot_attack, keep_six, place_missing, place_new, put_away
from engine.harrow.automated.board import AutomatedCourse, shuffle_decks
from engine.harrow.automated.board import board_of as solo_board
from engine.harrow.automated.setup import lay_bots, lay_county, lay_cubes
from engine.harrow.automated.steps import ACTIVATION
from engine.harrow.course import course, course_of
from engine.harrow.data import TABLE
from engine.harrow.faction import FACTIONS
from engine.harrow.fairfolk.board import FOLK
from engine.harrow.hester.board import HESTER
from engine.harrow.hester.board import board_of as hester_board
from engine.harrow.round import score_brambles
from engine.harrow.state import Cursor, Harrow, Owner
from engine.harrow.turn import begin_turn
from engine.harrow.versus.board import FACTS, VERSUS, VersusBoard, board_of
from engine.harrow.versus.ending import CARDS, POINTS, hester_done, minor_victory, queen_found, round_over
from engine.harrow.versus.offers import take_and_use
from engine.harrow.view import COIN


@course
class VersusCourse(AutomatedCourse):
    """H8.2  A token says who plays; who decides for the others is told by it, too."""

    id = "versus"
    wins_at_once = False

    def decides(self, game: Harrow, owner: Owner) -> Owner:
        """H8.1.1, H8.2.1  Whoever's token or side of the coin was drawn; while the table is laid, Hester."""
        return board_of(game).deciding

    def flames(self, game: Harrow) -> int:
        """H8.2.5  As many as Hester has actions."""
        return hester_board(game).actions

    def turn_ends(self, game: Harrow) -> None:
        """H8.2.1, H8.3.2  After Hester's turn she may have won; else the brambles. Then the next token."""
        if game.active == HESTER:
            hester_done(game)
        game.cursor = Cursor(
            active=game.active, step="versus.brambles" if game.active == HESTER else "versus.draw"
        )

    def settle(self, game: Harrow) -> Flow[None]:
        """H8.2.3  Where an objective was reached, whoever decides now places a new one at once."""
        if game.round and not game.over:
            yield from place_missing(game)

    def scored(self, game: Harrow, owner: Owner) -> None:
        """H8.3.3, H8.3.4  Seven points of a faction that moves by itself."""
        if game.players[owner].score >= TABLE.points_to_win:
            minor_victory(game, POINTS)

    def no_cards(self, game: Harrow) -> NoReturn:
        """H8.3.3  A card is needed and there is none."""
        minor_victory(game, CARDS)

    def view(self, game: Harrow, seat: Owner | None) -> dict[str, Any]:
        """H8.1.2  The bag is known to all, for all see what is drawn."""
        found = super().view(game, seat)
        if "solo" in found:
            board = board_of(game)
            found["solo"] = msgspec.structs.replace(
                found["solo"],
                level=0,
                tokens=tuple(board.bag),
                drawn=board.drawn[-1] if board.drawn else "",
                deciding=board.deciding if game.round else "",
            )
        return found

    def wrong(self, game: Harrow) -> Iterator[str]:
        yield from super().wrong(game)
        board = board_of(game)
        if Counter([*board.bag, *board.drawn, *board.out]) != Counter(FACTS.tokens):
            yield f"tokens are {board.bag}, {board.drawn} and {board.out} (H8.1.2)"
        for owner in game.automated:
            if not game.over and len(game.objectives[FACTIONS[owner].goal]) != 1:
                yield f"{owner} has not one objective on the map (H8.2.3)"


# --- H8.1 setup ---------------------------------------------------------------------------------------------


def lay_decks(game: Harrow) -> Flow[None]:
    """H8.1.1  All solo cards are in the decks."""
    game.boards[VERSUS] = VersusBoard(deciding=HESTER)
    yield from shuffle_decks(game, FACTS.level, None)
    decks = solo_board(game).decks
    game.note("versus.decks", "H8.1.1", cards=sum(len(cards) for cards in decks.values()))
    game.cursor.step = "setup.bots"


def lay_out(game: Harrow) -> Flow[None]:
    """H8.1.1  Hester's board and cubes, those who move by themselves, then the Fair Folk's board (H7.1)."""
    yield from FACTIONS[HESTER].lay_out(game, HESTER)
    yield from lay_cubes(game, FACTS.level, "H8.1.1")
    yield from lay_bots(game)
    yield from FACTIONS[FOLK].lay_out(game, FOLK)
    game.cursor.step = "setup.last"


def finish(game: Harrow) -> Flow[None]:
    """H8.1.1, H7.1.5, H7.1.6  Hester's player writes the location card; the Fair Folk lay their first silver cube."""
    for owner in game.order:
        yield from FACTIONS[owner].finish_setup(game, owner)
    game.cursor.step = "setup.objectives"


def first_objectives(game: Harrow) -> Flow[None]:
    """H8.1.3, HP.1.10  The Fair Folk turn over a card for the townsfolk, Hester one for the building."""
    for owner, decides in zip(game.automated, FACTS.coin, strict=True):
        board_of(game).deciding = decides
        yield from place_new(game, owner, FACTIONS[owner].goal)
    begin_round(game)


# --- H8.2 play ----------------------------------------------------------------------------------------------


def begin_round(game: Harrow) -> None:
    """H8.2.2  All tokens are in the bag."""
    board = board_of(game)
    game.round += 1
    board.bag, board.drawn, board.out = sorted(FACTS.tokens), [], []
    game.note("round", "H8.2.2", round=game.round, owner=HESTER)
    game.cursor = Cursor(active=HESTER, step="versus.draw")


def draw_token(game: Harrow) -> Flow[None]:
    """H8.2.1, H8.2.2, H8.3.1  The next token; when all are drawn the round is over."""
    board = board_of(game)
    drop_tokens(game)
    if not board.bag:
        round_over(game)
        begin_round(game)
        return
    token = yield from pick("versus.token", board.bag)
    board.bag.remove(token)
    board.drawn.append(token)
    game.learned = True
    game.note("versus.token", "H8.2.1", token=token, left=len(board.bag))
    if token == COIN:
        yield from toss(game)
        return
    board.deciding = token
    begin_turn(game, token)


def drop_tokens(game: Harrow) -> None:
    """H8.3.1  Once the queen is found no token of the Fair Folk is in the bag any more."""
    board = board_of(game)
    if queen_found(game) and FOLK in board.bag:
        dropped = board.bag.count(FOLK)
        board.bag = [token for token in board.bag if token != FOLK]
        board.out += [FOLK] * dropped
        game.note("versus.dropped", "H8.3.1", owner=FOLK, tokens=dropped)


def toss(game: Harrow) -> Flow[None]:
    """H8.2.1, H8.3.1  The side of the coin says who resolves a solo card; once the queen is found it is Hester."""
    board = board_of(game)
    if queen_found(game):
        board.deciding = HESTER
        game.note("versus.no.toss", "H8.3.1", owner=HESTER)
    else:
        board.deciding = yield from pick("versus.coin", FACTS.coin)
        game.note("versus.coin", "H8.2.1", owner=board.deciding)
    game.turn += 1
    game.cursor = Cursor(active=board.deciding, step="solo.reveal")


def attack(game: Harrow) -> Flow[None]:
    """H8.2.1, H6.7  The activated faction attacks, if it can."""
    yield from bot_attack(game)
    game.cursor.step = "solo.offers"


def offers(game: Harrow) -> Flow[None]:
    """H8.2.4, H8.2.5, H7.6.3  It takes offers and uses them; then six cubes stay and card and flames are put away."""
    owner = solo_board(game).activated
    yield from take_and_use(game, owner)
    keep_six(game, owner)
    put_away(game)
    course_of(game).turn_ends(game)


def brambles(game: Harrow) -> Flow[None]:
    """H8.2.1, H6.8.2  After Hester's turn whoever stands on the brambles scores."""
    yield from ()
    score_brambles(game, "H6.8.2")
    game.cursor = Cursor(active=HESTER, step="versus.draw")


VersusCourse.steps = {
    "setup.table": lay_county,
    "setup.cards": lay_decks,
    "setup.bots": lay_out,
    "setup.last": finish,
    "setup.objectives": first_objectives,
    "versus.draw": draw_token,
    **ACTIVATION,
    "solo.attack": attack,
    "solo.offers": offers,
    "versus.brambles": brambles,
}
