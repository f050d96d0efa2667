"""From a finished picture to bytes: a palette fixed beforehand, no dithering, PNG; films as animated pictures."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from PIL import Image

from render.palette import Colour

LEVEL = 6
"""PNG effort. Level 4 takes half the time and is a tenth larger: too large for a crowded table."""


def fixed_palette(reference: Iterable[Image.Image], exact: Sequence[Colour]) -> Image.Image:
    """A palette of 256 colours for all pictures that look like the reference.

    The `exact` colours and the commonest flat ones are kept as they are; the rest is shared by the shades between.
    """
    sheets = list(reference)
    kept: dict[Colour, None] = dict.fromkeys(exact)
    for sheet in sheets:
        counted = sheet.getcolors(1 << 24) or []
        for _, colour in sorted(counted, reverse=True)[:24]:
            kept.setdefault(colour)  # type: ignore[arg-type]
    pinned = list(kept)[:160]
    width = max(s.width for s in sheets)
    joined = Image.new("RGB", (width, sum(s.height for s in sheets)), pinned[0])
    top = 0
    for sheet in sheets:
        joined.paste(sheet, (0, top))
        top += sheet.height
    rest = joined.reduce(2).quantize(
        256 - len(pinned), method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
    )
    shades = rest.getpalette() or []
    flat = [v for colour in pinned for v in colour] + list(shades)
    palette = Image.new("P", (1, 1))
    palette.putpalette(flat[: 256 * 3])
    return palette


def reduce_colours(image: Image.Image, palette: Image.Image) -> Image.Image:
    """The picture in the colours of a fixed palette."""
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def png(image: Image.Image, palette: Image.Image) -> bytes:
    """The picture as PNG in the colours of a fixed palette."""
    out = io.BytesIO()
    reduce_colours(image, palette).save(out, "PNG", compress_level=LEVEL)
    return out.getvalue()


def film(frames: Iterable[Image.Image], palette: Image.Image, pause: int, last: int) -> bytes:
    """Pictures of one size as an animated GIF: every chat shows it, and only what changes is stored.

    `pause` and `last` are how long a picture, and the last picture, stay, in milliseconds.
    """
    shown = [reduce_colours(f, palette) for f in frames]
    out = io.BytesIO()
    shown[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=shown[1:],
        duration=[pause] * (len(shown) - 1) + [last],
        loop=0,
        optimize=False,
        disposal=1,
    )
    return out.getvalue()
