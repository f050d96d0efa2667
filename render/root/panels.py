"""A faction's board: on the table under the map, and as a picture of its own."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from engine.root.view import PlayerView
from render import fonts
from render.canvas import Canvas
from render.flow import Block, Placed, draw_all, flow
from render.palette import mix
from render.root import sprites
from render.root.blocks import Kit, face
from render.root.looks import look, look_of, owners, person, short_name


def score_block(kit: Kit, player: PlayerView) -> Block:
    """The score; or the dominance card or the partner that stands in its place."""
    height = kit.px(64)
    if player.coalition:
        it = look(player.coalition, kit.name)
        head = sprites.figure(it.drawing, kit.px(54), it.colour, kit.name, 2)

        def coalition(canvas: Canvas, x: int, y: int) -> None:
            canvas.sprite(head, x + kit.px(26), y + kit.px(4), "coalition", player.coalition, kit.place)
            canvas.label(
                x,
                y + height // 2,
                "+",
                "strong",
                kit.px(36),
                kit.table.light,
                "lm",
                outline=kit.table.outline,
                place=kit.place,
            )

        return Block(kit.px(30) + head.width, height, coalition)
    if player.dominance:
        suit = face(player.dominance).suit
        disc = sprites.suit_disc(suit, kit.px(52), kit.name)
        crown = sprites.figure("crown", kit.px(22), (90, 60, 10), kit.name, 1.6)

        def dominance(canvas: Canvas, x: int, y: int) -> None:
            canvas.sprite(disc, x, y + kit.px(11), "dominance", player.dominance, kit.place)
            canvas.sprite(
                crown, x + (disc.width - crown.width) // 2, y - kit.px(4), "sign", "crown", kit.place
            )

        return Block(disc.width, height, dominance)
    text = "–" if player.score is None else str(player.score)
    width = fonts.width(text, "strong", kit.px(60))

    def points(canvas: Canvas, x: int, y: int) -> None:
        canvas.label(
            x, y + height // 2, text, "strong", kit.px(60), kit.table.light, "lm", outline=kit.table.outline,
            thick=4, place=kit.place,
        )  # fmt: skip

    return Block(width, height, points)


def header(kit: Kit, player: PlayerView, width: int, active: bool) -> Block:
    """The coloured bar on top of a board: who, score, cards in hand, warriors in supply."""
    it = look_of(player, kit.name)
    height = kit.px(84)
    table = kit.table
    light = table.light

    def draw(canvas: Canvas, x: int, y: int) -> None:
        bar = mix(it.colour, table.outline, 0.34)
        canvas.plate((x, y, x + width, y + height), bar, kit.px(14))
        canvas.bar((x, y + height // 2, x + width, y + height), bar)
        figure = sprites.figure(it.drawing, kit.px(74), it.colour, kit.name, 2.4)
        canvas.sprite(figure, x + kit.px(10), y + kit.px(6), "head", player.owner, kit.place)
        if not it.known:
            canvas.fault(f"unknown faction {player.faction!r}")
        right = x + width - kit.px(14)
        score = score_block(kit, player)
        right -= score.width
        score.draw(canvas, right, y + (height - score.height) // 2)
        right -= kit.px(22)
        for sign, count in (("supply", player.supply), ("cards", player.hand_size)):
            if sign == "supply" and not count:
                continue
            text = str(count)
            right -= fonts.width(text, "strong", kit.px(36))
            canvas.label(right, y + height // 2, text, "strong", kit.px(36), light, "lm", place=kit.place)
            sprite = sprites.figure(sign, kit.px(40), mix(it.colour, table.light, 0.4), kit.name, 2)
            right -= sprite.width + kit.px(5)
            canvas.sprite(
                sprite, right, y + (height - sprite.height) // 2, "sign", f"{sign} {count}", kit.place
            )
            right -= kit.px(16)
        if player.board:
            gear = sprites.figure("gear", kit.px(40), it.colour, kit.name, 2)
            right -= gear.width
            canvas.sprite(gear, right, y + (height - gear.height) // 2, "sign", player.board, kit.place)
            right -= kit.px(12)
        left = x + kit.px(18) + figure.width
        room = right - left
        who = person(player)
        top = y + (kit.px(30) if who else height // 2)
        canvas.label(left, top, it.name, "title", kit.px(33), light, "lm", room=room, place=kit.place)
        if who:
            canvas.label(
                left, y + kit.px(63), who, "plain", kit.px(25), light, "lm", room=room, place=kit.place
            )

    return Block(width, height, draw, wide=True)


def own_blocks(kit: Kit, player: PlayerView) -> list[Block]:
    """What is on a faction's board, in the order that the faction wants or in the usual one."""
    declared = owners().get(player.owner) or owners().get(player.faction)
    if declared is not None and declared.board is not None:
        return declared.board(kit, player)
    own = player.own
    found = [kit.line(k, v) for k, v in own.texts.items()]
    found += [kit.count(k, n) for k, n in own.counts.items()]
    found += [kit.track_of(player.owner, t) for t in own.tracks]
    for group in own.cards:
        found += kit.cards(group)
    if own.items:
        found.append(kit.items(own.items))
    found += [kit.relation(o, s) for o, s in own.relations.items()]
    return found


