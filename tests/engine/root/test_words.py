"""Everything Root asks, offers and tells has words, and they read well."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec
import pytest

import engine.root
from engine.chance import seeded
from engine.flow import Ask, Done
from engine.fuzz import random_answer
from engine.game import Game
from engine.root import data
from engine.root.account import SCENES, Scene, _scene
from engine.root.actions.move import Move
from engine.root.cards import EFFECTS
from engine.root.check import RandomGame, mixes, random_setup
from engine.root.clockwork.board import NoCard
from engine.root.data import BOTS
from engine.root.faction import FACTIONS, Lose
from engine.root.factions.eyrie.facts import LEADERS
from engine.root.factions.vagabond.facts import CHARACTERS
from engine.root.happen import Resolve
from engine.root.lobby import LOBBY
from engine.root.rules import RULES
from engine.root.setup.advanced import TakeFaction
from engine.root.view import ClearingView, RootView
from engine.root.voice import GUESTS, Voice
from engine.root.words import FILE, KEPT, NAMES, PLACES, PLAYERS, WORDS, RootWords, _kept, merged
from engine.rules import Event, Refusal, SeatSetup, SeatView, Setup

PASSED_ON = (
    "ask_ambush",
    "birdsong_menu",
    "choose",
    "choose_corner",
    "choose_supporters",
    "crafting",
    "granted_battle",
    "granted_move",
)
"""Flows that are given the key of a question."""
SOURCES = sorted(Path(engine.root.__file__).parent.rglob("*.py"))


def a_view(**plays: str) -> RootView:
    seats = plays or {
        "marquise": "marquise",
        "eyrie": "eyrie",
        "alliance": "alliance",
        "vagabond": "vagabond",
    }
    views = tuple(
        SeatView(seat=seat, plays=what, name=FACTIONS[what].name if what else "Player 2")
        for seat, what in seats.items()
    )
    return RootView(
        game="root", seat=None, turn=1, active="", phase="daylight", map="autumn", deck="base", seats=views
    )


def calls(name: str, place: int) -> Iterator[ast.expr]:
    """The argument at a place of every call of this name in the rules."""
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and len(node.args) > place:
                called = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if called == name:
                    yield node.args[place]


def keys_in_source(name: str, place: int) -> set[str]:
    return {
        arg.value
        for arg in calls(name, place)
        if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
    }


def names_in(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


# --- nothing is without words -----------------------------------------------------------------------------


def test_every_question_in_the_rules_has_words() -> None:
    asked = keys_in_source("ask", 1) | keys_in_source("ask_many", 1) | keys_in_source("Ask", 1)
    asked |= {key for name in PASSED_ON for key in keys_in_source(name, 2)}
    assert sorted(asked - set(FILE.questions)) == []


def test_every_event_in_the_rules_has_words() -> None:
    assert sorted(keys_in_source("note", 0) - set(FILE.events)) == []


def test_every_verb_has_words() -> None:
    verbs = [verb for verb in RULES.options() if not verb.startswith("test_")]
    assert sorted(verb for verb in verbs if verb not in FILE.verbs) == []
    assert sorted(verb for verb in verbs if verb not in FILE.options) == []


def test_every_field_has_words() -> None:
    fields = {name for kind in RULES.options().values() for name in kind.__struct_fields__}
    assert sorted(fields - set(FILE.fields)) == []


def test_options_name_only_fields_they_have() -> None:
    for verb, kind in RULES.options().items():
        assert names_in(FILE.options.get(verb, "")) <= set(kind.__struct_fields__), verb


def test_every_reaction_has_a_name() -> None:
    voices = (*FACTIONS.values(), *GUESTS.values())
    reactions = {reaction for voice in voices for reaction in voice.reactions}
    asked = {
        reaction.key for reaction in reactions if not reaction.quiet
    }  # the others are never put in order
    assert sorted(key for key in asked if f"effect.{key}" not in NAMES) == []


def test_every_player_has_a_name_for_sentences() -> None:
    assert sorted(set(data.FACTIONS) - set(FILE.players)) == []


# --- one or several ---------------------------------------------------------------------------------------

AGREES_NOT = re.compile(
    rf"(?<!of )\{{(?:{'|'.join(sorted(PLAYERS))})(?::\^)?\}} (?!(?:its|warriors)\b)[a-z]+s\b"
)
"""The name of a player, and a verb in the singular behind it."""
IN_THE_SINGULAR = {"landmark"}
"""No landmark has a name of several."""


@pytest.mark.parametrize("group", ["events", "own", "questions", "options", "labels", "previews"])
def test_no_sentence_takes_every_player_for_one(group: str) -> None:
    """Complaint: «The Logical Lizards lays a card.»"""
    templates = {key: text for key, text in getattr(FILE, group).items() if key not in IN_THE_SINGULAR}
    assert {key: text for key, text in templates.items() if AGREES_NOT.search(text)} == {}


def test_whose_name_is_that_of_several_is_spoken_of_in_the_plural() -> None:
    # given everybody who can be told of: factions, hirelings, and bots by their own names
    called = {id: FILE.players[id] for id in (*data.FACTIONS, *data.HIRELING_SIDES)}
    called |= {f"clockwork-{id}": bot.name for id, bot in BOTS.items()}
    # then the words say of each whether it is one
    wrong = {
        name for id, name in called.items() if WORDS.names.is_many(id) is not name.endswith(("s", "folk"))
    }
    assert wrong == set()


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (Event("scored", {"owner": "corvids", "points": 1, "score": 5}), "The Corvids score 1 point and have 5."),
        (Event("scored", {"owner": "lizards", "points": 1, "score": 5}), "The Logical Lizards score 1 point and have 5."),
        (Event("took.off", {"owner": "hundreds", "warriors": 2, "clearing": 3}), "The Hundreds take 2 warriors from 3 to their board."),
        (Event("won", {"owner": "eyrie", "partners": ("corvids", "lizards"), "how": "points"}), "The Eyrie wins with 30 points, and so do the Corvids and the Logical Lizards!"),
        (Event("battle", {"attacker": "raven-sentries", "defender": "eyrie", "clearing": 3}), "The Raven Sentries attack the Eyrie in 3."),
        (
            Event("removed", {"owner": "eyrie", "clearing": 5, "warriors": {"corvids": 2, "eyrie": 1}, "pieces": []}),
            "The Corvids lose 2 warriors and the Eyrie loses a warrior in 5.",
        ),
    ],
)  # fmt: skip
def test_several_are_told_as_several(event: Event, says: str) -> None:
    seats = [
        SeatView(seat=name, plays=name, name=FACTIONS[name].name) for name in ("corvids", "hundreds", "eyrie")
    ]
    seats.append(SeatView(seat="lizards", plays="lizards", name="Logical Lizards", board="clockwork"))
    assert WORDS.event(msgspec.structs.replace(a_view(), seats=tuple(seats)), event) == says


def test_a_bot_that_is_told_as_it_is_one() -> None:
    bot = SeatView(seat="lizards", plays="lizards", name="Logical Lizards", board="clockwork")
    table = msgspec.structs.replace(a_view(), seats=(bot,))
    events = [
        Event("turn", {"owner": "lizards", "turn": 1}),
        Event("bot.step", {"owner": "lizards", "step": "move"}),
        Event("took.discarded", {"owner": "lizards", "card": "anvil"}),
    ]
    assert "takes Anvil" in WORDS.story(table, events)[-1]


# --- in play ----------------------------------------------------------------------------------------------

BAD = re.compile(r"[{}|%]|\b(None|True|False)\b|  |_|undecided|\bclockwork\b|[a-z]-[a-z]+-[a-z]|\.\.")
"""What a sentence never has: braces, numbers or names of the program, doubled spaces."""
FINE = sorted({card.name for card in data.CARDS.values()}, key=len, reverse=True)


def faults(text: str | None, what: Any) -> list[str]:
    if not text:
        return [f"no words: {what}"]
    plain = text
    for word in FINE:
        plain = plain.replace(word, "Card")
    wrong = BAD.search(plain) or text != text.strip() or text[0].islower()
    return [f"{text!r} for {what}"] if wrong else []


def listen(played: RandomGame, decisions: int, dice: random.Random) -> Iterator[str]:
    """Play on and read everything that is asked, offered and told."""
    game = played.game
    events = game.take_events()
    for _ in range(decisions):
        table = game.view(None)
        for event in events:
            yield from faults(WORDS.event(table, event), event)
        if game.over:
            return
        question = dice.choice(game.waiting())
        table = game.view(question.seat)
        if question.key not in FILE.questions:
            yield f"no words for the question {question.key}"
        yield from faults(WORDS.question(table, question), question.key)
        for option in question.options[:60]:
            yield from faults(WORDS.option(table, option), option)
            preview = WORDS.preview(table, RULES.preview(game.state, question.seat, option))
            yield from faults(preview, option) if preview else ()
            for name, value in option.fields().items():
                if value != "":
                    yield from faults(WORDS.value(table, option.verb, name, value), option)
        events = game.answer(question.seat, random_answer(question, dice))


def some_mixes() -> list[tuple[str, ...]]:
    larger = [mix for players in (3, 4, 5) for mix in mixes(players)]
    return random.Random("words").sample(larger, min(10, len(larger)))


@pytest.mark.parametrize("mix", some_mixes(), ids="-".join)
@pytest.mark.parametrize("bots", [0.0, 0.7], ids=["people", "bots"])
def test_what_is_said_in_play_reads_well(mix: tuple[str, ...], bots: float) -> None:
    seed = f"words {'-'.join(mix)} {bots}"
    dice = random.Random(seed)
    played = RandomGame(random_setup(dice, mix, bots), seed, watch=False)
    played.game.start()
    assert sorted(set(listen(played, 350, dice)))[:10] == []


# --- sentences --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (Event("scored", {"owner": "eyrie", "points": 1, "score": 5}), "The Eyrie scores 1 point and has 5."),
        (Event("scored", {"owner": "eyrie", "points": 2, "score": 7}), "The Eyrie scores 2 points and has 7."),
        (Event("placed.token", {"owner": "marquise", "kind": "keep", "clearing": 3}), "The Marquise places the keep in 3."),
        (Event("exhausted", {"owner": "vagabond", "items": ("sword", "tea", "sword")}), "The Vagabond exhausts 2 swords and a tea."),
        (
            Event("removed", {"owner": "eyrie", "clearing": 5, "warriors": {"marquise": 2, "alliance": 1},
                  "pieces": [("marquise", "sawmill"), ("marquise", "wood"), ("marquise", "wood")]}),
            "The Marquise loses 2 warriors, a sawmill and 2 wood and the Alliance loses a warrior in 5.",
        ),
        (Event("won", {"owner": "eyrie", "partners": (), "how": "points"}), "The Eyrie wins with 30 points!"),
        (
            Event("won", {"owner": "eyrie", "partners": ("vagabond",), "how": "coalition"}),
            "The Eyrie wins in a coalition, and so does the Vagabond!",
        ),
        (Event("laid.face.down", {"owner": "alliance", "to": "alliance"}), "The Alliance lays a card face down."),
        (
            Event("laid.face.down", {"owner": "eyrie", "to": "alliance"}),
            "The Eyrie lays a card face down for the Alliance.",
        ),
        (Event("used.effect", {"owner": "eyrie", "effect": "royal-claim"}), "The Eyrie uses Royal Claim."),
        (Event("starts", {"owner": "vagabond", "forest": "1_2_5"}), "The Vagabond starts in the forest between 1, 2 and 5."),
        (Event("no.such.event", {}), None),
    ],
)  # fmt: skip
def test_events_in_words(event: Event, says: str | None) -> None:
    assert WORDS.event(a_view(), event) == says


@pytest.mark.parametrize(
    ("option", "says"),
    [
        (Move(1, 5, 1), "Move 1 warrior from 1 to 5"),
        (Move(1, 5, 3, True), "Move 3 warriors from 1 to 5 by the Ferry"),
        (Lose("keep"), "Lose the keep"),
        (Lose("sawmill"), "Lose a sawmill"),
        (TakeFaction("vagabond", "tinker"), "The Vagabond, as the Tinker"),
        (TakeFaction("eyrie"), "The Eyrie"),
        (Resolve("alliance.outrage", "alliance", 5), "Outrage in 5 (the Alliance)"),
        (Resolve("marquise.hospital", "marquise", 0), "Field Hospitals (the Marquise)"),
        (NoCard(), "You have no card that matches"),
        (Done(), "Done"),
    ],
)
def test_options_in_words(option: Any, says: str) -> None:
    assert WORDS.option(a_view(), option) == says


LONG = "League of Adventurous Mice"
WIDE = {
    "player": "marquise", "defender": "marquise", "attacker": "marquise", "partner": "alliance",
    "ally": "marquise", "owner": "marquise", "protector": "vagabond2", "side": "vagabond2",
    "origin": 10, "to": 12, "clearing": 12, "warriors": 25, "boat": True, "exhausted": True, "damaged": True,
    "item": "crossbow", "missing": "crossbow", "quest": "fend-off-a-bear-rabbit", "kind": "recruiter",
    "points": 4, "effect": "league-of-adventurous-mice", "suits": ("rabbit", "rabbit", "rabbit", "rabbit"),
    "column": "recruit", "leader": "charismatic", "character": "adventurer", "faction": "alliance",
    "forest": "7_10_11_12", "cards": 30, "suit": "rabbit",
}  # fmt: skip
"""The longest value of each field of the core; every part names its own (`widest`)."""
WIDE |= {place: 12 for place in PLACES if place not in WIDE} | FILE.widest


@pytest.mark.parametrize("verb", sorted(FILE.options))
def test_a_button_tells_an_option_in_38_characters(verb: str) -> None:
    # given bots with long names and an option with the longest values there can be
    seats = [SeatView(seat="vagabond2", plays="vagabond", name="Second Vagabond")]
    for name in ("marquise", "eyrie", "alliance"):
        bot = FACTIONS[f"clockwork-{name}"].name
        seats.append(SeatView(seat=name, plays=name, name=bot, board="clockwork"))
    table = msgspec.structs.replace(a_view(), seats=tuple(seats))
    kind = RULES.options()[verb]
    fitting = {
        "coalition": lambda card: card.kind == "dominance",
        "spend_bird": lambda card: card.suit == "bird",
    }.get(verb, lambda card: True)
    for card in [id for id, card in data.CARDS.items() if fitting(card)]:
        values = {**WIDE, "card": card, "cards": (card,) if verb == "pay" else 30}
        option = kind(**{name: values[name] for name in kind.__struct_fields__})
        label = WORDS.short(table, option)
        # then the button says it without being cut, and a menu says all of it
        assert 0 < len(label) <= 38
        assert faults(label, option) == []
        assert len(WORDS.option(table, option)) <= 100
        # and it says more than the verb, but for the longest card of all
        if data.CARDS[card].name != LONG and FILE.labels.get(verb):
            assert label != WORDS.verb(verb)


def test_a_button_says_all_if_it_fits_and_less_if_not() -> None:
    table = a_view()
    assert WORDS.short(table, Move(1, 5, 1)) == "Move 1 warrior from 1 to 5"
    assert WORDS.short(table, Move(10, 12, 25, True)) == "Move 25 warriors: 10 → 12 by the Ferry"


def test_forests_are_named_however_many_there_are() -> None:
    # given three tokens of a kind that came to three forests
    forests = ("1_2_5_10", "3_6_11", "4_9_12")
    events = [
        Event("placed.token", {"owner": "marquise", "clearing": forest, "kind": "wood"}) for forest in forests
    ]
    (told,) = WORDS.story(a_view(), events)
    # then each is told by the clearings around it
    assert told.count("the forest between") == len(forests)
    assert "_" not in told


def test_what_a_newcomer_chooses_is_explained() -> None:
    told = {("leader", leader.id, ""): 0 for leader in LEADERS.values()}
    told |= {("character", character, ""): 0 for character in CHARACTERS}
    told |= {("faction", faction, ""): 0 for faction in LOBBY.factions()}
    for faction in LOBBY.boards():
        for name, choice in LOBBY.board_options(faction).items():
            told |= {(name, value, faction): 0 for value in choice.values}
    for field, value, bot in told:
        text = WORDS.explain(field, value, bot)
        # then a menu can show it, below the name
        assert 20 <= len(text) <= 100, (field, value, text)
        assert faults(text, value) == []
    assert WORDS.explain("character", "thief") != WORDS.explain("character", "thief", "vagabond")
    assert WORDS.explain("leader", "builder").startswith("Viziers in Recruit and Move. ")
    assert WORDS.explain("clearing", 5) == ""


@pytest.mark.parametrize("bot", LOBBY.boards())
def test_RB_3_3_1_a_difficulty_says_what_changes_on_this_board(bot: str) -> None:
    levels = BOTS[bot].difficulties
    told = {level: WORDS.explain("difficulty", level, bot) for level in levels}
    # then every number that differs from the printed board stands in its line, and no two lines are the same
    for level, numbers in levels.items():
        changed = [number for name, number in numbers.items() if number != levels["default"][name]]
        assert all(str(number) in told[level] for number in changed), told[level]
    assert len(set(told.values())) == len(levels)
    assert len({told[level].split(". ")[0] for level in levels}) == len(levels)
    assert "Evening" in told["nightmare"]
    assert "Evening" not in told["challenging"]


def test_a_question_may_name_its_numbers() -> None:
    ask = Ask("eyrie", "setup.keep", "A.10", (Done(),) * 5, True, 3, 3)
    assert WORDS.question(a_view(), ask) == "Keep 3 of your 5 cards. The others go back into the deck."


def test_a_second_vagabond_and_an_open_seat_are_told_apart() -> None:
    table = a_view(vagabond="vagabond", vagabond2="vagabond", seat2="")
    assert [WORDS.player(table, seat) for seat in ("vagabond", "vagabond2", "seat2")] == [
        "the Vagabond",
        "the second Vagabond",
        "Player 2",
    ]


def test_events_call_a_bot_as_the_scores_do() -> None:
    # given a real table with a person and every bot that fits beside
    bots = (SeatSetup(name, name, "clockwork") for name in ("marquise", "eyrie", "alliance"))
    seats = (*bots, SeatSetup("vagabond", "vagabond"))
    table = Game(RULES, Setup(seats, {}), seeded("names")).start().view(None)
    # then a bot has one name, in the scores and in sentences
    for seat in table.seats:
        told = WORDS.event(table, Event("scored", {"owner": seat.seat, "points": 1, "score": 5}))
        name = f"The {seat.name}" if seat.board else "The Vagabond"
        assert told == f"{name} scores 1 point and has 5."
    assert {seat.name for seat in table.seats if seat.board} >= {"Electric Eyrie", "Automated Alliance"}


def test_the_same_in_several_clearings_is_told_once() -> None:
    # given a garrison placed clearing by clearing, with more in one of them
    events = [
        Event("placed.warriors", {"owner": "marquise", "clearing": place, "warriors": 1})
        for place in (1, 2, 5)
    ]
    events.append(Event("placed.warriors", {"owner": "marquise", "clearing": 9, "warriors": 2}))
    events.append(Event("turn", {"owner": "eyrie", "turn": 1}))
    assert WORDS.story(a_view(), events) == [
        "The Marquise places 1 warrior each in 1, 2 and 5.",
        "The Marquise places 2 warriors in 9.",
        "Turn 1: the Eyrie.",
    ]


def test_to_be_done_is_named_for_questions_that_exist() -> None:
    assert set(FILE.done) <= set(FILE.questions)
    assert all(0 < len(label) <= 25 for label in FILE.done.values())


def test_why_a_bot_chose_stands_behind_what_it_did() -> None:
    # given a step of a bot with a real choice, and one without
    events = [
        Event("bot.step", {"owner": "eyrie", "step": "move"}),
        Event("bot.chose", {"owner": "eyrie", "clearing": 3, "why": "the only one"}),
        Event("bot.chose", {"owner": "eyrie", "clearing": 7, "why": "fewest enemy pieces"}),
        Event("moved.warriors", {"owner": "eyrie", "warriors": 7, "origin": 3, "to": 7}),
        Event("bot.chose", {"owner": "eyrie", "clearing": 8, "why": "highest clearing number"}),
        Event("bot.step", {"owner": "eyrie", "step": "score"}),
        Event("placed.warriors", {"owner": "eyrie", "clearing": 8, "warriors": 1}),
    ]
    # then the reason stands behind the place; a choice that led to nothing needs no words
    assert WORDS.story(a_view(), events, named=True) == [
        "The Eyrie moves 7 warriors from 3 to 7 (fewest enemy pieces).",
        "The Eyrie places 1 warrior in 8.",
    ]


# --- what was told is kept --------------------------------------------------------------------------------


def anew(view: RootView, events: list[Event], *, named: bool) -> list[str]:
    """The story from a scene that knows all the view knows, every sentence made of the event itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Scene, "of", Scene)
        patch.setattr(
            RootWords, "sentence", lambda words, scene, event, why: words.made(scene.view, event, why)
        )
        return WORDS.story(view, events, named=named)


