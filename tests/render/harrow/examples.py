"""The pictures of docs/harrow-pictures.md: `python -m tests.render.harrow.examples` draws them anew."""

from __future__ import annotations

import asyncio
import random
from typing import cast

from engine.harrow.check import RandomGame, random_setup
from engine.harrow.view import HarrowView
from render import Picture, Studio
from tests.render.examples import DOCS
from tests.render.harrow import views


def story(pictures: int) -> list[HarrowView]:
    """A whole game of chapter 1 in so many positions."""
    played = RandomGame(
        random_setup(random.Random("a film"), "C1", ("protectors", "family")), "film", watch=False
    )
    played.play(1)
    found = [cast(HarrowView, played.game.view(None))]
    while not played.over:
        played.step()
        found.append(cast(HarrowView, played.game.view(None)))
    step = (len(found) - 1) / (pictures - 1)
    return [found[round(i * step)] for i in range(pictures)]


async def main() -> None:
    """Draw every example."""
    studio = Studio()

    def keep(name: str, picture: Picture) -> None:
        (DOCS / "pictures" / f"harrow-{name}").write_bytes(picture.data)
        print(f"{name}: {picture.width} × {picture.height}, {len(picture.data) // 1024} KB")

    for palette in ("light", "dark", "colour-blind"):
        made = await studio.board(views.crowded(), palette=palette, marked=views.MARKED, recent=views.RECENT)
        keep(f"{palette}.png", made)
    keep("kammi.png", await studio.board(views.with_kammi()))
    keep("everything.png", await studio.board(views.everything()))
    keep("boards.png", await studio.boards(views.crowded()))
    keep("tree.png", await studio.seat(views.crowded(), "tree"))
    keep("hand.png", await studio.hand(views.hand()))
    keep("zoom.png", await studio.zoom(views.crowded(), 20))
    keep("film.gif", await studio.film(story(8)))
    studio.close()


if __name__ == "__main__":
    asyncio.run(main())
