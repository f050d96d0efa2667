"""H6  The solo game: levels, cards, fields, how automated factions walk and attack, and how it ends."""

from __future__ import annotations

import random

import pytest

from engine.chance import seeded
from engine.commands.simulate import plan, play
from engine.game import Game
from engine.harrow.automated.activation import bot_attacks
from engine.harrow.automated.board import CARDS, SOLO, board_of
from engine.harrow.check import RandomGame, check, random_setup
from engine.harrow.lobby import LOBBY
from engine.harrow.rules import RULES
from engine.harrow.standin import choose
from engine.rules import SeatSetup, Setup
from tests.engine.harrow.board import Play, Table, county, hex, name

ALICE = (SeatSetup("alice", "hester"),)


def table() -> Table:
    return (
        county("SOLO", "hester")
        .root("", "D1")
        .decks("T01 T02 T03", "U1 U2", "C01 C02")
        .townsfolk("A1")
        .building("G4")
    )


def setup(**options: str) -> Setup:
    return Setup(ALICE, {"mode": "SOLO", "map": "a", **options})


def moved(play: Play) -> list[tuple[str, str]]:
    return [(name(e.about["origin"]), name(e.about["to"])) for e in play.events if e.key == "moved"]


# --- H6.1 setup ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "cards", "cubes"), [("1", 18, 4), ("2", 16, 2), ("3", 14, 0)])
def test_H6_1_2_levels(level: str, cards: int, cubes: int) -> None:
    game = Game(RULES, setup(level=level, decides="rules"), seeded("levels")).start()
    board = board_of(game.state)
    used = sum(map(len, board.decks.values())) + len(board.gone) + bool(board.card)
    assert used == cards
    gained = [e for e in game.events if e.key == "terrain.gained" and e.clause == "H6.1.2"]
    assert len(gained) == cubes
    assert check(game.state) == []


def test_H6_1_3_any_numbers_with_the_total() -> None:
    game = Play(Game(RULES, setup(), seeded("decks")).start())
    assert game.asked == "hester setup.cards"
    assert {one.cards for one in game.options("take_cards")} == set(range(17))
    game.choose("take_cards", cards=0)
    assert {one.cards for one in game.options("take_cards", deck="blue")} == set(range(6, 10))
    game.choose("take_cards", cards=9)
    assert {deck: len(cards) for deck, cards in board_of(game.state).decks.items()} == {
        "red": 0,
        "blue": 9,
        "purple": 9,
    }


def test_H6_1_4_H6_1_5_the_bots_at_the_start() -> None:
    game = Game(RULES, setup(decides="rules"), seeded("bots")).start()
    state = game.state
    assert state.seats == {"alice": "hester"}
    view = RULES.view(state, None)
    bots = [one for one in view.factions if one.automated]
    assert [(one.owner, one.jars, one.wild, one.tracker) for one in bots] == [
        ("protectors", (), 0, None),
        ("family", (), 0, None),
    ]
    assert not any(state.tokens)


def test_H6_1_7_HD_16_every_card_shows_hexes_of_its_deck() -> None:
    assert [len(deck) for deck in SOLO.decks.values()] == [16, 9, 12]
    assert CARDS["U6"].hexes == (18, 31)
    assert all(19 not in card.hexes for card in CARDS.values())
    edge = county("SOLO", "hester").state.county.hexes
    assert all(edge[one].edge for card in SOLO.decks["red"].values() for one in card.hexes)


# --- H6.3, H6.4 -----------------------------------------------------------------------------------------------


def test_H6_3_1_a_missing_townsfolk_is_placed_by_a_card() -> None:
    found = table()
    found.state.objectives["townsfolk"] = []
    play = found.solo("objectives").choose("pick_deck", deck="red")
    assert {one.hex for one in play.options("pick_hex")} == {9, 35}
    play.choose("pick_hex", hex=35)
    assert play.state.objectives["townsfolk"] == [35]


