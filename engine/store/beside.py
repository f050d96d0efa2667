"""A look at a database beside whoever uses it: for measuring and for tests."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator

from engine.store import postgres
from engine.store.address import is_postgres
from engine.store.address import read as read_address
from engine.store.dialect import Db


@contextlib.contextmanager
def reading(where: str) -> Iterator[Db]:
    """Read what is kept now."""
    if is_postgres(where):
        with writing(where) as db:
            yield db
        return
    with contextlib.closing(sqlite3.connect(f"file:{where}?mode=ro", uri=True)) as file:
        yield file


@contextlib.contextmanager
def writing(where: str) -> Iterator[Db]:
    """Change something behind the bot's back."""
    if is_postgres(where):
        with postgres.connect(read_address(where)) as connection:
            yield postgres.PostgresDb(connection)
        return
    with contextlib.closing(sqlite3.connect(where)) as file, file:
        yield file
