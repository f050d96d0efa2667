"""bench, pictures and Discord: from a click to the new board, alone and in a crowd."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from itertools import count, cycle, pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from cogs.board.message import newest
from cogs.measuring.bot import EMPTY, OPENING, RemoteBot, bot_process
from cogs.measuring.machine import Span, Taken, Watchmen
from cogs.measuring.people import PATIENCE, Crowd, Lost
from engine.commands.bench import Effort, Report, Row, in_turn, measured, reported
from engine.commands.bench_rules import any_answer, new_game, step
from engine.commands.bench_store import answer, begin, house
from engine.commands.simulate import Plan, measured_table
from engine.games import GAMES
from engine.rules import Event, Place, View
from engine.seats import HUMAN
from engine.store.beside import reading
from engine.table import Table
from engine.tidy import set_aside
from render import PICTURES, bands, encode

if TYPE_CHECKING:
    from local import LocalDiscord

PALETTE = "light"
RECENT = 4
"""So many sentences stand on a board."""
PEOPLE = ("alice", "bob", "carol", "dora")
WARM = 15
"""Pictures before the first that counts: by then most words of the story have been drawn once."""
CHOICES = 6
"""So many places a choice of places offers, on average."""
STORY = 30
"""So many events are told from, as in a turn."""
APART = 0.06
"""Seconds between answers to an idle bot. All together would be more than the 50 requests a second that Discord allows."""
GAMES_EACH = 5
"""Games in which single answers are measured, and as many for their parts."""
FEWEST = 100
"""Of fewer answers nothing is said: then all count."""
BATCH = 500
"""Copies of a game in one transaction: the bot must not wait long for its own."""


# --- pictures ---------------------------------------------------------------------------------------------


class Drawn(msgspec.Struct, frozen=True):
    """Pictures of one game: seconds for each, seconds to pack each whole, bytes of each, bytes of the shelf."""

    made: list[float]
    packed: list[float]
    sizes: list[int]
    shelf: int
    fresh: float
    """The share of bands that had to be drawn after an answer."""

    @property
    def ratio(self) -> float:
        return median(self.made) / median(self.packed)


class Position(NamedTuple):
    """A table after an answer, as everybody and as somebody at it sees it, with what its picture tells."""

    view: View
    own: View
    told: list[str]
    marked: tuple[Place, ...]


def positions(table: Plan, count: int, seed: int) -> Iterator[Position]:
    """A game of some length after its opening, answer by answer."""
    painter = PICTURES[table.game]
    game, source = new_game(table, seed, keep=False), random.Random(seed)
    for _ in range(OPENING):
        step(game, source)
    events: list[Event] = []
    start = game.view(None)
    for _ in range(count):
        ask = game.waiting()[0]
        seat = game.rules.seat_of(game.state, ask.seat)
        events = [*events, *game.answer(seat, any_answer(source, ask))][-STORY:]
        view = game.view(None)
        if view.turn != start.turn:
            start = view
        told, marked = newest(GAMES[table.game], view, events), painter.changed(start, view)
        yield Position(view, game.view(ask.seat), told, marked)
        if game.state.over:
            return


def draw_game(table: Plan, count: int, seed: int = 7) -> Drawn:
    """A picture after each answer of a game, beside the packing of the finished one. CPU of this thread."""
    painter = PICTURES[table.game]
    painter.warm(PALETTE)
    shelf = bands.Shelf()
    made, packed, sizes, fresh = [], [], [], []
    for number, (view, _, told, marked) in enumerate(positions(table, WARM + count, seed)):
        before, started = shelf.packed, time.thread_time()
        canvas = painter.board(view, PALETTE, marked, told, asked=(view.active,))
        sketch = bands.sketch(canvas, painter.colours(view, PALETTE), shelf)
        data = bands.png(sketch, shelf)
        whole = time.thread_time() - started
        image = canvas.image
        started = time.thread_time()
        encode.plain_png(image, painter.colours(view, PALETTE))
        plain = time.thread_time() - started
        if number >= WARM:
            made.append(whole)
            packed.append(plain)
            sizes.append(len(data))
            fresh.append((shelf.packed - before) / len(sketch.names))
    return Drawn(made, packed, sizes, shelf.held, sum(fresh) / len(fresh))


def draw_choices(table: Plan, count: int, seed: int = 7) -> list[float]:
    """Seconds of CPU for the map that somebody gets with a choice of places, after the board was drawn."""
    painter, shelf, source = PICTURES[table.game], bands.Shelf(), random.Random(seed)
    made: list[float] = []
    for view, own, told, marked in positions(table, WARM + count, seed):
        canvas = painter.board(view, PALETTE, marked, told, asked=(view.active,))
        bands.png(bands.sketch(canvas, painter.colours(view, PALETTE), shelf), shelf)
        places = sorted(own.closeups(), key=str)
        targets = dict.fromkeys(source.sample(places, min(CHOICES, len(places))), "")
        started = time.thread_time()
        canvas = painter.board(own, PALETTE, targets=targets)
        bands.png(bands.sketch(canvas, painter.colours(own, PALETTE), shelf), shelf)
        made.append(time.thread_time() - started)
    return made[WARM:]


def picture_rows(effort: Effort) -> Iterator[Row]:
    """A picture made anew after every answer, beside the packing of the finished one; then on the other maps."""
    table = measured_table()
    draw_game(
        table, effort.pictures, seed=8
    )  # a bot that has been running: it knows the words and pieces of other games
    usual = draw_game(table, effort.pictures)
    whole, packing = median(usual.made) * 1e3, median(usual.packed) * 1e3
    note = f"packing it whole; {usual.fresh:.0%} of it is drawn anew"
    yield measured("picture: draw and pack", whole, "ms", packing, 0.4, note)
    yield reported("largest picture", max(usual.sizes) / 1024, "KB", "goal 300 KB")
    bound = f"{len(usual.made)} pictures of one table; all tables together {bands.ROOM / 1e6:.0f} MB at most"
    yield reported("packed bands kept", usual.shelf / 1024, "KB", bound)
    choice = median(draw_choices(table, effort.pictures)) * 1e3
    note = f"{choice / packing:.2f} of packing it whole; for who looks at a choice of {CHOICES} places, not in the crowd"
    yield reported("picture: the map of a choice", choice, "ms", note)
    others = [draw_game(other, max(2, effort.pictures // 4)) for other in other_maps(table)]
    if others:
        slowest = max(others, key=lambda one: median(one.made))
        note = f"{slowest.ratio:.2f} of packing it whole; the slowest of {len(others)}"
        yield reported("picture on another map", median(slowest.made) * 1e3, "ms", note)


def other_maps(table: Plan) -> list[Plan]:
    """The same table on every other map, if the game has several."""
    setup = table.setup
    found = GAMES[table.game].lobby.choices(setup).get("map")
    return [
        msgspec.structs.replace(
            table, setup=msgspec.structs.replace(setup, options={**setup.options, "map": name})
        )
        for name in (found.values if found else ())
        if name != setup.options.get("map")
    ]


# --- Discord ----------------------------------------------------------------------------------------------


async def discord_rows(open_discord: Callable[[], LocalDiscord], effort: Effort, report: Report) -> None:
    """Everything that needs the bot on a Discord. The Discord and its people are here, the bot is elsewhere."""
    with tempfile.TemporaryDirectory(dir=".", prefix="bench-") as folder:
        path = Path(folder)
        report.doing("a click and its parts")
        async with Scene.open(open_discord, path / "one.sqlite") as scene:
            report.add(await _answer_row(scene, path, effort))
            report.doing(f"{effort.live} games at once")
            for row in await _load_rows(scene, effort):
                report.add(row)
        async with (
            Scene.open(open_discord, path / "small.sqlite") as small,
            Scene.open(open_discord, path / "grown.sqlite") as grown,
        ):
            await _growth_rows(small, grown, effort, report)


async def postgres_row(open_discord: Callable[[], LocalDiscord], url: str, effort: Effort) -> Row:
    """The same click with the games in a file and on a PostgreSQL server, in turn."""
    with tempfile.TemporaryDirectory(dir=".", prefix="bench-") as folder:
        async with (
            Scene.open(open_discord, Path(folder) / "file.sqlite") as file,
            Scene.open(open_discord, url) as server,
        ):
            channels = [(await scene.begin(1))[0] for scene in (file, server)]
            times: tuple[list[float], list[float]] = ([], [])
            for _ in range(effort.clicks):
                for scene, channel, column in zip((file, server), channels, times, strict=True):
                    column.append((await scene.crowd.answer(channel)).length)
    note = "the same with a file"
    mine, yardstick = _undisturbed(times[1]), _undisturbed(times[0])
    return measured("PostgreSQL: click to new board", mine * 1e3, "ms", yardstick * 1e3, 1.5, note)


class Scene:
    """A local Discord with its people, and the bot on it."""

    def __init__(self, discord: LocalDiscord, bot: RemoteBot, crowd: Crowd, database: str) -> None:
        self.discord = discord
        self.bot = bot
        self.crowd = crowd
        self.database = database

    @classmethod
    @contextlib.asynccontextmanager
    async def open(
        cls, open_discord: Callable[[], LocalDiscord], database: Path | str
    ) -> AsyncIterator[Scene]:
        where = str(database)
        async with open_discord() as discord, bot_process(discord.page_url.rstrip("/"), where) as bot:
            with reading(where) as db:
                yield cls(discord, bot, Crowd(discord, db, random.Random(1)), where)

    async def begin(self, games: int) -> list[str]:
        """Games of four people; the threads they are played in."""
        people = [self.discord.person(name).id for name in PEOPLE]
        return await self.bot.begin(games, self.discord.channel("lobby").id, people)

    async def uploads(self, picture: bytes) -> Callable[[], Coroutine[Any, Any, None]]:
        """A message of the bot's, edited with a finished picture again and again."""
        channel = self.discord.channel("lobby").id
        message = await self.bot.post(channel, picture)

        async def upload() -> None:
            await self.bot.upload(channel, message, picture)

        return upload

    async def slash(self) -> None:
        """The shortest way to the bot and back."""
        answer = await self.discord.person(PEOPLE[0]).slash(EMPTY)
        assert not answer.failed