def test_H6_3_2_H6_3_3_a_card_that_does_not_fit_and_the_flower() -> None:
    found = table().decks("T01", "U4", "").units("family", 1, "B5").fire("G2").cubes(bog=2)
    found.state.objectives["townsfolk"] = []
    play = found.solo("objectives").choose("pick_deck", deck="red")
    assert play.cubes("bog") == 0
    assert not play.offers("pick_hex", hex="G2")
    assert not play.offers("pick_hex", hex="D4")
    assert not play.offers("pick_hex", hex="G4")
    play.choose("pick_hex", hex="D3")
    assert play.objectives("townsfolk") == ["D3"]


def test_HE_150_a_discarded_card_is_followed_by_one_that_must_be_resolved() -> None:
    play = table().solo("reveal").choose("pick_deck", deck="red").choose("drop_card")
    play.choose("pick_deck", deck="blue")
    assert play.asked == "hester solo.bot"
    assert board_of(play.state).card == "U1"
    assert board_of(play.state).gone == ["T01"]


def test_HE_151_no_card_for_the_spawn_is_a_loss() -> None:
    found = table().decks("", "", "").units("family", 1, "B5").units("family", 1, "G2")
    play = found.solo("flames", "T01", "protectors")
    assert play.game.over
    assert (play.state.winners, play.state.end) == (["protectors", "family"], "solo.cards")


def test_H6_4_3_no_card_to_turn_over_is_a_loss() -> None:
    assert table().decks("", "", "").solo("reveal").game.over


# --- H6.5 fields ------------------------------------------------------------------------------------------------


def test_HE_152_flames_go_round_clockwise() -> None:
    play = table().actions(4).units("protectors", 1, "D5").solo("flames", "T01", "protectors")
    (laid,) = [event for event in play.events if event.key == "solo.fields"]
    assert laid.about["strengths"] == {"spawn": 3, "move": 2, "cube": 2}
    assert play.question.key == "solo.spawn"


def test_H6_5_4_cubes_and_six_of_them_stay() -> None:
    found = table().cubes(protectors=6).units("protectors", 1, "D6")
    play = found.solo("flames", "T03", "protectors")
    while play.question.key != "root":
        play.answer(play.question.options[0])
    assert play.cubes("protectors") == 6


def test_HE_153_both_hexes_occupied() -> None:
    found = table().units("family", 1, "B5").units("family", 1, "G2").units("protectors", 1, "D6")
    play = found.solo("flames", "T01", "protectors")
    assert play.asked == "hester solo.deck.spawn"
    play.choose("pick_deck", deck="purple")
    assert {one.hex for one in play.options("pick_hex")} == {6, 24}
    play.choose("pick_hex", hex=24)
    assert play.state.units[24]


def test_HE_181_the_first_cards_mark_stays_in_force() -> None:
    found = (
        table()
        .decks("", "U2 U3", "")
        .units("family", 1, "B5")
        .units("family", 1, "G2")
        .units("protectors", 2, "D6")
    )
    found.fire("D5")
    play = found.solo("flames", "T01", "protectors")
    assert play.haints("protectors", "B3") == 2
    while play.question.seat == "hester" and play.question.key.startswith("solo"):
        assert not play.offers("attack", target="D5")
        play.answer(play.question.options[0])
    assert play.state.flames == {hex("D5"): 2}


# --- H6.6 movement ------------------------------------------------------------------------------------------------


def test_HX_38_a_group_that_joins_another_goes_on_with_it() -> None:
    # a townsfolk on A1; X on D4, Y on C3: X joins Y, then both go on
    found = ready(table().units("protectors", 1, "C3").units("protectors", 1, "D4"))
    play = found.solo("fields", "T02", "protectors").choose("move_group", hex="D4")
    while play.question.key.startswith("solo."):
        play.answer(play.question.options[0])
    assert play.count("protectors", "D4") == play.count("protectors", "C3") == 0
    assert play.count("protectors", "B2") == 2


def ready(found: Table, strength: int = 1) -> Table:
    """The move field comes next, so strong."""
    board_of(found.state).pending = ["move"]
    board_of(found.state).fields = {"move": strength - 1}
    return found


