"""What happened: the log, a recap for whoever was away, a replay, the film, an export, a report."""

from __future__ import annotations

import asyncio
import os
import platform
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import discord
import msgspec
from discord import app_commands, ui
from discord.ext import commands

from cogs import errors, once, texts
from cogs.app import Glade
from cogs.board.message import TURN, story, touches
from cogs.board.panel import back_rows, layout
from cogs.board.speak import Chapter, chapters, file_of
from cogs.components import Buttons, Pressed, on
from cogs.errors import Sorry
from cogs.lobby import places
from cogs.locales import for_everybody
from cogs.looking.pictures import show_file, show_picture, with_picture
from cogs.looking.see import palette_of
from cogs.order import permits
from cogs.tables import (
    any_look,
    game_choices,
    game_here,
    kind_of,
    my_look,
    names_of,
    public_look,
    seats_of,
    user_id,
)
from cogs.waiting.persons import read_person, save_person
from engine import export
from engine.games import GAMES
from engine.house import REPORTS
from engine.live import TableError, read_event
from engine.rules import Event, Unwritable, View
from engine.sentences import capital
from engine.store import GameRow, MessageRow
from engine.table import Look
from render import PICTURES, Busy, Picture, fought, thin
from render.gif import TooLarge
from render.orders import FRAMES

Click = discord.Interaction[Glade]

PAGE = 2800
LINE = 300
RECAP_REST = 1500


async def seen_events(interaction: Click, look: Look) -> list[tuple[int, float, Event]]:
    """Everything this person may read: number, time, event."""
    rows = await interaction.client.store.events(look.game.id)
    events = [(row.n, row.at, read_event(row.data)) for row in rows]
    return [(n, at, event) for n, at, event in events if event.seen_by(look.view.seat)]


def worded(look: Look, events: Iterable[Event]) -> list[str]:
    return [f"- {texts.cut(line, LINE)}" for line in story(kind_of(look.game), look.view, events)]


# --- the log ----------------------------------------------------------------------------------------------


def by_turn(look: Look, events: Iterable[Event]) -> list[str]:
    """The log turn by turn: a heading for each, and below it what happened, without whose turn it is in every line."""
    words = kind_of(look.game).words
    lines: list[str] = []
    for chapter in chapters(list(enumerate(events)), 0, 0):
        turn = next((event for event in chapter.events if event.key == TURN), None)
        owner = str(turn.about.get("owner", "")) if turn else ""
        told = worded(look, (event for event in chapter.events if event is not turn))
        if owner:
            name = words.actor(look.view, owner)
            told = [
                f"- {capital(line[len(name) + 3 :])}" if line.startswith(f"- {name} ") else line
                for line in told
            ]
        lines += [heading_of(look, chapter, turn), *told] if told or turn else []
    return lines


def heading_of(look: Look, chapter: Chapter, turn: Event | None) -> str:
    """Which turn, in which round, and whose."""
    if turn is None:
        return (
            texts.LOG_SETUP.format()
            if not chapter.turn
            else texts.LOG_TURN.format(turn=chapter.turn, who="…")
        )
    number = turn.about.get("round", 0)
    template = texts.LOG_ROUND if number else texts.LOG_TURN
    who = kind_of(look.game).words.seat(look.view, str(turn.about.get("owner", "")))
    return template.format(turn=chapter.turn, round=number, who=who)


def pages_of(lines: list[str]) -> list[str]:
    """Lines in pages that fit into a message."""
    pages: list[str] = []
    page = ""
    for line in lines:
        if page and len(page) + len(line) + 1 > PAGE:
            pages.append(page)
            page = ""
        page += f"{line}\n"
    return [*pages, page] if page else pages


async def show_log(interaction: Click, game: str, page: int | None) -> None:
    """The log, its newest page first."""
    await errors.acknowledge(interaction)
    look = await any_look(interaction.client.table, game, user_id(interaction))
    pages = pages_of(by_turn(look, [event for _, _, event in await seen_events(interaction, look)]))
    if not pages:
        raise Sorry(texts.LOG_EMPTY)
    last = len(pages) - 1
    page = last if page is None else max(0, min(page, last))
    title = texts.LOG_TITLE.format(title=texts.plain(look.game.title))
    number = texts.PAGE.format(page=page + 1, pages=len(pages))
    buttons = Buttons(game, look.game.rev)
    row: ui.ActionRow[Any] = ui.ActionRow(
        buttons.button("log", texts.LOG_MORE, str(page - 1), disabled=page == 0),
        buttons.button("log", texts.LOG_LESS, str(page + 1), disabled=page == last),
    )
    text = ui.TextDisplay[Any](f"{title} · {number}\n{pages[page]}")
    await errors.show(interaction, layout([text], [*([row] if last else []), *back_rows(interaction, look)]))


