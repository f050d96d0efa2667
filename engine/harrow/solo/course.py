"""H6.1, H6.2, H6.8  The solo game: setup by level, then objectives, card, fields, attack, Hester's turn, brambles; again and again."""

from __future__ import annotations

from typing import NoReturn

from engine.flow import Flow, Option, shuffle
from engine.harrow.automated.activation import (
    bot_attack,
    lay_flames,
    perform_field,
    place_missing,
    put_away,
    turn_card,
)
from engine.harrow.automated.board import SOLO, AutomatedCourse, board_of, shuffle_decks
from engine.harrow.course import GameOver, ask_for, course
from engine.harrow.data import TABLE
from engine.harrow.faction import FACTIONS, legends_of
from engine.harrow.hester.board import COLOURS, HESTER, gain
from engine.harrow.hester.board import board_of as hester_board
from engine.harrow.round import score_brambles
from engine.harrow.setup import ChooseLegend, lay_map
from engine.harrow.state import LEGEND, Cursor, Harrow, Owner
from engine.harrow.turn import begin_turn
from engine.harrow.verbs import place_haints, place_legend


class TakeCards(Option, frozen=True, tag="take_cards"):
    """H6.1.3  So many cards of this deck."""

    deck: str
    cards: int


@course
class SoloCourse(AutomatedCourse):
    """H6.2  A objectives, B a card, C its fields, D an attack, E Hester's turn, F brambles and the end."""

    id = "solo"

    def decides(self, game: Harrow, owner: Owner) -> Owner:
        """H6  Hester's player decides for both."""
        return HESTER

    def turn_ends(self, game: Harrow) -> None:
        """H6.2  After Hester's turn the brambles."""
        game.cursor = Cursor(active=HESTER, step="solo.end")

    def no_cards(self, game: Harrow) -> NoReturn:
        """H6.4.3  All decks are empty: Hester has lost."""
        lose(game, "cards", list(game.automated))
        raise GameOver


def lose(game: Harrow, why: str, winners: list[Owner]) -> None:
    """H6.4.3, H6.8.2  The game is lost."""
    game.over, game.winners, game.end = True, winners, f"solo.{why}"
    game.note("solo.lost", "H6.4.3" if why == "cards" else "H6.8.2", why=why)


# --- H6.1 setup -------------------------------------------------------------------------------------------


def lay_county(game: Harrow) -> Flow[None]:
    """H6.1.1, HP.1.3  The side of the map."""
    yield from lay_map(game)
    game.cursor.step = "setup.cards"


def level_of(game: Harrow) -> str:
    """H6.1.2  The agreed level; the first one otherwise."""
    agreed = str(game.options.get("level", ""))
    return agreed if agreed in SOLO.levels else next(iter(SOLO.levels))


def take_cards(game: Harrow) -> Flow[None]:
    """H6.1.2, H6.1.3, HP.1.7  Cards of the three decks, together as many as the level says; and terrain cubes."""
    level = level_of(game)
    total, usual = SOLO.levels[level].cards, SOLO.levels[level].usual
    counts: dict[str, int] = {}
    decks = list(SOLO.decks)
    for place, deck in enumerate(decks):
        left = total - sum(counts.values())
        others = sum(len(SOLO.decks[one]) for one in decks[place + 1 :])
        numbers = range(max(0, left - others), min(left, len(SOLO.decks[deck])) + 1)
        best = min(numbers, key=lambda number, deck=deck: abs(number - usual[deck]))  # type: ignore[misc]
        options = [TakeCards(deck, n) for n in sorted(numbers, key=lambda n, best=best: (n != best, n))]  # type: ignore[misc]
        choice = yield from ask_for(
            game, game.automated[0], "setup.cards", "H6.1.3", options, deck=deck, left=left
        )
        counts[deck] = choice.cards
    yield from shuffle_decks(game, level, counts)
    game.note("solo.decks", "H6.1.3", level=level, decks=counts)
    game.cursor.step = "setup.bots"


def lay_out(game: Harrow) -> Flow[None]:
    """H6.1.1, H6.1.2, H6.1.4, H6.1.5, HP.1.7  Hester's board and cubes; a legend, three haints and three cubes for each bot."""
    yield from FACTIONS[HESTER].lay_out(game, HESTER)
    cubes = SOLO.levels[level_of(game)].cubes
    mixed = (yield from shuffle("solo.cubes", list(COLOURS))) if cubes == "two" else list(COLOURS)
    for colour in mixed[: {"each": len(COLOURS), "two": 2, "none": 0}[cubes]]:
        gain(game, colour, "H6.1.2")
    for owner in game.automated:
        first = FACTIONS[owner].first_legend
        ids = sorted(legends_of(owner), key=lambda id, first=first: id != first)  # type: ignore[misc]
        chosen = yield from ask_for(
            game, owner, "setup.figure", "H6.1.4", [ChooseLegend(id) for id in ids], owner=owner
        )
        game.players[owner].legend = chosen.legend
        game.cubes[owner] -= TABLE.start["cubes"]
        game.battleground[owner] += TABLE.start["cubes"]
        place_legend(game, owner, LEGEND, game.homes[owner], "H6.1.4")
        place_haints(game, owner, game.homes[owner], TABLE.start["haints"], "H6.1.4")
    begin_round(game)


# --- H6.2 the turn ----------------------------------------------------------------------------------------


def begin_round(game: Harrow) -> None:
    """H6.2  The next turn begins with the objectives."""
    game.round += 1
    game.turn += 1
    game.cursor = Cursor(active=HESTER, step="solo.objectives")
    game.note("round", "H6.2", round=game.round, owner=HESTER)


def objectives(game: Harrow) -> Flow[None]:
    """H6.3  Step A."""
    yield from place_missing(game)
    game.cursor.step = "solo.reveal"


def reveal_card(game: Harrow) -> Flow[None]:
    """H6.4  Step B, and the flames of H6.5.2."""
    yield from turn_card(game)
    game.cursor.step = "solo.flames"


def flames(game: Harrow) -> Flow[None]:
    """H6.5.2  Step C begins: Hester's action flames lie on the solo board."""
    yield from lay_flames(game, hester_board(game).actions)
    game.cursor = Cursor(active=board_of(game).activated, step="solo.fields")


def fields(game: Harrow) -> Flow[None]:
    """H6.5.3  Step C, one field after the other."""
    if board_of(game).pending:
        yield from perform_field(game)
    else:
        game.cursor.step = "solo.attack"


def attack(game: Harrow) -> Flow[None]:
    """H6.7  Step D; then Hester's turn, step E (H6.8.1)."""
    yield from bot_attack(game)
    put_away(game)
    begin_turn(game, HESTER)


def end_round(game: Harrow) -> Flow[None]:
    """H6.8.2  Step F: brambles, and whether a bot has seven points."""
    yield from ()
    score_brambles(game, "H6.8.2")
    points = {owner: game.players[owner].score for owner in game.automated}
    best = max(points.values())
    if best >= TABLE.points_to_win:
        lose(game, "points", [owner for owner in game.automated if points[owner] == best])
        return
    begin_round(game)


SoloCourse.steps = {
    "setup.table": lay_county,
    "setup.cards": take_cards,
    "setup.bots": lay_out,
    "solo.objectives": objectives,
    "solo.reveal": reveal_card,
    "solo.flames": flames,
    "solo.fields": fields,
    "solo.attack": attack,
    "solo.end": end_round,
}
