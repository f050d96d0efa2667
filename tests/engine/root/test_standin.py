"""The stand-in: legal answers to everything, from the view alone, and better than chance."""

from __future__ import annotations

import random

import pytest

from engine.commands.simulate import plan, play
from engine.flow import Answer, Ask, Done
from engine.fuzz import random_answer
from engine.root.actions.battle import Ambush, Fight
from engine.root.check import RandomGame, mixes, random_setup
from engine.root.data import ROLES
from engine.root.factions.alliance.faction import Mobilize
from engine.root.factions.eyrie.faction import AddToDecree, Fail
from engine.root.factions.marquise.faction import Hospital
from engine.root.factions.vagabond.items import ThisItem
from engine.root.lobby import LOBBY
from engine.root.projection import project
from engine.root.standin import choose
from tests.engine.root.board import Play, Table, board
from tests.engine.root.factions.vagabond_table import wanderer

FACTIONS = [role.id for role in ROLES.values() if role.id in LOBBY.factions() and not role.second]
BOX = ("marquise", "eyrie", "alliance", "vagabond")


def answer(play: Play, seat: str) -> Answer:
    """What the stand-in would answer now."""
    question = play.game.pending(seat)
    assert question is not None
    return choose(project(play.state, seat), question)


def asked(table: Table, question: Ask) -> Answer:
    """What it would answer to a question made up at a table."""
    return choose(project(table.state, question.seat), question)


# --- always legal -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(12))
def test_every_answer_is_legal_and_always_the_same(number: int) -> None:
    dice = random.Random(f"standin {number}")
    setup = random_setup(dice, dice.choice(mixes(dice.randint(2, 4))), bots=0.3)
    game = RandomGame(setup, f"standin {number}")
    game.game.start()
    for _ in range(400):
        if game.over:
            break
        for question in game.game.waiting():
            view = game.game.view(question.seat)
            chosen = choose(view, question)
            assert question.accepts(chosen), f"{question.key}: {chosen}"
            assert choose(view, question) == chosen
        # half of the time the stand-in plays on, half of the time chance
        question = game.game.waiting()[0]
        if dice.random() < 0.5:
            game.game.answer(question.seat, choose(game.game.view(question.seat), question))
            game.game.take_events()
        else:
            game.game.answer(question.seat, random_answer(question, dice))


# --- better than chance -----------------------------------------------------------------------------------


@pytest.mark.parametrize("faction", FACTIONS)
def test_it_beats_chance(faction: str) -> None:
    # given four games of one stand-in against three who answer at random
    names = BOX if faction in BOX else (faction, *BOX[:3])
    seats = ",".join(f"{name}={'standin' if name == faction else 'random'}" for name in names)
    results = [play(plan("root", seats, {}), n, 4000 + n) for n in range(4)]
    # then it wins clearly more often than one in four
    assert sum(faction in result.winner for result in results) >= 3


# --- it takes points --------------------------------------------------------------------------------------


def test_the_marquise_builds_when_she_can() -> None:
    table = board("marquise", "eyrie").no_ruins().turn("marquise", "daylight.actions")
    table.warriors("marquise", 3, at=5).building("marquise", "sawmill", at=5).token("marquise", "wood", at=5)
    assert answer(table.start(), "marquise").verb == "build"  # type: ignore[union-attr]


def test_the_vagabond_explores_a_ruin_under_his_feet() -> None:
    table = wanderer("torch boot", at=10)
    table.state.ruins = {10: ["sword"]}
    assert answer(table.start(), "vagabond").verb == "explore"  # type: ignore[union-attr]


def test_the_alliance_spreads_and_does_not_waste_cards() -> None:
    table = board("alliance", "marquise").hand("alliance", "cobbler")
    question = Ask(
        "alliance", "alliance.daylight", "8.5", (Mobilize("cobbler"), Done()), about={"full": False}
    )
    assert asked(table, question) == Mobilize("cobbler")
    full = Ask("alliance", "alliance.daylight", "8.5", (Mobilize("cobbler"), Done()), about={"full": True})
    assert asked(table, full) == Done()