@on("log")
async def on_log(interaction: Click, pressed: Pressed) -> None:
    """A page of the log; without a number, the newest."""
    await show_log(interaction, pressed.game, int(pressed.rest) if pressed.rest else None)


# --- since you were away ----------------------------------------------------------------------------------


async def last_decision(interaction: Click, look: Look) -> float:
    """When this person last decided something."""
    entries = await interaction.client.store.entries(look.game.id)
    return next((entry.at for entry in reversed(entries) if entry.seat == look.view.seat), 0.0)


async def show_recap(interaction: Click, row: GameRow) -> None:
    """What happened since one's last decision or recap: what touched me first, then the rest."""
    await errors.acknowledge(interaction)
    bot, me = interaction.client, user_id(interaction)
    look = await my_look(bot.table, row.id, me)
    person = await read_person(bot.store, me)
    since = max(await last_decision(interaction, look), float(person.seen.get(row.id, 0)), row.created)
    new = [(at, event) for _, at, event in await seen_events(interaction, look) if at > since]
    seen = person.seen | {row.id: int(bot.table.clock())}
    await save_person(bot.store, msgspec.structs.replace(person, seen=dict(list(seen.items())[-100:])))
    name = str(look.view.seat)
    mine = worded(look, (event for _, event in new if touches(event, name) and event.key != "turn"))
    rest = worded(look, (event for _, event in new if not touches(event, name)))
    if not mine and not rest:
        raise Sorry(texts.RECAP_NOTHING)
    parts = [texts.RECAP_TITLE.format(since=int(since))]
    if mine:
        parts += [texts.RECAP_MINE.format(), *texts.lines_within(mine, RECAP_REST)]
    if rest:
        parts += [texts.RECAP_REST.format(), *texts.lines_within(rest, RECAP_REST)]
    public = (await public_look(bot.table, row.id)).view
    before = await view_before(interaction, row.id, since)
    marked = PICTURES[public.game].changed(before, public) if before else ()
    picture = await bot.studio.board(
        public, palette=await palette_of(interaction), marked=marked, names=names_of(look)
    )
    share = Buttons(row.id, row.rev).button("share", texts.SHARE, f"{RECAP}.{int(since)}")
    rows = [ui.ActionRow(share), *back_rows(interaction, look)]
    await show_picture(interaction, "\n".join(parts), picture, rows)


async def view_before(interaction: Click, game: str, since: float) -> View | None:
    """The public board at the start of the turn that was played at a time."""
    store, table = interaction.client.store, interaction.client.table
    seq = max((e.seq for e in await store.events(game) if e.at <= since), default=0)
    turn = max((turn for turn, first in await store.turns(game) if first <= seq), default=None)
    try:
        return await table.look_back(game, turn) if turn is not None else None
    except TableError:
        return None


@on("recap")
async def on_recap(interaction: Click, pressed: Pressed) -> None:
    row = await interaction.client.store.game(pressed.game)
    if row is not None:
        await show_recap(interaction, row)


# --- replay -----------------------------------------------------------------------------------------------


def nearest(turns: list[int], wanted: int) -> int:
    """The turn that was meant, or the one next to it."""
    return min(turns, key=lambda turn: abs(turn - wanted))


async def told_turns(interaction: Click, game: str) -> dict[int, Chapter]:
    """What everybody may know of every turn so far."""
    bot = interaction.client
    public = (await public_look(bot.table, game)).view
    rows = await bot.store.events(game)
    told = [(row.n, event) for row in rows if not (event := read_event(row.data)).only]
    return {chapter.turn: chapter for chapter in chapters(told, 0, 0) if chapter.turn <= public.turn}


