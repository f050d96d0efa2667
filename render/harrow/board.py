"""The whole table as one picture, in the shape that chats show without shrinking: who plays, what happened, the county."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.harrow.data import MODES
from engine.harrow.view import COIN, FactionView, HarrowView
from render import fonts
from render.canvas import Canvas
from render.harrow import bag, ground, places, sprites
from render.harrow.panels import Panel
from render.harrow.style import owner_name, palette_named, title
from render.palette import mix

WIDTH, HEIGHT = 1760, 1120
MIDDLE = (WIDTH - 507, HEIGHT // 2)
"""Where the middle of the map lies."""
COLUMN = 738
"""How wide the column beside the map is."""
LEFT = 12
TOP = 92
"""Above is the headline."""
GAP = 10
TOKENS_END = 1064
"""H8  Where the tokens of the bag end: before the map."""
LINE = 42
LETTERS = 34


def headline(view: HarrowView) -> tuple[str, str]:
    """What stands above everything: the round, and whose turn it is."""
    if view.over:
        won = [owner_name(f.owner) for f in view.factions if f.owner in view.winners]
        return "The end", " and ".join(won) + (" win" if won else "nobody wins")
    mode = MODES[view.mode].name if view.mode in MODES else title(view.mode)
    active = next((f for f in view.factions if f.owner == view.active), None)
    if not view.round:
        return mode, "the county is made ready"
    turn = turn_words(view, active) if active else mode
    alone = view.solo and not view.solo.deciding
    left = sum(view.solo.decks.values()) if view.solo else 0
    return f"Round {view.round}", f"{turn}, {left} cards left" if alone else turn


def turn_words(view: HarrowView, active: FactionView) -> str:
    """Whose turn it is, and which jar is in hand or which turn of the round."""
    name = owner_name(active.owner)
    leads = view.solo.deciding if view.solo else ""
    if leads and active.automated:
        return f"{name} for {owner_name(leads)}"
    if view.solo and view.solo.drawn == COIN:
        return f"the coin for {name}"
    if view.jar:
        return f"{name}, {title(view.jar)} jar"
    return f"{name}, turn {min(3, active.flips + 1)} of 3" if active.jars else f"{name} to play"


def heights(factions: Sequence[FactionView], room: int) -> list[int]:
    """How high every panel is: jars need more than Hester or the Fair Folk."""
    weights = [1.0 if f.hester or f.fairfolk else 1.45 for f in factions]
    room -= GAP * (len(factions) - 1)
    return [int(room * w / sum(weights)) for w in weights]


def board(
    view: HarrowView,
    palette: str,
    marked: Collection[int | str] = (),
    recent: Sequence[str] = (),
    targets: Mapping[int | str, str] | None = None,
    asked: Collection[str] = (),
) -> Canvas:
    """The whole table. Its size and places never change: a glance finds everything where it was."""
    table = palette_named(palette)
    canvas = Canvas(WIDTH, HEIGHT, None)
    canvas.picture(ground.land(places.land_of(view), WIDTH, HEIGHT, *MIDDLE, palette), 0, 0)
    places.draw_map(canvas, view, palette, marked, MIDDLE, targets or {})
    tree_corner(canvas, view, palette)
    big, small = headline(view)
    sky = ground.on_sky(palette)
    wide = canvas.label(LEFT + 6, 50, big, "title", 66, sky, "lm", place="headline")
    end = bag.row(canvas, view, palette, TOKENS_END, 46)
    room = min(860 - wide, end - LEFT - wide - 34 - GAP)
    canvas.label(LEFT + wide + 34, 56, small, "plain", 38, sky, "lm", room=room, place="headline")
    story = 4 * LINE + 22 if len(view.factions) < 4 else 3 * LINE + 22
    column(canvas, view, palette, TOP, HEIGHT - GAP - story - GAP, asked)
    faults = [f"! {f}" for f in canvas.wrong[:2]]
    lines = [*faults, *recent]
    if lines:
        box = (LEFT, HEIGHT - GAP - story, LEFT + COLUMN, HEIGHT - GAP)
        edge = table.alarm if faults else table.edge
        canvas.plate(box, mix(table.panel, table.paper, 0.3), 14, edge, 3)
        told(canvas, lines, box, palette)
    return canvas


def column(
    canvas: Canvas, view: HarrowView, palette: str, top: int, bottom: int, asked: Collection[str]
) -> None:
    """Every faction in order of play."""
    if not view.factions:
        return
    y = top
    for faction, height in zip(view.factions, heights(view.factions, bottom - top), strict=True):
        Panel(canvas, view, faction, palette, asked).draw(LEFT, y, COLUMN, height)
        y += height + GAP


def told(canvas: Canvas, recent: Sequence[str], box: tuple[int, int, int, int], palette: str) -> None:
    """The last events in words, as many as there is room for, the newest last."""
    table = palette_named(palette)
    room = box[2] - box[0] - 62
    lines: list[tuple[bool, str]] = []
    most = (box[3] - box[1] - 20) // LINE
    for text in reversed(list(recent)):
        wrapped = fonts.wrap(text, "plain", LETTERS, room, 2)
        if len(lines) + len(wrapped) > most:
            break
        lines = [(i == 0, line) for i, line in enumerate(wrapped)] + lines
    y = box[1] + 10 + LINE // 2
    for first, line in lines:
        if first:
            crow = sprites.sign("crow", 20, table.soft, palette)
            canvas.sprite(crow, box[0] + 10, y - 10, "sign", "event", "story")
        canvas.label(box[0] + 52, y, line, "plain", LETTERS, table.ink, "lm", place="story")
        y += LINE


def tree_corner(canvas: Canvas, view: HarrowView, palette: str) -> None:
    """H0.7.4  The Tree in the corner with the cubes that are stuck in it."""
    table = palette_named(palette)
    inside = [(c, n) for c, n in view.tree.inside.items() if n]
    size, step = 46, 92
    per_row = 2 if len(inside) <= 4 else 3
    for i, (colour, count) in enumerate(inside):
        x = WIDTH - 196 + step - i % per_row * step  # from the right: there the sky is widest
        y = 18 + i // per_row * 54
        sprite = sprites.cube(colour, size, palette)
        canvas.sprite(sprite, x, y, "stuck", f"{colour} {count}", "tree")
        canvas.label(
            x + sprite.width + 4, y + size // 2, str(count), "strong", 38, table.light, "lm",
            outline=table.outline, thick=4, place="tree", kind="count",
        )  # fmt: skip