@pytest.mark.parametrize("mix", some_mixes()[:3], ids="-".join)
@pytest.mark.parametrize("bots", [0.0, 0.7], ids=["people", "bots"])
def test_what_is_told_again_is_what_all_of_the_view_would_tell_now(mix: tuple[str, ...], bots: float) -> None:
    # given a game, told after every answer to everybody and to one seat
    seed = f"kept {'-'.join(mix)} {bots}"
    dice = random.Random(seed)
    game = RandomGame(random_setup(dice, mix, bots), seed, watch=False).game
    events = game.start().take_events()
    for _ in range(120):
        if game.over:
            break
        question = dice.choice(game.waiting())
        events = [*events, *game.answer(question.seat, random_answer(question, dice))][-30:]
        # then every sentence is the one that the whole view would lead to at this moment
        for seat in (None, question.seat):
            view = game.view(seat)
            seen = [event for event in events if event.seen_by(seat)]
            for named in (False, True):
                assert WORDS.story(view, seen, named=named) == anew(view, seen, named=named)


TOLD = (Event("moved.warriors", {"owner": "eyrie", "warriors": 7, "origin": 3, "to": 7}),)


def other(view: RootView, **changes: Any) -> RootView:
    """The table with another Eyrie."""
    seats = tuple(
        msgspec.structs.replace(seat, **changes) if seat.seat == "eyrie" else seat for seat in view.seats
    )
    return msgspec.structs.replace(view, seats=seats)


