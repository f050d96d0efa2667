"""Who sees what: every change is told to the bot, to the ledgers, and to the open pages of those who may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from local import permissions
from local.ledger import Ledger, Seen
from local.state import Channel, Message, Read, User

if TYPE_CHECKING:
    from local.core import Core
    from local.streams import Streams

Json = dict[str, Any]


class Audience:
    def __init__(self, core: Core):
        self.core = core
        self.ledgers: dict[str, Ledger] = {}
        self.streams: Streams | None = None
        self._known_channels: dict[str, set[str]] = {}
        self._known_messages: dict[str, set[str]] = {}

    def ledger(self, user_id: str) -> Ledger:
        if user_id not in self.ledgers:
            self.ledgers[user_id] = Ledger(self.core.world.users[user_id].name)
        return self.ledgers[user_id]

    def may_see_message(self, user_id: str, message: Message) -> bool:
        if message.only_for is not None:
            return message.only_for == user_id
        channel = self.core.world.channels.get(message.channel_id)
        return channel is not None and permissions.may_see(self.core.world, channel, user_id)

    def of_message(self, message: Message) -> list[User]:
        return [user for user in self.core.world.people if self.may_see_message(user.id, message)]

    def of_channel(self, channel: Channel) -> list[User]:
        world = self.core.world
        return [user for user in world.people if permissions.may_see(world, channel, user.id)]

    # what happened

    def posted(self, message: Message) -> None:
        data = self._data(message)
        for user in self.of_message(message):
            self._see(user, "message", message, data)
            self._page(user, "message", message=message)
            if message.author_id != user.id and message.only_for is None:
                self._count_unread(user, message)
        self._tell_bot("MESSAGE_CREATE", message)

    def edited(self, message: Message) -> None:
        self._changed(message)
        self._tell_bot("MESSAGE_UPDATE", message)

    def reacted(self, message: Message) -> None:
        """The bot has been told by an event of its own."""
        self._changed(message)

    def _changed(self, message: Message) -> None:
        data = self._data(message)
        for user in self.of_message(message):
            self._see(user, "edit", message, data)
            self._page(user, "edit", message=message)

    def deleted(self, messages: list[Message]) -> None:
        channel = self.core.world.channels[messages[0].channel_id]
        for user in self.core.world.people:
            gone = [one.id for one in messages if self.may_see_message(user.id, one)]
            if gone:
                self._note(user, "delete", channel.id, {"messages": gone})
                self._page(user, "delete", data={"channel": channel.id, "messages": gone})
        public = [one.id for one in messages if one.only_for is None]
        if not public:
            return
        where = {"channel_id": channel.id} | ({"guild_id": channel.guild_id} if channel.guild_id else {})
        if len(public) == 1:
            self.core.gateway.tell_channel("MESSAGE_DELETE", {"id": public[0], **where}, channel)
        else:
            self.core.gateway.tell_channel("MESSAGE_DELETE_BULK", {"ids": public, **where}, channel)

    def channel_changed(self, channel: Channel) -> None:
        """A channel is new, renamed, opened or closed: people may see more or less than before."""
        data = self.core.payloads.channel(channel)
        seen_by = {user.id for user in self.of_channel(channel)}
        for user in self.core.world.people:
            known = self._known_channels.setdefault(user.id, set())
            if user.id in seen_by:
                known.add(channel.id)
                self._note(user, "channel", channel.id, data)
                self._reveal(user, channel)
                self._page(user, "channel", channel=channel)
            elif channel.id in known:
                known.discard(channel.id)
                self._page(user, "channel_gone", data={"channel": channel.id})

    def channel_deleted(self, channel: Channel) -> None:
        for user in self.core.world.people:
            known = self._known_channels.setdefault(user.id, set())
            if channel.id in known:
                known.discard(channel.id)
                self._page(user, "channel_gone", data={"channel": channel.id})

    def rights_changed(self, guild_id: str) -> None:
        """Roles or overwrites changed: look again at every channel of the server."""
        for channel in list(self.core.world.channels.values()):
            if channel.guild_id == guild_id:
                before = {
                    user.id
                    for user in self.core.world.people
                    if channel.id in self._known_channels.get(user.id, ())
                }
                if before != {user.id for user in self.of_channel(channel)}:
                    self.channel_changed(channel)

    def typing(self, channel: Channel, typist: User) -> None:
        for user in self.of_channel(channel):
            if user.id != typist.id:
                self._note(user, "typing", channel.id, {"user_id": typist.id})
                self._page(user, "typing", data={"channel": channel.id, "person": typist.id})

    def read(self, user: User, channel: Channel) -> None:
        self._page(user, "unread", data={"channel": channel.id})

    def answered_privately(self, user_id: str, kind: str, channel_id: str, data: Json) -> None:
        """Choices of an autocomplete, or a modal: only the one who asked sees them."""
        self._note(self.core.world.users[user_id], kind, channel_id, data)

    def interaction_failed(self, user_id: str, channel_id: str, data: Json) -> None:
        self._note(self.core.world.users[user_id], "failed", channel_id, data)
        self._page(self.core.world.users[user_id], "failed", data=data)

    def everyone(self, event: str, data: Json | None = None) -> None:
        for user in self.core.world.people:
            self._page(user, event, data=data)

    def meet(self) -> None:
        """At the start: what people already know is not news, but it is in their ledger."""
        for channel in self.core.world.channels.values():
            for user in self.of_channel(channel):
                self._known_channels.setdefault(user.id, set()).add(channel.id)
                self._note(user, "channel", channel.id, self.core.payloads.channel(channel))
                self._reveal(user, channel)

    # how it is told

    def _data(self, message: Message) -> Json:
        data = self.core.payloads.message(message)
        for payload, file in zip(data["attachments"], message.attachments, strict=True):
            payload["local_digest"] = file.digest
        return data

    def _see(self, user: User, kind: str, message: Message, data: Json) -> None:
        self._known_messages.setdefault(user.id, set()).add(message.id)
        self._note(user, kind, message.channel_id, data)

    def _note(self, user: User, kind: str, channel_id: str, data: Json) -> None:
        self.ledger(user.id).note(Seen(kind, self.core.clock.now(), channel_id, data))

    def _reveal(self, user: User, channel: Channel) -> None:
        """Somebody who now sees a channel can scroll up: its history enters the ledger."""
        known = self._known_messages.setdefault(user.id, set())
        for message in self.core.world.messages.get(channel.id, {}).values():
            if message.id not in known and self.may_see_message(user.id, message):
                self._see(user, "message", message, self._data(message))

    def _count_unread(self, user: User, message: Message) -> None:
        read = self.core.world.reads.setdefault(user.id, {}).setdefault(message.channel_id, Read())
        read.unread += 1
        if self.mentions(user, message):
            read.mentions += 1
        self._page(user, "unread", data={"channel": message.channel_id})

    def mentions(self, user: User, message: Message) -> bool:
        channel = self.core.world.channels[message.channel_id]
        if channel.guild_id is None:
            return True
        member = self.core.world.guilds[channel.guild_id].members.get(user.id)
        roles = set(member.roles) if member else set()
        return (
            message.mention_everyone
            or user.id in message.mentions
            or not roles.isdisjoint(message.mention_roles)
        )

    def _page(
        self,
        user: User,
        event: str,
        *,
        data: Json | None = None,
        message: Message | None = None,
        channel: Channel | None = None,
    ) -> None:
        if self.streams is not None:
            self.streams.send(user, event, data=data, message=message, channel=channel)

    def _tell_bot(self, event: str, message: Message) -> None:
        if message.only_for is None:
            channel = self.core.world.channels[message.channel_id]
            self.core.gateway.tell_message(event, message, channel)
