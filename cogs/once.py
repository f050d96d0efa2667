"""A message that is sent once, however often it is tried.

Discord keeps a nonce for a few minutes and for its author, in every channel: the same nonce gives the same message again.
If that message was deleted since, it answers «Unknown Message»; if it stands somewhere else, it is another message. In both
cases this one has to be sent under another name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord

UNKNOWN_MESSAGE = 10008
LONGEST = 25
OTHER_NAMES = ("", "~1", "~2", "~3")


async def send(
    channel: Any, nonce: str, *, files: Callable[[], list[discord.File]] = list, **message: Any
) -> discord.Message:
    """Send a message, or give the one that was sent before."""
    for last in OTHER_NAMES:
        try:
            name = nonce[: LONGEST - len(last)] + last
            sent: discord.Message = await channel.send(nonce=name, files=files(), **message)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE or last == OTHER_NAMES[-1]:
                raise
            continue
        if sent.channel.id == channel.id or last == OTHER_NAMES[-1]:
            break
    return sent


async def send_privately(bot: Any, user: str, nonce: str, **message: Any) -> bool:
    """Send a direct message; False to somebody who takes none, or whom Discord does not know."""
    try:
        person = await bot.fetch_user(int(user))
        await send(await person.create_dm(), nonce, **message)
    except (discord.Forbidden, discord.NotFound):
        return False
    return True
