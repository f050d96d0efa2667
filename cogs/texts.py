"""Every text that is not a game's own: English templates, filled in by whoever says them.

A translation is keyed by the template (see `data/locales`). Sentence case in messages, title case on buttons,
short words, no jargon. An error says what to do next.
"""

from __future__ import annotations

import re

from engine.rules import Refusal

# --- errors -----------------------------------------------------------------------------------------------

BROKEN = "Something went wrong on my side and nothing has changed. Please try again. If it stays, tell the owner this number: {reference}."
SLOW_DOWN = "That was a lot at once. Please try again in {seconds} s."
NOT_ALLOWED = "You cannot do that here."
OLD_BUTTON = "This button is from an older message. Use `/games` to find your game."
NO_GAME_HERE = "There is no game in this channel. Use `/games` to find yours, or `/game new` to open a table."
WHICH_GAME = "Several games are played here. Name the one you mean."
NOT_SEATED = "You do not sit at this table. You can look on with `/map` and `/log`."
NOT_YOUR_MOVE = "Nothing waits for you here. It is up to {who}."
GAME_OVER = "This game is over."
MOVED_ON = "The board has moved on since then. This is how it stands now."

# --- the board --------------------------------------------------------------------------------------------

TITLE = "### {title} · {game}, turn {turn}"
PHASE = "**{who}** · {phase}"
WAITS = "⏳ **{who}** {mention}: {what} · since <t:{since}:R>"
WAITS_SEVERAL = "⏳ Waiting for {who}"
A_DECISION = "a decision is open"
HAPPENED = "**What happened**\n{lines}"
MORE_HAPPENED = "-# … and {count} more. `/log` has it all."
SUPERSEDED = "-# This board is history. The newest one is further down."
FINISHED = "🏁 **{who}** won ({how})."
PAUSED = "⏸️ The game is paused."

PLAY = "Your Move"
CARDS = "Cards…"
ANSWER = "Answer"
HAND = "My Hand"
UNDO = "Undo"
BOARDS = "Boards"
RULES = "Rules"
BACK = "Back"
CONFIRM = "Yes, Do It"
MORE = "More…"

# --- the panel --------------------------------------------------------------------------------------------

CHOOSE = "Choose {what}"
CHOOSE_MANY = "Choose {least}"
CHOOSE_RANGE = "Choose {least} to {most}"
PAGE = "Page {page} of {pages}"
DONE_SO_FAR = "✓ {what}"
NOW = "**{question}**"
CLAUSE = "-# {clause} · {title}"
WAIT_NOW = "Done. It is up to {who} now."
SURE = "**{what}?** This cannot be taken back."
NOTHING_TO_UNDO = "There is nothing to take back."


def refused(refusal: Refusal, sentence: str | None = None) -> str:
    """A refusal with its clause."""
    text = sentence or refusal.sentence.format_map(_Blank(refusal.about))
    clause = f" ({refusal.clause})" if re.match(r"(RB )?[\dA-G]", refusal.clause) else ""
    return f"{text}{clause}"


class _Blank(dict[str, object]):
    """A missing name becomes nothing."""

    def __missing__(self, key: str) -> str:
        return ""


MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<@:-])")


def plain(text: str, limit: int = 60) -> str:
    """A text written by a person: no markdown, no mentions, no links, one line, not too long."""
    flat = " ".join(text.split())
    short = flat if len(flat) <= limit else flat[: limit - 1] + "…"
    return MARKDOWN.sub(r"\\\1", short)


def cut(text: str, limit: int) -> str:
    """A text that fits, with an ellipsis if it had to be cut."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


BE_PRECISE = "-# Several choices fit. Fill in more, or use the buttons."
NOTHING_FITS = "{what}: nothing like that is possible now. `/why` tells the reason."
NO_SUCH_CHOICE = "I do not know that choice. The question is: {question}"
