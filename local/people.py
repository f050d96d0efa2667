"""People for tests: they type, click, choose and read, and get back what they saw."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from local import components as parts
from local import interactions as kinds
from local import membership, snapshot
from local.core import Core
from local.forms import CannotDo
from local.interactions import Interaction
from local.ledger import Ledger
from local.permissions import may_see
from local.state import EPHEMERAL, TEXT, Attachment, Channel, Message, User

if TYPE_CHECKING:
    from local.server import LocalDiscord

Json = dict[str, Any]


class NoAnswer(AssertionError):
    """The bot did not answer in time."""


@dataclass(frozen=True)
class Choice:
    """One line of an autocomplete."""

    name: str
    value: str | int | float


class Seen:
    """A message as a test looks at it. It is alive: after an edit it shows the new text."""

    def __init__(self, core: Core, message: Message):
        self._core, self.message = core, message

    @property
    def id(self) -> str:
        return self.message.id

    @property
    def channel_id(self) -> str:
        return self.message.channel_id

    @property
    def author(self) -> str:
        return self._core.world.users[self.message.author_id].name

    @property
    def data(self) -> Json:
        """Discord's own JSON of the message."""
        return self._core.payloads.message(self.message)

    @property
    def text(self) -> str:
        return snapshot.message_text(self.data)

    @property
    def ephemeral(self) -> bool:
        return bool(self.message.flags & EPHEMERAL)

    @property
    def thinking(self) -> bool:
        return self.message.is_thinking

    @property
    def gone(self) -> bool:
        return self.message.id not in self._core.world.messages.get(self.message.channel_id, {})

    @property
    def components(self) -> list[Json]:
        return self.message.components

    @property
    def buttons(self) -> list[str]:
        """The labels of the buttons that can be pressed."""
        return [_label(one) for one in self._parts({parts.BUTTON}) if not one.get("disabled")]

    @property
    def menus(self) -> dict[str, list[str]]:
        """The menus by placeholder (or custom id), with the labels of their options."""
        return {
            one.get("placeholder") or one["custom_id"]: [
                option["label"] for option in one.get("options") or []
            ]
            for one in self._parts(parts.SELECTS)
        }

    def _parts(self, types: set[int]) -> list[Json]:
        return [part for _, part in parts.walk(self.message.components) if part["type"] in types]

    @property
    def attachments(self) -> list[Attachment]:
        return self.message.attachments

    def file(self, index: int = 0) -> bytes:
        data = self._core.files.get(self.message.attachments[index].id)
        assert data is not None
        return data

    @property
    def mentions(self) -> list[str]:
        return [self._core.world.users[one].name for one in self.message.mentions]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.author}: {self.text[:80]!r}>"


class Answer(Seen):
    """What came back for a command, a click, a choice or a form."""

    def __init__(self, core: Core, interaction: Interaction):
        self.interaction = interaction
        self._core = core

    @property
    def message(self) -> Message:  # type: ignore[override]
        found = self.interaction.original
        if found is None:
            raise AssertionError(f"the answer is no message but {self.kind}")
        return found

    @property
    def kind(self) -> str:
        """message, thinking, nothing (an update that comes later), update, choices, modal, failed."""
        names = {
            kinds.MESSAGE: "message",
            kinds.DEFER: "thinking" if self.interaction.is_deferred else "message",
            kinds.DEFER_UPDATE: "nothing" if self.interaction.is_deferred else "update",
            kinds.UPDATE: "update",
            kinds.CHOICES: "choices",
            kinds.MODAL: "modal",
        }
        return "failed" if self.interaction.failed else names.get(self.interaction.answer_type or 0, "failed")

    @property
    def failed(self) -> bool:
        return self.interaction.failed

    @property
    def follow_ups(self) -> list[Seen]:
        return [Seen(self._core, one) for one in self.interaction.follow_ups]

    @property
    def modal(self) -> Json | None:
        return self.interaction.modal

    @property
    def text(self) -> str:
        """What the answer says; for a form its title and inputs."""
        if self.interaction.modal is not None:
            return snapshot.modal_text(self.interaction.modal)
        return super().text if self.interaction.original is not None else ""

    @property
    def ephemeral(self) -> bool:
        return self.interaction.original is not None and super().ephemeral

    def __repr__(self) -> str:
        return f"<Answer {self.kind}: {self.text[:80]!r}>"


