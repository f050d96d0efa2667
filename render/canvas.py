"""A picture in the making: a list of what is put where, and a report of what lies where.

Nothing is drawn at once. What a band of the picture shows follows from the list, so that a band already seen need
neither be drawn nor packed again (`render/bands.py`).
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from copy import copy
from functools import lru_cache
from itertools import count, groupby
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from render import fonts
from render.palette import Colour
from render.vector import corner

log = logging.getLogger("glade.render")

Box = tuple[int, int, int, int]

_SERIALS = count(1)


def serial(image: Image.Image) -> int:
    """A number that no other picture ever has. Pictures that are kept and put down again keep theirs."""
    found: int | None = getattr(image, "_glade", None)
    if found is None:
        found = next(_SERIALS)
        image._glade = found  # type: ignore[attr-defined]
    return found


Put: TypeAlias = tuple[int, int, int, int, int, int, Image.Image | Colour, Image.Image | None]
"""One thing put down: a sprite, a colour through a mask, a bar of one colour, or an opaque picture.

Left, top, width, height; the serial of the sprite or mask (0 for a bar); the colour as a number (-1 if the sprite brings
its own); what, and through which mask. Plain, since a picture has hundreds.
"""


class Drawn(NamedTuple):
    """One thing on a picture: what, its name, the place it belongs to, and its box."""

    kind: str
    name: str
    place: str
    box: Box


class Ink(NamedTuple):
    """A text ready to be put down: its mask, an outline's mask, and where they start from the pen's corner."""

    mask: Image.Image
    around: Image.Image | None
    left: int
    top: int
    width: int
    height: int


STEPS = [round(v / 85) * 85 for v in range(256)]
"""Edges of letters in four steps: nobody sees it, and the picture is a fifth smaller."""


@lru_cache(4096)
def ink(text: str, face: str, size: int, outline: int) -> Ink:
    """A text as a mask, cached: drawing letters is the dearest thing in a picture."""
    font, forms = fonts.font(face, size), fonts.forms(face)
    left, top, right, bottom = font.getbbox(text, stroke_width=outline, features=forms)
    left, top = int(left), int(top)
    width, height = max(1, round(right) - left), max(1, round(bottom) - top)
    mask = Image.new("L", (width, height), 0)
    ImageDraw.Draw(mask).text((-left, -top), text, font=font, fill=255, features=forms)
    around = None
    if outline:
        around = Image.new("L", (width, height), 0)
        ImageDraw.Draw(around).text(
            (-left, -top), text, font=font, fill=255, stroke_width=outline, features=forms
        )
    mask = mask.point(STEPS)
    around = around.point(STEPS) if around else None
    return Ink(mask, around, left, top, width, height)


@lru_cache(1024)
def word(text: str, face: str, size: int, colour: Colour, ground: Colour) -> Image.Image:
    """A text on one colour, as an opaque picture: it is put down eight times as quickly as through a mask."""
    it = ink(text, face, size, 0)
    image = Image.new("RGB", (it.width, it.height), ground)
    image.paste(colour, (0, 0), it.mask)
    return image


# --- plates: boxes with round corners ---------------------------------------------------------------------

SMALL = 24_000
"""Plates of at most so many pixels are kept as sprites: one paste instead of a dozen calls, some 50 times a picture."""


def bars(
    width: int, height: int, fill: Colour, radius: int, edge: Colour | None, thick: int
) -> Iterator[tuple[Box, Colour]]:
    """The straight parts of a plate: the edge first, then what is inside."""
    inner = thick if edge else 0
    if edge:
        yield (radius, 0, width - radius, thick), edge
        yield (radius, height - thick, width - radius, height), edge
        yield (0, radius, thick, height - radius), edge
        yield (width - thick, radius, width, height - radius), edge
    yield (radius, inner, width - radius, radius), fill
    yield (inner, radius, width - inner, height - radius), fill
    yield (radius, height - radius, width - radius, height - inner), fill


@lru_cache(256)
def quarters(fill: Colour, radius: int, edge: Colour | None, thick: int) -> tuple[Image.Image, ...]:
    """The four round corners of a plate: upper left, lower left, upper right, lower right."""
    disc = corner(radius, fill, edge or fill, thick if edge else 0)
    return tuple(disc.crop((x, y, x + radius, y + radius)) for x in (0, radius) for y in (0, radius))


def corners(
    width: int, height: int, fill: Colour, radius: int, edge: Colour | None, thick: int
) -> Iterator[tuple[Image.Image, int, int]]:
    """The round parts of a plate, and where they go."""
    spots = [(left, top) for left in (0, width - radius) for top in (0, height - radius)]
    for part, (left, top) in zip(quarters(fill, radius, edge, thick), spots, strict=True):
        yield part, left, top


@lru_cache(512)
def plate(width: int, height: int, fill: Colour, radius: int, edge: Colour | None, thick: int) -> Image.Image:
    """A small plate as a sprite."""
    radius = max(1, min(radius, width // 2, height // 2))
    sprite = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    draw = ImageDraw.Draw(sprite)
    for (x0, y0, x1, y1), colour in bars(width, height, fill, radius, edge, thick):
        if x1 > x0 and y1 > y0:
            draw.rectangle((x0, y0, x1 - 1, y1 - 1), fill=colour)
    for part, x, y in corners(width, height, fill, radius, edge, thick):
        sprite.paste(part, (x, y))
    return sprite


class Canvas:
    """A list of what is put where, with a layout report."""

    def __init__(self, width: int, height: int, ground: Colour | None) -> None:
        """On a colour; on None if every spot of it will be painted anyway."""
        self.width, self.height = width, height
        self.origin = (0, 0)
        self.puts: list[Put] = []
        self._noted: list[tuple[int, int, Drawn | Canvas]] = []
        self.wrong: list[str] = []
        self.cuts: list[int] = []
        """Rows where something of another kind begins: no band reaches over them."""
        if ground is not None:
            self.bar((0, 0, width, height), ground)

    def part(self, x: int, y: int) -> Canvas:
        """The same picture and report, with its corner here."""
        part = copy(self)
        part.origin = (self.origin[0] + x, self.origin[1] + y)
        return part

    def note(self, kind: str, name: str, place: str, box: Box) -> None:
        """Enter something into the layout report."""
        self._noted.append((*self.origin, Drawn(kind, name, place, box)))

    @property
    def report(self) -> list[Drawn]:
        """What lies where. It is put together when somebody wants to know: pictures are made without it."""
        found: list[Drawn] = []
        for x, y, noted in self._noted:
            for kind, name, place, (x0, y0, x1, y1) in [noted] if isinstance(noted, Drawn) else noted.report:
                found.append(Drawn(kind, name, place, (x0 + x, y0 + y, x1 + x, y1 + y)))
        return found

    @report.setter
    def report(self, found: Iterable[Drawn]) -> None:
        self._noted = [(0, 0, one) for one in found]

    def fault(self, what: str) -> None:
        """Something could not be drawn as it should: the picture carries a mark, the log a line."""
        self.wrong.append(what)
        log.warning("picture: %s", what)

    def sprite(
        self, sprite: Image.Image, x: int, y: int, kind: str = "", name: str = "", place: str = ""
    ) -> None:
        """Put a sprite down by its upper left corner."""
        left, top = self.origin
        width, height = sprite.size
        self.puts.append((x + left, y + top, width, height, serial(sprite), -1, sprite, sprite))
        if kind:
            self.note(kind, name, place, (x, y, x + width, y + height))

    def ink(self, mask: Image.Image, x: int, y: int, colour: Colour) -> None:
        """Put a colour down through a mask."""
        left, top = self.origin
        width, height = mask.size
        tint = colour[0] << 16 | colour[1] << 8 | colour[2]
        self.puts.append((x + left, y + top, width, height, serial(mask), tint, colour, mask))

    def picture(self, image: Image.Image, x: int, y: int) -> None:
        """Put an opaque picture down. It is not copied: it must not change any more."""
        left, top = self.origin
        width, height = image.size
        self.puts.append((x + left, y + top, width, height, serial(image), -1, image, None))

    def sheet(self, other: Canvas, x: int, y: int) -> None:
        """Put a finished canvas on this one, with its report."""
        x, y = x + self.origin[0], y + self.origin[1]
        self.puts += [
            (left + x, top + y, w, h, name, tint, what, mask)
            for left, top, w, h, name, tint, what, mask in other.puts
        ]
        self._noted.append((x, y, other))
        self.wrong.extend(other.wrong)

    @property
    def image(self) -> Image.Image:
        """The whole picture, drawn."""
        return drawn(self.puts, (0, 0, self.width, self.height))

    def label(
        self,
        x: int,
        y: int,
        text: str,
        face: str,
        size: int,
        colour: Colour,
        anchor: str = "lm",
        room: int | None = None,
        outline: Colour | None = None,
        thick: int = 3,
        place: str = "",
        kind: str = "label",
        ground: Colour | None = None,
    ) -> int:
        """Write a text. The anchor is l, c or r across, then m (middle of a capital letter) or b (base line).

        With `room` the text is cut to fit. With `ground` the box around the text is filled with this colour: where
        nothing else lies, and without an outline, that is quicker. Gives the width of the text.
        """
        text = fonts.fit(text, face, size, room) if room is not None else fonts.clean(text, face)
        if not text:
            return 0
        put = ink(text, face, size, thick if outline else 0)
        across = fonts.width(text, face, size)
        x -= {"l": 0, "c": across // 2, "r": across}[anchor[0]]
        base = y + (round(size * CAPITAL[face] / 2) if anchor[1] == "m" else 0)
        left, top = x + put.left, base - fonts.ascent(face, size) + put.top
        spot = (left, top, left + put.width, top + put.height)
        if outline and put.around:
            self.ink(put.around, left, top, outline)
        if ground:
            self.picture(word(text, face, size, colour, ground), left, top)
        else:
            self.ink(put.mask, left, top, colour)
        self.note(kind, text, place, spot)
        return across

    def plate(
        self, box: Box, fill: Colour, radius: int = 10, edge: Colour | None = None, thick: int = 2
    ) -> None:
        """A filled box with round corners and, if wanted, an edge."""
        x0, y0, x1, y1 = box
        width, height = x1 - x0, y1 - y0
        if 0 < width * height <= SMALL:
            sprite = plate(width, height, fill, radius, edge, thick)
            self.sprite(sprite, x0, y0)
            return
        radius = max(1, min(radius, width // 2, height // 2))
        for part, colour in bars(width, height, fill, radius, edge, thick):
            self.bar((x0 + part[0], y0 + part[1], x0 + part[2], y0 + part[3]), colour)
        for rounded, x, y in corners(width, height, fill, radius, edge, thick):
            self.sprite(rounded, x0 + x, y0 + y)

    def bar(self, box: Box, fill: Colour) -> None:
        """A plain filled box."""
        x0, y0, x1, y1 = box
        if x1 > x0 and y1 > y0:
            x, y = self.origin
            tint = fill[0] << 16 | fill[1] << 8 | fill[2]
            self.puts.append((x0 + x, y0 + y, x1 - x0, y1 - y0, 0, tint, fill, None))


class Sheets:
    """Parts of pictures by what they show, laid out once; those unused for longest give way.

    What has a fault is not kept: it is told every time.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._sheets: OrderedDict[Hashable, Canvas] = OrderedDict()

    def put(self, canvas: Canvas, x: int, y: int, key: Hashable, draw: Callable[[Canvas], None]) -> None:
        """Put a part on a canvas by its corner; `draw` lays it out if it is not there yet."""
        sheet = self._sheets.get(key)
        if sheet is None:
            sheet = Canvas(0, 0, None)
            draw(sheet)
            if not sheet.wrong:
                self._sheets[key] = sheet
                if len(self._sheets) > self.most:
                    self._sheets.popitem(last=False)
        else:
            self._sheets.move_to_end(key)
        canvas.sheet(sheet, x, y)


