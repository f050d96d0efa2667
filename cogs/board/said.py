"""The options of a look in words, worked out once for each look. The words of games are the same in every language."""

from __future__ import annotations

from engine.flow import Option
from engine.games import Words
from engine.table import Look


def in_words(words: Words, look: Look, option: Option) -> str:
    """An option in a few words."""
    return look.said.once("option", option, lambda one: words.option(look.view, one))


def foreseen(words: Words, look: Look, option: Option) -> str:
    """What an option costs and brings, in one line; "" if there is nothing to say."""
    return look.said.once("preview", option, lambda one: words.preview(look.view, look.preview(one)))