class Person:
    """Somebody at the local Discord. `place` is the channel they look at."""

    def __init__(self, local: LocalDiscord, user: User):
        self.local, self.core, self.user = local, local.core, user
        self.client = local.client
        self.place: Channel = next(one for one in self.core.world.channels.values() if one.type == TEXT)
        self.last: Answer | None = None

    @property
    def id(self) -> str:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.name

    @property
    def mention(self) -> str:
        return f"<@{self.user.id}>"

    @property
    def ledger(self) -> Ledger:
        """Everything that was ever visible to this person."""
        return self.core.audience.ledger(self.user.id)

    def __repr__(self) -> str:
        return f"<{self.name}>"

    # where they look

    def go(self, where: str | Channel | Seen) -> Person:
        """Look at another channel or thread: by object, id or name (the newest of that name)."""
        if isinstance(where, Seen):
            where = where.message.thread_id or where.channel_id
        self.place = where if isinstance(where, Channel) else self.channel(where)
        return self

    def channel(self, name: str) -> Channel:
        fitting = [
            one
            for one in self.channels()
            if name in (one.id, one.name) or one.name.lower() == name.lower().removeprefix("#")
        ]
        if not fitting:
            there = ", ".join(one.name for one in self.channels())
            raise CannotDo(
                f"{self.name} sees no channel {name}. There are: {there}.", field="channel", status=404
            )
        return max(fitting, key=lambda one: int(one.id))

    def channels(self) -> list[Channel]:
        world = self.core.world
        return [one for one in world.channels.values() if may_see(world, one, self.user.id)]

    def _at(self, where: str | Channel | None) -> Channel:
        if where is None:
            return self.place
        return where if isinstance(where, Channel) else self.channel(where)

    def dm(self) -> Channel:
        """The direct messages with the bot."""
        return self.core.direct_channel(self.user.id)

    def sees(self, where: str | Channel | None = None) -> list[Seen]:
        """The messages on this person's screen in the place they look at (or `where`), oldest first."""
        channel = self._at(where)
        return [Seen(self.core, one) for one in self._visible(channel)]

    def _visible(self, channel: Channel) -> list[Message]:
        if not may_see(self.core.world, channel, self.user.id):
            return []
        kept = self.core.world.messages.get(channel.id, {}).values()
        return [one for one in kept if one.only_for is None or one.only_for == self.user.id]

    def sees_all(self) -> list[Seen]:
        """Every visible message of every channel, oldest first."""
        found = [one for channel in self.channels() for one in self.sees(channel)]
        return sorted(found, key=lambda one: int(one.id))

    def screen(self, where: str | Channel | None = None) -> str:
        """The channel as text."""
        channel = self._at(where)
        return snapshot.channel_text(self.core, channel, as_=self.user.id)

    def unread(self, where: str | Channel | None = None) -> tuple[int, int]:
        """How many unread messages, and how many of them mention this person."""
        channel = self._at(where)
        read = self.core.world.reads.get(self.user.id, {}).get(channel.id)
        return (read.unread, read.mentions) if read else (0, 0)

    # what they do

    async def slash(self, path: str, /, **options: Any) -> Answer:
        """Type a command. Option names that are Python words may end in an underscore."""
        given = {name.rstrip("_"): _value(value) for name, value in options.items()}
        return await self._answer(self.client.slash(self.user.id, self.place, path, given))

    async def autocomplete(self, path: str, option: str, text: str = "", /, **options: Any) -> list[Choice]:
        """What is offered while typing `text` into an option, the others being filled in."""
        given = {name.rstrip("_"): _value(value) for name, value in options.items()}
        started = self.client.autocomplete(self.user.id, self.place, path, option, text, given)
        answer = await self._answer(started)
        if answer.failed:
            raise NoAnswer(f"no choices came for {option} of /{path}")
        return [Choice(one["name"], one["value"]) for one in started.choices or []]

    async def click(self, label: str, message: Seen | None = None) -> Answer:
        """Press a button: by its label or custom id, on this message or on the newest that has it."""
        found, button = self._find({parts.BUTTON}, label, message)
        return await self._answer(self.client.click(self.user.id, found, button["custom_id"]))

    async def choose(self, menu: str, *values: Any, message: Seen | None = None) -> Answer:
        """Pick in a menu: by its placeholder or custom id; options by label or value."""
        found, select = self._find(parts.SELECTS, menu, message)
        picked = [_option_value(select, _value(value)) for value in values]
        return await self._answer(self.client.select(self.user.id, found, select["custom_id"], picked))

    async def submit(self, form: Answer, /, **fields: Any) -> Answer:
        """Fill in and send a form. Fields are named by custom id or by their label («Your name» is your_name)."""
        modal = form.interaction.modal
        if modal is None:
            raise CannotDo("That answer is no form.", field="modal")
        values = {_input_id(modal, name): _value(value) for name, value in fields.items()}
        return await self._answer(self.client.submit(self.user.id, form.interaction.id, values))

    async def menu(self, name: str, target: Seen | Person) -> Answer:
        """Use a command from the menu of a message or of a person."""
        return await self._answer(self.client.menu(self.user.id, self.place, name, target.id))

    async def say(self, text: str, *, reply_to: Seen | None = None) -> Seen:
        message = self.client.say(self.user.id, self.place, text, reply_to.id if reply_to else None)
        return Seen(self.core, message)

    async def react(self, message: Seen, emoji: str, *, on: bool = True) -> None:
        self.client.react(self.user.id, message.message, emoji, on)

    async def read(self) -> None:
        self.client.read(self.user.id, self.place)

    async def dismiss(self, message: Seen) -> None:
        self.client.dismiss(self.user.id, message.message)

    async def join(self, thread: str | Channel) -> None:
        membership.join(
            self.core, thread if isinstance(thread, Channel) else self.channel(thread), self.user.id
        )

    async def leave(self, thread: str | Channel) -> None:
        membership.leave(
            self.core, thread if isinstance(thread, Channel) else self.channel(thread), self.user.id
        )

    async def settled(self, *, quiet: float = 0.03, patience: float = 10.0) -> None:
        """Wait until the bot has finished what it is doing."""
        await self.core.settled(quiet, patience)

    async def _answer(self, started: Interaction) -> Answer:
        """Wait for the first answer; of a deferred one for what takes the place of «thinking»."""
        self.last = answer = Answer(self.core, started)
        try:
            async with asyncio.timeout(self.local.patience):
                await started.answered.wait()
                if started.answer_type == kinds.DEFER:
                    await started.filled.wait()
        except TimeoutError:
            if started.answer_type is None:
                started.fail()
        return answer

    # finding things on the screen

    def _find(self, types: set[int], wanted: str, message: Seen | None) -> tuple[Message, Json]:
        """The newest message that has it: first where this person looks, then anywhere."""
        here = [message.message] if message is not None else self._visible(self.place)[::-1]
        found = _search(here, types, wanted)
        if found is None and message is None:
            found = _search([one.message for one in reversed(self.sees_all())], types, wanted)
        if found is not None:
            return found
        what = "button" if types == {parts.BUTTON} else "menu"
        there = [
            _label(part)
            for one in here[:10]
            for _, part in parts.walk(one.components)
            if part["type"] in types and not part.get("disabled")
        ]
        raise CannotDo(f"{self.name} sees no {what} «{wanted}». There are: {', '.join(there) or 'none'}.")


