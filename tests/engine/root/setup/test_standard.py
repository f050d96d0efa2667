"""5.1  Standard setup: map, deck, seats, and the factions by the letters of their boards."""

from __future__ import annotations

import random

import pytest

from engine.chance import seeded
from engine.fuzz import random_answer
from engine.game import Game
from engine.root.data import CARDS, MAPS
from engine.root.factions.marquise import faction as marquise
from engine.root.lobby import LOBBY
from engine.root.rules import RULES
from engine.root.setup.table import free_corners
from engine.root.state import CLEARINGS
from engine.rules import SeatSetup, Setup
from tests.engine.root.board import Play, board


def agreed(*plays: str, **options: object) -> Setup:
    """Seats for these factions; "eyrie:clockwork" is a bot."""
    seats = []
    for name in plays:
        faction, _, kind = name.partition(":")
        seats.append(SeatSetup(faction, faction, kind))
    return Setup(tuple(seats), dict(options))


def begun(setup: Setup, seed: str = "setup") -> Play:
    return Play(Game(RULES, setup, seeded(seed)).start())


def set_up(setup: Setup, seed: str = "setup") -> Play:
    """All of setup, with random answers."""
    play, dice = begun(setup, seed), random.Random(seed)
    while play.state.turn == 0:
        question = dice.choice(play.game.waiting())
        play.answer(random_answer(question, dice), question.seat)
    return play


def all_cards(play: Play) -> list[str]:
    return play.state.deck + [card for player in play.state.players.values() for card in player.hand]


# --- the table --------------------------------------------------------------------------------------------


def test_5_1_printed_suits_on_autumn_SETUP_T37() -> None:
    play = begun(agreed("marquise", "eyrie"))
    assert play.state.suits[1:13] == list(MAPS["autumn"].printed_suits[1:])


@pytest.mark.parametrize("map_id", ["winter", "lake", "mountain"])
def test_RULING_S1_other_maps_get_four_markers_of_each_suit(map_id: str) -> None:
    suits = begun(agreed("marquise", "eyrie", map=map_id)).state.suits
    assert sorted(suits[c] for c in CLEARINGS) == sorted(["fox", "mouse", "rabbit"] * 4)


@pytest.mark.parametrize("mode", ["standard", "advanced"])
def test_5_1_3_two_players_have_no_dominance_cards_SETUP_T7(mode: str) -> None:
    play = begun(agreed("marquise", "eyrie", setup=mode))
    cards = all_cards(play)
    assert len(cards) == 50
    assert all(CARDS[card].kind != "dominance" for card in cards)


def test_5_1_3_three_players_have_them() -> None:
    play = begun(agreed("marquise", "eyrie", "alliance"))
    assert len(all_cards(play)) == 54
    assert [len(player.hand) for player in play.state.players.values()] == [3, 3, 3]


def test_5_1_5_twelve_items_and_four_ruins() -> None:
    state = begun(agreed("marquise", "eyrie")).state
    assert sum(state.item_supply.values()) == 12
    assert len(state.ruins) == 4


def test_5_1_1_the_first_player_is_random_if_the_table_wants_it() -> None:
    # given seats in a fixed order
    setup = agreed("marquise", "eyrie", "alliance", "vagabond", order="random")
    orders = {tuple(begun(setup, str(seed)).state.order) for seed in range(12)}
    # then the order of play differs from game to game, and nobody is lost
    assert len(orders) > 4
    assert all(sorted(order) == ["alliance", "eyrie", "marquise", "vagabond"] for order in orders)


def test_5_1_1_the_order_of_the_seats_is_kept_otherwise() -> None:
    play = set_up(agreed("vagabond", "eyrie", "marquise"))
    assert play.state.order == ["vagabond", "eyrie", "marquise"]
    assert play.state.active == "vagabond"


def test_5_1_7_factions_set_up_by_their_letters() -> None:
    # given the Vagabond first at the table
    play = begun(agreed("vagabond", "alliance", "eyrie", "marquise"))
    # then the Marquise (A) sets up first, whoever begins
    assert play.question.seat == "marquise"
    assert play.state.to_set_up == ["eyrie", "alliance", "vagabond"]


def test_a_seat_may_have_any_name() -> None:
    # given people's seats, not named after factions
    setup = Setup((SeatSetup("ann", "eyrie"), SeatSetup("bob", "vagabond"), SeatSetup("cy", "vagabond")))
    play = begun(setup)
    # then questions go to the faction, and the seat behind it is known
    assert play.state.order == ["eyrie", "vagabond", "vagabond2"]
    assert play.game.pending("ann") == play.question
    assert RULES.seat_of(play.state, "vagabond2") == "cy"
    assert play.game.view("cy").seat == "vagabond2"