def suited(suit: str) -> RootView:
    return msgspec.structs.replace(a_view(), clearings=(ClearingView(id=7, suit=suit, slots=1),))


def test_a_sentence_kept_at_one_table_is_never_told_at_another() -> None:
    # given the same event at tables that differ in one name, one board, one suit or one drafted seat
    bot = other(a_view(), board="clockwork")
    told = [
        (a_view(), "The Eyrie moves 7 warriors from 3 to 7."),
        (suited("fox"), "The Eyrie moves 7 warriors from 3 to 7 (fox)."),
        (suited("mouse"), "The Eyrie moves 7 warriors from 3 to 7 (mouse)."),
        (bot, "The Eyrie Dynasties moves 7 warriors from 3 to 7."),
        (other(bot, name="Tin Bird"), "The Tin Bird moves 7 warriors from 3 to 7."),
        (
            msgspec.structs.replace(a_view(), drafted={"eyrie": "corvids"}),
            "The Corvids move 7 warriors from 3 to 7.",
        ),
    ]
    # then every table tells it with its own names and suits, also when all have told it
    for view, says in told * 2:
        assert WORDS.story(view, TOLD, named=True) == [says]


def test_what_an_open_seat_plays_and_where_it_sits_are_told_apart() -> None:
    # given the same event of a seat that plays one thing, another, and sits elsewhere
    won = [Event("scored", {"owner": "seat2", "points": 1, "score": 5})]
    took = [Event("took.faction", {"owner": "seat2", "faction": "eyrie"})]
    views = [a_view(seat2="eyrie"), a_view(seat2="corvids")]
    assert [WORDS.story(view, won)[0][:11] for view in views] == ["The Eyrie s", "The Corvids"]
    # then neither is told in the words of the other
    views = [a_view(seat2="", marquise="marquise"), a_view(marquise="marquise", seat2="")]
    assert [WORDS.story(view, took)[0][:8] for view in views] == ["Player 1", "Player 2"]