async def _answer_row(scene: Scene, folder: Path, effort: Effort) -> Row:
    """A click, and in turn with it each of its parts, measured in this process; on some games each, as pictures differ."""
    channels = cycle(await scene.begin(GAMES_EACH))
    clicked: list[float] = []
    async with house(folder / "parts.sqlite") as home:
        tables = cycle([await Parts.begun(home, f"parts{number}") for number in range(GAMES_EACH)])
        parts = next(tables)

        async def click() -> None:
            clicked.append((await scene.crowd.answer(next(channels))).length)

        async def answer() -> None:
            nonlocal parts
            parts = next(tables)
            await parts.answer()

        for _ in range(GAMES_EACH):  # warm
            await click()
            await scene.slash()
        clicked.clear()
        upload = await scene.uploads(parts.draw_now())
        works = {
            "answer": answer,
            "look": lambda: parts.look(),
            "draw": lambda: parts.draw(),
            "slash": scene.slash,
            "upload": upload,
        }
        times = await in_turn({"click": click} | works, effort.clicks)
    parted = {name: _undisturbed(times[name]) for name in ("answer", "draw", "slash", "upload")}
    whole = sum(parted.values())
    note = (
        "its parts: rules and save {answer:.1f}, draw and pack {draw:.1f}, an empty slash command {slash:.1f}, "
        "a message edited with that picture {upload:.1f}"
    )
    note = note.format(**{name: seconds * 1e3 for name, seconds in parted.items()})
    mine = _undisturbed(clicked)
    return measured("one answer: click to new board", mine * 1e3, "ms", whole * 1e3, 1.2, note)


