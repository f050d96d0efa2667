"""Which game: one menu when there are several, then how it is played."""

from __future__ import annotations

from collections.abc import Iterable

import discord
from discord import app_commands, ui

from cogs import errors, texts
from cogs.app import Glade
from cogs.board.panel import layout
from cogs.components import Buttons, Pressed, on
from cogs.errors import Sorry
from cogs.lobby import places
from cogs.lobby.message import LobbyMessage
from cogs.lobby.opening import open_table
from cogs.locales import Text, tr
from cogs.tables import offered, plan_of
from engine.games import GAMES, GameKind
from engine.sentences import capital

Click = discord.Interaction[Glade]

NO_FORUM = "0"


def known_game(game: str) -> GameKind:
    """A game that was typed or chosen."""
    if game not in GAMES:
        raise Sorry(texts.BAD_VALUE.format(value=texts.plain(game)))
    return GAMES[game]


def games_menu(kind: str, heading: Text, games: Iterable[GameKind], rest: str = "") -> ui.LayoutView:
    """One menu of games, each with its line."""
    listed = [(one.id, one.name, capital(tr(one.about.line))) for one in games]
    menu = Buttons("", 0).menu(kind, texts.CHOOSE_GAME, listed[:25], rest)
    return layout([ui.TextDisplay(heading.format())], [menu])


@offered
async def game_names(interaction: Click, current: str) -> list[app_commands.Choice[str]]:
    """The games by name, for a command."""
    typed = current.lower()
    return [
        app_commands.Choice(name=kind.name, value=id)
        for id, kind in GAMES.items()
        if typed in kind.name.lower()
    ]


async def new_table(
    interaction: Click,
    game: str | None = None,
    title: str = "",
    bots: int = 0,
    forum: discord.ForumChannel | None = None,
) -> None:
    """A table for this game; if nobody said which and there are several, the question comes first."""
    if game is None and len(GAMES) > 1:
        rest = f"{bots}.{forum.id if forum else NO_FORUM}.{texts.one_line(title, 60)}"
        await errors.show(interaction, games_menu("newgame", texts.WHICH_GAME_NEW, GAMES.values(), rest))
        return
    await open_table(interaction, known_game(game or next(iter(GAMES))).id, title, bots, forum)


@on("newgame")
async def on_new_game(interaction: Click, pressed: Pressed) -> None:
    """The game is chosen: open the table, and let the host choose how it is played."""
    kind = known_game(pressed.values[0])
    bots, forum, title = pressed.rest.split(".", 2)
    found = await places.find(interaction.client, forum) if forum != NO_FORUM else None
    where = found if isinstance(found, discord.ForumChannel) else None
    await errors.acknowledge(interaction)
    row = await open_table(interaction, kind.id, title, int(bots), where)
    heading = texts.CHOSEN_GAME.format(game=kind.name)
    await errors.show(interaction, LobbyMessage(kind, row, plan_of(row)).settings(heading))
