"""How owners look is found, not listed: a file more is all that a faction, hireling or landmark needs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from engine.root.view import BoardView, PieceView, TrackView
from render import PICTURES, text_board
from render.root import factions, looks
from tests.render import views

ROOT = Path(__file__).resolve().parents[2]
MOLES = """
from render.root.looks import Look


def board(kit, player):
    return [kit.count("silver", 7), kit.track_of(player.owner, player.own.tracks[0])]


LOOKS = (
    Look(
        id="moonmoles",
        name="Moles from the Moon",
        short="Moonmoles",
        colour="224466",
        safe="113355",
        buildings=("crater",),
        tokens=("plot",),
        cards={"moonshine": ("Moonshine", "bird")},
        board=board,
        lines=lambda player: ["Silver: 7"],
    ),
)
"""
FOUND = (
    looks.playable,
    looks.owners,
    looks.buildings,
    looks.tokens,
    looks.marks,
    looks.extra_cards,
    looks.look,
)


def forget() -> None:
    for each in FOUND:
        each.cache_clear()


@pytest.fixture
def moonmoles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A faction that lies in a folder of its own and that no other file knows."""
    (tmp_path / "moonmoles.py").write_text(MOLES)
    monkeypatch.setattr(factions, "__path__", [*factions.__path__, str(tmp_path)])
    forget()
    yield
    sys.modules.pop(f"{factions.__name__}.moonmoles", None)
    forget()


def test_a_new_faction_is_drawn_and_told_from_its_own_file_alone(moonmoles: None) -> None:
    seen = views.crowded()
    own = BoardView(tracks=(TrackView(kind="crater", total=3, left=2),))
    player = msgspec.structs.replace(seen.players[0], owner="moonmoles", faction="moonmoles", own=own)
    clearing = msgspec.structs.replace(
        seen.clearings[0],
        warriors={"moonmoles": 4},
        buildings=(PieceView("moonmoles", "crater"),),
        tokens=(PieceView("moonmoles", "plot-bomb"),),
        ruler="moonmoles",
    )
    view = msgspec.structs.replace(
        seen, players=(player, *seen.players[1:]), clearings=(clearing, *seen.clearings[1:])
    )
    canvas = PICTURES["root"].board(view, "light", (), ())
    assert canvas.wrong == []
    drawn = {d.name for d in canvas.report}
    assert {"moonmoles 4", "moonmoles crater", "moonmoles plot-bomb 1"} <= drawn
    assert "Silver: 7" in text_board(view)
    assert "Moles from the Moon" in text_board(view)


def test_without_its_file_the_same_faction_is_a_stranger() -> None:
    assert not looks.look("moonmoles", "light").known
    assert "moonmoles" not in looks.owners()


def test_no_file_of_the_pictures_names_a_faction_but_its_own() -> None:
    """The shared parts know suits and shapes; who plays stands in `factions/` and `hirelings/`."""
    shared = [*(ROOT / "render").glob("*.py"), *(ROOT / "render" / "root").glob("*.py")]
    named = [
        (path.name, owner)
        for path in shared
        for owner in looks.owners()
        if f'"{owner}' in path.read_text(encoding="utf-8")
    ]
    assert named == []
