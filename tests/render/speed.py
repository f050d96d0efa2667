"""How fast pictures are, as ratios: `python -m tests.render.speed`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import msgspec

from render import PICTURES, Studio, encode
from tests.render import views

ROUNDS = 15


def best(run: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The shortest of several runs, in milliseconds."""
    found = []
    for _ in range(rounds):
        start = time.perf_counter()
        run()
        found.append((time.perf_counter() - start) * 1000)
    return min(found)


def measure(kind: str, name: str) -> dict[str, float]:
    """Compose and encode one position of which one board changes every time."""
    painter = PICTURES["root"]
    view = getattr(views, kind)(name)
    turn = 0

    def compose() -> object:
        nonlocal turn
        turn += 1
        first = msgspec.structs.replace(view.players[0], score=turn % 30)
        now = msgspec.structs.replace(view, turn=turn % 30, players=(first, *view.players[1:]))
        return painter.board(now, "light", views.MARKED, views.RECENT)

    for _ in range(31):
        compose()
    palette = painter.colours(view, "light")
    image = painter.board(view, "light", views.MARKED, views.RECENT).image
    draw, pack = best(compose), best(lambda: encode.png(image, palette))
    size = len(encode.png(image, palette)) / 1024
    return {"compose ms": draw, "encode ms": pack, "ratio": (draw + pack) / pack, "KB": size}


async def stall(kind: str, name: str) -> float:
    """The longest time the event loop was held up while twenty pictures were made, in milliseconds."""
    studio = Studio()
    await studio.warm()
    view = getattr(views, kind)(name)
    await studio.board(view, marked=views.MARKED, recent=views.RECENT)
    worst = 0.0
    going = True

    async def watch() -> None:
        nonlocal worst
        while going:
            start = time.perf_counter()
            await asyncio.sleep(0.001)
            worst = max(worst, (time.perf_counter() - start) * 1000 - 1)

    watcher = asyncio.create_task(watch())
    for turn in range(20):
        await studio.board(msgspec.structs.replace(view, turn=turn), recent=views.RECENT)
    going = False
    await watcher
    studio.close()
    return worst


if __name__ == "__main__":
    for kind, name in (("start", "autumn"), ("crowded", "autumn"), ("crowded", "mountain")):
        row = measure(kind, name)
        print(f"{kind} {name}: " + ", ".join(f"{k} {v:.2f}" for k, v in row.items()))
        print(f"  longest stall of the event loop {asyncio.run(stall(kind, name)):.1f} ms")
