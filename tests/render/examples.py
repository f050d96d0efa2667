"""The pictures of docs/pictures.md: `python -m tests.render.examples` draws them anew."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

from PIL import Image

from render import Picture, Studio
from tests.render import views

NAMES = {"marquise": "Alice", "eyrie": "Bob", "alliance": "Carol", "vagabond": "Dora"}
DOCS = Path(__file__).resolve().parents[2] / "docs"


async def main() -> None:
    """Draw every example."""
    studio = Studio()
    folder = DOCS / "pictures"
    folder.mkdir(exist_ok=True)

    def keep(name: str, picture: Picture) -> None:
        (folder / name).write_bytes(picture.data)
        print(f"{name}: {picture.width} × {picture.height}, {len(picture.data) // 1024} KB")

    keep("start.png", await studio.board(views.start(), marked=(1, 5, 9), recent=views.RECENT[:2]))
    for name, palette in (
        ("autumn", "light"),
        ("winter", "light"),
        ("lake", "dark"),
        ("mountain", "colour-blind"),
    ):
        made = await studio.board(
            views.crowded(name), palette=palette, marked=views.MARKED, recent=views.RECENT
        )
        keep(f"{name}-{palette}.png", made)
        if name == "autumn":
            (DOCS / "board.png").write_bytes(made.data)
            image = Image.open(io.BytesIO(made.data)).convert("RGB")
            box = image.resize((550, 350), Image.Resampling.LANCZOS)
            box.quantize(256).save(folder / "box.png", optimize=True)
    choice = {5: "1", 10: "2", 7: "3"}
    keep("choice.png", await studio.board(views.start(), targets=choice, asked=("marquise",), names=NAMES))
    keep("boards.png", await studio.boards(views.crowded()))
    keep("company.png", await studio.board(views.company(), recent=views.RECENT))
    keep("hand.png", await studio.hand(views.hand()))
    keep("seat.png", await studio.seat(views.crowded(), "eyrie"))
    keep("zoom.png", await studio.zoom(views.crowded("lake"), 1))
    keep("battle.png", await studio.battle(views.crowded(), views.FIGHT))
    keep("film.gif", await studio.film(views.story(16)))
    studio.close()


if __name__ == "__main__":
    asyncio.run(main())