def _undisturbed(times: list[float]) -> float:
    """The lower quartile: a click passes through two processes and four threads, and any may be held up."""
    return quantiles(times, n=4, method="inclusive")[0]


class Parts:
    """The parts of an answer, one by one, on a table without Discord."""

    def __init__(self, home: Table, game: str) -> None:
        self.home, self.game = home, game
        self.source = random.Random(game)
        self.agreed = measured_table()
        self.painter = PICTURES[self.agreed.game]
        self.shelf = bands.Shelf()
        self.next: tuple[str, Any, int] = ("", None, 0)
        self.view: View | None = None
        self.before: View | None = None
        self.told: list[str] = []

    @classmethod
    async def begun(cls, home: Table, game: str) -> Parts:
        """A table in the middle of a game, with its board drawn."""
        parts = cls(home, game)
        await begin(home, parts.agreed, game, HUMAN)
        await answer(home, game, OPENING, parts.source)
        await parts.look()
        parts.draw_now()
        return parts

    async def look(self) -> None:
        """Prepare the next answer; not a part itself."""
        look = await self.home.look(self.game)
        seat = look.open[0].seat
        ask = (await self.home.look(self.game, seat)).ask
        assert ask is not None
        self.before, self.view = self.view or look.view, look.view
        self.next = (seat, any_answer(self.source, ask), look.game.rev)

    async def answer(self) -> None:
        """The rules and the save."""
        seat, answer, rev = self.next
        update = await self.home.answer(self.game, seat, answer, rev=rev)
        assert self.view is not None
        events = [event for event in update.events if not event.only]
        self.told += GAMES[self.agreed.game].words.story(self.view, events)

    async def draw(self) -> None:
        """The picture as the board shows it, drawn and packed: what changed, what happened, who must decide."""
        self.draw_now()

    def draw_now(self) -> bytes:
        assert self.view is not None
        assert self.before is not None
        changed = self.painter.changed(self.before, self.view)
        canvas = self.painter.board(self.view, PALETTE, changed, self.told[-RECENT:], asked=(self.next[0],))
        return bands.png(
            bands.sketch(canvas, self.painter.colours(self.view, PALETTE), self.shelf), self.shelf
        )


