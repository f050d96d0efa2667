"""Looking things up by their names: cards, characters, factions, bots, terms, clauses; and the cards of a message."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import app_commands, ui

from cogs import errors, texts
from cogs.app import Glade
from cogs.board.panel import layout
from cogs.looking.pictures import show_picture
from cogs.looking.see import palette_of
from cogs.tables import public_look
from engine.games import GameKind
from engine.sentences import Entry
from engine.store import GameRow
from render import PICTURES

Click = discord.Interaction[Glade]

MARK = "@"
"""Begins the value of an entry in a list of choices; numbers of clauses have none."""
CHOICE = 100
MOST = 8
"""So many cards of a message are shown."""
TEXT = 3400


def choices(kind: GameKind, typed: str) -> list[tuple[str, str]]:
    """Entries and clauses that fit what is typed, the nearest first: value and name."""
    wanted = typed.lower().strip()
    entries = [(f"{MARK}{one.id}", f"{one.name} · {one.kind}", one.name) for one in kind.words.entries()]
    clauses = [(number, f"{number} {title}", title) for number, title in kind.words.clauses().items()]
    everything = [*clauses, *entries] if not wanted or wanted[:1].isdigit() else [*entries, *clauses]
    begin = [
        one for one in everything if one[2].lower().startswith(wanted) or one[0].lower().startswith(wanted)
    ]
    within = [one for one in everything if wanted in one[1].lower()]
    found = dict.fromkeys((value, texts.cut(name, CHOICE)) for value, name, _ in (*begin, *within))
    return list(found)


def found(kind: GameKind, typed: str) -> list[Entry]:
    """The entries that are meant: by a choice of the list, by the whole name, or by the beginning of one."""
    entries = kind.words.entries()
    if typed.startswith(MARK):
        return [one for one in entries if one.id == typed.removeprefix(MARK)]
    wanted = typed.lower().strip()
    exact = [one for one in entries if one.name.lower() == wanted]
    return exact or [one for one in entries if wanted and one.name.lower().startswith(wanted)]


def entry_text(entries: Iterable[Entry]) -> str:
    """Entries, one below the other."""
    told = []
    for one in entries:
        told.append(texts.ENTRY.format(name=one.name, kind=one.kind, text=one.text).rstrip())
        if one.clause:
            told.append(texts.ENTRY_CLAUSE.format(clause=one.clause))
    return texts.cut("\n".join(told), TEXT)


async def show_entries(
    interaction: Click, kind: GameKind, row: GameRow | None, entries: Sequence[Entry], heading: str = ""
) -> None:
    """Show what was looked up, with a picture of the cards among it where the game draws them."""
    await errors.acknowledge(interaction)
    drawn = [one.id for one in entries if PICTURES[kind.id].shows(one.id)][:MOST]
    text = entry_text(entries)
    if row is None or row.status == "lobby" or not drawn:
        await errors.show(interaction, layout([ui.TextDisplay[Any](text)], []))
        return
    view = (await public_look(interaction.client.table, row.id)).view
    title = heading or entries[0].name
    picture = await interaction.client.studio.cards(view, title, drawn, palette=await palette_of(interaction))
    await show_picture(interaction, text, picture)


def cards_in(kind: GameKind, text: str) -> list[Entry]:
    """The cards whose names stand in a text, in order, each name once; of several of a name the one of the suit named."""
    spots: list[tuple[int, Entry]] = []
    for one in kind.words.entries():
        if PICTURES[kind.id].shows(one.id) and (spot := re.search(rf"(?<!\w){re.escape(one.name)}", text)):
            suit = one.text.partition(";")[0].partition(".")[0].lower()
            named = f"{one.name} ({suit})"
            if f"{one.name} (" not in text or named in text:
                spots.append((spot.start(), one))
    return [one for _, one in sorted(spots, key=lambda pair: pair[0])]


def said_in(message: discord.Message) -> str:
    """All that stands in a message."""
    view = ui.LayoutView.from_message(message, timeout=None) if message.components else None
    parts = (
        [item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)] if view else []
    )
    return "\n".join([message.content, *parts])


def menu(name: str, callback: Any) -> app_commands.ContextMenu:
    """What stands in the menu of a message, under Apps."""
    return app_commands.ContextMenu(name=name, callback=callback)
