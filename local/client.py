"""What a person's Discord client does: it offers only what is allowed, checks what is typed, and tells the bot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from local import components as parts
from local import forms, interactions, limits, membership, places, posting
from local.errors import Refused
from local.forms import CannotDo
from local.interactions import Interaction
from local.permissions import EVERY_PERMISSION, Allow, in_channel, may_see, may_send
from local.state import DM, Channel, Message, Read

if TYPE_CHECKING:
    from local.core import Core

Json = dict[str, Any]

SLASH, USER_MENU, MESSAGE_MENU = 1, 2, 3
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(3, 12)


class Typed(msgspec.Struct):
    """One thing that can be typed: a command, or a sub-command with the way to it."""

    command: Json
    path: str
    description: str
    options: list[Json]


class Client:
    """The acts of any person; whose they are is the first argument."""

    def __init__(self, core: Core):
        self.core = core

    # what is offered

    def commands(self, user_id: str, channel: Channel) -> list[Typed]:
        """The slash commands somebody may use in a place, sub-commands one by one."""
        return [typed for one in self._allowed(user_id, channel, SLASH) for typed in _flatten(one)]

    def menus(self, user_id: str, channel: Channel) -> list[Json]:
        """The commands in the menus of messages and people."""
        return [
            *self._allowed(user_id, channel, USER_MENU),
            *self._allowed(user_id, channel, MESSAGE_MENU),
        ]

    def _allowed(self, user_id: str, channel: Channel, kind: int) -> list[Json]:
        world = self.core.world
        rights = in_channel(world, channel, user_id)
        if not rights & Allow.USE_APPLICATION_COMMANDS:
            return []
        guild = world.guilds.get(channel.guild_id or "")
        own = list(guild.commands.values()) if guild and guild.has_bot else []
        named = {(one["type"], one["name"]) for one in own}
        everywhere = [
            one for one in world.application.commands.values() if (one["type"], one["name"]) not in named
        ]
        context = 1 if channel.type == DM else 0
        install = 1 if guild is not None and not guild.has_bot else 0
        found = []
        for one in [*own, *everywhere]:
            contexts, installs = one.get("contexts"), one.get("integration_types") or [0]
            needed = one.get("default_member_permissions")
            if one["type"] != kind or (contexts is not None and context not in contexts):
                continue
            if context == 0 and install not in installs:
                continue
            if contexts is None and context == 1 and one.get("dm_permission") is False:
                continue
            if guild is not None and needed is not None:
                missing = int(needed) & ~rights if int(needed) else rights != EVERY_PERMISSION
                if missing:
                    continue
            found.append(one)
        return found

    def find_command(self, user_id: str, channel: Channel, path: str) -> Typed:
        wanted = " ".join(path.removeprefix("/").split())
        offered = self.commands(user_id, channel)
        for typed in offered:
            if wanted == typed.path:
                return typed
        near = ", ".join(sorted(f"/{typed.path}" for typed in offered)) or "none"
        raise CannotDo(f"There is no command /{wanted} here. There are: {near}.", field="command", status=404)

    # commands

    def slash(self, user_id: str, channel: Channel, path: str, given: Json) -> Interaction:
        self._must_see(user_id, channel)
        typed = self.find_command(user_id, channel, path)
        options, resolved = self._options(user_id, channel, typed, given)
        data = _command_data(typed, options, resolved)
        return self.core.interactions.start(
            interactions.COMMAND, user_id, channel, data, command_name=typed.path
        )

    def autocomplete(
        self, user_id: str, channel: Channel, path: str, option: str, text: str, given: Json
    ) -> Interaction:
        self._must_see(user_id, channel)
        typed = self.find_command(user_id, channel, path)
        asked = next((one for one in typed.options if one["name"] == option), None)
        if asked is None or not asked.get("autocomplete"):
            raise CannotDo(f"The option {option} of /{typed.path} has no autocomplete.", field=option)
        others = {name: value for name, value in given.items() if name != option}
        options, resolved = self._options(user_id, channel, typed, others, partial=True)
        options.append({"type": asked["type"], "name": option, "value": text, "focused": True})
        return self.core.interactions.start(
            interactions.AUTOCOMPLETE,
            user_id,
            channel,
            _command_data(typed, options, resolved),
            command_name=typed.path,
            option_type=asked["type"],
        )

    def menu(self, user_id: str, channel: Channel, name_or_id: str, target_id: str) -> Interaction:
        self._must_see(user_id, channel)
        command = next(
            (one for one in self.menus(user_id, channel) if name_or_id in (one["id"], one["name"])), None
        )
        if command is None:
            raise CannotDo(f"There is no menu command {name_or_id} here.", field="command", status=404)
        data: Json = {
            "id": command["id"],
            "name": command["name"],
            "type": command["type"],
            "target_id": target_id,
        }
        if command["type"] == MESSAGE_MENU:
            message = self.visible_message(user_id, target_id)
            data["resolved"] = {"messages": {target_id: self.core.payloads.message(message)}}
        else:
            resolved: Json = {}
            self._resolve_user(channel, target_id, resolved, "target")
            data["resolved"] = resolved
        return self.core.interactions.start(
            interactions.COMMAND, user_id, channel, data, command_name=command["name"]
        )

    def _options(
        self, user_id: str, channel: Channel, typed: Typed, given: Json, *, partial: bool = False
    ) -> tuple[list[Json], Json]:
        known = {one["name"]: one for one in typed.options}
        for name in given:
            if name not in known:
                there = ", ".join(known) or "none"
                raise CannotDo(f"/{typed.path} has no option {name}. There are: {there}.", field=name)
        if not partial:
            for one in typed.options:
                if one.get("required") and given.get(one["name"]) is None:
                    raise CannotDo(f"Option {one['name']} is required.", field=one["name"])
        resolved: Json = {}
        filled = []
        for name, value in given.items():
            if value is not None:
                fitted = self._fit(channel, known[name], value, resolved)
                filled.append({"type": known[name]["type"], "name": name, "value": fitted})
        return filled, resolved

    def _fit(self, channel: Channel, option: Json, value: Any, resolved: Json) -> Any:
        name, kind = option["name"], option["type"]
        if kind in (STRING, INTEGER, NUMBER):
            return forms.fit_plain(option, value)
        if kind == BOOLEAN:
            if not isinstance(value, bool):
                raise CannotDo(f"{name} is true or false.", field=name)
            return value
        if kind == ATTACHMENT:
            upload = forms.as_upload(value, name)
            try:
                self.core.check_files([upload], channel)
            except Refused as refused:
                raise CannotDo(f"{refused.words}.", field=name) from None
            file = posting.make_attachment(self.core, channel.id, upload, {}, True)
            resolved.setdefault("attachments", {})[file.id] = self.core.payloads.attachment(file)
            return file.id
        value = str(getattr(value, "id", value))
        self.resolve(channel, kind, value, resolved, name)
        return value

    def resolve(self, channel: Channel, kind: int, value: str, resolved: Json, name: str) -> None:
        """Put the person, role or channel that an id names into `resolved`."""
        guild = self.core.world.guilds.get(channel.guild_id or "")
        if kind in (ROLE, MENTIONABLE) and guild and value in guild.roles:
            resolved.setdefault("roles", {})[value] = self.core.payloads.role(guild.roles[value])
        elif kind == CHANNEL and value in self.core.world.channels:
            found = self.core.world.channels[value]
            told = self.core.payloads.channel(found) | {"permissions": "0"}
            resolved.setdefault("channels", {})[value] = told
        elif kind in (USER, MENTIONABLE):
            self._resolve_user(channel, value, resolved, name)
        else:
            raise CannotDo(f"{name}: there is no such thing here: {value}.", field=name)

    def _resolve_user(self, channel: Channel, user_id: str, resolved: Json, name: str) -> None:
        user = self.core.world.users.get(user_id)
        if user is None:
            raise CannotDo(f"{name}: there is nobody with the id {user_id}.", field=name)
        resolved.setdefault("users", {})[user_id] = self.core.payloads.user(user)
        guild = self.core.world.guilds.get(channel.guild_id or "")
        member = guild.members.get(user_id) if guild else None
        if guild and member:
            told = self.core.payloads.member(guild, member, with_user=False)
            told["permissions"] = str(in_channel(self.core.world, channel, user_id))
            resolved.setdefault("members", {})[user_id] = told

    # components

    def click(self, user_id: str, message: Message, custom_id: str) -> Interaction:
        found = self._component(user_id, message, custom_id)
        if found["type"] != parts.BUTTON:
            raise CannotDo("That is not a button.", field="custom_id")
        data = {"custom_id": custom_id, "component_type": found["type"], "id": found["id"]}
        return self._on_message(user_id, message, data)

    def select(self, user_id: str, message: Message, custom_id: str, values: list[str]) -> Interaction:
        found = self._component(user_id, message, custom_id)
        if found["type"] not in parts.SELECTS:
            raise CannotDo("That is not a menu.", field="custom_id")
        channel = self.core.world.channels[message.channel_id]
        data: Json = {"custom_id": custom_id, "component_type": found["type"], "id": found["id"]}
        resolved: Json = {}
        data["values"] = forms.chosen(self, channel, found, values, resolved)
        if found["type"] != parts.STRING_SELECT:
            data["resolved"] = resolved
        return self._on_message(user_id, message, data)

    def _component(self, user_id: str, message: Message, custom_id: str) -> Json:
        self.visible_message(user_id, message.id)
        found = parts.find(message.components, custom_id)
        if found is None:
            raise CannotDo("This message has no such button or menu.", field="custom_id", status=404)
        if found.get("disabled"):
            raise CannotDo("This button or menu is switched off.", field="custom_id")
        return found

    def _on_message(self, user_id: str, message: Message, data: Json) -> Interaction:
        channel = self.core.world.channels[message.channel_id]
        return self.core.interactions.start(interactions.COMPONENT, user_id, channel, data, message=message)

    def submit(self, user_id: str, modal_id: str, values: Json) -> Interaction:
        opened = self.core.interactions.modals.get(modal_id)
        if opened is None or opened.modal is None or opened.user_id != user_id:
            raise CannotDo("There is no such form.", field="modal", status=404)
        if self.core.clock.now() - opened.created > limits.TOKEN_LIFE:
            raise CannotDo("This form is too old.", field="modal")
        channel = self.core.channel(opened.channel_id)
        data = forms.fill(self, channel, opened.modal, values)
        del self.core.interactions.modals[modal_id]
        return self.core.interactions.start(
            interactions.MODAL_SUBMIT, user_id, channel, data, message=opened.message
        )

    # messages

    def visible_message(self, user_id: str, message_id: str) -> Message:
        message = self.core.world.message(message_id)
        if message is None or not self.core.audience.may_see_message(user_id, message):
            raise CannotDo("There is no such message.", field="message", status=404)
        return message

    def visible_channel(self, user_id: str, channel_id: str) -> Channel:
        channel = self.core.world.channels.get(channel_id)
        if channel is None or not may_see(self.core.world, channel, user_id):
            raise CannotDo("There is no such channel.", field="channel", status=404)
        return channel

    def _must_see(self, user_id: str, channel: Channel) -> None:
        self.visible_channel(user_id, channel.id)

    def say(self, user_id: str, channel: Channel, content: str, reply_to: str | None = None) -> Message:
        self._must_see(user_id, channel)
        if not may_send(self.core.world, channel, user_id):
            raise CannotDo("You cannot write here.", field="channel", status=403)
        body: Json = {"content": content}
        if reply_to is not None:
            body["message_reference"] = {"message_id": self.visible_message(user_id, reply_to).id}
        try:
            limits.check_message(body, files=[])
        except Refused as refused:
            raise CannotDo(refused.words, field="content") from None
        if channel.archived:
            places.archive(self.core, channel, False)
        message = posting.post(self.core, channel, user_id, body)
        if channel.is_thread and user_id not in channel.members:
            membership.join(self.core, channel, user_id)
        self.read(user_id, channel, message.id)
        return message

    def react(self, user_id: str, message: Message, emoji: str, on: bool) -> None:
        self.visible_message(user_id, message.id)
        channel = self.core.world.channels[message.channel_id]
        if on and not in_channel(self.core.world, channel, user_id) & Allow.ADD_REACTIONS:
            raise CannotDo("You cannot react here.", field="emoji", status=403)
        posting.react(self.core, message, user_id, emoji, on)

    def read(self, user_id: str, channel: Channel, up_to: str | None = None) -> None:
        """Mark a channel as read, wholly or up to a message."""
        kept = [
            one
            for one in self.core.world.messages.get(channel.id, {}).values()
            if self.core.audience.may_see_message(user_id, one)
        ]
        user = self.core.world.users[user_id]
        last = up_to or (kept[-1].id if kept else None)
        later = [one for one in kept if last and int(one.id) > int(last) and one.author_id != user_id]
        read = self.core.world.reads.setdefault(user_id, {}).setdefault(channel.id, Read())
        read.last_read, read.unread = last, len(later)
        read.mentions = sum(self.core.audience.mentions(user, one) for one in later)
        self.core.audience.read(user, channel)
        self.core.changed()

    def dismiss(self, user_id: str, message: Message) -> None:
        if message.only_for != user_id:
            raise CannotDo("Only a private answer can be dismissed.", field="message", status=403)
        posting.delete(self.core, [message])


def _flatten(command: Json) -> Iterator[Typed]:
    def walk(node: Json, path: str) -> Iterator[Typed]:
        nested = [one for one in node.get("options") or [] if one["type"] in (1, 2)]
        if nested:
            for one in nested:
                yield from walk(one, f"{path} {one['name']}")
        else:
            yield Typed(command, path, node.get("description") or "", node.get("options") or [])

    yield from walk(command, command["name"])


def _command_data(typed: Typed, options: list[Json], resolved: Json) -> Json:
    """Options lie inside the sub-command, and that inside its group."""
    for depth, name in reversed(list(enumerate(typed.path.split()[1:]))):
        group = depth == 0 and len(typed.path.split()) == 3
        options = [{"type": 2 if group else 1, "name": name, "options": options}]
    data: Json = {
        "id": typed.command["id"],
        "name": typed.command["name"],
        "type": SLASH,
        "options": options,
    }
    if typed.command.get("guild_id"):
        data["guild_id"] = typed.command["guild_id"]
    if resolved:
        data["resolved"] = resolved
    return data
