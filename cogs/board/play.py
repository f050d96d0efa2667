"""Playing: by clicks on the board and in the panel, and by slash commands that know what is legal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import discord
import msgspec
from discord import app_commands, ui
from discord.ext import commands

from cogs import errors, texts
from cogs.app import Glade
from cogs.board.drill import NoSuchPath
from cogs.board.panel import CHOICE, MANY, PICK, SURE, VALUE, Panel, layout, read_mask, read_path
from cogs.board.typed import found, read_choice
from cogs.components import Pressed, on
from cogs.errors import Sorry
from cogs.order import care
from cogs.tables import game_choices, game_here, kind_of, my_look, offered, plan_of, user_id
from engine.flow import Answer, Ask, Done, Option
from engine.game import Entry
from engine.live import Moved, live_entries
from engine.rules import Refusal, Refused
from engine.table import Look, Update

Click = discord.Interaction[Glade]

CHOICES = 25
ALIKE: Mapping[str, tuple[str, ...]] = {"move": ("move", "travel", "slip")}
"""Verbs that people look for under one command."""


# --- answering --------------------------------------------------------------------------------------------


async def open_panel(interaction: Click, game: str, note: str = "") -> None:
    """The private panel of whoever asks."""
    look = await my_look(interaction.client.table, game, user_id(interaction))
    await errors.show(interaction, Panel(kind_of(look.game), look).question(note))


async def give(interaction: Click, look: Look, answer: Answer) -> None:
    """Give an answer and show what it led to, privately; the board follows by itself."""
    table = interaction.client.table
    assert look.seat is not None
    words = kind_of(look.game).words
    chosen = answer if isinstance(answer, tuple) else (answer,)
    said = ", ".join(words.option(look.view, option) for option in chosen if option != Done())
    if not said:
        said = words.done(look.ask) if look.ask else words.verb("done")
    await errors.acknowledge(interaction)
    try:
        update = await table.answer(
            look.game.id, look.seat, answer, rev=look.game.rev, interaction=str(interaction.id)
        )
    except Moved:
        await open_panel(interaction, look.game.id, texts.MOVED_ON)
        return
    except Refused as refused:
        sentence = words.refusal(look.view, refused.refusal)
        await open_panel(interaction, look.game.id, texts.refused(refused.refusal, sentence))
        return
    secrets = learned(look, update, chosen)
    fresh = await my_look(table, look.game.id, user_id(interaction))
    panel = Panel(kind_of(fresh.game), fresh)
    clicked = interaction.message
    from_board = clicked is not None and not clicked.flags.ephemeral
    if from_board and panel.on_board and not secrets:
        await interaction.delete_original_response()  # the board tells it
        return
    note = "\n".join([texts.DONE_SO_FAR.format(what=said), *secrets])
    await errors.show(interaction, panel.noted(note) if from_board else panel.question(note))


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


async def choose(
    interaction: Click, look: Look, verb: str, path: tuple[int, ...], *, sure: bool = False
) -> None:
    """Follow a path: the next menu, a last question, or the answer."""
    panel = Panel(kind_of(look.game), look)
    found = followed(panel, verb, path)
    if isinstance(found, ui.LayoutView):
        await errors.show(interaction, found)
    elif not sure and not path and await is_risky(interaction, look, found):
        await errors.show(interaction, panel.sure(found, verb, path))
    else:
        await give(interaction, look, found)


def followed(panel: Panel, verb: str, path: tuple[int, ...], page: int = 0) -> ui.LayoutView | Option:
    """Where a path leads: the next menu, or an option. One that leads nowhere shows the question anew."""
    if panel.look.ask is None or panel.look.ask.many:
        return panel.question(texts.MOVED_ON)
    try:
        return panel.verb(verb, path, page)
    except NoSuchPath:
        return panel.question(texts.MOVED_ON)


async def is_risky(interaction: Click, look: Look, option: Option) -> bool:
    """One click that ends something in one's own turn and cannot be taken back: worth a second question."""
    assert look.ask is not None
    assert look.seat is not None
    mine = look.view.seat == look.view.active
    if not mine or len(look.ask.options) < 2:
        return False
    return await interaction.client.table.is_final(look.game.id, look.seat, option)


async def look_at(interaction: Click, pressed: Pressed) -> Look | None:
    """The game of a click as its person may see it; None (and an answer) if the click came too late."""
    await errors.acknowledge(interaction)
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
    look = await look_at(interaction, pressed)
    if look:
        await choose(interaction, look, pressed.rest, ())


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
    verb, _, path = pressed.rest.partition(":")
    look = await look_at(interaction, pressed)
    if look:
        await choose(interaction, look, verb, read_path(path), sure=True)


