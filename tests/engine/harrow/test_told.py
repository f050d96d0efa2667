"""H6  The turns of factions that move by themselves can be checked from what is told: the card, the choice, the rule."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from engine.chance import seeded
from engine.flow import Answer
from engine.fuzz import random_answer
from engine.game import Game
from engine.harrow.data import LAW
from engine.harrow.rules import RULES
from engine.harrow.standin import choose
from engine.harrow.state import Harrow
from engine.harrow.words import WORDS
from engine.rules import Event, SeatSetup, Setup


def told(number: int, decides: str) -> tuple[Game[Harrow], list[Event]]:
    """Everything that happened in a solo game, half by chance and half well played."""
    dice = random.Random(f"told {number}")
    setup = Setup(
        (SeatSetup("alice", "hester"),), {"mode": "SOLO", "map": "b", "level": "1", "decides": decides}
    )
    game = Game(RULES, setup, seeded(f"told {number}")).start()
    events = game.take_events()
    while not game.over:
        question = game.waiting()[0]
        view = game.view("hester")
        answer: Answer = choose(view, question) if number % 2 else random_answer(question, dice)
        events += game.answer("hester", answer)
    return game, events


class Auditor:
    """Somebody who only reads the log, and checks it with the rules in hand."""

    def __init__(self) -> None:
        self.decks: Counter[str] = Counter()
        self.points: Counter[str] = Counter()
        self.card: Event | None = None
        self.checked: Counter[str] = Counter()

    def read(self, event: Event) -> Iterator[str]:
        about = event.about
        self.checked[event.key] += event.key.startswith("solo.")
        match event.key:
            case "solo.decks":
                self.decks.update(about["decks"])
            case "scored":
                self.points[about["owner"]] += about["points"]
            case "solo.card":
                if about["why"] == "most" and self.decks[about["deck"]] < max(self.decks.values()):
                    yield f"{about['deck']} has not the most cards"
                self.decks[about["deck"]] -= 1
                if about["left"] != sum(self.decks.values()):
                    yield f"{about['left']} cards are not left"
                self.card = event
            case "solo.placed" | "solo.spawn":
                assert self.card
                if self.card.about["symbol"] != "flower" and about["hex"] not in self.card.about["hexes"]:
                    yield f"{about['hex']} is not on the card"
            case "solo.activated":
                bots = {one: self.points[one] for one in ("protectors", "family")}
                if about["why"] == "behind" and bots[about["owner"]] != min(bots.values()):
                    yield f"{about['owner']} has not fewer points: {bots}"
                if about["why"] == "equal" and len(set(bots.values())) > 1:
                    yield f"points are not equal: {bots}"
                self.chosen = self.card
            case "solo.fields":
                assert self.chosen
                first = self.chosen.about["symbol"]
                if first != "flower" and next(iter(about["strengths"])) != first:
                    yield f"the fields begin with another than {first}"
                if sum(about["strengths"].values()) != len(about["strengths"]) + about["flames"]:
                    yield f"{about['flames']} flames are not {about['strengths']}"
            case "solo.aim":
                assert self.chosen
                if about["whom"] != "rival" and not self.chosen.about["mark"]:
                    yield "the card has no mark of Hester"


@pytest.mark.parametrize("decides", ["rules", "you"])
def test_H6_whoever_reads_the_log_can_check_every_choice(decides: str) -> None:
    seen: Counter[str] = Counter()
    for number in range(12):
        _, events = told(number, decides)
        auditor = Auditor()
        for event in events:
            assert list(auditor.read(event)) == [], event
        seen += auditor.checked
    assert {
        "solo.card",
        "solo.placed",
        "solo.activated",
        "solo.fields",
        "solo.field",
        "solo.spawn",
        "solo.walk",
    } <= set(seen)
    assert {"solo.aim", "solo.no.attack", "solo.stays"} <= set(seen)


@pytest.mark.parametrize("decides", ["rules", "you"])
def test_H6_9_a_reason_is_told_exactly_where_nobody_chose(decides: str) -> None:
    whys = Counter(
        (event.key, event.about["why"])
        for number in range(6)
        for event in told(number, decides)[1]
        if event.key in ("solo.card", "solo.placed", "solo.activated", "solo.spawn")
    )
    assert (("solo.activated", "") in whys) == (decides == "you")
    assert any(why in ("behind", "equal") for _, why in whys) == (decides == "rules")
    assert ("solo.placed", "only") in whys


def test_H6_every_step_names_its_rule_in_plain_words() -> None:
    for number in range(4):
        game, events = told(number, "rules")
        for event in events:
            sentence = WORDS.event(game.view(None), event)
            if not sentence or not event.key.startswith("solo."):
                continue
            assert sentence.endswith(f" ({event.clause})."), sentence
            assert event.clause in LAW
            assert not re.search(r"\{|\b(why|whom|deck|symbol|field|solo)\.\w|True|False", sentence)


def test_cubes_gained_in_a_row_are_told_together() -> None:
    game, _ = told(1, "rules")
    gains = [Event("terrain.gained", {"terrain": {colour: 1}}) for colour in ("bog", "plains", "bog")]
    view = game.view(None)
    assert WORDS.story(view, gains[:1]) == ["Hester gains 1 bog cube."]
    assert WORDS.story(view, gains) == ["Hester gains 2 bog and 1 plains cubes."]
    between = [gains[0], Event("round", {"round": 2}), gains[1]]
    assert len(WORDS.story(view, between)) == 3