def walks(found: Table, bot: str = "protectors", strength: int = 1) -> Play:
    ready(found, strength).state.options["decides"] = "rules"
    found.setup = Setup(found.setup.seats, {**found.setup.options, "decides": "rules"})
    return found.solo("fields", "T02", bot)


def test_HE_154_an_enclosed_objective_cannot_be_reached() -> None:
    found = table().units("protectors", 2, "C3").units("family", 1, "A2").units("family", 1, "B1").fire("B2")
    play = walks(found)
    assert play.count("protectors", "C3") == 2


def test_H6_6_4_round_what_blocks() -> None:
    found = table().units("protectors", 1, "C2").fire("B2").fire("B1")
    play = walks(found)
    assert play.count("protectors", "C2") == 0


def test_H6_6_5_no_room_ahead() -> None:
    found = ready(table().units("protectors", 3, "A3").units("protectors", 2, "A2"))
    play = found.solo("fields", "T02", "protectors").choose("move_group", hex="A3")
    assert play.count("protectors", "A3") == 3
    assert play.count("protectors", "A1") == 2


def test_H6_6_6_reaching_scores_at_once_and_the_others_follow() -> None:
    found = table().units("protectors", 1, "A2").units("protectors", 1, "A4")
    play = walks(found, strength=2)
    assert play.score("protectors") == 2
    assert play.objectives("townsfolk") == []
    assert play.count("protectors", "A1") == 1
    assert play.count("protectors", "A2") == 1


def test_H6_6_6_an_infected_haint_driven_onto_it_scores_too() -> None:
    found = table().infected("protectors", 1, "A2").cubes(forest=1)
    play = found.deeds().choose("drive", origin="A2", to="A1", pay="forest")
    assert play.score("protectors") == 2


# --- H6.7 attacks ---------------------------------------------------------------------------------------------------


def test_HE_155_with_the_mark_a_fire_comes_before_the_other_bot() -> None:
    found = table().units("protectors", 2, "D6").units("family", 1, "D4").fire("D5").hester("A1")
    (one,) = bot_attacks(found.state, "protectors", marked=True)
    assert (one.origin, one.target) == (hex("D6"), hex("D5"))
    found.state.figures["hester"] = type(found.state.figures["hester"])(hex("D7"))
    (one,) = bot_attacks(found.state, "protectors", marked=True)
    assert one.target == hex("D7")


def test_HE_156_larger_groups_are_left_alone() -> None:
    found = table().units("protectors", 1, "D6").units("family", 2, "D4")
    assert bot_attacks(found.state, "protectors", marked=False) == []
    assert len(bot_attacks(found.state, "family", marked=False)) == 1


def test_H6_7_2_bots_spend_as_much_as_they_can() -> None:
    found = table().units("protectors", 3, "D6").units("family", 2, "D4").cubes(protectors=5, family=2)
    found.tree(protectors=5, family=1)
    play = found.solo("attack", "T03", "protectors")
    assert play.count("family", "D4") == 0
    assert play.score("protectors") == 1
    assert play.asked.startswith("hester root")


def test_HE_180_hester_killed_by_a_bot_gives_two_flames_back() -> None:
    found = (
        table().fire("A4").hester("D5").units("protectors", 4, "D6").cubes(protectors=3).tree(protectors=3)
    )
    found.player("protectors").spoon = 2
    play = found.solo("attack", "T04", "protectors")
    assert play.state.figures == {}
    assert play.board("hester").fields == [2, 2, 2]
    assert play.player("protectors").spoon == 0


# --- H6.8, H6.1.6 -----------------------------------------------------------------------------------------------------


def test_HE_157_the_brambles_score_every_turn() -> None:
    found = table().units("family", 1, "D4")
    assert found.solo("end").score("family") == 1


def test_H6_8_2_seven_points_are_a_loss() -> None:
    play = table().points(family=7, protectors=3).solo("end")
    assert (play.game.over, play.state.winners, play.state.end) == (True, ["family"], "solo.points")


