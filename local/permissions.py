"""Discord's permissions: the bits, and who has which where."""

from __future__ import annotations

from local.state import Channel, Guild, World


class Allow:
    """The bits, as plain numbers."""

    KICK_MEMBERS = 1 << 1
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CHANGE_NICKNAME = 1 << 26
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51


EVERY_PERMISSION = (1 << 53) - 1

EVERYONE = (
    Allow.ADD_REACTIONS
    | Allow.VIEW_CHANNEL
    | Allow.SEND_MESSAGES
    | Allow.EMBED_LINKS
    | Allow.ATTACH_FILES
    | Allow.READ_MESSAGE_HISTORY
    | Allow.USE_EXTERNAL_EMOJIS
    | Allow.CHANGE_NICKNAME
    | Allow.USE_APPLICATION_COMMANDS
    | Allow.CREATE_PUBLIC_THREADS
    | Allow.CREATE_PRIVATE_THREADS
    | Allow.SEND_MESSAGES_IN_THREADS
)

# What the bot is invited with: README's link asks for this and nothing else.
INVITED = (
    Allow.VIEW_CHANNEL
    | Allow.SEND_MESSAGES
    | Allow.EMBED_LINKS
    | Allow.ATTACH_FILES
    | Allow.READ_MESSAGE_HISTORY
    | Allow.CREATE_PUBLIC_THREADS
    | Allow.SEND_MESSAGES_IN_THREADS
)

MANAGER = (
    Allow.MANAGE_GUILD
    | Allow.MANAGE_CHANNELS
    | Allow.MANAGE_ROLES
    | Allow.MANAGE_MESSAGES
    | Allow.MANAGE_THREADS
    | Allow.KICK_MEMBERS
    | Allow.MENTION_EVERYONE
)

DIRECT_MESSAGE = (
    Allow.ADD_REACTIONS
    | Allow.VIEW_CHANNEL
    | Allow.SEND_MESSAGES
    | Allow.EMBED_LINKS
    | Allow.ATTACH_FILES
    | Allow.READ_MESSAGE_HISTORY
    | Allow.USE_EXTERNAL_EMOJIS
    | Allow.USE_APPLICATION_COMMANDS
)


def in_guild(guild: Guild, user_id: str) -> int:
    """What a member may do in the server, before any channel has its say."""
    member = guild.members.get(user_id)
    if member is None:
        return 0
    if guild.owner_id == user_id:
        return EVERY_PERMISSION
    allowed = guild.roles[guild.id].permissions
    for role_id in member.roles:
        allowed |= guild.roles[role_id].permissions
    return EVERY_PERMISSION if allowed & Allow.ADMINISTRATOR else allowed


def in_channel(world: World, channel: Channel, user_id: str) -> int:
    """What somebody may do in a channel: roles, then the overwrites for everyone, for roles, for the member."""
    if channel.guild_id is None:
        return DIRECT_MESSAGE if user_id in channel.recipients else 0
    guild = world.guilds[channel.guild_id]
    allowed = in_guild(guild, user_id)
    if allowed == EVERY_PERMISSION or not allowed:
        return allowed
    place = world.channels[channel.parent_id] if channel.is_thread and channel.parent_id else channel
    member = guild.members[user_id]
    overwrites = place.overwrites
    if guild.id in overwrites:
        allowed = allowed & ~overwrites[guild.id].deny | overwrites[guild.id].allow
    role_deny = role_allow = 0
    for role_id in member.roles:
        if role_id in overwrites:
            role_deny |= overwrites[role_id].deny
            role_allow |= overwrites[role_id].allow
    allowed = allowed & ~role_deny | role_allow
    if user_id in overwrites:
        allowed = allowed & ~overwrites[user_id].deny | overwrites[user_id].allow
    if not allowed & Allow.VIEW_CHANNEL:
        return 0
    if not (allowed & (Allow.SEND_MESSAGES_IN_THREADS if channel.is_thread else Allow.SEND_MESSAGES)):
        allowed &= ~(Allow.MENTION_EVERYONE | Allow.EMBED_LINKS | Allow.ATTACH_FILES)
    return allowed


def may_see(world: World, channel: Channel, user_id: str) -> bool:
    """A private thread is seen by its members and by those who manage threads."""
    allowed = in_channel(world, channel, user_id)
    if not allowed & Allow.VIEW_CHANNEL:
        return False
    if channel.is_private_thread:
        return user_id in channel.members or bool(allowed & Allow.MANAGE_THREADS)
    return True


def may_send(world: World, channel: Channel, user_id: str) -> bool:
    if not channel.holds_messages or not may_see(world, channel, user_id):
        return False
    allowed = in_channel(world, channel, user_id)
    if channel.is_thread:
        if channel.locked and not allowed & Allow.MANAGE_THREADS:
            return False
        return bool(allowed & Allow.SEND_MESSAGES_IN_THREADS)
    return bool(allowed & Allow.SEND_MESSAGES)
