"""What the bot and the process that draws say to each other: plain values as msgpack, every message behind its length.

Only a game knows what its views are made of. So a wish is read in two steps: first whose it is, then as that game's rules say.
"""

from __future__ import annotations

import asyncio
import struct
from functools import cache
from typing import Any, TypeAlias

import msgspec

from engine.games import GAMES
from engine.rules import Place
from render.gif import TooLarge
from render.orders import Busy, Marks, Order, Picture, Reel

LENGTH = struct.Struct("=Q")
FILM, WARMTH = "film", "warmth"
WHAT: dict[str, Any] = {"board": Marks, "seat": str, "cards": tuple[str, ...], "zoom": Place, "battle": Any}
"""What an order says besides its view, by its kind; the others say nothing."""


class Warmth(msgspec.Struct, frozen=True):
    """Draw ahead for these games, in these palettes."""

    games: tuple[str, ...]
    palettes: tuple[str, ...]


Wish: TypeAlias = Order[Any, Any] | Reel[Any] | Warmth


class Asked(msgspec.Struct, frozen=True, array_like=True):
    """A wish as it is heard: its kind and its game tell how to read it."""

    number: int
    kind: str
    game: str
    raw: msgspec.Raw

    def read(self) -> Wish:
        """The wish, as it was sent."""
        wish: Wish = _decoder(self.kind, self.game).decode(self.raw)
        if isinstance(wish, Order) and self.kind == "battle":
            return msgspec.structs.replace(wish, what=_with_tuples(wish.what))
        return wish


class Lost(Exception):
    """Something could not be made; the log says why."""


NO: dict[str, type[Exception]] = {kind.__name__: kind for kind in (Busy, TooLarge, Lost)}
"""Why something was not made, by name."""


class Done(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """An answer: what was made, or why not, and what the process has done and holds by now."""

    number: int
    made: Picture | None
    no: str
    """One of `NO`, or ""."""
    drawn: int
    spent: float
    cpu: float
    held: int


class Line(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """A line for the log, with its traceback."""

    name: str
    level: int
    text: str


class Sign(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """A sign of life of a process that has something to do: for how many seconds it has been making the picture and the
    film that have taken longest by now."""

    picture: float
    film: float


Said: TypeAlias = Done | Line | Sign

_ENCODER = msgspec.msgpack.Encoder()
_ASKED = msgspec.msgpack.Decoder(Asked)
_SAID: msgspec.msgpack.Decoder[Said] = msgspec.msgpack.Decoder(Said)


@cache
def _decoder(kind: str, game: str) -> msgspec.msgpack.Decoder[Any]:
    """Reads wishes of this kind and game."""
    if kind == WARMTH:
        return msgspec.msgpack.Decoder(Warmth)
    view: Any = GAMES[game].rules.view_type
    what: Any = WHAT.get(kind, str)
    return msgspec.msgpack.Decoder(Reel[view] if kind == FILM else Order[view, what])


def _with_tuples(value: Any) -> Any:
    """The same with tuples, as everything has them that is asked for; msgpack knows only lists."""
    if isinstance(value, dict):
        return {name: _with_tuples(one) for name, one in value.items()}
    return tuple(map(_with_tuples, value)) if isinstance(value, list) else value


def framed(message: tuple[int, Wish] | Said) -> bytearray:
    """A message as it goes through the socket: a numbered wish, or what is said to one."""
    whole: object
    match message:
        case (number, Order() as order):
            whole = (number, order.kind, order.view.game, order)
        case (number, Reel() as reel):
            whole = (number, FILM, reel.views[0].game, reel)
        case (number, warmth):
            whole = (number, WARMTH, "", warmth)
        case _:
            whole = message
    frame = bytearray(LENGTH.size)
    _ENCODER.encode_into(whole, frame, LENGTH.size)
    LENGTH.pack_into(frame, 0, len(frame) - LENGTH.size)
    return frame


async def _heard(reader: asyncio.StreamReader) -> bytes:
    (length,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
    return await reader.readexactly(length)


async def asked(reader: asyncio.StreamReader) -> Asked:
    """The next wish. Raises IncompleteReadError when the bot is gone."""
    return _ASKED.decode(await _heard(reader))


async def said(reader: asyncio.StreamReader) -> Said:
    """The next thing that the process says. Raises IncompleteReadError when it is gone."""
    return _SAID.decode(await _heard(reader))
