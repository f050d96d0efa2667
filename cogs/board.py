"""The board message: picture, scores, whose decision it is, what happened, and buttons. Everybody sees it.

Nothing here depends on hidden cards: the buttons show only verbs that everybody can know are possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from cogs import texts
from cogs.components import Buttons, PressButton, rows
from cogs.drill import verbs
from cogs.panel import CHOICE
from engine.flow import Ask
from engine.games import GameKind
from engine.rules import Event
from engine.table import Look

HAPPENED_LIMIT = 1600
VERB_BUTTONS = 15
PICTURE = "board.png"


class Shown(msgspec.Struct, frozen=True):
    """What the board message shows: a public look, the open questions, and what happened since the last."""

    look: Look
    asks: dict[str, Ask]
    events: tuple[Event, ...]
    picture: str = PICTURE
    alt: str = ""


class BoardMessage:
    """Builds the board message of one game."""

    def __init__(self, kind: GameKind, shown: Shown) -> None:
        self.kind = kind
        self.words = kind.words
        self.shown = shown
        self.look = shown.look
        self.view = shown.look.view
        self.buttons = Buttons(self.look.game.id, self.look.game.rev)

    def build(self, *, frozen: bool = False) -> ui.LayoutView:
        """The message; `frozen` when a newer one has taken its place."""
        view = ui.LayoutView(timeout=None)
        body: list[ui.Item[Any]] = [ui.TextDisplay(self.heading())]
        if self.shown.picture:
            item = discord.MediaGalleryItem(
                f"attachment://{self.shown.picture}", description=self.shown.alt or None
            )
            body.append(ui.MediaGallery(item))
        body.append(ui.TextDisplay(self.scores()))
        happened = self.happened()
        if happened:
            body.append(ui.TextDisplay(happened))
        body.append(ui.TextDisplay(texts.SUPERSEDED if frozen else self.waiting()))
        view.add_item(ui.Container(*body))
        if not frozen:
            for row in [*self.verb_rows(), self.more_row()]:
                view.add_item(row)
        return view

    # --- texts --------------------------------------------------------------------------------------------

    def heading(self) -> str:
        title = texts.TITLE.format(
            title=texts.plain(self.look.game.title or self.kind.name),
            game=self.kind.name,
            turn=self.view.turn,
        )
        if self.view.over or not self.view.active:
            return title
        who = self.words.seat(self.view, self.view.active)
        return f"{title}\n{texts.PHASE.format(who=who, phase=self.words.phase(self.view))}"

    def scores(self) -> str:
        """One line for each seat, in order of play."""
        lines = []
        for seat in self.view.seats:
            mark = "▶" if seat.seat == self.view.active and not self.view.over else "▫"
            score = "dominance" if seat.score is None else f"{seat.score}"
            hand = f" · {seat.cards} cards" if not seat.board else " · bot"
            lines.append(f"{mark} **{self.words.seat(self.view, seat.seat)}** {score}{hand}")
        return "\n".join(lines)

    def happened(self) -> str:
        """The events in words, as many as fit."""
        told = [self.words.event(self.view, event) for event in self.shown.events if not event.only]
        lines = [f"- {line}" for line in told if line]
        shown: list[str] = []
        size = 0
        for line in reversed(lines):
            if size + len(line) > HAPPENED_LIMIT:
                break
            shown.insert(0, line)
            size += len(line) + 1
        if not shown:
            return ""
        text = texts.HAPPENED.format(lines="\n".join(shown))
        left = len(lines) - len(shown)
        return f"{text}\n{texts.MORE_HAPPENED.format(count=left)}" if left else text

    def waiting(self) -> str:
        """Whose decision it is, since when."""
        if self.view.over:
            names = [self.words.seat(self.view, seat) for seat in self.view.winners]
            return texts.FINISHED.format(who=", ".join(names), how=self.view.end)
        if self.look.game.status == "paused":
            return texts.PAUSED
        lines = []
        users = {seat.seat: seat.user for seat in self.look.seats}
        for one in self.look.open:
            ask = self.shown.asks.get(one.seat)
            what = self.words.question(self.view, ask) if ask else texts.A_DECISION
            user = users.get(one.seat, "")
            mention = f"<@{user}>" if user.isdigit() else ""
            who = self.words.seat(self.view, ask.seat if ask else one.seat)
            lines.append(texts.WAITS.format(who=who, mention=mention, what=what, since=int(one.since)))
        return "\n".join(lines)

    # --- buttons ------------------------------------------------------------------------------------------

    def verb_rows(self) -> list[ui.ActionRow[Any]]:
        """Public verbs of the one open question; for everything else a button that opens the panel."""
        made: list[PressButton] = []
        if len(self.shown.asks) == 1 and not self.view.over:
            (ask,) = self.shown.asks.values()
            if not ask.many:
                for verb in verbs(ask, private=False)[:VERB_BUTTONS]:
                    style = "plain" if verb == "done" else "main"
                    made.append(self.buttons.button(CHOICE, self.words.verb(verb), verb, style=style))
        if self.shown.asks and not self.view.over:
            label = texts.CARDS if made else texts.ANSWER
            made.append(self.buttons.button("panel", label, style="good"))
        return rows(made)

    def more_row(self) -> ui.ActionRow[Any]:
        """What everybody may press at any time."""
        return ui.ActionRow(
            self.buttons.button("hand", texts.HAND),
            self.buttons.button("undo", texts.UNDO, disabled=self.view.over),
            self.buttons.button("boards", texts.BOARDS),
            self.buttons.button("rules", texts.RULES),
        )


def to_mention(look: Look) -> discord.AllowedMentions:
    """Only those who must decide may be mentioned."""
    waiting = {one.seat for one in look.open}
    people = [discord.Object(int(s.user)) for s in look.seats if s.seat in waiting and s.user.isdigit()]
    return discord.AllowedMentions(everyone=False, roles=False, users=people, replied_user=False)


def new_events(events: Sequence[Event]) -> tuple[Event, ...]:
    """Events that everybody may read."""
    return tuple(event for event in events if not event.only)
