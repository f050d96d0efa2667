"""The boards of the factions: rows and trackers with their numbers, legends, grids, supplies. All at once, or one large."""

from __future__ import annotations

from collections.abc import Sequence

from engine.harrow.data import FACTS
from engine.harrow.view import DRAW, FactionView, FairFolkView, GridRowView, HarrowView, HesterView, RowView
from render import fonts
from render.canvas import Canvas
from render.flow import Block, draw_all, flow
from render.harrow import ground, sprites
from render.harrow.cards import name_of
from render.harrow.panels import FIELDS, GOAL, GOALS, HEADS, TOKENS, squares
from render.harrow.style import OWNERS, TERRAINS, owner_colour, owner_name, palette_named, title
from render.palette import Palette, mix
from render.sprites import disc_of

WIDTH, HEIGHT = 1760, 1120
GAP = 14
LARGEST, SMALLEST = 2.0, 0.5
TO_COME = {"protectors": "Townsfolk to come", "family": "Buildings to come"}
DECKS = {"red": "protectors", "blue": "family", "purple": "kammi"}
"""H6.1.7  Whose colour each deck of the solo game has."""
REACHED = {"protectors": "rescued", "family": "destroyed", "kammi": "recovered"}
"""What is said of the goals a faction has reached."""


class Sheet:
    """The blocks of one faction's board at one size; `u` is the unit."""

    def __init__(self, view: HarrowView, faction: FactionView, palette: str, u: float, room: int) -> None:
        self.view, self.faction, self.name, self.u, self.room = view, faction, palette, u, room
        self.table: Palette = palette_named(palette)
        self.colour = owner_colour(faction.owner, palette)
        self.place = f"board {faction.owner}"

    def px(self, n: float) -> int:
        return max(1, round(n * self.u))

    def wide(self, text: str, size: float, face: str = "strong") -> int:
        return fonts.width(fonts.clean(text, face), face, self.px(size))

    def text(
        self, canvas: Canvas, x: int, y: int, text: str, size: float, soft: bool = False, anchor: str = "lm"
    ) -> None:
        colour = self.table.soft if soft else self.table.ink
        face = "plain" if soft else "strong"
        canvas.label(x, y, text, face, self.px(size), colour, anchor, place=self.place)

    # blocks

    def blocks(self) -> list[Block]:
        """Everything on the board, in reading order."""
        f = self.faction
        found: list[Block] = []
        if f.automated:
            found += self.by_itself()
        elif f.legend and f.legend in FACTS.legends:
            found.append(self.paragraph(FACTS.legends[f.legend].name, FACTS.legends[f.legend].text))
        found += [self.line_of_twelve(row) if row.kind == DRAW else self.row(row) for row in f.rows]
        found += [self.grid_row(i, row) for i, row in enumerate(f.grid, 1)]
        if f.inserting:
            found.append(self.tokens("Goes in next", (f.inserting,), ()))
        if f.tracker is not None:
            found.append(self.tracker())
        found += self.special()
        if f.drawn:
            found.append(self.tokens("Drawn", f.drawn, f.drawn_used))
        if f.played:
            found.append(
                self.named("Face up", [name_of(c.id) + (" (covered)" if c.covered else "") for c in f.played])
            )
        if f.discard:
            found.append(self.named("Discarded", [name_of(c) for c in f.discard]))
        if f.offers:
            found.append(self.named("Offers", [name_of(o) for o in f.offers]))
        if f.waiting:
            found.append(self.named(TO_COME.get(f.owner, "Still to come"), [title(t) for t in f.waiting]))
        return found + [self.count(sign, n, name) for sign, n, name in self.supplies()]

    def supplies(self) -> list[tuple[str, int, str]]:
        """Sign, number and name of all that is counted."""
        f = self.faction
        found = [
            ("wild", f.wild, "Wild tokens"),
            ("card", f.hand_size, "cards in hand"),
            ("card", f.deck, "in the deck"),
            (f"haint-{f.owner}", f.haints, "haints left"),
            ("cube", f.cubes, "cubes left"),
            ("cube", f.held, "cubes on her board"),
            ("cube", f.aside, "cubes set aside"),
            ("bolt", f.storms, "storms left"),
            ("path", f.paths, "paths left"),
            ("bag", f.bag, "tokens in the bag"),
            (GOALS.get(f.owner, "unknown"), f.goals, REACHED.get(f.owner, "reached")),
            ("nail", f.power_tokens, "power tokens"),
        ]
        return [(sign, n, name) for sign, n, name in found if n]

    def special(self) -> list[Block]:
        """What only Hester or the Fair Folk have."""
        f = self.faction
        found: list[Block] = []
        if f.hester is not None:
            h = f.hester
            found += [self.squares(h), self.fires(h)]
            found += [
                self.count("flame", h.actions, "action" if h.actions == 1 else "actions"),
                self.count("flame", h.flames, "flames left"),
                self.count("snake", h.snakes, "snakes left"),
            ]
            found += [self.count(t, n, f"{t} cubes left") for t, n in h.terrain.items()]
            if self.view.solo:
                found.append(self.decks())
        if f.fairfolk is not None:
            found += self.folk(f.fairfolk)
        return found

    def squares(self, board: HesterView) -> Block:
        """HA.H.B1  Three squares on each side: what fills them."""
        side, head = self.px(64), self.px(150)
        names = " and ".join(dict.fromkeys(owner_name(s.side) for s in board.squares))

        def draw(canvas: Canvas, x: int, y: int) -> None:
            self.text(canvas, x, y + side // 2, "Squares", 27)
            after = squares(canvas, board, x + head, y, side, self.name, self.place)
            self.text(canvas, after + self.px(12), y + side // 2, names, 25, soft=True)

        wide = head + 7 * self.px(74) + self.wide(names, 25, "plain")
        return Block(min(self.room, wide), side, draw, wide=True)

    def fires(self, board: HesterView) -> Block:
        """H5.1, H5.8.5  The fire fields, from the left, with the flames that wait on them."""
        side, head = self.px(64), self.px(150)

        def draw(canvas: Canvas, x: int, y: int) -> None:
            self.text(canvas, x, y + side // 2, "Fire fields", 27)
            for i, flames in enumerate(board.fires):
                at = x + head + i * self.px(110)
                box = (at, y, at + self.px(98), y + side)
                canvas.plate(box, mix(self.table.panel, self.table.edge, 0.3), side // 6, self.table.edge, 3)
                canvas.note("fire", str(flames), self.place, box)
                for n in range(flames):
                    sprite = sprites.figure("flame", side - self.px(14), (0, 0, 0), self.name, 1.5)
                    left = at + self.px(14) + n * min(self.px(36), self.px(72) // max(1, flames))
                    canvas.sprite(sprite, left, y + self.px(7), "filled", "flame", self.place)

        return Block(head + len(board.fires) * self.px(110), side, draw)

    def by_itself(self) -> list[Block]:
        """H6, H8  What moves a faction without a player: where it goes, its card, the decks."""
        solo, f = self.view.solo, self.faction
        found = []
        name = HEADS.get(f.owner, "building")
        there = [str(h.id) for h in self.view.hexes if (h.townsfolk if name == "townsfolk" else h.buildings)]
        found.append(
            self.named("Heads for", [f"the {name} on {' or '.join(there)}" if there else "nothing yet"])
        )
        if solo and solo.card and solo.activated == f.owner:
            where = " or ".join(str(h) for h in solo.card.hexes) or "any hex"
            mark = ", with Hester's mark" if solo.card.hester else ""
            found.append(self.named("Card", [f"{name_of(solo.card.id)}: {solo.card.symbol}, {where}{mark}"]))
            found += [
                self.count(FIELDS[name], 1 + flames, f"{name} now") for name, flames in solo.fields.items()
            ]
        return found

    def decks(self) -> Block:
        """H6.1.3  The cards that are left to turn over, by the colour of their deck."""
        assert self.view.solo is not None
        left = self.view.solo.decks
        size, head = self.px(46), self.px(150)

        def draw(canvas: Canvas, x: int, y: int) -> None:
            self.text(canvas, x, y + size // 2, "Cards left", 27)
            for i, (deck, count) in enumerate(left.items()):
                at = x + head + i * self.px(110)
                body = owner_colour(DECKS.get(deck, ""), self.name)
                sprite = sprites.figure("card", size, body, self.name, 1.6)
                canvas.sprite(sprite, at, y, "deck", f"{deck} {count}", self.place)
                self.text(canvas, at + sprite.width + self.px(8), y + size // 2, str(count), 32)

        return Block(head + len(left) * self.px(110), size, draw)

    def folk(self, k: FairFolkView) -> list[Block]:
        """H7.1  What the Fair Folk have found and know, their nests, offers and cards."""
        lines = [
            ("Found", [title(i) for i in k.found] or ["nothing yet"]),
            ("Silver grows on", [title(t) for t in k.silver] or ["nothing"]),
            ("Nests ready", [name_of(o) for o in k.loaded] or ["none"]),
            ("Offers without a nest", [name_of(o) for o in k.loose]),
            ("Own objectives", [name_of(o) for o in k.own_objectives or ()]),
            ("Objectives discarded", [name_of(o) for o in k.discarded]),
            ("Whispers", [f"{title(kind)}: {'yes' if yes else 'no'}" for kind, yes in k.whispers]),
            ("Nobody attacks before a turn of", [owner_name(one) for one in k.calm]),
        ]
        counts = [
            ("nest", k.nests, "empty nests"),
            ("cross", k.crosses, "crosses left"),
            ("arrow", k.arrows, "arrows left"),
            ("offer", k.bag, "offers in the bag"),
            ("card", k.objectives, "objectives"),
            (k.searching, len(k.could_be), f"hexes where the {k.searching} can be"),
        ]
        found = [self.named(name, what) for name, what in lines if what]
        return found + [self.count(sign, n, name) for sign, n, name in counts if n]

    def paragraph(self, name: str, text: str) -> Block:
        """A name and what it does."""
        head = self.wide(f"{name}:", 30) + self.px(10)
        size = self.px(28)
        first = fonts.wrap(text, "plain", size, self.room - head)[:1]
        rest = text[len(first[0]) :].strip() if first and text.startswith(first[0]) else ""
        lines = [*first, *fonts.wrap(rest, "plain", size, self.room)] if rest else list(first)
        step = self.px(38)

        def draw(canvas: Canvas, x: int, y: int) -> None:
            self.text(canvas, x, y + step // 2, f"{name}:", 30)
            for i, line in enumerate(lines):
                self.text(canvas, x + (0 if i else head), y + step * i + step // 2, line, 28, soft=True)

        return Block(self.room, step * max(1, len(lines)), draw, wide=True)

    def slot(
        self, canvas: Canvas, x: int, y: int, side: int, number: str, token: str, card: bool, here: bool
    ) -> None:
        """A slot: its number above, the token in it, a card sign if it gives one."""
        head = self.px(34)
        canvas.label(
            x + side // 2, y + head // 2, number, "strong", self.px(32 if here else 27),
            self.table.ink if here else self.table.soft, "cm", place=self.place,
        )  # fmt: skip
        edge = self.table.gold if here else self.table.edge
        box = (x, y + head, x + side, y + head + side)
        canvas.plate(
            box, mix(self.table.panel, self.table.edge, 0.3), self.px(10), edge, self.px(5 if here else 2)
        )
        if token:
            sprite = sprites.piece(token, side - self.px(8), self.name)
            canvas.sprite(sprite, x + self.px(4), y + head + self.px(4), "slot", token, self.place)
            if not sprites.has(token) and token not in FACTS.cards:
                canvas.fault(f"unknown token {token!r} on the board of {self.faction.owner}")
        elif card:
            sprite = sprites.figure("card", side - self.px(16), self.colour, self.name, 1.5)
            canvas.sprite(
                sprite,
                x + (side - sprite.width) // 2,
                y + head + (side - sprite.height) // 2,
                "draws",
                "card",
                self.place,
            )

    def slots(self, canvas: Canvas, x: int, y: int, row: RowView, start: int, end: int, side: int) -> None:
        """Some slots of a row side by side."""
        for i in range(start, min(end, len(row.values))):
            number = f"{row.values[i]} −{row.returns[i]}" if row.returns else str(row.values[i])
            token = row.filled[i] if i < len(row.filled) else ""
            at = x + (i - start) * (side + self.px(8))
            self.slot(
                canvas, at, y, side, number, token, i + 1 in row.cards, i == max(1, len(row.filled)) - 1
            )

    def row(self, row: RowView) -> Block:
        """HA.P.B1, HA.K.B1  A row of five slots."""
        side, head, label = self.px(58), self.px(34), self.px(210)

        def draw(canvas: Canvas, x: int, y: int) -> None:
            sprite = sprites.token(row.kind, self.px(44), self.name)
            canvas.sprite(sprite, x, y + head + (side - sprite.height) // 2, "row", row.kind, self.place)
            self.text(canvas, x + self.px(52), y + head + side // 2, title(row.kind), 27)
            self.slots(canvas, x + label, y, row, 0, len(row.values), side)

        width = label + len(row.values) * (side + self.px(8))
        return Block(width, head + side, draw)

    def line_of_twelve(self, row: RowView) -> Block:
        """HA.F.B1  The Family's slots in two rows of six: draw so many, return so many."""
        half = (len(row.values) + 1) // 2
        side = min(self.px(66), (self.room - self.px(140)) // half - self.px(8))
        head = self.px(34)

        def draw(canvas: Canvas, x: int, y: int) -> None:
            self.text(canvas, x, y + head + side // 2, "Draw", 27)
            if row.returns:
                self.text(canvas, x, y + head + side // 2 + self.px(34), "− return", 24, soft=True)
            for line in (0, 1):
                top = y + line * (head + side + self.px(8))
                self.slots(canvas, x + self.px(140), top, row, line * half, (line + 1) * half, side)

        return Block(self.room, 2 * (head + side) + self.px(8), draw, wide=True)

    def grid_row(self, number: int, row: GridRowView) -> Block:
        """HA.K.B2  A row of Kammi's grid: two cells, the black area, cubes."""
        side = self.px(58)

        def draw(canvas: Canvas, x: int, y: int) -> None:
            self.text(canvas, x, y + side // 2, f"Grid {number}", 27)
            at = x + self.px(120)
            for token in row.cells:
                canvas.sprite(sprites.token(token, side, self.name), at, y, "grid", token, self.place)
                at += side + self.px(8)
            box = (at + self.px(10), y, at + self.px(10) + side, y + side)
            canvas.plate(box, self.table.outline, self.px(10), self.table.edge, self.px(3))
            if row.black:
                inner = sprites.token(row.black, side - self.px(10), self.name)
                canvas.sprite(inner, at + self.px(15), y + self.px(5), "black", row.black, self.place)
            at += side + self.px(26)
            for i in range(min(row.cubes, 6)):
                cube = sprites.cube(self.faction.owner, self.px(44), self.name)
                canvas.sprite(
                    cube, at + i * self.px(40), y + self.px(6), "cube", self.faction.owner, self.place
                )

        return Block(min(self.room, self.px(500)), side, draw)

    def tracker(self) -> Block:
        """H1.10.2  The scrolls: those unlocked, those to come, and what they do."""
        f = self.faction
        tracker = f.tracker
        assert tracker is not None
        fact = FACTS.trackers.get(f.owner, {}).get(tracker.side)
        side = self.px(46)
        head = self.px(210)
        step = self.px(36)
        after = head + 4 * (side + self.px(6)) + self.px(10)
        lines = fonts.wrap(fact.text, "plain", self.px(26), self.room) if fact else ()

        def draw(canvas: Canvas, x: int, y: int) -> None:
            self.text(canvas, x, y + side // 2, fact.name if fact else "Tracker", 27)
            for i in range(4):
                at = x + head + i * (side + self.px(6))
                sprite = sprites.token("legend", side, self.name)
                if i < tracker.scrolls:
                    canvas.sprite(sprite, at, y, "scroll", str(i + 1), self.place)
                else:
                    canvas.plate(
                        (at, y, at + side, y + side),
                        mix(self.table.panel, self.table.edge, 0.4),
                        side // 2,
                        self.table.edge,
                        2,
                    )
            if tracker.paths:
                self.text(canvas, x + after, y + side // 2, f"{tracker.paths} paths wait here", 25, soft=True)
            for i, line in enumerate(lines):
                self.text(canvas, x, y + side + step * i + step // 2 + self.px(4), line, 26, soft=True)

        return Block(self.room, side + step * len(lines) + self.px(6), draw, wide=True)

    def tokens(self, name: str, tokens: Sequence[str], used: Sequence[int]) -> Block:
        """Tokens in a line; used ones are crossed out."""
        side = self.px(50)
        head = self.wide(name, 27) + self.px(16)
        width = head + len(tokens) * (side + self.px(6))

        def draw(canvas: Canvas, x: int, y: int) -> None:
            self.text(canvas, x, y + side // 2, name, 27)
            for i, token in enumerate(tokens):
                at = x + head + i * (side + self.px(6))
                canvas.sprite(sprites.piece(token, side, self.name), at, y, "token", token, self.place)
                if i in used:
                    cross = sprites.figure("cross", side // 2, (0, 0, 0), self.name, 1.5)
                    canvas.sprite(cross, at + side // 2, y + side // 2, "used", token, self.place)

        return Block(min(self.room, width), side, draw, wide=True)

    def named(self, name: str, things: Sequence[str]) -> Block:
        """A heading and a list of names."""
        text = ", ".join(things)
        head = self.wide(f"{name}:", 27) + self.px(10)
        size, step = self.px(26), self.px(36)
        lines = fonts.wrap(text, "plain", size, max(80, self.room - head))

        def draw(canvas: Canvas, x: int, y: int) -> None:
            self.text(canvas, x, y + step // 2, f"{name}:", 27)
            for i, line in enumerate(lines):
                self.text(canvas, x + head, y + step * i + step // 2, line, 26, soft=True)

        return Block(self.room, step * max(1, len(lines)), draw, wide=True)

    def count(self, sign: str, number: int, name: str) -> Block:
        """A sign, a number and a name."""
        size = self.px(42)
        if sign in TOKENS:
            sprite = sprites.token(sign, size, self.name)
        elif sign in TERRAINS or sign == "cube":
            sprite = sprites.cube(sign if sign in TERRAINS else self.faction.owner, size, self.name)
        elif sign == "arrow":
            sprite = sprites.chevron((1.0, 0.0), self.name)
        elif sign == "path":
            sprite = disc_of(size, size * 2 // 3, self.table.light, self.table.outline, 2)
        else:
            sprite = sprites.figure(sign, size, self.colour, self.name, 1.6)
        digits = self.wide(str(number), 32)
        width = sprite.width + self.px(16) + digits + self.wide(name, 25, "plain") + self.px(8)

        def draw(canvas: Canvas, x: int, y: int) -> None:
            middle = y + self.px(46) // 2
            canvas.sprite(sprite, x, middle - sprite.height // 2, "supply", sign, self.place)
            left = x + sprite.width + self.px(8)
            self.text(canvas, left, middle, str(number), 32)
            self.text(canvas, left + digits + self.px(8), middle, name, 25, soft=True)

        return Block(min(width, self.room), self.px(46), draw)


def sheet(
    canvas: Canvas, view: HarrowView, faction: FactionView, box: tuple[int, int, int, int], palette: str
) -> None:
    """One board inside a box, as large as it fits."""
    table = palette_named(palette)
    x0, y0, x1, y1 = box
    colour = owner_colour(faction.owner, palette)
    active = faction.owner == view.active and not view.over
    edge = table.gold if active else mix(colour, table.outline, 0.35)
    canvas.plate(box, table.panel, 20, edge, 7 if active else 4)
    canvas.note("panel", faction.owner, f"board {faction.owner}", box)
    if faction.owner not in OWNERS:
        canvas.fault(f"unknown faction {faction.owner!r}")
    head = 96 if y1 - y0 > 600 else 76
    heading(canvas, view, faction, (x0 + 8, y0 + 8, x1 - 8, y0 + head), palette)
    u = LARGEST
    while True:
        it = Sheet(view, faction, palette, u, x1 - x0 - 2 * 24)
        placed, tall = flow(it.blocks(), it.room, it.px(22), it.px(12))
        if tall <= y1 - y0 - head - 26 or u <= SMALLEST:
            break
        u *= 0.95
    draw_all(canvas, placed, x0 + 24, y0 + head + 12)


def heading(
    canvas: Canvas, view: HarrowView, faction: FactionView, box: tuple[int, int, int, int], palette: str
) -> None:
    """The band on top: portrait, faction, person, points."""
    table = palette_named(palette)
    x0, y0, x1, y1 = box
    colour = owner_colour(faction.owner, palette)
    canvas.plate(box, mix(colour, table.outline, 0.28), 14)
    place = f"board {faction.owner}"
    face = "kammi" if faction.owner == "kammi" else faction.legend or faction.owner
    face = face if sprites.has(face) else f"haint-{faction.owner}"
    tall = y1 - y0 - 10
    figure = sprites.figure(face, tall - 4, colour, palette, 2)
    canvas.sprite(figure, x0 + 10, y0 + 4, "portrait", face, place)
    left = x0 + figure.width + 24
    size = 46 if tall > 70 else 38
    name = owner_name(faction.owner)
    middle = (y0 + y1) // 2
    wide = canvas.label(left, middle, name, "title", size, table.light, "lm", place=place)
    room = x1 - left - wide - 130
    if faction.name != name and room > 60:
        canvas.label(
            left + wide + 18,
            middle + 2,
            faction.name,
            "plain",
            size - 12,
            table.light,
            "lm",
            room=room,
            place=place,
        )
    if faction.score is not None:
        canvas.label(
            x1 - 18, middle, f"{faction.score} / {GOAL}", "strong", size, table.light, "rm", place=place
        )


def boards(view: HarrowView, palette: str) -> Canvas:
    """Every board: two side by side, or up to four in two rows."""
    canvas = Canvas(WIDTH, HEIGHT, ground.sky(palette))
    factions = view.factions
    if not factions:
        return canvas
    columns = 1 if len(factions) == 1 else 2
    rows = -(-len(factions) // columns)
    wide = (WIDTH - GAP * (columns + 1)) // columns
    tall = (HEIGHT - GAP * (rows + 1)) // rows
    for i, faction in enumerate(factions):
        x, y = GAP + i % columns * (wide + GAP), GAP + i // columns * (tall + GAP)
        last = i == len(factions) - 1 and i % columns == 0
        right = WIDTH - GAP if last else x + wide
        sheet(canvas, view, faction, (x, y, right, y + tall), palette)
    return canvas


def seat(view: HarrowView, owner: str, palette: str) -> Canvas:
    """One board, as large as the picture."""
    for faction in view.factions:
        if faction.owner == owner:
            canvas = Canvas(WIDTH, HEIGHT, ground.sky(palette))
            sheet(canvas, view, faction, (GAP, GAP, WIDTH - GAP, HEIGHT - GAP), palette)
            return canvas
    raise LookupError(f"nobody plays {owner}")
