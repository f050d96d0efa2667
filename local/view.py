"""What the page of one person shows: only what that person may see. The shapes are in docs/local-discord.md."""

from __future__ import annotations

from typing import Any

from local import permissions
from local.client import Client, Typed
from local.core import Core
from local.ledger import message_texts
from local.permissions import Allow, in_guild
from local.state import DM, EPHEMERAL, FORUM, TEXT, Channel, Message, User

Json = dict[str, Any]

_OPTION_KINDS = {
    3: "string",
    4: "integer",
    5: "boolean",
    6: "user",
    7: "channel",
    8: "role",
    9: "mentionable",
    10: "number",
    11: "attachment",
}


class View:
    def __init__(self, core: Core):
        self.core = core
        self.client = Client(core)

    def person(self, user: User) -> Json:
        guild = next(iter(self.core.world.guilds.values()))
        manages = bool(in_guild(guild, user.id) & Allow.MANAGE_GUILD)
        return {
            "id": user.id,
            "key": user.username,
            "name": user.name,
            "colour": user.colour,
            "manager": manages and not user.bot,
            "mentions": self.wanted(user),
        }

    def wanted(self, user: User) -> int:
        """How many unread messages call this person. Only the number is for others to know."""
        return sum(read.mentions for read in self.core.world.reads.get(user.id, {}).values())

    def roles(self) -> list[Json]:
        guild = next(iter(self.core.world.guilds.values()))
        return [
            {"id": role.id, "name": role.name, "colour": None}
            for role in guild.roles.values()
            if role.id != guild.id
        ]

    def bot(self) -> Json:
        return self.person(self.core.world.bot) | {"online": self.core.gateway.online}

    def people(self) -> list[Json]:
        return [self.person(user) for user in self.core.world.people]

    def guild(self) -> Json:
        guild = next(iter(self.core.world.guilds.values()))
        return {"id": guild.id, "name": guild.name}

    # channels

    def channels(self, user: User) -> list[Json]:
        """Channels in drawing order, each followed by its threads, newest first; direct messages at the end."""
        world = self.core.world
        tops = sorted(
            (one for one in world.channels.values() if not one.is_thread and one.type != DM),
            key=lambda one: (one.guild_id or "", one.position),
        )
        listed: list[Channel] = []
        for top in tops:
            threads = sorted(world.threads_of(top.id), key=_activity, reverse=True)
            listed += [top, *threads]
        listed += [one for one in world.channels.values() if one.type == DM]
        return [self.channel(user, one) for one in listed if permissions.may_see(world, one, user.id)]

    def channel(self, user: User, channel: Channel) -> Json:
        world = self.core.world
        forum = world.channels.get(channel.parent_id or "")
        applied = forum.tags if forum else []
        tags = (
            channel.tags
            if channel.type == FORUM
            else [one for one in applied if one.id in channel.applied_tags]
        )
        other = next((one for one in channel.recipients if one != user.id), None)
        partner = None
        if other is not None:
            partner = self.bot() if world.users[other].bot else self.person(world.users[other])
        return {
            "id": channel.id,
            "kind": self._kind(channel, forum),
            "name": channel.name if other is None else world.users[other].name,
            "topic": channel.topic,
            "parent": channel.parent_id,
            "archived": channel.archived,
            "locked": channel.locked,
            "joined": not channel.is_thread or user.id in channel.members,
            "can_send": permissions.may_send(world, channel, user.id),
            "last_message": channel.last_message_id,
            "last_at": channel.last_at,
            "message_count": channel.message_count,
            "tags": [{"id": tag.id, "name": tag.name, "emoji": tag.emoji} for tag in tags],
            "with": partner,
        }

    def _kind(self, channel: Channel, parent: Channel | None) -> str:
        if channel.is_thread:
            if parent is not None and parent.type == FORUM:
                return "post"
            return "private_thread" if channel.is_private_thread else "thread"
        return {TEXT: "text", FORUM: "forum", DM: "dm"}.get(channel.type, "category")

    def unread(self, user: User, channel_id: str) -> Json | None:
        read = self.core.world.reads.get(user.id, {}).get(channel_id)
        if read is None or not read.unread:
            return None
        return {"unread": read.unread, "mentions": read.mentions, "last_read": read.last_read}

    def all_unread(self, user: User) -> Json:
        found = {}
        for channel_id in self.core.world.reads.get(user.id, {}):
            channel = self.core.world.channels.get(channel_id)
            one = self.unread(user, channel_id)
            if one is not None and channel and permissions.may_see(self.core.world, channel, user.id):
                found[channel_id] = one
        return found

    # messages

    def message(self, user: User, message: Message) -> Json:
        world = self.core.world
        data = self.core.payloads.message(message)
        for shown, one in zip(data.get("reactions", ()), message.reactions, strict=True):
            shown["me"] = user.id in one.users
        used = None
        if message.used is not None and message.used.name and message.type in (20, 23):
            used = {
                "person": self.person(world.users[message.used.user_id]),
                "command": f"/{message.used.name}",
            }
        data["local"] = {
            "ephemeral": bool(message.flags & EPHEMERAL),
            "thinking": message.is_thinking,
            "mentions_me": message.author_id != user.id and self._mentions(user, message),
            "mine": message.author_id == user.id,
            "bot": world.users[message.author_id].bot,
            "reply": self._reply(user, message),
            "used": used,
            "thread": message.thread_id,
        }
        return data

    def _mentions(self, user: User, message: Message) -> bool:
        channel = self.core.world.channels[message.channel_id]
        return channel.guild_id is not None and self.core.audience.mentions(user, message)

    def _reply(self, user: User, message: Message) -> Json | None:
        if message.type != 19 or message.reference is None:
            return None
        other = self.core.world.message(message.reference["message_id"])
        if other is None or not self.core.audience.may_see_message(user.id, other):
            return None
        text = " ".join(message_texts(self.core.payloads.message(other)))
        author = self.core.world.users[other.author_id]
        return {"id": other.id, "author": self.person(author), "text": text[:200]}

    def messages(
        self, user: User, channel: Channel, *, before: str | None, around: str | None, limit: int
    ) -> Json:
        kept = [
            one
            for one in self.core.world.messages.get(channel.id, {}).values()
            if self.core.audience.may_see_message(user.id, one)
        ]
        kept.sort(key=lambda one: int(one.id))
        if around is not None:
            at = next((index for index, one in enumerate(kept) if int(one.id) >= int(around)), len(kept))
            kept = kept[: at + limit // 2 + 1]
        elif before is not None:
            kept = [one for one in kept if int(one.id) < int(before)]
        return {
            "messages": [self.message(user, one) for one in kept[-limit:]],
            "more": len(kept) > limit,
        }

    # commands

    def commands(self, user: User) -> list[Json]:
        """What may be typed, as in the first text channel; menus of messages and people too."""
        place = next(
            one
            for one in self.core.world.channels.values()
            if one.type == TEXT and permissions.may_see(self.core.world, one, user.id)
        )
        typed = [self._command(user, one) for one in self.client.commands(user.id, place)]
        menus = [
            {
                "id": one["id"],
                "path": _translated(one, "name", user.locale),
                "description": "",
                "kind": "user" if one["type"] == 2 else "message",
                "options": [],
            }
            for one in self.client.menus(user.id, place)
        ]
        return sorted(typed, key=lambda one: one["path"]) + menus

    def _command(self, user: User, typed: Typed) -> Json:
        node = typed.command
        for name in typed.path.split()[1:]:
            node = next(one for one in node["options"] if one["name"] == name)
        return {
            "id": typed.command["id"],
            "path": typed.path,
            "description": _translated(node, "description", user.locale),
            "kind": "slash",
            "options": [self._option(user, one) for one in typed.options],
        }

    def _option(self, user: User, option: Json) -> Json:
        return {
            "name": option["name"],
            "description": _translated(option, "description", user.locale),
            "kind": _OPTION_KINDS[option["type"]],
            "required": bool(option.get("required")),
            "autocomplete": bool(option.get("autocomplete")),
            "choices": [
                {"name": _translated(one, "name", user.locale), "value": one["value"]}
                for one in option.get("choices") or []
            ],
            "min": option.get("min_value"),
            "max": option.get("max_value"),
            "min_length": option.get("min_length"),
            "max_length": option.get("max_length"),
        }

    def state(self, user: User, seq: int) -> Json:
        return {
            "me": self.person(user),
            "people": self.people(),
            "bot": self.bot(),
            "guild": self.guild(),
            "roles": self.roles(),
            "channels": self.channels(user),
            "unread": self.all_unread(user),
            "commands": self.commands(user),
            "seq": seq,
        }


def _activity(channel: Channel) -> int:
    """Ids grow with time: the newest message tells how new a thread is."""
    return int(channel.last_message_id or channel.id)


def _translated(node: Json, name: str, locale: str) -> str:
    found = (node.get(f"{name}_localizations") or {}).get(locale)
    return str(found or node.get(name) or "")
