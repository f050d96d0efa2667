"""Keeping order: pause, go on, replace, end, archive. The players vote; a server manager may pause and archive.

Every override is an event in the game's log, with the name of whoever did it. Nobody here sees a hand.
"""

from __future__ import annotations

import asyncio
import math
from collections import defaultdict
from typing import Any

import discord
import msgspec
from discord import app_commands, ui
from discord.ext import commands

from cogs import errors, texts
from cogs.board.panel import layout
from cogs.components import Buttons, Pressed, on
from cogs.errors import Sorry
from cogs.lobby import home
from cogs.locales import tr
from cogs.order import permits, votes
from cogs.order.votes import Vote
from cogs.tables import kind_of, my_look, people_of, public_look, seats_of, user_id
from cogs.waiting.persons import wanted
from cogs.waiting.watch import FORMER, call_back
from engine.game import Entry
from engine.live import TableError, read_settings
from engine.rules import Refused
from engine.seats import HUMAN, STANDIN, SeatSettings
from engine.store import GameRow, ReminderRow, SeatRow
from engine.table import Look

Click = discord.Interaction[Any]

_deciding: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
"""One vote of a game at a time; a limit in one place holds up no vote elsewhere."""


def sure(row: GameRow, question: str, kind: str, rest: str = "") -> ui.LayoutView:
    """Ask once more before something that cannot be taken back."""
    buttons = Buttons(row.id, row.rev)
    yes = buttons.button(kind, texts.CONFIRM, rest, style="bad")
    no = buttons.button("never", texts.CANCEL)
    return layout([ui.TextDisplay(tr(question))], [ui.ActionRow(yes, no)])


@on("never")
async def on_never(interaction: Click, pressed: Pressed) -> None:
    await errors.show(interaction, errors.plain_layout("👍"))


async def others_present(bot: Any, seats: tuple[SeatRow, ...], besides: str) -> tuple[str, ...]:
    """The people whose agreement counts, besides the one who asks."""
    return tuple(user for user in await votes.present(bot, seats) if user != besides)


async def begun(interaction: Click, row: GameRow) -> GameRow:
    if row.status == "lobby":
        raise Sorry(texts.NOT_STARTED)
    if row.status in ("finished", "archived"):
        raise Sorry(texts.GAME_OVER)
    return row


# --- pause and go on --------------------------------------------------------------------------------------


async def pause(interaction: Click, row: GameRow) -> None:
    await begun(interaction, row)
    if row.status == "paused":
        raise Sorry(texts.GAME_PAUSED)
    await propose_status(interaction, row, "pause")


async def resume(interaction: Click, row: GameRow) -> None:
    await begun(interaction, row)
    if row.status == "running":
        raise Sorry(texts.NOT_PAUSED)
    await propose_status(interaction, row, "resume")


async def propose_status(interaction: Click, row: GameRow, what: str) -> None:
    """A manager decides at once; players vote."""
    await errors.acknowledge(interaction)
    bot = interaction.client
    seats = await bot.store.seats(row.id)
    me = user_id(interaction)
    seated = bool(seats_of(seats, me))
    manager = permits.may("pause", permits.held_by(interaction, row, seats))
    if not seated and not manager:
        await permits.require("propose", interaction, row, seats)
    due = bot.table.clock() + votes.PATIENCE
    needed = await others_present(bot, seats, me)
    vote = Vote(what, me, str(texts.VOTES[what]), needed, due=due)
    if manager or not vote.needed:
        await carry_out(bot, row, vote, str(interaction.id))
        await errors.say(interaction, texts.DONE_PAUSED if what == "pause" else texts.DONE_RUNNING)
        return
    await votes.ask(interaction, row, vote)


# --- ending -----------------------------------------------------------------------------------------------


async def ask_abandon(interaction: Click, row: GameRow) -> None:
    """End a game: alone after a second question, otherwise by vote."""
    await begun(interaction, row)
    await permits.require("propose", interaction, row, await interaction.client.store.seats(row.id))
    await errors.show(interaction, sure(row, texts.SURE_ABANDON, "abandonsure"))


