"""The pictures of docs/pictures.md: `python -m tests.render.examples` draws them anew."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path
from typing import cast

from PIL import Image

from cogs.board.message import newest
from engine.chance import seeded
from engine.game import Game
from engine.games import GAMES
from engine.root.rules import RULES
from engine.root.standin import choose
from engine.root.view import RootView
from engine.rules import SeatSetup, Setup
from render import Picture, Studio
from tests.render import views

NAMES = {"marquise": "Alice", "eyrie": "Bob", "alliance": "Carol", "vagabond": "Dora"}
SIX = {
    "autumn": ("marquise", "riverfolk", "corvids", "keepers", "alliance", "vagabond"),
    "winter": ("eyrie", "duchy", "lizards", "hundreds", "riverfolk", "corvids"),
    "lake": ("keepers", "riverfolk", "duchy", "alliance", "lizards", "corvids"),
    "mountain": ("hundreds", "vagabond", "marquise", "corvids", "riverfolk", "duchy"),
}
"""Tables of six with every faction among them."""
PEOPLE = ("Alice", "Bob", "Carol", "Dora", "Emil", "Fanny")
LATE = 24
STORY = 30
"""Of so many events the last are told."""
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
    for name, factions in SIX.items():
        people = dict(zip(factions, PEOPLE, strict=True))
        view, told, asked = late(name, factions)
        made = await studio.board(view, names=people, recent=told, asked=asked)
        keep(f"six-{name}.png", made)
    hired = await studio.board(views.hired("mountain"), marked=views.MARKED, recent=views.RECENT)
    keep("hired.png", hired)
    keep("hired-boards.png", await studio.boards(views.hired("mountain")))
    for card in ("bandit-gangs", "black-market"):
        keep(f"{card}.png", await studio.seat(views.hired(), card))
    keep("six-boards.png", await studio.boards(late("mountain", SIX["mountain"])[0]))
    keep("wooded.png", await studio.board(views.wooded("lake"), recent=views.RECENT))
    studio.close()


def late(name: str, factions: tuple[str, ...]) -> tuple[RootView, list[str], tuple[str, ...]]:
    """A real game of stand-ins on this map, when somebody has so many points: what is seen, what happened last, who must decide."""
    setup = Setup(tuple(SeatSetup(faction, faction) for faction in factions), {"map": name, "deck": "exiles"})
    game = Game(RULES, setup, seeded(f"six {name}")).start()
    events = game.take_events()
    while not game.over and max(seat.score or 0 for seat in game.view(None).seats) < LATE:
        ask = game.waiting()[0]
        events = [*events, *game.answer(ask.seat, choose(cast(RootView, game.view(ask.seat)), ask))][-STORY:]
    view = cast(RootView, game.view(None))
    return view, newest(GAMES["root"], view, events), tuple(ask.seat for ask in game.waiting())


if __name__ == "__main__":
    asyncio.run(main())
