"""What the small pictures of every game are made with: a drawing by name, a number on a piece, a disc."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from render import fonts
from render.canvas import CAPITAL, ink
from render.palette import Colour
from render.vector import FINE, Drawing, drawings


class Art:
    """The drawings of one game: a folder of `data/art`."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def named(self, name: str) -> Drawing:
        """A drawing of ours by name; the question mark if we have none."""
        found = drawings(self.folder)
        return found.get(name) or found["unknown"]

    def has(self, name: str) -> bool:
        """True if we have a drawing of that name."""
        return name in drawings(self.folder)


def write(
    image: Image.Image, x: int, y: int, text: str, size: int, fill: Colour, around: Colour, thick: int
) -> None:
    """A short outlined text on a sprite, centred on a point."""
    put = ink(text, "strong", size, thick)
    across = fonts.width(text, "strong", size)
    base = y + round(size * CAPITAL["strong"] / 2)
    spot = (x - across // 2 + put.left, base - fonts.font("strong", size).getmetrics()[0] + put.top)
    if put.around:
        image.paste((*around, 255), spot, put.around)
    image.paste((*fill, 255), spot, put.mask)


@lru_cache(512)
def disc_of(width: int, height: int, fill: Colour, edge: Colour, thick: int) -> Image.Image:
    """A filled ellipse with an edge."""
    image = Image.new("RGBA", (width * FINE, height * FINE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.ellipse((0, 0, width * FINE - 1, height * FINE - 1), fill=(*edge, 255))
    t = thick * FINE
    draw.ellipse((t, t, width * FINE - 1 - t, height * FINE - 1 - t), fill=(*fill, 255))
    return image.reduce(FINE)
