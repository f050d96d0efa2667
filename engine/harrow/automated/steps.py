"""H6.4, H6.5  The steps from the card to its last field, for any course. The course goes on with "solo.attack"."""

from __future__ import annotations

from collections.abc import Callable

from engine.flow import Flow
from engine.harrow.automated.activation import lay_flames, perform_field, turn_card
from engine.harrow.automated.board import AutomatedCourse, board_of
from engine.harrow.course import course_of
from engine.harrow.state import Cursor, Harrow


def reveal_card(game: Harrow) -> Flow[None]:
    """H6.4  Step B, the card."""
    yield from turn_card(game)
    game.cursor.step = "solo.flames"


def flames(game: Harrow) -> Flow[None]:
    """H6.5.2, H8.2.5  Step C begins: Hester's action flames lie on the solo board."""
    course = course_of(game)
    assert isinstance(course, AutomatedCourse)
    yield from lay_flames(game, course.flames(game))
    game.cursor = Cursor(active=board_of(game).activated, step="solo.fields")


def fields(game: Harrow) -> Flow[None]:
    """H6.5.3  Step C, one field after the other."""
    if board_of(game).pending:
        yield from perform_field(game)
    else:
        game.cursor.step = "solo.attack"


ACTIVATION: dict[str, Callable[[Harrow], Flow[None]]] = {
    "solo.reveal": reveal_card,
    "solo.flames": flames,
    "solo.fields": fields,
}
