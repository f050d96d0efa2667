"""The lobby as people see it: one message for everybody, and the host's private panels."""

from __future__ import annotations

from typing import Any

from discord import ui

from cogs import texts
from cogs.board.panel import layout
from cogs.components import Buttons
from cogs.lobby.plan import Chair, Plan, bots_of, choices, setup_of
from cogs.locales import for_everybody, tr
from engine.games import GameKind
from engine.seats import CLOCKWORK
from engine.store import GameRow

FACTIONS = 24  # besides "surprise me"
SHOWN_ALWAYS = ("map", "deck")


def option_name(name: str) -> str:
    """An option in words."""
    found = texts.OPTION_NAMES.get(name)
    return tr(found) if found else name.replace("_", " ").capitalize()


class LobbyMessage:
    """Builds the messages of one lobby."""

    def __init__(self, kind: GameKind, row: GameRow, plan: Plan) -> None:
        self.kind = kind
        self.row = row
        self.plan = plan
        self.buttons = Buttons(row.id, row.rev)
        self.for_all = Buttons(row.id, 0)  # the same ids at every change: a click on its way is never lost
        self.host = texts.mention(row.host)

    # --- for everybody ------------------------------------------------------------------------------------

    @for_everybody()
    def build(self, note: str = "") -> ui.LayoutView:
        """The lobby with its buttons."""
        view = ui.LayoutView(timeout=None)
        parts = [self.heading(), self.seats(), self.agreed(), self.remarks(), note]
        view.add_item(ui.Container(*(ui.TextDisplay(part) for part in parts if part)))
        b = self.for_all
        view.add_item(
            ui.ActionRow(
                b.button("join", texts.JOIN, style="good"),
                b.button("leave", texts.LEAVE),
                b.button("addbot", texts.ADD_BOT),
                b.button("bots", texts.BOTS),
                b.button("settings", texts.SETTINGS),
            )
        )
        if not self.drafted:
            view.add_item(self.faction_menu())
        view.add_item(ui.ActionRow(b.button("start", texts.START, style="main")))
        return view

    @for_everybody()
    def begun(self, place: str, note: str = "") -> ui.LayoutView:
        """The lobby after the start: where the game is played."""
        text = texts.STARTED.format(title=texts.plain(self.row.title), place=place)
        parts = [text, "\n".join(self.chairs()), self.agreed(), note]
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.Container(*(ui.TextDisplay(part) for part in parts if part)))
        return view

    @for_everybody()
    def closed(self) -> ui.LayoutView:
        """The lobby after it was closed."""
        return layout([ui.TextDisplay(f"{self.heading()}\n{texts.LOBBY_CLOSED}")], [])

    @property
    def drafted(self) -> bool:
        return self.plan.options.get("setup") == "advanced"

    def heading(self) -> str:
        return texts.LOBBY_TITLE.format(
            title=texts.plain(self.row.title), game=self.kind.name, host=self.host, id=self.row.id
        )

    def seats(self) -> str:
        allowed = self.kind.lobby.seats()
        title = texts.LOBBY_SEATS.format(count=len(self.plan.chairs), least=allowed[0], most=allowed[-1])
        return "\n".join([title, *(self.chairs() or [str(texts.EMPTY)])])

    def chairs(self) -> list[str]:
        return [self.chair(number, chair) for number, chair in enumerate(self.plan.chairs, 1)]

    def chair(self, number: int, chair: Chair) -> str:
        """One seat in words."""
        if chair.user:
            factions = self.kind.lobby.factions()
            unknown = texts.DRAFTED if self.drafted else texts.SURPRISE
            plays = f"**{factions.get(chair.plays, chair.plays)}**" if chair.plays else str(unknown)
            return texts.CHAIR_PERSON.format(number=number, mention=texts.mention(chair.user), plays=plays)
        known = bots_of(self.kind.lobby)
        plays = f"**{known.get(chair.plays, chair.plays)}**"
        details = self.details(chair)
        return texts.CHAIR_BOT.format(
            number=number, plays=plays, details=f" ({', '.join(details)})" if details else ""
        )

    def details(self, chair: Chair) -> list[str]:
        """Difficulty, traits and character of a bot."""
        if chair.board != CLOCKWORK:
            return []
        known = self.kind.lobby.board_options(chair.plays)
        found = []
        for name, values in known.items():
            chosen = chair.options.get(name)
            for value in chosen if isinstance(chosen, list) else [chosen] if chosen else []:
                found.append(values.get(value, str(value)))
        return found

    def agreed(self) -> str:
        """What differs from the usual, and what everybody asks first."""
        lines = []
        for name, values in choices(self.kind.lobby).items():
            value = self.plan.value(name, self.kind.lobby)
            usual = next(iter(values))
            if value != usual or name in SHOWN_ALWAYS:
                lines.append(f"{option_name(name)}: {values.get(value, value)}")
        return texts.AGREED.format(lines=" · ".join(lines)) if lines else ""

    def remarks(self) -> str:
        """What stands in the way of the start, and what the game advises."""
        lobby = self.kind.lobby
        plan = self.plan
        least = lobby.seats()[0]
        if not plan.people:
            return str(texts.NEED_PERSON)
        if len(plan.chairs) < least:
            return str(texts.NEED_MORE)
        setup = setup_of(self.plan, lobby)
        chosen = all(seat.plays for seat in setup.seats) or self.drafted
        lines = [texts.PROBLEM.format(text=line) for line in lobby.problems(setup)] if chosen else []
        if chosen:
            lines += [texts.ADVICE.format(text=line) for line in lobby.advice(setup)]
        if not lines or (chosen and not lobby.problems(setup)):
            lines.append(texts.READY.format(host=self.host))
        return texts.cut("\n".join(lines), 1200)

    def faction_menu(self) -> ui.ActionRow[Any]:
        """Whoever chooses here chooses for themselves."""
        known, explain = self.kind.lobby.factions(), self.kind.words.explain
        free = [(f, name, explain("faction", f)) for f, name in known.items() if f not in self.plan.taken()]
        return self.for_all.menu(
            "faction", texts.MY_FACTION, [("surprise", str(texts.SURPRISE_ME)), *free[:FACTIONS]]
        )

    # --- for the host -------------------------------------------------------------------------------------

    def settings(self) -> ui.LayoutView:
        """One menu for each option."""
        rows = []
        setup = setup_of(self.plan, self.kind.lobby)
        for name, values in choices(self.kind.lobby).items():
            value = self.plan.value(name, self.kind.lobby)
            if value == next(iter(values)) and not self.kind.lobby.matters(setup, name):
                continue
            listed = [(v, f"{option_name(name)}: {words}") for v, words in values.items()]
            rows.append(
                self.buttons.menu("option", option_name(name), listed[:25], name, chosen=frozenset({value}))
            )
        return layout([ui.TextDisplay(tr(texts.SETTINGS_TITLE))], rows)

    def bots(self, index: int | None = None) -> ui.LayoutView:
        """Which bots there are; with `index`, what one of them is like."""
        bots = self.plan.bots
        if not bots:
            return layout([ui.TextDisplay(tr(texts.NO_BOTS))], [])
        names = bots_of(self.kind.lobby)
        index = index if index in bots else bots[0]
        listed = [(str(i), f"{i + 1}. {names.get(self.plan.chairs[i].plays, '?')}") for i in bots]
        rows = [self.buttons.menu("bot", texts.WHICH_BOT, listed[:25], chosen=frozenset({str(index)}))]
        rows += self.bot_menus(index)
        rows.append(ui.ActionRow(self.buttons.button("botout", texts.REMOVE, str(index), style="bad")))
        return layout([ui.TextDisplay(tr(texts.BOTS_TITLE))], rows)

    def bot_menus(self, index: int) -> list[ui.ActionRow[Any]]:
        lobby, explain = self.kind.lobby, self.kind.words.explain
        chair = self.plan.chairs[index]
        taken = self.plan.taken() - {chair.plays}
        known = bots_of(lobby).items()
        factions = [(f, texts.BOT_PLAYS.format(name=name)) for f, name in known if f not in taken]
        rows = [
            self.buttons.menu(
                "botset", texts.BOT_FACTION, factions[:25], f"{index}.plays", chosen=frozenset({chair.plays})
            )
        ]
        if chair.board != CLOCKWORK:
            return rows
        for name, values in lobby.board_options(chair.plays).items():
            if not values:
                continue
            many = name == "traits"
            now = chair.options.get(name) or (next(iter(values)) if name == "difficulty" else None)
            chosen = frozenset(now if isinstance(now, list) else [now] if now else [])
            listed = [
                (v, f"{option_name(name)}: {words}", explain(name, v, chair.plays))
                for v, words in values.items()
            ][:25]
            rows.append(
                self.buttons.menu(
                    "botset",
                    option_name(name),
                    listed,
                    f"{index}.{name}",
                    least=0 if many else 1,
                    most=len(listed) if many else 1,
                    chosen=chosen,
                )
            )
        return rows

    def info(self) -> list[str]:
        """Everything that is agreed, line by line."""
        lines = [texts.HOST_OF.format(mention=self.host)]
        lines += self.chairs()
        setup = setup_of(self.plan, self.kind.lobby)
        for name, values in choices(self.kind.lobby).items():
            value = self.plan.value(name, self.kind.lobby)
            if value == next(iter(values)) and not self.kind.lobby.matters(setup, name):
                continue
            lines.append(texts.INFO_OPTION.format(name=option_name(name), value=values.get(value, value)))
        return lines
