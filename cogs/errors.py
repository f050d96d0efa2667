"""One place that answers when something goes wrong: in plain words, with a reference number for the rest."""

from __future__ import annotations

import logging
import secrets
from typing import Any

import discord
from discord import app_commands

from cogs import texts
from engine.live import Broken, TableError
from engine.rules import Refused
from engine.store import StoreError

log = logging.getLogger(__name__)


class Sorry(app_commands.AppCommandError):
    """Something that cannot be done, said kindly to the one who asked. Nothing has changed."""


async def say(interaction: discord.Interaction[Any], text: str, **more: Any) -> None:
    """A private answer, whether or not the interaction has been answered already."""
    if interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True, **more)
    else:
        await interaction.response.send_message(text, ephemeral=True, **more)


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
    if isinstance(error, Refused):
        return texts.refused(error.refusal)
    if isinstance(error, app_commands.CommandOnCooldown):
        return texts.SLOW_DOWN.format(seconds=round(error.retry_after) or 1)
    if isinstance(error, app_commands.CheckFailure):
        return str(error) or texts.NOT_ALLOWED
    return None


async def answer(interaction: discord.Interaction[Any], error: BaseException) -> None:
    """Answer a failed interaction, always."""
    error = unwrap(error)
    text = sentence(error)
    if text is None:
        reference = secrets.token_hex(3)
        kind = "store" if isinstance(error, StoreError) else "error"
        log.error("%s %s", kind, reference, exc_info=error, extra={"reference": reference})
        text = texts.BROKEN.format(reference=reference)
    try:
        if interaction.type is discord.InteractionType.autocomplete:
            if not interaction.response.is_done():
                await interaction.response.autocomplete([])
            return
        await say(interaction, text)
    except discord.HTTPException:
        log.warning("an error could not be answered", exc_info=True)