def blocks(kit: Kit, player: PlayerView) -> list[Block]:
    """Everything below the bar: the faction's own, then what every player may have."""
    found = own_blocks(kit, player)
    if player.items:
        found.append(kit.items(player.items))
    crafted = [face(c) for c in player.crafted]
    if crafted and kit.detail:
        found.append(kit.card_list("Crafted", crafted, 0))
    else:
        found += [kit.named(c) for c in crafted]
    return found


class Sketch(msgspec.Struct, frozen=True):
    """A faction's board laid out and not yet drawn."""

    kit: Kit
    owner: str
    top: Block
    placed: list[Placed]
    height: int
    pad: int


@lru_cache(64)
def _sketch(coded: bytes, palette: str, width: int, unit: float, detail: bool, active: bool) -> Sketch:
    player = msgspec.json.decode(coded, type=PlayerView)
    pad = round(14 * unit)
    kit = Kit(palette, unit, width - 2 * pad - 8, f"board {player.owner}", detail)
    top = header(kit, player, width - 8, active)
    placed, height = flow(blocks(kit, player), kit.room, round(20 * unit), round(9 * unit))
    return Sketch(kit, player.owner, top, placed, top.height + height + 2 * pad + 8, pad)


def panel_height(
    player: PlayerView, palette: str, width: int, unit: float, detail: bool, active: bool
) -> int:
    """How tall a faction's board is, without drawing it."""
    return _sketch(msgspec.json.encode(player), palette, width, unit, detail, active).height


def panel(
    player: PlayerView, palette: str, width: int, unit: float, detail: bool, active: bool, least: int
) -> Canvas:
    """A faction's board as a canvas of its own, kept until something on it changes."""
    return _panel(msgspec.json.encode(player), palette, width, unit, detail, active, least)


@lru_cache(32)
def _panel(
    coded: bytes, palette: str, width: int, unit: float, detail: bool, active: bool, least: int
) -> Canvas:
    sketch = _sketch(coded, palette, width, unit, detail, active)
    table = sketch.kit.table
    tall = max(least, sketch.height)
    canvas = Canvas(width, tall, table.paper)
    edge = table.gold if active else table.edge
    canvas.plate((0, 0, width, tall), table.panel, round(16 * unit), edge, 5 if active else 3)
    sketch.top.draw(canvas, 4, 4)
    draw_all(canvas, sketch.placed, 4 + sketch.pad, 4 + sketch.top.height + sketch.pad)
    canvas.note("panel", sketch.owner, "", (0, 0, width, tall))
    return canvas


def undecided(canvas: Canvas, x: int, y: int, room: int, kit: Kit) -> None:
    """What stands in place of a score before there is a faction, as large as it fits."""
    size = next((n for n in (27, 24) if fonts.width("faction", "strong", n) <= room), 20)
    lines = fonts.wrap("no faction yet", "strong", size, room, 3)
    for i, line in enumerate(lines):
        at = y + round((i - (len(lines) - 1) / 2) * (size + 2))
        canvas.label(
            x, at, line, "strong", size, kit.table.light, "lm", outline=kit.table.outline, place=kit.place
        )


def tab(kit: Kit, player: PlayerView, width: int, active: bool, goal: int = 30) -> Block:
    """One player in the line above the map: figure, score, hand, name, and how far the way is to the goal."""
    height = 132
    it = look_of(player, kit.name)
    table = kit.table

    def draw(canvas: Canvas, x: int, y: int) -> None:
        edge = table.gold if active else table.outline
        fill = mix(it.colour, table.outline, 0.12)
        canvas.plate((x, y, x + width, y + height), fill, 16, edge, 7 if active else 3)
        figure = sprites.figure(it.drawing, 74, it.colour, kit.name, 2.4)
        canvas.sprite(figure, x + 12, y + 8, "tab", player.owner, kit.place)
        left = x + 20 + figure.width
        if player.faction:
            score_block(kit, player).draw(canvas, left, y + 13)
        text = str(player.hand_size)
        right = x + width - 14 - fonts.width(text, "strong", 36)
        canvas.label(
            right, y + 48, text, "strong", 36, table.light, "lm", outline=table.outline, place=kit.place
        )
        sprite = sprites.figure("cards", 38, mix(it.colour, table.light, 0.4), kit.name, 2)
        canvas.sprite(sprite, right - sprite.width - 4, y + 28, "sign", f"cards {text}", kit.place)
        if not player.faction:
            undecided(canvas, left, y + 48, right - sprite.width - 10 - left, kit)
        canvas.label(
            x + 14, y + 102, short_name(player), "strong", 29, table.light, "lm", room=width - 28, outline=table.outline,
            place=kit.place,
        )  # fmt: skip
        if player.score is not None and player.faction:
            full = width - 28
            canvas.bar((x + 14, y + 119, x + 14 + full, y + 125), mix(fill, table.outline, 0.5))
            share = max(0, min(player.score, goal)) / goal
            canvas.bar((x + 14, y + 119, x + 14 + round(full * share), y + 125), table.gold)

    return Block(width, height, draw)
