"""Languages: English in the program, everything else in `data/locales`.

A translation is keyed by the English sentence. Who is spoken to decides the language of a private answer; what
everybody reads is English. A sentence without a translation stays English.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

import discord
from discord import app_commands

FOLDER = Path(__file__).resolve().parent.parent / "data" / "locales"
NAME = re.compile(r"^[-_'\w]{1,32}$")
DESCRIPTION = 100

_language: ContextVar[str] = ContextVar("language", default="")


@cache
def messages(language: str) -> Mapping[str, str]:
    """The translated sentences of a language; none for a language without a file."""
    path = FOLDER / f"{language}.json"
    if not re.fullmatch(r"[a-z]{2}(-[A-Z]{2})?", language) or not path.exists():
        return {}
    found: Mapping[str, str] = json.loads(path.read_text(encoding="utf-8"))["messages"]
    return found


def speak_to(interaction: discord.Interaction[discord.Client]) -> None:
    """From here on, texts are in the language of this person."""
    _language.set(interaction.locale.value)


@contextmanager
def for_everybody() -> Iterator[None]:
    """What is written here is read by everybody: in English. Also a decorator."""
    token = _language.set("")
    try:
        yield
    finally:
        _language.reset(token)


def tr(text: str) -> str:
    """A text in the language of whoever is spoken to."""
    language = _language.get()
    return messages(language).get(text, text) if language else text


class Text(str):
    """A template that is translated before its names are filled in."""

    def format(self, *args: object, **fields: object) -> str:
        return tr(self.__str__()).format(*args, **fields)


class Translator(app_commands.Translator):
    """Names and descriptions of commands in the languages there are."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        found = messages(locale.value).get(string.message)
        if found is None:
            return None
        where = context.location
        names = (
            app_commands.TranslationContextLocation.command_name,
            app_commands.TranslationContextLocation.group_name,
            app_commands.TranslationContextLocation.parameter_name,
        )
        if where in names:
            return found if NAME.match(found) and found == found.lower() else None
        return found if len(found) <= DESCRIPTION else None
