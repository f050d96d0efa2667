"""One place that answers when something goes wrong: in plain words, with a reference number for the rest."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Any

import aiohttp
import discord
from discord import app_commands, ui
from discord.utils import utcnow

from cogs import texts
from cogs.layout import Layout
from cogs.locales import tr
from engine.live import Broken, TableError
from engine.rules import Refused
from engine.store import Away, StoreError

log = logging.getLogger(__name__)

UNKNOWN_INTERACTION = 10062
PROMPT = LATE = 0.7
"""Seconds after which somebody who has no answer yet is told that it comes, and seconds after which a click that arrives is late.
Discord waits three."""


class Sorry(app_commands.AppCommandError):
    """Something that cannot be done, said kindly to the one who asked. Nothing has changed."""


async def say(interaction: discord.Interaction[Any], text: str, **more: Any) -> None:
    """A private answer in words, whether or not the interaction has been answered already."""
    text = texts.cut(tr(text), texts.MESSAGE)
    await settle(interaction)
    if is_thinking(interaction):
        await show(interaction, plain_layout(text))
    elif interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True, **more)
    else:
        await interaction.response.send_message(text, ephemeral=True, **more)


def plain_layout(text: str) -> ui.LayoutView:
    """A text as a message of components."""
    view = Layout()
    view.add_item(ui.TextDisplay(text))
    return view


def is_thinking(interaction: discord.Interaction[Any]) -> bool:
    """Was «thinking…» the answer so far?"""
    if "shown" in interaction.extras:
        return False
    return interaction.response.type is discord.InteractionResponseType.deferred_channel_message


async def promise(interaction: discord.Interaction[Any]) -> None:
    """See that it is acknowledged in time. Most answers are there sooner: they take one request to Discord instead of two.

    What arrives late is acknowledged at once: if Discord has given it up, nothing is done for it.
    """
    if interaction.response.is_done() or "promise" in interaction.extras:
        return
    if (utcnow() - interaction.created_at).total_seconds() > LATE:
        await acknowledge(interaction)
        return
    interaction.extras["promise"] = Promise(interaction)


class Promise:
    """An acknowledgement that comes by itself, unless the answer is quicker."""

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.interaction = interaction
        self.task: asyncio.Task[None] | None = None
        self.timer = asyncio.get_running_loop().call_later(PROMPT, self.keep)

    def keep(self) -> None:
        self.task = asyncio.create_task(_acknowledge(self.interaction), name="acknowledge")

    async def settle(self) -> None:
        """None comes after this: it is called off, or has arrived."""
        self.timer.cancel()
        if self.task is not None:
            await self.task


async def settle(interaction: discord.Interaction[Any]) -> None:
    """Before an answer: no acknowledgement may cross it."""
    promised: Promise | None = interaction.extras.pop("promise", None)
    if promised is not None:
        await promised.settle()


async def acknowledge(interaction: discord.Interaction[Any]) -> None:
    """Say within three seconds that it has arrived; the work comes after."""
    await settle(interaction)
    if not interaction.response.is_done():
        await _acknowledge(interaction)


async def _acknowledge(interaction: discord.Interaction[Any]) -> None:
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def show(
    interaction: discord.Interaction[Any], view: ui.LayoutView, files: list[discord.File] | None = None
) -> None:
    """Show a private message of components: in place of the one that was clicked in, or as a new one."""
    await settle(interaction)
    message = interaction.message
    own = message is not None and message.flags.ephemeral and message.flags.components_v2
    panels = getattr(interaction.client, "panels", None)
    if own and panels is not None:
        panels.leave(interaction)
    if interaction.response.is_done():
        if is_thinking(interaction) or own or interaction.extras.get("shown"):
            interaction.extras["shown"] = True
            await interaction.edit_original_response(view=view, attachments=files or [])
        else:
            await interaction.followup.send(view=view, files=files or [], ephemeral=True)
    elif own:
        interaction.extras["shown"] = True
        await interaction.response.edit_message(view=view, attachments=files or [])
    else:
        interaction.extras["shown"] = True
        await interaction.response.send_message(view=view, files=files or [], ephemeral=True)


def unwrap(error: BaseException) -> BaseException:
    """The error behind discord.py's wrapping."""
    while isinstance(error, (app_commands.CommandInvokeError, app_commands.TransformerError)):
        cause = getattr(error, "original", None) or error.__cause__
        if cause is None:
            return error
        error = cause
    return error


def sentence(error: BaseException) -> str | None:
    """What to tell the user, if the error is of a kind that people cause."""
    if isinstance(error, (Sorry, TableError)) and not isinstance(error, Broken):
        return str(error)
    if isinstance(error, Away):
        return tr(texts.AWAY)
    if isinstance(error, Refused):
        return texts.refused(error.refusal)
    if isinstance(error, app_commands.CommandOnCooldown):
        return texts.SLOW_DOWN.format(seconds=round(error.retry_after) or 1)
    if isinstance(error, app_commands.TransformerError):
        return texts.BAD_VALUE.format(value=texts.plain(str(error.value), 80))
    if isinstance(error, (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)):
        return tr(texts.OLD_COMMAND)
    if isinstance(error, app_commands.CheckFailure):
        return str(error) or tr(texts.NOT_ALLOWED)
    return None


async def answer(interaction: discord.Interaction[Any], error: BaseException) -> None:
    """Answer a failed interaction, always."""
    error = unwrap(error)
    metrics = getattr(interaction.client, "metrics", None)
    if isinstance(error, discord.NotFound) and error.code == UNKNOWN_INTERACTION:
        log.warning("an interaction died before it was answered")
        if metrics:
            metrics.count("interactions that died")
        return
    text = sentence(error)
    if isinstance(error, Away):
        log.warning("somebody has to wait: %s", error)
    if text is None:
        reference = secrets.token_hex(3)
        kind = "store" if isinstance(error, StoreError) else "error"
        log.error("%s %s", kind, reference, exc_info=error, extra={"reference": reference})
        if metrics:
            metrics.count("errors")
        text = texts.BROKEN.format(reference=reference)
    try:
        if interaction.type is discord.InteractionType.autocomplete:
            if not interaction.response.is_done():
                await interaction.response.autocomplete([])
            return
        await say(interaction, text)
    except (discord.HTTPException, aiohttp.ClientError, OSError, RuntimeError):  # the line itself is gone
        log.warning("an error could not be answered", exc_info=True)
