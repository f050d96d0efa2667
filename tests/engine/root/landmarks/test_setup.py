"""A.5, F.1  Landmarks: which ones, who sets them up and where. Ids LM-T… are the edge cases of the specification."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.chance import seeded
from engine.commands.simulate import plan
from engine.flow import Flow
from engine.game import Game
from engine.root import data
from engine.root.actions.battle import Fight, why_no_battle
from engine.root.data import LANDMARKS, MAPS
from engine.root.happen import settle
from engine.root.landmark import landmarks, stands
from engine.root.lobby import LOBBY
from engine.root.rule import enemies, enemy_pieces, ruler
from engine.root.rules import RULES
from engine.root.setup.landmarks import PlaceLandmark, sites
from engine.root.state import Root
from engine.root.verbs import sweep
from engine.root.words import WORDS
from engine.rules import SeatSetup, Setup
from render import text_board
from tests.engine.root.board import Play, board
from tests.engine.root.voices import two

EIGHT = ("marquise", "eyrie", "alliance", "vagabond")


def agreed(*seats: str, **options: Any) -> Setup:
    chairs = []
    for seat in seats or EIGHT:
        plays, _, kind = seat.partition(":")
        chairs.append(SeatSetup(plays, plays, kind))
    return Setup(tuple(chairs), options)


def begun(setup: Setup, seed: str = "landmarks") -> Play:
    return Play(Game(RULES, setup, seeded(seed)).start())


def sites_of(landmark: str, map_id: str) -> list[int]:
    """Where a landmark may stand on an empty map."""
    return sites(board("marquise", "eyrie", map=map_id, landmarks=["1"], map_landmark="drop").state, landmark)


RIVER = {
    "autumn": [4, 5, 7, 10, 11],
    "winter": [7, 10, 11, 12],
    "lake": [1, 10, 11, 12],
    "mountain": [2, 4, 10],
}
RUIN = {
    "autumn": [6, 10, 11, 12],
    "winter": [8, 9, 11, 12],
    "lake": [5, 10, 11, 12],
    "mountain": [9, 10, 11, 12],
}
ONE_SLOT = {
    "autumn": [1, 3, 4],
    "winter": [1, 2, 7, 10],
    "lake": [2, 3, 4, 7, 8, 9],
    "mountain": [5, 6, 7, 8],
}
ALL = {name: list(range(1, 13)) for name in MAPS}
CORNERS = {name: [1, 2, 3, 4] for name in MAPS}
PLACES = {
    "ferry": RIVER,
    "tower": RUIN,
    "lost-city": RIVER,
    "black-market": ONE_SLOT,
    "legendary-forge": ALL,
    "elder-treetop": CORNERS,
}


@pytest.mark.parametrize("map_id", MAPS)
@pytest.mark.parametrize("landmark", LANDMARKS)
def test_A_5_3_where_each_landmark_may_stand_on_each_map(landmark: str, map_id: str) -> None:
    assert sites_of(landmark, map_id) == PLACES[landmark][map_id]


def test_A_5_3_not_next_to_another_landmark_LM_T1() -> None:
    # given the Lost City at 11 of the autumn map
    table = two().landmark("lost-city", at=11)
    # when the Black Market comes, then 3, which is adjacent, is not for it; 1 and 4 are
    assert sites(table.state, "black-market") == [1, 4]


def test_A_5_3_the_tower_may_stand_next_to_a_landmark_LM_T2() -> None:
    # given the Elder Treetop at 1, next to 10 / when the Tower comes, then 10 is among its places
    table = board("marquise", "eyrie").landmark("elder-treetop", at=1)
    assert 10 in sites(table.state, "tower")


def test_RULING_L3_if_it_fits_nowhere_it_may_stand_next_to_another() -> None:
    # given landmarks in or next to every river clearing of the mountain map
    table = (
        board("marquise", "eyrie", map="mountain").landmark("lost-city", at=2).landmark("black-market", at=8)
    )
    # when the Ferry comes, then it may stand next to one (10 is taken by the Tower), never with one
    assert sites(table.state, "ferry") == [4]


def test_A_5_3_a_river_is_no_adjacency() -> None:
    # given the Lost City at 5; the river joins it to 10, no path does / then the Ferry may lie at 10
    assert 10 in sites(two().landmark("lost-city", at=5).state, "ferry")


def test_A_5_3_the_last_player_chooses_which_and_the_one_before_sets_up_the_other() -> None:
    # given two landmarks that were named
    play = begun(agreed(landmarks=["lost-city", "black-market"]))
    # when the table is laid, then the last player chooses between both (RULING L2)
    assert (play.question.seat, play.question.key) == ("vagabond", "setup.landmark")
    assert {option.landmark for option in play.options("landmark")} == {"lost-city", "black-market"}  # type: ignore[attr-defined]
    assert play.state.players["marquise"].hand == []
    play.choose("landmark", landmark="lost-city", clearing=11)
    assert [event.about["clearing"] for event in play.noted("landmark")] == [11]
    # and the second to last sets up the other
    assert play.question.seat == "alliance"
    assert sorted(option.clearing for option in play.options("landmark")) == [1, 4]  # type: ignore[attr-defined]
    play.choose("landmark", clearing=4)
    assert (play.stands("lost-city"), play.stands("black-market")) == (11, 4)


def test_A_5_2_drawn_at_random() -> None:
    # given games with two landmarks each, then they differ from game to game and are always two
    drawn = {tuple(landmarks(begun(agreed(landmarks=["2"]), str(seed)).state)) for seed in range(12)}
    assert len(drawn) > 4
    assert {len(names) for names in drawn} == {2}
    # and with names beside the number only those are shuffled (A.5.1)
    wanted = ["1", "tower", "lost-city", "ferry"]
    drawn = {tuple(landmarks(begun(agreed(landmarks=wanted), str(seed)).state)) for seed in range(12)}
    assert drawn == {("tower",), ("lost-city",), ("ferry",)}


@pytest.mark.parametrize("map_id", ["lake", "mountain"])
def test_RULING_L1_the_maps_own_landmark_stays_or_is_left_out(map_id: str) -> None:
    ((own, home),) = MAPS[map_id].landmarks.items()
    # given it stays: it stands where the map says and is not drawn
    for seed in range(8):
        state = begun(agreed(map=map_id, landmarks=["2"], map_landmark="keep"), str(seed)).state
        assert stands(state, own) == home
        assert len(landmarks(state)) == 3
    # given it is left out: it is not there, unless it is drawn like the others (RULING M4)
    tables = [
        begun(agreed(map=map_id, landmarks=["2"], map_landmark="drop"), str(seed)).state for seed in range(12)
    ]
    assert {len(landmarks(state)) for state in tables} == {2}
    assert {own in landmarks(state) for state in tables} == {True, False}
    # and without other landmarks nothing is left out
    assert stands(begun(agreed(map=map_id, map_landmark="drop")).state, own) == home


def test_A_5_in_a_draft_the_seats_set_them_up_before_they_have_factions() -> None:
    setup = Setup(
        tuple(SeatSetup(f"seat{n}") for n in (1, 2, 3)), {"setup": "advanced", "landmarks": ["elder-treetop"]}
    )
    play = begun(setup)
    assert (play.question.seat, play.question.key) == ("seat3", "setup.landmark")
    play.choose("landmark", landmark="elder-treetop", clearing=2)
    assert play.asked("seat3") == "setup.faction"


def test_A_5_3_bots_decide_nothing() -> None:
    # given a person between bots, two landmarks / then the person sets both up
    play = begun(agreed("eyrie:clockwork", "alliance", "marquise:clockwork", landmarks=["2"]))
    for _ in range(2):
        assert (play.question.seat, play.question.key) == ("alliance", "setup.landmark")
        play.answer(play.question.options[0])
    # given bots alone / then chance does
    setup = agreed("eyrie:clockwork", "marquise:clockwork", "alliance:clockwork", landmarks=["2"])
    assert all(stands(begun(setup).state, name) for name in landmarks(begun(setup).state))


def test_A_5_3_why_a_landmark_cannot_stand_there() -> None:
    play = begun(agreed(landmarks=["lost-city", "black-market"]))
    assert play.refused("vagabond", PlaceLandmark("tower", 10)).clause == "A.5.2"
    assert "river" in play.refused("vagabond", PlaceLandmark("lost-city", 1)).sentence
    assert "one slot" in play.refused("vagabond", PlaceLandmark("black-market", 2)).sentence
    assert play.refused("vagabond", PlaceLandmark("lost-city", 13)).clause == "A.5.3"
    play.choose("landmark", landmark="lost-city", clearing=4)
    assert "already" in play.refused("alliance", PlaceLandmark("black-market", 4)).sentence
    play = begun(agreed(landmarks=["lost-city", "black-market"]))
    play.choose("landmark", landmark="lost-city", clearing=11)
    assert "next to" in play.refused("alliance", PlaceLandmark("black-market", 3)).sentence
    refusal = play.refused("alliance", PlaceLandmark("lost-city", 5))
    assert refusal.clause == "A.5.2"


# --- F.1 --------------------------------------------------------------------------------------------------


def all_six() -> Root:
    table = two(map="autumn")
    for name, at in zip(LANDMARKS, (5, 6, 7, 4, 12, 1), strict=True):
        table.landmark(name, at=at)
    return table.state


def sweep_one(game: Root, by: str, clearing: int) -> Flow[None]:
    sweep(game, by, [clearing], "4.1.2")
    yield from settle(game)


def test_F_1_1_nothing_removes_a_landmark_LM_T23() -> None:
    # given the Tower and enemies in a clearing / when all enemy pieces go / then the Tower stays
    table = two().landmark("tower", at=10).warriors("eyrie", 2, at=10)
    play = table.play(sweep_one, "marquise", 10)
    assert (play.warriors("eyrie", at=10), play.stands("tower"), play.score("marquise")) == (0, 10, 0)


def test_F_1_1_nobody_battles_a_landmark() -> None:
    state = (
        two()
        .landmark("tower", at=10)
        .warriors("marquise", 2, at=10)
        .turn("marquise", "daylight.actions")
        .state
    )
    assert why_no_battle(state, "marquise", Fight(10, "tower")) is not None


def test_F_1_2_landmarks_are_nobodys_enemies_and_do_not_rule() -> None:
    state = all_six()
    assert enemies(state, "marquise") == ["eyrie"]
    assert all(enemy_pieces(state, "marquise", clearing) == 0 for clearing in range(1, 13))
    assert all(ruler(state, clearing) is None for clearing in range(1, 13))


def test_F_1_2_a_landmark_fills_no_slot() -> None:
    state = all_six()
    assert [state.slots(c) for c in range(1, 13)] == [
        MAPS["autumn"].slots[c] + (c == 1) for c in range(1, 13)
    ]
    assert all(state.has_open_slot(c) for c in range(1, 13))


# --- before the game --------------------------------------------------------------------------------------


def problems(**options: Any) -> list[str]:
    return LOBBY.problems(agreed(**options))


def test_A_5_1_what_the_lobby_says_of_landmarks() -> None:
    assert problems() == problems(landmarks=["1"]) == problems(landmarks=["tower", "ferry"]) == []
    assert problems(landmarks=["2", "tower", "ferry", "lost-city"]) == []
    assert "at most 2" in problems(landmarks=["tower", "ferry", "lost-city"])[0]
    assert problems(landmarks=["1", "2"])
    assert problems(landmarks=["2", "tower"])
    assert "belongs to this map" in problems(map="lake", landmarks=["ferry"])[0]
    assert problems(map="lake", landmarks=["ferry"], map_landmark="drop") == []
    assert problems(landmarks=["crystal-palace"])


def test_A_5_an_option_with_words_and_explanations() -> None:
    choices = LOBBY.choices(agreed(map="lake", landmarks=["1"]))
    for name in ("landmarks", "map_landmark"):
        assert all(WORDS.explain(name, value) for value in choices[name].values)
    assert "The Ferry" in choices["map_landmark"].values["keep"]
    assert choices["map_landmark"].matters
    assert not LOBBY.choices(agreed(map="lake"))["map_landmark"].matters
    assert not LOBBY.choices(agreed(map="autumn", landmarks=["1"]))["map_landmark"].matters


def test_the_treetop_is_not_for_two_players_LM_T25() -> None:
    pair = ("marquise", "eyrie")
    assert any("Elder Treetop" in line for line in LOBBY.advice(agreed(*pair, landmarks=["1"])))
    assert any("Elder Treetop" in line for line in LOBBY.advice(agreed(*pair, landmarks=["elder-treetop"])))
    assert LOBBY.advice(agreed(*pair, landmarks=["tower"])) == []
    assert not any("Treetop" in line for line in LOBBY.advice(agreed(landmarks=["elder-treetop"])))
    assert LOBBY.advice(agreed(*pair)) == []


@pytest.mark.parametrize("typed", ["1", "2", "lost-city+black-market", "1+tower+legendary-forge"])
def test_simulate_understands_landmarks(typed: str) -> None:
    agreed = plan("root", "marquise=random,eyrie=random", {"landmarks": typed})
    assert agreed.setup.options["landmarks"] == typed.split("+")


# --- what people see --------------------------------------------------------------------------------------


@pytest.mark.parametrize("landmark", LANDMARKS)
def test_each_landmark_is_seen(landmark: str) -> None:
    state = all_six()
    view = RULES.view(state, None)
    here = stands(state, landmark)
    assert landmark in next(clearing.marks for clearing in view.clearings if clearing.id == here)
    assert landmark in [guest.owner for guest in view.guests]
    assert LANDMARKS[landmark].name.removeprefix("The ").lower() in text_board(view).lower()
    assert data.LAW[LANDMARKS[landmark].clause].title == LANDMARKS[landmark].name


def test_a_table_with_all_landmarks_is_saved_and_read() -> None:
    state = all_six()
    again = msgspec.json.decode(msgspec.json.encode(state), type=Root, dec_hook=RULES.dec_hook)
    assert RULES.view(again, None) == RULES.view(state, None)
