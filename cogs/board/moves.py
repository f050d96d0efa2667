"""Moves by command: every game declares its own, and one tree holds them all.

A name that two games share stands there once, with the fields of both. In a game that does not know a command, or one
of its fields, the answer says what that game does know.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from typing import Any

import discord
import msgspec
from discord import app_commands

from cogs import texts
from cogs.app import Glade
from cogs.board.drill import typed_path
from cogs.board.panel import Panel, is_lone
from cogs.board.play import CHOICES, choose, nothing_waits
from cogs.board.typed import with_outcome
from cogs.errors import Sorry
from cogs.tables import game_here, kind_of, my_look, offered, user_id
from engine.about import Command, Field
from engine.flow import Ask, Option
from engine.games import GAMES, GameKind
from engine.table import Look

Click = discord.Interaction[Glade]

DESCRIPTION = 100
"""So many characters of a description Discord shows."""


# --- one tree for all games -------------------------------------------------------------------------------


def united(games: Iterable[GameKind]) -> dict[str, Command]:
    """All commands of these games, each name once with the fields of every game that declares it."""
    found: dict[str, Command] = {}
    for kind in games:
        for command in kind.about.commands:
            known = found.get(command.name)
            found[command.name] = joined(known, command) if known else command
    return found


def joined(one: Command, other: Command) -> Command:
    """Two games' commands of one name: a field that one of them lacks need not be filled in."""
    fields: dict[str, Field] = {}
    for name in dict.fromkeys(field.name for field in (*one.fields, *other.fields)):
        both = [field for command in (one, other) for field in command.fields if field.name == name]
        about = either(*(field.about for field in both))
        fields[name] = Field(name, about, len(both) == 2 and all(field.needed for field in both))
    return Command(one.name, either(one.about, other.about), tuple(fields.values()))


def either(*told: str) -> str:
    """What several games say, as one description."""
    parts = [part for text in told for part in text.split(" / ")]
    return texts.cut(" / ".join(dict.fromkeys(parts)), DESCRIPTION)


def command_of(kind: GameKind, name: str) -> Command:
    """The command as this game means it; a kind refusal if it has none of that name."""
    for command in kind.about.commands:
        if command.name == name:
            return command
    known = " ".join(f"`/{command.name}`" for command in kind.about.commands)
    template = texts.OTHER_COMMANDS if known else texts.NO_COMMANDS
    raise Sorry(template.format(name=name, game=kind.name, known=known))


def made(command: Command) -> app_commands.Command[Any, ..., Any]:
    """The command as Discord gets it."""

    async def callback(interaction: Click, **given: str | None) -> None:
        await by_fields(interaction, command.name, given)

    fields = sorted(command.fields, key=lambda field: not field.needed)
    parameters = [inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Click)]
    for field in fields:
        kind, default = (str, inspect.Parameter.empty) if field.needed else (str | None, None)
        parameters.append(
            inspect.Parameter(
                field.name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=kind, default=default
            )
        )
    callback.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    if fields:
        app_commands.describe(**{field.name: field.about for field in fields})(callback)
        app_commands.autocomplete(**{field.name: completes(command.name, field.name) for field in fields})(
            callback
        )
    app_commands.guild_only()(callback)
    return app_commands.Command(name=command.name, description=command.about, callback=callback)


