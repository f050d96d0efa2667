"""What the processes at one PostgreSQL database agree on: who is there, who speaks for a game, who takes up which.

A process has a lease, by the clock of the database, and renews it. What it holds counts as long as the lease does.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, TypeAlias

import msgspec

from engine import shards
from engine.store import changes
from engine.store.dialect import Db
from engine.store.postgres import Server
from engine.store.records import ReminderRow

Held: TypeAlias = Literal["no", "yes", "taken over"]

CLOCK = "extract(epoch from clock_timestamp())::double precision"
ALIVE = f"select id from process where until > {CLOCK}"
LOCK = 0x474C4145  # who comes looks at who is there, one at a time
SHARD = (
    "(case when guild ~ '^[0-9]{1,18}$|^[0-8][0-9]{18}$' then (guild::bigint >> 22) % ? else 0 end) = any(?)"
)
"""The servers of these shards: how many shards there are, and which."""


class Process(msgspec.Struct, frozen=True):
    """A process at this database."""

    id: str
    place: str
    shards: str
    left: float = 0.0
    """Seconds of its lease."""


class Sharing:
    """The statements. `Company` decides when."""

    def __init__(self, server: Server) -> None:
        self.server = server

    # --- who is there -------------------------------------------------------------------------------------

    async def join(self, me: Process, lease: float, dead: Collection[str] = ()) -> list[Process]:
        """Come in, unless others stand in the way: those are returned. `dead` are known to be gone."""

        def work(db: Db) -> list[Process]:
            db.execute("select pg_advisory_xact_lock(?)", (LOCK,))
            db.execute(f"delete from process where until <= {CLOCK} or id = any(?)", (list(dead),))
            others = [one for one in alive(db) if in_the_way(one.shards, me.shards)]
            if not others:
                db.execute(
                    f"insert into process (id, place, shards, began, until) values (?, ?, ?, {CLOCK}, {CLOCK} + ?)",
                    (me.id, me.place, me.shards, lease),
                )
            return others

        return await self.server.change(work)

    async def beat(self, me: str, lease: float) -> list[Process] | None:
        """Renew the lease. Who is there now; None if this process was given up for dead."""

        def work(db: Db) -> list[Process] | None:
            known = db.execute(f"update process set until = {CLOCK} + ? where id = ?", (lease, me)).rowcount
            return alive(db) if known else None

        return await self.server.note(work)

    async def present(self) -> list[Process]:
        """Who is there now."""
        return await self.server.read(alive)

    async def leave(self, me: str) -> None:
        """Go, and let go of everything."""

        def work(db: Db) -> None:
            db.execute("delete from claim where process = ?", (me,))
            db.execute("delete from process where id = ?", (me,))
            forget_claims(db)

        await self.server.change(work)

    # --- who speaks ---------------------------------------------------------------------------------------

    async def claim(self, game: str, me: str) -> Held:
        """Speak for a game from now on, if nobody does. `taken over`: who did so is dead, and may have spoken."""

        def work(db: Db) -> Held:
            sql = f"""
                with before as (select process from claim where game = ?)
                insert into claim (game, process) values (?, ?) on conflict (game) do update
                set process = excluded.process
                where claim.process = excluded.process or claim.process not in ({ALIVE})
                returning (select process from before)
            """
            row = db.execute(sql, (game, game, me)).fetchone()
            if row is None:
                return "no"
            if row[0] is None or row[0] == me:
                return "yes"
            db.execute("update outbox set attempts = attempts + 1 where game = ? and sent is null", (game,))
            return "taken over"

        return await self.server.note(work)

    async def release(self, game: str, me: str) -> None:
        """Speak for a game no longer."""
        await self.server.note(
            lambda db: db.execute("delete from claim where game = ? and process = ?", (game, me)).rowcount
        )

    async def unsaid_games(self, served: Sequence[int], count: int) -> list[str]:
        """The games of these shards that have something in the outbox."""
        sql = f"""
            select distinct game from outbox join game on game.id = outbox.game
            where sent is null and {SHARD}
        """
        return await self.server.read(
            lambda db: [game for (game,) in db.execute(sql, (count, list(served)))], patient=True
        )

    async def due_reminders(
        self, now: float, limit: int, me: str, served: Sequence[int], count: int
    ) -> list[ReminderRow]:
        """What is due in these shards, the oldest first, without the games that another process speaks for."""
        sql = f"""
            select {changes.REMINDER} from reminder where due <= ?
            and (select {SHARD} from game where id = reminder.game)
            and not exists (
                select 1 from claim where claim.game = reminder.game and process <> ? and process in ({ALIVE})
            )
            order by due limit ?
        """
        values = (now, count, list(served), me, limit)
        rows = await self.server.read(lambda db: db.execute(sql, values).fetchall())
        return [ReminderRow(*row) for row in rows]

    async def is_there(self, row: ReminderRow) -> bool:
        """Is this very reminder still there?"""
        return bool(await self.server.read(lambda db: changes.find_reminder(db, row)))

    # --- who takes up -------------------------------------------------------------------------------------

    async def take_over(self, me: str, limit: int) -> list[str]:
        """Games that a process was playing on which is gone: these are this one's now. Nobody else gets the same."""
        sql = f"""
            update game set process = ? where id in (
                select id from game where status = 'running' and process not in ({ALIVE})
                order by updated desc limit ? for update skip locked
            ) returning id
        """

        def work(db: Db) -> list[str]:
            games = [game for (game,) in db.execute(sql, (me, limit)).fetchall()]
            if not games:
                forget_claims(db)
            return games

        return await self.server.change(work, patient=True)

    async def next_turn(self, name: str, seconds: float) -> float:
        """Wait so long before doing what only one process may do every `seconds`; 0: it is this one's turn now."""
        key = f"turn:{name}"

        def work(db: Db) -> float:
            db.execute("insert into meta (key, value) values (?, '0') on conflict do nothing", (key,))
            row = db.execute(
                f"update meta set value = ({CLOCK} + ?)::text "
                f"where key = ? and value::double precision <= {CLOCK} returning value",
                (seconds, key),
            ).fetchone()
            if row is not None:
                return 0.0
            (wait,) = db.execute(
                f"select value::double precision - {CLOCK} from meta where key = ?", (key,)
            ).fetchone()
            return max(0.05, float(wait))

        return await self.server.change(work)


def alive(db: Db) -> list[Process]:
    """The processes that have their lease."""
    rows = db.execute(
        f"select id, place, shards, until - {CLOCK} from process where until > {CLOCK} order by id"
    )
    return [Process(*row) for row in rows]


def forget_claims(db: Db) -> None:
    """Claims of the dead that stand for nothing: where something is unsaid, they tell that it may have been said."""
    db.execute(
        f"delete from claim where process not in ({ALIVE}) "
        "and not exists (select 1 from outbox where outbox.game = claim.game and sent is null)"
    )


def in_the_way(theirs: str, mine: str) -> bool:
    """May two processes not run together? Each shard has one process, and all count the shards alike."""
    one, other = shards.read(theirs), shards.read(mine)
    return one.count != other.count or bool(set(one.ids) & set(other.ids))
