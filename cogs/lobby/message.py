"""The lobby as people see it: one message for everybody, and the host's private panels."""

from __future__ import annotations

import random
from typing import Any

from discord import ui

from cogs import texts
from cogs.board.panel import layout
from cogs.components import Buttons
from cogs.layout import Layout
from cogs.lobby.plan import Chair, Plan, bots_of, choices, dealt, obstacles, setup_of
from cogs.locales import for_everybody, tr
from engine.games import GameKind
from engine.lobby import Choice, Value
from engine.seats import CLOCKWORK
from engine.store import GameRow

FACTIONS = 24  # besides "surprise me"


class LobbyMessage:
    """Builds the messages of one lobby."""

    def __init__(self, kind: GameKind, row: GameRow, plan: Plan) -> None:
        self.kind = kind
        self.row = row
        self.plan = plan
        self.lobby = kind.lobby
        self.setup = setup_of(plan, kind.lobby)
        self.buttons = Buttons(row.id, row.rev)
        self.for_all = Buttons(row.id, 0)  # the same ids at every change: a click on its way is never lost
        self.host = texts.mention(row.host)

    # --- for everybody ------------------------------------------------------------------------------------

    @for_everybody()
    def build(self, note: str = "") -> ui.LayoutView:
        """The lobby with its buttons."""
        view = Layout()
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
        view = Layout()
        view.add_item(ui.Container(*(ui.TextDisplay(part) for part in parts if part)))
        return view

    @for_everybody()
    def closed(self) -> ui.LayoutView:
        """The lobby after it was closed."""
        return layout([ui.TextDisplay(f"{self.heading()}\n{texts.LOBBY_CLOSED}")], [])

    @property
    def drafted(self) -> bool:
        return self.lobby.drafts(self.setup)

    def heading(self) -> str:
        return texts.LOBBY_TITLE.format(
            title=texts.plain(self.row.title), game=self.kind.name, host=self.host, id=self.row.id
        )

    def seats(self) -> str:
        allowed = self.lobby.seats(self.setup)
        title = texts.LOBBY_SEATS.format(count=len(self.plan.chairs), least=allowed[0], most=allowed[-1])
        if len(allowed) == 1:
            title = texts.LOBBY_SEATS_EXACT.format(count=len(self.plan.chairs), most=allowed[0])
        return "\n".join([title, *(self.chairs() or [str(texts.EMPTY)])])

    def chairs(self) -> list[str]:
        return [self.chair(number, chair) for number, chair in enumerate(self.plan.chairs, 1)]

    def chair(self, number: int, chair: Chair) -> str:
        """One seat in words."""
        if chair.user:
            factions = self.lobby.factions(self.setup)
            unknown = texts.DRAFTED if self.drafted else texts.SURPRISE
            plays = f"**{factions.get(chair.plays, chair.plays)}**" if chair.plays else str(unknown)
            return texts.CHAIR_PERSON.format(number=number, mention=texts.mention(chair.user), plays=plays)
        known = bots_of(self.lobby, self.setup)
        plays = f"**{known.get(chair.plays, chair.plays)}**"
        details = self.details(chair)
        return texts.CHAIR_BOT.format(
            number=number, plays=plays, details=f" ({', '.join(details)})" if details else ""
        )

    def details(self, chair: Chair) -> list[str]:
        """Difficulty, traits and character of a bot."""
        if chair.board != CLOCKWORK:
            return []
        known = self.lobby.board_options(chair.plays, self.setup)
        told = [choice.told(choice.picked(chair.options.get(name))) for name, choice in known.items()]
        chosen = [bool(chair.options.get(name)) for name in known]
        return [text for text, named in zip(told, chosen, strict=True) if text and named]

    def agreed(self) -> str:
        """What differs from the usual, and what everybody asks first."""
        lines = []
        for name, choice in self.choices().items():
            value = self.plan.value(name, choice)
            if value != choice.default or (choice.leads and choice.matters):
                lines.append(texts.INFO_OPTION.format(name=tr(choice.title), value=self.told(choice, value)))
        return texts.AGREED.format(lines=" · ".join(lines)) if lines else ""

    def choices(self) -> dict[str, Choice]:
        return choices(self.plan, self.lobby)

    @staticmethod
    def told(choice: Choice, value: Value) -> str:
        return choice.told(value) or str(texts.NOTHING_CHOSEN)

    def remarks(self) -> str:
        """What stands in the way of the start, and what the game advises.

        Whoever leaves the faction to chance is dealt one that fits: if there is none, that stands in the way.
        """
        lobby, plan = self.lobby, self.plan
        if not plan.people:
            return str(texts.NEED_PERSON)
        lacking = lobby.seats(self.setup)[0] - len(plan.chairs)
        if lacking > 0:
            return str(texts.NEED_MORE) if lacking == 1 else texts.NEED_SEVERAL.format(count=lacking)
        after = dealt(plan, lobby, random.Random(0))
        problems = [texts.PROBLEM.format(text=line) for line in obstacles(after, lobby)]
        chosen = all(chair.plays for chair in plan.chairs) or self.drafted
        lines = problems + [
            texts.ADVICE.format(text=line) for line in lobby.advice(setup_of(after, lobby)) if chosen
        ]
        lines += [texts.ADVICE.format(text=line) for line in self.barred()]
        if not problems:
            lines.append(texts.READY.format(host=self.host))
        return texts.cut("\n".join(lines), 1200)

    def barred(self) -> list[str]:
        """What the game has and nobody can play here, with the reason."""
        known = self.lobby.factions(self.setup)
        reasons = [
            self.lobby.barred(plays, self.setup) for plays in self.lobby.factions() if plays not in known
        ]
        return [reason for reason in dict.fromkeys(reasons) if reason]

    def faction_menu(self) -> ui.ActionRow[Any]:
        """Whoever chooses here chooses for themselves."""
        known, explain = self.lobby.factions(self.setup), self.kind.words.explain
        free = [(f, name, explain("faction", f)) for f, name in known.items() if f not in self.plan.taken()]
        return self.for_all.menu(
            "faction", texts.MY_FACTION, [("surprise", str(texts.SURPRISE_ME)), *free[:FACTIONS]]
        )

    # --- for the host -------------------------------------------------------------------------------------

    def settings(self, heading: str = "") -> ui.LayoutView:
        """One menu for each option, each value with a line that explains it."""
        rows = [
            self.choice_menu("option", name, choice, self.plan.value(name, choice), name)
            for name, choice in self.choices().items()
            if self.asked(name, choice)
        ]
        return layout([ui.TextDisplay(heading or tr(texts.SETTINGS_TITLE))], rows)

    def asked(self, name: str, choice: Choice) -> bool:
        """Is it worth asking, or was it chosen before it lost its meaning?"""
        return bool(choice.values) and (choice.matters or self.plan.value(name, choice) != choice.default)

    def choice_menu(
        self, kind: str, name: str, choice: Choice, value: Value, rest: str, bot: str = ""
    ) -> ui.ActionRow[Any]:
        """A menu of one option."""
        chosen = frozenset(value if isinstance(value, list) else [value] if value else [])
        listed = [
            (v, f"{tr(choice.title)}: {words}", self.kind.words.explain(name, v, bot))
            for v, words in choice.values.items()
        ][:25]
        return self.buttons.menu(
            kind,
            choice.title,
            listed,
            rest,
            least=0 if choice.several or choice.open else 1,
            most=min(choice.most, len(listed)) if choice.several else 1,
            chosen=chosen,
        )

    def bots(self, index: int | None = None) -> ui.LayoutView:
        """Which bots there are; with `index`, what one of them is like."""
        bots = self.plan.bots
        if not bots:
            return layout([ui.TextDisplay(tr(texts.NO_BOTS))], [])
        names = bots_of(self.lobby, self.setup)
        index = index if index in bots else bots[0]
        listed = [(str(i), f"{i + 1}. {names.get(self.plan.chairs[i].plays, '?')}") for i in bots]
        rows = [self.buttons.menu("bot", texts.WHICH_BOT, listed[:25], chosen=frozenset({str(index)}))]
        rows += self.bot_menus(index)
        rows.append(ui.ActionRow(self.buttons.button("botout", texts.REMOVE, str(index), style="bad")))
        return layout([ui.TextDisplay(tr(texts.BOTS_TITLE))], rows)

    def bot_menus(self, index: int) -> list[ui.ActionRow[Any]]:
        chair = self.plan.chairs[index]
        taken = self.plan.taken() - {chair.plays}
        known = bots_of(self.lobby, self.setup).items()
        factions = [(f, texts.BOT_PLAYS.format(name=name)) for f, name in known if f not in taken]
        rows = [
            self.buttons.menu(
                "botset", texts.BOT_FACTION, factions[:25], f"{index}.plays", chosen=frozenset({chair.plays})
            )
        ]
        if chair.board != CLOCKWORK:
            return rows
        for name, choice in self.lobby.board_options(chair.plays, self.setup).items():
            if choice.values:
                value = choice.picked(chair.options.get(name))
                rows.append(
                    self.choice_menu("botset", name, choice, value, f"{index}.{name}", bot=chair.plays)
                )
        return rows

    def info(self) -> list[str]:
        """Everything that is agreed, line by line."""
        study = self.row.study
        read = texts.STUDY_FROM.format(source=texts.read_from(study), host=self.host)
        lines = [read if study else texts.HOST_OF.format(mention=self.host), *self.chairs()]
        shown = self.lobby.choices(self.setup) if study else self.choices()
        for name, choice in shown.items():
            if self.asked(name, choice):
                value = self.told(choice, self.plan.value(name, choice))
                lines.append(texts.INFO_OPTION.format(name=tr(choice.title), value=value))
        return lines