@on("fought")
async def on_fought(interaction: Click, pressed: Pressed) -> None:
    """The last battle of a turn, as a picture."""
    await errors.acknowledge(interaction)
    bot, turn = interaction.client, int(pressed.rest.split(".")[0])
    look = await any_look(bot.table, pressed.game, user_id(interaction))
    chapter = (await told_turns(interaction, pressed.game)).get(turn)
    fight = fought(look.view, chapter.events) if chapter else None
    if fight is None:
        raise Sorry(texts.NO_BATTLE)
    view = await bot.speaker.view_after(look, turn)
    picture = await bot.studio.battle(view, fight, palette=await palette_of(interaction))
    title = texts.BATTLE_TITLE.format(turn=turn)
    await show_picture(interaction, title, picture, back_rows(interaction, look))


async def last_fight(interaction: Click, look: Look) -> int | None:
    """The last turn in which there was a battle of which a picture can be had."""
    told = await told_turns(interaction, look.game.id)
    return next((turn for turn in sorted(told, reverse=True) if fought(look.view, told[turn].events)), None)


async def show_turn(interaction: Click, game: str, turn: int | None) -> None:
    """One turn: what happened and how it ended, with buttons to the others."""
    await errors.acknowledge(interaction)
    bot = interaction.client
    look = await any_look(bot.table, game, user_id(interaction))
    found = await told_turns(interaction, game)
    turns = sorted(found)
    turn = turns[-1] if turn is None else nearest(turns, turn)
    view = await bot.speaker.view_after(await public_look(bot.table, game), turn)
    start = await bot.speaker.start_of(game, turn)
    marked = PICTURES[view.game].changed(start, view) if start else ()
    picture = await bot.studio.board(
        view, palette=await palette_of(interaction), marked=marked, names=names_of(look)
    )
    title = texts.REPLAY_TITLE.format(title=texts.plain(look.game.title), turn=turn, last=turns[-1])
    lines = texts.lines_within(worded(look, found[turn].events), 2500)
    mine = [
        chapter.turn
        for chapter in found.values()
        if any(e.key == "turn" and e.about.get("owner") == look.view.seat for e in chapter.events)
    ]
    where = turns.index(turn)
    b = Buttons(game, look.game.rev)
    buttons = [
        b.button("replay", texts.REPLAY_FIRST, f"{turns[0]}.f", disabled=where == 0),
        b.button("replay", texts.REPLAY_BACK, f"{turns[max(0, where - 1)]}.b", disabled=where == 0),
        b.button(
            "replay",
            texts.REPLAY_NEXT,
            f"{turns[min(len(turns) - 1, where + 1)]}.n",
            disabled=turn == turns[-1],
        ),
        b.button("replay", texts.REPLAY_LAST, f"{turns[-1]}.l", disabled=turn == turns[-1]),
    ]
    if mine:
        earlier = [one for one in mine if one < turn] or mine
        buttons.append(b.button("replay", texts.REPLAY_MINE, f"{earlier[-1]}.m"))
    made = [ui.ActionRow(*buttons)]
    if fought(view, found[turn].events) is not None:
        made.append(ui.ActionRow(b.button("fought", texts.BATTLE, str(turn))))
    made += back_rows(interaction, look)
    await show_picture(interaction, "\n".join([title, *lines]), picture, made)


@on("replay")
async def on_replay(interaction: Click, pressed: Pressed) -> None:
    await show_turn(interaction, pressed.game, int(pressed.rest.split(".")[0]))


async def film_of(interaction: Click, row: GameRow) -> Picture:
    """The whole game as a moving picture, from what everybody may know."""
    if row.status not in ("finished", "archived"):
        raise Sorry(texts.FILM_LATER)
    bot = interaction.client
    turns = thin([turn for turn, _ in await bot.store.turns(row.id)], FRAMES - 1)
    views = [await bot.table.look_back(row.id, turn) for turn in turns]
    look = await public_look(bot.table, row.id)
    views.append(look.view)
    palette, names = await palette_of(interaction), names_of(look)
    most = int(interaction.filesize_limit * 0.95)
    try:
        return await bot.studio.film(views, palette=palette, names=names, most=most)
    except (Busy, TooLarge) as error:
        raise Sorry(texts.FILM_BUSY) from error


