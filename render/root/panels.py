"""The faction boards: all of them as one picture of 11:7, each in its place, or one alone, large."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from engine.root.data import CARDS, ITEMS
from engine.root.view import GuestView, PlayerView, RootView
from render import fonts
from render.canvas import Canvas
from render.flow import Block, Placed, draw_all, flow
from render.palette import mix
from render.root import sprites
from render.root.blocks import Kit, face
from render.root.column import at_the_table
from render.root.guests import card, named, turns
from render.root.looks import look, look_of, owners, person
from render.root.score import score_block
from render.root.style import palette_named, title

WIDTH, HEIGHT = 1760, 1120
GAP = 12
STRIP = 72
"""How high the line of items below the boards is."""
GRIDS = {1: (1, 1), 2: (2, 1), 3: (2, 2), 4: (2, 2), 5: (3, 2), 6: (3, 2)}
UNITS = (2.2, 2.0, 1.85, 1.7, 1.55, 1.45, 1.35, 1.25, 1.15, 1.07, 1.0, 0.93, 0.86, 0.8, 0.74, 0.68, 0.62)
"""How large a board may be drawn: the largest that fits is taken."""


def header(kit: Kit, player: PlayerView, width: int) -> Block:
    """The coloured bar on top of a board: who, score, cards in hand."""
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
        score = score_block(kit, player, kit.px(64))
        right -= score.width
        score.draw(canvas, right, y + (height - score.height) // 2)
        text = str(player.hand_size)
        right -= kit.px(22) + fonts.width(text, "strong", kit.px(36))
        canvas.label(right, y + height // 2, text, "strong", kit.px(36), light, "lm", place=kit.place)
        sign = sprites.figure("cards", kit.px(40), mix(it.colour, table.light, 0.4), kit.name, 2)
        right -= sign.width + kit.px(5)
        canvas.sprite(sign, right, y + (height - sign.height) // 2, "sign", f"cards {text}", kit.place)
        right -= kit.px(14)
        if player.board:
            gear = sprites.figure("gear", kit.px(40), it.colour, kit.name, 2)
            right -= gear.width
            canvas.sprite(gear, right, y + (height - gear.height) // 2, "sign", player.board, kit.place)
            right -= kit.px(12)
        left = x + kit.px(18) + figure.width
        room = right - left
        who = person(player)
        top = y + (kit.px(29) if who else height // 2)
        name = it.name if fonts.width(it.name, "title", kit.px(33)) <= room else it.short
        canvas.label(left, top, name, "title", kit.px(33), light, "lm", room=room, place=kit.place)
        if who:
            canvas.label(
                left, y + kit.px(65), who, "plain", kit.px(25), light, "lm", room=room, place=kit.place
            )

    return Block(width, height, draw, wide=True)


def own_blocks(kit: Kit, player: PlayerView) -> list[Block]:
    """What is on a faction's board, in the order that the faction wants or in the usual one."""
    declared = owners().get(player.owner) or owners().get(player.faction)
    if declared is not None and declared.board is not None:
        return declared.board(kit, player)
    own = player.own
    found = kit.facts(player)
    found += [kit.track_of(player.owner, t) for t in own.tracks]
    for group in own.cards:
        found += kit.cards(group)
    if own.items:
        found.append(kit.items(own.items))
    return found + [kit.relation(o, s) for o, s in own.relations.items()]


def blocks(kit: Kit, player: PlayerView) -> list[Block]:
    """Everything below the bar: the faction's own, then what every player may have."""
    found = own_blocks(kit, player)
    if player.items:
        found.append(kit.labelled("Crafted items", "", [kit.items(player.items)]))
    crafted = [face(c) for c in player.crafted]
    if crafted and kit.detail:
        found.append(kit.card_list("Crafted", crafted, 0))
    else:
        found += [kit.named(c) for c in crafted]
    return found


class Sketch(msgspec.Struct, frozen=True):
    """A faction's board laid out and not yet drawn."""

    kit: Kit
    top: Block
    placed: list[Placed]
    height: int
    pad: int


