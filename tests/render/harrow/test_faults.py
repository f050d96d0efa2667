"""A view that is wrong or new is drawn all the same, with a mark on the picture and a line in the log."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
import pytest

from engine.harrow.view import ArrowView, HarrowView, JarView, RootView, TileView
from render import PICTURES, Studio, alt_text, text_board
from render.harrow import HarrowPainter
from tests.render.harrow import views

replace = msgspec.structs.replace
PAINTER = PICTURES["harrow"]


def with_hex(**change: Any) -> HarrowView:
    view = views.start()
    return replace(view, hexes=(replace(view.hexes[0], **change), *view.hexes[1:]))


def with_faction(**change: Any) -> HarrowView:
    view = views.start()
    return replace(view, factions=(replace(view.factions[0], **change), *view.factions[1:]))


WRONG = {
    "unknown kind of hex": with_hex(kind="desert"),
    "unknown owner": with_hex(units=views.haints("badgers", 2)),
    "unknown legend": with_hex(units=(views.legend("family", "dracula"),)),
    "unknown token": with_hex(tokens=("zeppelin",)),
    "unknown cube": with_hex(cubes={"pink": 2}),
    "five units": with_hex(units=views.haints("family", 5)),
    "a root off the map": replace(views.start(), roots=(RootView(3, 99, "brown"),)),
    "an arrow off the map": replace(views.start(), arrows=(ArrowView(99, "q", "E"),)),
    "an arrow to nowhere": replace(views.start(), arrows=(ArrowView(3, "q", "NE"),)),
    "unknown faction": with_faction(owner="squirrels"),
    "unknown jar": with_faction(jars=(JarView(kind="marmalade"),)),
    "unknown tile": replace(views.start(), tiles=(TileView(jar="wild", tile="B99"),)),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_marked_and_logged(name: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "glade.render"):
        canvas = PAINTER.board(WRONG[name], "light", (), ())
    assert canvas.wrong
    assert "picture:" in caplog.text
    assert any(d.name.startswith("!") for d in canvas.report if d.kind == "label")
    assert len(alt_text(WRONG[name])) <= 1024
    assert text_board(WRONG[name])
    for d in canvas.report:
        assert 0 <= d.box[0] <= d.box[2] <= canvas.width, d
        assert 0 <= d.box[1] <= d.box[3] <= canvas.height, d


CROWD = {
    "many cubes": with_faction(battleground=20),
    "a very full hex": with_hex(
        tokens=("advance",) * 12,
        townsfolk=4,
        units=views.haints("protectors", 4),
        doll="down",
        nest=True,
        paths=4,
    ),
    "hundreds of everything": with_faction(wild=15, haints=15, hand_size=16, score=23, goals=4, bag=99),
    "no factions": replace(views.start(), factions=()),
    "no map yet": replace(views.start(), hexes=(), side="", round=0),
    "over": replace(views.start(), over=True, winners=("protectors",)),
}


@pytest.mark.parametrize("name", CROWD)
def test_anything_that_may_happen_stays_inside_the_frame(name: str) -> None:
    view = CROWD[name]
    if name == "many cubes":
        view = replace(view, battleground={"protectors": 20, "family": 15})
    for canvas in (PAINTER.board(view, "light", (), views.RECENT), PAINTER.boards(view, "dark")):
        for d in canvas.report:
            assert 0 <= d.box[0] <= d.box[2] <= canvas.width, d
            assert 0 <= d.box[1] <= d.box[3] <= canvas.height, d
    assert len(alt_text(view)) <= 1024


def test_names_with_emoji_line_breaks_and_great_length_do_no_harm() -> None:
    for name in ("🦊🦊🦊", "line\nbreak", "x" * 400, ""):
        canvas = PAINTER.board(with_faction(name=name), "light", (), (name, "… 🎲"))
        assert all(d.box[2] <= canvas.width for d in canvas.report)


async def test_a_painter_that_fails_gives_a_picture_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no ink")

    monkeypatch.setattr(HarrowPainter, "board", fail)
    studio = Studio()
    picture = await studio.board(views.start())
    studio.close()
    assert picture.data.startswith(b"\x89PNG")
    assert picture.faults == ("could not be drawn",)
    assert "Hexes" in picture.alt_text


async def test_the_studio_makes_every_picture_under_300_kilobytes() -> None:
    studio = Studio()
    view = views.crowded()
    pictures = [
        await studio.board(view, marked=views.MARKED, recent=views.RECENT, names={"family": "Zdeněk"}),
        await studio.board(views.everything(), palette="dark"),
        await studio.seat(view, "family"),
        await studio.hand(views.hand()),
        await studio.zoom(view, 20),
        await studio.film([views.start(), view]),
    ]
    studio.close()
    for picture in pictures:
        assert picture.faults == ()
        assert len(picture.data) < 300 * 1024, picture.filename
        assert 0 < len(picture.alt_text) <= 1024
    assert [p.data[:4] for p in pictures[:5]] == [b"\x89PNG"] * 5
    assert pictures[5].data.startswith(b"GIF8")
