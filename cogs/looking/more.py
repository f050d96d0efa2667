"""What else a person may want of a game: everything that has no place on the board or in the panel, behind one button."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from cogs import errors, texts
from cogs.app import Glade
from cogs.board.panel import back_rows, layout
from cogs.components import Buttons, Pressed, on
from cogs.looking.story import last_fight
from cogs.tables import any_look, user_id
from engine.table import Look

Click = discord.Interaction[Glade]


def more_rows(look: Look, fought: int | None) -> list[ui.ActionRow[Any]]:
    """Taking back and what happened, what there is to see, and what is one's own; for who only looks on, what all may see."""
    b = Buttons(look.game.id, look.game.rev)
    game, seated = look.game, look.seat is not None
    begun = look.view.turn or game.seq > game.barrier  # somebody has answered in setup
    can_undo = seated and begun and game.status == "running" and not look.view.over
    undo = [b.button("undo", texts.UNDO)] if can_undo else []
    recap = [b.button("recap", texts.RECAP)] if seated else []
    log, replay = b.button("log", texts.LOG), b.button("replay", texts.REPLAY, f"{look.view.turn}.f")
    battle = [b.button("fought", texts.BATTLE, str(fought))] if fought is not None else []
    boards, rules = b.button("boards", texts.BOARDS), b.button("rules", texts.RULES)
    rows = [ui.ActionRow(*undo, *recap, log, replay), ui.ActionRow(*battle, boards, rules)]
    if seated:
        why, orders = b.button("why", texts.WHY), b.button("orders", texts.ORDERS)
        rows.append(ui.ActionRow(why, orders, b.button("mine", texts.MY_SETTINGS)))
    return rows


@on("more")
async def on_more(interaction: Click, pressed: Pressed) -> None:
    await errors.acknowledge(interaction)
    look = await any_look(interaction.client.table, pressed.game, user_id(interaction))
    rows = more_rows(look, await last_fight(interaction, look))
    text = ui.TextDisplay[Any](texts.MORE_TITLE.format())
    await errors.show(interaction, layout([text], [*rows, *back_rows(interaction, look)]))


async def setup(bot: Glade) -> None:
    """Nothing but the button: its commands are with what they show."""
