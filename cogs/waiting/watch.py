"""Minding the clock: who must be told, who must be reminded, whose time is up. Only the seated people count.

Everything due is a row in the store, so it survives a restart. Told once when a decision becomes mine; then at
my own interval, in my own waking hours, a set number of times. Out of time calls the stand-in, not a loss.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import discord
import msgspec

from cogs import once, texts
from cogs.components import Buttons
from cogs.layout import Layout
from cogs.lobby import places
from cogs.lobby.plan import PACES
from cogs.locales import for_everybody
from cogs.tables import kind_of, mentions, plan_of, public_look
from cogs.waiting.clocks import Clocks, next_reminder
from cogs.waiting.persons import Person, person_of, read_person, save_person, wanted
from engine.live import TableError, read_settings
from engine.seats import HUMAN, STANDIN, SeatSettings
from engine.store import GameRow, MessageRow, ReminderRow, SeatRow, StoreError
from engine.table import Look, Open, Table

log = logging.getLogger(__name__)

TICK = 1.0
DUE_AT_ONCE = 1000
NOTICE, REMIND, CLOCK, AWAY = "notice", "remind", "clock", "away"
NOTICES = "notices"
FORMER = "former"
"""In the settings of a seat: who had it before somebody else took it over."""
LATER = 60.0
"""What could not be said now is tried again after so many seconds."""
SOON = 90.0
"""Whoever decided less than this many seconds ago is still looking: they are called only if they do not answer soon."""


class Reminder(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a reminder is about: a seat, the revision of its question, and how often it was said."""

    seat: str = ""
    asked: int = 0
    number: int = 0


class Notices(msgspec.Struct, omit_defaults=True):
    """What the people of one game were told: by seat, the question; and when they last decided."""

    told: dict[str, int] = {}
    left: dict[str, float] = {}
    message: str = ""
    """The notice that stands in the channel now."""
    number: int = 0
    """How many there have been."""


_encode = msgspec.json.encode


