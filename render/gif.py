"""Films as GIF, written picture by picture: only the present picture and the one before it are in memory.

Every picture after the first holds only the part that changed; what stayed the same inside that part is transparent, so
that it packs into almost nothing. All pictures share one palette.
"""

from __future__ import annotations

import io
import struct

from PIL import Image, ImageChops

AS_BEFORE = 255
"""The colour that means: as in the picture before. The palette of a film leaves it free."""
_LOOP = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


class TooLarge(Exception):
    """The film does not fit into the bytes it may have."""


class Film:
    """An animated GIF that grows by one picture at a time; `most` bytes at the utmost."""

    def __init__(self, palette: Image.Image, most: int | None = None) -> None:
        flat = bytes(palette.getpalette() or [])[: 256 * 3]
        self._colours = flat.ljust(256 * 3, b"\0")
        self._most = most
        self._out = io.BytesIO()
        self._last: Image.Image | None = None
        self._delay_at = 0
        self.width = self.height = self.pictures = 0

    def add(self, picture: Image.Image, milliseconds: int) -> None:
        """The next picture, in the colours of the palette, and how long it stays."""
        if self._last is None:
            self.width, self.height = picture.size
            self._out.write(b"GIF89a" + struct.pack("<HHBBB", self.width, self.height, 0xF7, 0, 0))
            self._out.write(self._colours + _LOOP)
            part, left, top = picture, 0, 0
        else:
            part, left, top = _what_changed(self._last, picture)
        self._delay_at = self._out.tell() + 4
        control = struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 0b101, milliseconds // 10, AS_BEFORE, 0)
        place = struct.pack("<BHHHHB", 0x2C, left, top, part.width, part.height, 0)
        self._out.write(control + place + _packed(part))
        self._last = picture
        self.pictures += 1
        if self._most is not None and self._out.tell() > self._most:
            raise TooLarge

    def close(self, milliseconds: int) -> bytes:
        """The whole film; its last picture stays so long."""
        self._out.seek(self._delay_at)
        self._out.write(struct.pack("<H", milliseconds // 10))
        self._out.seek(0, io.SEEK_END)
        self._out.write(b"\x3b")
        return self._out.getvalue()


def _what_changed(before: Image.Image, after: Image.Image) -> tuple[Image.Image, int, int]:
    """The smallest part that holds every change, with the rest of it transparent, and where it lies."""
    changed = ImageChops.difference(_numbers(before), _numbers(after))
    box = changed.getbbox() or (0, 0, 1, 1)
    same = changed.crop(box).point(lambda value: 0 if value else 255)
    part = _numbers(after).crop(box)
    part.paste(AS_BEFORE, mask=same)
    return part, box[0], box[1]


def _numbers(picture: Image.Image) -> Image.Image:
    """A picture as the numbers of its colours."""
    return Image.frombytes("L", picture.size, picture.tobytes())


def _packed(picture: Image.Image) -> bytes:
    """The packed pixels of one picture, as a GIF holds them: taken out of a GIF of this picture alone."""
    out = io.BytesIO()
    alone = Image.frombytes("P", picture.size, picture.tobytes())
    alone.putpalette(bytes(range(256)) * 3)
    alone.save(out, "GIF", optimize=False, interlace=False)
    data = out.getvalue()
    at = 13 + (3 << (data[10] & 7) + 1 if data[10] & 0x80 else 0)
    while data[at] == 0x21:  # extensions: blocks until an empty one
        at += 2
        while data[at]:
            at += data[at] + 1
        at += 1
    at += 10 + (3 << (data[at + 9] & 7) + 1 if data[at + 9] & 0x80 else 0)
    return data[at:-1]