@on("page")
async def on_page(interaction: Click, pressed: Pressed) -> None:
    verb, path, page = pressed.rest.split(":")
    look = await look_at(interaction, pressed)
    if look:
        panel = Panel(kind_of(look.game), look)
        found = followed(panel, verb, read_path(path), int(page))
        is_menu = isinstance(found, ui.LayoutView)  # a button that turns pages decides nothing
        await errors.show(interaction, found if is_menu else panel.question(texts.MOVED_ON))


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
    await errors.show(interaction, layout([ui.TextDisplay(heading)], [*rows, *panel.below()]))


@on("undo")
async def on_undo(interaction: Click, pressed: Pressed) -> None:
    await take_back(interaction, pressed.game)


async def take_back(interaction: Click, game: str) -> None:
    """Take back the newest answer of one's own; if something was learned since, ask those it touches."""
    table = interaction.client.table
    await errors.acknowledge(interaction)
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


async def last_answer(interaction: Click, look: Look) -> Entry | None:
    """The newest answer of a seat that still holds."""
    entries = live_entries(await interaction.client.store.entries(look.game.id))
    return next((entry for entry in reversed(entries) if entry.seat == look.view.seat), None)


async def ask_to_undo(interaction: Click, look: Look, refusal: Refusal, policy: str) -> None:
    """Past what one may take back alone, the others are asked."""
    last = await last_answer(interaction, look)
    if last is None or look.view.over:
        raise Sorry(texts.refused(refusal))
    if policy == "strict":
        raise Sorry(texts.UNDO_STRICT)
    await care.propose_undo(interaction, look, last)


# --- slash commands ---------------------------------------------------------------------------------------


def number_or_text(value: str) -> int | str:
    return int(value) if value.lstrip("-").isdigit() else value


def fitting(ask: Ask, verb: str, given: Mapping[str, str]) -> list[Option]:
    """The options of a verb that fit the fields given so far. A number may be smaller than the one offered."""
    found: list[Option] = []
    for option in ask.options:
        if option.verb not in ALIKE.get(verb, (verb,)):
            continue
        fields = option.fields()
        if all(_fits(option, fields, name, text) for name, text in given.items()):
            number = given.get(option.COUNTED, "")
            found.append(option.with_number(int(number)) if number.isdigit() and option.COUNTED else option)
    return found


def _fits(option: Option, fields: Mapping[str, Any], name: str, text: str) -> bool:
    if name == option.COUNTED:
        return text.isdigit() and int(text) in option.numbers()
    return name not in fields or str(fields[name]).lower() == text.lower()


def nothing_waits(look: Look) -> str:
    """Why there is nothing to decide for this person."""
    if look.view.over or look.game.status in ("finished", "archived"):
        return str(texts.GAME_OVER)
    if look.game.status == "paused":
        return str(texts.GAME_PAUSED)
    words = kind_of(look.game).words
    who = ", ".join(words.seat(look.view, look.names.get(one.seat, one.seat)) for one in look.open)
    return texts.NOT_YOUR_MOVE.format(who=who or str(texts.NOBODY))


async def by_fields(interaction: Click, verb: str, given: Mapping[str, str | None]) -> None:
    """Answer with the one option that fits; otherwise offer what is left, or say why not."""
    table = interaction.client.table
    row = await game_here(table, interaction)
    look = await my_look(table, row.id, user_id(interaction))
    fields = {name: value for name, value in given.items() if value is not None}
    words = kind_of(look.game).words
    if look.ask is None:
        raise Sorry(nothing_waits(look))
    fits = fitting(look.ask, verb, fields)
    if not fits:
        raise Sorry(await why_refused(interaction, look, verb, fields))
    counted = fits[0].COUNTED
    whole = len(fits) == 1 and (not counted or counted in fields or len(fits[0].numbers()) == 1)
    if whole:
        await give(interaction, look, fits[0])
        return
    narrow = msgspec.structs.replace(look.ask, options=tuple(fits))
    panel = Panel(kind_of(look.game), msgspec.structs.replace(look, ask=narrow))
    text = panel.heading(narrow)
    lines = [f"- {words.option(look.view, option)}" for option in fits[:10]]
    await errors.say(interaction, texts.cut("\n".join([text, *lines, texts.BE_PRECISE]), 1900))


