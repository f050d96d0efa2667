"""Questions to the table: pause, go on, take back, replace, end. Only the people who play now count, each once.

A vote is a message with two buttons; who has agreed is kept in the store, so it survives a restart. Whoever has vanished
holds up no vote, but everybody who owns a seat may refuse. A vote calls somebody at most once an hour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from cogs import errors, texts
from cogs.components import Buttons
from cogs.errors import Sorry
from cogs.layout import Layout
from cogs.lobby import places
from cogs.locales import for_everybody
from cogs.tables import mentions, people_of
from cogs.waiting.persons import read_person
from engine.seats import HUMAN
from engine.store import GameRow, MessageRow, ReminderRow, SeatRow

VOTE = "vote"
CALLED = "called"
"""When votes called the people of a game."""
CALL_PAUSE = 3600.0
"""Seconds between two votes that call the same person."""
ABSENT = 24 * 3600.0
"""Whoever the game has waited for this long, and who did not say that they are away, counts as absent."""
PATIENCE = 3 * 24 * 3600.0
"""So long a vote waits for people who do not answer it."""


class Vote(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open question to the table. `what` is a key of `texts.VOTES`."""

    what: str
    by: str
    text: str
    needed: tuple[str, ...]
    agreed: tuple[str, ...] = ()
    rev: int = 0
    """For what depends on the present board: the revision it was asked at; 0 if it does not matter."""
    seat: str = ""
    seq: int = 0
    to: str = ""
    """Whoever takes a seat: a person's id, or empty for a stand-in."""
    due: float = 0.0
    """When it is decided without those who have not answered; 0: never."""
    slow: bool = False
    """Not decided before `due`: it concerns somebody who is not there, and who may refuse until then."""

    @property
    def missing(self) -> list[str]:
        return [user for user in self.needed if user not in self.agreed]


async def is_absent(bot: Any, seat: SeatRow) -> bool:
    """Has somebody vanished? An absence that was announced (`/away`) is none."""
    now: float = bot.table.clock()
    if seat.since is None or now - seat.since < ABSENT:
        return False
    return (await read_person(bot.store, seat.user)).away <= now


async def present(bot: Any, seats: Sequence[SeatRow]) -> list[str]:
    """The people who play now: not those whose seat a stand-in has, nor those who have vanished."""
    playing = [seat for seat in seats if seat.user and seat.kind == HUMAN]
    gone = {seat.user for seat in playing if await is_absent(bot, seat)}
    return [user for user in people_of(playing) if user not in gone]


async def announced(bot: Any, seats: Sequence[SeatRow]) -> list[str]:
    """The people who said that they are away: they come back, and may be asked then."""
    now = bot.table.clock()
    return [user for user in people_of(seats) if (await read_person(bot.store, user)).away > now]


@for_everybody()
def words(template: str, **fields: str) -> str:
    """What a vote says: everybody reads it."""
    return template.format(**fields)


def kind_of_vote(what: str) -> str:
    return f"{VOTE}:{what}"


async def open_vote(bot: Any, row: GameRow, what: str) -> Vote | None:
    kept = await bot.store.message(row.id, kind_of_vote(what))
    return msgspec.json.decode(kept.data, type=Vote) if kept else None


@for_everybody()
def vote_view(row: GameRow, vote: Vote, verdict: str = "") -> ui.LayoutView:
    """The vote as everybody sees it; without buttons once it is decided."""
    view = Layout()
    if verdict:
        view.add_item(ui.TextDisplay(texts.cut(verdict, 3000)))
        return view
    text = texts.VOTE.format(
        by=texts.mention(vote.by),
        what=vote.text,
        needed=", ".join(texts.mention(user) for user in vote.needed) or "–",
        agreed=", ".join(texts.mention(user) for user in vote.agreed) or "–",
    )
    if vote.slow:
        text += "\n" + texts.VOTE_SLOW.format(until=int(vote.due))
    view.add_item(ui.TextDisplay(texts.cut(text, 3000)))
    buttons = Buttons(row.id, row.rev)
    view.add_item(
        ui.ActionRow(
            buttons.button("agree", texts.AGREE, vote.what, style="good"),
            buttons.button("refuse", texts.REFUSE, vote.what, style="bad"),
        )
    )
    return view


async def ask(interaction: discord.Interaction[Any], row: GameRow, vote: Vote) -> None:
    """Put a question to the table; those who are needed are called."""
    bot = interaction.client
    old = await open_vote(bot, row, vote.what)
    if old is not None and (not old.rev or old.rev == vote.rev):
        raise Sorry(texts.VOTE_OPEN)
    if old is not None:
        await settle(bot, row, old, words(texts.VOTE_OLD, what=old.text))
    channel = await places.find(bot, row.channel)
    if channel is None:
        raise Sorry(texts.NO_GAME_HERE)
    asked = people_of(await bot.store.seats(row.id)) if vote.slow else []
    calls = await may_be_called(bot, row, [user for user in (*vote.missing, *asked) if user != vote.by])
    sent = await channel.send(view=vote_view(row, vote), allowed_mentions=mentions(calls))
    await keep(bot, row, vote, str(channel.id), str(sent.id))
    if vote.due:
        await bot.store.remind(ReminderRow(row.id, "", kind_of_vote(vote.what), vote.due))
    await errors.say(interaction, texts.VOTE_ASKED)


async def may_be_called(bot: Any, row: GameRow, users: Iterable[str]) -> list[str]:
    """Those whom no vote of this game has called for an hour; from now on they count as called."""
    now = bot.table.clock()
    kept = await bot.store.message(row.id, CALLED)
    called: dict[str, float] = msgspec.json.decode(kept.data) if kept else {}
    free = [user for user in dict.fromkeys(users) if now - called.get(user, 0.0) >= CALL_PAUSE]
    data = msgspec.json.encode(called | dict.fromkeys(free, now))
    await bot.store.remember(MessageRow(row.id, CALLED, "", "", row.rev, data))
    return free


async def keep(bot: Any, row: GameRow, vote: Vote, channel: str, message: str) -> None:
    data = msgspec.json.encode(vote)
    await bot.store.remember(MessageRow(row.id, kind_of_vote(vote.what), channel, message, row.rev, data))


async def settle(bot: Any, row: GameRow, vote: Vote, verdict: str) -> None:
    """The vote is over: say how, and forget it."""
    kept = await bot.store.message(row.id, kind_of_vote(vote.what))
    await bot.store.forget_message(row.id, kind_of_vote(vote.what))
    await bot.store.forget_reminders(row.id, "", kind_of_vote(vote.what))
    if kept is not None:
        await edit(bot, kept, vote_view(row, vote, verdict))


async def update(bot: Any, row: GameRow, vote: Vote) -> None:
    """One more has agreed."""
    kept = await bot.store.message(row.id, kind_of_vote(vote.what))
    if kept is not None:
        await keep(bot, row, vote, kept.channel, kept.message)
        await edit(bot, kept, vote_view(row, vote))


async def edit(bot: Any, kept: MessageRow, view: ui.LayoutView) -> None:
    channel = await places.find(bot, kept.channel)
    if channel is None:
        return
    try:
        message = channel.get_partial_message(int(kept.message))
        await message.edit(view=view, allowed_mentions=discord.AllowedMentions.none())
    except discord.HTTPException:
        return
