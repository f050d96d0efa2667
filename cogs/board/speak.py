"""What leaves the outbox: the board message after every change, one for each turn, told once.

A board is edited while its turn lasts and while it is young; then the next board is a new message and the former
one is frozen, after it: nobody waits for that. The turns of bots that came in between are told there, below the turn they
followed, each with its picture: two requests in all, however many bots play. A board that may have been sent before a
crash is looked for first and brought up to date; the same nonce guards it for the few minutes that Discord remembers.

A board is said only when it was shown. A place that is closed to the bot is tried again and again; when that lasts, the
players are told elsewhere. A place that was deleted is opened anew only if a player wants it.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
from collections import OrderedDict
from collections.abc import Container, Coroutine, Iterable, Mapping, Sequence
from typing import Any, cast

import discord
import msgspec
from discord import ui

from cogs import once, texts
from cogs.board.message import TURN, BoardMessage, Shown, deciding, missed, newest, to_mention
from cogs.layout import Layout
from cogs.lobby import home, places
from cogs.locales import for_everybody, tr
from cogs.tables import kind_of, mentions, names_of, people_of, plan_of, public_look
from cogs.waiting.clocks import Clocks
from cogs.waiting.watch import CLOCK, Watch
from engine.about import About
from engine.flow import Ask
from engine.live import TableError, read_event
from engine.rules import Event, View
from engine.seats import HUMAN
from engine.store import EventRow, MessageRow, OutboxRow
from engine.table import Look, Table
from render import PICTURES, Desk, Picture, board_file

log = logging.getLogger(__name__)

BOARD, FORMER = "board", "former"
"""The board message of a game, and the one before it until it is frozen."""
YOUNG = 45 * 60.0  # Discord limits edits of messages older than an hour
TURNS_TOLD = 8
TOO_MANY_EDITS = 30046
PATIENCE = 0.25
"""Seconds after which an edit that is not done is looked at again."""
MOMENT = 0.02
"""Seconds for which a private answer lets its board go first."""
HANDED_OVER = 0.002
"""Seconds that it takes to hand a board with its picture over to Discord."""
SHUT_FOR = 15 * 60.0
"""A place that is closed to the bot for so long is talked about elsewhere."""
RECENT = 30
"""So many messages are looked through for a board that may have been sent before."""
STARTS_KEPT = 256
LOOKED_BACK = 600  # events among which the last turn of a person is looked for
LESSON_ROUNDS = 2  # rounds in which a first game is taught with goals
ENDED, SET_UP = "end-of-the-turn", "end-of-the-setup"
"""What a board is called that shows how a turn ended."""


class Passed(Exception):
    """The turn that was to be shown is over."""


class BoardData(msgspec.Struct, frozen=True):
    """What is remembered of the board message."""

    turn: int
    sent: float
    after: int
    """Its story begins after this event."""
    last: int = 0
    """The last event it tells."""
    status: str = ""


class Presented(msgspec.Struct, frozen=True):
    """The board as it was shown: what is kept of it, the seats it called, and a former board that is to be frozen."""

    board: BoardData
    called: tuple[str, ...] = ()
    former: MessageRow | None = None


class Chapter(msgspec.Struct, frozen=True):
    """The events of one turn."""

    turn: int
    after: int
    events: tuple[Event, ...]
    last: int


_decode = msgspec.json.Decoder(BoardData).decode


def chapters(rows: Sequence[tuple[int, Event]], turn: int, after: int) -> list[Chapter]:
    """Events cut into turns. What comes before the first new turn belongs to `turn`."""
    found: list[Chapter] = []
    events: list[Event] = []
    last = after
    for number, event in rows:
        if event.key == TURN:
            next_turn = int(event.about.get("turn", turn))
            if events or next_turn != turn:  # otherwise the story begins with this very turn
                found.append(Chapter(turn, after, tuple(events), last))
            turn, after, events = next_turn, number - 1, []
        events.append(event)
        last = number
    found.append(Chapter(turn, after, tuple(events), last))
    return found


class Speaker:
    """Tells games to Discord."""

    def __init__(self, bot: Any, table: Table, studio: Desk, watch: Watch) -> None:
        self.bot = bot
        self.table = table
        self.store = table.store
        self.studio = studio
        self.watch = watch
        self._starts: OrderedDict[tuple[str, int, int], View] = OrderedDict()
        self._since: OrderedDict[tuple[str, int, int], tuple[str, ...]] = OrderedDict()
        self._began = table.clock()
        self.moment = MOMENT
        self._awaited: dict[str, asyncio.Event] = {}
        """Games whose next board private answers wait for."""
        self._unsure: set[str] = set()
        """Games whose board may have been sent already: by a bot before this one, or by an attempt that failed."""

    async def speak(self, game: str, rows: Sequence[OutboxRow]) -> None:
        """Say everything that is due for a game, in English, whoever caused it."""
        if rows[0].attempts or rows[0].created <= self._began:
            self._unsure.add(game)
        with for_everybody(), self.bot.metrics.timed("a board, with its picture"):
            try:
                await self.board(game)
            except (places.Shut, discord.HTTPException) as error:
                if places.is_shut(error):
                    await self.elsewhere(game, rows[0])
                raise
        self._unsure.discard(game)
        self.bot.metrics.count("boards told")

    async def elsewhere(self, game: str, row: OutboxRow) -> None:
        """The place of a game has been closed to the bot for some time: those who must decide are told, once."""
        if self.table.clock() - row.created < SHUT_FOR or await self.store.message(game, home.SHUT):
            return
        look = await public_look(self.table, game)
        await self.store.remember(MessageRow(game, home.SHUT, look.game.channel, ""))
        await home.tell_elsewhere(self.bot, look.game, deciding(look), texts.SHUT)

    # --- the board ----------------------------------------------------------------------------------------

    async def board(self, game: str) -> None:
        """Show a game as it is now, also if it goes on meanwhile."""
        while True:
            try:
                return await self.show(game)
            except Passed:
                log.debug("a turn ended while its board waited", extra={"game": game})

    async def show(self, game: str) -> None:
        """Show the present turn, then finish the one before it and tell those that nobody had to decide in."""
        look = await public_look(self.table, game)
        try:
            channel = await places.reach(self.bot, look.game.guild, look.game.channel)
        except places.Left:
            log.warning("a game is in a server that the bot has left", extra={"game": game})
            return
        if channel is None:
            channel = await home.without_place(self.bot, look)
            if channel is None:
                return
            look = await public_look(self.table, game)
        annals = await self.store.annals(game, lambda messages: begins(messages.get(BOARD)))
        known = annals.messages
        data = _decode(known[BOARD].data) if BOARD in known else None
        story = self.story(annals.events, look.view, data)
        if data is None and len(story) > 1 and not look.game.study:
            await self.tell_turns(channel, look, story[:-1])
        clocks = await self.watch.set_clocks(look, known.get(CLOCK))
        shown = await self.present(channel, known, data, look, story[-1], clocks)
        await self.watch.changed(look, shown.called)
        if shown.former is not None:
            await self.freeze(channel, look, shown.former, shown.board)
        await home.keep(self.bot, look, channel, known)
        if data is None or data.status != look.game.status:
            await places.retag(self.bot, look.game.channel, look.game.status, look.game.kind)

    async def tell_turns(self, channel: Any, look: Look, story: Sequence[Chapter]) -> None:
        """Tell turns that nobody had to decide in and that follow no board: one message."""
        message, pictures = await self.turns(look, story)
        if pictures:
            nonce = nonce_of(look, None, story[-1])
            await self.send(channel, None, nonce, message, pictures, discord.AllowedMentions.none())

    async def turns(
        self, look: Look, story: Sequence[Chapter], *, first: Chapter | None = None
    ) -> tuple[ui.LayoutView, list[Picture]]:
        """Turns that are over as one message, with the picture at the end of each. `first` is told whatever it holds."""
        told = [chapter for chapter in story if chapter.events][-TURNS_TOLD:]
        skipped = len([chapter for chapter in story if chapter.events]) - len(told)
        boards: list[BoardMessage] = []
        pictures: list[Picture] = []
        for chapter in [first, *told] if first else told:
            view = await self.view_after(look, chapter.turn)
            pictures.append(await self.picture(look, view, chapter, later=True))
            boards.append(BoardMessage(kind_of(look.game), await self.shown(look, view, chapter)))
        if not boards:
            return Layout(), []
        message = boards[0].build(frozen=True, skipped=skipped, then=boards[1:])
        for board, picture in zip(boards, pictures, strict=True):
            board.describe(picture.alt_text)
        return message, pictures

    def story(self, rows: Iterable[EventRow], view: View, data: BoardData | None) -> list[Chapter]:
        """What happened since the board message began, turn by turn; the last one is the present turn."""
        after = data.after if data else 0
        public = [(row.n, event) for row in rows if not (event := read_event(row.data)).only]
        found = chapters(public, data.turn if data else 0, after)
        if found[-1].turn == view.turn:
            return found
        # A turn was taken back: what is new belongs to the turn that is open again.
        told = data.last if data else 0
        old = [(n, e) for n, e in public if n <= told]
        new = [(n, e) for n, e in public if n > told]
        first = chapters(old, data.turn if data else 0, after)
        fresh = Chapter(view.turn, told, tuple(e for _, e in new), new[-1][0] if new else told)
        return [*first, fresh]

    async def present(
        self,
        channel: Any,
        known: Mapping[str, MessageRow],
        data: BoardData | None,
        look: Look,
        chapter: Chapter,
        clocks: Clocks | None,
    ) -> Presented:
        """Edit the message of this turn, or send the next one."""
        now = self.table.clock()
        before, left = known.get(BOARD), known.get(FORMER)
        message, picture = await self.drawn_and_told(look, chapter, clocks)
        same = data is not None and data.turn == chapter.turn and now - data.sent < YOUNG
        kept = BoardData(
            chapter.turn, data.sent if data else now, chapter.after, chapter.last, look.game.status
        )
        called = to_mention(look)
        await self.clear_strays(channel, look, {row.message for row in (before, left) if row}, message)
        if (
            same
            and before is not None
            and await self.in_time(look, self.edit(channel, before, message, [picture], called))
        ):
            await self.store.remember(row_of(look, before.channel, before.message, kept))
            return Presented(kept, former=left)
        if left is not None:  # when the bot died
            await self.freeze(channel, look, left, data)
        nonce = nonce_of(look, before, chapter)
        sent = await self.send(channel, before, nonce, message, [picture], called)
        fresh = msgspec.structs.replace(kept, sent=now)
        former = [msgspec.structs.replace(before, kind=FORMER)] if before else []
        await self.store.remember(row_of(look, str(channel.id), str(sent.id), fresh), *former)
        is_new_place = isinstance(channel, discord.Thread) and (
            before is None or before.channel != str(channel.id)
        )
        if is_new_place and people_of(look.seats):
            await self.gather(sent, message, look)
        return Presented(fresh, tuple(one.seat for one in look.open), former[0] if former else None)

    async def in_time(self, look: Look, edit: Coroutine[Any, Any, bool]) -> bool:
        """Edit the present board; if that must wait (Discord allows a few edits in a few seconds) and the turn ends
        meanwhile, it is given up: the next board comes first.
        """
        task = asyncio.create_task(edit)
        try:
            while not (await asyncio.wait({task}, timeout=PATIENCE))[0]:
                if (await public_look(self.table, look.game.id)).view.turn != look.view.turn:
                    raise Passed
            return task.result()
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def clear_strays(
        self, channel: Any, look: Look, kept: Container[str], message: ui.LayoutView
    ) -> None:
        """A board that was sent and not remembered when the bot died, and that is not the one to be shown now, goes.

        The message of the turn before it tells its turn. `kept` are the boards that are remembered.
        """
        if look.game.id not in self._unsure:
            return
        try:
            async for found in channel.history(limit=RECENT):
                if found.author != self.bot.user or not found.attachments or str(found.id) in kept:
                    continue
                view = ui.LayoutView.from_message(found, timeout=None)
                if has_buttons(view, look.game.id) and name_of(view) != name_of(message):
                    await found.delete()
        except discord.HTTPException:
            log.info("boards that were left could not be looked for", extra={"game": look.game.id})

    async def gather(self, sent: discord.Message, message: ui.LayoutView, look: Look) -> None:
        """Put a new thread into the lists of all players, without calling them.

        To add somebody writes a line and calls them; a mention adds them too, and one that comes with an edit calls nobody.
        After it the board mentions only those again who must decide.
        """
        try:
            for named in (mentions(people_of(look.seats)), to_mention(look)):
                await sent.edit(view=message, allowed_mentions=named)
        except discord.HTTPException:
            log.info("the players could not be added to their thread", extra={"game": look.game.id})

    async def freeze(self, channel: Any, look: Look, former: MessageRow, until: BoardData | None) -> None:
        """A former board that is not frozen yet shows how its turn ended and what bots did then, and loses its buttons.

        `until` is the present board.
        """
        rows = await self.store.events(look.game.id, begins(former))
        own, *later = self.story(rows, look.view, _decode(former.data))
        since = [
            one for one in later if until is None or (one.last <= until.after and one.turn != until.turn)
        ]
        message, pictures = await self.turns(look, since, first=own)
        try:
            done = await self.edit(channel, former, message, pictures, discord.AllowedMentions.none())
        except discord.HTTPException:
            done = False  # its buttons still answer kindly; the game goes on
        if not done:
            log.info("a former board could not be frozen", extra={"game": look.game.id})
            await self.tell_turns(channel, look, since)
        await self.store.forget_message(look.game.id, FORMER)

    async def view_after(self, look: Look, turn: int) -> View:
        """The board at the end of a turn: as the next one finds it, or now if there is none yet."""
        if look.view.turn <= turn:
            return look.view
        found = await self.start_of(look.game.id, turn + 1) or look.view
        start = await self.start_of(look.game.id, turn) if turn else None
        if start is None:
            return msgspec.structs.replace(found, turn=turn, active="", phase=SET_UP)
        return msgspec.structs.replace(found, turn=turn, active=start.active, phase=ENDED)

    async def drawn_and_told(
        self, look: Look, chapter: Chapter, clocks: Clocks | None
    ) -> tuple[ui.LayoutView, Picture]:
        """The present board. Its words are put together while the picture is drawn."""
        drawing = asyncio.create_task(self.picture(look, look.view, chapter))
        try:
            await asyncio.sleep(0)  # the picture is ordered first: it takes longer
            shown = await self.shown(look, look.view, chapter, clocks=clocks)
            board = BoardMessage(kind_of(look.game), shown)
            message = board.build()
            picture = await drawing
        finally:
            drawing.cancel()
            asyncio.get_running_loop().call_later(HANDED_OVER, self.let_answer, look.game.id)
        board.describe(picture.alt_text)
        return message, picture

    async def board_first(self, game: str) -> None:
        """Wait, and only for a moment, until the next board of a game is on its way: everybody waits for it."""
        if not self.moment:
            return
        waiting = self._awaited.setdefault(game, asyncio.Event())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.moment):
                await waiting.wait()
        if self._awaited.get(game) is waiting:
            del self._awaited[game]

    def let_answer(self, game: str) -> None:
        """The board of a game is on its way: private answers need not wait for it."""
        if waiting := self._awaited.pop(game, None):
            waiting.set()

    async def shown(self, look: Look, view: View, chapter: Chapter, *, clocks: Clocks | None = None) -> Shown:
        """The public look with its open questions and what happened."""
        present = view is look.view
        asks = await self.asks(look) if present else {}
        tip = self.tip(look, chapter) if present else ""
        ends = clocks.ends() if clocks else {}
        since = await self.since(look, chapter) if present else ()
        return Shown(look, view, asks, chapter.events, board_file(view), tip, ends, chapter.turn, since)

    async def since(self, look: Look, chapter: Chapter) -> tuple[str, ...]:
        """What happened between the last turn of the person who is on turn and this one, in words found once for all
        boards of the turn; nothing for others."""
        owner = look.view.active
        people = {
            look.names.get(seat.seat, seat.seat) for seat in look.seats if seat.kind == HUMAN and seat.user
        }
        if owner not in people or look.view.over:
            return ()
        key = (look.game.id, chapter.turn, chapter.after)
        if key not in self._since:
            rows = await self.store.events(look.game.id, max(0, chapter.after - LOOKED_BACK))
            public = [(row.n, event) for row in rows if not (event := read_event(row.data)).only]
            told: list[Event] = []
            for one in chapters([pair for pair in public if pair[0] <= chapter.after], 0, 0):
                begun = next((event for event in one.events if event.key == TURN), None)
                if begun is None or begun.about.get("owner") == owner:
                    told.clear()
                else:
                    told += [event for event in one.events if event is not begun]
            self._since[key] = missed(kind_of(look.game), look.view, told, owner)
            while len(self._since) > STARTS_KEPT:
                self._since.popitem(last=False)
        return self._since[key]

    async def picture(self, look: Look, view: View, chapter: Chapter, *, later: bool = False) -> Picture:
        """The board with what changed in a turn marked, and the last of it in words.

        The studio keeps it: asked for again, it costs nothing.
        """
        start = await self.start_of(look.game.id, chapter.turn)
        marked = PICTURES[view.game].changed(start, view) if start is not None else ()
        table = look.game.id if view is look.view else ""
        told = newest(kind_of(look.game), view, chapter.events)
        asked = {look.names.get(one.seat, one.seat) for one in look.open} if view is look.view else set()
        return await self.studio.board(
            view,
            table=table,
            palette=plan_of(look.game).palette,
            marked=marked,
            recent=told,
            names=names_of(look),
            asked=asked,
            later=later,
        )

    async def start_of(self, game: str, turn: int) -> View | None:
        """The public board at the start of a turn, kept while it is needed; None if it cannot be shown."""
        key = (game, turn, await self.table.began(game, turn))
        if key not in self._starts:
            try:
                view = await self.table.look_back(game, turn)
            except TableError:
                return None
            self._starts[key] = view
            while len(self._starts) > STARTS_KEPT:
                self._starts.popitem(last=False)
        return self._starts[key]

    def tip(self, look: Look, chapter: Chapter) -> str:
        """A goal or a hint for somebody's first game."""
        if not plan_of(look.game).guided or look.view.over or look.game.status != "running":
            return ""
        people = {seat.seat for seat in look.seats if seat.kind == HUMAN}
        active = {look.names.get(seat, seat) for seat in people}
        asked = next((one for one in look.open if one.seat in people), None)
        about = kind_of(look.game).about
        if asked and about.lessons:
            taught = lesson(about, look, look.names.get(asked.seat, asked.seat), asked.key, chapter.events)
            if taught is not None:
                return taught
        which = "other" if not asked else look.view.phase if look.view.active in active else "reaction"
        return tr(about.tips.get(which, ""))

    async def asks(self, look: Look) -> dict[str, Ask]:
        """The open questions by seat. Only their public part may be shown."""
        asks = await self.table.asks(look.game.id)
        return {one.seat: asks[one.seat] for one in look.open if one.seat in asks}

    # --- messages -----------------------------------------------------------------------------------------

    async def send(
        self,
        channel: Any,
        before: MessageRow | None,
        nonce: str,
        message: ui.LayoutView,
        pictures: Sequence[Picture],
        called: discord.AllowedMentions,
    ) -> discord.Message:
        """Send a board once. If it was sent before a crash, that one is edited."""
        sent: discord.Message | None = None
        if nonce.partition(":")[0] in self._unsure:
            sent = await self.sent_before(channel, before, message)
        if sent is None:
            sent = await once.send(
                channel,
                nonce,
                files=lambda: [file_of(picture) for picture in pictures],
                view=message,
                allowed_mentions=called,
            )
        if parts_of(ui.LayoutView.from_message(sent, timeout=None)) != parts_of(message):
            await sent.edit(
                view=message,
                attachments=[file_of(picture) for picture in pictures],
                allowed_mentions=discord.AllowedMentions.none(),
            )
        return sent

    async def sent_before(
        self, channel: Any, before: MessageRow | None, message: ui.LayoutView
    ) -> discord.Message | None:
        """The same board among the messages since the last one that is remembered."""
        after = discord.Object(int(before.message)) if before else None
        try:
            async for found in channel.history(limit=RECENT, after=after):
                mine = found.author == self.bot.user and found.attachments
                if mine and name_of(ui.LayoutView.from_message(found, timeout=None)) == name_of(message):
                    return cast(discord.Message, found)
        except discord.Forbidden:
            log.info("past messages may not be read; a nonce must do")
        return None

    async def edit(
        self,
        channel: Any,
        before: MessageRow,
        message: ui.LayoutView,
        pictures: Sequence[Picture],
        called: discord.AllowedMentions,
    ) -> bool:
        """Edit the board; False if it is gone or may not be edited any more. An edit calls nobody."""
        if str(channel.id) != before.channel:
            channel = await places.find(self.bot, before.channel)
            if channel is None:
                return False
        try:
            partial = channel.get_partial_message(int(before.message))
            files = [file_of(picture) for picture in pictures]
            await partial.edit(view=message, attachments=files, allowed_mentions=called)
        except (discord.NotFound, discord.Forbidden):
            return False
        except discord.HTTPException as error:
            if error.code == TOO_MANY_EDITS:
                return False
            raise
        return True


