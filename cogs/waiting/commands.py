"""Waiting well: reminders and colours, mute, away and back, standing orders."""

from __future__ import annotations

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
from cogs.tables import LIVING, OVER, game_choices, game_here, kind_of, my_look, my_seat, offered, user_id
from cogs.waiting.clocks import zone_names, zone_of
from cogs.waiting.persons import Person, read_person, save_person, wanted
from cogs.waiting.watch import FORMER
from engine.live import read_settings
from engine.seats import ASK_ME, HUMAN, SeatSettings
from engine.store import GameRow, SeatRow
from engine.table import Look
from render import PALETTES

Click = discord.Interaction[Glade]

DAY = 24 * 3600.0
LONGEST = 90


def settings_text(person: Person) -> str:
    """A person's settings in words."""
    every = texts.SETTINGS_EVERY.format(hours=person.every, times=person.times)
    lines = texts.SETTINGS_LINES.format(
        reminders=every if person.every else texts.SETTINGS_OFF.format(),
        awake=texts.ONE_DAY.format(start=person.wakes, end=person.sleeps),
        zone=person.zone,
        where=texts.WHERE[person.where].format(),
        palette=person.palette,
        end_turn=texts.END_TURN[person.end_turn].format(),
    )
    if person.away:
        lines += "\n" + texts.AWAY_NOTE.format(mention=texts.mention(person.user), until=int(person.away))
    return lines


# --- standing orders --------------------------------------------------------------------------------------


def orders_view(look: Look, below: Sequence[ui.ActionRow[Any]] = ()) -> ui.LayoutView:
    """A menu for each question out of turn: ask me, or one of its answers."""
    kind = kind_of(look.game)
    mine = next(seat for seat in look.seats if seat.seat == look.seat)
    orders = read_settings(mine).orders
    buttons = Buttons(look.game.id, look.game.rev)
    rows = []
    for key, answers in reactions_of(look).items():
        now = orders.get(key, ASK_ME)
        topic = next(iter(answers.values()))
        listed = [(ASK_ME, texts.ORDER_ASK_FOR.format(what=topic))]
        listed += [(verb, texts.ORDER_ALWAYS.format(what=words)) for verb, words in answers.items()]
        rows.append(buttons.menu("order", topic, listed, key, chosen=frozenset({now})))
    template = texts.ORDERS_TITLE if rows else texts.NO_ORDERS
    title = template.format(seat=kind.words.seat(look.view, str(look.view.seat)))
    return layout([ui.TextDisplay(title)], [*rows, *below])


async def show_orders(interaction: Click, look: Look) -> None:
    await errors.show(interaction, orders_view(look, back_rows(interaction, look)))


def reactions_of(look: Look) -> Mapping[str, Mapping[str, str]]:
    """The questions out of turn that this seat can be asked."""
    plays = next((seat.plays for seat in look.view.seats if seat.seat == look.view.seat), "")
    return kind_of(look.game).lobby.reactions(plays)


async def set_order(interaction: Click, game: str, key: str, verb: str) -> Look:
    """Keep one standing order of one's own seat."""
    table = interaction.client.table
    look = await my_look(table, game, user_id(interaction))
    known = reactions_of(look)
    if key not in known or verb not in (ASK_ME, *known[key]):
        raise Sorry(texts.BAD_VALUE.format(value=texts.plain(f"{key} {verb}")))
    mine = next(seat for seat in look.seats if seat.seat == look.seat)
    settings = read_settings(mine)
    new = msgspec.structs.replace(settings, orders=settings.orders | {key: verb})
    await table.settings(game, str(look.seat), new)
    return await my_look(table, game, user_id(interaction))


@on("order")
async def on_order(interaction: Click, pressed: Pressed) -> None:
    await errors.acknowledge(interaction)
    look = await set_order(interaction, pressed.game, pressed.rest, pressed.values[0])
    await show_orders(interaction, look)


@on("orders")
async def on_orders(interaction: Click, pressed: Pressed) -> None:
    await errors.acknowledge(interaction)
    await show_orders(
        interaction, await my_look(interaction.client.table, pressed.game, user_id(interaction))
    )


