"""The table: answer -> rules -> bots -> save -> events out, one change of a game at a time.

Every game has its own lock, so a second click waits its turn and then finds that the board has moved on; other
games are not delayed. A change is saved before anybody hears of it. When anything goes wrong, the game in
memory is thrown away and read again from the store, where it is whole.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import msgspec

from engine import bots, deciding
from engine.bots import NOBODY, Brake, let_answer, next_bot, pause, why_paused
from engine.chance import Supplier, seed_hash, seeded
from engine.company import Company
from engine.deciding import without_asking
from engine.flow import Answer, Ask, Option
from engine.game import Checkpoint, Entry, Game, decode
from engine.line import Line, Turn
from engine.live import (
    KEEP_TURNS,
    Broken,
    Kind,
    Live,
    Moved,
    NotRunning,
    TableError,
    UnknownGame,
    live_entries,
    load,
    read_event,
    read_header,
    state_at,
)
from engine.outbox import Outbox, Speak
from engine.rules import Event, Refusal, Refused, Rules, Setup, View
from engine.saving import bring_in_line, change_of
from engine.seats import HUMAN, KINDS, SeatSettings
from engine.store import (
    Damaged,
    Duplicate,
    GameRow,
    MessageRow,
    Save,
    Say,
    SeatRow,
    Stale,
    Status,
    Store,
    StoreError,
)
from engine.told import Look, Open, Told, Update, look_at

__all__ = ["BOTS", "Closing", "Look", "Open", "Table", "Told", "Update"]

log = logging.getLogger(__name__)

T = TypeVar("T")

SLICE = 0.02  # seconds that bots may think before the event loop gets its turn
RESUMED_AT_ONCE = 8
AGAIN = 30.0  # seconds after which a game that could not be taken up is tried again
TRIES = 10  # of a change that other processes were quicker than
BOTS = ""  # among the seats that answer later: all bots of a game
RECENT = 40  # events among which the last pause of a game is looked for

Plain: TypeAlias = Mapping[str, Any] | Sequence[Mapping[str, Any]]
Work: TypeAlias = Callable[[Live], None]

_encode = msgspec.json.encode


class Closing(TableError):
    """The bot is about to stop."""


class Table:
    """All games of one store. Only active ones are in memory."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Kind],
        *,
        active: int = 500,
        clock: Callable[[], float] = time.time,
        delay: Callable[[], float] = lambda: random.uniform(1.0, 4.0),
        chance: Callable[[str], Supplier] = seeded,
        reached: Callable[[str], None] = lambda point: None,
        company: Company | None = None,
    ) -> None:
        self.store = store
        self.company = company or Company(store)
        self.games = games
        self.active = active
        self.clock = clock
        self.delay = delay
        self.chance = chance
        self.reached = reached  # a fault point for tests
        self.outbox: Outbox | None = None
        self.listeners: list[Callable[[Update], None]] = []
        self._lines: OrderedDict[str, Line] = OrderedDict()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._timers: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._closing = False
        self._random = random.Random()

    # --- life ---------------------------------------------------------------------------------------------

    async def resume(self, speak: Speak | None = None) -> list[str]:
        """Take up every running game where it stood: bots play on, and what was left unsaid is said.

        Returns the games that could not be loaded; they stay as they are and hold up nobody.
        """
        if speak is not None:
            self.outbox = Outbox(self.store, speak, self.clock, self.company)
            await self.outbox.start()
        return await self.company.take_up(self)

    async def take_up_all(self, games: Iterable[str]) -> list[str]:
        """Let the bots of these games play on, a few at once. Those that could not be loaded."""
        at_once = asyncio.Semaphore(RESUMED_AT_ONCE)
        wanted = list(games)

        async def take_up(game: str) -> bool:
            async with at_once:
                return await self._take_up(game)

        done = await asyncio.gather(*(take_up(game) for game in wanted))
        return [game for game, is_whole in zip(wanted, done, strict=True) if not is_whole]

    async def _take_up(self, game: str) -> bool:
        """Let the bots of one game play on. False if it could not be loaded; nothing that happens to it spreads."""
        try:
            await self._do(game, Live.check_running, only_bots=True)
        except Broken:
            return False
        except TableError as reason:  # paused or ended meanwhile, or the bot is about to stop
            log.info("a game is not taken up: %s", reason, extra={"game": game})
        except Exception:
            log.exception("a game could not be taken up; again in %.0f s", AGAIN, extra={"game": game})
            self._later(game, BOTS, self._carry_on(game, AGAIN))
        return True

    @property
    def in_memory(self) -> int:
        """How many games are in memory."""
        return len(self._lines)

    def forget(self, game: str | None = None) -> None:
        """A game, or any of them, was changed by another process: what is in memory is of no use."""
        for one in [game] if game else list(self._lines):
            line = self._lines.get(one)
            if line is not None and not line.users:
                del self._lines[one]

    async def close(self) -> None:
        """Refuse new changes, finish those under way, and stop speaking."""
        self._closing = True
        for timer in self._timers.values():
            timer.cancel()
        while self._tasks:
            await asyncio.wait(list(self._tasks))
        if self.outbox is not None:
            await self.outbox.close()

    # --- changes ------------------------------------------------------------------------------------------

    async def start(
        self, game: str, setup: Setup, seats: Sequence[SeatRow], *, interaction: str = ""
    ) -> Update:
        """Begin a game from its lobby: fix the seed, publish its hash, and run to the first question."""
        return await self._shielded(self._start(game, setup, seats, interaction))

    async def answer(
        self,
        game: str,
        seat: str,
        answer: Answer | Plain,
        *,
        rev: int | None = None,
        interaction: str = "",
        sure: bool = True,
    ) -> Update:
        """Answer the open question of a seat. `rev` is the revision at which the person saw it.

        Raises Unsure, and changes nothing, if the answer is grave and the person has not said to be `sure`.
        """

        def work(live: Live) -> None:
            live.check_question(seat, rev)
            given = answer if isinstance(answer, (Option, tuple)) else live.game.decode_answer(answer)
            deciding.answer(live, seat, given, sure=sure)

        return await self._do(game, work, interaction)

    async def undo(
        self,
        game: str,
        seat: str,
        seq: int | None = None,
        *,
        consent: bool = False,
        rev: int | None = None,
        interaction: str = "",
    ) -> Update:
        """Take back an answer of a seat; `consent` says that those it touches have agreed."""

        def work(live: Live) -> None:
            live.check_running()
            live.seat(seat)
            if rev is not None and rev != live.row.rev:
                raise Moved("The board has moved on since then.")
            live.events += live.game.undo(seat, seq, consent=consent)
            live.touched.update(live.seats)

        return await self._do(game, work, interaction)

    async def hand_over(
        self,
        game: str,
        seat: str,
        kind: str,
        *,
        user: str | None = None,
        by: str = "",
        settings: SeatSettings | None = None,
        interaction: str = "",
    ) -> Update:
        """Let somebody or something else answer for a seat from now on; also back again. `by` is who wants it.

        `settings` replace the seat's: somebody new does not inherit standing orders.
        """

        def work(live: Live) -> None:
            row = live.seat(seat)
            if kind not in KINDS or any(one.seat == seat and one.board for one in live.game.setup.seats):
                raise TableError(f"The seat {seat} cannot be handed over to {kind}.")
            new_user = row.user if user is None else user
            chosen = row.settings if settings is None else _encode(settings)
            live.seats[seat] = msgspec.structs.replace(row, kind=kind, user=new_user, settings=chosen)
            live.players.pop(seat, None)
            about = {"seat": seat, "kind": kind, "user": new_user} | ({"by": by} if by else {})
            name = live.game.rules.name_of(live.game.state, seat)
            if name != seat:
                about["name"] = name
            live.events.append(Event("table.seat", about))

            if resting and live.row.status == "paused":
                live.row = msgspec.structs.replace(live.row, status="running")
                live.events.append(Event("table.running", {"by": new_user}))

        resting = kind == HUMAN and await self.why_paused(game) == NOBODY
        return await self._do(game, work, interaction)

    async def why_paused(self, game: str) -> str:
        """Who or what paused a game: a person's id, or a word of the program."""
        newest = await self.store.newest_events(game, RECENT)
        return why_paused([read_event(one.data) for one in newest])

    async def set_status(self, game: str, status: Status, *, by: str = "", interaction: str = "") -> Update:
        """Pause, go on, archive. Every such change is an event in the game's log."""

        def work(live: Live) -> None:
            if status in ("lobby", "finished") or live.row.status == "archived":
                raise TableError(f"This game is {live.row.status} and cannot be {status}.")
            if status != "archived" and live.game.over:
                raise NotRunning("This game is finished.")
            live.row = msgspec.structs.replace(live.row, status=status)
            live.events.append(Event(f"table.{status}", {"by": by}))

        return await self._do(game, work, interaction)

    async def settings(self, game: str, seat: str, settings: SeatSettings) -> None:
        """Keep a seat's standing orders; they hold for a question that is open now, too."""
        await self._shielded(self._settings(game, seat, settings))

    async def move(self, game: str, channel: str) -> None:
        """The game is played in another place from now on."""
        await self._shielded(self._move(game, channel))

    async def amend(
        self,
        game: str,
        work: Callable[[GameRow, tuple[SeatRow, ...]], tuple[GameRow, tuple[SeatRow, ...]]],
    ) -> None:
        """Change what is written about a game (names, title, owners), not what was played."""
        await self._shielded(self._amend(game, work))

    async def adopt(
        self, row: GameRow, seats: Sequence[SeatRow], change: Save, seed: str, messages: Sequence[MessageRow]
    ) -> None:
        """Take in a game that was played elsewhere and is over. What is to be said of it is saved with it, and not said yet."""
        if row.status != "finished" or change.status != "finished" or change.waiting:
            raise TableError("Only a game that is over can be taken in.")
        await self._shielded(self.store.adopt(row, seats, seed.encode(), change, messages))

    async def tell_again(self, game: str, why: str) -> None:
        """Show the present state of a game once more, once for each `why`."""
        row = await self._row(game)
        say = Say(f"{game}:again:{why}", "update", _encode(Told(row.rev, row.rev)))
        await self.store.say(game, say, now=self.clock())
        self.company.tell(game)
        if self.outbox is not None:
            self.outbox.kick(game)

    # --- looking ------------------------------------------------------------------------------------------

    async def look(self, game: str, seat: str | None = None) -> Look:
        """The game as a seat may see it, after every change that is under way."""
        async with Turn(self, game) as line:
            live = await self._live(game, line)
            if seat is not None:
                live.seat(seat)
            return look_at(live, seat)

    async def seats(self, game: str) -> tuple[SeatRow, ...]:
        """The seats of a game in order of play; read from the store only if the game is not in memory."""
        live = await self._in_memory(game)
        return await self.store.seats(game) if live is None else tuple(live.seats.values())

    async def asks(self, game: str) -> dict[str, Ask]:
        """The open questions by seat. Only their public part may be shown to everybody."""
        async with Turn(self, game) as line:
            return (await self._live(game, line)).questions()

    async def began(self, game: str, turn: int) -> int:
        """The entry of the log after which a turn began: another one if the turn was taken back and begun anew."""
        found = await self._start_in_memory(game, turn)
        if found is not None:
            return found[1].seq
        return max((seq for one, seq in await self.store.turns(game) if one <= turn), default=0)

    async def look_back(self, game: str, turn: int, seat: str | None = None) -> View:
        """What a seat may know of the start of an earlier turn."""
        found = await self._start_in_memory(game, turn)
        if found is not None:
            rules, state = found[0], decode(found[0], found[1].state)
        else:
            row = await self._row(game)
            rules, state = self.games[row.kind].rules, await self._state_at(row, turn)
        if state is None:
            snapshot = await self.store.snapshot(game, turn)
            if snapshot is None:
                raise UnknownGame(f"Game {game} has no turn {turn}.")
            state = decode(rules, snapshot.state)
        return rules.view(state, None if seat is None else rules.name_of(state, seat))

    async def _start_in_memory(self, game: str, turn: int) -> tuple[Rules[Any], Checkpoint] | None:
        """The start of a turn, if the game is in memory and the turn not long over."""
        live = await self._in_memory(game)
        if live is None:
            return None
        return next(((live.game.rules, one) for one in live.game.checkpoints if one.turn == turn), None)

    async def _in_memory(self, game: str) -> Live | None:
        """A game after every change that is under way, if it is in memory and still what is stored. Only to be read, at once."""
        async with Turn(self, game) as line:
            if line.live is None or not await self.company.is_newest(line.live):
                return None
            return line.live

    async def _state_at(self, row: GameRow, turn: int) -> Any | None:
        """The state at the very start of a turn, played on from the turn before; None if that cannot be done."""
        setup = read_header(row).setup
        earlier = [one for one, _ in await self.store.turns(row.id) if one < turn]
        before = await self.store.snapshot(row.id, earlier[-1]) if earlier else None
        if setup is None or before is None:
            return None
        entries = live_entries(await self.store.entries(row.id, before.seq))
        return state_at(self.games[row.kind].rules, setup, before, entries, turn)

    async def why_not(self, game: str, seat: str, wish: Option | Mapping[str, Any]) -> Refusal | None:
        """Why a wish is not on offer to a seat now; None if it is."""

        def asked(live: Game[Any]) -> Refusal | None:
            option = wish if isinstance(wish, Option) else live.decode_answer(wish)
            return live.why_not(seat, option) if isinstance(option, Option) else None

        return await self.consult(game, seat, asked)

    async def consult(self, game: str, seat: str, about: Callable[[Game[Any]], T]) -> T:
        """Ask a game something on behalf of a seat; it must change nothing."""
        async with Turn(self, game) as line:
            live = await self._live(game, line)
            live.seat(seat)
            return about(live.game)

    async def last_choice(self, game: str, seat: str) -> tuple[Entry, int] | None:
        """The newest choice of a seat that can be taken back, if those it touches agree, and its turn."""
        async with Turn(self, game) as line:
            live = await self._live(game, line)
            live.seat(seat)
            return live.game.last_choice(seat)

    async def consent_needed(self, game: str, seat: str, seq: int) -> tuple[str, ...]:
        """The seats that must agree before an answer is taken back."""
        return await self.consult(game, seat, lambda live: live.consent_needed(seat, seq))

    # --- one change ---------------------------------------------------------------------------------------

    async def _do(self, game: str, work: Work, interaction: str = "", *, only_bots: bool = False) -> Update:
        return await self._shielded(self._change(game, work, interaction, only_bots))

    async def _shielded(self, change: Coroutine[Any, Any, T]) -> T:
        """Run a change to its end even if whoever asked for it goes away."""
        if self._closing:
            change.close()
            raise Closing("The bot is about to restart. Try again in a moment.")
        task = asyncio.create_task(change)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _change(self, game: str, work: Work, interaction: str, only_bots: bool) -> Update:
        async with Turn(self, game) as line:
            for _ in range(TRIES):
                try:
                    return await self._attempt(game, line, work, interaction, only_bots)
                except Stale:  # another process was quicker; whether the work still holds, it sees for itself
                    line.live = None
            raise Moved("The board has moved on since then.")

    async def _attempt(self, game: str, line: Line, work: Work, interaction: str, only_bots: bool) -> Update:
        """One change on the newest state. Stale: nothing of it was saved."""
        live = await self._live(game, line)
        before = live.row.rev
        try:
            work(live)
        except (Refused, TableError) as refusal:
            if interaction and (known := await self.store.interaction(interaction)):
                return Update(game, known[1], again=True)
            raise refusal
        except Exception as error:
            line.live = None
            log.exception("the rules failed", extra={"game": game})
            raise Broken(f"Something went wrong in game {game}. It is as it was before.") from error
        if only_bots and not live.events and next_bot(live) is None:
            self._schedule(live)
            return Update(game, live.row.rev, over=live.game.over)
        line.live = None  # until it is saved, what is in memory is not what is stored
        try:
            update = await self._run_on(live, interaction)
        except Duplicate as duplicate:
            return Update(game, duplicate.rev, again=True)
        except Stale:
            if live.row.rev == before:
                raise
            return Update(game, live.row.rev)  # saved; another process lets the bots play on
        except StoreError:
            raise
        except Exception:
            log.exception("a bot failed", extra={"game": game})
            row = await self._row(game)
            if only_bots or row.rev != before:
                return Update(game, row.rev)
            # A person's answer counts even if the bot after it fails; the bot is tried again later.
            live, line.live = await self._live(game, line), None
            work(live)
            update = await self._save(live, interaction, last=True)
        line.live = live
        return update

    async def _run_on(self, live: Live, interaction: str) -> Update:
        """Let the bots answer until a person must, or the brake stops them; save after each slice and at the end."""
        events: list[Event] = []
        brake = Brake(live)
        while True:
            until = time.perf_counter() + SLICE
            seat = next_bot(live)
            while seat is not None and not brake.is_spent and time.perf_counter() < until:
                if brake.why_pause:
                    pause(live, brake.why_pause)
                else:
                    let_answer(live, seat, self.games[live.row.kind].standin, self._random)
                    brake.answered()
                seat = next_bot(live)
            events += live.events
            over = seat is None or brake.is_spent
            update = await self._save(live, interaction, last=over)
            if over or self._closing:
                if seat is not None:
                    self._later(live.row.id, BOTS, self._carry_on(live.row.id))
                return msgspec.structs.replace(update, events=tuple(events))
            interaction = ""
            await asyncio.sleep(0)

    async def _carry_on(self, game: str, wait: float | None = None) -> None:
        """After a breath the bots of a game play on."""
        await asyncio.sleep(bots.BREATH if wait is None else wait)
        self._forget_timer(game, BOTS)
        await self._take_up(game)

    # --- saving -------------------------------------------------------------------------------------------

    async def _save(self, live: Live, interaction: str, *, last: bool) -> Update:
        """Everything since the last save, as one transaction; then, and only then, others hear of it."""
        game, row, now = live.game, live.row, self.clock()
        rev = row.rev + 1
        fresh = game.take_fresh()
        over = game.over
        status: Status = "finished" if over and row.status == "running" else row.status
        if status == "finished" and row.status != "finished":
            seed = (await self.store.secret(row.id)).decode()
            live.events.append(Event("table.seed", {"seed": seed, "pledge": row.pledge}))
        edition = self.company.edition(live)
        change = change_of(live, fresh, status, now, interaction, edition, last=last)
        events = tuple(live.events)
        self.reached("before commit")
        await self.store.save(change)
        self.reached("after commit")
        self.company.tell(row.id)
        bring_in_line(live, change, rev)
        update = Update(row.id, rev, events, over)
        if last:
            self._schedule(live)
            if self.outbox is not None:
                self.outbox.kick(row.id)
            for listener in self.listeners:
                listener(update)
        return update

    # --- answers that come by themselves ------------------------------------------------------------------

    def _schedule(self, live: Live) -> None:
        """Answer later, after a random delay, what a person need not answer."""
        if self._closing or live.row.status != "running":
            return
        for seat in live.questions():
            row = live.seats.get(seat)
            if row is None or row.kind != HUMAN or without_asking(live, seat) is None:
                continue
            self._later(live.row.id, seat, self._answer_later(live.row.id, seat, row.asked, self.delay()))

    def _later(self, game: str, what: str, work: Coroutine[Any, Any, None]) -> None:
        """Do something for a game later, in place of what was planned before. Closing does not wait for it."""
        old = self._timers.pop((game, what), None)
        if old is not None:
            old.cancel()
        if self._closing:
            work.close()
            return
        self._timers[game, what] = asyncio.create_task(work)

    def _forget_timer(self, game: str, what: str) -> None:
        """The present task is no longer to be cancelled."""
        if self._timers.get((game, what)) is asyncio.current_task():
            del self._timers[game, what]

    async def _answer_later(self, game: str, seat: str, asked: int, delay: float) -> None:
        await asyncio.sleep(delay)

        def work(live: Live) -> None:
            live.check_question(seat, asked)
            answer = without_asking(live, seat)
            if answer is None:
                raise Moved("The person wants to be asked.")
            live.touched.add(seat)
            live.events += live.game.answer(seat, answer)

        self._forget_timer(game, seat)
        try:
            await self._do(game, work)
        except (TableError, StoreError) as reason:
            log.debug("no automatic answer: %s", reason, extra={"game": game})

    async def _settings(self, game: str, seat: str, settings: SeatSettings) -> None:
        data = _encode(settings)
        async with Turn(self, game) as line:
            live = await self._live(game, line)
            row = live.seat(seat)
            live.edition = await self.store.seat_settings(game, seat, data)
            live.seats[seat] = msgspec.structs.replace(row, settings=data)
            self.company.tell(game)
            self._schedule(live)

    async def _amend(
        self,
        game: str,
        work: Callable[[GameRow, tuple[SeatRow, ...]], tuple[GameRow, tuple[SeatRow, ...]]],
    ) -> None:
        async with Turn(self, game) as line:
            line.live = None
            await self.store.update(*work(await self._row(game), await self.store.seats(game)))

    async def _move(self, game: str, channel: str) -> None:
        async with Turn(self, game) as line:
            live = await self._live(game, line)
            live.edition = await self.store.place(game, channel)
            live.row = msgspec.structs.replace(live.row, channel=channel)
            self.company.tell(game)

    # --- loading ------------------------------------------------------------------------------------------

    async def _row(self, game: str) -> GameRow:
        row = await self.store.game(game)
        if row is None:
            raise UnknownGame(f"There is no game {game}.")
        return row

    async def _start(self, game: str, setup: Setup, seats: Sequence[SeatRow], interaction: str) -> Update:
        async with Turn(self, game) as line:
            row = await self._row(game)
            if row.status != "lobby":
                if interaction and (known := await self.store.interaction(interaction)):
                    return Update(game, known[1], again=True)
                raise NotRunning(f"This game is {row.status} already.")
            if row.kind not in self.games:
                raise UnknownGame(f"There is no game called {row.kind}.")
            seed = secrets.token_hex(16)
            header = msgspec.structs.replace(read_header(row), setup=setup)
            rules = self.games[row.kind].rules
            live = Live(row, seats, Game(rules, setup, self.chance(seed), holds=True))
            live.events.append(Event("table.pledge", {"hash": seed_hash(seed)}))
            live.game.start()
            live.events += live.game.take_events()
            agreed = msgspec.structs.replace(row, header=_encode(header), pledge=seed_hash(seed))
            saved = await self.store.update(agreed, seats, seed.encode())
            live.row = msgspec.structs.replace(saved, status="running")
            update = await self._run_on(live, interaction)
            line.live = live
            return update

    async def _live(self, game: str, line: Line) -> Live:
        """The game in memory; loaded if need be, and mended if the rules have changed since it was saved."""
        if line.live is not None and not await self.company.is_newest(line.live):
            line.live = None
        if line.live is None:
            live = await self._load(game)
            if live.events:
                await self._save(live, "", last=True)
            line.live = live
        return line.live

    async def _load(self, game: str) -> Live:
        try:
            loaded = await self.store.load(game, KEEP_TURNS)
            if loaded is None:
                raise UnknownGame(f"There is no game {game}.")
            if loaded.game.status == "lobby" or not loaded.snapshots:
                raise NotRunning("This game has not begun.")
            return load(self.games, loaded, self.chance)
        except Damaged as error:
            raise Broken(f"Game {game} is damaged: {error} It is kept as it is.") from error
        except (TableError, StoreError):
            raise
        except Exception as error:
            log.exception("a game could not be loaded", extra={"game": game})
            raise Broken(
                f"Game {game} cannot be loaded with the present rules. It is kept as it is."
            ) from error

    def _shrink(self) -> None:
        """Let go of the games that were not touched for the longest time."""
        if len(self._lines) <= self.active:
            return
        for game in [game for game, line in self._lines.items() if not line.users]:
            del self._lines[game]
            if len(self._lines) <= self.active:
                return