LARGE = 16_000
"""Sprites of more pixels are put down in parts: what is whole is copied, what is empty is skipped."""
SLAB, SHORT = 32, 16
"""How high such parts are, and from which width on a whole or empty stretch is worth a part of its own."""

Part = tuple[int, int, int, int, Image.Image, Image.Image | None]


def parts_of(sprite: Image.Image) -> list[Part]:
    """A large sprite in parts: left, top, right, bottom, what, and a mask if it is not whole. Found once."""
    found: list[Part] | None = getattr(sprite, "_glade_parts", None)
    if found is None:
        found = [part for top in range(0, sprite.height, SLAB) for part in slab(sprite, top)]
        sprite._glade_parts = found  # type: ignore[attr-defined]
    return found


def slab(sprite: Image.Image, top: int) -> Iterator[Part]:
    """The parts of some rows of a sprite."""
    bottom = min(sprite.height, top + SLAB)
    alpha = sprite.getchannel("A").crop((0, top, sprite.width, bottom)).tobytes()
    columns = [alpha[x :: sprite.width] for x in range(sprite.width)]
    kinds = [0 if not any(one) else 2 if min(one) == 255 else 1 for one in columns]
    runs = [(kind, len(list(run))) for kind, run in groupby(kinds)]
    plain = [(kind if length >= SHORT else 1, length) for kind, length in runs]
    left = 0
    for kind, group in groupby(plain, key=lambda run: run[0]):
        right = left + sum(length for _, length in group)
        if kind:
            piece = sprite.crop((left, top, right, bottom))
            whole = kind == 2
            yield left, top, right, bottom, piece.convert("RGB") if whole else piece, None if whole else piece
        left = right


