"""A picture packed band by band, and the shelf of bands already packed.

After an answer most of a picture is as it was. The picture is cut into bands of a few rows; a band is named by all that
is put on it, and where; a band whose name is on the shelf is neither drawn nor packed again. PNG allows it: each band
is a chunk of its own, a piece of the deflate stream that looks at nothing before it and ends on a whole byte.
"""

from __future__ import annotations

import hashlib
import struct
import threading
import zlib
from array import array
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple

from PIL import Image

from render.canvas import Canvas, rows_of, serial

try:
    from zlib_ng import zlib_ng as deflate
except ImportError:  # a machine it is not built for: the same, a third slower
    import zlib as deflate  # type: ignore[no-redef]

BAND = 32
"""About so many rows are a band: fewer would pack worse, more would change oftener."""
EFFORTS = (2, 6, 9)
"""How hard to pack, tried in turn until the picture is small enough: 190, 165 and 155 KB for a table of four."""
LIMIT = 300 * 1024
ROOM = 64 * 1024 * 1024
"""Bytes the shelf may hold: the bands of some 300 tables."""
MODULUS = 65521
PLACED = struct.Struct("=4q").pack
"""What is put down, as it goes into the name of a band: its serial, its tint, and where."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
START, END = b"\x78\x01", b"\x03\x00"
"""The head of a deflate stream, and an empty last piece."""


class Band(NamedTuple):
    """A packed band: its chunk of the file, and what the checksum of the whole needs."""

    chunk: bytes
    checksum: int
    length: int


class Shelf:
    """Packed bands by name; those unused for longest give way."""

    def __init__(self, room: int = ROOM) -> None:
        self.room = room
        self.held = 0
        """Bytes held now."""
        self.packed = 0
        """How many bands had to be drawn and packed."""
        self.found = 0
        """How many were there already."""
        self._bands: OrderedDict[bytes, Band] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._bands)

    def take(self, name: bytes) -> Band | None:
        """A band that is there."""
        with self._lock:
            band = self._bands.get(name)
            if band is not None:
                self._bands.move_to_end(name)
                self.found += 1
            return band

    def keep(self, name: bytes, band: Band, *, passing: bool = False) -> None:
        """Put a band there; make room for it. One that is `passing` gives way first, as long as it is not used again."""
        with self._lock:
            self.packed += 1
            if name in self._bands:
                return
            self._bands[name] = band
            self.held += len(band.chunk)
            if passing:
                self._bands.move_to_end(name, last=False)
            while self.held > self.room and len(self._bands) > 1:
                _, old = self._bands.popitem(last=False)
                self.held -= len(old.chunk)


class Sketch(NamedTuple):
    """A picture of which every band is on the shelf or drawn. What is left is packing, which may run beside drawing."""

    width: int
    height: int
    palette: Image.Image
    names: Sequence[bytes]
    ready: dict[int, Band]
    drawn: dict[int, memoryview]
    """Rows by band, as they go into the file."""


def edges_of(canvas: Canvas) -> list[int]:
    """Where bands begin, and the end of the last one."""
    found: list[int] = []
    for top, bottom in pairwise([0, *canvas.cuts, canvas.height]):
        count = max(1, round((bottom - top) / BAND))
        found += [top + (bottom - top) * i // count for i in range(count)]
    return [*found, canvas.height]


@lru_cache(64)
def by_row(edges: tuple[int, ...]) -> list[int]:
    """The band of every row."""
    return [band for band, (top, bottom) in enumerate(pairwise(edges)) for _ in range(top, bottom)]


def names_of(canvas: Canvas, palette: Image.Image, edges: Sequence[int]) -> list[bytes]:
    """What each band is called: by everything on it, in order, and where it is."""
    height = canvas.height
    first = by_row(tuple(edges))
    begun = [serial(palette), canvas.width]
    seen: list[list[bytes]] = [
        [array("q", (*begun, top, bottom)).tobytes()] for top, bottom in pairwise(edges)
    ]
    for x, y, w, h, name, tint, _, _ in canvas.puts:
        if y >= height or y + h <= 0:
            continue
        it = PLACED(name or -(w << 20 | h), tint, x, y)
        for band in range(first[max(0, y)], first[min(height, y + h) - 1] + 1):
            seen[band].append(it)
    return [hashlib.blake2b(b"".join(one), digest_size=16).digest() for one in seen]


def sketch(canvas: Canvas, palette: Image.Image, shelf: Shelf) -> Sketch:
    """Name every band, find what is on the shelf, draw the rest."""
    edges = edges_of(canvas)
    names = names_of(canvas, palette, edges)
    ready = {i: band for i, name in enumerate(names) if (band := shelf.take(name))}
    drawn: dict[int, memoryview] = {}
    line = canvas.width + 1
    for run in runs([i for i in range(len(names)) if i not in ready]):
        top = edges[run[0]]
        image = rows_of(canvas.puts, canvas.width, top, edges[run[-1] + 1] - top)
        rows = memoryview(rows_with_filter(image, palette))
        for i in run:
            drawn[i] = rows[(edges[i] - top) * line : (edges[i + 1] - top) * line]
    return Sketch(canvas.width, canvas.height, palette, names, ready, drawn)


def runs(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Numbers that follow each other, together."""
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        yield [number for _, number in run]


