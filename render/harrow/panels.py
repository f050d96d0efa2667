"""A faction at a glance, beside the map: who, how many points, which jars are left, what lies on the battleground."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PIL import Image

from engine.harrow.view import FactionView, HarrowView, HesterView
from render import fonts
from render.canvas import Canvas
from render.harrow import sprites
from render.harrow.style import OWNERS, TERRAINS, owner_colour, owner_name, palette_named
from render.palette import Palette, mix
from render.sprites import disc_of

GOALS = {"protectors": "townsfolk", "family": "ruined", "kammi": "doll"}
"""The sign of what each jar faction is after: people rescued, houses torn down, the doll."""
GOAL = 7
"""H1.15.2  So many points end the game."""
PAD = 14
BESIDE = 88
"""How high jars are that leave room for their bonus tiles beside them."""
HEADS = {"protectors": "townsfolk", "family": "building"}
"""H6.6  What a faction that moves by itself walks toward."""
FIELDS = {"cube": "cube", "spawn": "spawn", "move": "advance"}
"""H6.5.2  The sign of each field."""
TOKENS = ("wild", "advance", "spawn")


def squares(canvas: Canvas, board: HesterView, x: int, y: int, side: int, palette: str, place: str) -> int:
    """HA.H.B1  The squares of both sides, with what fills them. Returns where they end."""
    table = palette_named(palette)
    inner = round(side * 0.84)
    for i, square in enumerate(board.squares):
        other = i and square.side != board.squares[i - 1].side
        x += side // 5 if other else 0
        edge = owner_colour(square.side, palette)
        box = (x, y, x + side, y + side)
        canvas.plate(box, mix(table.panel, edge, 0.25), side // 6, edge, max(3, side // 13))
        canvas.note("square", f"{square.side} {square.filled or 'empty'}", place, box)
        if square.filled:
            sprite = (
                sprites.figure("flame", inner, (0, 0, 0), palette, 1.5)
                if square.filled == "fire"
                else sprites.token(square.filled, inner, palette)
            )
            left, top = x + (side - sprite.width) // 2, y + (side - sprite.height) // 2
            canvas.sprite(sprite, left, top, "filled", square.filled, place)
        x += side + side // 9
    return x


class Panel:
    """Draws one faction into a box of the column."""

    def __init__(
        self,
        canvas: Canvas,
        view: HarrowView,
        faction: FactionView,
        palette: str,
        asked: Collection[str] = (),
    ) -> None:
        self.canvas, self.view, self.faction, self.name = canvas, view, faction, palette
        self.asked = not view.over and faction.owner in (asked or view.deciding or (view.active,))
        """True if it must decide now."""
        self.table: Palette = palette_named(palette)
        self.colour = owner_colour(faction.owner, palette)
        self.place = f"panel {faction.owner}"

    def draw(self, x: int, y: int, width: int, height: int) -> None:
        """The whole panel."""
        f = self.faction
        asked = self.asked
        edge = self.table.gold if asked else mix(self.colour, self.table.outline, 0.35)
        self.canvas.plate((x, y, x + width, y + height), self.table.panel, 18, edge, 7 if asked else 4)
        self.canvas.note("panel", f.owner, self.place, (x, y, x + width, y + height))
        if asked:
            self.canvas.note("active", f.owner, self.place, (x, y, x + width, y + height))
        if f.owner not in OWNERS:
            self.canvas.fault(f"unknown faction {f.owner!r}")
        band = 160 if height >= 300 else 126
        inner = 9
        ground = mix(self.colour, self.table.outline, 0.25)
        self.canvas.plate((x + inner, y + inner, x + band, y + height - inner), ground, 12)
        self.portrait(x + inner, y + inner, band - inner, height - 2 * inner)
        left = x + band + PAD
        right = x + width - PAD
        if f.hester is not None:
            self.hester_rows(left, y + 8, right, height - 16)
        elif f.fairfolk is not None:
            self.folk_rows(left, y + 8, right, height - 16)
        else:
            self.jar_rows(left, y + 8, right, height - 16)

    def portrait(self, x: int, y: int, width: int, height: int) -> None:
        """The faction's legend, and the lantern if it holds it."""
        f = self.faction
        names = [f.legend if sprites.has(f.legend) else f.owner]
        if f.owner == "kammi":
            names = ["kammi"]
        face = names[0] if sprites.has(names[0]) else f"haint-{f.owner}"
        tall = min(150 if width > 120 else 118, height - (64 if f.lantern and height < 300 else 16))
        figure = sprites.figure(face, tall, self.colour, self.name, 3)
        top = y + (14 if f.lantern else (height - figure.height) // 2)
        self.canvas.sprite(figure, x + (width - figure.width) // 2, top, "portrait", face, self.place)
        if f.lantern:
            room = height - figure.height - 14 - 12
            lamp = sprites.figure("lantern", max(36, min(96, room - 8)), (0, 0, 0), self.name, 2.5)
            at = y + height - lamp.height - 8
            self.canvas.sprite(lamp, x + (width - lamp.width) // 2, at, "lantern", f.owner, self.place)

    def text(
        self,
        x: int,
        y: int,
        text: str,
        size: int,
        face: str = "strong",
        soft: bool = False,
        room: int | None = None,
        anchor: str = "lm",
    ) -> int:
        colour = self.table.soft if soft else self.table.ink
        return self.canvas.label(x, y, text, face, size, colour, anchor, room=room, place=self.place)

    def heading(self, x: int, y: int, right: int) -> None:
        """Faction and person."""
        f = self.faction
        title = owner_name(f.owner)
        wide = fonts.width(title, "title", 44)
        self.text(x, y, title, 44, "title")
        person = "by itself" if f.automated else f.name
        if person != title and right - x - wide > 90:
            self.text(x + wide + 16, y + 3, person, 34, "plain", soft=True, room=right - x - wide - 20)

    def jar_rows(self, x: int, y: int, right: int, height: int) -> None:
        """Points, jars, cubes and supplies of a jar faction."""
        f = self.faction
        roomy = height >= 300
        dial = 150 if roomy else 116
        points = sprites.dial(f.score or 0, GOAL, f.owner, self.name, dial)
        self.canvas.sprite(points, right - dial, y + 2, "score", str(f.score), self.place)
        if f.spoon:
            self.spoon(right - dial, y + dial + 8, dial, 58 if roomy else 46)
        inner = right - dial - 14
        self.heading(x, y + 30, inner)
        supplies = y + height - (32 if roomy else 22)
        tags = 50 if roomy else 0
        size = min(118 if roomy else BESIDE, supplies - (96 if roomy else 78) - (y + 58) - tags)
        cubes = supplies - 48 if not roomy else (y + 58 + size + tags + supplies - 25) // 2
        if f.jars:
            self.jars(x, y + 58, inner, size, roomy)
        elif self.view.solo:
            self.field(x, y + 58, inner, cubes - 30)
        count = self.view.battleground.get(f.owner, 0)
        self.row_of_cubes(x, cubes, inner, {f.owner: count}, 54 if roomy else 40)
        self.signs(x, supplies, right, self.supplies(), 50 if roomy else 38)

    def jars(self, x: int, y: int, right: int, size: int, roomy: bool) -> None:
        """H1.4  Four jars side by side; the bonus of each place hangs below it, or lies beside it."""
        step = (right - x) // max(1, len(self.faction.jars))
        for i, jar in enumerate(self.faction.jars):
            sprite = sprites.jar(jar.kind, jar.broken, self.faction.owner, self.name, size)
            at = x + i * step
            state = f"{jar.kind}{' broken' if jar.broken else ''}"
            self.canvas.sprite(sprite, at, y, "jar", state, self.place)
            if not sprites.has(jar.kind):
                self.canvas.fault(f"unknown jar {jar.kind!r} of {self.faction.owner}")
            tiles = [t.tile for t in self.view.tiles if t.jar == jar.kind and not t.used and not jar.broken]
            for tile in tiles:
                if tile not in sprites.TILES:
                    self.canvas.fault(f"unknown bonus tile {tile!r}")
            if roomy:
                side = min(44, (step - 4) // max(1, len(jar.tokens) + len(tiles)) - 2)
                self.waiting(at, y + size + 6, side, side + 2, 0, jar.tokens, tiles)
            else:
                count = max(1, len(jar.tokens) + len(tiles))
                side = max(16, min(40, step - sprite.width - 4, size // count - 2))
                self.waiting(at + sprite.width + 1, y, side, 0, side + 2, jar.tokens, tiles)

    def waiting(
        self, x: int, y: int, side: int, right: int, down: int, tokens: Sequence[str], tiles: Sequence[str]
    ) -> None:
        """H2.5.5, H3.4  What waits at a jar: upgrade tokens, then tiles, each a step on."""
        for i, name in enumerate((*tokens, *tiles)):
            token = i < len(tokens)
            sprite = sprites.upgrade(name, side, self.name) if token else sprites.tile(name, side, self.name)
            spot = (x + i * right, y + i * down)
            self.canvas.sprite(sprite, *spot, "waiting" if token else "tile", name, self.place)

    def row_of_cubes(self, x: int, y: int, right: int, cubes: dict[str, int], size: int) -> None:
        """H1.8  Cubes on the battleground side by side, and their number."""
        each = [colour for colour, n in cubes.items() for _ in range(min(n, 20))]
        text = str(sum(cubes.values()))
        wide = fonts.width(text, "strong", 42) + 12
        self.canvas.label(x, y, text, "strong", 42, self.table.ink, "lm", place=self.place, kind="count")
        step = round(size * 0.98)
        if len(each) > 1:
            step = min(step, (right - x - wide - size) // (len(each) - 1))
        for i, colour in enumerate(each):
            sprite = sprites.cube(colour, size, self.name)
            self.canvas.sprite(
                sprite, x + wide + i * step, y - sprite.height // 2, "cubes", colour, self.place
            )
        if not each:
            self.text(x + wide, y, "no cubes", 32, "plain", soft=True, room=right - x - wide)

    def supplies(self) -> list[tuple[str, int]]:
        """Numbers with a sign: Wild tokens, cards in hand, haints, storms or paths left, goals reached."""
        f = self.faction
        goal = GOALS.get(f.owner, "")
        found = [("wild", f.wild)] if f.wild else []
        if f.hand_size or f.deck:
            found.append(("card", f.hand_size))
        if f.bag:
            found.append(("bag", f.bag))
        found.append((f"haint-{f.owner}", f.haints))
        if f.storms:
            found.append(("bolt", f.storms))
        if f.goals and goal:
            found.append((goal, f.goals))
        if f.offers:
            found.append(("offer", len(f.offers)))
        return found

    def sign(self, sign: str, size: int) -> Image.Image:
        """A small picture of what is counted."""
        if sign in TOKENS:
            return sprites.token(sign, size, self.name)
        image = sprites.figure(sign, size, self.colour, self.name, 1.6)
        if image.width > size * 1.2:
            return sprites.figure(sign, round(size * size * 1.2 / image.width), self.colour, self.name, 1.6)
        return image

    def signs(self, x: int, y: int, right: int, found: Sequence[tuple[str, int]], size: int) -> None:
        """Signs with their numbers, evenly spread over the line."""
        letters = 36
        while True:
            drawn = [(self.sign(sign, size), sign, str(count)) for sign, count in found]
            widths = [s.width + 6 + fonts.width(text, "strong", letters) for s, _, text in drawn]
            spare = right - x - sum(widths)
            if spare >= 8 * (len(drawn) - 1) or size <= 24:
                break
            size, letters = size - 4, max(32, letters - 2)
        gap = min(44, spare // max(1, len(drawn) - 1))
        for (sprite, sign, text), wide in zip(drawn, widths, strict=True):
            self.canvas.sprite(sprite, x, y - sprite.height // 2, "supply", sign, self.place)
            self.canvas.label(
                x + sprite.width + 6,
                y,
                text,
                "strong",
                letters,
                self.table.ink,
                "lm",
                place=self.place,
                kind="count",
            )
            x += wide + gap

    def spoon(self, x: int, y: int, width: int, size: int) -> None:
        """H3.3  The haint dial: how many kills lie on the plate, and how many make a point."""
        f = self.faction
        sprite = sprites.figure("spoon", size - 4, (0, 0, 0), self.name, 2)
        plate = disc_of(size, size, self.table.light, self.table.edge, 5)
        left = x + (width - size - sprite.width - 40) // 2
        kept = str(sum(f.plate.values()))
        self.canvas.sprite(plate, left, y, "plate", kept, self.place)
        middle = y + size // 2
        self.canvas.label(
            left + size // 2,
            middle,
            kept,
            "strong",
            34,
            self.table.outline,
            "cm",
            place=self.place,
            kind="count",
        )
        self.canvas.sprite(sprite, left + size + 6, y, "spoon", str(f.spoon), self.place)
        self.canvas.label(
            left + size + 12 + sprite.width, middle, str(f.spoon), "strong", 36, self.table.ink, "lm",
            place=self.place, kind="count",
        )  # fmt: skip

    # Hester, the Fair Folk, the automated factions

    def hester_rows(self, x: int, y: int, right: int, height: int) -> None:
        """HA.H.B1  Six squares, her fires and her flames, her cubes."""
        f = self.faction
        board = f.hester
        assert board is not None
        self.heading(x, y + 24, right)
        side = 52
        filled = sum(bool(s.filled) for s in board.squares)
        after = squares(self.canvas, board, x, y + 50, side, self.name, self.place)
        self.text(after + 14, y + 50 + side // 2, f"{filled} of {len(board.squares)}", 34, soft=True)
        found = [("flame", board.actions), ("snake", board.snakes), ("card", f.hand_size)]
        mine = {t: self.view.battleground.get(t, 0) for t in TERRAINS if self.view.battleground.get(t)}
        low = y + height - 24
        middle = x + (right - x) * 50 // 100
        self.signs(x, low, middle - 20, found, 42)
        self.row_of_cubes(middle, low, right, mine, 42)

    def folk_rows(self, x: int, y: int, right: int, height: int) -> None:
        """H7.1  What they have found and seek, their nests, their silver."""
        f = self.faction
        board = f.fairfolk
        assert board is not None
        self.heading(x, y + 24, right)
        for i, item in enumerate(("sword", "crown", "queen")):
            found = item in board.found
            ground = self.table.gold if found else mix(self.table.panel, self.table.edge, 0.5)
            sprite = sprites.badge(item, self.name, 52, ground)
            self.canvas.sprite(
                sprite, x + 62 * i, y + 50, "item", f"{item}{' found' if found else ''}", self.place
            )
        text = f"seek the {board.searching}" if board.searching else "found their queen"
        if board.searching and board.could_be:
            text += (
                f": {len(board.could_be)} hexes" if len(board.could_be) > 1 else f": on {board.could_be[0]}"
            )
        self.text(x + 3 * 62 + 10, y + 50 + 26, text, 34, "plain", soft=True, room=right - x - 3 * 62 - 10)
        low = y + height - 24
        middle = x + (right - x) * 50 // 100
        nests = [
            ("nest", board.nests + len(board.loaded)),
            ("offer", len(board.loaded)),
            ("card", f.hand_size),
        ]
        self.signs(x, low, middle - 20, nests, 42)
        self.row_of_cubes(middle, low, right, {"fairfolk": self.view.battleground.get("fairfolk", 0)}, 42)

    def field(self, x: int, y: int, right: int, bottom: int) -> None:
        """H6  Where a faction that moves by itself goes, and the card that moves it now with the strength of its fields."""
        solo, f = self.view.solo, self.faction
        assert solo is not None
        sign = HEADS.get(f.owner, "building")
        size = 44
        there = [h.id for h in self.view.hexes if (h.townsfolk if sign == "townsfolk" else h.buildings)]
        goal = sprites.figure(sign, size, self.colour, self.name, 1.6)
        self.canvas.sprite(goal, x, y, "goal", sign, self.place)
        text = f"heads for {' or '.join(map(str, there))}" if there else f"no {sign} on the map"
        self.text(x + goal.width + 12, y + size // 2, text, 34, "plain", room=right - x - goal.width - 12)
        if solo.activated != f.owner or y + 2 * size + 8 > bottom:
            return
        low = y + size + 8 + size // 2
        self.signs(x, low, right, [(FIELDS[name], 1 + flames) for name, flames in solo.fields.items()], size)
