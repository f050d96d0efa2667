"""A player's points, or what stands in their place."""

from __future__ import annotations

from engine.root.view import PlayerView
from render import fonts
from render.canvas import Canvas
from render.flow import Block
from render.root import sprites
from render.root.blocks import Kit, face
from render.root.looks import look


def score_block(kit: Kit, player: PlayerView, height: int) -> Block:
    """The score; or the dominance card or the partner that stands in its place."""
    if player.coalition:
        it = look(player.coalition, kit.name)
        head = sprites.figure(it.drawing, round(height * 0.84), it.colour, kit.name, 2)
        plus = round(height * 0.4)

        def coalition(canvas: Canvas, x: int, y: int) -> None:
            canvas.sprite(head, x + plus, y, "coalition", player.coalition, kit.place)
            canvas.label(
                x, y + height // 2, "+", "strong", round(height * 0.6), kit.table.light, "lm",
                outline=kit.table.outline, place=kit.place,
            )  # fmt: skip

        return Block(plus + head.width, height, coalition)
    if player.dominance:
        disc = sprites.suit_disc(face(player.dominance).suit, round(height * 0.78), kit.name)
        crown = sprites.figure("crown", round(height * 0.34), (90, 60, 10), kit.name, 1.6)

        def dominance(canvas: Canvas, x: int, y: int) -> None:
            canvas.sprite(disc, x, y + height - disc.height, "dominance", player.dominance, kit.place)
            at = x + (disc.width - crown.width) // 2
            canvas.sprite(crown, at, y - round(height * 0.06), "sign", "crown", kit.place)

        return Block(disc.width, height, dominance)
    text = "–" if player.score is None else str(player.score)
    size = round(height * 0.94)

    def points(canvas: Canvas, x: int, y: int) -> None:
        canvas.label(
            x, y + height // 2, text, "strong", size, kit.table.light, "lm", outline=kit.table.outline,
            thick=4, place=kit.place, kind="score",
        )  # fmt: skip

    return Block(fonts.width(text, "strong", size), height, points)
