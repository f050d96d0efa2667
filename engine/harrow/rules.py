"""Harrow County, as the platform sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec

from engine.flow import Ask, Flow, Option
from engine.harrow import round, tiles  # noqa: F401  makes the course with jars and the tiles known
from engine.harrow.actions import preview as _actions  # noqa: F401  makes their previews known
from engine.harrow.automated import preview as _automated  # noqa: F401  makes their previews known
from engine.harrow.course import GameOver, course_of
from engine.harrow.menu import refusal
from engine.harrow.parts import discover
from engine.harrow.preview import preview
from engine.harrow.projection import project
from engine.harrow.setup import new_table
from engine.harrow.state import Board, Harrow
from engine.harrow.turn import last_call, take_turn_step
from engine.harrow.view import HarrowView
from engine.harrow.wishes import how_near, meant, wished_kinds
from engine.rules import NOT_YOURS, OVER, Preview, Refusal, Setup, Upgrade

NOT_YOUR_TURN = "It is not your decision now. It waits for {seat}."
NOT_NOW = "That is not possible at this point of the turn."


class HarrowRules:
    """Harrow County."""

    game = "harrow"
    state_type = Harrow
    view_type = HarrowView
    version = 1
    upgrades: Mapping[int, Upgrade] = {}
    clauses: Mapping[str, str] = {NOT_YOURS: "H0.8.1", OVER: "H1.15.2"}

    def new(self, setup: Setup) -> Harrow:
        return new_table(setup)

    def flow(self, game: Harrow) -> Flow[None]:
        """The step under the cursor: one of the course, or of a turn. Who wins at once ends it (H5.14.1)."""
        course = course_of(game)
        step = course.steps.get(game.cursor.step, take_turn_step)
        with suppress(GameOver):
            yield from step(game)
            yield from course.settle(game)

    def step(self, game: Harrow) -> str:
        return f"{game.active}.{game.cursor.step}"

    def last_call(self, game: Harrow) -> Ask | None:
        return last_call(game)

    def seat_of(self, game: Harrow, name: str) -> str:
        return next((seat for seat, owner in game.seats.items() if owner == name), name)

    def name_of(self, game: Harrow, seat: str) -> str:
        return game.seats.get(seat, seat)

    @cache  # noqa: B019  the rules live as long as the program
    def options(self) -> Mapping[str, type[Option]]:
        return {str(kind.__struct_config__.tag): kind for kind in option_kinds(Option)}

    def view(self, game: Harrow, seat: str | None) -> HarrowView:
        return project(game, seat)

    def opened(self, game: Harrow, seat: str, public: HarrowView) -> HarrowView:
        return self.view(game, seat)

    def why_not(self, game: Harrow, questions: Sequence[Ask], seat: str, wish: Option) -> Refusal:
        """The refusal of the predicate that lists the wish, or of the moment."""
        question = next((q for q in questions if q.seat == seat), None)
        if question is None:
            return Refusal("H0.8.1", NOT_YOUR_TURN, {"seat": ", ".join(q.seat for q in questions)})
        reason = refusal(game, seat, wish) if not game.cursor.step.startswith("setup") else None
        return reason or Refusal(question.clause, NOT_NOW)

    def wishes(self, game: Harrow, seat: str) -> Sequence[str]:
        in_setup = game.cursor.step.startswith("setup")
        return [] if in_setup else [str(kind.__struct_config__.tag) for kind in wished_kinds(game, seat)]

    def meant(self, game: Harrow, questions: Sequence[Ask], seat: str, verb: str) -> Iterable[Option]:
        return (
            () if game.cursor.step.startswith("setup") else meant(game, questions, seat, self.options()[verb])
        )

    def nearness(self, game: Harrow, seat: str, wish: Option, refused: Refusal) -> int:
        """The check that fails last is the nearest; what no check refuses is refused by the moment."""
        return 0 if game.cursor.step.startswith("setup") else how_near(game, seat, wish, refused)

    def preview(self, game: Harrow, seat: str, option: Option) -> Sequence[Preview]:
        return () if game.cursor.step.startswith("setup") else preview(game, seat, option)

    def dec_hook(self, kind: type, value: Any) -> Any:
        """Faction boards are told apart by their tag."""
        if kind is Board:
            return msgspec.convert(value, board_kinds()[value["type"]], str_keys=True)
        raise NotImplementedError(kind)


@cache
def board_kinds() -> Mapping[str, type[Board]]:
    """Every faction's own state, by tag."""
    return {
        str(kind.__struct_config__.tag): kind
        for kind in Board.__subclasses__()
        if issubclass(kind, msgspec.Struct)
    }


def option_kinds(kind: type[Option]) -> list[type[Option]]:
    """All option classes of Harrow County, and those every game shares."""
    found = [
        sub for sub in kind.__subclasses__() if sub.__module__.startswith(("engine.harrow", "engine.flow"))
    ]
    return found + [deeper for sub in found for deeper in option_kinds(sub)]


discover()
RULES = HarrowRules()