async def why_refused(interaction: Click, look: Look, verb: str, fields: Mapping[str, str]) -> str:
    """Why nothing fits: the clause that forbids the wish, if it can be put together."""
    kinds = kind_of(look.game).rules.options()
    words = kind_of(look.game).words
    for name in ALIKE.get(verb, (verb,)):
        if name not in kinds:
            continue
        plain = {key: number_or_text(value) for key, value in fields.items()}
        try:
            wish = msgspec.convert({"verb": name, **plain}, kinds[name])
        except msgspec.ValidationError:
            continue
        refusal = await interaction.client.table.why_not(look.game.id, str(look.seat), wish)
        if refusal:
            return texts.refused(refusal, words.refusal(look.view, refusal))
    return texts.NOTHING_FITS.format(what=words.verb(verb))


async def complete(interaction: Click, verb: str, field: str, current: str) -> list[app_commands.Choice[str]]:
    """The legal values of a field, given those that are filled in already."""
    row = await game_here(interaction.client.table, interaction)
    look = await my_look(interaction.client.table, row.id, user_id(interaction))
    if look.ask is None:
        return []
    given = {
        name: str(value)
        for name, value in vars(interaction.namespace).items()
        if name != field and value not in (None, "")
    }
    values: dict[Any, None] = {}
    for option in fitting(look.ask, verb, given):
        if field == option.COUNTED:
            values.update(dict.fromkeys(option.numbers()))
        elif field in option.__struct_fields__:
            values[getattr(option, field)] = None
    words = kind_of(look.game).words
    choices = []
    for value in values:
        label = words.value(look.view, verb, field, value)
        if current.lower() in label.lower():
            choices.append(app_commands.Choice(name=texts.cut(label or str(value), 100), value=str(value)))
    return choices[:CHOICES]


def completes(verb: str, field: str) -> Any:
    """An autocomplete callback for one field of a verb."""

    async def callback(interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        return await complete(interaction, verb, field, current)

    return offered(callback)


class Play(commands.Cog):
    """Moves by command."""

    def __init__(self, bot: Glade) -> None:
        self.bot = bot

    @app_commands.command(description="Move warriors or your pawn.")
    @app_commands.guild_only()
    @app_commands.describe(origin="From where", to="To where", warriors="How many")
    @app_commands.autocomplete(
        origin=completes("move", "origin"), to=completes("move", "to"), warriors=completes("move", "warriors")
    )
    async def move(
        self, interaction: Click, to: str, origin: str | None = None, warriors: str | None = None
    ) -> None:
        await by_fields(interaction, "move", {"origin": origin, "to": to, "warriors": warriors})

    @app_commands.command(description="Start a battle.")
    @app_commands.guild_only()
    @app_commands.describe(clearing="Where", defender="Whom you attack")
    @app_commands.autocomplete(
        clearing=completes("battle", "clearing"), defender=completes("battle", "defender")
    )
    async def battle(
        self, interaction: Click, clearing: str | None = None, defender: str | None = None
    ) -> None:
        await by_fields(interaction, "battle", {"clearing": clearing, "defender": defender})

    @app_commands.command(description="Build something.")
    @app_commands.guild_only()
    @app_commands.describe(clearing="Where", kind="What")
    @app_commands.autocomplete(clearing=completes("build", "clearing"), kind=completes("build", "kind"))
    async def build(self, interaction: Click, clearing: str | None = None, kind: str | None = None) -> None:
        await by_fields(interaction, "build", {"clearing": clearing, "kind": kind})

    @app_commands.command(description="Recruit warriors.")
    @app_commands.guild_only()
    @app_commands.describe(clearing="Where")
    @app_commands.autocomplete(clearing=completes("recruit", "clearing"))
    async def recruit(self, interaction: Click, clearing: str | None = None) -> None:
        await by_fields(interaction, "recruit", {"clearing": clearing})

    @app_commands.command(description="Craft a card.")
    @app_commands.guild_only()
    @app_commands.describe(card="Which card")
    @app_commands.autocomplete(card=completes("craft", "card"))
    async def craft(self, interaction: Click, card: str | None = None) -> None:
        await by_fields(interaction, "craft", {"card": card})

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
        await errors.acknowledge(interaction)
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
            app_commands.Choice(name=texts.cut(label, 100), value=value)
            for value, label, _ in found(look, look.ask, current, CHOICES)
        ]

    @app_commands.command(description="Take back your last choice.")
    @app_commands.describe(game="Which game, if not the one in this channel")
    @app_commands.autocomplete(game=game_choices)
    async def undo(self, interaction: Click, game: str | None = None) -> None:
        row = await game_here(self.bot.table, interaction, game)
        await take_back(interaction, row.id)


async def setup(bot: Glade) -> None:
    await bot.add_cog(Play(bot))