# --- it avoids losing trades ------------------------------------------------------------------------------


def operations(mine: int, theirs: int, pieces: int = 0) -> Play:
    """The Alliance has one operation and warriors next to nobody but the Marquise in 5."""
    table = board("alliance", "marquise").no_ruins().turn("alliance", "evening.operations")
    table.board("alliance", officers=1).warriors("alliance", mine, at=5).token("alliance", "sympathy", at=5)
    if theirs:
        table.warriors("marquise", theirs, at=5)
    if pieces:
        table.building("marquise", "sawmill", at=5, count=pieces)
    return table.start()


def test_nobody_attacks_a_crowd_with_one_warrior() -> None:
    assert answer(operations(1, 5), "alliance").verb != "battle"  # type: ignore[union-attr]


def test_undefended_buildings_are_attacked() -> None:
    assert answer(operations(3, 0, pieces=2), "alliance").verb == "battle"  # type: ignore[union-attr]


def test_field_hospitals_for_several_warriors_only() -> None:
    table = board("marquise", "eyrie").token("marquise", "keep", at=1).hand("marquise", "cobbler")
    options = (Hospital("cobbler"), Done())
    many = Ask("marquise", "marquise.hospital", "6.2.3", options, about={"clearing": 5, "warriors": 3})
    one = Ask("marquise", "marquise.hospital", "6.2.3", options, about={"clearing": 5, "warriors": 1})
    assert asked(table, many) == Hospital("cobbler")
    assert asked(table, one) == Done()


@pytest.mark.parametrize(("attackers", "ambushes"), [(3, True), (0, False)])
def test_an_ambush_needs_somebody_to_hit(attackers: int, ambushes: bool) -> None:
    table = board("marquise", "eyrie").warriors("eyrie", attackers, at=5).hand("marquise", "ambush-bird")
    options = (Ambush("ambush-bird"), Done())
    question = Ask("marquise", "battle.ambush", "4.3.1", options, about={"clearing": 5, "enemy": "eyrie"})
    assert (asked(table, question) != Done()) == ambushes


# --- it keeps what it needs -------------------------------------------------------------------------------


def test_the_decree_stays_doable() -> None:
    # given a roost in fox 6 and a fox and a mouse card
    table = board("eyrie", "marquise").no_ruins().building("eyrie", "roost", at=6).warriors("eyrie", 4, at=6)
    table.board("eyrie", leader="builder").hand("eyrie", "tax-collector", "codebreakers")
    columns = ("recruit", "move", "battle", "build")
    options = tuple(
        AddToDecree(card, column) for card in ("tax-collector", "codebreakers") for column in columns
    )
    chosen = asked(table, Ask("eyrie", "eyrie.decree.add", "7.4.2", options, about={"added": 0}))
    assert chosen not in (AddToDecree("codebreakers", "recruit"), AddToDecree("codebreakers", "battle"))
    assert getattr(chosen, "column", "") != "battle"


def test_turmoil_is_the_last_choice() -> None:
    table = board("eyrie", "marquise").no_ruins().warriors("eyrie", 1, at=6).warriors("marquise", 9, at=6)
    # a hopeless battle is still better than turmoil
    question = Ask("eyrie", "eyrie.decree.battle", "7.5.2.III", (Fail("tax-collector"), Fight(6, "marquise")))
    assert asked(table, question) == Fight(6, "marquise")


def test_the_cheapest_items_are_damaged_and_the_best_refreshed() -> None:
    table = wanderer("sword bag- torch")
    items = (ThisItem("bag", True), ThisItem("sword"), ThisItem("torch"))
    hurt = Ask("vagabond", "vagabond.losses", "9.2.7", items, True, 1, 1)
    assert asked(table, hurt) == (ThisItem("bag", True),)
    down = (ThisItem("bag", True), ThisItem("sword", True))
    fresh = Ask("vagabond", "vagabond.refresh", "9.4.1", down, True, 0, 1)
    assert asked(table, fresh) == (ThisItem("sword", True),)