@on("abandonsure")
async def on_abandon(interaction: Click, pressed: Pressed) -> None:
    await errors.acknowledge(interaction)
    bot = interaction.client
    row = await begun(interaction, await game_row(bot, pressed.game))
    seats = await bot.store.seats(row.id)
    await permits.require("propose", interaction, row, seats)
    me = user_id(interaction)
    needed = await others_present(bot, seats, me)
    away = [user for user in await votes.announced(bot, seats) if user != me]
    needed = tuple(dict.fromkeys((*needed, *away)))
    slow = not needed and people_of(seats) != [me]
    due = bot.table.clock() + (votes.ABSENT if slow else votes.PATIENCE)
    vote = Vote("abandon", me, str(texts.VOTES["abandon"]), needed, due=due, slow=slow)
    if vote.needed or slow:
        await votes.ask(interaction, row, vote)
        return
    await carry_out(bot, row, vote, str(interaction.id))
    await errors.say(interaction, texts.DONE_ARCHIVED)


@on("archivesure")
async def on_archive(interaction: Click, pressed: Pressed) -> None:
    await errors.acknowledge(interaction)
    bot = interaction.client
    row = await game_row(bot, pressed.game)
    await permits.require("archive", interaction, row)
    if row.status == "lobby":
        raise Sorry(texts.NOT_STARTED)
    if row.status == "archived":
        raise Sorry(texts.GAME_OVER)
    await bot.table.set_status(row.id, "archived", by=user_id(interaction), interaction=str(interaction.id))
    await errors.say(interaction, texts.DONE_ARCHIVED)


async def game_row(bot: Any, game: str) -> GameRow:
    row: GameRow | None = await bot.store.game(game)
    if row is None:
        raise Sorry(texts.OLD_BUTTON)
    return row


# --- replacing and taking back ----------------------------------------------------------------------------


async def propose_replacement(interaction: Click, row: GameRow, seat: str, to: discord.User | None) -> None:
    """Somebody else, or a stand-in, for a person who stays away. The absent one may refuse, the others agree."""
    await begun(interaction, row)
    await errors.acknowledge(interaction)
    bot = interaction.client
    seats = await bot.store.seats(row.id)
    me = user_id(interaction)
    await permits.require("propose", interaction, row, seats)
    found = next((one for one in seats if one.seat == seat), None)
    if found is None or not found.user:
        raise Sorry(texts.ONLY_PEOPLE)
    if to is not None and to.bot:
        raise Sorry(texts.NO_BOT_USER)
    if to is not None and seats_of(seats, str(to.id)):
        raise Sorry(texts.ALREADY_AT_TABLE.format(who=to.mention))
    if found.user != me and not await votes.is_absent(bot, found):
        raise Sorry(texts.NOT_ABSENT.format(who=texts.mention(found.user)))
    look = await public_look(bot.table, row.id)
    name = kind_of(row).words.seat(look.view, look.names.get(seat, seat))
    taker = str(to.id) if to else ""
    text = votes.words(
        texts.VOTES["replace"],
        seat=name,
        whom=texts.mention(found.user),
        to=texts.mention(taker) if taker else "a stand-in",
    )
    needed = [user for user in await others_present(bot, seats, me) if user != found.user]
    slow = found.user != me and not needed
    if taker and taker != me:
        needed.append(taker)  # nobody is seated without wanting it
    due = bot.table.clock() + (votes.ABSENT if slow else votes.PATIENCE)
    vote = Vote("replace", me, text, tuple(needed), seat=seat, to=taker, due=due, slow=slow)
    if vote.needed or slow:
        await votes.ask(interaction, row, vote)
        return
    await carry_out(bot, row, vote, str(interaction.id))
    await errors.say(interaction, texts.VOTE_YES.format(what=text))


async def ask_resign(interaction: Click, row: GameRow, to: discord.User | None) -> None:
    """Leave a running game. Somebody else takes the seat if they want to and the others agree; a stand-in needs nobody."""
    await begun(interaction, row)
    seats = await interaction.client.store.seats(row.id)
    await permits.require("leave", interaction, row, seats)
    mine = seats_of(seats, user_id(interaction))[0]
    if to is not None:
        await propose_replacement(interaction, row, mine.seat, to)
        return
    await errors.show(interaction, sure(row, texts.SURE_RESIGN, "resignsure"))


@on("resignsure")
async def on_resign_sure(interaction: Click, pressed: Pressed) -> None:
    """A stand-in plays on. The seat stays theirs: whoever leaves may come back, nobody is kept from leaving."""
    await errors.acknowledge(interaction)
    bot, me = interaction.client, user_id(interaction)
    row = await game_row(bot, pressed.game)
    seats = await bot.store.seats(row.id)
    await permits.require("leave", interaction, row, seats)
    mine = seats_of(seats, me)[0]
    await bot.table.hand_over(row.id, mine.seat, STANDIN, by=me, interaction=str(interaction.id))
    await errors.show(interaction, errors.plain_layout(str(texts.RESIGNED)))