# --- load -------------------------------------------------------------------------------------------------


async def _load_rows(scene: Scene, effort: Effort) -> list[Row]:
    """Many games at once: so many answers a second, beside the same clicks on an idle bot."""
    channels = await scene.begin(effort.live)
    set_aside()  # what this process keeps of so many boards holds up Discord, not the bot
    async with Watchmen.called() as watchmen:
        await scene.bot.stalls()  # what came before does not count
        first = await scene.bot.spent()
        idle = await _one_by_one(scene, channels[: effort.clicks])
        quiet, begun = await scene.bot.stalls(), await scene.bot.spent()
        heard = scene.crowd.acknowledged = []
        busy = await _crowded(scene, channels, effort)
        stalls, done = await scene.bot.stalls(), await scene.bot.spent()
        taken = await watchmen.report()
    alone, each = (begun.cpu - first.cpu) / len(idle), (done.cpu - begun.cpu) / max(1, len(busy))
    clicked = f"goal 1,000 ms; {len(heard) / effort.seconds:.1f} clicks a second, half heard within {median(heard) * 1e3:.0f} ms"
    stalled = f"goal 20 ms; {longest(stalls) * 1e3:.0f} ms with the neighbours', {longest(quiet, taken) * 1e3:.0f} ms when idle"
    return [
        reported("one answer: CPU of the bot", alone * 1e3, "ms", begun.since(first, len(idle))),
        crowd_row(busy, median(idle), taken, effort),
        reported(
            "many games at once: CPU of an answer",
            each * 1e3,
            "ms",
            f"goal 25 ms; {done.since(begun, len(busy))}",
        ),
        reported("many games at once: slowest to be heard", max(heard) * 1e3, "ms", clicked),
        reported("many games at once: longest stall", longest(stalls, taken) * 1e3, "ms", stalled),
    ]


def crowd_row(answers: list[Span], idle: float, taken: Taken, effort: Effort) -> Row:
    """The slow answers of a crowd, of those that began while the whole machine was there."""
    calm = [one for one in answers if taken.is_calm(one.start)]
    counted = calm if len(calm) >= FEWEST else answers
    begun, ended = answers[0].start, max(one.end for one in answers)
    away = sum(span.length for span in taken.spans if begun < span.start < ended)
    seen = (
        f"{p95(answers) / idle:.2f} with all: neighbours had processors for {away:.1f} s in {ended - begun:.0f}, "
        f"{len(counted) / len(answers):.0%} of the answers count"
        if taken.watched
        else "nobody could watch what neighbours took"
    )
    note = (
        f"the median when idle; {effort.live} games, {len(answers) / effort.seconds:.1f} answers a second, "
        f"median {median(one.length for one in counted) * 1e3:.0f} ms, "
        f"{sum(one.length >= PATIENCE for one in answers)} without an answer; {seen}"
    )
    return measured("many games at once: p95 of the same", p95(counted) * 1e3, "ms", idle * 1e3, 2.0, note)


