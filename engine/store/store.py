"""What is kept: games, their logs and snapshots, and what is still to be said. Only this room knows SQL.

A change is one transaction, in one hop to a thread of the database. The store knows no game: states, answers
and payloads are bytes to it. It knows no database engine either: `dialect` says what one must offer, and the
modules beside it offer it.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import msgspec

from engine.store import changes, sqlite
from engine.store.address import is_postgres
from engine.store.dialect import Database, Db, Work
from engine.store.errors import Stale, StoreError
from engine.store.records import (
    Annals,
    Census,
    EntryRow,
    EventRow,
    GameRow,
    Loaded,
    MessageRow,
    OutboxRow,
    ReminderRow,
    Save,
    Say,
    Scope,
    SeatRow,
    SnapshotRow,
    Status,
)

T = TypeVar("T")

MANY = 10_000
"""Whoever asks for more games than this has time."""


class Store:
    """The database of a bot. Open it with `async with await Store.open(path) as store`."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.process = ""
        """Which of several processes at the database this is; empty if it is the only one."""

    # --- life ---------------------------------------------------------------------------------------------

    @classmethod
    async def open(
        cls,
        path: Path | str,
        backups: Path | str | None = None,
        connections: int = 4,
    ) -> Store:
        """Open or create a file, or the database of a server; or say in a StoreError why that is not possible."""
        if is_postgres(path):
            from engine.store import postgres  # who keeps games in a file need not wait for it

            return cls(await postgres.Server.open(str(path), connections))
        path = Path(path)
        return cls(await sqlite.File.open(path, Path(backups) if backups else path.parent / "backups"))

    async def close(self) -> None:
        """Finish what is queued and let go of the database."""
        await self.database.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _read(self, work: Work[T], *, patient: bool = False) -> T:
        return await self.database.read(work, patient=patient)

    async def _change(self, work: Work[T], *, patient: bool = False) -> T:
        return await self.database.change(work, patient=patient)

    async def _execute(self, sql: str, *values: object) -> int:
        """One statement as one transaction; the number of rows it changed."""
        return await self._change(lambda db: db.execute(sql, values).rowcount)

    # --- games --------------------------------------------------------------------------------------------

    async def create(self, game: GameRow, seats: Sequence[SeatRow] = (), secret: bytes = b"") -> None:
        """Add a game with its seats."""

        def work(db: Db) -> None:
            db.execute(changes.INSERT_GAME, (*changes.values(game), secret))
            db.executemany(changes.UPSERT_SEAT, [(game.id, *changes.values(seat)) for seat in seats])

        await self._change(work)

    async def adopt(
        self,
        game: GameRow,
        seats: Sequence[SeatRow],
        secret: bytes,
        change: Save,
        messages: Sequence[MessageRow] = (),
    ) -> None:
        """Add a game that was played elsewhere, with all that was played and the messages it uses: whole or not at all.

        Raises Duplicate if the interaction of the change has taken effect before.
        """

        def work(db: Db) -> None:
            db.execute(changes.INSERT_GAME, (*changes.values(game), secret))
            db.executemany(changes.UPSERT_SEAT, [(game.id, *changes.values(seat)) for seat in seats])
            states = [(row, zlib.compress(row.state, 1)) for row in change.snapshots]
            changes.save(db, change, states, self.process)
            db.executemany(changes.UPSERT_MESSAGE, [changes.values(message) for message in messages])

        await self._change(work)

    async def update(
        self,
        game: GameRow,
        seats: Sequence[SeatRow] | None = None,
        secret: bytes | None = None,
        say: Sequence[Say] = (),
        interaction: str = "",
    ) -> GameRow:
        """Change what is agreed about a game: lobby, title, place, status, seats. Returns it with its new revision.

        `game.rev` is the revision the change was prepared on. With `seats`, these replace the present ones.
        """
        new = msgspec.structs.replace(game, rev=game.rev + 1)
        columns = ", ".join(f"{name} = ?" for name in GameRow.__struct_fields__)

        def work(db: Db) -> GameRow:
            if interaction:
                changes.once(db, interaction, game.id, new.rev, b"", new.updated)
            changed = db.execute(
                f"update game set {columns} where id = ? and rev = ?",
                (*changes.values(new), game.id, game.rev),
            ).rowcount
            if not changed:
                raise Stale
            if secret is not None:
                db.execute("update game set secret = ? where id = ?", (secret, game.id))
            if seats is not None:
                db.execute("delete from seat where game = ?", (game.id,))
                db.executemany(changes.UPSERT_SEAT, [(game.id, *changes.values(seat)) for seat in seats])
            changes.say_later(db, game.id, say, new.updated)
            return new

        return await self._change(work)

    async def delete(self, game: str) -> None:
        """Forget a game and all that belongs to it."""
        await self._execute("delete from game where id = ?", game)

    async def game(self, game: str) -> GameRow | None:
        """One game, or None."""
        return await self._read(lambda db: changes.game_row(db, game))

    async def games(
        self,
        *statuses: Status,
        user: str | None = None,
        guild: str | None = None,
        channel: str | None = None,
        host: str | None = None,
        limit: int = 1000,
    ) -> list[GameRow]:
        """Games by status, person, server, place or host; the newest change first."""
        conditions, values = [], list[object]()
        if statuses:
            conditions.append(f"status in ({', '.join('?' * len(statuses))})")
            values += statuses
        if user is not None:
            conditions.append('id in (select game from seat where "user" = ?)')
            values.append(user)
        for column, wanted in (("guild", guild), ("channel", channel), ("host", host)):
            if wanted is not None:
                conditions.append(f"{column} = ?")
                values.append(wanted)
        where = f"where {' and '.join(conditions)}" if conditions else ""
        sql = f"select {changes.GAME} from game {where} order by updated desc, id limit ?"
        rows = await self._read(lambda db: db.execute(sql, (*values, limit)).fetchall(), patient=limit > MANY)
        return [GameRow(*row) for row in rows]

    async def seats(self, game: str) -> tuple[SeatRow, ...]:
        """The seats of a game in order of play."""
        return await self._read(lambda db: changes.seat_rows(db, game))

    async def load(self, game: str, turns: int = 1) -> Loaded | None:
        """All that is needed to play on, with the snapshots of the newest turn and of `turns` before it."""

        def work(db: Db) -> Loaded | None:
            row = changes.game_row(db, game)
            if row is None:
                return None
            secret, edition = db.execute("select secret, edition from game where id = ?", (game,)).fetchone()
            found = db.execute(
                "select seq, turn, step, state from snapshot where game = ? and turn >= "
                "(select max(turn) from snapshot where game = ?) - ? order by seq",
                (game, game, turns),
            ).fetchall()
            snapshots = tuple(changes.snapshot_row(row) for row in found)
            first = snapshots[0].seq if snapshots else 0
            entries = changes.entry_rows(db, game, first)
            return Loaded(row, changes.seat_rows(db, game), secret, snapshots, entries, edition)

        return await self.database.read_whole(work)

    async def secret(self, game: str) -> bytes:
        """The seed of a game; only for play, for the end of the game, and for the check of its dice."""
        row = await self._read(
            lambda db: db.execute("select secret from game where id = ?", (game,)).fetchone()
        )
        return bytes(row[0]) if row else b""

    # --- play ---------------------------------------------------------------------------------------------

    async def save(self, change: Save) -> int:
        """Save one change of a game; returns its new revision. Raises Duplicate or Stale and saves nothing."""
        states = [(row, zlib.compress(row.state, 1)) for row in change.snapshots]
        return await self._change(lambda db: changes.save(db, change, states, self.process))

    async def entries(self, game: str, after: int = 0) -> tuple[EntryRow, ...]:
        """The log of a game after an entry."""
        return await self._read(lambda db: changes.entry_rows(db, game, after))

    async def events(self, game: str, after: int = 0, limit: int = 100_000) -> list[EventRow]:
        """Events after number `after`, oldest first."""
        return await self._read(lambda db: changes.event_rows(db, game, after, limit))

    async def annals(self, game: str, after: Callable[[Mapping[str, MessageRow]], int]) -> Annals:
        """All messages a game uses, and the events after the number that `after` finds among them. One hop."""

        def work(db: Db) -> Annals:
            messages = {row.kind: row for row in changes.message_rows(db, game)}
            return Annals(messages, tuple(changes.event_rows(db, game, after(messages))))

        return await self.database.read_whole(work)

    async def told_events(self, game: str, first: int, last: int) -> list[EventRow]:
        """The events of the revisions `first` to `last`, oldest first: what one message tells."""
        sql = f"select {changes.EVENT} from event where game = ? and rev between ? and ? order by n"
        rows = await self._read(lambda db: db.execute(sql, (game, first, last)).fetchall())
        return [EventRow(*row) for row in rows]

    async def newest_events(self, game: str, count: int) -> list[EventRow]:
        """The last `count` events, oldest first."""
        sql = f"select {changes.EVENT} from event where game = ? order by n desc limit ?"
        rows = await self._read(lambda db: db.execute(sql, (game, count)).fetchall())
        return [EventRow(*row) for row in reversed(rows)]

    async def turns(self, game: str) -> list[tuple[int, int]]:
        """The turns that can be shown again: turn and the entry it began after."""
        sql = "select turn, min(seq) from snapshot where game = ? group by turn order by turn"
        return await self._read(lambda db: [(turn, seq) for turn, seq in db.execute(sql, (game,))])

    async def snapshot(self, game: str, turn: int) -> SnapshotRow | None:
        """The state at the start of a turn."""
        sql = "select seq, turn, step, state from snapshot where game = ? and turn = ? order by seq limit 1"
        row = await self._read(lambda db: db.execute(sql, (game, turn)).fetchone())
        return changes.snapshot_row(row) if row else None

    async def interaction(self, interaction: str) -> tuple[str, int, bytes] | None:
        """What an interaction led to, if it took effect: game, revision and result."""
        sql = "select game, rev, result from interaction where id = ?"
        row = await self._read(lambda db: db.execute(sql, (interaction,)).fetchone())
        return (row[0], row[1], row[2]) if row else None

    async def seat_settings(self, game: str, seat: str, settings: bytes) -> int:
        """Standing orders and the like; they are no part of the game and do not change its revision, but its edition."""

        def work(db: Db) -> int:
            sql = "update seat set settings = ? where game = ? and seat = ?"
            if not db.execute(sql, (settings, game, seat)).rowcount:
                raise StoreError(f"Game {game} has no seat {seat}.")
            return changes.next_edition(db, game)

        return await self._change(work)

    async def place(self, game: str, channel: str) -> int:
        """The game is played somewhere else; its revision stays, so buttons shown before go on working."""

        def work(db: Db) -> int:
            db.execute("update game set channel = ? where id = ?", (channel, game))
            return changes.next_edition(db, game)

        return await self._change(work)

    async def is_at(self, game: str, rev: int, edition: int) -> bool:
        """Is the game still as it was read? Asked where another process may have changed it."""
        sql = "select 1 from game where id = ? and rev = ? and edition = ?"
        return bool(await self._read(lambda db: db.execute(sql, (game, rev, edition)).fetchone()))

    # --- what is to be said -------------------------------------------------------------------------------

    async def say(self, game: str, *say: Say, now: float | None = None) -> None:
        """Put something into the outbox that belongs to no change. The same nonce twice is said once."""
        at = time.time() if now is None else now
        await self._change(lambda db: changes.say_later(db, game, say, at))

    async def unsaid_games(self) -> list[str]:
        """The games that have something in the outbox."""
        sql = "select distinct game from outbox where sent is null"
        return await self._read(lambda db: [game for (game,) in db.execute(sql)])

    async def unsaid(self, game: str) -> list[OutboxRow]:
        """What is still to be said for a game, in the order it was written."""
        sql = f"select {changes.OUTBOX} from outbox where sent is null and game = ? order by id"
        rows = await self._read(lambda db: db.execute(sql, (game,)).fetchall())
        return [OutboxRow(*row) for row in rows]

    async def said(self, rows: Sequence[int], now: float) -> None:
        """These have been said."""
        sql = "update outbox set sent = ? where id = ? and sent is null"
        await self._change(lambda db: db.executemany(sql, [(now, row) for row in rows]).rowcount)

    async def not_said(self, rows: Sequence[int], due: float) -> None:
        """These could not be said; try again at `due`."""
        sql = "update outbox set attempts = attempts + 1, due = ? where id = ? and sent is null"
        await self._change(lambda db: db.executemany(sql, [(due, row) for row in rows]).rowcount)

    async def remember(
        self, *messages: MessageRow, remind: Iterable[ReminderRow] = (), instead_of: str = ""
    ) -> None:
        """The messages that play these parts for their games now; and with them reminders.

        A reminder takes the place of the same person's of the same kind, and `instead_of` names a kind of which the
        games lose all others.
        """
        rows = [changes.values(message) for message in messages]
        reminders = [changes.values(reminder) for reminder in remind]

        def work(db: Db) -> None:
            db.executemany(changes.UPSERT_MESSAGE, rows)
            if instead_of:
                sql = "delete from reminder where game = ? and kind = ?"
                db.executemany(sql, [(message.game, instead_of) for message in messages])
            db.executemany(changes.UPSERT_REMINDER, reminders)

        await self._change(work)

    async def message(self, game: str, kind: str) -> MessageRow | None:
        """The message that plays a part for a game."""
        found = [row for row in await self.messages(game) if row.kind == kind]
        return found[0] if found else None

    async def messages(self, game: str) -> list[MessageRow]:
        """All messages a game still uses."""
        return await self._read(lambda db: changes.message_rows(db, game))

    async def forget_message(self, game: str, kind: str) -> None:
        """The message is gone or no longer used."""
        await self._execute("delete from message where game = ? and kind = ?", game, kind)

    # --- people -------------------------------------------------------------------------------------------

    async def waits_for(self, user: str) -> list[tuple[str, str, float]]:
        """The games that wait for a person: game, seat and since when; the longest wait first."""
        sql = """
            select game, seat, since from seat join game on game.id = seat.game
            where "user" = ? and since is not null and status = 'running' order by since
        """
        return await self._read(lambda db: [(g, s, t) for g, s, t in db.execute(sql, (user,))])

    async def settings(self, scope: Scope, id: str) -> bytes | None:
        """What a person or a server has chosen."""
        return await self._read(lambda db: changes.settings(db, scope, id))

    async def called(
        self, game: str, kind: str, users: Iterable[str]
    ) -> tuple[MessageRow | None, dict[str, bytes | None]]:
        """The message that plays a part for a game, and what these people have chosen. One hop."""

        def work(db: Db) -> tuple[MessageRow | None, dict[str, bytes | None]]:
            found = [row for row in changes.message_rows(db, game) if row.kind == kind]
            return (found[0] if found else None), {user: changes.settings(db, "user", user) for user in users}

        return await self._read(work)

    async def set_settings(self, scope: Scope, id: str, data: bytes) -> None:
        """Keep what a person or a server has chosen."""
        await self._execute(changes.UPSERT_SETTINGS, scope, id, data)

    async def remind(self, reminder: ReminderRow) -> None:
        """Set a reminder, in place of an earlier one of the same kind."""
        await self._execute(changes.UPSERT_REMINDER, *changes.values(reminder))

    async def due_reminders(self, now: float, limit: int = 100) -> list[ReminderRow]:
        """Reminders whose time has come, the oldest first."""
        sql = f"select {changes.REMINDER} from reminder where due <= ? order by due limit ?"
        rows = await self._read(lambda db: db.execute(sql, (now, limit)).fetchall())
        return [ReminderRow(*row) for row in rows]

    async def reminded(self, row: ReminderRow) -> None:
        """This reminder has been served; one that has taken its place meanwhile stays."""
        await self._execute(f"delete from reminder where {changes.SAME_REMINDER}", *changes.values(row))

    async def forget_reminders(self, game: str, user: str | None = None, kind: str | None = None) -> None:
        """Drop reminders of a game, of one person, of one kind."""
        sql, values = "delete from reminder where game = ?", [game]
        for column, wanted in (('"user"', user), ("kind", kind)):
            if wanted is not None:
                sql += f" and {column} = ?"
                values.append(wanted)
        await self._execute(sql, *values)

    # --- the house ----------------------------------------------------------------------------------------

    async def meta(self, key: str) -> str | None:
        """A fact about this database."""
        row = await self._read(
            lambda db: db.execute("select value from meta where key = ?", (key,)).fetchone()
        )
        return str(row[0]) if row else None

    async def set_meta(self, key: str, value: str) -> None:
        """Keep a fact about this database."""
        await self._execute(changes.UPSERT_META, key, value)

    async def census(self, now: float) -> Census:
        """How much there is, for who runs the bot."""

        def work(db: Db) -> Census:
            played = "select status, count(*) from game where study = '' group by status"
            games = dict(db.execute(played).fetchall())
            (studies,) = db.execute("select count(*) from game where study <> ''").fetchone()
            unsaid, oldest = db.execute(
                "select count(*), coalesce(min(created), 0.0) from outbox where sent is null"
            ).fetchone()
            (due,) = db.execute("select count(*) from reminder where due <= ?", (now,)).fetchone()
            return Census(games, unsaid, oldest, due, studies)

        return await self._read(work)

    async def tidy(self, now: float, days: float = 3) -> None:
        """Forget interactions and sent messages that can no longer come back (Discord's live 15 minutes)."""
        before = now - days * 86400

        def work(db: Db) -> None:
            db.execute("delete from interaction where at < ?", (before,))
            db.execute("delete from outbox where sent < ?", (before,))

        await self._change(work, patient=True)
        await self.database.tidy()

    async def forget_person(self, user: str) -> list[str]:
        """Drop what a person has chosen, what they were to be told, and that they had a seat. The games that had it."""
        mark = user.encode()

        def work(db: Db) -> list[str]:
            db.execute("delete from settings where scope = 'user' and id = ?", (user,))
            db.execute('delete from reminder where "user" = ?', (user,))
            found = [
                (bytes(settings).replace(mark, b""), game, seat)
                for game, seat, settings in db.execute("select game, seat, settings from seat").fetchall()
                if mark in bytes(settings)
            ]
            db.executemany("update seat set settings = ? where game = ? and seat = ?", found)
            return [game for _, game, _ in found]

        return await self._change(work)

    async def forget_messages(self, game: str, *kinds: str) -> None:
        """Drop what is remembered of messages of these kinds, whatever comes after a colon."""
        for row in await self.messages(game):
            if row.kind.partition(":")[0] in kinds:
                await self.forget_message(game, row.kind)

    async def unname(self, game: str, user: str) -> None:
        """The story of a game, and what is remembered of its messages, without a person's id."""
        mark = user.encode()
        told = [
            (row.data.replace(mark, b""), game, row.n) for row in await self.events(game) if mark in row.data
        ]
        shown = [
            (row.data.replace(mark, b""), game, row.kind)
            for row in await self.messages(game)
            if mark in row.data
        ]

        def work(db: Db) -> None:
            db.executemany("update event set data = ? where game = ? and n = ?", told)
            db.executemany("update message set data = ? where game = ? and kind = ?", shown)

        await self._change(work)

    async def shrink(self, *, lobbies: float, replays: float, games: float) -> None:
        """Let go of what is older than these moments: lobbies, the turns of games that are over, and those games.

        A game without its turns keeps its first and its last board, its log and its seed: it can still be checked.
        """
        over = "status in ('finished', 'archived')"
        between = (
            "seq > (select min(s.seq) from snapshot s where s.game = snapshot.game) "
            "and seq < (select max(s.seq) from snapshot s where s.game = snapshot.game)"
        )

        def work(db: Db) -> None:
            db.execute("delete from game where status = 'lobby' and updated < ?", (lobbies,))
            db.execute(f"delete from game where {over} and updated < ?", (games,))
            db.execute(
                f"delete from snapshot where game in (select id from game where {over} and updated < ?) "
                f"and {between}",
                (replays,),
            )

        await self._change(work, patient=True)

    async def backup(self, now: float | None = None) -> Path:
        """Copy the running database into the folder of backups, and drop backups that are no longer wanted."""
        return await self.database.backup(now)