def test_events_that_only_look_alike_are_told_apart() -> None:
    # given numbers that Python takes for the same
    scored = [Event("scored", {"owner": "eyrie", "points": points, "score": 5}) for points in (1, 2)]
    alike = [Event("scored", {"owner": "eyrie", "points": 1, "score": score}) for score in (1, True)]
    # then each is told as it is
    told = [WORDS.story(a_view(), [event])[0] for event in (*scored, *alike)]
    assert told[0] == "The Eyrie scores 1 point and has 5."
    assert told[1] == "The Eyrie scores 2 points and has 5."
    assert told[2] != told[3]


def test_within_a_bots_turn_and_outside_of_it_a_sentence_is_kept_apart() -> None:
    # given a bot's step, told with its name on the picture and under its name on the message
    table = other(a_view(), board="clockwork", name="Electric Eyrie")
    events = [Event("bot.step", {"owner": "eyrie", "step": "move"}), *TOLD]
    # then each is told in its own way, in any order
    for _ in range(2):
        assert WORDS.story(table, events, named=True) == ["The Electric Eyrie moves 7 warriors from 3 to 7."]
        assert WORDS.story(table, events) == ["The Electric Eyrie. Move: moves 7 warriors from 3 to 7."]


def test_a_reason_is_never_kept_with_a_sentence() -> None:
    # given an event that a bot had a reason for
    chose = Event("bot.chose", {"owner": "eyrie", "clearing": 7, "why": "fewest enemy pieces"})
    assert WORDS.story(a_view(), TOLD) == ["The Eyrie moves 7 warriors from 3 to 7."]
    assert WORDS.story(a_view(), [chose, *TOLD]) == [
        "The Eyrie moves 7 warriors from 3 to 7 (fewest enemy pieces)."
    ]
    # then the same event without it has none
    assert WORDS.story(a_view(), TOLD) == ["The Eyrie moves 7 warriors from 3 to 7."]


