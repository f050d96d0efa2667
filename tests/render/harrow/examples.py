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

LINES = {
    "hester": (
        "A brown root grows from 6 (bog) into 3 (plains).",
        "Hester gains 1 plains cube.",
        "Hester moves to 24 (bog) and stirs the fire.",
    ),
    "fairfolk": (
        "The Fair Folk place an arrow at 35 (forest).",
        "It points to the south-west: the crown lies there or on the line.",
    ),
    "solo": (
        "Card from the red deck: Ghost Trap, hexes 4 and 29, cubes, with Hester's mark.",
        "Ghost Trap activates the Protectors: cubes 3, spawn 2, move 1.",
    ),
}
"""What was told last."""


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
    for name in ("everything", "hester", "fairfolk", "solo"):
        keep(f"{name}.png", await studio.board(views.POSITIONS[name](), recent=LINES.get(name, ())))
    keep("solo-boards.png", await studio.boards(views.solo()))
    keep("boards.png", await studio.boards(views.crowded()))
    keep("tree.png", await studio.seat(views.crowded(), "tree"))
    keep("hand.png", await studio.hand(views.hand()))
    keep("zoom.png", await studio.zoom(views.crowded(), 20))
    keep("film.gif", await studio.film(story(8)))
    studio.close()


if __name__ == "__main__":
    asyncio.run(main())