def _search(messages: list[Message], types: set[int], wanted: str) -> tuple[Message, Json] | None:
    for fits in (_exactly, _nearly):
        for one in messages:
            for _, part in parts.walk(one.components):
                usable = part["type"] in types and part.get("custom_id") and not part.get("disabled")
                if usable and fits(part, wanted):
                    return one, part
    return None


def _label(part: Json) -> str:
    if part["type"] in parts.SELECTS:
        return str(part.get("placeholder") or part["custom_id"])
    return str(part.get("label") or (part.get("emoji") or {}).get("name") or part.get("custom_id"))


def _exactly(part: Json, wanted: str) -> bool:
    return wanted in (_label(part), part["custom_id"])


def _nearly(part: Json, wanted: str) -> bool:
    return wanted.lower() in _label(part).lower() or wanted.lower() in part["custom_id"].lower()


def _value(value: Any) -> Any:
    """People and channels are named by their ids."""
    if isinstance(value, Person | Channel):
        return value.id
    if isinstance(value, list):
        return [_value(one) for one in value]
    return value


def _option_value(select: Json, wanted: Any) -> str:
    for option in select.get("options") or []:
        if str(wanted) == option["value"]:
            return str(option["value"])
    for option in select.get("options") or []:
        if str(wanted).lower() == option["label"].lower():
            return str(option["value"])
    return str(wanted)


def _input_id(modal: Json, name: str) -> str:
    inputs = [(here, part) for here, part in parts.walk(modal["components"]) if part.get("custom_id")]
    if any(part["custom_id"] == name for _, part in inputs):
        return name
    labels = {
        part["component"]["custom_id"]: part["label"]
        for _, part in parts.walk(modal["components"])
        if part["type"] == parts.LABEL
    } | {part["custom_id"]: part["label"] for _, part in inputs if part.get("label")}
    for custom_id, label in labels.items():
        if re.sub(r"\W+", "_", label).strip("_").lower() == name.lower():
            return str(custom_id)
    return name