def lesson(about: About, look: Look, name: str, key: str, events: Sequence[Event]) -> str | None:
    """The goals of an open question in the first rounds: those reached, and the next; None if nothing is taught there."""
    plays = next((seat.plays for seat in look.view.seats if seat.seat == name), "")
    goals = about.lessons.get(plays, ())
    number = look.view.round
    if not goals:
        return None
    if number > LESSON_ROUNDS:
        return str(texts.LESSON_OVER) if number == LESSON_ROUNDS + 1 else ""
    here = [goal for goal in goals if goal.ask == key and goal.round == number]
    if not here:
        return None
    happened = {
        event.key for event in events if event.about.get("owner", event.about.get("attacker")) == name
    }
    reached = [goal for goal in here if goal.done and goal.done in happened]
    left = [goal for goal in here if goal not in reached]
    lines = [texts.LESSON_DONE.format(goal=tr(goal.text)) for goal in reached]
    lines.append(texts.LESSON_GOAL.format(goal=tr(left[0].text)) if left else texts.LESSON_FREE.format())
    lines.append(texts.LESSON_HOW.format(round=max(1, number), rounds=LESSON_ROUNDS))
    return "\n".join(lines)


def begins(board: MessageRow | None) -> int:
    """The event after which the story of a board begins."""
    return _decode(board.data).after if board else 0


