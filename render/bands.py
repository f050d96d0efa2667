"""A picture packed band by band, and the shelf of bands already packed.

After an answer most of a picture is as it was. The picture is cut into bands of a few rows; a band is named by all that
is put on it, and where; a band whose name is on the shelf is neither drawn nor packed again. PNG allows it: each band
is a chunk of its own, a piece of the deflate stream that looks at nothing before it and ends on a whole byte.

A band that is not on the shelf is mostly like one of a picture made before. What was put on pictures is remembered: only
where something else is put now is drawn, and the rest of the band is unpacked from the shelf.
"""

from __future__ import annotations

import hashlib
import re
import struct
import threading
import zlib
from array import array
from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from statistics import mode
from typing import NamedTuple

from PIL import Image

from render.canvas import Canvas, drawn, serial

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
RECORDS = 512
"""So many pictures are remembered, 12 KB each."""
STEP = 32
"""A band is drawn anew from a multiple of so many pixels to another: so that bands can be drawn together."""
MUCH = 0.75
"""If more of a band is to be drawn anew, it is drawn whole: unpacking it takes time as well."""
PLACED = struct.Struct("=q5i")
"""What is put down, as it goes into the name of a band: its serial, its tint, and its box."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
START, END = b"\x78\x01", b"\x03\x00"
"""The head of a deflate stream, and an empty last piece."""


Span = tuple[int, int]
"""From a column of pixels to another."""


class Band(NamedTuple):
    """A packed band: its chunk of the file, and what the checksum of the whole needs."""

    chunk: bytes
    checksum: int
    length: int


class Record:
    """What is remembered of a picture: where its bands begin, what they are called, and all that was put on it."""

    def __init__(self, edges: Sequence[int], names: Sequence[bytes], placed: Iterable[bytes]) -> None:
        self.edges, self.names = edges, names
        self._placed = b"".join(placed)

    @property
    def placed(self) -> list[bytes]:
        """What was put on it, in order."""
        return [self._placed[at : at + PLACED.size] for at in range(0, len(self._placed), PLACED.size)]


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
        self._records: deque[Record] = deque()
        self._having: dict[bytes, Record] = {}
        """By the name of a band: the newest picture that has it, of those remembered."""
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

    def rows(self, name: bytes) -> bytearray | None:
        """The rows of a band, if it is there."""
        with self._lock:
            band = self._bands.get(name)
        return None if band is None else bytearray(rows_in(band))

    def nearest(self, names: Iterable[bytes]) -> Record | None:
        """The picture that has most of these bands."""
        with self._lock:
            found = [record for name in names if (record := self._having.get(name))]
        return mode(found) if found else None

    def remember(self, record: Record) -> None:
        """Remember a picture, and forget the oldest one if there are too many."""
        with self._lock:
            self._records.append(record)
            self._having.update(dict.fromkeys(record.names, record))
            if len(self._records) > RECORDS:
                old = self._records.popleft()
                for name in old.names:
                    if self._having.get(name) is old:
                        del self._having[name]


class Sketch(NamedTuple):
    """A picture of which every band is on the shelf or drawn. What is left is packing, which may run beside drawing."""

    width: int
    height: int
    palette: Image.Image
    names: Sequence[bytes]
    ready: dict[int, Band]
    drawn: dict[int, bytearray]
    """Rows by band, as they go into the file."""
    record: Record


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


def placed_on(canvas: Canvas) -> list[bytes]:
    """All that is put on a picture, in order."""
    place = PLACED.pack
    return [place(name, tint, x, y, w, h) for x, y, w, h, name, tint, _, _ in canvas.puts]


def names_of(
    canvas: Canvas, palette: Image.Image, edges: Sequence[int], placed: Sequence[bytes]
) -> list[bytes]:
    """What each band is called: by everything on it, in order, and where it is."""
    height = canvas.height
    first = by_row(tuple(edges))
    begun = [serial(palette), canvas.width]
    seen: list[list[bytes]] = [
        [array("q", (*begun, top, bottom)).tobytes()] for top, bottom in pairwise(edges)
    ]
    for (_, y, _, h, _, _, _, _), it in zip(canvas.puts, placed, strict=True):
        if y >= height or y + h <= 0:
            continue
        for band in range(first[max(0, y)], first[min(height, y + h) - 1] + 1):
            seen[band].append(it)
    return [hashlib.blake2b(b"".join(one), digest_size=16).digest() for one in seen]


def sketch(canvas: Canvas, palette: Image.Image, shelf: Shelf) -> Sketch:
    """Name every band, find what is on the shelf, draw the rest."""
    edges, placed = edges_of(canvas), placed_on(canvas)
    names = names_of(canvas, palette, edges, placed)
    ready = {i: band for i, name in enumerate(names) if (band := shelf.take(name))}
    rows: dict[int, bytearray] = {}
    gaps: dict[Span, list[int]] = {}
    before = shelf.nearest(names)
    steps = changed(before, edges, placed, canvas.width)
    for i in range(len(names)):
        if i in ready:
            continue
        few = steps[i].bit_count() * STEP <= canvas.width * MUCH
        old = shelf.rows(before.names[i]) if before and few else None
        rows[i] = old or bytearray((canvas.width + 1) * (edges[i + 1] - edges[i]))
        for span in spans_of(steps[i], canvas.width) if old else [(0, canvas.width)]:
            gaps.setdefault(span, []).append(i)
    fill(rows, gaps, canvas, palette, edges)
    return Sketch(canvas.width, canvas.height, palette, names, ready, rows, Record(edges, names, placed))


def fill(
    rows: dict[int, bytearray],
    gaps: dict[Span, list[int]],
    canvas: Canvas,
    palette: Image.Image,
    edges: Sequence[int],
) -> None:
    """Draw what is missing on bands: spans, each with the bands on which it is missing.

    In front of each row stays a nought: PNG's word for "as it stands".
    """
    # pictures that share the memory of the rows: Pillow's core writes into it
    sheets = {
        i: Image.frombuffer("L", (canvas.width + 1, edges[i + 1] - edges[i]), it, "raw", "L", 0, 1)
        for i, it in rows.items()
    }
    for (left, right), bands in gaps.items():
        for run in runs(bands):
            top, bottom = edges[run[0]], edges[run[-1] + 1]
            image = drawn(canvas.puts, (left, top, right, bottom))
            few = image.quantize(palette=palette, dither=Image.Dither.NONE)
            for i in run:
                sheets[i].im.paste(few.im, (left + 1, top - edges[i], right + 1, bottom - edges[i]))


def changed(before: Record | None, edges: Sequence[int], now: Sequence[bytes], width: int) -> list[int]:
    """Where each band differs from a picture made before: a bit for every step from left to right.

    Where nothing else is put than before, and that in the same order, the pixels are the same.
    """
    if before is not None and before.edges == edges:
        then = before.placed
        either = set(then) ^ set(now)
        if [it for it in then if it not in either] == [it for it in now if it not in either]:
            return touched(either, edges, width)
    return [(2 << (width - 1) // STEP) - 1] * (len(edges) - 1)


def touched(placed: Iterable[bytes], edges: Sequence[int], width: int) -> list[int]:
    """The steps of each band on which something of this lies."""
    found = [0] * (len(edges) - 1)
    first, height = by_row(tuple(edges)), edges[-1]
    for _, _, x, y, w, h in PLACED.iter_unpack(b"".join(placed)):
        left, top, right, bottom = max(0, x), max(0, y), min(width, x + w), min(height, y + h)
        if left < right and top < bottom:
            steps = (2 << (right - 1) // STEP) - (1 << left // STEP)
            for i in range(first[top], first[bottom - 1] + 1):
                found[i] |= steps
    return found


@lru_cache(1024)
def spans_of(steps: int, width: int) -> list[Span]:
    """From where to where steps follow each other."""
    found = re.finditer("1+", f"{steps:b}"[::-1])
    return [(run.start() * STEP, min(width, run.end() * STEP)) for run in found]


def runs(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Numbers that follow each other, together."""
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        yield [number for _, number in run]


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG file."""
    return (
        struct.pack(">I", len(data))
        + kind
        + data
        + struct.pack(">I", deflate.crc32(data, deflate.crc32(kind)))
    )


def packed(rows: bytes | bytearray, effort: int) -> Band:
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
    if not passing:
        shelf.remember(it.record)
    data = file_of(it, bands)
    for effort in EFFORTS[1:]:
        if len(data) <= LIMIT:
            break
        data = file_of(it, {i: again(band, effort) for i, band in bands.items()})
    return data


def rows_in(band: Band) -> bytes:
    """The rows of a packed band."""
    return deflate.decompress(band.chunk[8:-4] + END, -zlib.MAX_WBITS, band.length)


def again(band: Band, effort: int) -> Band:
    """A band, packed harder."""
    return packed(rows_in(band), effort)


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
