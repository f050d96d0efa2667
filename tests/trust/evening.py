"""An evening at the local Discord: people click through many games while the bot dies and comes back.

The Discord and the people live in this process, so what they saw and were told outlives every bot. `Evening`
writes down every answer a person was told is done, and compares it with the file after every death.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import random
import re
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from cogs.board.panel import CHOICE, MANY, PICK, SURE, VALUE
from engine import export
from engine.commands.keep import check_games
from engine.games import GAMES
from engine.harrow.check import random_setup as harrow_setup
from engine.root.check import random_setup as root_setup
from engine.rules import Setup
from engine.store import GameRow, SeatRow, Store
from engine.store.beside import reading, writing
from engine.store.dialect import Db
from engine.table import Table
from local import LocalDiscord, Person
from local import components as parts
from local.interactions import Interaction
from local.people import Answer
from local.state import PUBLIC_THREAD, TEXT, Channel, Guild, Member, Message, User
from tests.trust.victim import Life, start

DONE = "✓"
CHOICES = {CHOICE, PICK, VALUE, MANY, SURE, "collect"}
"""The kinds of buttons and menus that lead towards an answer."""
ID = re.compile(r"[bm]:(?P<kind>[a-z]+):(?P<game>[\w-]+):(?P<rev>\d+)(:(?P<rest>.*))?")


class Told(msgspec.Struct, frozen=True):
    """An answer that a person was told is done."""

    interaction: str
    game: str
    seat: str
    text: str
    rev: int


class Kept(msgspec.Struct, frozen=True):
    """What the file held of a game: so much of its log, with this digest, and so many events with theirs."""

    rev: int
    status: str
    entries: int
    log: str
    events: int
    story: str


def digest(rows: Sequence[tuple[Any, ...]]) -> str:
    return hashlib.sha256(repr(rows).encode()).hexdigest()


ANY_REVISION = 1 << 40
"""Of an answer that names no revision."""


class Clicker:
    """Somebody who plays one seat of one game by clicking at random."""

    def __init__(self, evening: Evening, person: Person, game: str, seat: str, channel: Channel) -> None:
        self.evening, self.person, self.game, self.seat, self.channel = evening, person, game, seat, channel
        self.source = random.Random(f"{evening.seed} {game} {seat}")
        self.rests_until = 0.0

    async def play(self) -> None:
        """Click until the evening is over or the game is."""
        while not self.evening.over:
            try:
                did = time.monotonic() > self.rests_until and await self.turn()
            except Away:
                did = False
            if self.game in self.evening.finished:
                return
            pause = self.source.uniform(0, 2 * self.evening.think) if did else 0.05 + self.evening.think / 4
            await asyncio.sleep(pause)

    async def turn(self) -> bool:
        """Open the panel and click towards an answer. True if something was answered."""
        board = self.board()
        if board is None:
            return False
        answer = await self.open(*board)
        for _ in range(12):
            if self.heard(answer):
                if not self.is_gone(answer.message):
                    self.evening.local.client.dismiss(self.person.id, answer.message)
                return True
            chosen = self.choose(answer)
            if chosen is None:
                return False
            part, values = chosen
            answer = await self.click(answer.message, part["custom_id"], values)
        return False

    async def open(self, message: Message, opening: str) -> Answer:
        """Begin to answer: on the board."""
        return await self.click(message, opening, self.values(message, opening))

    def board(self) -> tuple[Message, str] | None:
        """The newest message to answer on: its button that opens the panel, or one of its choices."""
        kept = self.evening.local.core.world.messages.get(self.channel.id, {})
        for message in reversed(kept.values()):
            if message.only_for is not None:
                continue
            ids = [match for match in map(ID.fullmatch, custom_ids(message)) if match]
            kinds = {match["kind"]: match.string for match in ids}
            if "film" in kinds:
                self.evening.finished.add(self.game)
                return None
            if "panel" in kinds:
                return message, kinds["panel"]
            choices = [match.string for match in ids if match["kind"] in CHOICES]
            if choices:
                return message, self.source.choice(choices)
        return None

    def choose(self, answer: Answer) -> tuple[dict[str, Any], tuple[str, ...]] | None:
        """Any button or menu of the panel that leads on."""
        if answer.interaction.original is None:
            return None
        fitting = []
        for _, part in parts.walk(answer.components):
            match = ID.fullmatch(part.get("custom_id", ""))
            if match and match["kind"] in CHOICES and match["game"] == self.game and not part.get("disabled"):
                fitting.append(part)
        if not fitting:
            return None
        part = self.source.choice(fitting)
        return part, self.values(answer.message, part["custom_id"])

    def values(self, message: Message, custom_id: str) -> tuple[str, ...]:
        """Any values of a menu; none for a button."""
        part = parts.find(message.components, custom_id) or {}
        if part.get("type") not in parts.SELECTS:
            return ()
        values = [option["value"] for option in part["options"]]
        least = max(1, part.get("min_values", 1))
        number = self.source.randint(least, max(least, min(part.get("max_values", 1), len(values))))
        return tuple(self.source.sample(values, min(number, len(values))))

    async def click(self, message: Message, custom_id: str, values: tuple[str, ...]) -> Answer:
        evening, user, client = self.evening, self.person.user.id, self.evening.local.client
        while not evening.up.is_set():
            await evening.wait_for(evening.up.wait())
        if not evening.local.core.gateway.online:
            await asyncio.sleep(0.2)  # the page shows that the bot is away
            raise Away
        if values:
            return await self.heard_of(lambda: client.select(user, message, custom_id, list(values)))
        return await self.heard_of(lambda: client.click(user, message, custom_id))

    async def heard_of(self, act: Callable[[], Interaction]) -> Answer:
        """Do something at this Discord and wait for the answer."""
        evening = self.evening
        began = time.perf_counter()
        try:
            started = act()
        except Exception as error:  # the message has changed under the hand
            raise Away from error
        evening.counts["clicks"] += 1
        await evening.wait_for(started.answered.wait())
        if not started.failed:
            await evening.wait_for(started.filled.wait())
        if started.failed:
            evening.counts["clicks without an answer"] += 1
            raise Away
        evening.latencies.append(time.perf_counter() - began)
        return Answer(evening.local.core, started)

    def is_gone(self, message: Message) -> bool:
        return message.id not in self.evening.local.core.world.messages.get(message.channel_id, {})

    def heard(self, answer: Answer) -> bool:
        """Was the person told that it is done? Then it must stay done."""
        if answer.interaction.original is None:
            return False
        if self.is_gone(answer.message):  # the board tells it
            told = Told(answer.interaction.id, self.game, self.seat, "a click on the board", ANY_REVISION)
            self.evening.told[told.interaction] = told
            return True
        if not answer.text.startswith(DONE):
            return False
        revs = [int(match["rev"]) for match in map(ID.fullmatch, custom_ids(answer.message)) if match]
        told = Told(answer.interaction.id, self.game, self.seat, answer.text, max(revs, default=0))
        self.evening.told[told.interaction] = told
        return True


class Away(Exception):
    """The bot did not answer: it is dead, or too slow."""


def custom_ids(message: Message) -> list[str]:
    return [part["custom_id"] for _, part in parts.walk(message.components) if "custom_id" in part]


def memory_of(pid: int) -> float:
    """The memory a process holds, in megabytes."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
    return 0.0


