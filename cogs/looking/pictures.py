"""Private messages with a picture: a text, the picture with its alt text, and rows of buttons."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs import errors, texts
from cogs.board.speak import file_of
from cogs.layout import Layout
from render import Picture

TEXT = 3500


def with_picture(text: str, picture: Picture, rows: Sequence[ui.ActionRow[Any]] = ()) -> ui.LayoutView:
    """A text above a picture, rows below."""
    view = Layout()
    if text:
        view.add_item(ui.TextDisplay(texts.cut(text, TEXT)))
    name = f"attachment://{picture.filename}"
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem(name, description=picture.alt_text or None)))
    for row in rows:
        view.add_item(row)
    return view


async def show_picture(
    interaction: discord.Interaction[Any],
    text: str,
    picture: Picture,
    rows: Sequence[ui.ActionRow[Any]] = (),
) -> None:
    """Show a picture to one person."""
    await errors.show(interaction, with_picture(text, picture, rows), [file_of(picture)])


async def show_text(interaction: discord.Interaction[Any], title: str, text: str, filename: str) -> None:
    """Show a long text to one person; what does not fit is in a file."""
    view = Layout()
    if len(title) + len(text) <= TEXT:
        view.add_item(ui.TextDisplay(f"{title}\n{text}".strip()))
        await errors.show(interaction, view)
        return
    shown = text[:TEXT].rsplit("\n", 1)[0]
    view.add_item(ui.TextDisplay(f"{title}\n{shown}\n{texts.TEXT_BOARD_CUT}"))
    view.add_item(ui.File(f"attachment://{filename}"))
    await errors.show(interaction, view, [discord.File(io.BytesIO(text.encode()), filename)])


async def show_file(interaction: discord.Interaction[Any], text: str, data: bytes, filename: str) -> None:
    """Give one person a file."""
    view = Layout()
    view.add_item(ui.TextDisplay(text))
    view.add_item(ui.File(f"attachment://{filename}"))
    await errors.show(interaction, view, [discord.File(io.BytesIO(data), filename)])
