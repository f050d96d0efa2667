"""Where a database is: a file, or a PostgreSQL server. A password is read here and shown nowhere."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from engine.store.errors import StoreError

SCHEMES = ("postgresql://", "postgres://")
SHAPE = "postgresql://USER:PASSWORD@HOST:PORT/DATABASE"
ESCAPE = "write @ : / ? # and % in a password as %40 %3A %2F %3F %23 %25, and the port as a number"
OURS = frozenset({"client_encoding", "fallback_application_name"})
"""Options that the bot sets itself."""


class Address(msgspec.Struct, frozen=True):
    """A database on a PostgreSQL server, as libpq takes it. `name` is what people may read of it."""

    name: str
    password: str
    options: dict[str, str]

    def __repr__(self) -> str:
        return f"Address({self.name!r})"

    def clean(self, text: str) -> str:
        """A text without the password, whoever wrote it."""
        return text.replace(self.password, "[hidden]") if self.password else text


def is_postgres(text: object) -> bool:
    """Does this name a PostgreSQL database, and not a file?"""
    return isinstance(text, str) and text.startswith(SCHEMES)


def shown(text: str) -> str:
    """An address as people may read it."""
    return read(text).name if is_postgres(text) else text


def password_of(text: str) -> str:
    """The password in an address, so that it can be hidden; empty if there is none or it cannot be found."""
    try:
        return read(text).password if is_postgres(text) else ""
    except StoreError:
        return ""


def read(text: str) -> Address:
    """An address in parts. What is wrong with it is said without repeating any of it."""
    try:
        parts = urlsplit(text)
        port = parts.port
        query = dict(parse_qsl(parts.query, strict_parsing=bool(parts.query)))
    except ValueError as error:
        raise _wrong(ESCAPE if "@" in text else "it cannot be taken apart") from error
    if parts.fragment or "@" in parts.path or "@" in parts.query:
        raise _wrong(ESCAPE)
    database = unquote(parts.path.removeprefix("/"))
    if not database or "/" in database:
        raise _wrong("the name of the database is missing" if not database else "it has a / too many")
    host = query.pop("host", "") or unquote(parts.hostname or "")
    if parts.hostname and re.search(r"[\s,]", parts.hostname):
        raise _wrong("it names no host")
    user = unquote(parts.username or query.pop("user", ""))
    password = unquote(parts.password or query.pop("password", ""))
    if set(query) & OURS:
        raise _wrong(f"{', '.join(sorted(set(query) & OURS))} cannot be chosen")
    given: dict[str, Any] = {
        **query,
        "dbname": database,
        "host": host,
        "port": query.pop("port", "") or (str(port) if port else ""),
        "user": user,
        "password": password,
    }
    where = f"{host or 'the local socket'}{f':{port}' if port else ''}"
    return Address(
        f"{database} on {where}", password, {name: value for name, value in given.items() if value}
    )


def _wrong(why: str) -> StoreError:
    return StoreError(f"The address of the PostgreSQL database makes no sense: {why}. It should read {SHAPE}")