async def propose_undo(interaction: Click, look: Look, entry: Entry, turn: int) -> None:
    """Take back something after which others have learned or decided: those it touches are asked.

    If that is nobody but bots, the person is told what goes with it, and asked once more. Whoever the game waits for now is touched too: their turn would be taken from them. A seat that a stand-in plays
    has an owner, and it is the owner who is asked.
    """
    bot = interaction.client
    row, seat = look.game, str(look.seat)
    touched = [*await bot.table.consent_needed(row.id, seat, entry.seq), *(one.seat for one in look.open)]
    users = {one.seat: one.user for one in look.seats}
    me = user_id(interaction)
    needed = tuple(dict.fromkeys(users[s] for s in touched if users.get(s) and users[s] != me))
    name = kind_of(row).words.seat(look.view, look.view.seat or seat)
    text = votes.words(texts.VOTES["undo"], what=f"the last choice of {name}")
    vote = Vote("undo", me, text, needed, rev=row.rev, seat=seat, seq=entry.seq)
    if needed:
        await votes.ask(interaction, row, vote)
        return
    turns = look.view.turn - turn
    question = texts.SURE_UNDO_TURNS.format(turn=turn, turns=turns) if turns else str(texts.SURE_UNDO)
    await errors.show(interaction, sure(row, question, "undosure", str(entry.seq)))


@on("undosure")
async def on_undo_sure(interaction: Click, pressed: Pressed) -> None:
    """Take back what only bots have answered since; not if others have a say in it by now."""
    await errors.acknowledge(interaction)
    bot, me = interaction.client, user_id(interaction)
    look = await my_look(bot.table, pressed.game, me)
    found = await bot.table.last_choice(pressed.game, str(look.seat))
    if found is None or look.game.rev != pressed.rev or str(found[0].seq) != pressed.rest:
        raise Sorry(texts.MOVED_ON)
    owners = {one.seat: one.user for one in look.seats}
    touched = await bot.table.consent_needed(pressed.game, str(look.seat), found[0].seq)
    if any(owners.get(seat, "") not in ("", me) for seat in touched):
        raise Sorry(texts.MOVED_ON)
    seq, rev = found[0].seq, pressed.rev
    await bot.table.undo(
        pressed.game, str(look.seat), seq, consent=True, rev=rev, interaction=str(interaction.id)
    )
    await errors.show(interaction, errors.plain_layout(str(texts.TAKEN_BACK)))


# --- the votes --------------------------------------------------------------------------------------------


async def carry_out(bot: Any, row: GameRow, vote: Vote, interaction: str = "") -> None:
    """What was agreed happens."""
    table, game = bot.table, row.id
    if vote.what in ("pause", "resume"):
        status = "paused" if vote.what == "pause" else "running"
        if status == "running":
            await home.want(bot, row)
        await table.set_status(game, status, by=vote.by, interaction=interaction)
    elif vote.what == "abandon":
        await table.set_status(game, "archived", by=vote.by, interaction=interaction)
    elif vote.what == "undo":
        await table.undo(game, vote.seat, vote.seq, consent=True, rev=vote.rev, interaction=interaction)
    elif vote.what == "replace":
        await replace(bot, row, vote, interaction)


async def replace(bot: Any, row: GameRow, vote: Vote, interaction: str) -> None:
    """Somebody else plays on. Who was replaced is told, and may take the seat back as long as the game lasts."""
    before = next(seat for seat in await bot.store.seats(row.id) if seat.seat == vote.seat)
    if not vote.to:
        await bot.table.hand_over(row.id, vote.seat, STANDIN, by=vote.by, interaction=interaction)
    else:
        former = read_settings(before).more.get(FORMER) or before.user
        more = {FORMER: former} if before.user != vote.by else {}
        settings = await wanted(bot.store, vote.to, SeatSettings(more=more))
        await bot.table.hand_over(
            row.id, vote.seat, HUMAN, user=vote.to, by=vote.by, settings=settings, interaction=interaction
        )
    if before.user != vote.by:
        await call_back(bot, row, texts.REPLACED, before.user)