class Watch:
    """Minds the clock of all games."""

    def __init__(self, bot: Any, table: Table) -> None:
        self.bot = bot
        self.table = table
        self.store = table.store
        self.on_due: dict[str, Callable[[Any, ReminderRow], Awaitable[None]]] = {}
        """What others do when a row is due whose kind begins with this word."""
        self._task: asyncio.Task[None] | None = None
        self._games: dict[str, asyncio.Task[None]] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # --- life ---------------------------------------------------------------------------------------------

    def _lock(self, game: str) -> asyncio.Lock:
        """What people of one game were told is changed by one at a time."""
        return self._locks.setdefault(game, asyncio.Lock())

    def start(self) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="watch")

    async def close(self) -> None:
        if self._task is not None:
            running = [self._task, *self._games.values()]
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            self._task = None

    async def _run(self) -> None:
        while True:
            try:
                await self.begin_due()
            except StoreError as error:
                log.info("the watch waits: %s", error)
            except Exception:
                log.exception("the watch stumbled")
            await asyncio.sleep(TICK)

    async def tick(self) -> None:
        """Everything that is due now, to its end."""
        await self.begin_due()
        while self._games:
            await asyncio.wait(list(self._games.values()))
            await asyncio.sleep(0)

    async def begin_due(self) -> None:
        """Begin what is due now, each game in a task of its own: one that is slow or damaged holds up no other."""
        by_game: dict[str, list[ReminderRow]] = {}
        for row in await self.table.company.due_reminders(self.table.clock(), DUE_AT_ONCE):
            by_game.setdefault(row.game, []).append(row)
        for game, rows in by_game.items():
            if game not in self._games:
                task = asyncio.create_task(self.serve(game, rows), name=f"watch {game}")
                self._games[game] = task
                task.add_done_callback(partial(self._served, game))

    def _served(self, game: str, _: asyncio.Task[None]) -> None:
        """A game's task has come to its end."""
        self._games.pop(game, None)

    async def serve(self, game: str, rows: Sequence[ReminderRow]) -> None:
        """What is due in one game, unless another process speaks for it now."""
        try:
            async with self.table.company.speaking(game) as mine:
                if mine:
                    await self._serve(rows)
        except StoreError as error:
            log.info("not done by the watch: %s", error, extra={"game": game})

    async def _serve(self, rows: Sequence[ReminderRow]) -> None:
        """What is due in one game. What fails is tried again later."""
        for row in rows:
            now = self.table.clock()
            try:
                if not await self.table.company.is_still_due(row):
                    continue
                again = await self.due(row, now)
                if not again:
                    await self.store.reminded(row)
            except Exception as error:
                expected = isinstance(error, (TableError, StoreError, discord.HTTPException))
                log.log(
                    logging.INFO if expected else logging.ERROR,
                    "not done by the watch (%s): %s",
                    row.kind,
                    error,
                    exc_info=not expected,
                    extra={"game": row.game},
                )
                with contextlib.suppress(StoreError):
                    await self.store.remind(msgspec.structs.replace(row, due=now + LATER))

    async def due(self, row: ReminderRow, now: float) -> bool:
        """Do what is due. True if another row of the same kind has taken its place."""
        others = self.on_due.get(row.kind.partition(":")[0])
        if others is not None:
            await others(self.bot, row)
            return False
        if row.kind == AWAY:
            await self.come_back(row.user)
            return False
        about = msgspec.json.decode(row.data, type=Reminder)
        if row.kind == NOTICE:
            return await self.tell(row.game)
        if row.kind == REMIND:
            return await self.remind(row, about, now)
        if row.kind == CLOCK:
            await self.out_of_time(row, about, now)
        return False

    # --- after every change -------------------------------------------------------------------------------

    async def changed(self, look: Look, called: Iterable[str]) -> None:
        """The board has been shown; `called` are the seats it mentioned. Tell the others, set the clocks."""
        async with self._lock(look.game.id):
            await self._changed(look, frozenset(called))

    async def _changed(self, look: Look, called: frozenset[str]) -> None:
        game, now = look.game.id, self.table.clock()
        waiting = {one.seat: one for one in look.open} if look.game.status == "running" else {}
        notices, people = await self.called(look, waiting)
        for seat, asked in list(notices.told.items()):
            if seat not in waiting or waiting[seat].asked != asked:
                del notices.told[seat]
                notices.left[seat] = now
        fresh = [waiting[seat] for seat in people if seat not in notices.told]
        reminders: list[ReminderRow] = []
        late = False
        for one in fresh:
            person = people[one.seat]
            if one.seat in called or person.away > now:
                notices.told[one.seat] = one.asked
            else:
                late = True
            reminders += reminder_of(game, one, person, 0, now)
        if notices.message and not any(seat in people for seat in notices.told):
            await self.take_down(look.game.channel, notices)
        if late:
            careful = plan_of(look.game).reactions == "careful"
            wait = 0.0 if careful else self.bot.settings.bot_seconds + 1.0
            reminders.append(ReminderRow(game, "", NOTICE, now + wait, _encode(Reminder())))
        await self.save(game, notices, reminders)

    async def called(self, look: Look, waiting: Iterable[str]) -> tuple[Notices, dict[str, Person]]:
        """What the people of a game were told, and by seat the people it waits for."""
        waits = set(waiting)
        users = {
            seat.seat: seat.user
            for seat in look.seats
            if seat.seat in waits and seat.kind == HUMAN and seat.user
        }
        row, chosen = await self.store.called(look.game.id, NOTICES, users.values())
        return read_notices(row), {seat: person_of(user, chosen[user]) for seat, user in users.items()}

    async def tell(self, game: str) -> bool:
        """Call the people who must decide and have not been told yet, in one message that replaces the last.

        True if somebody is still looking and is called later.
        """
        async with self._lock(game):
            return await self._tell(game)

    async def _tell(self, game: str) -> bool:
        look = await public_look(self.table, game)
        if look.game.status != "running":
            return False
        notices, people = await self.called(look, [one.seat for one in look.open])
        now = self.table.clock()
        untold = [one for one in look.open if one.seat in people and notices.told.get(one.seat) != one.asked]
        due = [one for one in untold if now - notices.left.get(one.seat, 0.0) > SOON]
        looking = [notices.left[one.seat] + SOON for one in untold if one not in due]
        channel = await places.find(self.bot, look.game.channel)
        if due and channel is None:  # closed to the bot: nobody has been told
            await self.store.remind(ReminderRow(game, "", NOTICE, now + LATER, _encode(Reminder())))
            return True
        for one in due:
            notices.told[one.seat] = one.asked
        if due and channel is not None:
            await self.take_down(look.game.channel, notices)
            lines = [await self.line(look, one) for one in due]
            view = await self.call(look, "\n".join(lines), mute=False)
            users = [seat.user for seat in look.seats if seat.seat in {one.seat for one in due}]
            notices.number += 1
            nonce = f"{game}:n{notices.number}.{max(one.asked for one in due)}"
            sent = await once.send(channel, nonce, view=view, allowed_mentions=mentions(users))
            notices.message = str(sent.id)
        await self.save(game, notices)
        if looking:
            later = min(looking) + 1.0
            await self.store.remind(ReminderRow(game, "", NOTICE, later, _encode(Reminder())))
        return bool(looking)

    async def line(self, look: Look, one: Open, template: str = texts.NOTICE, **more: Any) -> str:
        """Which game, which decision, since when, where."""
        seat = next(seat for seat in look.seats if seat.seat == one.seat)
        board = await self.store.message(look.game.id, "board")
        link = ""
        if board and look.game.guild:
            link = f"https://discord.com/channels/{look.game.guild}/{board.channel}/{board.message}"
        return template.format(
            mention=texts.mention(seat.user),
            title=texts.plain(look.game.title),
            what=await self.what(look, one),
            since=int(one.since),
            board=texts.NOTICE_BOARD.format(link=link) if link else "",
            **more,
        )

    async def what(self, look: Look, one: Open) -> str:
        """The decision in words. Only what everybody may know of it."""
        ask = (await self.table.asks(look.game.id)).get(one.seat)
        return kind_of(look.game).words.question(look.view, ask) if ask else str(texts.A_DECISION)

    async def call(self, look: Look, text: str, *, mute: bool) -> discord.ui.LayoutView:
        """A message with a button that opens the panel."""
        buttons = Buttons(look.game.id, look.game.rev)
        row = [buttons.button("panel", texts.ANSWER, style="good")]
        if mute:
            row.append(buttons.button("mute", texts.MUTE))
        view = Layout()
        view.add_item(discord.ui.TextDisplay(texts.cut(text, 3500)))
        view.add_item(discord.ui.ActionRow(*row))
        return view

    async def take_down(self, channel: str, notices: Notices) -> None:
        """A notice that is answered disappears."""
        if not notices.message:
            return
        message, notices.message = notices.message, ""
        found = await places.find(self.bot, channel)
        if found is not None:
            with contextlib.suppress(discord.HTTPException):
                await found.get_partial_message(int(message)).delete()

    # --- reminders ----------------------------------------------------------------------------------------

    async def plan_reminder(self, game: str, one: Open, person: Person, number: int, now: float) -> bool:
        """Set the next reminder of a decision, unless the person wants none."""
        planned = reminder_of(game, one, person, number, now)
        for row in planned:
            await self.store.remind(row)
        return bool(planned)

    async def remind(self, row: ReminderRow, about: Reminder, now: float) -> bool:
        """Remind somebody of a decision that is still open. True if the next reminder is planned."""
        look = await public_look(self.table, row.game)
        one = next((o for o in look.open if o.seat == about.seat and o.asked == about.asked), None)
        seat = next((s for s in look.seats if s.seat == about.seat), None)
        if one is None or seat is None or look.game.status != "running" or seat.user != row.user:
            return False
        person = await read_person(self.store, row.user)
        if seat.kind != HUMAN or person.away > now or not person.every:
            return False
        number = about.number + 1
        text = await self.line(look, one, texts.REMINDER, number=number, most=person.times)
        if number >= person.times:
            text += f"\n{texts.LAST_REMINDER}"
        view = await self.call(look, text, mute=True)
        nonce = f"{row.game}:r{seat.place}.{about.asked}.{number}"
        called = mentions([row.user])
        said = person.where == "dm" and await once.send_privately(
            self.bot, row.user, nonce, view=view, allowed_mentions=called
        )
        channel = None if said else await places.find(self.bot, look.game.channel)
        if channel is not None:
            await once.send(channel, nonce, view=view, allowed_mentions=called)
        return await self.plan_reminder(row.game, one, person, number, now)

    async def replan(self, person: Person) -> None:
        """New settings hold for the decisions that are open now, too."""
        now = self.table.clock()
        for game, seat, _ in await self.store.waits_for(person.user):
            await self.store.forget_reminders(game, person.user, REMIND)
            row = next((one for one in await self.store.seats(game) if one.seat == seat), None)
            if row is not None and row.since is not None and row.kind == HUMAN:
                await self.plan_reminder(game, Open(seat, "", "", row.since, row.asked), person, 0, now)

    async def seats_follow(self, person: Person) -> None:
        """What a person has chosen for all games holds at their seats of now, too."""
        for row in await self.store.games("running", "paused", user=person.user):
            for seat in await self.store.seats(row.id):
                if seat.user == person.user:
                    settings = await wanted(self.store, person.user, read_settings(seat))
                    await self.in_spite_of(row.id, self.table.settings(row.id, seat.seat, settings))

    async def mute(self, game: str, user: str) -> bool:
        """No more reminders of the present decision. False if there is none."""
        waiting = [one for one in await self.store.waits_for(user) if one[0] == game]
        await self.store.forget_reminders(game, user, REMIND)
        return bool(waiting)

    # --- clocks -------------------------------------------------------------------------------------------

    async def set_clocks(self, look: Look, known: MessageRow | None) -> Clocks | None:
        """Let the clocks of those run whom the game waits for, and stop the others; None if it is played without.

        `known` is what was kept of them so far.
        """
        now = self.table.clock()
        _, start, more = PACES[plan_of(look.game).pace]
        if not start:
            return None
        clocks = read_clocks(known) or Clocks()
        seats = {seat.seat: seat for seat in look.seats}
        running = look.game.status == "running" and not look.view.over
        waiting = [one.seat for one in look.open if running and seats[one.seat].kind == HUMAN]
        owner = next((seat for seat, name in look.names.items() if name == look.view.active), "")
        clocks = clocks.follow(waiting, look.view.turn, owner, now, start, more)
        kept = MessageRow(look.game.id, CLOCK, "", "", look.game.rev, _encode(clocks))
        ends = sorted(clocks.ends().items(), key=lambda item: item[1])
        first = [
            ReminderRow(look.game.id, seats[seat].user, CLOCK, due, _encode(Reminder(seat)))
            for seat, due in ends[:1]
        ]
        await self.store.remember(kept, remind=first, instead_of=CLOCK)
        return clocks

    async def out_of_time(self, row: ReminderRow, about: Reminder, now: float) -> None:
        """A stand-in plays on; the person takes the seat back whenever they like."""
        clocks = read_clocks(await self.store.message(row.game, CLOCK))
        if clocks is None or clocks.ends().get(about.seat, now + 1) > now:
            return
        look = await public_look(self.table, row.game)
        if look.game.status != "running" or all(one.seat != about.seat for one in look.open):
            return
        await self.table.hand_over(row.game, about.seat, STANDIN, by="clock")
        await call_back(self.bot, look.game, texts.TIME_OUT, row.user)

    # --- away ---------------------------------------------------------------------------------------------

    async def go_away(self, user: str, until: float, stand_in: str) -> None:
        """Somebody is away: their games wait, follow standing orders, or are played by a stand-in."""
        await self.come_back(user)
        person = await read_person(self.store, user)
        await save_person(self.store, msgspec.structs.replace(person, away=until, stand_in=stand_in))
        games = await self.store.games("running", "paused", user=user)
        for row in games:
            for seat in await self.store.seats(row.id):
                if seat.user == user and seat.kind == HUMAN:
                    await self.in_spite_of(row.id, self.stand_in(row.id, seat, stand_in))
        if games:
            await self.store.remind(ReminderRow(games[0].id, user, AWAY, until))

    async def stand_in(self, game: str, seat: SeatRow, how: str) -> None:
        if how == "bot":
            await self.table.hand_over(game, seat.seat, STANDIN, by="away")
        elif how == "orders":
            row = await self.store.game(game)
            assert row is not None
            settings = read_settings(seat)
            declined = dict.fromkeys(kind_of(row).lobby.reactions(), "done")
            more = settings.more | {"before": settings.orders}
            answers = {k: v for k, v in settings.orders.items() if v != "ask"}
            new = msgspec.structs.replace(settings, orders=declined | answers, more=more)
            await self.table.settings(game, seat.seat, new)

    async def come_back(self, user: str) -> int:
        """Somebody is back: every seat a stand-in kept is theirs again. How many games that were."""
        person = await read_person(self.store, user)
        await save_person(self.store, msgspec.structs.replace(person, away=0.0))
        count = 0
        for row in await self.store.games("running", "paused", user=user):
            await self.store.forget_reminders(row.id, user, AWAY)
            for seat in await self.store.seats(row.id):
                if seat.user == user:
                    count += await self.in_spite_of(row.id, self.give_back(row.id, seat))
        return count

    async def in_spite_of(self, game: str, work: Coroutine[Any, Any, bool | None]) -> bool:
        """One of a person's games. One that is damaged does not keep them from the others."""
        try:
            return bool(await work)
        except (TableError, StoreError) as error:
            log.warning("a seat could not be handed over: %s", error, extra={"game": game})
            return False

    async def give_back(self, game: str, seat: SeatRow) -> bool:
        settings = read_settings(seat)
        if "before" in settings.more:
            before = dict(settings.more)
            orders = before.pop("before")
            new: SeatSettings = msgspec.structs.replace(settings, orders=orders, more=before)
            await self.table.settings(game, seat.seat, new)
        if seat.kind == HUMAN:
            return "before" in settings.more
        await self.table.hand_over(game, seat.seat, HUMAN, by=seat.user)
        return True

    # --- what is kept -------------------------------------------------------------------------------------

    async def notices(self, game: str) -> Notices:
        return read_notices(await self.store.message(game, NOTICES))

    async def save(self, game: str, notices: Notices, remind: Iterable[ReminderRow] = ()) -> None:
        """Keep what people were told, and with it the reminders that follow from it."""
        row = MessageRow(game, NOTICES, "", notices.message, 0, _encode(notices))
        await self.store.remember(row, remind=remind)


