"""The colours of the table: paper, ink and marks. Games add their own on top."""

from __future__ import annotations

import msgspec

Colour = tuple[int, int, int]


def rgb(code: str) -> Colour:
    """A colour from its six hexadecimal digits."""
    return (int(code[0:2], 16), int(code[2:4], 16), int(code[4:6], 16))


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Colour `a` with a share of `b` in it."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def brightness(colour: Colour) -> float:
    """How light a colour looks, from 0 to 1."""
    return (0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]) / 255


class Palette(msgspec.Struct, frozen=True, kw_only=True):
    """The colours every picture shares. `night` is what dark places fade into; None by day."""

    name: str
    paper: Colour
    panel: Colour
    edge: Colour
    ink: Colour
    soft: Colour
    outline: Colour
    gold: Colour
    mark: Colour
    """The ring around what changed."""
    alarm: Colour
    """What we do not know or cannot be right."""
    light: Colour
    night: Colour | None = None
    safe: bool = False
    """True if the colours must be told apart by a colour-blind eye."""

    def on(self, ground: Colour) -> Colour:
        """Dark or light ink, whichever reads better on this ground."""
        return self.outline if brightness(ground) > 0.56 else self.light

    def shade(self, colour: Colour, share: float) -> Colour:
        """A daylight colour of the landscape, as it looks in this palette."""
        return colour if self.night is None else mix(colour, self.night, share)


LIGHT = Palette(
    name="light",
    paper=rgb("e9dcc0"),
    panel=rgb("f8f0de"),
    edge=rgb("b9a37c"),
    ink=rgb("2c2118"),
    soft=rgb("6f5c45"),
    outline=rgb("2a1e16"),
    gold=rgb("f2b632"),
    mark=rgb("fffdf4"),
    alarm=rgb("e0218a"),
    light=rgb("fff8e8"),
)

DARK = Palette(
    name="dark",
    paper=rgb("1d2026"),
    panel=rgb("2b2f37"),
    edge=rgb("4c525d"),
    ink=rgb("efe7d6"),
    soft=rgb("a9a493"),
    outline=rgb("0f0e10"),
    gold=rgb("ffc94a"),
    mark=rgb("ffe08a"),
    alarm=rgb("ff4fb0"),
    light=rgb("fff8e8"),
    night=rgb("12161f"),
)

COLOUR_BLIND = Palette(
    name="colour-blind",
    paper=rgb("e6e1d8"),
    panel=rgb("f7f5f0"),
    edge=rgb("aaa294"),
    ink=rgb("1e1c1a"),
    soft=rgb("615b52"),
    outline=rgb("1a1817"),
    gold=rgb("ffd23f"),
    mark=rgb("ffffff"),
    alarm=rgb("cc0066"),
    light=rgb("ffffff"),
    safe=True,
)

PALETTES: dict[str, Palette] = {p.name: p for p in (LIGHT, DARK, COLOUR_BLIND)}
