"""What a person has chosen for all their games: reminders, waking hours, colours, and whether they are away."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.live import read_settings
from engine.seats import SeatSettings
from engine.store import SeatRow, Store


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """One person's settings. Hours are in their own time zone."""

    user: str = ""
    every: int = 24
    """Hours between reminders; 0: none."""
    times: int = 3
    wakes: int = 9
    sleeps: int = 22
    zone: str = "UTC"
    where: str = "here"
    palette: str = "light"
    end_turn: bool = False
    """The turn ends by itself when nothing is left to choose."""
    away: float = 0.0
    """Away until then."""
    stand_in: str = "wait"
    seen: dict[str, int] = {}
    """By game, the last event this person has read about."""


_decode = msgspec.json.Decoder(Person).decode


async def read_person(store: Store, user: str) -> Person:
    """What a person has chosen, or the usual."""
    return person_of(user, await store.settings("user", user))


def person_of(user: str, data: bytes | None) -> Person:
    """What a person has chosen, from what is stored."""
    return msgspec.structs.replace(_decode(data) if data else Person(), user=user)


async def save_person(store: Store, person: Person) -> None:
    await store.set_settings("user", person.user, msgspec.json.encode(person))


async def wanted(store: Store, user: str, settings: SeatSettings) -> SeatSettings:
    """The settings of a seat, with what its person has chosen for all games."""
    person = await read_person(store, user)
    return msgspec.structs.replace(settings, ends=person.end_turn)


async def seated(store: Store, seats: Iterable[SeatRow]) -> list[SeatRow]:
    """Seats as the people want them who sit there."""
    found = []
    for seat in seats:
        if seat.user:
            settings = await wanted(store, seat.user, read_settings(seat))
            seat = msgspec.structs.replace(seat, settings=msgspec.json.encode(settings))
        found.append(seat)
    return found
