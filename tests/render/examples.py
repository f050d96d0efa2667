"""The pictures of docs/pictures.md: `python -m tests.render.examples` draws them anew."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

from PIL import Image

from render import Picture, Studio
from tests.render import views

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
            phone = image.resize((400, round(image.height / 4)), Image.Resampling.LANCZOS)
            phone.quantize(256).save(folder / "phone.png", optimize=True)
    keep("hand.png", await studio.hand(views.hand()))
    keep("seat.png", await studio.seat(views.crowded(), "eyrie"))
    keep("zoom.png", await studio.zoom(views.crowded("lake"), 1))
    keep("battle.png", await studio.battle(views.crowded(), views.FIGHT))
    keep("film.gif", await studio.film(views.story(16)))
    studio.close()


if __name__ == "__main__":
    asyncio.run(main())