def row_of(look: Look, channel: str, message: str, data: BoardData) -> MessageRow:
    """The board message as the store keeps it."""
    return MessageRow(look.game.id, BOARD, channel, message, look.game.rev, msgspec.json.encode(data))


def nonce_of(look: Look, before: MessageRow | None, chapter: Chapter) -> str:
    """The same for the same board until it is remembered, whatever happens in the meantime."""
    former = before.message[-5:] if before else ""
    return f"{look.game.id}:{chapter.turn}.{chapter.after}.{former}"[:25]


def name_of(view: ui.LayoutView) -> list[str]:
    """What names a board: its table, its turn, and whose turn it is."""
    lines = parts_of(view)[0].splitlines()
    return [lines[0], *(line.partition(" · ")[0] for line in lines[1:2])]


def has_buttons(view: ui.LayoutView, game: str) -> bool:
    """Can this game be played by what is below this message?"""
    ids = [getattr(item, "custom_id", None) or "" for item in view.walk_children()]
    return any(f":{game}:" in id for id in ids)


def parts_of(view: ui.LayoutView) -> list[str]:
    """What tells two boards apart: their texts and the ids of their buttons."""
    items = list(view.walk_children())
    texts_shown = [item.content for item in items if isinstance(item, ui.TextDisplay)]
    ids = [getattr(item, "custom_id", None) for item in items]
    return [*texts_shown, *(str(id) for id in ids if id)]


def file_of(picture: Picture) -> discord.File:
    """A picture as Discord takes it, with its alt text."""
    return discord.File(io.BytesIO(picture.data), picture.filename, description=picture.alt_text or None)