def rows_with_filter(image: Image.Image, palette: Image.Image) -> bytes:
    """Rows of colour numbers, each with a nought in front: PNG's word for "as it stands"."""
    few = image.quantize(palette=palette, dither=Image.Dither.NONE)
    wider = Image.new("P", (image.width + 1, image.height), 0)
    wider.paste(few, (1, 0))
    return wider.tobytes()


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG file."""
    return (
        struct.pack(">I", len(data))
        + kind
        + data
        + struct.pack(">I", deflate.crc32(data, deflate.crc32(kind)))
    )


def packed(rows: bytes | memoryview, effort: int) -> Band:
    """A band as a chunk."""
    packer = deflate.compressobj(effort, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = packer.compress(rows) + packer.flush(zlib.Z_FULL_FLUSH)
    return Band(chunk(b"IDAT", data), deflate.adler32(rows), len(rows))


def joined(first: int, second: int, length: int) -> int:
    """The Adler-32 of two pieces together, from those of each and the length of the second."""
    low = (first & 0xFFFF) + (second & 0xFFFF) - 1
    high = (first >> 16) + (second >> 16) + length * ((first & 0xFFFF) - 1)
    return (high % MODULUS) << 16 | (low % MODULUS)


def png(it: Sketch, shelf: Shelf, *, passing: bool = False) -> bytes:
    """The picture as a file. What is packed now is put on the shelf; `passing`: no other picture will follow this one."""
    bands = dict(it.ready)
    for i, rows in it.drawn.items():
        bands[i] = packed(rows, EFFORTS[0])
        shelf.keep(it.names[i], bands[i], passing=passing)
    data = file_of(it, bands)
    for effort in EFFORTS[1:]:
        if len(data) <= LIMIT:
            break
        data = file_of(it, {i: again(band, effort) for i, band in bands.items()})
    return data


def again(band: Band, effort: int) -> Band:
    """A band, packed harder."""
    return packed(zlib.decompressobj(-zlib.MAX_WBITS).decompress(band.chunk[8:-4]), effort)


def file_of(it: Sketch, bands: dict[int, Band]) -> bytes:
    """The chunks of a file, put together."""
    checksum = 1
    parts = [SIGNATURE, chunk(b"IHDR", struct.pack(">IIBBBBB", it.width, it.height, 8, 3, 0, 0, 0))]
    parts += [chunk(b"PLTE", bytes(it.palette.getpalette() or [])), chunk(b"IDAT", START)]
    for i in range(len(it.names)):
        parts.append(bands[i].chunk)
        checksum = joined(checksum, bands[i].checksum, bands[i].length)
    parts += [chunk(b"IDAT", END + struct.pack(">I", checksum)), chunk(b"IEND", b"")]
    return b"".join(parts)
