"""Texts: one language for everybody, one's own in private answers, and nothing translated that is not said."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import discord
import pytest

from cogs import locales, texts
from cogs.locales import Text
from engine.games import GAMES
from tests.cogs.players import Typist
from tests.cogs.tables import begin


def all_texts():
    """Every sentence of the module of texts, and what games say of themselves."""
    for value in vars(texts).values():
        if isinstance(value, Text):
            yield str(value)
        elif isinstance(value, dict):
            yield from (str(one) for one in value.values() if isinstance(one, Text))
    for kind in GAMES.values():
        yield from (kind.about.line, *kind.about.tips.values())
        yield from (choice.title for choice in kind.lobby.choices().values())


def described(commands):
    """Every description that Discord shows."""
    for command in commands:
        if isinstance(command, discord.app_commands.ContextMenu):
            continue
        yield command.description
        if isinstance(command, discord.app_commands.Group):
            yield from described(command.commands)
        else:
            yield from (str(parameter.description) for parameter in command.parameters)


async def test_every_command_and_option_is_described(house):
    for text in described(house.bot.tree.get_commands()):
        assert len(text) > 3, text
        assert text != "…"
        assert len(text) <= 100


@pytest.mark.parametrize("language", ["cs", "pl"])
async def test_translations_are_of_sentences_that_are_said(house, language):
    said = {*all_texts(), *described(house.bot.tree.get_commands())}
    assert [key for key in locales.messages(language) if key not in said] == []


async def test_descriptions_reach_discord_in_every_language(house):
    commands = house.local.core.world.application.commands
    found = json.dumps(list(commands.values()), default=str, ensure_ascii=False)
    assert "Tvé karty. Vidíš je jen ty." in found
    assert "Twoje karty. Widzisz je tylko ty." in found


async def test_a_private_answer_is_in_the_readers_language(house, alice, bob, carol):
    carol.user.locale = "cs"
    bob.user.locale = "fi"
    await begin(house, ["alice", "bob"])
    assert "nesedíš" in (await carol.slash("hand")).text
    assert "**Your hand**" in (await bob.slash("hand")).text
    board = next(m for m in reversed(carol.sees()) if not m.ephemeral)
    assert "My Hand" in board.buttons


async def test_what_everybody_reads_is_english_whoever_caused_it(house, alice, bob):
    bob.user.locale = "cs"
    lobby = await alice.slash("game new", game="root")
    await bob.click("Join")
    assert "Join" in lobby.buttons
    await bob.slash("game new", game="root", bots=2)
    await bob.click("Start")
    await house.settled()
    (row,) = await house.store.games("running")
    bob.go(house.local.core.world.channels[row.channel])
    player = Typist(house, bob, random.Random(1))
    for _ in range(6):
        if await player.waits(row.id):
            await player.decide()
            await house.settled()
    shown = [message for message in bob.sees() if not message.ephemeral]
    assert "My Hand" in shown[-1].buttons
    own = await bob.slash("play")
    assert "Moje karty" in own.buttons


def test_every_text_is_said_somewhere():
    folder = Path(texts.__file__).parent
    program = "\n".join(path.read_text() for path in folder.rglob("*.py"))
    names = [name for name, value in vars(texts).items() if isinstance(value, Text)]
    assert [name for name in names if len(re.findall(rf"\b{name}\b", program)) < 2] == []


def test_messages_use_no_words_of_the_workshop():
    jargon = re.compile(r"\b(ephemeral|payload|entity|invalid|null|traceback|exception|snapshot)\b", re.I)
    for text in all_texts():
        assert not jargon.search(text), text


def test_labels_fit_on_a_phone():
    for name in ("HAND", "UNDO", "BOARDS", "RULES", "BACK", "CONFIRM", "CANCEL", "AGAIN", "JOIN", "START"):
        assert len(getattr(texts, name)) <= 20


def test_a_text_without_translation_stays_english():
    token = locales._language.set("cs")
    try:
        assert locales.tr("Nobody ever said this.") == "Nobody ever said this."
        assert texts.GAME_OVER.format() == "Tato hra skončila."
    finally:
        locales._language.reset(token)
