"""The private panel: nothing that is offered is cut, and what needs explaining is explained."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from cogs import locales
from cogs.board.drill import Menu, drill, verbs
from cogs.board.panel import Panel, is_lone
from cogs.board.typed import found
from engine.chance import seeded
from engine.flow import Ask
from engine.game import Game
from engine.root.check import mixes, random_setup
from engine.root.words import PLACES, PLAYERS
from engine.rules import SeatSetup, Setup
from engine.seats import Random
from engine.told import Said
from local import components as parts
from tests.cogs.test_widest import ROOT, look_of


def shown(panel: Panel) -> tuple[str, list[dict]]:
    """The text of a panel, and its buttons and menus."""
    body = panel.question().to_components()
    found = [part for _, part in parts.walk(body) if part["type"] in (parts.BUTTON, parts.STRING_SELECT)]
    return "\n".join(parts.texts(body)), found


def questions(setup: Setup, seed: str, most: int):
    """Questions of a random game, each with the panel that shows it."""
    game = Game(ROOT.rules, setup, seeded(seed)).start()
    player = Random(random.Random(seed))
    for _ in range(most):
        if game.over:
            return
        ask = game.waiting()[0]
        seat = game.rules.seat_of(game.state, ask.seat)
        yield ask, Panel(ROOT, look_of(game, seat, 10))
        game.answer(seat, player.answer(lambda: None, ask))


def lone(ask: Ask) -> list:
    """The options that are the only ones of their verb."""
    same = {option.verb: [o for o in ask.options if o.verb == option.verb] for option in ask.options}
    return [options[0] for options in same.values() if is_lone(options)]


@pytest.mark.parametrize(
    "mix",
    [
        ("marquise", "eyrie", "alliance", "vagabond"),
        ("vagabond", "eyrie"),
        ("vagabond2", "vagabond", "marquise"),
    ],
    ids="-".join,
)
@pytest.mark.parametrize("bots", [0.0, 0.6], ids=["people", "bots"])
def test_no_button_is_cut_and_what_it_leaves_out_stands_above(mix, bots):
    # given random games with long names of cards and bots
    seed = f"labels {mix} {bots}"
    shortened = 0
    for ask, panel in questions(random_setup(random.Random(seed), mix, bots), seed, 250):
        text, items = shown(panel)
        # then no label ends in dots
        labels = [item["label"] for item in items if item["type"] == parts.BUTTON]
        assert [label for label in labels if label.endswith("…") and label != "More…"] == []
        # and an option that is too long for a button is told in full above it
        if ask.many:
            continue
        for option in lone(ask):
            whole = panel.words.option(panel.view, option)
            if len(whole) > 38:
                shortened += 1
                assert whole in text
    assert shortened


@pytest.mark.parametrize(
    ("key", "named", "meaning"),
    [
        ("eyrie.leader", "Despot", "Viziers in Move and Build."),
        ("vagabond.setup.character", "Thief", "Boot, torch, tea, sword. Steal: a torch"),
    ],
)
def test_a_leader_and_a_character_are_explained_where_they_are_chosen(key, named, meaning):
    # given a new game, in which both are chosen
    setup = Setup((SeatSetup("eyrie", "eyrie"), SeatSetup("vagabond", "vagabond")), {})
    found = next((ask, panel) for ask, panel in questions(setup, "new", 20) if ask.key == key)
    ask, panel = found
    _, items = shown(panel)
    options = [one for item in items for one in item.get("options", [])]
    # then every line says what it means
    assert len(options) == len(ask.options)
    assert all(one["description"] for one in options)
    line = next(one for one in options if one["label"] == named)
    assert line["description"].startswith(meaning)


def test_a_setup_card_is_explained_in_a_draft():
    setup = Setup(tuple(SeatSetup(f"seat{n}", "") for n in range(1, 5)), {"setup": "advanced"})
    ask, panel = next(one for one in questions(setup, "draft", 30) if one[0].key == "setup.faction")
    _, items = shown(panel)
    lines = [line for item in items for line in item.get("options", [])]
    assert len(lines) == len(ask.options)
    assert all(len(line["description"]) > 20 for line in lines)


MIXED = Setup(tuple(SeatSetup(name, name) for name in ("marquise", "eyrie", "alliance", "vagabond")), {})


def test_a_line_of_a_menu_leaves_what_fits_its_values():
    # given the menus of a random game, and those after their first lines
    seen = set()
    for ask, _ in questions(MIXED, "what is left", 250):
        first = [one for verb in verbs(ask) if isinstance(one := drill(ask, verb, ()), Menu)]
        after = [drill(ask, one.verb, (0,)) for one in first]
        for menu in (*first, *(one for one in after if isinstance(one, Menu))):
            counted = menu.fields == (menu.options[0].COUNTED,)
            seen.add("a number" if counted else len(menu.fields))
            for choice in menu.choices:
                # then a number leaves one option with it, and values leave the options that have them
                fitting = [o for o in menu.options if all(getattr(o, k) == v for k, v in choice.fields)]
                if counted:
                    fitting = [menu.options[0].with_number(choice.fields[0][1])]
                assert list(choice.left) == fitting
    assert seen == {1, 2, "a number"}


def test_a_question_labels_each_line_once(monkeypatch):
    # given a panel that counts what it labels
    made = Counter()
    whole_label = Panel.whole_label

    def counting(self, menu, choice):
        made[menu.verb, choice.fields] += 1
        return whole_label(self, menu, choice)

    monkeypatch.setattr(Panel, "whole_label", counting)
    seen = 0
    for _, panel in questions(MIXED, "labels", 150):
        # when it shows a question
        made.clear()
        panel.question()
        # then no line was put in words twice
        assert max(made.values(), default=1) == 1
        seen += len(made)
    assert seen


def test_what_is_said_of_an_option_is_said_once_for_a_look(monkeypatch):
    # given words that are counted
    made = Counter()
    for name in ("option", "preview"):
        say = getattr(type(ROOT.words), name)

        def counting(self, view, about, name=name, say=say):
            made[name] += 1
            return say(self, view, about)

        monkeypatch.setattr(type(ROOT.words), name, counting)
    for ask, panel in questions(MIXED, "said once", 60):
        first = panel.question().to_components()
        # when the same look is shown again, and typed at twice
        found(panel.look, ask, "", 25)
        made.clear()
        again = Panel(ROOT, panel.look)
        # then it says the same, and nothing was put in words again
        assert again.question().to_components() == first
        found(panel.look, ask, "a", 25)
        assert made == {}


def test_a_look_that_was_shown_is_shown_in_another_language():
    differ = 0
    for _, panel in questions(MIXED, "languages", 60):
        # given a question in English and in Czech
        english = panel.question().to_components()
        token = locales._language.set("cs")
        try:
            # when the same look is shown again, and one that was never shown
            again = Panel(ROOT, panel.look).question().to_components()
            new = Panel(ROOT, msgspec.structs.replace(panel.look, said=Said())).question().to_components()
        finally:
            locales._language.reset(token)
        # then they do not differ
        assert again == new
        differ += again != english
    assert differ


@pytest.mark.parametrize("mix", mixes(4)[::9], ids="-".join)
def test_whatever_names_a_place_is_marked_on_the_map_and_numbers_are_not(mix):
    """Given questions of a random game, when a menu asks for places, then all of them are marked, and nothing else ever is."""
    dice = random.Random(3)
    for ask, panel in questions(random_setup(dice, mix), "where", 250):
        for verb in verbs(ask):
            menu = drill(ask, verb, ())
            if not isinstance(menu, Menu):
                continue
            offered = {
                value
                for choice in menu.choices
                for field, value in choice.fields
                if field in PLACES and not (field in PLAYERS and value in panel.look.names.values())
            }
            marked = set(panel.targets(menu))
            assert marked <= offered
            assert bool(marked) == bool(offered), (verb, menu.fields)