# --- corners ----------------------------------------------------------------------------------------------


def test_setup_corners_after_two_are_taken_SETUP_T2() -> None:
    # given the Marquise in 1 and the Eyrie in 3
    table = board("marquise", "eyrie")
    table.state.starts = {"marquise": [1], "eyrie": [3]}
    # then a third corner faction may take 2 or 4, and a fourth the last one
    assert sorted(free_corners(table.state)) == [2, 4]
    table.state.starts["alliance"] = [2]
    assert free_corners(table.state) == [4]


def test_RULING_S11_any_starting_corner_counts_SETUP_T36() -> None:
    # given some faction that started in corner 2
    table = board("marquise", "eyrie")
    table.state.starts = {"marquise": [2]}
    # then the next one must take the opposite corner
    assert free_corners(table.state) == [4]


def test_6_3_3_no_garrison_opposite_the_keep_SETUP_T5() -> None:
    play = board("marquise", "eyrie").play(marquise.setup, "marquise").choose("clearing", clearing=1)
    assert [play.warriors("marquise", at=c) for c in CLEARINGS] == [1, 1, 0] + [1] * 9


def test_9_7_1_two_vagabonds_put_two_items_in_each_ruin_SETUP_T24() -> None:
    play = set_up(agreed("marquise", "vagabond", "vagabond2"))
    assert [len(items) for items in play.state.ruins.values()] == [2, 2, 2, 2]
    items = sorted(item for items in play.state.ruins.values() for item in items)
    assert items == sorted(["bag", "boot", "hammer", "sword"] * 2)


# --- the lobby --------------------------------------------------------------------------------------------


def test_5_five_corner_factions_need_the_advanced_setup_SETUP_T4() -> None:
    # given factions of which five start in a corner
    names = ("marquise", "eyrie", "lizards", "duchy", "hundreds")
    standard = LOBBY.problems(agreed(*names))
    assert any("corner" in problem for problem in standard)
    assert not any("corner" in problem for problem in LOBBY.problems(agreed(*names, setup="advanced")))


def test_RULING_7_too_little_reach_must_be_confirmed() -> None:
    # given two factions with 8 reach together
    problems = LOBBY.problems(agreed("alliance", "vagabond"))
    assert len(problems) == 1
    assert "8 of 17" in problems[0]
    assert LOBBY.problems(agreed("alliance", "vagabond", any_reach="on")) == []
    # and only such a table is asked whether it wants that
    assert LOBBY.choices(agreed("alliance", "vagabond"))["any_reach"].matters
    assert not LOBBY.choices(agreed("marquise", "eyrie"))["any_reach"].matters


def test_5_2_little_reach_brings_a_warning() -> None:
    assert LOBBY.problems(agreed("marquise", "eyrie", "alliance", "vagabond")) == []
    assert LOBBY.advice(agreed("marquise", "eyrie", "alliance", "vagabond")) == []
    (warning,) = LOBBY.advice(agreed("marquise", "vagabond", "alliance", "vagabond2"))
    assert "21" in warning
    assert "20" in warning


def test_5_2_the_second_vagabond_has_less_reach() -> None:
    seats = (SeatSetup("a", "vagabond"), SeatSetup("b", "vagabond"), SeatSetup("c", "marquise"))
    assert LOBBY.reach(Setup(seats)) == 17
    assert LOBBY.reach(agreed("vagabond", "vagabond2", "marquise")) == 17


@pytest.mark.parametrize(
    ("setup", "says"),
    [
        (agreed("marquise"), "2 to 6"),
        (agreed("marquise", "gnomes"), "no faction called gnomes"),
        (agreed("marquise", "gnomes:clockwork"), "no bot called gnomes"),
        (agreed("marquise", "vagabond2", any_reach="on"), "needs a first one"),
        (agreed("marquise", "eyrie", map="moon"), "no map called moon"),
        (Setup((SeatSetup("ann", "eyrie"), SeatSetup("bob", "eyrie")), {"any_reach": "on"}), "Too many"),
        (Setup((SeatSetup("ann", "eyrie"), SeatSetup("bob"))), "bob needs a faction"),
        (Setup((SeatSetup("marquise", "eyrie"), SeatSetup("bob", "marquise"))), "cannot be called so"),
        (
            Setup((SeatSetup("a"), SeatSetup("b", "", "clockwork")), {"setup": "advanced"}),
            "b needs a faction",
        ),
    ],
)
def test_bad_agreements_are_refused_with_a_reason(setup: Setup, says: str) -> None:
    assert any(says in problem for problem in LOBBY.problems(setup)), LOBBY.problems(setup)
