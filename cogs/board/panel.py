"""The private panel: what one person may choose now, step by step, in one message only they can see.

The board message is for everybody and has nothing to choose; the panel belongs to whoever opened it, and is the one pad of
buttons for a whole turn. Each click edits the panel in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import discord
from discord import ui

from cogs import texts
from cogs.board.drill import (
    FEW,
    MENU,
    Choice,
    Chosen,
    Menu,
    Path,
    by_verb,
    code_of,
    drill,
    mask_of,
    pages,
    path_text,
)
from cogs.board.said import foreseen, in_words
from cogs.components import Buttons, rows
from cogs.layout import Layout
from engine.deciding import Weight
from engine.flow import Answer, Ask, Done, Option
from engine.games import GameKind
from engine.rules import Place, View
from engine.sentences import APART, LABEL
from engine.table import Look

CHOICE, PICK, VALUE, MANY, SURE = "v", "s", "o", "n", "y"
"""Kinds of ids: a verb, a value of a field in a menu or on a button, several at once, a confirmed choice."""

TEXT_LIMIT = 3500
NOTE_LIMIT = HEAD_LIMIT = 1900
DONE = "done"
PAD = 15
"""So many buttons a panel may have where something is spelled out."""
ALIKE = 6
"""Of so many options it is looked at whether they cost and bring the same."""


class Panel:
    """Builds the panel of one seat at one revision."""

    def __init__(self, kind: GameKind, look: Look) -> None:
        self.kind = kind
        self.look = look
        self.words = kind.words
        self.buttons = Buttons(look.game.id, look.game.rev)

    @property
    def view(self) -> View:
        return self.look.view

    @cached_property
    def offered(self) -> dict[str, list[Option]]:
        """What may be chosen now, by verb."""
        return by_verb(self.look.ask.options) if self.look.ask else {}

    # --- whole panels -------------------------------------------------------------------------------------

    def question(self, note: str = "") -> ui.LayoutView:
        """The open question with everything that may be chosen; or whom the game waits for."""
        ask = self.look.ask
        parts: list[ui.Item[Any]] = []
        if note:
            parts.append(ui.TextDisplay(texts.cut(note, NOTE_LIMIT)))
        if ask is None or self.look.game.status != "running":
            parts.append(ui.TextDisplay(self.waiting()))
            return layout(parts, self.below())
        first = self.lone_menu(ask)
        few = self.few_labels(first) if first else []
        small = self.outcomes(first, few) if first else self.in_full(ask)
        parts.append(ui.TextDisplay(texts.cut(self.heading(ask) + small, HEAD_LIMIT)))
        if ask.many:
            shown = self.many(ask, 0, ())
        elif first:
            done = self.verb_buttons(self.offered.get(DONE, ()))
            shown = self.values(first, few, (), 0, done, self.wanted(first))
        else:
            shown = rows(self.pad(ask))
        return layout(parts, [*shown, *self.below()])

    def verb(self, verb: str, path: Path, page: int = 0) -> ui.LayoutView | Option:
        """The next menu after some choices, or the option that they lead to."""
        ask = self.look.ask
        assert ask is not None
        found = drill(ask, verb, path)
        if isinstance(found, Chosen):
            return found.option
        return self.menu(found, path, page)

    def fitting(self, paths: Mapping[str, Path]) -> ui.LayoutView:
        """What is left to choose after some fields were typed: a path for each verb that fits."""
        ask = self.look.ask
        assert ask is not None
        made = [
            self.buttons.button(CHOICE, self.words.verb(verb), f"{verb}:{path_text(path)}", style="main")
            for verb, path in paths.items()
        ]
        back = self.buttons.button("panel", texts.BACK)
        return layout([ui.TextDisplay(texts.cut(self.heading(ask), TEXT_LIMIT))], rows([*made, back]))

    def sure(self, answer: Answer, weight: Weight) -> ui.LayoutView:
        """Ask once more before something that starts a fight or cannot be taken back."""
        assert self.look.ask is not None
        template = texts.SURE_END if weight.ends else texts.SURE
        yes = self.buttons.button(SURE, texts.CONFIRM, code_of(self.look.ask, answer), style="bad")
        back = self.buttons.button("panel", texts.BACK)
        chosen = answer if isinstance(answer, tuple) else (answer,)
        lines = [template.format(what=self.said(answer)), *filter(None, map(self.preview, chosen))]
        text = texts.cut("\n".join(lines), TEXT_LIMIT)
        return layout([ui.TextDisplay(text)], [ui.ActionRow(yes, back)])

    def said(self, answer: Answer) -> str:
        """An answer in words."""
        chosen = answer if isinstance(answer, tuple) else (answer,)
        told = ", ".join(self.option(option) for option in chosen if option != Done())
        return told or (self.words.done(self.look.ask) if self.look.ask else self.words.verb(DONE))

    # --- parts --------------------------------------------------------------------------------------------

    def heading(self, ask: Ask) -> str:
        """The question, and the rule it stands in."""
        text = texts.NOW.format(question=self.words.question(self.view, ask))
        rule = self.words.rule(ask.clause)
        return text + (f"\n{texts.CLAUSE.format(clause=ask.clause, title=rule[0])}" if rule else "")

    def waiting(self) -> str:
        if self.view.over or self.look.game.status == "archived":
            return str(texts.GAME_OVER)
        names = [
            self.words.seat(self.view, self.look.names.get(one.seat, one.seat)) for one in self.look.open
        ]
        if self.look.game.status == "paused":
            return str(texts.GAME_PAUSED)
        return texts.NOTHING_NOW.format(who=", ".join(names) or str(texts.NOBODY))

    def lone_menu(self, ask: Ask) -> Menu | None:
        """One thing to do, besides being done: straight to where or what, if there is something to choose."""
        acts = [verb for verb in self.offered if verb != DONE]
        first = drill(ask, acts[0], ()) if len(acts) == 1 and not ask.many else None
        return first if isinstance(first, Menu) else None

    def pad(self, ask: Ask) -> list[ui.Button[Any]]:
        """A button for each verb. What one's own hidden cards offer, and the first of two long lists, is spelled out if it is
        little: one press less."""
        made: list[ui.Button[Any]] = []
        for verb, same in self.offered.items():
            menu = drill(ask, verb, ()) if same[0].is_private() or len(same) > MENU else None
            labels = self.few_labels(menu) if isinstance(menu, Menu) else []
            if isinstance(menu, Menu) and labels:
                made += [self.value_button(menu, (), i, label) for i, label in enumerate(labels)]
            else:
                made += self.verb_buttons(same)
        return made if len(made) <= PAD else self.verb_buttons(ask.options)

    def verb_buttons(self, options: Sequence[Option]) -> list[ui.Button[Any]]:
        """A button for each verb; a verb with a single option says all of it."""
        made: list[ui.Button[Any]] = []
        for verb, same in by_verb(options).items():
            label = self.short(same[0]) if is_lone(same) else self.words.verb(verb)
            style = "plain" if verb == DONE else "main"
            if verb == DONE and self.look.ask:
                label = self.words.done(self.look.ask)
            made.append(self.buttons.button(CHOICE, label, verb, style=style))
        return made

    def in_full(self, ask: Ask) -> str:
        """In small print below the question, what is too long for a button, and what it costs and brings."""
        lines = []
        for verb, same in self.offered.items():
            if is_lone(same) and not ask.many:
                whole, outcome = self.option(same[0]), self.told(same[0])
                if verb == DONE:
                    whole = self.words.done(ask)
                if outcome:
                    lines.append(f"\n{texts.OUTCOME.format(what=whole, outcome=outcome)}")
                elif len(whole) > LABEL:
                    lines.append(f"\n-# {whole}")
        return "".join(lines)

    def menu(self, menu: Menu, path: Path, page: int) -> ui.LayoutView:
        """One menu of values, below what has been chosen."""
        text = f"{texts.NOW.format(question=self.wanted(menu))}\n{self.so_far(menu)}".rstrip()
        few = self.few_labels(menu)
        text += self.outcomes(menu, few)
        back = self.buttons.button("panel", texts.BACK)
        choose = texts.CHOOSE.format(what=self.names(menu))
        return layout(
            [ui.TextDisplay(texts.cut(text, TEXT_LIMIT))], self.values(menu, few, path, page, [back], choose)
        )

    def wanted(self, menu: Menu) -> str:
        """What is to be chosen now, and what for."""
        verb, names = self.words.verb(menu.verb), self.names(menu)
        if verb.lower() == names:
            return texts.CHOOSE.format(what=names)
        return texts.CHOOSE_FOR.format(verb=verb, what=names)

    def names(self, menu: Menu) -> str:
        return " and ".join(self.words.field(menu.verb, name).lower() for name in menu.fields)

    def values(
        self,
        menu: Menu,
        few: Sequence[str],
        path: Path,
        page: int,
        below: list[ui.Button[Any]],
        placeholder: str,
    ) -> list[ui.ActionRow[Any]]:
        """The values: a few as buttons with these labels, more in a menu, many in pages of 25."""
        count = pages(len(menu.choices))
        page = min(page, count - 1)
        first = page * MENU
        shown = menu.choices[first : first + MENU]
        if few:
            made = [self.value_button(menu, path, i, label) for i, label in enumerate(few)]
            return [*rows(made), *rows(below)]
        meanings = [
            APART.join(part for part in (self.outcome(menu, choice), self.meaning(choice.fields)) if part)
            for choice in shown
        ]
        labels = [self.label(menu, choice) for choice in shown]
        choices = [
            (str(first + i), label, meaning)
            for i, (label, meaning) in enumerate(zip(labels, meanings, strict=True))
        ]
        rest = f"{menu.verb}:{path_text(path)}"
        if count > 1:
            placeholder += f" ({texts.PAGE.format(page=page + 1, pages=count)})"
            label = texts.PAGE.format(page=(page + 1) % count + 1, pages=count)
            turn = self.buttons.button("page", label, f"{rest}:{(page + 1) % count}")
            below = [*below, turn]
        row = self.buttons.menu(PICK, placeholder, choices, rest)
        return [row, *rows(below)]

    def few_labels(self, menu: Menu) -> list[str]:
        """The labels of values that are few enough for buttons and need no explanation; none if they are not."""
        if len(menu.choices) > FEW or any(self.meaning(choice.fields) for choice in menu.choices):
            return []
        labels = [self.whole_label(menu, choice) for choice in menu.choices]
        return labels if all(len(label) <= LABEL for label in labels) else []

    def option(self, option: Option) -> str:
        """An option in words."""
        return in_words(self.words, self.look, option)

    def short(self, option: Option) -> str:
        """An option for a button."""
        return self.look.said.once("short", option, lambda one: self.words.short(self.view, one))

    def preview(self, option: Option) -> str:
        """What an option costs and brings, in one line; "" if there is nothing to say."""
        return foreseen(self.words, self.look, option)

    def told(self, option: Option) -> str:
        """What an option costs and brings, and what its values mean to somebody new."""
        meaning = self.meaning(option.fields().items())
        return APART.join(part for part in (self.preview(option), meaning) if part)

    def outcome(self, menu: Menu, choice: Choice) -> str:
        """What a line of a menu costs and brings, if that is known already: whatever is chosen after it."""
        first, *others = choice.left
        if menu.fields == (first.COUNTED,):
            return self.preview(first)
        if len(choice.left) > ALIKE or any(len(option.numbers()) > 1 for option in choice.left):
            return ""
        told = self.preview(first)
        return told if all(self.preview(option) == told for option in others) else ""

    def outcomes(self, menu: Menu, few: Sequence[str]) -> str:
        """In small print, what each button of a few values costs and brings."""
        told = []
        for choice, label in zip(menu.choices, few, strict=False):
            outcome = self.outcome(menu, choice)
            told += [texts.OUTCOME.format(what=label, outcome=outcome)] if outcome else []
        return "".join(f"\n{line}" for line in told)

    def value_button(self, menu: Menu, path: Path, number: int, label: str) -> ui.Button[Any]:
        """One of a few values: a button is one tap less than a menu."""
        steps = path_text((*path, number))
        return self.buttons.button(VALUE, label, f"{menu.verb}:{steps}", style="main")

    def label(self, menu: Menu, choice: Choice) -> str:
        """A line of a menu in words: a whole option, if several values at once decide it."""
        if len(menu.fields) > 1 and is_lone(choice.left):
            return self.option(choice.left[0])
        values = [self.words.value(self.view, menu.verb, name, value) for name, value in choice.fields]
        return " → ".join(values)

    def meaning(self, fields: Iterable[tuple[str, Any]]) -> str:
        """What values mean to somebody new; the last that needs explaining tells most."""
        told = [self.words.explain(name, value) for name, value in fields if value]
        return next((text for text in reversed(told) if text), "")

    def whole_label(self, menu: Menu, choice: Choice) -> str:
        """A value on a button, which has no heading: the whole option, if the value decides it."""
        if menu.fields == (menu.options[0].COUNTED,):
            return self.label(menu, choice)
        if is_lone(choice.left):
            return self.option(choice.left[0])
        link = self.words.link(menu.fields[0])
        return " ".join(filter(None, [self.words.verb(menu.verb), link, self.label(menu, choice)]))

    def targets(self, menu: Menu) -> dict[Place, str]:
        """The places that a menu offers, for the map: where to, if it asks for both ends of a way."""
        for name in reversed(menu.fields):
            offered = [value for choice in menu.choices for field, value in choice.fields if field == name]
            spots = [self.words.spot(self.view, name, value) for value in offered]
            if found := {spot: "" for spot in spots if spot is not None}:
                return found
        return {}

    def so_far(self, menu: Menu) -> str:
        """The values that are the same in all that is left: what has been chosen."""
        first = menu.options[0]
        fixed = [
            f"{self.words.field(menu.verb, name)}: {self.words.value(self.view, menu.verb, name, value)}"
            for name, value in first.fields().items()
            if name != first.COUNTED and self.was_chosen(name, menu)
        ]
        return "\n".join(f"-# {line}" for line in fixed)

    def was_chosen(self, name: str, menu: Menu) -> bool:
        """Is a field decided now that was open at first?"""
        now = {getattr(option, name) for option in menu.options}
        return len(now) == 1 < len({getattr(option, name) for option in self.offered[menu.verb]})

    def many(self, ask: Ask, page: int, chosen: tuple[int, ...]) -> list[ui.ActionRow[Any]]:
        """Several at once: one menu if they fit, otherwise page by page with what is chosen so far."""
        first = page * MENU
        count = pages(len(ask.options))
        listed = list(enumerate(ask.options))[first : first + MENU]
        shown = [(i, option) for i, option in listed if i not in chosen]
        choices = [(str(i), self.option(one), self.preview(one)) for i, one in shown]
        if ask.least == ask.most:
            placeholder = texts.CHOOSE_MANY.format(least=ask.least)
        else:
            placeholder = texts.CHOOSE_RANGE.format(least=ask.least, most=ask.most)
        if count == 1:
            row = self.buttons.menu(
                MANY, placeholder, choices, "", least=ask.least, most=min(ask.most, len(shown))
            )
            if ask.least == 0:
                none = self.buttons.button(MANY, texts.NONE)
                return [row, ui.ActionRow(none)]
            return [row]
        left = ask.most - len(chosen)
        rows_made: list[ui.ActionRow[Any]] = []
        if left and shown:
            rows_made.append(
                self.buttons.menu(
                    "collect",
                    f"{placeholder} ({texts.PAGE.format(page=page + 1, pages=count)})",
                    choices,
                    f"{page}:{mask_of(chosen)}",
                    least=0,
                    most=max(1, min(left, len(shown))),
                )
            )
        label = texts.PAGE.format(page=(page + 1) % count + 1, pages=count)
        turn = self.buttons.button("collect", label, f"{(page + 1) % count}:{mask_of(chosen)}:turn")
        buttons = [turn]
        if chosen:
            buttons.append(self.buttons.button("collect", texts.START_OVER, f"{page}:0:again"))
        if ask.least <= len(chosen) <= ask.most:
            buttons.append(
                self.buttons.button(
                    "collect", self.words.done(ask), f"{page}:{mask_of(chosen)}:done", style="main"
                )
            )
        return [*rows_made, ui.ActionRow(*buttons)]

    def below(self) -> list[ui.ActionRow[Any]]:
        """What is always at hand; the rest is behind the last of them."""
        buttons = [self.buttons.button("hand", texts.HAND)]
        if self.look.undo and self.look.game.status == "running":
            buttons.append(self.buttons.button("undo", texts.UNDO))
        buttons.append(self.buttons.button("more", texts.MORE))
        return [ui.ActionRow(*buttons)]


def is_lone(options: Sequence[Option]) -> bool:
    """Is there one option, and not even a number left to choose?"""
    return len(options) == 1 and len(options[0].numbers()) <= 1


def back_rows(interaction: discord.Interaction[Any], look: Look) -> list[ui.ActionRow[Any]]:
    """The way back to one's panel, for whatever takes its place."""
    clicked = interaction.message
    if clicked is None or not clicked.flags.ephemeral or look.seat is None or look.view.over:
        return []
    return [ui.ActionRow(Buttons(look.game.id, look.game.rev).button("panel", texts.BACK))]


def layout(parts: list[ui.Item[Any]], below: list[ui.ActionRow[Any]]) -> ui.LayoutView:
    """A message of texts above and rows below."""
    view = Layout()
    for part in parts:
        view.add_item(part)
    for row in below:
        view.add_item(row)
    return view
