"""The rules at hand: the clause of the present decision, any clause, our rulings, and why something is not on offer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import discord
import msgspec
from discord import app_commands, ui
from discord.ext import commands

from cogs import errors, texts
from cogs.app import Glade
from cogs.board.panel import back_rows, layout
from cogs.components import Buttons, Pressed, on
from cogs.errors import Sorry
from cogs.looking.lexicon import MOST, cards_in, choices, found, menu, said_in, show_entries
from cogs.tables import any_look, find_game, game_choices, game_here, kind_of, my_look, offered, user_id
from engine.flow import Ask, Option
from engine.game import Game
from engine.games import GAMES, GameKind, Words
from engine.rules import Refusal
from engine.store import GameRow
from engine.table import Look

Click = discord.Interaction[Glade]

RULINGS = "rulings"
TEXT = 3600
OFFERED = 4
"""So many things that are on offer are told."""
WISHES = 25
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


def fits(wish: Option, given: Mapping[str, str]) -> bool:
    """Has a wish all that was filled in? A number may be any."""
    fields = wish.fields()
    return all(
        name == wish.COUNTED or (name in fields and str(fields[name]).lower() == text.lower())
        for name, text in given.items()
    )


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


def wished(words: Words, known: Sequence[str], typed: str) -> str:
    """The verb that is meant: one from the list, or what people call it."""
    if typed in known:
        return typed
    named = [verb for verb in known if words.verb(verb).lower() == typed.strip().lower()]
    return named[0] if named else typed


def is_said(wish: Option) -> bool:
    """Does a wish say all it needs? Not if there is, for example, no card it could be about."""
    needed = len(wish.__struct_fields__) - len(wish.__struct_defaults__)
    return "" not in [getattr(wish, name) for name in wish.__struct_fields__[:needed]]


class Reason(msgspec.Struct, frozen=True):
    """Why something is not on offer: the wish that is nearest to it and its refusal; or what of it is on offer."""

    wish: Option | None = None
    refusal: Refusal | None = None
    offered: tuple[Option, ...] = ()


def reason(game: Game[Any], seat: str, kind: GameKind, verb: str, given: Mapping[str, str]) -> Reason:
    """Put the wish together from what was filled in; where something is open, the nearest one is meant."""
    whole = read_wish(kind, verb, given) if given else None
    wishes = [wish for wish in game.meant(seat, verb) if fits(wish, given)]
    if whole is not None:
        wishes = [whole]
    question = game.pending(seat)
    asked = question.options if question else ()
    offered = tuple(wish for wish in wishes if any(option.covers(wish) for option in asked))
    nearest = None if offered else game.nearest(seat, wishes)
    return Reason(*nearest) if nearest else Reason(offered=offered)


async def why(interaction: Click, look: Look, verb: str, given: Mapping[str, str]) -> str:
    """Why a wish is not on offer, in one sentence with its clause."""
    kind = kind_of(look.game)
    words = kind.words
    seat = str(look.seat)
    known = await interaction.client.table.consult(look.game.id, seat, lambda game: game.wishes(seat))
    verb = wished(words, known, verb)
    if verb not in kind.rules.options():
        raise Sorry(texts.WHY_UNKNOWN)
    found = await interaction.client.table.consult(
        look.game.id, seat, lambda game: reason(game, seat, kind, verb, given)
    )
    if found.offered:
        told = [words.option(look.view, option) for option in found.offered[:OFFERED]]
        more = [texts.AND_MORE.format(count=len(found.offered) - OFFERED)] if found.offered[OFFERED:] else []
        return texts.WHY_OFFERED.format(option=", ".join([*told, *more]))
    if found.wish is None or found.refusal is None:
        return texts.WHY_NOTHING.format(what=words.verb(verb))
    is_about_it = (look.ask is not None or bool(given)) and is_said(found.wish)
    said = words.option(look.view, found.wish) if is_about_it else words.verb(verb)
    told_reason = texts.refused(found.refusal, words.refusal(look.view, found.refusal))
    return texts.WHY_NOT.format(wish=said, reason=told_reason)


async def wishes_of(interaction: Click, look: Look) -> list[tuple[str, str]]:
    """The verbs that a person could mean now, with their names."""
    seat, words = str(look.seat), kind_of(look.game).words
    known = await interaction.client.table.consult(look.game.id, seat, lambda game: game.wishes(seat))
    return [(verb, words.verb(verb)) for verb in known]


async def show_wishes(interaction: Click, look: Look, text: str) -> None:
    """A text, and a menu of what somebody could wish."""
    named = await wishes_of(interaction, look)
    if not named:
        raise Sorry(texts.NO_WISHES)
    menu = Buttons(look.game.id, look.game.rev).menu("wish", texts.WHY_CHOOSE, named[:WISHES])
    await errors.show(interaction, layout([ui.TextDisplay(text)], [menu, *back_rows(interaction, look)]))


@on("why")
async def on_why(interaction: Click, pressed: Pressed) -> None:
    await errors.acknowledge(interaction)
    look = await my_look(interaction.client.table, pressed.game, user_id(interaction))
    await show_wishes(interaction, look, texts.WHY_WHICH.format())


@on("wish")
async def on_wish(interaction: Click, pressed: Pressed) -> None:
    await errors.acknowledge(interaction)
    look = await my_look(interaction.client.table, pressed.game, user_id(interaction))
    await show_wishes(interaction, look, await why(interaction, look, pressed.values[0], {}))


class Law(commands.Cog):
    """Rules."""

    def __init__(self, bot: Glade) -> None:
        self.bot = bot

    @app_commands.command(
        description="Look up anything: the decision at hand, a card, a faction, a term, a clause."
    )
    @app_commands.describe(
        clause="A card, a character, a faction, a bot, a term, a number, or rulings",
        game="Which game, if not the one in this channel",
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
        elif entries := found(kind, clause):
            await show_entries(interaction, kind, await self.row_here(interaction, game), entries)
            return
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
        row = await self.row_here(interaction, game)
        return kind_of(row) if row else next(iter(GAMES.values()))

    async def row_here(self, interaction: Click, game: str | None) -> GameRow | None:
        try:
            return await find_game(self.bot.table, interaction, game)
        except Sorry:
            return None

    async def cards_in_message(self, interaction: Click, message: discord.Message) -> None:
        """The cards that a message names, with their texts and pictures, for whoever asks."""
        row = await self.row_here(interaction, None)
        kind = kind_of(row) if row else next(iter(GAMES.values()))
        cards = cards_in(kind, said_in(message))
        if not cards:
            raise Sorry(texts.NO_CARDS_IN)
        await show_entries(interaction, kind, row, cards[:MOST], str(texts.CARDS_FOUND))

    @rules.autocomplete("clause")
    @offered
    async def clauses(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        kind = await self.kind_here(interaction, getattr(interaction.namespace, "game", None))
        listed = choices(kind, current)
        if current.lower().strip() in RULINGS:
            listed.insert(0, (RULINGS, str(texts.RULINGS_CHOICE)))
        return [app_commands.Choice(name=name, value=value) for value, name in listed[:25]]

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
        look = await my_look(self.bot.table, row.id, user_id(interaction))
        named = await wishes_of(interaction, look)
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
        verb, seat = str(typed.get("wish") or ""), str(look.seat)
        if verb not in kind.rules.options():
            return []
        given = split_fields(*(typed.get(name) for name in ("first", "second", "third") if name != here))
        wishes = await self.bot.table.consult(row.id, seat, lambda game: game.meant(seat, verb))
        values: dict[tuple[str, Any], None] = {}
        for wish in wishes:
            if fits(wish, given):
                values.update(dict.fromkeys(pair for pair in wish.fields().items() if pair[0] not in given))
        found = []
        several = Counter(name for name, _ in values)
        for name, value in sorted(values, key=lambda pair: several[pair[0]]):
            label = f"{kind.words.field(verb, name)}: {kind.words.value(look.view, verb, name, value)}"
            if current.lower() in label.lower() and len(f"{name}={value}") <= 100:
                found.append(app_commands.Choice(name=texts.cut(label, 100), value=f"{name}={value}"))
        return found


async def setup(bot: Glade) -> None:
    law = Law(bot)
    await bot.add_cog(law)
    bot.tree.add_command(menu(str(texts.CARDS_IN), law.cards_in_message))


async def teardown(bot: Glade) -> None:
    bot.tree.remove_command(str(texts.CARDS_IN), type=discord.AppCommandType.message)
