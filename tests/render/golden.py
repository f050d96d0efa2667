"""Golden pictures: small thumbnails that a picture must still look like.

`python -m tests.render.golden` draws them anew; look at them before they are committed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageChops

from render import PICTURES
from render.canvas import Canvas
from tests.render import views

FOLDER = Path(__file__).parent / "golden"
WIDTH = 200
BLOCK = 5
"""Pictures are compared by the mean colour of blocks of this many thumbnail pixels."""
TOLERANCE = 14
"""How far a block may be off, of 255. Other letter shapes stay below it, a missing piece does not."""

PAINTER = PICTURES["root"]


def board(name: str, kind: str, palette: str) -> Callable[[], Canvas]:
    return lambda: PAINTER.board(getattr(views, kind)(name), palette, views.MARKED, views.RECENT)


PICTURED: dict[str, Callable[[], Canvas]] = {
    "autumn-start": board("autumn", "start", "light"),
    "autumn-crowded": board("autumn", "crowded", "light"),
    "winter-crowded": board("winter", "crowded", "light"),
    "lake-crowded-dark": board("lake", "crowded", "dark"),
    "mountain-crowded-colour-blind": board("mountain", "crowded", "colour-blind"),
    "lake-wooded": board("lake", "wooded", "light"),
    "autumn-hired": board("autumn", "hired", "light"),
    "boards": lambda: PAINTER.boards(views.crowded(), "light"),
    "boards-hired": lambda: PAINTER.boards(views.hired("mountain"), "light"),
    "draft": lambda: PAINTER.board(views.draft(4, 1), "light"),
    "choice": lambda: PAINTER.board(views.start(), "light", targets={5: "1", 10: "2"}, asked=("marquise",)),
    "hand": lambda: PAINTER.hand(views.hand(), "light"),
    "seat": lambda: PAINTER.seat(views.crowded(), "eyrie", "light"),
    "zoom": lambda: PAINTER.zoom(views.crowded("lake"), 1, "light"),
    "battle": lambda: PAINTER.battle(views.crowded(), views.FIGHT, "light"),
}


def thumbnail(image: Image.Image) -> Image.Image:
    """The picture at the width of a golden one."""
    height = round(image.height * WIDTH / image.width)
    return image.convert("RGB").resize((WIDTH, height), Image.Resampling.BOX)


def distance(a: Image.Image, b: Image.Image) -> int:
    """How far the worst block of one picture is from the other's, of 255."""
    if a.size != b.size:
        return 255
    worst = ImageChops.difference(a, b).reduce(BLOCK).getextrema()
    return max(int(high) for _, high in worst)  # type: ignore[misc]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, draw in PICTURED.items():
        thumbnail(draw().image).save(FOLDER / f"{name}.png", optimize=True)
        print(name)
