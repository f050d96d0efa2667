"""Looking: the map now or earlier, one place, one board, one's own hand. Everything privately, as the asker may see it."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs import errors, texts
from cogs.app import Glade
from cogs.board.panel import back_rows
from cogs.components import Buttons, Pressed, on
from cogs.errors import Sorry
from cogs.looking.pictures import show_picture, show_text
from cogs.tables import (
    any_look,
    game_choices,
    game_here,
    kind_of,
    my_look,
    names_of,
    offered,
    public_look,
    user_id,
)
from cogs.waiting.persons import read_person
from engine.live import TableError
from engine.rules import Place, View
from engine.store import GameRow
from engine.table import Look
from render import text_board

Click = discord.Interaction[Glade]


async def palette_of(interaction: Click) -> str:
    return (await read_person(interaction.client.store, user_id(interaction))).palette


async def view_at(interaction: Click, row: GameRow, turn: int | None) -> View:
    """The board as whoever asks may know it, now or at the start of an earlier turn."""
    table = interaction.client.table
    look = await any_look(table, row.id, user_id(interaction))
    if turn is None or turn == look.view.turn + 1:
        return look.view
    try:
        return await table.look_back(row.id, turn, look.seat)
    except TableError:
        raise Sorry(texts.NO_SUCH_TURN.format(turn=turn, now=look.view.turn)) from None


def place_named(view: View, typed: str) -> Place:
    """A place by what autocomplete writes: its number or its name."""
    for place in view.closeups():
        if str(place) == typed.strip():
            return place
    raise Sorry(texts.NO_SUCH_PLACE.format(place=texts.plain(typed)))


async def show_map(interaction: Click, row: GameRow, turn: int | None, zoom: str | None, words: bool) -> None:
    await errors.acknowledge(interaction)
    view = await view_at(interaction, row, turn)
    title = texts.MAP_TITLE.format(title=texts.plain(row.title), turn=view.turn)
    if words:
        await show_text(interaction, title, text_board(view), f"board-turn-{view.turn}.txt")
        return
    studio, palette = interaction.client.studio, await palette_of(interaction)
    if zoom is None:
        names = names_of(await public_look(interaction.client.table, row.id))
        picture = await studio.board(view, palette=palette, names=names)
    else:
        picture = await studio.zoom(view, place_named(view, zoom), palette=palette)
    await show_picture(interaction, title, picture)


async def show_hand(interaction: Click, game: str) -> None:
    """The hand of whoever asks, and nobody else's."""
    await errors.acknowledge(interaction)
    look = await my_look(interaction.client.table, game, user_id(interaction))
    held = look.view.held()
    if held is None:
        raise Sorry(texts.NO_HAND)
    if not held:
        raise Sorry(texts.HAND_EMPTY)
    words = kind_of(look.game).words
    listed = "\n".join(f"- {words.value(look.view, '', 'card', card)}" for card in held)
    palette, names = await palette_of(interaction), names_of(look)
    picture = await interaction.client.studio.hand(look.view, palette=palette, names=names)
    text = f"{texts.HAND_TITLE.format()}\n{listed}"
    await show_picture(interaction, text, picture, back_rows(interaction, look))


def first_board(view: View) -> str:
    """The board to begin with: one's own, else that of whoever moves."""
    return next((one for one in (view.seat, view.active, *view.boards()) if one in view.boards()), "")


async def show_boards(interaction: Click, look: Look) -> None:
    """All boards, with a menu to open one of them alone."""
    palette, names = await palette_of(interaction), names_of(look)
    picture = await interaction.client.studio.boards(look.view, palette=palette, names=names)
    rows = [board_menu(look), *back_rows(interaction, look)]
    await show_picture(interaction, str(texts.ALL_BOARDS), picture, rows)


def board_menu(look: Look, chosen: str = "") -> ui.ActionRow[Any]:
    """A menu of all boards."""
    words = kind_of(look.game).words
    listed = [(board, words.seat(look.view, board)) for board in look.view.boards()]
    buttons = Buttons(look.game.id, look.game.rev)
    return buttons.menu("boardof", texts.WHICH_BOARD, listed[:25], chosen=frozenset({chosen} - {""}))


