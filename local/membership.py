"""Who is in a thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local import limits, lines, permissions
from local.errors import Refused
from local.state import Channel, Message

if TYPE_CHECKING:
    from local.core import Core

ROLE_ADDS_BELOW = 100


def join(core: Core, thread: Channel, user_id: str) -> None:
    if user_id in thread.members:
        return
    if thread.archived:
        raise Refused(50083)
    if len(thread.members) >= limits.THREAD_MEMBERS:
        raise Refused(30033)
    thread.members[user_id] = core.clock.iso()
    _changed(core, thread, [user_id], [])


def add(core: Core, thread: Channel, user_id: str, *, by: str) -> None:
    """Somebody is added by somebody else: Discord writes a line about it, and that line calls them."""
    if user_id in thread.members:
        return
    join(core, thread, user_id)
    lines.write(core, thread, by, lines.ADDED, mentions=[user_id])


def leave(core: Core, thread: Channel, user_id: str) -> None:
    if user_id not in thread.members:
        return
    if thread.archived:
        raise Refused(50083)
    _changed(core, thread, [], [user_id])


def add_mentioned(core: Core, thread: Channel, message: Message) -> None:
    """To mention somebody in a thread is to add them to it, if they may see the channel it is in."""
    guild = core.world.guilds[thread.guild_id or ""]
    parent = core.world.channels[thread.parent_id or ""]
    mentioned = list(message.mentions)
    for role_id in message.mention_roles:
        holders = [one.user_id for one in guild.members.values() if role_id in one.roles]
        mentioned += holders if len(holders) < ROLE_ADDS_BELOW else []
    for user_id in mentioned:
        if permissions.may_see(core.world, parent, user_id):
            join(core, thread, user_id)


def _changed(core: Core, thread: Channel, added: list[str], removed: list[str]) -> None:
    data = {
        "id": thread.id,
        "guild_id": thread.guild_id,
        "member_count": len(thread.members) - len(removed),
        "added_members": [core.payloads.thread_member(thread, one) for one in added],
        "removed_member_ids": removed,
    }
    core.gateway.tell_channel("THREAD_MEMBERS_UPDATE", data, thread)
    for one in removed:
        del thread.members[one]
    core.audience.channel_changed(thread)
    core.changed()
