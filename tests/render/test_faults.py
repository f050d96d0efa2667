"""A view that is wrong or new is drawn all the same, with a mark on the picture and a line in the log."""

from __future__ import annotations

import logging

import msgspec
import pytest

from engine.root.view import CardsView, ItemView, PieceView, RootView, TrackView
from render import PICTURES, Studio, alt_text, text_board
from render.root import RootPainter
from tests.render import views

replace = msgspec.structs.replace


def with_clearing(**change: object) -> RootView:
    view = views.start()
    first = replace(view.clearings[0], **change)
    return replace(view, clearings=(first, *view.clearings[1:]))


def with_player(**change: object) -> RootView:
    view = views.start()
    return replace(view, players=(replace(view.players[0], **change), *view.players[1:]))


def with_board(**change: object) -> RootView:
    return with_player(own=replace(views.start().players[0].own, **change))


WRONG = {
    "unknown building": with_clearing(buildings=(PieceView("marquise", "cathedral"),)),
    "unknown token": with_clearing(tokens=(PieceView("marquise", "zeppelin"),)),
    "unknown owner": with_clearing(warriors={"badgers-from-mars": 3}),
    "unknown pawn": with_clearing(pawns=("nobody-we-know",)),
    "unknown mark": with_clearing(marks=("volcano",)),
    "unknown suit": with_clearing(suit="badger"),
    "unknown ruler": with_clearing(ruler="somebody"),
    "absurd count": with_clearing(warriors={"marquise": 4711}),
    "negative count": with_clearing(warriors={"marquise": -3}),
    "more buildings than slots": with_clearing(buildings=(PieceView("marquise", "sawmill"),) * 7),
    "far too much in one clearing": with_clearing(
        tokens=tuple(PieceView("marquise", f"thing-{i}") for i in range(60))
    ),
    "a clearing of another map": replace(
        views.start(), clearings=(*views.start().clearings, replace(views.start().clearings[0], id=99))
    ),
    "a missing clearing": replace(views.start(), clearings=views.start().clearings[1:]),
    "unknown map": replace(views.start(), map="desert"),
    "a path that is not there": replace(views.start(), closed_paths=((1, 2),)),
    "unknown faction": with_player(faction="squirrels", owner="squirrels"),
    "unknown card": with_player(crafted=("a-card-of-next-year",)),
    "unknown card in a group": with_board(cards=(CardsView(title="Pile", cards=("xyz",)),)),
    "unknown item": with_player(items=(ItemView(item="spoon"),)),
    "unknown quest": replace(views.start(), quests=("find-the-king",)),
    "absurd track": with_board(tracks=(TrackView(kind="sawmill", total=400, left=-2),)),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_marked_and_logged(name: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "glade.render"):
        drawn = [PICTURES["root"].board(WRONG[name], "light"), PICTURES["root"].boards(WRONG[name], "light")]
    assert any(canvas.wrong for canvas in drawn)
    assert "picture:" in caplog.text
    for canvas in drawn:
        told = any(d.name.startswith("!") for d in canvas.report if d.kind == "label")
        assert told == bool(canvas.wrong)
    assert len(alt_text(WRONG[name])) <= 1024
    assert text_board(WRONG[name])


@pytest.mark.parametrize("name", WRONG)
def test_nothing_wrong_leaves_the_frame(name: str) -> None:
    for draw in (PICTURES["root"].board, PICTURES["root"].boards):
        canvas = draw(WRONG[name], "dark")
        for d in canvas.report:
            assert 0 <= d.box[0] <= d.box[2] <= canvas.width, d
            assert 0 <= d.box[1] <= d.box[3] <= canvas.height, d


def test_an_empty_view_is_drawn() -> None:
    view = replace(views.start(), clearings=(), forests=(), players=(), quests=(), active="")
    assert PICTURES["root"].board(view, "light", (), ()).wrong == []
    assert len(alt_text(view)) <= 1024


def test_names_with_emoji_line_breaks_and_great_length_do_no_harm() -> None:
    names = ("🦊🦊🦊", "line\nbreak", "x" * 400, "")
    for name in names:
        canvas = PICTURES["root"].board(with_player(name=name), "light", (), (name, "… 🎲"))
        assert all(d.box[2] <= canvas.width for d in canvas.report)


async def test_a_painter_that_fails_gives_a_picture_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no ink")

    monkeypatch.setattr(RootPainter, "board", fail)
    studio = Studio()
    picture = await studio.board(views.start())
    studio.close()
    assert picture.data.startswith(b"\x89PNG")
    assert picture.faults == ("could not be drawn",)
    assert "Clearings" in picture.alt_text
    assert len(picture.alt_text) <= 1024
