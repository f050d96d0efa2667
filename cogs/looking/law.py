"""The rules at hand: the clause of the present decision, any clause, our rulings, and why something is not on offer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
import msgspec
from discord import app_commands, ui
from discord.ext import commands

from cogs import errors, texts
from cogs.app import Glade
from cogs.board.panel import back_rows, layout
from cogs.components import Pressed, on
from cogs.errors import Sorry
from cogs.tables import any_look, find_game, game_choices, game_here, kind_of, my_look, offered, user_id
from engine.flow import Ask, Option
from engine.games import GAMES, GameKind
from engine.rules import View
from engine.table import Look

Click = discord.Interaction[Glade]

RULINGS = "rulings"
TEXT = 3600
BELOW = 12
"""Clauses under a clause that are listed with it."""


def rule_text(kind: GameKind, clause: str) -> str:
    """A clause in our words, with the clauses under it and our rulings on it."""
    found = kind.words.rule(clause)
    if found is None:
        raise Sorry(texts.NO_RULE.format(clause=texts.plain(clause)))
    title, text = found
    parts = [texts.RULE.format(clause=clause, title=title, text=text)]
    for number, name in list(kind.words.clauses().items()):
        if number.startswith(f"{clause}.") and len(parts) <= BELOW:
            below = kind.words.rule(number)
            parts.append(f"- **{number}** {name}: {below[1] if below else ''}")
    for ruling in kind.words.rulings():
        if ruling.clause == clause or ruling.clause.startswith(f"{clause}."):
            parts.append(f"-# {ruling.id} ({ruling.clause}): {ruling.text}")
    return texts.cut("\n".join(parts), TEXT)


def decision_text(look: Look, asks: Mapping[str, Ask]) -> str:
    """The clause of the decision at hand."""
    kind = kind_of(look.game)
    if not asks:
        raise Sorry(texts.NO_RULES_NOW)
    parts = []
    for ask in asks.values():
        parts.append(texts.RULES_NOW.format(question=kind.words.question(look.view, ask)))
        if kind.words.rule(ask.clause):
            parts.append(rule_text(kind, ask.clause))
    return texts.cut("\n".join(parts), TEXT)


async def rules_now(interaction: Click, game: str) -> None:
    """What the present decision is about: one's own, or the one everybody waits for."""
    await errors.acknowledge(interaction)
    table = interaction.client.table
    look = await any_look(table, game, user_id(interaction))
    if look.ask:
        asks = {str(look.seat): look.ask}
    else:
        asks = await interaction.client.speaker.asks(look)
    text = ui.TextDisplay[Any](decision_text(look, asks))
    await errors.show(interaction, layout([text], back_rows(interaction, look)))


@on("rules")
async def on_rules(interaction: Click, pressed: Pressed) -> None:
    await rules_now(interaction, pressed.game)


# --- why not ----------------------------------------------------------------------------------------------


def candidates(view: View, ask: Ask | None, kind: type[Option], field: str) -> list[Any]:
    """Values somebody might mean: places, players, own cards, and what is on offer now."""
    offered_now = [
        getattr(option, field)
        for option in (ask.options if ask else ())
        if isinstance(option, kind) and field in option.__struct_fields__
    ]
    wanted = {f.name: f.type for f in msgspec.structs.fields(kind)}[field]
    found: list[Any] = list(offered_now)
    if field == kind.COUNTED:
        found += range(1, 11)
    elif wanted is bool:
        found += [True, False]
    else:
        if wanted is not str:
            found += [place for place in view.closeups() if isinstance(place, int) or wanted is not int]
        if wanted is not int:
            others = [seat.seat for seat in view.seats if seat.seat != view.seat]
            found += [*others, *(view.held() or ()), *([view.seat] if view.seat else [])]
    return list(dict.fromkeys(found))


def read_wish(kind: GameKind, verb: str, given: Mapping[str, str]) -> Option | None:
    """The wish that was put together from its fields; None if something is missing."""
    fields: dict[str, Any] = {}
    for name, text in given.items():
        fields[name] = (
            int(text) if text.lstrip("-").isdigit() else {"True": True, "False": False}.get(text, text)
        )
    try:
        return msgspec.convert({"verb": verb, **fields}, kind.rules.options()[verb])
    except (KeyError, msgspec.ValidationError):
        return None


def split_fields(*texts_given: str | None) -> dict[str, str]:
    """Fields as autocomplete writes them: name=value."""
    found = {}
    for text in texts_given:
        name, equals, value = (text or "").partition("=")
        if equals:
            found[name.strip()] = value.strip()
    return found


async def why(interaction: Click, look: Look, verb: str, given: Mapping[str, str]) -> str:
    """Why a wish is not on offer, in one sentence with its clause."""
    kind = kind_of(look.game)
    if verb not in kind.rules.options():
        raise Sorry(texts.WHY_UNKNOWN)
    whole = read_wish(kind, verb, given)
    wish = whole or guess(kind, look, verb, given)
    if wish is None:
        return texts.NOTHING_FITS.format(what=kind.words.verb(verb))
    refusal = await interaction.client.table.why_not(look.game.id, str(look.seat), wish)
    said = kind.words.option(look.view, whole) if whole else kind.words.verb(verb)
    if refusal is None:
        return texts.WHY_OFFERED.format(option=said)
    reason = texts.refused(refusal, kind.words.refusal(look.view, refusal))
    return texts.WHY_NOT.format(wish=said, reason=reason)


