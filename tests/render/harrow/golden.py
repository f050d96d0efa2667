"""Golden pictures of Harrow County: `python -m tests.render.harrow.golden` draws them anew; look before committing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from render import PICTURES
from render.canvas import Canvas
from tests.render.golden import thumbnail
from tests.render.harrow import views

FOLDER = Path(__file__).parent / "golden"
PAINTER = PICTURES["harrow"]


def board(name: str, palette: str) -> Callable[[], Canvas]:
    return lambda: PAINTER.board(views.POSITIONS[name](), palette, views.MARKED, views.RECENT)


PICTURED: dict[str, Callable[[], Canvas]] = {
    "start": board("start", "light"),
    "crowded": board("crowded", "light"),
    "crowded-dark": board("crowded", "dark"),
    "crowded-colour-blind": board("crowded", "colour-blind"),
    "kammi": board("kammi", "light"),
    "everything": board("everything", "light"),
    "hester": board("hester", "light"),
    "fairfolk": board("fairfolk", "light"),
    "fairfolk-colour-blind": board("fairfolk", "colour-blind"),
    "solo-dark": board("solo", "dark"),
    "versus": board("versus", "light"),
    "boards": lambda: PAINTER.boards(views.crowded(), "light"),
    "boards-of-four": lambda: PAINTER.boards(views.everything(), "light"),
    "boards-of-solo": lambda: PAINTER.boards(views.solo(), "light"),
    "seat": lambda: PAINTER.seat(views.with_kammi(), "kammi", "light"),
    "hand": lambda: PAINTER.hand(views.hand(), "light"),
    "zoom": lambda: PAINTER.zoom(views.crowded(), 20, "light"),
    "tree": lambda: PAINTER.seat(views.crowded(), "tree", "light"),
}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, draw in PICTURED.items():
        thumbnail(draw().image).save(FOLDER / f"{name}.png", optimize=True)
        print(name)