@on("mine")
async def on_settings(interaction: Click, pressed: Pressed) -> None:
    """What this person has chosen for all their games."""
    await errors.acknowledge(interaction)
    look = await my_look(interaction.client.table, pressed.game, user_id(interaction))
    person = await read_person(interaction.client.store, user_id(interaction))
    text = ui.TextDisplay[Any](settings_text(person))
    await errors.show(interaction, layout([text], back_rows(interaction, look)))


# --- mute, away, back -------------------------------------------------------------------------------------


async def mute(interaction: Click, game: str) -> None:
    await my_seat(interaction.client.table, game, user_id(interaction))
    if not await interaction.client.watch.mute(game, user_id(interaction)):
        raise Sorry(texts.NOTHING_TO_MUTE)
    await errors.say(interaction, texts.MUTED)


@on("mute")
async def on_mute(interaction: Click, pressed: Pressed) -> None:
    await mute(interaction, pressed.game)


@on("back")
async def on_back(interaction: Click, pressed: Pressed) -> None:
    await errors.acknowledge(interaction)
    await take_seat_back(interaction, pressed.game)


async def taken_over(bot: Glade, game: str, user: str) -> SeatRow | None:
    """The seat of a game that somebody else has taken over from this person."""
    seats = await bot.store.seats(game)
    return next((seat for seat in seats if read_settings(seat).more.get(FORMER) == user), None)


async def take_seat_back(interaction: Click, game: str) -> None:
    """The seat that a stand-in kept, or that somebody else took over meanwhile, is its owner's again."""
    bot = interaction.client
    me = user_id(interaction)
    row = await bot.store.game(game)
    if row is None or row.status in OVER:
        raise Sorry(texts.GAME_OVER)
    former = await taken_over(bot, game, me)
    if former is not None:
        settings = await wanted(bot.store, me, SeatSettings())
        await bot.table.hand_over(
            game, former.seat, HUMAN, user=me, by=me, settings=settings, interaction=str(interaction.id)
        )
        await errors.say(interaction, texts.SEAT_TAKEN_BACK)
        return
    seat = await my_seat(bot.table, game, me)
    found = next(one for one in await bot.store.seats(game) if one.seat == seat)
    if found.kind == HUMAN:
        raise Sorry(texts.SEAT_YOURS)
    await bot.table.hand_over(game, seat, HUMAN, by=me, interaction=str(interaction.id))
    await errors.say(interaction, texts.SEAT_BACK)