def guess(kind: GameKind, look: Look, verb: str, given: Mapping[str, str]) -> Option | None:
    """A wish whose missing fields are filled with the first thing that could be meant."""
    cls = kind.rules.options()[verb]
    filled = dict(given)
    for name in cls.__struct_fields__:
        if name not in filled:
            found = candidates(look.view, look.ask, cls, name)
            if found:
                filled[name] = str(found[0])
    return read_wish(kind, verb, filled)


class Law(commands.Cog):
    """Rules."""

    def __init__(self, bot: Glade) -> None:
        self.bot = bot

    @app_commands.command(description="The rule of the decision at hand, any clause, or our rulings.")
    @app_commands.describe(
        clause="A number, part of a title, or rulings", game="Which game, if not the one in this channel"
    )
    @app_commands.autocomplete(game=game_choices)
    async def rules(self, interaction: Click, clause: str | None = None, game: str | None = None) -> None:
        if clause is None:
            row = await game_here(self.bot.table, interaction, game)
            await rules_now(interaction, row.id)
            return
        kind = await self.kind_here(interaction, game)
        if clause.lower() == RULINGS:
            lines = [f"- **{one.id}** ({one.clause}) {one.text}" for one in kind.words.rulings()]
            text = "\n".join([texts.RULINGS.format(), *lines])
        else:
            text = rule_text(kind, self.find(kind, clause))
        await errors.show(interaction, layout([ui.TextDisplay(texts.cut(text, TEXT))], []))

    @staticmethod
    def find(kind: GameKind, typed: str) -> str:
        """A clause by its number, or the first whose title fits."""
        wanted = typed.strip().rstrip(".")
        known = kind.words.clauses()
        if wanted in known:
            return wanted
        return next((number for number, title in known.items() if wanted.lower() in title.lower()), wanted)

    async def kind_here(self, interaction: Click, game: str | None) -> GameKind:
        try:
            return kind_of(await find_game(self.bot.table, interaction, game))
        except Sorry:
            return next(iter(GAMES.values()))

    @rules.autocomplete("clause")
    @offered
    async def clauses(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        kind = await self.kind_here(interaction, getattr(interaction.namespace, "game", None))
        typed = current.lower().strip()
        listed = [(RULINGS, "Our rulings")] + [
            (number, f"{number} {title}") for number, title in kind.words.clauses().items()
        ]
        found = [one for one in listed if one[0].lower().startswith(typed)]
        found += [one for one in listed if typed in one[1].lower() and one not in found]
        return [app_commands.Choice(name=texts.cut(name, 100), value=value) for value, name in found[:25]]

    @app_commands.command(description="Why is something not on offer? Only you see the answer.")
    @app_commands.describe(
        wish="What you would like to do",
        first="Where, whom or with what",
        second="Where, whom or with what",
        third="Where, whom or with what",
        game="Which game, if not the one in this channel",
    )
    @app_commands.autocomplete(game=game_choices)
    async def why(
        self,
        interaction: Click,
        wish: str,
        first: str | None = None,
        second: str | None = None,
        third: str | None = None,
        game: str | None = None,
    ) -> None:
        row = await game_here(self.bot.table, interaction, game)
        await errors.acknowledge(interaction)
        look = await my_look(self.bot.table, row.id, user_id(interaction))
        await errors.say(interaction, await why(interaction, look, wish, split_fields(first, second, third)))

    @why.autocomplete("wish")
    @offered
    async def wishes(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        row = await game_here(self.bot.table, interaction, getattr(interaction.namespace, "game", None))
        kind = kind_of(row)
        named = [(verb, kind.words.verb(verb)) for verb in kind.rules.options()]
        return [
            app_commands.Choice(name=texts.cut(name, 100), value=verb)
            for verb, name in named
            if current.lower() in name.lower()
        ]

    @why.autocomplete("first")
    @offered
    async def first_field(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        return await self.fields(interaction, "first", current)

    @why.autocomplete("second")
    @offered
    async def second_field(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        return await self.fields(interaction, "second", current)

    @why.autocomplete("third")
    @offered
    async def third_field(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        return await self.fields(interaction, "third", current)

    async def fields(self, interaction: Click, here: str, current: str) -> list[app_commands.Choice[str]]:
        """The fields of the wish that are still open, with the values that could be meant."""
        typed = vars(interaction.namespace)
        row = await game_here(self.bot.table, interaction, typed.get("game"))
        look = await my_look(self.bot.table, row.id, user_id(interaction))
        kind = kind_of(row)
        cls = kind.rules.options().get(str(typed.get("wish") or ""))
        if cls is None:
            return []
        given = split_fields(*(typed.get(name) for name in ("first", "second", "third") if name != here))
        verb = str(typed.get("wish"))
        found = []
        for name in cls.__struct_fields__:
            if name in given:
                continue
            for value in candidates(look.view, look.ask, cls, name):
                label = f"{kind.words.field(verb, name)}: {kind.words.value(look.view, verb, name, value)}"
                if current.lower() in label.lower() and len(f"{name}={value}") <= 100:
                    found.append(app_commands.Choice(name=texts.cut(label, 100), value=f"{name}={value}"))
        return found


async def setup(bot: Glade) -> None:
    await bot.add_cog(Law(bot))