async def show_film(interaction: Click, row: GameRow) -> None:
    """The film, for whoever asks; a player may post it for everybody."""
    await errors.acknowledge(interaction)
    bot = interaction.client
    picture = await film_of(interaction, row)
    seats = await bot.store.seats(row.id)
    may_share = permits.may("share", permits.held_by(interaction, row, seats))
    share = Buttons(row.id, row.rev).button("share", texts.SHARE, FILM, style="main")
    title = texts.FILM_TITLE.format(title=texts.plain(row.title))
    await show_picture(interaction, title, picture, [ui.ActionRow(share)] if may_share else [])


@on("film")
async def on_film(interaction: Click, pressed: Pressed) -> None:
    row = await interaction.client.store.game(pressed.game)
    if row is None:
        raise Sorry(texts.OLD_BUTTON)
    await show_film(interaction, row)


# --- for everybody ----------------------------------------------------------------------------------------

FILM, RECAP = "film", "recap"
SHARED = "shared"


@on("share")
async def on_share(interaction: Click, pressed: Pressed) -> None:
    """A player posts the film, or what happened since a moment, where the game is played: what all may know, once."""
    await errors.acknowledge(interaction)
    bot = interaction.client
    row = await bot.store.game(pressed.game)
    if row is None:
        raise Sorry(texts.OLD_BUTTON)
    await permits.require("share", interaction, row, await bot.store.seats(row.id))
    what, _, since = pressed.rest.partition(".")
    kept = f"{SHARED}.{pressed.rest}"
    channel = await places.find(bot, row.channel)
    if channel is None or await bot.store.message(row.id, kept):
        raise Sorry(texts.SHARED_ALREADY)
    if what == FILM:
        picture = await film_of(interaction, row)
        view = with_picture(texts.FILM_TITLE.format(title=texts.plain(row.title)), picture)
        files = [file_of(picture)]
    else:
        view, files = (
            layout([ui.TextDisplay[Any](await told_since(interaction, row, float(since or 0)))], []),
            [],
        )
    with for_everybody():
        sent = await once.send(
            channel,
            f"{row.id}:{kept}"[:25],
            files=lambda: files,
            view=view,
            allowed_mentions=discord.AllowedMentions.none(),
        )
    await bot.store.remember(MessageRow(row.id, kept, row.channel, str(sent.id)))
    await errors.show(interaction, errors.plain_layout(str(texts.SHARED)))


async def told_since(interaction: Click, row: GameRow, since: float) -> str:
    """What everybody may know of what happened since a moment."""
    look = await public_look(interaction.client.table, row.id)
    new = [event for _, at, event in await seen_events(interaction, look) if at > since and not event.only]
    lines = texts.lines_within(by_turn(look, new), PAGE)
    return texts.SHARED_RECAP.format(title=texts.plain(row.title), since=int(since), lines="\n".join(lines))


# --- files ------------------------------------------------------------------------------------------------


REPORTED = "reports"
"""Who has reported something in the last day, and when."""
REPORTS_OF_ONE, REPORTS_A_DAY = 5, 100


async def show_record(interaction: Click, row: GameRow, notation: str) -> None:
    """A game in the notation of its players."""
    if GAMES[row.kind].notation_name != notation:
        raise Sorry(texts.EXPORT_NO_RECORD.format(notation=notation))
    try:
        record = await export.record(interaction.client.store, GAMES, row.id)
    except Unwritable as error:
        raise Sorry(str(error)) from error
    text = texts.EXPORT_RECORD if row.status == "finished" else texts.EXPORT_RECORD_PUBLIC
    filename = f"{row.kind}-{row.id}.{notation.lower()}.txt"
    await show_file(interaction, text.format(notation=notation), record.encode(), filename)


class Report(msgspec.Struct, frozen=True):
    """A report of something wrong. `rev` and `seq` say where in the log; the log itself is public part only."""

    number: str
    at: float
    by: str
    text: str
    game: str
    rev: int
    seq: int
    seat: str
    python: str
    library: str
    public: msgspec.Raw