def test_a_sentence_is_made_once_for_the_message_and_for_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    # given a turn that grows by an event, and whose table changes in what no sentence tells
    _kept.cache_clear()
    made: list[str] = []
    make = RootWords.made
    monkeypatch.setattr(
        RootWords,
        "made",
        lambda words, view, event, why: made.append(event.key) or make(words, view, event, why),
    )
    view = a_view()
    events = [Event("scored", {"owner": "eyrie", "points": n, "score": 5}) for n in (1, 2, 3)]
    for count in (1, 2, 3):
        for named in (False, True):
            seen = msgspec.structs.replace(
                other(view, score=count, cards=count), turn=count, phase=str(count)
            )
            assert len(WORDS.story(seen, events[:count], named=named)) == count
    # then each sentence was made once
    assert made == ["scored"] * 3


def test_no_more_sentences_and_scenes_are_kept_than_there_is_room_for() -> None:
    assert (_kept.cache_info().maxsize, _scene.cache_info().maxsize) == (KEPT, SCENES)


def test_every_extra_hit_of_a_voice_has_a_cause_in_words() -> None:
    voices = [*FACTIONS.values(), *EFFECTS.values(), *GUESTS.values()]
    adding = [voice.id for voice in voices if type(voice).extra_hits is not Voice.extra_hits]
    assert len(adding) > 5
    assert [id for id in adding if f"{id}.hits" not in NAMES] == []


