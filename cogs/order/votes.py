"""Questions to the table: pause, go on, take back, replace, end. Only seated people count, each once.

A vote is a message with two buttons; who has agreed is kept in the store, so it survives a restart.
"""

from __future__ import annotations

from typing import Any

import discord
import msgspec
from discord import ui

from cogs import errors, texts
from cogs.components import Buttons
from cogs.errors import Sorry
from cogs.lobby import places
from cogs.locales import for_everybody
from cogs.waiting.watch import mentions
from engine.store import GameRow, MessageRow

VOTE = "vote"


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

    @property
    def missing(self) -> list[str]:
        return [user for user in self.needed if user not in self.agreed]


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
    view = ui.LayoutView(timeout=None)
    if verdict:
        view.add_item(ui.TextDisplay(texts.cut(verdict, 3000)))
        return view
    text = texts.VOTE.format(
        by=texts.mention(vote.by),
        what=vote.text,
        needed=", ".join(texts.mention(user) for user in vote.needed),
        agreed=", ".join(texts.mention(user) for user in vote.agreed) or "–",
    )
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
    sent = await channel.send(view=vote_view(row, vote), allowed_mentions=mentions(vote.missing))
    await keep(bot, row, vote, str(channel.id), str(sent.id))
    await errors.say(interaction, texts.VOTE_ASKED)


async def keep(bot: Any, row: GameRow, vote: Vote, channel: str, message: str) -> None:
    data = msgspec.json.encode(vote)
    await bot.store.remember(MessageRow(row.id, kind_of_vote(vote.what), channel, message, row.rev, data))


async def settle(bot: Any, row: GameRow, vote: Vote, verdict: str) -> None:
    """The vote is over: say how, and forget it."""
    kept = await bot.store.message(row.id, kind_of_vote(vote.what))
    await bot.store.forget_message(row.id, kind_of_vote(vote.what))
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
