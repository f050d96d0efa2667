"""The Tree's outcome as a picture: what went in above, what stayed in its branches, what fell out below."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache

from PIL import Image

from engine.harrow.view import AttackView, TreeView
from engine.rules import Event
from render.canvas import Canvas
from render.harrow import ground, sprites
from render.harrow.cards import name_of
from render.harrow.style import OWNERS, owner_name, palette_named
from render.palette import mix
from render.scene import Scene

WIDTH, HEIGHT = 1760, 1120
CUBE = 74


def told(events: Sequence[Event]) -> TreeView | None:
    """The last activation of the Tree that these events tell of, with the attack that it decided."""
    attack: AttackView | None = None
    found: TreeView | None = None
    for event in events:
        about = event.about
        if event.key == "attack":
            attack = AttackView(
                attacker=about["owner"],
                defender=about["defender"],
                start=about["origin"],
                target=about["target"],
            )
        elif event.key == "tree":
            colours = dict.fromkeys((*about["inside"], *about["fell"], *about["dropped"]))
            before = {
                c: about["inside"].get(c, 0) + about["fell"].get(c, 0) - about["dropped"].get(c, 0)
                for c in colours
            }
            fight = attack if about["why"] == "attack" else None
            found = TreeView(
                number=1, by=about["owner"], why=about["why"], dropped=about["dropped"], fell=about["fell"],
                before=before, attack=fight,
            )  # fmt: skip
    return found


@lru_cache(4)
def stage(palette: str) -> Image.Image:
    """The Tree on its hill before the moon."""
    table = palette_named(palette)
    back = ground.sky(palette)
    scene = Scene(WIDTH, HEIGHT, back)
    x, y = WIDTH // 2, 470
    for r, share in ((520, 0.06), (440, 0.13), (370, 0.22)):
        scene.dot(x, y, r, mix(back, ground.MOON, share))
    scene.dot(x, y, 300, mix(ground.MOON, back, 0.12 if table.night is None else 0.3))
    for dx, dy, r in ((-120, -90, 56), (96, 60, 38), (-20, 150, 26), (150, -110, 22)):
        scene.dot(x + dx, y + dy, r, mix(ground.MOON, back, 0.26))
    dice = random.Random("hill")
    points = [(0.0, float(HEIGHT))]
    for i in range(17):
        hump = 90 * max(0.0, 1 - abs(i - 8) / 6)
        points.append((WIDTH * i / 16, HEIGHT - 210 - hump + dice.uniform(-16, 16)))
    points.append((float(WIDTH), float(HEIGHT)))
    scene.area(points, mix(back, table.outline, 0.6))
    trunk = mix(table.outline, back, 0.1)
    for seed, lean in ((3, -26), (11, 30), (23, 2)):
        ground.tree(scene, x + lean, HEIGHT - 250, 820, random.Random(seed), trunk)
    for at, tall, seed in ((120, 300, 5), (1650, 340, 2), (330, 190, 9), (1440, 200, 4)):
        ground.tree(scene, at, HEIGHT - 150, tall, random.Random(seed), mix(back, table.outline, 0.8))
    for cx, cy, size in ((170, 330, 34), (250, 400, 24), (1500, 130, 30), (1580, 220, 20)):
        ground.crow(scene, cx, cy, size, trunk)
    return scene.paint()


def shown(
    canvas: Canvas, cubes: Mapping[str, int], y: int, caption: str, kind: str, palette: str, most: int = 1500
) -> None:
    """A line of cubes in the middle with a caption over it."""
    light = ground.on_sky(palette)
    table = palette_named(palette)
    some = [(colour, n) for colour, n in cubes.items() if n]
    canvas.label(WIDTH // 2, y, caption, "title", 46, light, "cm", outline=table.outline, thick=4, place=kind)
    if not some:
        canvas.label(
            WIDTH // 2,
            y + 78,
            "nothing",
            "plain",
            42,
            light,
            "cm",
            outline=table.outline,
            thick=4,
            place=kind,
        )
        return
    # one by one as long as they fit, else one cube with a number for each colour
    total = sum(n for _, n in some)
    step = CUBE - 6
    one_by_one = total * step + 60 * (len(some) - 1) <= most
    widths = [n * step if one_by_one else step + 70 for _, n in some]
    x = (WIDTH - sum(widths) - 60 * (len(some) - 1)) // 2
    for (colour, n), wide in zip(some, widths, strict=True):
        if colour not in OWNERS and colour not in ground.PAINTERS:
            canvas.fault(f"unknown cubes {colour!r}")
        for i in range(n if one_by_one else 1):
            sprite = sprites.cube(colour, CUBE, palette)
            canvas.sprite(sprite, x + i * step, y + 40, kind, colour if one_by_one else f"{colour} {n}", kind)
        if not one_by_one:
            canvas.label(
                x + step + 10, y + 78, str(n), "strong", 54, light, "lm", outline=table.outline, thick=5,
                place=kind, kind="count",
            )  # fmt: skip
        x += wide + 60


def stayed(tree: TreeView) -> dict[str, int]:
    """What the last activation left inside."""
    colours = dict.fromkeys((*tree.before, *tree.dropped))
    return {c: tree.before.get(c, 0) + tree.dropped.get(c, 0) - tree.fell.get(c, 0) for c in colours}


def picture(tree: TreeView, palette: str) -> Canvas:
    """H0.7  What the last activation did."""
    table = palette_named(palette)
    light = ground.on_sky(palette)
    canvas = Canvas(WIDTH, HEIGHT, None)
    canvas.picture(stage(palette), 0, 0)
    canvas.label(
        40, 62, "The Tree", "title", 72, light, "lm", outline=table.outline, thick=5, place="heading"
    )
    if not tree.number:
        text = "No cube has gone in yet."
        canvas.label(44, 128, text, "plain", 42, light, "lm", outline=table.outline, thick=4, place="heading")
        return canvas
    canvas.label(
        44,
        128,
        headline(tree),
        "plain",
        42,
        light,
        "lm",
        outline=table.outline,
        thick=4,
        place="heading",
        room=760,
    )
    shown(canvas, tree.dropped, 196, "went in", "dropped", palette)
    shown(canvas, stayed(tree), 500, "stays in the branches", "inside", palette)
    shown(canvas, tree.fell, 870, "fell out", "fell", palette)
    return canvas


def headline(tree: TreeView) -> str:
    """Who activated it, and why."""
    if tree.attack is not None:
        fight = tree.attack
        return f"{owner_name(fight.attacker)} in {fight.start} attack {owner_name(fight.defender)} in {fight.target}"
    return f"{owner_name(tree.by)}: {name_of(tree.why)}"


def tell(tree: TreeView) -> str:
    """The outcome in words."""
    if not tree.number:
        return "The Tree: no cube has gone in yet."

    def cubes(some: Mapping[str, int]) -> str:
        parts = [f"{owner_name(colour)} {n}" for colour, n in some.items() if n]
        return ", ".join(parts) or "nothing"

    told = (
        f"Went in: {cubes(tree.dropped)}. Fell out: {cubes(tree.fell)}. Stays inside: {cubes(stayed(tree))}."
    )
    return f"The Tree. {headline(tree)}. {told}"