def drawn(puts: Iterable[Put], box: Box) -> Image.Image:
    """What a picture shows in a box, drawn from what was put there.

    Straight to Pillow's core, which cuts off what lies outside: the way round would cost twice as much.
    """
    start, top, end, bottom = box
    width, height = end - start, bottom - top
    image = Image.new("RGB", (width, height), None)
    core = image.im
    for x, y, w, h, _, tint, what, mask in puts:
        if y >= bottom or y + h <= top or x >= end or x + w <= start:
            continue
        x -= start
        y -= top
        if mask is None:
            core.paste(what.im if isinstance(what, Image.Image) else what, (x, y, x + w, y + h))
        elif tint >= 0:
            core.paste(what, (x, y, x + w, y + h), mask.im)
        elif w * h < LARGE:
            core.paste(mask.im, (x, y, x + w, y + h), mask.im)
        else:
            for left, upper, right, lower, piece, through in parts_of(mask):
                if y + upper < height and y + lower > 0 and x + left < width and x + right > 0:
                    spot = (x + left, y + upper, x + right, y + lower)
                    if through is None:
                        core.paste(piece.im, spot)
                    else:
                        core.paste(piece.im, spot, through.im)
    return image


CAPITAL = {"title": 0.66, "strong": 0.72, "plain": 0.72, "small": 0.72}
"""The height of a capital letter, as a share of the size."""
