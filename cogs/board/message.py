"""The board message: picture, scores, whose decision it is, what happened, and buttons. Everybody sees it.

Nothing here depends on hidden cards, and nothing is chosen here: whoever must decide opens their own panel.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from cogs import texts
from cogs.components import Buttons
from cogs.layout import Layout
from engine.flow import Ask
from engine.games import GameKind
from engine.rules import Event, View
from engine.seats import HUMAN
from engine.study import EXPORT
from engine.table import Look

HAPPENED_LIMIT = 1000  # more is a wall of text on a phone
WAITING_LIMIT = 900
TOGETHER = 3900  # characters of all texts of one message
SPARE = 120  # of them for what frames a turn told in short
SINCE_LINES, SINCE_LINE = 5, 160
"""So many lines, of so many characters, tell what happened since somebody's last turn."""
NEWEST = 5
"""So many sentences stand on the picture; the message tells the rest."""
TURN = "turn"
"""The event that begins a turn, in every game; the heading tells it."""


class Shown(msgspec.Struct, frozen=True):
    """What the board message shows: a public look, the board at that moment, the open questions, the story."""

    look: Look
    view: View
    asks: dict[str, Ask]
    events: tuple[Event, ...]
    picture: str = ""
    """The name of its file."""
    tip: str = ""
    ends: dict[str, float] = {}
    """When clocks run out, by seat."""
    turn: int | None = None
    """The turn that is told, if it is not the present one."""
    since: tuple[str, ...] = ()
    """What happened between the last turn of who is on turn and this one, in words."""


def tell(kind: GameKind, view: View, event: Event) -> str | None:
    """An event in words: the table's own here, all others by the game."""
    if not event.key.startswith("table."):
        return kind.words.event(view, event)
    about = dict(event.about)
    key = event.key
    if key == "table.seat":
        key += ".human" if about.get("kind") == HUMAN else ".standin"
        about["seat"] = kind.words.seat(view, str(about.get("name") or about.get("seat", "")))
        about["user"] = texts.mention(str(about.get("user", "")))
    by = str(about.get("by", ""))
    template = texts.EVENTS.get(f"{key}.{by}") or texts.EVENTS.get(key)
    if template is None:
        return None
    about["by"] = texts.BY.format(mention=texts.mention(by)) if by.isdigit() else ""
    if "hash" in about:
        about["hash"] = f"`{str(about['hash'])[:16]}`"
    if "seed" in about:
        about["seed"] = f"`{about['seed']}`"
    return template.format(**about)


def story(kind: GameKind, view: View, events: Iterable[Event]) -> list[str]:
    """Events in as few sentences as possible, the table's own among the game's."""
    told: list[str] = []
    for own, run in itertools.groupby(events, key=lambda event: event.key.startswith("table.")):
        if own:
            told += [line for event in run if (line := tell(kind, view, event))]
        else:
            told += kind.words.story(view, run)
    return told


def newest(kind: GameKind, view: View, events: Iterable[Event]) -> list[str]:
    """The last things that happened in the game itself, for everybody to read on the picture."""
    public = [event for event in events if not event.only and event.key != TURN]
    own = [one for one in public if not one.key.startswith("table.")]
    return kind.words.story(view, own, named=True)[-NEWEST:]


def missed(kind: GameKind, view: View, events: Sequence[Event], who: str) -> tuple[str, ...]:
    """What happened without somebody, in words: what touched them first."""
    touching: list[Event] = []
    others: list[Event] = []
    for event in events:
        (touching if touches(event, who) else others).append(event)
    return (*story(kind, view, touching), *story(kind, view, others))


def touches(event: Event, name: str) -> bool:
    """Does an event speak of this player?"""

    def within(value: Any) -> bool:
        if isinstance(value, dict):
            return name in value or any(within(item) for item in value.values())
        if isinstance(value, (list, tuple)):
            return any(within(item) for item in value)
        return bool(value == name)

    return within(event.about)