async def vote_of(interaction: Click, pressed: Pressed) -> tuple[GameRow, Vote]:
    """The vote a button belongs to, if this person's agreement counts in it."""
    bot = interaction.client
    row = await game_row(bot, pressed.game)
    vote = await votes.open_vote(bot, row, pressed.rest)
    message = interaction.message
    kept = await bot.store.message(row.id, votes.kind_of_vote(pressed.rest))
    if vote is None or kept is None or message is None or kept.message != str(message.id):
        raise Sorry(texts.VOTE_OVER)
    owners = people_of(await bot.store.seats(row.id))
    if user_id(interaction) not in (*vote.needed, vote.by, *owners):
        raise Sorry(texts.VOTE_NOT_YOURS)
    if vote.rev and vote.rev != row.rev:  # it was about a board that has moved on
        await votes.settle(bot, row, vote, votes.words(texts.VOTE_OLD, what=vote.text))
        raise Sorry(texts.VOTE_OVER)
    return row, vote


@on("agree")
async def on_agree(interaction: Click, pressed: Pressed) -> None:
    await errors.acknowledge(interaction)
    bot = interaction.client
    async with _deciding[pressed.game]:
        row, vote = await vote_of(interaction, pressed)
        agreed = tuple(dict.fromkeys((*vote.agreed, user_id(interaction))))
        vote = msgspec.structs.replace(vote, agreed=agreed)
        if vote.missing or (vote.slow and bot.table.clock() < vote.due):
            await votes.update(bot, row, vote)
        else:
            await pass_vote(bot, row, vote, str(interaction.id))
    await errors.say(interaction, texts.VOTED)


@on("refuse")
async def on_refuse(interaction: Click, pressed: Pressed) -> None:
    await errors.acknowledge(interaction)
    async with _deciding[pressed.game]:
        row, vote = await vote_of(interaction, pressed)
        verdict = votes.words(texts.VOTE_NO, what=vote.text, who=texts.mention(user_id(interaction)))
        await votes.settle(interaction.client, row, vote, verdict)
    await errors.say(interaction, texts.VOTED)


async def pass_vote(bot: Any, row: GameRow, vote: Vote, interaction: str = "") -> None:
    """Everybody has agreed who counts: it happens, if it still can."""
    verdict = votes.words(texts.VOTE_YES, what=vote.text)
    try:
        await carry_out(bot, row, vote, interaction)
    except (TableError, Refused):
        verdict = votes.words(texts.VOTE_OLD, what=vote.text)
    await votes.settle(bot, row, vote, verdict)


async def decide_late(bot: Any, reminder: ReminderRow) -> None:
    """A vote has waited long enough. Who has vanished does not count; the others must have agreed.

    To pause and to go on harms nobody: there silence agrees. So it does in a game that is paused: nobody can be seen to vanish.
    """
    row = await game_row(bot, reminder.game)
    async with _deciding[row.id]:
        vote = await votes.open_vote(bot, row, reminder.kind.partition(":")[2])
        if vote is None:
            return
        counted = {vote.to}
        if row.status == "running" and vote.what not in ("pause", "resume"):
            seats = await bot.store.seats(row.id)
            counted |= {*await votes.present(bot, seats), *await votes.announced(bot, seats)}
        if counted.isdisjoint(vote.missing):
            await pass_vote(bot, row, vote)
        else:
            await votes.settle(bot, row, vote, votes.words(texts.VOTE_LATE, what=vote.text))


# --- the owner --------------------------------------------------------------------------------------------


class Care(commands.Cog):
    """For the owner of the bot."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot

    @app_commands.command(description="For the owner of the bot: how it is doing.")
    async def health(self, interaction: Click) -> None:
        await permits.require("health", interaction, None)
        bot = self.bot
        census = await bot.store.census(bot.table.clock())
        text = texts.HEALTH.format(
            since=int(bot.metrics.started),
            servers=len(bot.guilds),
            delay=round(bot.latency * 1000) if math.isfinite(bot.latency) else 0,
            games=", ".join(f"{count} {status}" for status, count in census.games.items()) or "none",
            memory=bot.table.in_memory,
            unsaid=census.unsaid,
            drawn=bot.studio.drawn,
            shelf=round(bot.studio.held / 1e6, 1),
            lines="\n".join(f"-# {line}" for line in bot.metrics.lines()),
        )
        await errors.show(interaction, errors.plain_layout(texts.cut(text, 3900)))


async def setup(bot: Any) -> None:
    bot.watch.on_due[votes.VOTE] = decide_late
    await bot.add_cog(Care(bot))
