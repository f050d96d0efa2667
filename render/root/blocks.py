"""The small groups that boards are made of: tracks, cards, counts, items, relationships."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec
from PIL import Image

from engine.root.data import CARDS, QUESTS
from engine.root.view import CardsView, ItemView, PlayerView, TrackView
from render import fonts
from render.canvas import Canvas
from render.flow import Block, draw_all, flow
from render.palette import Palette, mix
from render.root import sprites
from render.root.looks import buildings, extra_cards, look, split_kind, tokens
from render.root.style import RELATIONS, SUITS, palette_named, suit_colour, title


class CardFace(msgspec.Struct, frozen=True):
    """What a small card shows."""

    id: str
    name: str
    suit: str
    known: bool


@lru_cache(512)
def face(card: str) -> CardFace:
    """A card by its id: from the decks, the quests, or the cards that factions bring along."""
    if card in CARDS:
        return CardFace(card, CARDS[card].name, CARDS[card].suit, True)
    if card in QUESTS:
        return CardFace(card, QUESTS[card].name, QUESTS[card].suit, True)
    if card in extra_cards():
        return CardFace(card, *extra_cards()[card], True)
    suit = next((s for s in SUITS if s in card.split("-")), "")
    return CardFace(card, title(card), suit, False)


class Kit:
    """Makes blocks in one palette and one size. `u` is the unit: 1 on the table, larger on a faction's own picture."""

    def __init__(self, palette: str, u: float, room: int, place: str, detail: bool = False) -> None:
        """`detail`: with every printed number and the name of every card."""
        self.name = palette
        self.detail = detail
        self.table: Palette = palette_named(palette)
        self.u = u
        self.room = room
        self.place = place

    def px(self, n: float) -> int:
        return round(n * self.u)

    def text(
        self, canvas: Canvas, x: int, y: int, text: str, size: int, soft: bool = False, **more: object
    ) -> int:
        """A label of a board in the usual face."""
        face_name = "plain" if soft else "strong"
        colour = self.table.soft if soft else self.table.ink
        return canvas.label(x, y, text, face_name, self.px(size), colour, "lm", place=self.place, **more)  # type: ignore[arg-type]

    def wide(self, text: str, size: int, face_name: str = "strong") -> int:
        return fonts.width(fonts.clean(text, face_name), face_name, self.px(size))

    # tracks

    def piece(self, owner: str, kind: str, size: int) -> Image.Image:
        """A building or token as it lies on a track."""
        if split_kind(kind, buildings())[0]:
            return sprites.building(owner, kind, self.name, size)
        if split_kind(kind, tokens())[0]:
            return sprites.token(owner, kind, 1, self.name, size)
        return sprites.hazard(size, self.name, False)

    def facts(self, player: PlayerView) -> list[Block]:
        """The words and numbers of a board, on lines of their own: the supply first."""
        own = player.own
        found = [self.count("warriors in supply", player.supply)] if player.supply else []
        found += [self.line(k, v) for k, v in own.texts.items() if v]
        found += [self.count(k, n) for k, n in own.counts.items()]
        found += [self.box(k, box) for k, box in own.warriors.items()]
        return self.lines(found)

    def lines(self, found: Sequence[Block]) -> list[Block]:
        """Blocks that stay together, on lines of their own."""
        placed, tall = flow(found, self.room, self.px(20), self.px(6))
        if not placed:
            return []
        return [Block(self.room, tall, lambda c, x, y: draw_all(c, placed, x, y), wide=True)]

    def track_of(self, owner: str, track: TrackView) -> Block:
        """A track with its name: in detail with all printed numbers, otherwise with what the next piece costs and gives."""
        if self.detail:
            return self.full_track(owner, track)
        return self.labelled(title(track.kind), next_of(track), [self.track(owner, track)])

    def together(self, name: str, owner: str, tracks: Sequence[TrackView]) -> Block:
        """Several short tracks side by side under one name."""
        return self.labelled(name, "", [self.track(owner, track) for track in tracks])

    def labelled(self, name: str, then: str, row: Sequence[Block]) -> Block:
        """Blocks in a row under a name, and in a few words what comes next."""
        line, gap = self.px(30), self.px(10)
        across = sum(block.width + gap for block in row) - gap
        head = self.wide(name, 24)
        words = self.wide(then, 22, "plain")
        width = max(across, head + self.px(12) + words if then else head)
        tall = max(block.height for block in row)

        def draw(canvas: Canvas, x: int, y: int) -> None:
            self.text(canvas, x, y + line // 2, name, 24)
            if then:
                self.text(canvas, x + head + self.px(12), y + line // 2, then, 22, soft=True)
            at = x
            for block in row:
                block.draw(canvas, at, y + line)
                at += block.width + gap

        return Block(width, line + tall, draw)

    def columns(self, groups: Sequence[CardsView]) -> list[Block]:
        """Card groups as columns of one width, each under its name: a decree. In detail one after another, by name."""
        if self.detail:
            return [block for group in groups for block in self.cards(group)]
        wide = (self.room - self.px(8) * (len(groups) - 1)) // max(1, len(groups))
        size = self.px(44)
        step = round(size * 0.78) + self.px(3)
        per_row = max(1, (wide - self.px(12)) // step)
        suits = [sorted(Counter(face(c).suit for c in g.cards).items(), key=by_suit) for g in groups]
        rows = max((-(-len(found) // per_row) for found in suits), default=1) or 1
        height = self.px(38) + rows * (size + self.px(4)) + self.px(6)

        def draw(canvas: Canvas, x: int, y: int) -> None:
            for i, (group, found) in enumerate(zip(groups, suits, strict=True)):
                left = x + i * (wide + self.px(8))
                soft = mix(self.table.panel, self.table.edge, 0.28)
                canvas.plate((left, y, left + wide, y + height), soft, self.px(10), self.table.edge, 2)
                self.text(
                    canvas,
                    left + self.px(8),
                    y + self.px(20),
                    title(group.title),
                    23,
                    room=wide - self.px(12),
                )
                for n, (suit, count) in enumerate(found):
                    at = left + self.px(7) + n % per_row * step
                    self.chip(
                        canvas, at, y + self.px(38) + n // per_row * (size + self.px(4)), suit, count, size
                    )

        return [Block(self.room, height, draw, wide=True)]

    def track(self, owner: str, track: TrackView) -> Block:
        """A row of spaces: empty ones on the left show their points, the others hold pieces."""
        side, gap = self.px(44), self.px(4)
        total = max(0, min(track.total, 14))
        wrong = total != track.total or not 0 <= track.left <= track.total
        width = (total + wrong) * (side + gap) - gap

        def draw(canvas: Canvas, x: int, y: int) -> None:
            self.spaces(canvas, x, y, owner, track, total, side, gap)
            if wrong:
                canvas.fault(f"track {track.kind} of {owner}: {track.left} of {track.total}")
                mark = sprites.hazard(side, self.name, False)
                canvas.sprite(mark, x + width - side, y, "mark", "absurd track", self.place)

        return Block(width, side, draw)

    def spaces(
        self, canvas: Canvas, x: int, y: int, owner: str, track: TrackView, total: int, side: int, gap: int
    ) -> None:
        """The spaces of a track, side by side."""
        empty = track.total - track.left
        for i in range(total):
            at = x + i * (side + gap)
            if i >= empty:
                sprite = self.piece(owner, track.kind, side)
                canvas.sprite(sprite, at, y, "track", f"{owner} {track.kind}", self.place)
                continue
            box = (at, y, at + side, y + side)
            canvas.plate(box, mix(self.table.panel, self.table.edge, 0.35), self.px(9), self.table.edge, 2)
            if i < len(track.points):
                self.figure(canvas, at + side // 2, y + side // 2, str(track.points[i]), 25)
            else:
                faint = sprites.faded(self.piece(owner, track.kind, side))
                canvas.sprite(faint, at, y, "space", f"{owner} {track.kind}", self.place)

    def figure(self, canvas: Canvas, x: int, y: int, text: str, size: int) -> None:
        """A number on or beside a space."""
        canvas.label(x, y, text, "strong", self.px(size), self.table.soft, "cm", place=self.place)

    def full_track(self, owner: str, track: TrackView) -> Block:
        """A track with its name and all its printed numbers: cost, points, cards."""
        plain = self.track(owner, track)
        side, gap = self.px(44), self.px(4)
        label = self.px(190)
        line = self.px(28)
        rows = [
            (n, v)
            for n, v in (("cost", track.costs), ("points", track.points), ("cards", track.draws))
            if any(v)
        ]

        def draw(canvas: Canvas, x: int, y: int) -> None:
            self.text(canvas, x, y + side // 2, title(track.kind), 25, room=label - self.px(8))
            plain.draw(canvas, x + label, y)
            for row, (name, values) in enumerate(rows):
                middle = y + side + line * row + line // 2 + self.px(3)
                self.text(canvas, x, middle, name, 21, soft=True)
                for i, value in enumerate(values[: track.total]):
                    self.figure(canvas, x + label + i * (side + gap) + side // 2, middle, str(value), 21)

        return Block(label + plain.width, side + line * len(rows) + self.px(6), draw, wide=True)

    # cards

    def chip(self, canvas: Canvas, x: int, y: int, suit: str, count: int, size: int) -> None:
        """A small card with a suit, and a number if it stands for several."""
        w, h = round(size * 0.78), size
        tint = suit_colour(suit, self.name)
        canvas.plate((x, y, x + w, y + h), tint, max(4, size // 8), self.table.outline, 2)
        on = self.table.on(tint)
        sign_size = round(size * (0.5 if count < 2 else 0.42))
        sign = sprites.sign(suit, sign_size, on, tint, self.name)
        top = y + (h - sign.height) // 2 if count < 2 else y + round(h * 0.08)
        canvas.sprite(sign, x + (w - sign.width) // 2, top, "card", suit, self.place)
        if count > 1:
            canvas.label(
                x + w // 2,
                y + round(h * 0.74),
                str(count),
                "strong",
                round(size * 0.44),
                on,
                "cm",
                place=self.place,
            )

    def cards(self, group: CardsView) -> list[Block]:
        """A titled group of cards: by suit with numbers, or (in detail) each with its name."""
        faces = [face(c) for c in group.cards]
        if self.detail and faces:
            return [self.card_list(title(group.title), faces, group.hidden)]
        counted = Counter(f.suit for f in faces)
        strange = [f for f in faces if not f.known and not f.suit]
        size = self.px(52)
        step = round(size * 0.78) + self.px(5)
        suits = sorted((s for s in counted if s), key=list(SUITS).index)
        heading = title(group.title)
        name = self.wide(heading, 23, "plain")
        pieces = len(suits) + len(strange) + (1 if group.hidden else 0)
        none = not pieces
        width = name + self.px(10) + (self.px(24) if none else pieces * step)

        def draw(canvas: Canvas, x: int, y: int) -> None:
            self.text(canvas, x, y + size // 2, heading, 23, soft=True)
            at = x + name + self.px(10)
            if none:
                self.text(canvas, at, y + size // 2, "–", 26, soft=True)
            for suit in suits:
                self.chip(canvas, at, y, suit, counted[suit], size)
                at += step
            for f in strange:
                canvas.fault(f"unknown card {f.id!r} in {self.place}")
                canvas.sprite(
                    sprites.hazard(round(size * 0.78), self.name, False), at, y, "card", f.id, self.place
                )
                at += step
            if group.hidden:
                self.back(canvas, at, y, group.hidden, size)

        return [Block(width, size, draw)]

    def card_list(self, heading: str, faces: Sequence[CardFace], hidden: int) -> Block:
        """A titled group with the name of every card, on lines of its own."""
        label = self.px(190)
        blocks = [self.named(f) for f in faces] + ([self.hidden(hidden)] if hidden else [])
        placed, height = flow(blocks, self.room - label, self.px(10), self.px(8))

        def draw(canvas: Canvas, x: int, y: int) -> None:
            self.text(canvas, x, y + self.px(20), heading, 25, room=label - self.px(8))
            draw_all(canvas, placed, x + label, y)

        return Block(self.room, max(height, self.px(40)), draw, wide=True)

    def back(self, canvas: Canvas, x: int, y: int, count: int, size: int) -> None:
        """Face-down cards with their number."""
        sprite = sprites.figure("back", size - 4, (122, 148, 128), self.name, 2)
        canvas.sprite(sprite, x, y, "card", f"{count} hidden", self.place)
        canvas.label(
            x + sprite.width // 2, y + size // 2, str(count), "strong", round(size * 0.5), self.table.light, "cm",
            outline=self.table.outline, place=self.place,
        )  # fmt: skip

    def hidden(self, count: int) -> Block:
        size = self.px(52)
        return Block(self.px(44), size, lambda c, x, y: self.back(c, x, y, count, size))

    def named(self, card: CardFace) -> Block:
        """A card with its name."""
        height = self.px(40)
        name = fonts.fit(card.name, "plain", self.px(23), self.room - self.px(70))
        width = self.px(52) + fonts.width(name, "plain", self.px(23))

        def draw(canvas: Canvas, x: int, y: int) -> None:
            canvas.plate((x, y, x + width, y + height), self.table.paper, height // 2, self.table.edge, 2)
            disc = sprites.suit_disc(card.suit, height, self.name)
            canvas.sprite(disc, x, y, "card", card.id, self.place)
            if not card.known:
                canvas.fault(f"unknown card {card.id!r} in {self.place}")
            canvas.label(
                x + height + self.px(4), y + height // 2, name, "plain", self.px(23), self.table.ink, "lm",
                place=self.place,
            )  # fmt: skip

        return Block(width, height, draw)

    def heading(self, text: str) -> Block:
        height = self.px(40)
        return Block(
            self.wide(text, 23, "plain"),
            height,
            lambda c, x, y: void(self.text(c, x, y + height // 2, text, 23, soft=True)),
        )

    # counts, texts, items, relationships

    def count(self, name: str, number: int) -> Block:
        """A number with its name."""
        height = self.px(40)
        digits = self.wide(str(number), 32)
        width = digits + self.px(8) + self.wide(title(name), 23, "plain")

        def draw(canvas: Canvas, x: int, y: int) -> None:
            self.text(canvas, x, y + height // 2, str(number), 32)
            self.text(canvas, x + digits + self.px(8), y + height // 2, title(name), 23, soft=True)

        return Block(min(width, self.room), height, draw)

    def box(self, name: str, warriors: Mapping[str, int]) -> Block:
        """A box of a board that holds warriors of any players: each as a figure with a number."""
        height, gap = self.px(48), self.px(6)
        looks = [(owner, look(owner, self.name), count) for owner, count in warriors.items()]
        heads = [
            sprites.figure(it.drawing, height - self.px(6), it.colour, self.name, 1.6) for _, it, _ in looks
        ]
        head = self.wide(title(name), 23, "plain") + self.px(10)
        across = [
            sprite.width + gap // 2 + self.wide(str(n), 28)
            for sprite, (_, _, n) in zip(heads, looks, strict=True)
        ]
        width = head + (sum(across) + gap * 2 * (len(across) - 1) if across else self.px(24))

        def draw(canvas: Canvas, x: int, y: int) -> None:
            middle = y + height // 2
            self.text(canvas, x, middle, title(name), 23, soft=True)
            at = x + head
            if not looks:
                self.text(canvas, at, middle, "–", 26, soft=True)
            for sprite, wide, (owner, _, count) in zip(heads, across, looks, strict=True):
                canvas.sprite(sprite, at, y + self.px(3), "kept", f"{owner} {count}", self.place)
                self.text(canvas, at + sprite.width + gap // 2, middle, str(count), 28)
                at += wide + gap * 2

        return Block(width, height, draw)

    def line(self, name: str, value: str) -> Block:
        """A word or two: "Leader Despot"."""
        height = self.px(40)
        head = self.wide(title(name), 23, "plain") + self.px(8)
        shown = fonts.fit(title(value), "strong", self.px(26), self.room - head)
        width = head + self.wide(shown, 26)

        def draw(canvas: Canvas, x: int, y: int) -> None:
            self.text(canvas, x, y + height // 2, title(name), 23, soft=True)
            self.text(canvas, x + head, y + height // 2, shown, 26)

        return Block(width, height, draw)

    def items(self, items: Sequence[ItemView]) -> Block:
        """Items in a row (or two)."""
        side, gap = self.px(48), self.px(4)
        per_row = max(1, min(len(items), (self.room + gap) // (side + gap)))
        rows = -(-len(items) // per_row)

        def draw(canvas: Canvas, x: int, y: int) -> None:
            for i, it in enumerate(items):
                sprite = sprites.item(it.item, side, self.name, it.exhausted, it.damaged)
                state = f"{it.item}{' exhausted' if it.exhausted else ''}{' damaged' if it.damaged else ''}"
                at = (x + i % per_row * (side + gap), y + i // per_row * (side + gap))
                canvas.sprite(sprite, *at, "item", state, self.place)
                if not sprites.has(it.item):
                    canvas.fault(f"unknown item {it.item!r} in {self.place}")

        return Block(per_row * (side + gap) - gap, rows * (side + gap) - gap, draw)

    def relation(self, owner: str, status: str) -> Block:
        """How someone stands with another faction."""
        height = self.px(52)
        it = look(owner, self.name)
        head = sprites.figure(it.drawing, height - 6, it.colour, self.name, 1.6)
        width = head.width + self.px(5) + self.wide(title(status), 23, "plain")

        def draw(canvas: Canvas, x: int, y: int) -> None:
            canvas.sprite(head, x, y, "relation", f"{owner} {status}", self.place)
            strong = status == "hostile" or status not in RELATIONS
            canvas.label(
                x + head.width + self.px(5), y + height // 2, title(status), "plain", self.px(23),
                mix((200, 40, 30), self.table.ink, 0.15) if strong else self.table.ink, "lm", place=self.place,
            )  # fmt: skip

        return Block(width, height, draw)


def void(_: object) -> None:
    """Drop a value: a block draws and gives nothing back."""


def next_of(track: TrackView) -> str:
    """What the next piece of a track costs and gives, in a few words; "" if none is left."""
    at = track.total - track.left
    if not 0 <= at < track.total:
        return ""
    told = [f"cost {track.costs[at]}"] if at < len(track.costs) else []
    if at < len(track.points):
        points = track.points[at]
        told.append(f"{points} point{'s' if points != 1 else ''}")
    return f"next: {', '.join(told)}" if told else ""


def by_suit(counted: tuple[str, int]) -> int:
    """The place of a suit in the usual order; what has none comes last."""
    return list(SUITS).index(counted[0]) if counted[0] in SUITS else len(SUITS)