def read_notices(row: MessageRow | None) -> Notices:
    """What the people of a game were told, from what is stored."""
    return msgspec.json.decode(row.data, type=Notices) if row else Notices()


def read_clocks(row: MessageRow | None) -> Clocks | None:
    """The clocks of a game, from what is stored."""
    return msgspec.json.decode(row.data, type=Clocks) if row else None


def reminder_of(game: str, one: Open, person: Person, number: int, now: float) -> list[ReminderRow]:
    """The next reminder of a decision; none if the person wants none."""
    if not person.every or number >= person.times:
        return []
    data = _encode(Reminder(one.seat, one.asked, number))
    return [ReminderRow(game, person.user, REMIND, next_reminder(now, person), data)]


async def call_back(bot: Any, row: GameRow, template: str, user: str) -> None:
    """Tell somebody that another plays in their place, with a button that takes the seat back."""
    channel = await places.find(bot, row.channel)
    if channel is None:
        return
    view = Layout()
    with for_everybody():
        button = Buttons(row.id, row.rev).button("back", texts.I_AM_BACK, style="good")
        view.add_item(discord.ui.TextDisplay(template.format(mention=texts.mention(user))))
    view.add_item(discord.ui.ActionRow(button))
    nonce = f"{row.id}:c{row.rev}.{user[-5:]}"
    await once.send(channel, nonce, view=view, allowed_mentions=mentions([user]))