def sketch(player: PlayerView, palette: str, width: int, unit: float, detail: bool) -> Sketch:
    """A board of a width, in a size."""
    pad = round(14 * unit)
    kit = Kit(palette, unit, width - 2 * pad - 8, f"board {player.owner}", detail)
    top = header(kit, player, width - 8)
    placed, height = flow(blocks(kit, player), kit.room, round(20 * unit), round(9 * unit))
    wide = max((p.x + p.block.width for p in placed), default=0)
    tall = top.height + height + 2 * pad + 8
    return Sketch(kit, top, placed, tall if wide <= kit.room else 1 << 20, pad)


@lru_cache(96)
def _panel(coded: bytes, palette: str, width: int, tall: int, detail: bool, active: bool) -> Canvas:
    player = msgspec.json.decode(coded, type=PlayerView)
    it = None
    for unit in UNITS:
        it = sketch(player, palette, width, unit, detail)
        if it.height <= tall:
            break
    assert it is not None
    table = palette_named(palette)
    canvas = Canvas(width, tall, None)
    edge = table.gold if active else table.edge
    canvas.plate((0, 0, width, tall), table.panel, 18, edge, 6 if active else 3)
    it.top.draw(canvas, 4, 4)
    draw_all(canvas, it.placed, 4 + it.pad, 4 + it.top.height + it.pad)
    canvas.note("panel", player.owner, "", (0, 0, width, tall))
    return canvas


def panel(player: PlayerView, palette: str, width: int, tall: int, detail: bool, active: bool) -> Canvas:
    """A faction's board as large as it fits, kept until something on it changes."""
    return _panel(msgspec.json.encode(player), palette, width, tall, detail, active)