def keep_report(folder: Path, report: Report) -> None:
    """Write a report where only the owner of the bot can read it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"report-{report.number}.json"
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(msgspec.json.encode(report))


class Story(commands.Cog):
    """What happened."""

    def __init__(self, bot: Glade) -> None:
        self.bot = bot
        self.reporting = asyncio.Lock()

    @app_commands.command(description="Everything that happened, the newest first.")
    @app_commands.describe(game="Which game, if not the one in this channel")
    @app_commands.autocomplete(game=game_choices)
    async def log(self, interaction: Click, game: str | None = None) -> None:
        row = await game_here(self.bot.table, interaction, game)
        await show_log(interaction, row.id, None)

    @app_commands.command(description="What happened since you last decided.")
    @app_commands.describe(game="Which game, if not the one in this channel")
    @app_commands.autocomplete(game=game_choices)
    async def recap(self, interaction: Click, game: str | None = None) -> None:
        await show_recap(interaction, await game_here(self.bot.table, interaction, game))

    @app_commands.command(description="Step through the game turn by turn; a film when it is over.")
    @app_commands.describe(
        turn="Begin at this turn",
        film="The whole game as a film",
        game="Which game, if not the one in this channel",
    )
    @app_commands.autocomplete(game=game_choices)
    async def replay(
        self,
        interaction: Click,
        turn: app_commands.Range[int, 0, 9999] | None = None,
        film: bool = False,
        game: str | None = None,
    ) -> None:
        row = await game_here(self.bot.table, interaction, game)
        if film:
            await show_film(interaction, row)
        else:
            await show_turn(interaction, row.id, turn)

    @app_commands.command(description="The game as a file; while it runs only what everybody may know.")
    @app_commands.describe(
        form="A file of ours, or the notation of its players",
        game="Which game, if not the one in this channel",
    )
    @app_commands.rename(form="format")
    @app_commands.choices(
        form=[
            app_commands.Choice(name=kind.notation_name, value=kind.notation_name)
            for kind in GAMES.values()
            if kind.notation_name
        ]
    )
    @app_commands.autocomplete(game=game_choices)
    async def export(self, interaction: Click, form: str | None = None, game: str | None = None) -> None:
        row = await game_here(self.bot.table, interaction, game)
        await errors.acknowledge(interaction)
        if form:
            await show_record(interaction, row, form)
            return
        data = await export.export(self.bot.store, row.id)
        whole = texts.EXPORT_STUDY if row.study and not row.pledge else texts.EXPORT_WHOLE
        text = whole if row.status == "finished" else texts.EXPORT_PUBLIC
        await show_file(interaction, text.format(), data, f"{row.kind}-{row.id}.json")

    @app_commands.command(description="Tell the makers that something is wrong.")
    @app_commands.describe(
        text="What happened, and what you expected", game="Which game, if not the one here"
    )
    @app_commands.autocomplete(game=game_choices)
    async def report(
        self, interaction: Click, text: app_commands.Range[str, 1, 1500], game: str | None = None
    ) -> None:
        row = await game_here(self.bot.table, interaction, game)
        await errors.acknowledge(interaction)
        await self.count_report(user_id(interaction))
        mine = seats_of(await self.bot.store.seats(row.id), user_id(interaction))
        report = Report(
            number=secrets.token_hex(4),
            at=self.bot.table.clock(),
            by=user_id(interaction),
            text=text,
            game=row.id,
            rev=row.rev,
            seq=row.seq,
            seat=mine[0].seat if mine else "",
            python=platform.python_version(),
            library=discord.__version__,
            public=msgspec.Raw(await export.export(self.bot.store, row.id)),
        )
        folder = self.bot.settings.folder / REPORTS
        await asyncio.to_thread(keep_report, folder, report)
        self.bot.metrics.count("reports")
        await errors.say(interaction, texts.REPORTED.format(number=report.number))

    async def count_report(self, user: str) -> None:
        """A few reports a day from one person, and not too many in all."""
        now = self.bot.table.clock()
        async with self.reporting:
            kept = await self.bot.store.meta(REPORTED)
            counted: list[tuple[str, float]] = msgspec.json.decode(kept) if kept else []
            today = [(who, at) for who, at in counted if now - at < 86400.0]
            own = [at for who, at in today if who == user]
            if len(own) >= REPORTS_OF_ONE or len(today) >= REPORTS_A_DAY:
                raise Sorry(texts.REPORTS_ENOUGH)
            today.append((user, now))
            await self.bot.store.set_meta(REPORTED, msgspec.json.encode(today).decode())


async def setup(bot: Glade) -> None:
    await bot.add_cog(Story(bot))