class Wait(commands.Cog):
    """What a person has chosen, and what happens while they are not there."""

    def __init__(self, bot: Glade) -> None:
        self.bot = bot

    @app_commands.command(
        description="Your reminders, waking hours, time zone, colours, and how your turns end."
    )
    @app_commands.describe(
        every="Hours between reminders; 0 for none",
        times="How many reminders of one decision",
        wakes="No reminders before this hour",
        sleeps="No reminders from this hour on",
        zone="Your time zone: Europe/Prague, or +2",
        where="Where reminders come",
        palette="Colours of your pictures",
        end_turn="End my turn by itself when nothing is left to choose",
    )
    @app_commands.choices(
        where=[
            app_commands.Choice(name="in the game's thread", value="here"),
            app_commands.Choice(name="in a direct message", value="dm"),
        ],
        palette=[app_commands.Choice(name=name, value=name) for name in PALETTES],
    )
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def settings(
        self,
        interaction: Click,
        every: app_commands.Range[int, 0, 168] | None = None,
        times: app_commands.Range[int, 1, 20] | None = None,
        wakes: app_commands.Range[int, 0, 23] | None = None,
        sleeps: app_commands.Range[int, 0, 23] | None = None,
        zone: str | None = None,
        where: str | None = None,
        palette: str | None = None,
        end_turn: bool | None = None,
    ) -> None:
        if zone is not None and zone_of(zone) is None:
            raise Sorry(texts.BAD_ZONE.format(zone=texts.plain(zone)))
        given = {
            "every": every,
            "times": times,
            "wakes": wakes,
            "sleeps": sleeps,
            "zone": zone,
            "where": where,
            "palette": palette,
            "end_turn": end_turn,
        }
        person = await read_person(self.bot.store, user_id(interaction))
        changed = {name: value for name, value in given.items() if value is not None}
        if changed:
            person = msgspec.structs.replace(person, **changed)
            await save_person(self.bot.store, person)
            await self.bot.watch.replan(person)
        if end_turn is not None:
            await self.bot.watch.seats_follow(person)
        await errors.say(interaction, settings_text(person))

    @settings.autocomplete("zone")
    @offered
    async def zones(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        typed = current.lower().replace(" ", "_")
        found = [name for name in zone_names() if typed in name.lower()]
        if zone_of(current) is not None and current.strip():
            found.insert(0, current.strip()[:100])
        return [app_commands.Choice(name=name, value=name) for name in dict.fromkeys(found)]

    @app_commands.command(description="You are away for some days: your games wait, or a stand-in plays.")
    @app_commands.describe(days="For how many days", stand_in="What happens with your decisions")
    @app_commands.choices(
        stand_in=[
            app_commands.Choice(name="Wait for me", value="wait"),
            app_commands.Choice(name="Standing orders answer questions out of turn", value="orders"),
            app_commands.Choice(name="A stand-in plays for me", value="bot"),
        ]
    )
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def away(
        self, interaction: Click, days: app_commands.Range[int, 1, LONGEST], stand_in: str = "wait"
    ) -> None:
        await errors.acknowledge(interaction)
        until = self.bot.table.clock() + days * DAY
        await self.bot.watch.go_away(user_id(interaction), until, stand_in)
        what = texts.AWAY_KINDS[stand_in].format()
        await errors.say(interaction, texts.AWAY_SET.format(until=int(until), what=what))

    @app_commands.command(description="You are back: every seat a stand-in kept is yours again.")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def back(self, interaction: Click) -> None:
        await errors.acknowledge(interaction)
        me = user_id(interaction)
        was_away = bool((await read_person(self.bot.store, me)).away)
        for row in await self.bot.store.games(*LIVING, channel=str(interaction.channel_id)):
            if await taken_over(self.bot, row.id, me):
                await take_seat_back(interaction, row.id)
                return
        count = await self.bot.watch.come_back(me)
        if not count and not was_away:
            raise Sorry(texts.NOT_AWAY)
        await errors.say(interaction, texts.BACK_AGAIN.format(count=count))

    @app_commands.command(description="No more reminders of the present decision.")
    @app_commands.describe(game="Which game, if not the one in this channel")
    @app_commands.autocomplete(game=game_choices)
    async def mute(self, interaction: Click, game: str | None = None) -> None:
        row = await game_here(self.bot.table, interaction, game)
        await mute(interaction, row.id)

    @app_commands.command(description="Standing orders: what I answer for you in others' turns.")
    @app_commands.describe(
        question="Which question", answer="What to answer", game="Which game, if not the one in this channel"
    )
    @app_commands.autocomplete(game=game_choices)
    async def orders(
        self,
        interaction: Click,
        question: str | None = None,
        answer: str | None = None,
        game: str | None = None,
    ) -> None:
        row = await game_here(self.bot.table, interaction, game)
        await errors.acknowledge(interaction)
        if question and answer:
            look = await set_order(interaction, row.id, question, answer)
        else:
            look = await my_look(self.bot.table, row.id, user_id(interaction))
        await show_orders(interaction, look)

    async def row_typed(self, interaction: Click) -> GameRow:
        return await game_here(self.bot.table, interaction, getattr(interaction.namespace, "game", None))

    @orders.autocomplete("question")
    @offered
    async def questions(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        reactions = kind_of(await self.row_typed(interaction)).lobby.reactions()
        named = [(key, " / ".join(answers.values())) for key, answers in reactions.items()]
        return [
            app_commands.Choice(name=texts.cut(name, 100), value=key)
            for key, name in named
            if current.lower() in name.lower()
        ]

    @orders.autocomplete("answer")
    @offered
    async def answers(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        reactions = kind_of(await self.row_typed(interaction)).lobby.reactions()
        known = reactions.get(getattr(interaction.namespace, "question", None) or "", {})
        named = [(ASK_ME, str(texts.ORDER_ASK)), *known.items()]
        return [
            app_commands.Choice(name=texts.cut(name, 100), value=verb)
            for verb, name in named
            if current.lower() in name.lower()
        ]


async def setup(bot: Glade) -> None:
    await bot.add_cog(Wait(bot))