def completes(name: str, field: str) -> Any:
    """An autocomplete callback for one field of a command."""

    async def callback(interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        return await complete(interaction, name, field, current)

    return offered(callback)


async def setup(bot: Glade) -> None:
    for command in united(GAMES.values()).values():
        bot.tree.add_command(made(command))


async def teardown(bot: Glade) -> None:
    for name in united(GAMES.values()):
        bot.tree.remove_command(name)


# --- from fields to an answer -----------------------------------------------------------------------------


def number_or_text(value: str) -> int | str:
    return int(value) if value.lstrip("-").isdigit() else value


def fitting(ask: Ask, verbs: tuple[str, ...], given: Mapping[str, str]) -> list[Option]:
    """The options of these verbs that fit the fields given so far. A number may be smaller than the one offered."""
    found: list[Option] = []
    for option in ask.options:
        if option.verb not in verbs:
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


async def by_fields(interaction: Click, name: str, given: Mapping[str, str | None]) -> None:
    """Answer with the one option that fits; otherwise offer what is left, or say why not."""
    table = interaction.client.table
    row = await game_here(table, interaction)
    look = await my_look(table, row.id, user_id(interaction))
    kind = kind_of(look.game)
    command = command_of(kind, name)
    fields = {field: value for field, value in given.items() if value is not None}
    check_fields(kind, command, fields)
    if look.ask is None:
        raise Sorry(nothing_waits(look))
    fits = fitting(look.ask, command.stands_for(), fields)
    if not fits:
        raise Sorry(await why_refused(interaction, look, command, fields))
    paths = {verb: typed_path(look.ask, verb, fields) for verb in dict.fromkeys(one.verb for one in fits)}
    if len(paths) > 1:
        await interaction.client.panels.show(interaction, look, Panel(kind, look).fitting(paths))
        return
    ((verb, path),) = paths.items()
    await choose(interaction, look, verb, path)


def check_fields(kind: GameKind, command: Command, fields: Mapping[str, str]) -> None:
    """A field of another game's command means nothing here, and one that this game needs may be missing."""
    known = {field.name: field for field in command.fields}
    strange = [field for field in fields if field not in known]
    if strange:
        told = ", ".join(f"`{field}`" for field in known) or str(texts.NOTHING_CHOSEN)
        raise Sorry(
            texts.OTHER_FIELDS.format(name=command.name, game=kind.name, field=strange[0], known=told)
        )
    missing = [field.name for field in command.fields if field.needed and field.name not in fields]
    if missing:
        raise Sorry(texts.FIELD_NEEDED.format(name=command.name, game=kind.name, field=missing[0]))


async def why_refused(interaction: Click, look: Look, command: Command, fields: Mapping[str, str]) -> str:
    """Why nothing fits: the clause that forbids the wish, if it can be put together."""
    kinds = kind_of(look.game).rules.options()
    words = kind_of(look.game).words
    seat = str(look.seat)
    known = await interaction.client.table.consult(look.game.id, seat, lambda game: game.wishes(seat))
    mine = [name for name in command.stands_for() if name in kinds and name in known]
    for name in mine or command.stands_for():
        if name not in kinds:
            continue
        plain = {key: number_or_text(value) for key, value in fields.items()}
        try:
            wish = msgspec.convert({"verb": name, **plain}, kinds[name])
        except msgspec.ValidationError:
            continue
        refusal = await interaction.client.table.why_not(look.game.id, seat, wish)
        if refusal:
            return texts.refused(refusal, words.refusal(look.view, refusal))
    return texts.NOTHING_FITS.format(what=words.verb(command.stands_for()[0]))


async def complete(interaction: Click, name: str, field: str, current: str) -> list[app_commands.Choice[str]]:
    """The legal values of a field, given those that are filled in already."""
    row = await game_here(interaction.client.table, interaction)
    look = await my_look(interaction.client.table, row.id, user_id(interaction))
    if look.ask is None:
        return []
    command = command_of(kind_of(row), name)
    given = {
        other: str(value)
        for other, value in vars(interaction.namespace).items()
        if other != field and value not in (None, "")
    }
    values: dict[Any, list[Option]] = {}
    for option in fitting(look.ask, command.stands_for(), given):
        if field == option.COUNTED:
            for number in option.numbers():
                values.setdefault(number, []).append(option.with_number(number))
        elif field in option.__struct_fields__:
            values.setdefault(getattr(option, field), []).append(option)
    words = kind_of(look.game).words
    choices: list[app_commands.Choice[str]] = []
    for value, meant in values.items():
        label = words.value(look.view, command.stands_for()[0], field, value) or str(value)
        if current.lower() in label.lower() and len(choices) < CHOICES:
            decided = len(meant) == 1 and (field == meant[0].COUNTED or is_lone(meant))
            name = with_outcome(look, label, meant[0]) if decided else texts.cut(label, 100)
            choices.append(app_commands.Choice(name=name, value=str(value)))
    return choices