def heading(message: Message) -> str:
    """What names a board: its table, its turn, and whose turn it is."""
    text = next(part["content"] for _, part in parts.walk(message.components) if "content" in part)
    return text.partition(" · ")[0] + text.partition(" · ")[2].partition(" · ")[0]


class Evening:
    """Many games at one Discord. `problems` is what must stay empty."""

    clicker = Clicker
    kind = "root"
    """The game that is played."""

    def __init__(self, local: LocalDiscord, folder: Path, seed: int = 1, address: str = "") -> None:
        self.local, self.seed = local, seed
        self.path: str = address or str(folder / "games.sqlite")
        self.log = str(folder / "bot.log")
        self.source = random.Random(seed)
        self.clickers: list[Clicker] = []
        self.channels: dict[str, Channel] = {}
        self.in_threads = False
        """Every second game is played in a thread."""
        self.told: dict[str, Told] = {}
        self.kept: dict[str, Kept] = {}
        self.finished: set[str] = set()
        self.counts: Counter[str] = Counter()
        self.latencies: list[float] = []
        self.problems: list[str] = []
        self.migrations = self.without = ""
        self.apart = ""
        """Pictures are drawn in a process apart; the numbers of these processes are written to this file."""
        self.think = 0.0
        """Seconds people take between two answers, on average."""
        self.memory: list[float] = []
        self.up, self.down = asyncio.Event(), asyncio.Event()
        self.over = self.playing = False
        self.tasks: list[asyncio.Task[None]] = []
        self.process: Any = None
        self._checked: set[str] = set()

    # --- games --------------------------------------------------------------------------------------------

    def more_people(self, count: int) -> None:
        """Newcomers of the server, besides Alice, Bob, Carol and Dora."""
        core, guild = self.local.core, self.local.guild
        for number in range(count):
            user = User(core.ids.new(), f"guest{number}", f"Guest {number}")
            core.world.users[user.id] = user
            guild.members[user.id] = Member(user.id, core.clock.iso())

    async def keep_going(self, count: int, people: int = 1) -> None:
        """New tables for those that have ended."""
        running = len(self.channels) - len(self.finished)
        if running < count:
            await self.begin(count - running, people)

    async def begin(
        self, count: int, people: int = 1, bots: float = 0.3, options: dict[str, Any] | None = None
    ) -> None:
        """Set so many tables, each with so many people, the rest bots. Call while no bot is running."""
        async with await Store.open(self.path) as store:
            table = Table(store, GAMES, delay=lambda: 3600.0)
            for _ in range(count):
                await self._begin(table, people, self.new_setup(bots), options or {})
            await table.close()

    def new_setup(self, bots: float) -> Setup:
        """The next table."""
        return root_setup(self.source, bots=bots) if self.kind == "root" else harrow_setup(self.source)

    async def _begin(self, table: Table, people: int, setup: Setup, options: dict[str, Any]) -> None:
        game = f"g{len(self.channels) + 1}"
        guild = self.home_of(game)
        channel = self.new_channel(game, guild)
        free = [person for person in self.local.people if person.user.username != "dora"]
        players = iter(self.source.sample(free, min(len(free), 6)))
        rows, clickers = [], []
        for place, seat in enumerate(setup.seats):
            human = not seat.board and len(clickers) < people
            person = next(players) if human else None
            kind = "human" if human else "clockwork" if seat.board else "random"
            rows.append(SeatRow(seat.seat, place, kind, person.id if person else ""))
            if person:
                clickers.append(self.clicker(self, person, game, seat.seat, channel))
        setup = msgspec.structs.replace(setup, options=setup.options | options)
        await table.store.create(
            GameRow(game, self.kind, title=f"Table {game}", guild=guild.id, channel=channel.id)
        )
        await table.start(game, setup, rows)
        self.clickers += clickers
        self.counts["games begun"] += 1
        if self.playing:
            self.tasks += [asyncio.create_task(clicker.play()) for clicker in clickers]

    def home_of(self, game: str) -> Guild:
        """The server of a game."""
        return self.local.guild

    def new_channel(self, name: str, guild: Guild) -> Channel:
        core = self.local.core
        now = core.clock.iso()
        channel = Channel(core.ids.new(), TEXT, name, guild.id, 5, created_at=now)
        if self.in_threads and len(self.channels) % 2:
            parent = self.local.channel("lobby")
            bot = core.world.application.bot_id
            channel = Channel(
                core.ids.new(),
                PUBLIC_THREAD,
                name,
                guild.id,
                parent_id=parent.id,
                owner_id=bot,
                auto_archive=10080,
                members={bot: now},
                created_at=now,
                last_at=now,
            )
        core.world.channels[channel.id] = channel
        core.audience.channel_changed(channel)
        self.channels[name] = channel
        return channel

    # --- lives and deaths ---------------------------------------------------------------------------------

    async def wait_for(self, work: Awaitable[Any], patience: float = 8.0) -> None:
        """Wait for something unless the bot dies or people lose patience."""
        tasks = {asyncio.ensure_future(work), asyncio.ensure_future(self.down.wait())}
        done, waiting = await asyncio.wait(tasks, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        if self.over or (self.down.is_set() and len(done) < 2) or not done:
            if not done:
                self.counts["waits that took too long"] += 1
            raise Away

    @contextlib.asynccontextmanager
    async def life(self, point: str = "", passing: int = 1) -> AsyncIterator[None]:
        """A bot that runs while the block does. If it dies by itself, `self.down` is set."""
        before = self.local.core.gateway.identifies
        self.down.clear()
        self.process = start(
            Life(
                url=self.local.page_url.rstrip("/"),
                path=str(self.path),
                point=point,
                passing=passing,
                migrations=self.migrations,
                without=self.without,
                log=self.log,
                apart=self.apart,
            )
        )
        watch = asyncio.create_task(self._watch(self.process))
        try:
            while self.local.core.gateway.identifies == before and not self.down.is_set():
                await asyncio.sleep(0.005)
            if not self.down.is_set():
                self.up.set()
            yield
        finally:
            self.up.clear()
            if self.process.is_alive():
                self.process.kill()
            await watch
            self.counts["lives"] += 1
            self.forget_calls()

    async def _watch(self, process: Any) -> None:
        looked = 0.0
        while process.is_alive():
            if time.monotonic() - looked > 0.5:
                looked = time.monotonic()
                self.memory.append(memory_of(process.pid))
            await asyncio.sleep(0.005)
        process.join()
        self.up.clear()
        self.down.set()

    def forget_calls(self) -> None:
        """What the dead bot owed is never answered; people see that after three seconds, here at once."""
        interactions = self.local.core.interactions
        for key in list(interactions.owed):
            interactions.by_id[key].fail()
        self.local.core.gateway.sessions.clear()

    async def killed_at(self, point: str, passing: int, patience: float = 8.0) -> bool:
        """One life that ends at a point of its work (or by our hand, when it does not get there)."""
        if point == "during a backup":
            self.make_a_backup_due()
        async with self.life(point, passing):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.down.wait(), patience)
            died = self.down.is_set()
        if died and self.process.exitcode != -signal.SIGKILL:
            self.problems.append(f"the bot stopped by itself: exit code {self.process.exitcode}")
        self.counts["kills"] += 1
        self.counts[f"killed {point}"] += died
        return died

    def make_a_backup_due(self) -> None:
        with writing(self.path) as db:
            db.execute("delete from meta where key = 'backup'")

    async def killed_after(self, seconds: float) -> None:
        """One life that ends by our hand at a random moment."""
        async with self.life():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.down.wait(), seconds)
            if self.down.is_set():
                self.problems.append(f"the bot died by itself: exit code {self.process.exitcode}")
        self.counts["kills"] += 1
        self.counts["killed at a random moment"] += 1

    async def closed_after(self, seconds: float) -> None:
        """One life that ends politely: what is under way is finished first."""
        async with self.life():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.down.wait(), seconds)
            self.process.terminate()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.down.wait(), 30)
            if self.process.exitcode != 0:
                self.problems.append(f"a polite end was none: exit code {self.process.exitcode}")
        self.counts["polite ends"] += 1

    def forget(self) -> None:
        """Drop what people saw long ago: a long evening must not fill this process."""
        core = self.local.core
        for ledger in core.audience.ledgers.values():
            ledger.entries.clear()
        core.files._kept.clear()

    @contextlib.asynccontextmanager
    async def people(self) -> AsyncIterator[None]:
        """Everybody clicks while the block runs."""
        self.playing = True
        self.tasks = [asyncio.create_task(clicker.play()) for clicker in self.clickers]
        try:
            yield
        finally:
            self.over, self.playing = True, False
            self.down.set()
            for task in self.tasks:
                task.cancel()
            for result in await asyncio.gather(*self.tasks, return_exceptions=True):
                if isinstance(result, Exception):
                    self.problems.append(f"somebody was stopped by {result!r}")
            self.over = False

    # --- the reckoning ------------------------------------------------------------------------------------

    async def check(self, *, load: bool = True) -> None:
        """Compare what people were told with what the file holds. The bot is dead now."""
        with reading(self.path) as db:
            if isinstance(db, sqlite3.Connection) and db.execute("pragma quick_check").fetchone() != ("ok",):
                self.problems.append("the file is damaged")
            self.check_told(db)
            self.check_logs(db)
        if load:
            for check in await check_games(self.path, GAMES):
                if check.state != "ok":
                    self.problems.append(f"{check.game} {check.state}: {check.detail}")
        self.check_posts()

    def check_told(self, db: Db) -> None:
        """Every confirmed answer is there, once, by the seat that gave it."""
        for told in self.told.values():
            if told.interaction in self._checked:
                continue
            row = db.execute(
                "select game, rev, at from interaction where id = ?", (told.interaction,)
            ).fetchone()
            if row is None or row[0] != told.game:
                self.problems.append(f"{told.game}: the confirmed answer «{told.text}» is lost")
                continue
            if told.rev < row[1]:
                self.problems.append(f"{told.game}: «{told.text}» was told before it was saved")
            (count,) = db.execute(
                "select count(*) from entry where game = ? and at = ? and seat = ?",
                (told.game, row[2], told.seat),
            ).fetchone()
            if count != 1:
                self.problems.append(f"{told.game}: the answer «{told.text}» is {count} times in the log")
            self._checked.add(told.interaction)

    def check_logs(self, db: Db) -> None:
        """What was once in the log stays there as it was; nothing shown is newer than what is saved."""
        shown = self.shown_revisions()
        for game, rev, status, seq in db.execute("select id, rev, status, seq from game").fetchall():
            entries = db.execute(
                "select seq, seat, key, value from entry where game = ? order by seq", (game,)
            ).fetchall()
            events = db.execute(
                "select n, rev, data from event where game = ? order by n", (game,)
            ).fetchall()
            if [row[0] for row in entries] != list(range(1, seq + 1)):
                self.problems.append(f"the log of {game} has a gap")
            if shown.get(game, 0) > rev:
                self.problems.append(f"{game} was shown at {shown[game]} and is at {rev}")
            if before := self.kept.get(game):
                if rev < before.rev or digest(entries[: before.entries]) != before.log:
                    self.problems.append(f"the log of {game} has changed behind our back")
                if digest(events[: before.events]) != before.story:
                    self.problems.append(f"the story of {game} has changed behind our back")
            self.kept[game] = Kept(rev, status, len(entries), digest(entries), len(events), digest(events))
            if status == "finished":
                self.finished.add(game)

    def shown_revisions(self) -> dict[str, int]:
        """The newest revision of each game that anybody saw."""
        newest: dict[str, int] = {}
        for kept in self.local.core.world.messages.values():
            for message in kept.values():
                for match in map(ID.fullmatch, custom_ids(message)):
                    if match:
                        newest[match["game"]] = max(newest.get(match["game"], 0), int(match["rev"]))
        return newest

    def check_posts(self) -> None:
        """No board, and no call to decide, stands there twice; the present board and the one before it may have buttons."""
        for game, channel in self.channels.items():
            boards: Counter[str] = Counter()
            with_buttons = 0
            calls: Counter[str] = Counter()
            for message in self.local.core.world.messages.get(channel.id, {}).values():
                if message.only_for is not None:
                    continue
                if message.attachments:
                    boards[heading(message)] += 1
                    with_buttons += bool(custom_ids(message))
                elif message.mentions:
                    calls[repr(message.content) + repr(message.components)] += 1
            if with_buttons > 2:
                self.problems.append(f"{game}: {with_buttons} boards have buttons")
            for name, count in boards.items():
                if count > 1:
                    self.problems.append(f"{game}: the board «{name}» was posted {count} times")
            for _, count in calls.items():
                if count > 1:
                    self.problems.append(f"{game}: the same call was posted {count} times")

    async def _ended(self, store: Store, game: str, patience: float = 60.0) -> bool:
        """Bots play in bursts, so an end may take a moment."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            row = await store.game(game)
            if row is None or row.status == "finished":
                return row is not None
            await asyncio.sleep(0.05)
        return False

    async def finish(self, most: int = 30) -> int:
        """Let chance play games to their end, and check their dice; at `most` so many. The bot is dead now."""
        fair = 0
        async with await Store.open(self.path) as store:
            table = Table(store, GAMES, delay=lambda: 3600.0)
            games = (await store.games("running"))[:most]
            for row in games:
                for seat in await store.seats(row.id):
                    if seat.kind == "human":  # it belongs to nobody from now on, so the bots need no company
                        await table.hand_over(row.id, seat.seat, "random", user="")
            for row in games:
                if not await self._ended(store, row.id):
                    self.problems.append(f"{row.id} does not end")
            for row in await store.games("finished", limit=most):
                verdict = export.verify(export.read(await export.export(store, row.id)), GAMES)
                fair += verdict.fair
                if not verdict.fair:
                    self.problems.append(f"{row.id}: {verdict.sentence}")
            await table.close()
        self.counts["games ended with fair dice"] = fair
        return fair
