"""Playing: by clicks on the board and in the panel, and by slash commands that know what is legal."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

import aiohttp
import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs import errors, texts
from cogs.app import Glade
from cogs.board.drill import Menu, NoSuchPath, Path, answer_of, drill, read_mask, read_path
from cogs.board.panel import CHOICE, MANY, PICK, SURE, VALUE, Panel, layout
from cogs.board.speak import file_of
from cogs.board.typed import found, read_choice, with_outcome
from cogs.components import Pressed, on
from cogs.errors import Sorry
from cogs.layout import Layout
from cogs.order import care
from cogs.tables import game_choices, game_here, kind_of, my_look, names_of, offered, plan_of, user_id
from engine.deciding import Unsure
from engine.flow import Answer, Option
from engine.game import UNDO_NOTHING
from engine.live import Moved
from engine.rules import Place, Refusal, Refused
from engine.table import Look, Update
from render import Picture

log = logging.getLogger(__name__)

Click = discord.Interaction[Glade]

CHOICES = 25


# --- answering --------------------------------------------------------------------------------------------


async def open_panel(interaction: Click, game: str, note: str = "") -> None:
    """The private panel of whoever asks."""
    look = await my_look(interaction.client.table, game, user_id(interaction))
    panel = Panel(kind_of(look.game), look)
    view = panel.question(note)
    await interaction.client.panels.show(interaction, look, view)
    first = panel.lone_menu(look.ask) if look.ask else None
    show_where(interaction, panel, view, first)


async def give(interaction: Click, look: Look, answer: Answer, *, sure: bool = False) -> None:
    """Give an answer and show what it led to, privately; the board follows by itself. What is grave is asked twice."""
    table = interaction.client.table
    assert look.seat is not None
    words = kind_of(look.game).words
    asked = Panel(kind_of(look.game), look)
    await errors.promise(interaction)
    try:
        update = await table.answer(
            look.game.id, look.seat, answer, rev=look.game.rev, interaction=str(interaction.id), sure=sure
        )
    except Unsure as unsure:
        fresh = await my_look(table, look.game.id, user_id(interaction))
        sure_panel = Panel(kind_of(fresh.game), fresh).sure(answer, unsure.weight)
        await interaction.client.panels.show(interaction, fresh, sure_panel)
        return
    except Moved:
        await open_panel(interaction, look.game.id, texts.MOVED_ON)
        return
    except Refused as refused:
        sentence = words.refusal(look.view, refused.refusal)
        await open_panel(interaction, look.game.id, texts.refused(refused.refusal, sentence))
        return
    await interaction.client.speaker.board_first(look.game.id)
    chosen = answer if isinstance(answer, tuple) else (answer,)
    secrets = learned(look, update, chosen)
    fresh = await my_look(table, look.game.id, user_id(interaction))
    panel = Panel(kind_of(fresh.game), fresh)
    note = "\n".join([texts.DONE_SO_FAR.format(what=asked.said(answer)), *secrets])
    await interaction.client.panels.show(interaction, fresh, panel.question(note))


def learned(look: Look, update: Update, chosen: Iterable[Option]) -> list[str]:
    """What only this seat may know of what it did, and did not choose itself."""
    words = kind_of(look.game).words
    name = look.view.seat
    known = [name, *(value for option in chosen for value in option.fields().values())]
    return [
        line
        for event in update.events
        if event.only and name in event.only and any(value not in known for value in event.about.values())
        if (line := words.event(look.view, event))
    ]


async def choose(interaction: Click, look: Look, verb: str, path: Path) -> None:
    """Follow a path: the next menu, or the answer."""
    panel = Panel(kind_of(look.game), look)
    found = followed(panel, verb, path)
    if isinstance(found, ui.LayoutView):
        await interaction.client.panels.show(interaction, look, found)
        show_where(interaction, panel, found, menu_at(look, verb, path))
    else:
        await give(interaction, look, found)


def menu_at(look: Look, verb: str, path: Path) -> Menu | None:
    """The menu that a path leads to."""
    try:
        found = drill(look.ask, verb, path) if look.ask and not look.ask.many else None
    except NoSuchPath:
        return None
    return found if isinstance(found, Menu) else None


def show_where(interaction: Click, panel: Panel, view: ui.LayoutView, menu: Menu | None) -> None:
    """A choice of places gets a map with those places marked, once the words are there.

    The click is answered: its person may click on meanwhile, and it takes none of their turns.
    """
    targets = panel.targets(menu) if menu is not None else {}
    if len(targets) > 1:
        interaction.client.panels.do(bring_map(interaction, panel.look, view, targets))


async def bring_map(
    interaction: Click, look: Look, view: ui.LayoutView, targets: Mapping[Place, str]
) -> None:
    """Draw the map of a choice for who still looks at it. Boards, for which everybody waits, are drawn first."""
    bot = interaction.client
    if not await bot.panels.is_looked_at(interaction, look.game.id):
        return
    palette = plan_of(look.game).palette
    picture = await bot.studio.board(
        look.view, palette=palette, names=names_of(look), targets=targets, later=True
    )
    if not bot.panels.is_newest(interaction, look.game.id):
        return
    shown = with_map(view, picture)
    try:
        await interaction.edit_original_response(view=shown, attachments=[file_of(picture)])
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:  # the words are there
        log.info("a choice has no map: %s", error, extra={"game": look.game.id})


def with_map(view: ui.LayoutView, picture: Picture) -> ui.LayoutView:
    """A panel with a picture between its texts and its buttons."""
    item = discord.MediaGalleryItem(f"attachment://{picture.filename}", description=picture.alt_text or None)
    parts = list(view.children)
    texts_above = [part for part in parts if isinstance(part, ui.TextDisplay)]
    made = Layout()
    for part in [*texts_above, ui.MediaGallery(item), *(part for part in parts if part not in texts_above)]:
        made.add_item(part)
    return made


def followed(panel: Panel, verb: str, path: Path, page: int = 0) -> ui.LayoutView | Option:
    """Where a path leads: the next menu, or an option. One that leads nowhere shows the question anew."""
    if panel.look.ask is None or panel.look.ask.many:
        return panel.question(texts.MOVED_ON)
    try:
        return panel.verb(verb, path, page)
    except NoSuchPath:
        return panel.question(texts.MOVED_ON)


async def look_at(interaction: Click, pressed: Pressed) -> Look | None:
    """The game of a click as its person may see it; None (and an answer) if the click came too late."""
    await errors.promise(interaction)
    look = await my_look(interaction.client.table, pressed.game, user_id(interaction))
    asked = next((one.asked for one in look.open if one.seat == look.seat), None)
    if asked is None:
        await open_panel(interaction, pressed.game)
        return None
    if not asked <= pressed.rev <= look.game.rev:
        await open_panel(interaction, pressed.game, texts.MOVED_ON)
        return None
    return look


# --- clicks -----------------------------------------------------------------------------------------------


@on("panel")
async def on_panel(interaction: Click, pressed: Pressed) -> None:
    await open_panel(interaction, pressed.game)


@on(CHOICE)
async def on_verb(interaction: Click, pressed: Pressed) -> None:
    verb, _, path = pressed.rest.partition(":")
    look = await look_at(interaction, pressed)
    if look:
        await choose(interaction, look, verb, read_path(path))


@on(PICK)
async def on_value(interaction: Click, pressed: Pressed) -> None:
    verb, _, path = pressed.rest.partition(":")
    look = await look_at(interaction, pressed)
    if look:
        await choose(interaction, look, verb, (*read_path(path), int(pressed.values[0])))


@on(VALUE)
async def on_button_value(interaction: Click, pressed: Pressed) -> None:
    verb, _, path = pressed.rest.partition(":")
    look = await look_at(interaction, pressed)
    if look:
        await choose(interaction, look, verb, read_path(path))


@on(SURE)
async def on_sure(interaction: Click, pressed: Pressed) -> None:
    look = await look_at(interaction, pressed)
    if not look or not look.ask:
        return
    answer = answer_of(look.ask, pressed.rest)
    if answer is None:
        await open_panel(interaction, pressed.game, texts.MOVED_ON)
    else:
        await give(interaction, look, answer, sure=True)


@on("page")
async def on_page(interaction: Click, pressed: Pressed) -> None:
    verb, path, page = pressed.rest.split(":")
    look = await look_at(interaction, pressed)
    if look:
        panel = Panel(kind_of(look.game), look)
        found = followed(panel, verb, read_path(path), int(page))
        # a button that turns pages decides nothing
        shown = found if isinstance(found, ui.LayoutView) else panel.question(texts.MOVED_ON)
        await interaction.client.panels.show(interaction, look, shown)


@on(MANY)
async def on_many(interaction: Click, pressed: Pressed) -> None:
    look = await look_at(interaction, pressed)
    if look and look.ask and look.ask.many:
        await give(interaction, look, tuple(look.ask.options[int(value)] for value in pressed.values))
    elif look:
        await open_panel(interaction, pressed.game, texts.MOVED_ON)


@on("collect")
async def on_collect(interaction: Click, pressed: Pressed) -> None:
    """Choosing many from more than one page: what was chosen so far travels in the id."""
    page, chosen_text, *what = pressed.rest.split(":")
    look = await look_at(interaction, pressed)
    if not look or not look.ask or not look.ask.many:
        return
    picked = sorted({*read_mask(chosen_text), *(int(value) for value in pressed.values)})
    chosen = [number for number in picked if number < len(look.ask.options)][: look.ask.most]
    if what == ["done"]:
        await give(interaction, look, tuple(look.ask.options[number] for number in chosen))
        return
    panel = Panel(kind_of(look.game), look)
    listed = [panel.words.option(look.view, look.ask.options[number]) for number in chosen]
    heading = texts.cut(panel.heading(look.ask) + "".join(f"\n- {line}" for line in listed), 3500)
    rows = panel.many(look.ask, int(page), tuple(chosen))
    shown = layout([ui.TextDisplay(heading)], [*rows, *panel.below()])
    await interaction.client.panels.show(interaction, look, shown)


@on("undo")
async def on_undo(interaction: Click, pressed: Pressed) -> None:
    await take_back(interaction, pressed.game)


async def take_back(interaction: Click, game: str) -> None:
    """Take back the newest answer of one's own; if something was learned since, ask those it touches."""
    table = interaction.client.table
    await errors.promise(interaction)
    look = await my_look(table, game, user_id(interaction))
    policy = plan_of(look.game).undo
    if policy == "off":
        raise Sorry(texts.UNDO_OFF)
    assert look.seat is not None
    try:
        await table.undo(game, look.seat, interaction=str(interaction.id))
    except Refused as refused:
        await ask_to_undo(interaction, look, refused.refusal, policy)
        return
    await open_panel(interaction, game)