def test_H6_1_6_a_devoured_token_comes_from_the_box() -> None:
    found = table().legend("family", "D3").hester("D3")
    found.state.cursor.active, found.state.cursor.step = "hester", "cleanup"
    play = found.play().choose("devour", owner="family").choose("bite", token="legend", place="box")
    assert play.state.box["legend"] == 9
    assert check(play.state) == []


def test_H5_14_1_the_sixth_square_wins_the_solo_game() -> None:
    found = (
        table().squares(protectors=("fire", "fire", "fire"), family=("fire", "fire")).legend("family", "D3")
    )
    found.hester("D3").state.cursor.step = "cleanup"
    found.state.cursor.active = "hester"
    play = found.play().choose("devour", owner="family").choose("bite", token="spawn", place="box")
    assert play.state.winners == ["hester"]


# --- by themselves ------------------------------------------------------------------------------------------------------


def test_H6_9_hands_off_the_bots_ask_nothing() -> None:
    played = RandomGame(setup(decides="rules", level="2"), "hands off", keep=True)
    played.game.start()
    while not played.over:
        (question,) = played.game.waiting()
        assert question.seat == "hester"
        assert not question.key.startswith(("solo.", "setup.", "attack."))
        played.step()
    assert played.faults == []


def test_H6_9_the_stand_in_takes_the_defaults() -> None:
    game = Play(Game(RULES, setup(), seeded("defaults")).start())
    asked = set()
    while not game.game.over and len(asked) < 9:
        question = game.question
        if question.key.startswith(("solo.", "setup.")):
            assert choose(game.game.view("hester"), question) == question.options[0]  # type: ignore[arg-type]
            asked.add(question.key)
        game.answer(choose(game.game.view("hester"), question))  # type: ignore[arg-type]
    assert {"setup.cards", "solo.deck", "solo.keep", "solo.bot"} <= asked


@pytest.mark.parametrize("level", ["1", "2", "3"])
def test_simulate_needs_no_seat_for_automated_factions(level: str) -> None:
    result = play(plan("harrow", "hester=random", {"mode": "SOLO", "level": level}), 5, 5)
    assert result.winner


def test_the_turn_of_a_bot_is_told_step_by_step() -> None:
    found = table().units("protectors", 1, "D5")
    found.setup = Setup(found.setup.seats, {**found.setup.options, "decides": "rules"})
    found.state.options["decides"] = "rules"
    play = found.solo("reveal")
    told = [event.key for event in play.events]
    steps = [
        key
        for key in told
        if key in ("solo.card", "solo.activated", "solo.fields", "solo.field", "solo.no.attack", "turn")
    ]
    assert steps == [
        "solo.card",
        "solo.activated",
        "solo.fields",
        *["solo.field"] * 3,
        "solo.no.attack",
        "turn",
    ]
    assert all(event.clause for event in play.events)


def test_H6_lobby_levels_and_who_decides() -> None:
    agreed = Setup(ALICE, {"mode": "SOLO", "level": "2", "decides": "rules"})
    assert LOBBY.problems(agreed) == []
    assert list(LOBBY.seats(agreed)) == [1]
    assert list(LOBBY.factions(agreed)) == ["hester"]
    choices = LOBBY.choices(agreed)
    assert choices["level"].matters
    assert not LOBBY.choices(Setup((), {"mode": "C1"}))["level"].matters
    two = Setup((*ALICE, SeatSetup("bob", "family")), {"mode": "C3"})
    assert "SOLO" not in LOBBY.choices(two)["mode"].values
    three = Setup((*two.seats, SeatSetup("carol", "protectors")), {"mode": "C5"})
    assert "C5" in LOBBY.choices(three)["mode"].values
    assert not {"C1", "C2", "C3", "C4", "SOLO"} & set(LOBBY.choices(three)["mode"].values)


@pytest.mark.parametrize("number", range(6))
def test_reload_and_undo_at_every_decision(number: int) -> None:
    seed = f"solo reload {number}"
    played = RandomGame(random_setup(random.Random(seed), "SOLO"), seed, keep=True)
    played.play(600, trials=40)
    assert played.faults == []
