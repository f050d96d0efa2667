"""Blocks side by side, line after line: how a board full of small groups finds its layout by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from render.canvas import Canvas


class Block(msgspec.Struct, frozen=True):
    """Something of a size that can draw itself at a place."""

    width: int
    height: int
    draw: Callable[[Canvas, int, int], None]
    wide: bool = False
    """True if it wants a line of its own."""


class Placed(msgspec.Struct, frozen=True):
    """A block and where it goes."""

    block: Block
    x: int
    y: int


def flow(blocks: Sequence[Block], room: int, gap: int, leading: int) -> tuple[list[Placed], int]:
    """Blocks on lines no wider than the room, and the height of all lines together."""
    placed: list[Placed] = []
    line: list[Placed] = []
    x = y = 0
    tallest = 0

    def close() -> None:
        nonlocal x, y, tallest, line
        for p in line:
            placed.append(Placed(p.block, p.x, p.y + (tallest - p.block.height) // 2))
        if line:
            y += tallest + leading
        x, tallest, line = 0, 0, []

    for block in blocks:
        if line and (block.wide or x + block.width > room):
            close()
        line.append(Placed(block, x, y))
        x += block.width + gap
        tallest = max(tallest, block.height)
        if block.wide:
            close()
    close()
    return placed, max(0, y - leading)


def draw_all(canvas: Canvas, placed: Sequence[Placed], x: int, y: int) -> None:
    """Draw placed blocks from a corner."""
    for p in placed:
        p.block.draw(canvas, x + p.x, y + p.y)