async def show_board(interaction: Click, look: Look, owner: str, words: bool = False) -> None:
    """One player's board, with a menu of the others."""
    names = look.view.boards()
    if owner not in names:
        raise Sorry(texts.NO_SUCH_SEAT.format(seat=texts.plain(owner)))
    kind = kind_of(look.game)
    title = texts.BOARD_OF.format(who=kind.words.seat(look.view, owner))
    if words:
        await show_text(interaction, title, text_board(look.view), "board.txt")
        return
    palette, people = await palette_of(interaction), names_of(look)
    picture = await interaction.client.studio.seat(look.view, owner, palette=palette, names=people)
    rows = [board_menu(look, owner), *back_rows(interaction, look)]
    await show_picture(interaction, title, picture, rows)


@on("hand")
async def on_hand(interaction: Click, pressed: Pressed) -> None:
    await show_hand(interaction, pressed.game)


@on("boards")
async def on_boards(interaction: Click, pressed: Pressed) -> None:
    await errors.acknowledge(interaction)
    look = await any_look(interaction.client.table, pressed.game, user_id(interaction))
    await show_boards(interaction, look)


@on("boardof")
async def on_board_of(interaction: Click, pressed: Pressed) -> None:
    await errors.acknowledge(interaction)
    look = await any_look(interaction.client.table, pressed.game, user_id(interaction))
    await show_board(interaction, look, pressed.values[0])


class See(commands.Cog):
    """Looking at the table."""

    def __init__(self, bot: Glade) -> None:
        self.bot = bot

    @app_commands.command(description="The board: now, at an earlier turn, one place, or in words.")
    @app_commands.describe(
        turn="At the start of this turn",
        zoom="Only this place, large",
        text="In words, for a screen reader",
        game="Which game, if not the one in this channel",
    )
    @app_commands.autocomplete(game=game_choices)
    async def map(
        self,
        interaction: Click,
        turn: app_commands.Range[int, 0, 9999] | None = None,
        zoom: str | None = None,
        text: bool = False,
        game: str | None = None,
    ) -> None:
        row = await game_here(self.bot.table, interaction, game)
        await show_map(interaction, row, turn, zoom, text)

    @map.autocomplete("zoom")
    @offered
    async def places(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        row = await game_here(self.bot.table, interaction, getattr(interaction.namespace, "game", None))
        view = (await public_look(self.bot.table, row.id)).view
        named = [(str(place), kind_of(row).words.place(view, place)) for place in view.closeups()]
        return [
            app_commands.Choice(name=texts.cut(name, 100), value=place)
            for place, name in named
            if current.lower() in name.lower()
        ]

    @app_commands.command(description="All boards, or one player's alone.")
    @app_commands.describe(
        faction="Whose, if not all",
        text="In words, for a screen reader",
        game="Which game, if not the one in this channel",
    )
    @app_commands.autocomplete(game=game_choices)
    async def board(
        self, interaction: Click, faction: str | None = None, text: bool = False, game: str | None = None
    ) -> None:
        row = await game_here(self.bot.table, interaction, game)
        await errors.acknowledge(interaction)
        look = await any_look(self.bot.table, row.id, user_id(interaction))
        if faction or text:
            await show_board(interaction, look, faction or first_board(look.view), text)
        else:
            await show_boards(interaction, look)

    @board.autocomplete("faction")
    @offered
    async def factions(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        row = await game_here(self.bot.table, interaction, getattr(interaction.namespace, "game", None))
        look = await public_look(self.bot.table, row.id)
        words: Any = kind_of(row).words
        named = [(board, words.seat(look.view, board)) for board in look.view.boards()]
        return [
            app_commands.Choice(name=name, value=seat)
            for seat, name in named
            if current.lower() in name.lower()
        ]

    @app_commands.command(description="Your cards. Only you see them.")
    @app_commands.describe(game="Which game, if not the one in this channel")
    @app_commands.autocomplete(game=game_choices)
    async def hand(self, interaction: Click, game: str | None = None) -> None:
        row = await game_here(self.bot.table, interaction, game)
        await show_hand(interaction, row.id)


async def setup(bot: Glade) -> None:
    await bot.add_cog(See(bot))
