"""The palette of a game's pictures, fixed beforehand; films; and PNG the plain way, whole and at once."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Any

from PIL import Image

from render import gif
from render.palette import Colour

LEVEL = 4
"""How hard the plain way packs: the yardstick of the benchmark."""
FILM_COLOURS = 240
"""A film leaves colours free: one of them means "as before" and makes it a quarter of the size."""


def fixed_palette(reference: Iterable[Image.Image], exact: Sequence[Colour]) -> Image.Image:
    """A palette of 256 colours for all pictures that look like the reference.

    The `exact` colours and the commonest flat ones are kept as they are; the rest is shared by the shades between.
    """
    # every third pixel of every third row is enough to know the colours, and short enough for the event loop
    sheets = [s.resize((s.width // 3, s.height // 3), Image.Resampling.NEAREST) for s in reference]
    kept = dict.fromkeys(exact)
    for sheet in sheets:
        counted: list[tuple[int, Any]] = sheet.getcolors(1 << 15) or []
        for _, colour in sorted(counted, reverse=True)[:24]:
            kept.setdefault(colour)
    pinned = list(kept)[:160]
    joined = Image.new("RGB", (max(s.width for s in sheets), sum(s.height for s in sheets)), pinned[0])
    top = 0
    for sheet in sheets:
        joined.paste(sheet, (0, top))
        top += sheet.height
    rest = joined.quantize(256 - len(pinned), method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    flat = [v for colour in pinned for v in colour] + list(rest.getpalette() or [])
    palette = Image.new("P", (1, 1))
    palette.putpalette(flat[: 256 * 3])
    return palette


def reduce_colours(image: Image.Image, palette: Image.Image) -> Image.Image:
    """The picture in the colours of a fixed palette."""
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def plain_png(image: Image.Image, palette: Image.Image) -> bytes:
    """The picture as PNG in the colours of a fixed palette: what `bands` does faster, band by band."""
    out = io.BytesIO()
    reduce_colours(image, palette).save(out, "PNG", compress_level=LEVEL)
    return out.getvalue()


def film(
    frames: Iterable[Image.Image], palette: Image.Image, pause: int, most: int | None = None
) -> gif.Film:
    """Pictures of one size as an animated GIF: every chat shows it, and only what changes is stored.

    They are taken one by one, and none is kept. `pause` is how long a picture stays, in milliseconds. Raises
    `gif.TooLarge` as soon as there are more than `most` bytes.
    """
    fewer = Image.new("P", (1, 1))
    fewer.putpalette((palette.getpalette() or [])[: FILM_COLOURS * 3])
    made = gif.Film(fewer, most)
    for frame in frames:
        made.add(reduce_colours(frame, fewer), pause)
    return made
