"""What a person has chosen for all their games: reminders, waking hours, colours, and whether they are away."""

from __future__ import annotations

import msgspec

from engine.store import Store


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
    away: float = 0.0
    """Away until then."""
    stand_in: str = "wait"
    seen: dict[str, int] = {}
    """By game, the last event this person has read about."""


_decode = msgspec.json.Decoder(Person).decode


async def read_person(store: Store, user: str) -> Person:
    """What a person has chosen, or the usual."""
    data = await store.settings("user", user)
    return msgspec.structs.replace(_decode(data) if data else Person(), user=user)


async def save_person(store: Store, person: Person) -> None:
    await store.set_settings("user", person.user, msgspec.json.encode(person))
