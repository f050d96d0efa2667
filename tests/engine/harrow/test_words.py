"""Everything Harrow County asks, offers and tells has words, and they fit on a phone."""

from __future__ import annotations

import random
import re

import pytest

from engine.fuzz import random_answer
from engine.harrow.check import RandomGame, random_setup
from engine.harrow.data import FACTS, LAW, MODES, REACTIONS, RULINGS
from engine.harrow.lobby import LOBBY
from engine.harrow.rules import RULES
from engine.harrow.wording import FILE, HIDDEN, HIDDEN_VERBS, NAMES
from engine.harrow.words import OWNERS, WORDS
from engine.rules import Event, Refusal
from engine.sentences import LABEL

EXPLAINED = 100
"""So many characters stand below a value in a menu."""


@pytest.mark.parametrize("mode", list(MODES))
def test_whole_games_are_told_in_words(mode: str) -> None:
    for number in range(3):
        seed = f"words {mode} {number}"
        played = RandomGame(random_setup(random.Random(seed), mode), seed, watch=False)
        played.game.start()
        played.game.take_events()
        while not played.over and played.decisions < 700:
            question = played.game.waiting()[0]
            view = played.game.view(question.seat)
            assert question.key in FILE.questions, question.key
            assert "{" not in WORDS.question(view, question)
            for option in question.options:
                assert option.verb in FILE.verbs, option.verb
                if option.verb == "done":
                    assert question.key in FILE.done, question.key
                    continue
                assert 0 < len(WORDS.short(view, option)) <= LABEL
                assert WORDS.short(view, option) != WORDS.verb(option.verb) or not option.fields(), option
                assert "{" not in WORDS.option(view, option)
            for event in played.game.answer(question.seat, random_answer(question, played.dice)):
                assert event.key in FILE.events, event.key
                assert "{" not in (WORDS.event(played.game.view(question.seat), event) or "")
            played.decisions += 1


def test_every_verb_has_words() -> None:
    assert set(RULES.options()) - set(FILE.verbs) == set()
    assert set(RULES.options()) - set(FILE.options) == set()
    assert {HIDDEN + verb for verb in HIDDEN_VERBS} <= set(RULES.options())


def test_every_printed_thing_is_explained_in_a_line() -> None:
    facts = {**FACTS.legends, **FACTS.cards, **FACTS.tiles, **FACTS.offers, **FACTS.quests}
    facts |= {
        f"{owner}-{side}": fact for owner, sides in FACTS.trackers.items() for side, fact in sides.items()
    }
    for id, fact in facts.items():
        assert len(fact.text) <= EXPLAINED, f"{id} has {len(fact.text)}"
        assert fact.clause in LAW, id
    assert WORDS.explain("legend", "emmy") == FACTS.legends["emmy"].text
    assert WORDS.explain("card", "T01") == FACTS.cards["T01"].text
    assert WORDS.explain("tracker", "family-b") == FACTS.trackers["family"]["b"].text
    for id, mode in MODES.items():
        assert len(mode.line) <= EXPLAINED
        assert WORDS.explain("mode", id) == mode.line


def test_sentences_read_well() -> None:
    view = RandomGame(random_setup(random.Random("read"), "C1"), "read").play(0).game.view(None)
    attack = Event("attack", {"owner": "protectors", "defender": "family", "origin": 20, "target": 18})
    assert (
        WORDS.event(view, attack)
        == f"The Protectors attacked the Family on {WORDS.place(view, 18)} from {WORDS.place(view, 20)}."
    )
    moved = Event(
        "moved",
        {"owner": "family", "by": "protectors", "origin": 18, "to": 17, "haints": 2, "figures": ("legend",)},
    )
    told = WORDS.event(view, moved)
    assert told is not None
    assert told.startswith("Levi and 2 haints of the Family went from 18")
    assert told.endswith("moved by the Protectors.")
    dear = Refusal("H1.6.3", "That step costs {cost} ADVANCE and you have {left}.", {"cost": 2, "left": 1})
    assert WORDS.refusal(view, dear) == "That step costs 2 ADVANCE and you have 1."


def test_the_rules_and_what_we_decided_can_be_read() -> None:
    assert WORDS.rule("H1.11.14") is not None
    assert WORDS.rule("H99") is None
    assert list(WORDS.clauses()) == list(LAW)
    assert {ruling.clause for ruling in RULINGS} == {clause for clause, law in LAW.items() if law.ours}
    assert {"H0.7.5", "H1.11.3", "H1.14.5", "HM.2", "HA.K.B1"} <= {ruling.clause for ruling in RULINGS}


def test_standing_orders_answer_questions_that_exist() -> None:
    for key, reaction in REACTIONS.items():
        assert key in FILE.questions
        assert set(reaction.verbs) <= set(RULES.options())
    assert {"attack.clash", "doll.carry"} <= set(LOBBY.reactions("kammi"))
    assert set(LOBBY.reactions("fairfolk")) == {"offer.arrow", "offer.guess"}


def test_no_sentence_takes_every_faction_for_one() -> None:
    singular = re.compile(rf"(?<!of )\{{(?:{'|'.join(sorted(OWNERS))})(?::\^)?\}} [a-z]+s\b")
    for group in ("events", "questions", "options", "labels", "previews"):
        templates: dict[str, str] = getattr(FILE, group)
        assert {key: text for key, text in templates.items() if singular.search(text)} == {}
    named = {key.removeprefix("the."): name for key, name in NAMES.items() if key.startswith("the.")}
    assert {owner for owner in named if WORDS.names.is_many(owner)} == {"protectors", "fairfolk"}