def cells(count: int, height: int) -> list[tuple[int, int, int, int]]:
    """Where each of so many boards lies: in rows, in order of play."""
    columns, lines = GRIDS.get(count) or (4, -(-count // 4))
    wide = (WIDTH - GAP * (columns + 1)) // columns
    tall = (height - GAP * (lines + 1)) // lines
    return [
        (GAP + i % columns * (wide + GAP), GAP + i // columns * (tall + GAP), wide, tall)
        for i in range(count)
    ]


def stack(kit: Kit, name: str, count: int) -> Block:
    """An item of the supply with its number."""
    side = 52
    text = f"×{count}"

    def draw(canvas: Canvas, x: int, y: int) -> None:
        sprite = sprites.item(name, side, kit.name)
        canvas.sprite(sprite if count else sprites.faded(sprite), x, y, "item", f"{name} {count}", kit.place)
        if not sprites.has(name):
            canvas.fault(f"unknown item {name!r} in the supply")
        kit.text(canvas, x + side + 4, y + side // 2, text, 30, soft=not count)

    return Block(side + 6 + kit.wide("×9", 30), side, draw)


def supply(canvas: Canvas, view: RootView, palette: str, y: int) -> None:
    """The items that can still be crafted, each in its place."""
    kit = Kit(palette, 1, WIDTH - 2 * GAP, "table")
    craftable = {card.item for card in CARDS.values()}
    names = [item for item in ITEMS if item in craftable] + sorted(set(view.item_supply) - set(ITEMS))
    if not view.item_supply:
        return
    found = [kit.heading("Items to craft")]
    found += [stack(kit, name, view.item_supply.get(name, 0)) for name in names]
    placed, tall = flow(found, kit.room, 22, 6)
    draw_all(canvas, placed, GAP + 10, y + (STRIP - tall) // 2)


def guest_block(kit: Kit, guest: GuestView) -> Block:
    """A hireling with who controls it, or a landmark: head, name, and what is on its card."""
    known = guest.owner in owners()
    it = look(guest.owner, kit.name)
    head = (
        sprites.figure(it.drawing, 56, it.colour, kit.name, 2)
        if known
        else sprites.mark(guest.owner, 56, kit.name)
    )
    with_whom = look(guest.controller, kit.name) if guest.controller else None
    mark = sprites.figure(with_whom.drawing, 48, with_whom.colour, kit.name, 2) if with_whom else None
    name = named(guest)
    facts = [turns(guest)] if guest.controller else []
    facts += [f"{guest.supply} in supply"] if guest.supply else []
    facts += [f"{title(k)} {title(v)}" for k, v in guest.own.texts.items() if v]
    facts += [f"{n} {k}" for k, n in guest.own.counts.items() if n]
    facts += [f"{group.hidden} {group.title}" for group in guest.own.cards if group.hidden]
    below = ", ".join(facts)
    words = max(kit.wide(name, 26), kit.wide(below, 21, "plain"))
    items = [sprites.item(i.item, 44, kit.name, i.exhausted, i.damaged) for i in guest.own.items]
    width = head.width + 10 + words + (mark.width + 10 if mark else 0) + 48 * len(items) + 20

    def draw(canvas: Canvas, x: int, y: int) -> None:
        edge = with_whom.colour if with_whom else kit.table.edge
        canvas.plate((x, y, x + width, y + 66), kit.table.panel, 14, edge, 4)
        canvas.sprite(head, x + 8, y + (66 - head.height) // 2, "guest", guest.owner, kit.place)
        at = x + 16 + head.width
        kit.text(canvas, at, y + (22 if below else 33), name, 26)
        if below:
            kit.text(canvas, at, y + 48, below, 21, soft=True)
        at += words + 8
        for sprite, item in zip(items, guest.own.items, strict=True):
            canvas.sprite(sprite, at, y + 11, "item", item.item, kit.place)
            at += 48
        if mark:
            canvas.sprite(mark, at, y + 8, "controller", guest.controller, kit.place)

    return Block(width, 66, draw)


def guests(view: RootView, palette: str) -> tuple[list[Placed], int]:
    """Hirelings and landmarks on lines, and how high they are together."""
    if not view.guests:
        return [], 0
    kit = Kit(palette, 1, WIDTH - 2 * GAP, "table")
    placed, tall = flow([guest_block(kit, guest) for guest in view.guests], kit.room, 10, 8)
    return placed, tall + GAP


def boards(view: RootView, palette: str) -> Canvas:
    """Every faction's board in its place, in order of play; below them hirelings, landmarks and items."""
    table = palette_named(palette)
    canvas = Canvas(WIDTH, HEIGHT, table.paper)
    places = [p.owner for p in at_the_table(view)]
    placed, tall = guests(view, palette)
    draw_all(canvas, placed, GAP, HEIGHT - STRIP - tall + 4)
    where = cells(max(1, len(places)), HEIGHT - STRIP + GAP - tall)
    for player in view.players:
        x, y, wide, tall = where[places.index(player.owner)]
        active = player.owner == view.active and not view.over
        canvas.sheet(panel(player, palette, wide, tall, False, active), x, y)
    for player in view.undecided:
        x, y, wide, tall = where[places.index(player.owner)]
        canvas.plate((x, y, x + wide, y + tall), table.panel, 18, table.edge, 3)
        text = f"{player.name}: no faction yet"
        canvas.label(
            x + wide // 2, y + tall // 2, text, "title", 36, table.soft, "cm", room=wide - 40, place="table"
        )  # fmt: skip
    if not canvas.wrong:
        supply(canvas, view, palette, HEIGHT - STRIP)
    if canvas.wrong:
        canvas.plate((GAP, HEIGHT - STRIP + 6, WIDTH - GAP, HEIGHT - 6), table.panel, 12, table.alarm, 5)
        text = "   ".join(f"! {fault}" for fault in canvas.wrong)
        canvas.label(
            GAP + 16, HEIGHT - STRIP // 2, text, "plain", 30, table.ink, "lm", room=WIDTH - 3 * GAP - 32, place="table"
        )  # fmt: skip
    return canvas


def seat(view: RootView, owner: str, palette: str) -> Canvas:
    """One player's board alone, with every printed number; or the card of a hireling or landmark."""
    for player in view.players:
        if player.owner == owner:
            canvas = Canvas(WIDTH, HEIGHT, palette_named(palette).paper)
            active = owner == view.active and not view.over
            canvas.sheet(panel(player, palette, WIDTH - 2 * GAP, HEIGHT - 2 * GAP, True, active), GAP, GAP)
            return canvas
    for guest in view.guests:
        if guest.owner == owner:
            canvas = Canvas(WIDTH, HEIGHT, palette_named(palette).paper)
            card(canvas, guest, palette, WIDTH, GAP)
            return canvas
    raise LookupError(f"nobody plays {owner}")
