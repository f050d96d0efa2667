"""Buttons and menus whose id says everything, so they survive restarts and cannot act on a newer board.

Every id names the game and the revision at which it was shown, and `handle` reads it from the click itself: discord.py
need not build or remember a view for it. Whoever clicks always gets an answer. All components of the bot are made here;
there is no view that a restart could forget.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, cast

import discord
from discord import ui

from cogs import errors, locales, texts
from cogs.locales import tr
from engine.sentences import LABEL

Handler = Callable[[discord.Interaction[Any], "Pressed"], Awaitable[None]]

HANDLERS: dict[str, Handler] = {}
"""What a kind of button or menu does, by the word in its id. Cogs register theirs with `@on`."""

ID = re.compile(r"[bm]:(?P<kind>[a-z]+):(?P<game>[\w-]*):(?P<rev>\d+)(?::(?P<rest>.*))?")


class Pressed:
    """A click, taken apart: which game, shown at which revision, and what the id says further."""

    def __init__(self, match: re.Match[str], values: list[str]) -> None:
        self.kind = match["kind"]
        self.game = match["game"]
        self.rev = int(match["rev"])
        self.rest = match["rest"] or ""
        self.values = values


def on(kind: str) -> Callable[[Handler], Handler]:
    """The decorated function answers buttons and menus of this kind."""

    def register(handler: Handler) -> Handler:
        HANDLERS[kind] = handler
        return handler

    return register


def make_id(item: str, kind: str, game: str, rev: int, rest: str = "") -> str:
    """An id for a button ("b") or a menu ("m"); at most 100 characters."""
    text = f"{item}:{kind}:{game}:{rev}" + (f":{rest}" if rest else "")
    if len(text) > 100:
        raise ValueError(f"the id {text} is too long")
    if not ID.fullmatch(text):
        raise ValueError(f"the id {text} could not be read")
    return text


async def handle(interaction: discord.Interaction[Any]) -> None:
    """Do what a click says, and answer whatever goes wrong."""
    locales.speak_to(interaction)
    data = cast(dict[str, Any], interaction.data or {})
    match = ID.fullmatch(data.get("custom_id", ""))
    if match is None or interaction.type is not discord.InteractionType.component:
        await errors.answer(interaction, errors.Sorry(texts.OLD_BUTTON))
        return
    metrics = getattr(interaction.client, "metrics", None)
    if metrics:
        metrics.count("clicks")
    with metrics.timed("a click") if metrics else contextlib.nullcontext():
        await _handle(interaction, Pressed(match, data.get("values", [])))


async def _handle(interaction: discord.Interaction[Any], pressed: Pressed) -> None:
    try:
        handler = HANDLERS.get(pressed.kind)
        if handler is None:
            raise errors.Sorry(texts.OLD_BUTTON)
        async with interaction.client.pace.turn(interaction):
            await handler(interaction, pressed)
        await errors.settle(interaction)
        if not interaction.response.is_done():  # what it did shows elsewhere
            await interaction.response.defer()
    except Exception as error:
        await errors.answer(interaction, error)


STYLES: dict[str, discord.ButtonStyle] = {
    "plain": discord.ButtonStyle.secondary,
    "main": discord.ButtonStyle.primary,
    "good": discord.ButtonStyle.success,
    "bad": discord.ButtonStyle.danger,
}


class Buttons:
    """Makes buttons and menus for one game at one revision."""

    def __init__(self, game: str, rev: int) -> None:
        self.game = game
        self.rev = rev

    def button(
        self, kind: str, label: str, rest: str = "", *, style: str = "plain", disabled: bool = False
    ) -> ui.Button[Any]:
        return ui.Button(
            style=STYLES[style],
            label=texts.cut(tr(label), LABEL),
            custom_id=make_id("b", kind, self.game, self.rev, rest),
            disabled=disabled,
        )

    def menu(
        self,
        kind: str,
        placeholder: str,
        choices: Sequence[tuple[str, ...]],
        rest: str = "",
        *,
        least: int = 1,
        most: int = 1,
        chosen: frozenset[str] = frozenset(),
    ) -> ui.ActionRow[Any]:
        """A menu in a row of its own. `choices`: (value, label) or (value, label, what it means), at most 25."""
        select: ui.Select[Any] = ui.Select(
            custom_id=make_id("m", kind, self.game, self.rev, rest),
            placeholder=texts.cut(tr(placeholder), 150),
            min_values=least,
            max_values=max(1, most),
            options=[
                discord.SelectOption(
                    label=texts.cut(label, 100) or "–",
                    value=value,
                    description=texts.cut("".join(meaning), 100) or None,
                    default=value in chosen,
                )
                for value, label, *meaning in choices
            ],
        )
        return ui.ActionRow(select)


def rows(buttons: list[ui.Button[Any]], limit: int = 25) -> list[ui.ActionRow[Any]]:
    """Buttons in rows of five."""
    shown = buttons[:limit]
    return [ui.ActionRow(*shown[i : i + 5]) for i in range(0, len(shown), 5)]
