"""What the local Discord knows: servers, people, channels, messages, commands. Plain data, saved as JSON."""

from __future__ import annotations

from typing import Any

import msgspec

TEXT, DM, CATEGORY, PUBLIC_THREAD, PRIVATE_THREAD, FORUM = 0, 1, 4, 11, 12, 15
EPHEMERAL, LOADING, HAS_THREAD, SILENT, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 5, 1 << 12, 1 << 15


class User(msgspec.Struct):
    id: str
    username: str
    name: str
    bot: bool = False
    locale: str = "en-US"
    colour: str = "#5865f2"
    takes_dms: bool = True


class Role(msgspec.Struct):
    id: str
    name: str
    permissions: int
    position: int = 0
    colour: int = 0
    hoist: bool = False
    mentionable: bool = False
    managed_by: str | None = None


class Member(msgspec.Struct):
    user_id: str
    joined_at: str
    roles: list[str] = []
    nick: str | None = None


class Overwrite(msgspec.Struct):
    id: str
    type: int
    allow: int = 0
    deny: int = 0


class Tag(msgspec.Struct):
    id: str
    name: str
    emoji: str | None = None
    moderated: bool = False


class Attachment(msgspec.Struct):
    id: str
    channel_id: str
    filename: str
    size: int
    content_type: str
    digest: str
    description: str | None = None
    width: int | None = None
    height: int | None = None
    ephemeral: bool = False
    spoiler: bool = False


class Reaction(msgspec.Struct):
    emoji: str
    users: list[str] = []


class Used(msgspec.Struct):
    """The interaction a message answers."""

    id: str
    type: int
    user_id: str
    name: str = ""
    original_id: str | None = None
    on_message: str | None = None
    user_installed: bool = False


class Message(msgspec.Struct):
    id: str
    channel_id: str
    author_id: str
    timestamp: str
    type: int = 0
    content: str = ""
    embeds: list[dict[str, Any]] = []
    components: list[dict[str, Any]] = []
    attachments: list[Attachment] = []
    flags: int = 0
    edited: str | None = None
    mentions: list[str] = []
    mention_roles: list[str] = []
    mention_everyone: bool = False
    pinned_at: str | None = None
    reactions: list[Reaction] = []
    reference: dict[str, Any] | None = None
    nonce: str | int | None = None
    used: Used | None = None
    only_for: str | None = None
    thread_id: str | None = None
    late_edits: list[float] = []
    webhook: bool = False

    @property
    def is_v2(self) -> bool:
        return bool(self.flags & COMPONENTS_V2)

    @property
    def is_thinking(self) -> bool:
        return bool(self.flags & LOADING)


class Channel(msgspec.Struct):
    id: str
    type: int
    name: str
    guild_id: str | None = None
    position: int = 0
    topic: str | None = None
    parent_id: str | None = None
    nsfw: bool = False
    slow_mode: int = 0
    flags: int = 0
    overwrites: dict[str, Overwrite] = {}
    tags: list[Tag] = []
    default_auto_archive: int | None = None
    recipients: list[str] = []
    # threads
    owner_id: str | None = None
    applied_tags: list[str] = []
    archived: bool = False
    archived_at: str | None = None
    locked: bool = False
    auto_archive: int = 1440
    invitable: bool = True
    created_at: str | None = None
    members: dict[str, str] = {}
    # messages
    last_message_id: str | None = None
    last_at: str | None = None
    last_pin_at: str | None = None
    message_count: int = 0
    total_messages: int = 0

    @property
    def is_thread(self) -> bool:
        return self.type in (PUBLIC_THREAD, PRIVATE_THREAD)

    @property
    def is_private_thread(self) -> bool:
        return self.type == PRIVATE_THREAD

    @property
    def holds_messages(self) -> bool:
        return self.type in (TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD)


class Guild(msgspec.Struct):
    id: str
    name: str
    owner_id: str
    roles: dict[str, Role] = {}
    members: dict[str, Member] = {}
    commands: dict[str, dict[str, Any]] = {}
    has_bot: bool = True
    boost_level: int = 0
    locale: str = "en-US"


class Application(msgspec.Struct):
    id: str
    name: str
    bot_id: str
    owner_id: str
    description: str = ""
    commands: dict[str, dict[str, Any]] = {}
    emojis: dict[str, dict[str, Any]] = {}


class Read(msgspec.Struct):
    """How far somebody has read a channel, and what waits there."""

    last_read: str | None = None
    unread: int = 0
    mentions: int = 0


class World(msgspec.Struct):
    application: Application
    users: dict[str, User] = {}
    guilds: dict[str, Guild] = {}
    channels: dict[str, Channel] = {}
    messages: dict[str, dict[str, Message]] = {}
    reads: dict[str, dict[str, Read]] = {}
    last_id: int = 0

    def person(self, key: str) -> User | None:
        """A human by id, by name or by key («alice»)."""
        wanted = key.lower()
        for user in self.users.values():
            if not user.bot and wanted in (user.id, user.username, user.name.lower()):
                return user
        return None

    @property
    def people(self) -> list[User]:
        return [user for user in self.users.values() if not user.bot]

    @property
    def bot(self) -> User:
        return self.users[self.application.bot_id]

    def message(self, message_id: str) -> Message | None:
        for kept in self.messages.values():
            if message_id in kept:
                return kept[message_id]
        return None

    def threads_of(self, channel_id: str) -> list[Channel]:
        return [one for one in self.channels.values() if one.is_thread and one.parent_id == channel_id]

    def tag_names(self, channel: Channel) -> list[str]:
        parent = self.channels.get(channel.parent_id or "")
        return [tag.name for tag in parent.tags if tag.id in channel.applied_tags] if parent else []