def test_what_only_one_may_read_is_never_merged_with_what_all_may() -> None:
    hidden = Event("placed.warriors", {"owner": "eyrie", "clearing": 1, "warriors": 1}, "", ("eyrie",))
    open_to_all = Event("placed.warriors", {"owner": "eyrie", "clearing": 2, "warriors": 1})
    assert merged([hidden, open_to_all]) == [hidden, open_to_all]


def test_refusals_in_words() -> None:
    refusal = Refusal("1.4.1", "It is not your decision now. It waits for {seat}.", {"seat": "eyrie"})
    assert WORDS.refusal(a_view(), refusal) == "It is not your decision now. It waits for the Eyrie."


def test_every_ruling_can_be_read() -> None:
    rulings = {ruling.id: ruling for ruling in WORDS.rulings()}
    assert rulings["S7"].clause == "A.8.1"
    assert all(WORDS.rule(ruling.clause) for ruling in rulings.values())


def test_faults_in_sentences_are_found() -> None:
    for bad in ("", "lower case.", "Braces {here}.", "A loyal_vizier.", "Two  spaces."):
        assert faults(bad, "test")
    assert faults("The Eyrie crafts Mouse-in-a-Sack (mouse).", "test") == []


# --- what a field holds is declared, never guessed ---------------------------------------------------------