class BoardMessage:
    """Builds the board message of one game."""

    def __init__(self, kind: GameKind, shown: Shown) -> None:
        self.kind = kind
        self.words = kind.words
        self.shown = shown
        self.look = shown.look
        self.view = shown.view
        self.buttons = Buttons(self.look.game.id, self.look.game.rev)
        self._hung: list[discord.MediaGalleryItem] = []

    @property
    def is_over(self) -> bool:
        return self.view.over or self.look.game.status == "archived" or bool(self.look.game.study)

    def build(
        self, *, frozen: bool = False, skipped: int = 0, then: Sequence[BoardMessage] = ()
    ) -> ui.LayoutView:
        """The message; `frozen` when a newer one has taken its place, `then` the turns of bots that came after it."""
        view = Layout()
        body: list[ui.Item[Any]] = [ui.TextDisplay(self.heading(frozen)), *self.picture()]
        body.append(ui.TextDisplay(self.scores(frozen)))
        if not frozen and self.shown.since:
            body += self.since()
        happened = self.happened()
        if skipped:
            happened = f"{texts.SKIPPED.format(count=skipped)}\n{happened}"
        if happened:
            body.append(ui.TextDisplay(happened))
        if not frozen:
            body.append(ui.TextDisplay(self.waiting() or str(texts.NOBODY)))
            if self.shown.tip:
                body.append(ui.TextDisplay(self.shown.tip))
        view.add_item(ui.Container(*body))
        if then:
            room = (TOGETHER - sum(len(part.content) for part in texts_of(body))) // len(then)
            for turn in then:
                view.add_item(ui.Container(*turn.in_short(room)))
        if not frozen:
            view.add_item(self.standing_row())
        return view

    def picture(self) -> list[ui.Item[Any]]:
        if not self.shown.picture:
            return []
        item = discord.MediaGalleryItem(f"attachment://{self.shown.picture}")
        self._hung.append(item)
        return [ui.MediaGallery(item)]

    def describe(self, alt: str) -> None:
        """Say what the picture shows: the message is put together while it is drawn."""
        for item in self._hung:
            item.description = alt or None

    def in_short(self, room: int) -> list[ui.Item[Any]]:
        """A turn that is told below another one: whose it was, its picture, what happened, in so many characters."""
        heading = self.heading(True).partition("\n")
        who = heading[2] or heading[0]
        happened = self.happened(min(HAPPENED_LIMIT, room - len(who) - SPARE))
        return [ui.TextDisplay(who), *self.picture(), *([ui.TextDisplay(happened)] if happened else [])]

    # --- texts --------------------------------------------------------------------------------------------

    def heading(self, frozen: bool) -> str:
        turn = self.view.turn if self.shown.turn is None else self.shown.turn
        owner, number = self.view.active, self.view.round
        for event in self.shown.events:
            if event.key == TURN:
                turn, owner = event.about.get("turn", turn), event.about.get("owner", owner)
                number = event.about.get("round", number)
        counted = texts.TITLE_ROUND if number else texts.TITLE
        template = counted if turn else texts.TITLE_SETUP
        title = template.format(
            title=texts.plain(self.look.game.title or self.kind.name),
            game=self.kind.name,
            turn=turn,
            round=number,
        )
        if frozen:
            known = any(event.key == TURN for event in self.shown.events)
            return f"{title}\n**{self.words.seat(self.view, owner)}**" if known else title
        if self.view.over or not self.view.active:
            return title
        who = self.words.seat(self.view, self.view.active)
        return f"{title}\n{texts.PHASE.format(who=who, phase=self.words.phase(self.view))}"

    def scores(self, frozen: bool) -> str:
        """All seats in order of play, short enough for a phone: the picture has the rest."""
        told = []
        held = {self.look.names.get(seat.seat, seat.seat): seat for seat in self.look.seats}
        for seat in self.view.seats:
            active = seat.seat == self.view.active and not self.is_over and not frozen
            standing = self.words.standing(self.view, seat.seat)
            row = held.get(seat.seat)
            if seat.board or (row and not row.user):
                who = ""
            elif row and row.kind != HUMAN:
                who = f" {texts.STANDIN.format(mention=texts.mention(row.user))}"
            else:
                who = f" {texts.mention(row.user)}" if row else ""
            name = self.words.seat(self.view, seat.seat)
            told.append(f"{'▶ ' if active else ''}{name}{f': **{standing}**' if standing else ''}{who}")
        return " · ".join(told) or str(texts.STARTING)

    def happened(self, limit: int = HAPPENED_LIMIT) -> str:
        """The events in words, as many as fit."""
        events = [event for event in self.shown.events if not event.only and event.key != TURN]
        told = story(self.kind, self.view, events)
        lines = [f"- {texts.cut(line, 300)}" for line in told]
        shown = texts.lines_within(lines, limit)
        if not shown:
            return ""
        left = len(lines) - len(shown)
        if left:
            shown.insert(0, texts.MORE_HAPPENED.format(count=left))
        return texts.HAPPENED.format(lines="\n".join(shown))

    def since(self) -> list[ui.Item[Any]]:
        """What happened since the last turn of who is on turn; the rest is a press away.

        Beside the button stands the heading alone, so that on a phone the lines have all the width.
        """
        told = self.shown.since
        lines = [f"- {texts.cut(line, SINCE_LINE)}" for line in told[:SINCE_LINES]]
        if told[SINCE_LINES:]:
            lines.append(texts.SINCE_MORE.format(count=len(told) - SINCE_LINES))
        name = self.words.actor(self.view, self.view.active)
        heading = texts.SINCE.format(who=name[:1].lower() + name[1:])
        recap = self.buttons.button("recap", texts.RECAP)
        return [ui.Section(ui.TextDisplay(heading), accessory=recap), ui.TextDisplay("\n".join(lines))]

    def waiting(self) -> str:
        """Whose decision it is, since when, and how long they have."""
        if self.look.game.study:
            return self.studied()
        if self.view.over:
            names = [self.words.seat(self.view, seat) for seat in self.view.winners]
            how = self.words.end(self.view)
            if not names:
                return texts.FINISHED_BY_NOBODY.format(how=how)
            return texts.FINISHED.format(who=", ".join(names), how=how)
        if self.look.game.status == "paused":
            return str(texts.PAUSED)
        if self.look.game.status == "archived":
            return str(texts.ARCHIVED)
        lines = []
        users = {seat.seat: seat.user for seat in self.look.seats}
        for one in self.look.open:
            ask = self.shown.asks.get(one.seat)
            what = self.words.question(self.view, ask) if ask else str(texts.A_DECISION)
            who = self.words.seat(self.view, self.look.names.get(one.seat, one.seat))
            mention = texts.mention(users.get(one.seat, ""))
            line = texts.WAITS.format(
                who=who, mention=mention, what=texts.cut(what, 200), since=int(one.since)
            )
            if one.seat in self.shown.ends:
                line += f" · {texts.TIME_LEFT.format(until=int(self.shown.ends[one.seat]))}"
            lines.append(line)
        return texts.cut("\n".join(lines), WAITING_LIMIT)

    def studied(self) -> str:
        """What a game is that was read from a file, how it ended, and how to look at it."""
        source = texts.read_from(self.look.game.study)
        names = ", ".join(self.words.seat(self.view, seat) for seat in self.view.winners)
        if not self.view.over:
            told = texts.STUDY_OPEN.format(source=source)
        elif names:
            told = texts.STUDY_WON.format(source=source, who=names, how=self.words.end(self.view))
        else:
            told = texts.STUDY_WON_BY_NOBODY.format(source=source, how=self.words.end(self.view))
        guessed = "" if self.look.game.study == EXPORT else f" {texts.STUDY_GUESSED}"
        return f"{told}{guessed}\n{texts.STUDY_HOW}"

    # --- buttons ------------------------------------------------------------------------------------------

    def standing_row(self) -> ui.ActionRow[Any]:
        """What everybody may press at any time: the way to one's own panel first."""
        boards = self.buttons.button("boards", texts.BOARDS)
        rules = self.buttons.button("rules", texts.RULES)
        more = self.buttons.button("more", texts.MORE)
        if self.is_over:
            film = self.buttons.button("film", texts.FILM, style="main")
            replay = self.buttons.button("replay", texts.REPLAY, "0.f")
            if self.look.game.study:
                return ui.ActionRow(replay, film, boards, rules, more)
            again = self.buttons.button("again", texts.AGAIN, style="good")
            return ui.ActionRow(again, film, replay, boards)
        hand = self.buttons.button("hand", texts.HAND)
        return ui.ActionRow(self.panel_button(), hand, boards, rules, more)

    def panel_button(self) -> ui.Button[Any]:
        """Opens the panel of whoever presses it. It is called by what is waited for: a turn, or an answer in another's."""
        asked = [self.look.names.get(one.seat, one.seat) for one in self.look.open]
        others = len(asked) > 1 or any(name != self.view.active for name in asked if self.view.active)
        waits = asked and self.look.game.status == "running"
        label = texts.ANSWER if others else texts.MY_TURN
        return self.buttons.button("panel", label, style="good" if waits else "plain")


def deciding(look: Look) -> list[str]:
    """The people who must decide now."""
    waiting = {one.seat for one in look.open} if look.game.status == "running" else set()
    return [s.user for s in look.seats if s.seat in waiting and s.user.isdigit() and s.kind == HUMAN]


def to_mention(look: Look) -> discord.AllowedMentions:
    """Only those who must decide may be mentioned."""
    people = [discord.Object(int(user)) for user in deciding(look)]
    return discord.AllowedMentions(everyone=False, roles=False, users=people, replied_user=False)


def texts_of(items: Iterable[ui.Item[Any]]) -> Iterator[ui.TextDisplay[Any]]:
    """The texts among the parts of a message."""
    return (item for item in items if isinstance(item, ui.TextDisplay))
