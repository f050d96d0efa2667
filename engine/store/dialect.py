"""What the store asks of a database engine. One body of SQL, in words that all of them understand.

Marks for values are `?`; the column "user" stands in quotes, because it is a word of SQL elsewhere. Work is a
plain function on a connection: the engine runs it on a thread of its own and says how much of it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

T = TypeVar("T")


class Rows(Protocol):
    """What a statement gave."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Db(Protocol):
    """A connection, as far as the store knows it."""

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Rows: ...

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> Rows: ...


Work: TypeAlias = Callable[[Db], T]


class Database(Protocol):
    """A database that is open. Its own errors come out as StoreError, in words for who runs the bot."""

    async def read(self, work: Work[T], *, patient: bool = False) -> T:
        """Run `work`, which changes nothing. `patient`: it may take as long as it takes; nobody waits for it."""

    async def read_whole(self, work: Work[T]) -> T:
        """Run `work`, which changes nothing; all its statements see one moment."""

    async def change(self, work: Work[T], *, patient: bool = False) -> T:
        """Run `work` as one transaction: all of it or nothing."""

    async def tidy(self) -> None:
        """What is good for the database now and then."""

    async def backup(self, now: float | None = None) -> Path:
        """Copy the running database into the folder of backups, and drop those no longer wanted."""

    async def close(self) -> None:
        """Finish what is queued and let go."""