PLAIN = {"effect", "kind", "why", "step"}
"""Fields that hold a word, even if a card or a faction is called like it."""


def held(values: Any) -> Iterator[Any]:
    if isinstance(values, (list, tuple)):
        for value in values:
            yield from held(value)
    else:
        yield values


def undeclared(field: str, values: Any) -> list[str]:
    """Cards and players in a field that is not said to hold such."""
    means = FILE.means.get(field, "")
    wrong = []
    for value in held(values):
        if not isinstance(value, str) or field in PLAIN or value in data.ITEMS:
            continue
        if (value in data.CARDS or value in data.QUESTS) and "card" not in means:
            wrong.append(f"{field} holds the card {value}")
        if value in data.ROLES and "player" not in means:
            wrong.append(f"{field} holds the player {value}")
    return wrong


@pytest.mark.parametrize("mix", some_mixes(), ids="-".join)
def test_every_field_that_holds_a_card_or_a_player_says_so(mix: tuple[str, ...]) -> None:
    play = RandomGame(random_setup(random.Random("fields"), mix, bots=0.4), "fields", keep=True)
    play.game.start()
    wrong: list[str] = []
    for _ in range(250):
        if play.over:
            break
        for question in play.game.waiting():
            wrong += [x for field, value in question.about.items() for x in undeclared(field, value)]
            for option in question.options:
                wrong += [x for field, value in option.fields().items() for x in undeclared(field, value)]
        question = play.dice.choice(play.game.waiting())
        for event in play.game.answer(question.seat, random_answer(question, play.dice)):
            facts = {name: value for name, value in event.about.items() if name not in ("warriors", "pieces")}
            wrong += [f"{event.key}: {x}" for field, value in facts.items() for x in undeclared(field, value)]
    assert sorted(set(wrong)) == []


def test_a_field_holds_only_what_there_are_words_for() -> None:
    assert set(FILE.means.values()) <= {"place", "player", "card", "place or player"}