async def ask_to_undo(interaction: Click, look: Look, refusal: Refusal, policy: str) -> None:
    """Past what one may take back alone, the others are asked."""
    last = await interaction.client.table.last_choice(look.game.id, str(look.seat))
    if last is None or look.view.over:
        raise Sorry(texts.refused(refusal if look.view.over else UNDO_NOTHING))
    if policy == "strict":
        raise Sorry(texts.UNDO_STRICT)
    await care.propose_undo(interaction, look, *last)


# --- slash commands ---------------------------------------------------------------------------------------


def nothing_waits(look: Look) -> str:
    """Why there is nothing to decide for this person."""
    if look.view.over or look.game.status in ("finished", "archived"):
        return str(texts.GAME_OVER)
    if look.game.status == "paused":
        return str(texts.GAME_PAUSED)
    words = kind_of(look.game).words
    who = ", ".join(words.seat(look.view, look.names.get(one.seat, one.seat)) for one in look.open)
    return texts.NOT_YOUR_MOVE.format(who=who or str(texts.NOBODY))


class Play(commands.Cog):
    """Moves by command."""

    def __init__(self, bot: Glade) -> None:
        self.bot = bot

    @app_commands.command(
        description="Make any legal choice; type to find it. Without a choice it shows them all."
    )
    @app_commands.describe(choice="What to do", game="Which game, if not the one in this channel")
    @app_commands.autocomplete(game=game_choices)
    async def play(self, interaction: Click, choice: str | None = None, game: str | None = None) -> None:
        row = await game_here(self.bot.table, interaction, game)
        if choice is None:
            await open_panel(interaction, row.id)
            return
        await errors.promise(interaction)
        look = await my_look(self.bot.table, row.id, user_id(interaction))
        if look.ask is None:
            raise Sorry(nothing_waits(look))
        answer = read_choice(look, look.ask, choice)
        if answer is None:
            await open_panel(interaction, row.id, texts.MOVED_ON)
        else:
            await give(interaction, look, answer)

    @play.autocomplete("choice")
    @offered
    async def play_choices(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        named = getattr(interaction.namespace, "game", None)
        row = await game_here(self.bot.table, interaction, named)
        look = await my_look(self.bot.table, row.id, user_id(interaction))
        if look.ask is None:
            return []
        return [
            app_commands.Choice(name=with_outcome(look, label, answer), value=value)
            for value, label, answer in found(look, look.ask, current, CHOICES)
        ]

    @app_commands.command(description="Take back your last choice.")
    @app_commands.describe(game="Which game, if not the one in this channel")
    @app_commands.autocomplete(game=game_choices)
    async def undo(self, interaction: Click, game: str | None = None) -> None:
        row = await game_here(self.bot.table, interaction, game)
        await take_back(interaction, row.id)


async def setup(bot: Glade) -> None:
    await bot.add_cog(Play(bot))