def p95(answers: list[Span]) -> float:
    return quantiles([one.length for one in answers], n=20)[-1]


def longest(stalls: list[Span], taken: Taken | None = None) -> float:
    """The longest stall; only of those during which no processor was away, if it is known when that was."""
    ours = [one.length for one in stalls if taken is None or not taken.touches(*one)]
    return max(ours, default=0.0)


async def _one_by_one(scene: Scene, channels: list[str]) -> list[float]:
    """An answer in each game, with a bot that has nothing else to do: also not with the answer before."""
    times: list[float] = []
    for channel in channels:
        await asyncio.sleep(APART)
        times.append((await scene.crowd.answer(channel)).length)
    return times


async def _crowded(scene: Scene, channels: list[str], effort: Effort) -> list[Span]:
    """Answers at a steady rate, each in the game that has waited longest."""
    loop = asyncio.get_running_loop()
    times: list[Span] = []
    free = list(channels)
    under_way: set[asyncio.Task[None]] = set()

    async def one(channel: str) -> None:
        begun = time.perf_counter()
        try:
            times.append(await scene.crowd.answer(channel))
            free.append(channel)
        except Lost:
            times.append(Span(begun, begun + PATIENCE))

    began = loop.time()
    for n in count():
        due = began + n / effort.rate
        if due > began + effort.seconds:
            break
        await asyncio.sleep(max(0.0, due - loop.time()))
        if free:
            task = asyncio.create_task(one(free.pop(0)))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
    await asyncio.gather(*under_way)
    return times


# --- growth -----------------------------------------------------------------------------------------------


async def _growth_rows(small: Scene, grown: Scene, effort: Effort, report: Report) -> None:
    """Two bots side by side, clicked in turn: one database stays small, the other fills up.

    Every click is in a game of its own: Discord lets nobody change one board as often as this.
    """
    channels = [await scene.begin(effort.clicks) for scene in (small, grown)]
    for before, size in pairwise(effort.sizes):
        report.doing(f"{size:,} games in the database")
        _copies(grown.database, before, size)
        times: tuple[list[float], list[float]] = ([], [])
        for pair in zip(*channels, strict=True):
            for scene, channel, column in zip((small, grown), pair, times, strict=True):
                column.append((await scene.crowd.answer(channel)).length)
        note = f"the same with {effort.clicks} games"
        name = f"click to new board, {size:,} games stored"
        report.add(measured(name, median(times[1]) * 1e3, "ms", median(times[0]) * 1e3, 1.3, note))


def _copies(database: str, first: int, last: int) -> None:
    """Copies of the one game, each of other people in another place, as many as the numbers say."""
    with contextlib.closing(sqlite3.connect(database, isolation_level=None, timeout=20)) as db:
        (original,) = db.execute("select id from game order by rowid limit 1").fetchone()
        for start in range(first, last, BATCH):
            db.execute("begin immediate")
            for sql in _copying(db):
                db.executemany(sql, [(n, original) for n in range(start, min(last, start + BATCH))])
            db.execute("commit")


def _copying(db: sqlite3.Connection) -> Iterator[str]:
    """Statements that copy a game; ?1 is the number of the copy, ?2 the original."""
    other = {"channel": "'copy' || ?1", "user": "user || '-' || ?1"}
    for table in ("game", "seat", "entry", "snapshot", "event", "message"):
        key = "id" if table == "game" else "game"
        columns = [row[1] for row in db.execute(f"pragma table_info({table})") if row[1] != key]
        values = ", ".join(other.get(column, column) for column in columns)
        yield (
            f"insert into {table} ({key}, {', '.join(columns)}) "
            f"select 'copy' || ?1, {values} from {table} where {key} = ?2"
        )
