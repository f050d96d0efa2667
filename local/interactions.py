"""Interactions: what a person starts, and what the bot may answer, when, and how often."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any

from local import components, limits, posting
from local.clock import Timer
from local.errors import Fault, Refused
from local.limits import Upload
from local.permissions import in_channel
from local.state import DM, EPHEMERAL, Channel, Message, Used

if TYPE_CHECKING:
    from local.core import Core

Json = dict[str, Any]

PING, COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 1, 2, 3, 4, 5
PONG, MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9

NO_RESPONSE = "The application did not respond"


class Interaction:
    """One click, command or submit, and the answer to it."""

    def __init__(self, core: Core, kind: int, user_id: str, channel: Channel, data: Json):
        self.core = core
        self.id = core.ids.new()
        self.token = secrets.token_urlsafe(48)
        self.kind, self.user_id, self.channel_id, self.data = kind, user_id, channel.id, data
        self.created = core.clock.now()
        self.message: Message | None = None  # the message with the component
        self.command_name = ""
        self.option_type = 3  # of the option being completed
        self.user_installed = False
        self.answer_type: int | None = None
        self.original: Message | None = None
        self.modal: Json | None = None
        self.choices: list[Json] | None = None
        self.follow_ups: list[Message] = []
        self.failed = False
        self.answered: asyncio.Event = asyncio.Event()
        self.filled: asyncio.Event = asyncio.Event()
        self._timer: Timer = core.clock.at(self.created + limits.ANSWER_WITHIN, self._too_late)

    def fill(self) -> None:
        """Nothing more is owed to the person."""
        self.filled.set()
        self.core.interactions.owed.discard(self.id)

    @property
    def is_deferred(self) -> bool:
        return self.answer_type in (DEFER, DEFER_UPDATE) and not self.filled.is_set()

    def _too_late(self) -> None:
        if not self.answered.is_set():
            self.fail()

    def fail(self) -> None:
        self.failed = True
        self._timer.cancel()
        self.answered.set()
        self.fill()
        data = {
            "interaction": self.id,
            "message": self.message.id if self.message else None,
            "reason": NO_RESPONSE,
        }
        self.core.audience.interaction_failed(self.user_id, self.channel_id, data)

    def acknowledge(self, answer_type: int) -> None:
        self.answer_type = answer_type
        self._timer.cancel()
        self.answered.set()
        if answer_type not in (DEFER, DEFER_UPDATE):
            self.fill()

    def used(self) -> Used:
        return Used(
            id=self.id,
            type=self.kind,
            user_id=self.user_id,
            name=self.command_name,
            on_message=self.message.id if self.message and self.kind == COMPONENT else None,
            user_installed=self.user_installed,
        )

    def payload(self) -> Json:
        """INTERACTION_CREATE, as Discord tells it."""
        core, world = self.core, self.core.world
        channel = world.channels[self.channel_id]
        user = world.users[self.user_id]
        level = world.guilds[channel.guild_id].boost_level if channel.guild_id else 0
        data: Json = {
            "id": self.id,
            "application_id": world.application.id,
            "type": self.kind,
            "token": self.token,
            "version": 1,
            "data": self.data,
            "channel_id": channel.id,
            "locale": user.locale,
            "entitlements": [],
            "attachment_size_limit": core.tunable.file_bytes or limits.FILE_BYTES[level],
            "context": 1 if channel.type == DM else 0,
        }
        bot = world.application.bot_id
        data["channel"] = core.payloads.channel(channel) | {
            "permissions": str(in_channel(world, channel, user.id))
        }
        if channel.guild_id is None:
            data["user"] = core.payloads.user(user)
            data["app_permissions"] = str(in_channel(world, channel, bot))
            data["authorizing_integration_owners"] = {"0": "0"}
        else:
            guild = world.guilds[channel.guild_id]
            data |= {
                "guild_id": guild.id,
                "guild": {"id": guild.id, "features": [], "locale": guild.locale},
                "guild_locale": guild.locale,
                "member": core.payloads.member(guild, guild.members[user.id])
                | {"permissions": str(in_channel(world, channel, user.id))},
                "app_permissions": str(in_channel(world, channel, bot)),
            }
            owners = {"1": user.id} if self.user_installed else {"0": guild.id}
            data["authorizing_integration_owners"] = owners
        if self.message is not None:
            data["message"] = core.payloads.message(self.message)
        return data


class Interactions:
    def __init__(self, core: Core):
        self.core = core
        self.by_id: dict[str, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}
        self.modals: dict[str, Interaction] = {}
        self.owed: set[str] = set()  # not answered yet, or still «thinking»

    def start(
        self,
        kind: int,
        user_id: str,
        channel: Channel,
        data: Json,
        *,
        message: Message | None = None,
        command_name: str = "",
        option_type: int = 3,
    ) -> Interaction:
        """Something a person did; the bot is told at once."""
        core = self.core
        self._forget_old()
        made = Interaction(core, kind, user_id, channel, data)
        made.message, made.command_name, made.option_type = message, command_name, option_type
        if channel.guild_id is not None:
            made.user_installed = not core.world.guilds[channel.guild_id].has_bot
        self.by_id[made.id] = made
        self.by_token[made.token] = made
        self.owed.add(made.id)
        if core.gateway.sessions:
            core.gateway.tell("INTERACTION_CREATE", made.payload(), channel.guild_id)
        else:
            made.fail()
        return made

    def _forget_old(self) -> None:
        """Ids are in the order of time: the oldest come first."""
        alive = self.core.clock.now() - limits.TOKEN_LIFE - 60
        while self.by_id:
            oldest = next(iter(self.by_id.values()))
            if oldest.created >= alive:
                return
            del self.by_id[oldest.id], self.by_token[oldest.token]
            self.modals.pop(oldest.id, None)
            self.owed.discard(oldest.id)

    # the first answer

    def callback(self, interaction_id: str, token: str, body: Json, uploads: list[Upload]) -> Json:
        """Answer once, within three seconds, in a way that fits the question."""
        found = self.by_id.get(interaction_id)
        if found is None or found.token != token or found.failed:
            raise Refused(10062)
        if self.core.clock.now() - found.created > limits.ANSWER_WITHIN:
            found.fail()
            raise Refused(10062)
        if found.answer_type is not None:
            raise Refused(40060)
        kind, data = body["type"], body.get("data") or {}
        self._check_kind(found, kind)
        message: Message | None = None
        if kind == CHOICES:
            self._choices(found, data)
        elif kind == MODAL:
            self._modal(found, data)
        elif kind in (MESSAGE, DEFER):
            message = self._message(found, kind, data, uploads)
        else:
            message = self._update(found, kind, data, uploads)
        return self._response(found, message)

    def _check_kind(self, found: Interaction, kind: int) -> None:
        on_message = found.message is not None
        fits = {
            COMMAND: {MESSAGE, DEFER, MODAL},
            AUTOCOMPLETE: {CHOICES},
            COMPONENT: {MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL},
            MODAL_SUBMIT: {MESSAGE, DEFER} | ({DEFER_UPDATE, UPDATE} if on_message else set()),
        }[found.kind]
        if kind not in fits:
            words = f"Interaction of type {found.kind} cannot be answered with type {kind}."
            raise Refused(50035, Fault(("type",), "INTERACTION_INVALID_RESPONSE_TYPE", words))

    def _choices(self, found: Interaction, data: Json) -> None:
        choices = [one for one in data.get("choices") or [] if one is not None]
        faults = limits.check_choices(choices, found.option_type, ("data", "choices"))
        if faults:
            raise Refused(50035, *faults)
        found.choices = choices
        found.acknowledge(CHOICES)
        shown = {"command": found.command_name, "choices": choices}
        self.core.audience.answered_privately(found.user_id, "choices", found.channel_id, shown)

    def _modal(self, found: Interaction, data: Json) -> None:
        faults = components.check_modal(data["components"], ("data", "components"))
        if faults:
            raise Refused(50035, *faults)
        components.number(data["components"])
        found.modal = data
        self.modals[found.id] = found
        found.acknowledge(MODAL)
        self.core.audience.answered_privately(found.user_id, "modal", found.channel_id, data)

    def _message(self, found: Interaction, kind: int, data: Json, uploads: list[Upload]) -> Message:
        core = self.core
        channel = core.world.channels[found.channel_id]
        only_for = found.user_id if (data.get("flags") or 0) & EPHEMERAL else None
        what = posting.CHAT_COMMAND if found.kind == COMMAND else 0
        if found.kind == COMMAND and found.data.get("type", 1) != 1:
            what = posting.CONTEXT_COMMAND
        if kind == DEFER:
            message = posting.thinking(core, channel, found.used(), only_for=only_for, kind=what)
        else:
            limits.check_message(data, ("data",), files=uploads)
            core.check_files(uploads, channel)
            message = posting.post(
                core,
                channel,
                core.world.application.bot_id,
                data,
                uploads,
                only_for=only_for,
                used=found.used(),
                kind=what,
                webhook=True,
            )
        found.original = message
        found.acknowledge(kind)
        return message

    def _update(self, found: Interaction, kind: int, data: Json, uploads: list[Upload]) -> Message:
        message = found.message
        assert message is not None
        if kind == UPDATE:
            if self.core.world.messages.get(message.channel_id, {}).get(message.id) is not message:
                raise Refused(10008)
            limits.check_message(data, ("data",), files=uploads, before=message)
            self.core.check_files(uploads, self.core.world.channels[found.channel_id])
            posting.edit(self.core, message, data, uploads, webhook=True)
        found.original = message
        found.acknowledge(kind)
        return message

    def _response(self, found: Interaction, message: Message | None) -> Json:
        answered: Json = {"id": found.id, "type": found.kind, "channel_id": found.channel_id}
        resource: Json = {"type": found.answer_type}
        if message is not None:
            answered |= {
                "response_message_id": message.id,
                "response_message_loading": message.is_thinking,
                "response_message_ephemeral": message.only_for is not None,
            }
            if found.answer_type in (MESSAGE, UPDATE):
                resource["message"] = self.core.payloads.message(message)
        return {"interaction": answered, "resource": resource}

    # afterwards, by the token

    def by_webhook(self, application_id: str, token: str) -> Interaction:
        found = self.by_token.get(token)
        if application_id != self.core.world.application.id or found is None or found.answer_type is None:
            raise Refused(10015)
        if self.core.clock.now() - found.created > limits.TOKEN_LIFE:
            raise Refused(50027)
        return found

    def follow_up(self, found: Interaction, body: Json, uploads: list[Upload]) -> Message:
        core = self.core
        channel = core.world.channels.get(found.channel_id)
        if channel is None:
            raise Refused(10003)
        if found.answer_type == DEFER and not found.filled.is_set():
            # the first follow-up of a deferred answer takes the place of «thinking»
            return self.edit(found, found.original, {"content": "", "embeds": [], **body}, uploads)
        limits.check_message(body, files=uploads)
        core.check_files(uploads, channel)
        if found.user_installed and len(found.follow_ups) >= limits.FOLLOW_UPS_OF_USER_INSTALL:
            raise Refused(40094)
        used = found.used()
        used.original_id = found.original.id if found.original else None
        message = posting.post(
            core,
            channel,
            core.world.application.bot_id,
            body,
            uploads,
            only_for=found.user_id if (body.get("flags") or 0) & EPHEMERAL else None,
            used=used,
            webhook=True,
        )
        found.follow_ups.append(message)
        found.fill()
        return message

    def message_of(self, found: Interaction, message_id: str) -> Message:
        """A message this token may touch: its answer, or one of its follow-ups."""
        if message_id == "@original":
            wanted = found.original
        else:
            own = [*found.follow_ups, *([found.original] if found.original else [])]
            wanted = next((one for one in own if one.id == message_id), None)
        if wanted is None or wanted.id not in self.core.world.messages.get(wanted.channel_id, {}):
            raise Refused(10008)
        return wanted

    def edit(self, found: Interaction, message: Message | None, body: Json, uploads: list[Upload]) -> Message:
        if message is None:
            raise Refused(10008)
        limits.check_message(body, files=uploads, before=message)
        self.core.check_files(uploads, self.core.world.channels[found.channel_id])
        edited = posting.edit(self.core, message, body, uploads, webhook=True)
        found.fill()
        return edited

    def delete(self, found: Interaction, message: Message) -> None:
        posting.delete(self.core, [message])
        found.fill()
