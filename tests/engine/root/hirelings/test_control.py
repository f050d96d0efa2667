"""E.1  Markers, the control roll, passing on; A.6 who comes to the table."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.chance import seeded
from engine.commands import CommandError
from engine.commands.simulate import plan, play
from engine.flow import Flow
from engine.game import Game, decode, encode
from engine.root import data
from engine.root.hiring.control import MARKET, Hire, PassOn, leads, market
from engine.root.hiring.hireling import hirelings
from engine.root.hiring.setup import built, draws, set_up_hirelings
from engine.root.landmark import stands
from engine.root.lobby import LOBBY, draft_cards
from engine.root.rules import RULES
from engine.root.setup.table import free_corners
from engine.root.state import Root
from engine.rules import SeatSetup, Setup
from tests.engine.root.board import Play
from tests.engine.root.hirelings.camp import camp, card, ends, scores, waiting

PATROL, DYNASTY = "forest-patrol", "last-dynasty"
# faces of the control die: 0 is 1/2, 3 is 2/3, 5 is 2/4


# --- E.1.1 ------------------------------------------------------------------------------------------------


def test_HIRE_T1_passing_two_markers_takes_both() -> None:
    # given A at 3 points, all markers on the track
    table = camp("riverfolk", "lizards").with_hireling(PATROL).with_hireling(DYNASTY).score("riverfolk", 3)
    play = table.play(scores, "riverfolk", 5)
    # then A takes 4 and 8 at once
    assert waiting(play) == {"riverfolk": 2}
    assert market(play.state).markers == [12]
    # and gains two hirelings at the end of the own turn
    table = camp("riverfolk", "lizards").with_hireling(PATROL).with_hireling(DYNASTY).dice(0).dice(0)
    market(table.state).waiting = {"riverfolk": 2}
    play = table.play(ends, "riverfolk")
    assert play.question.key == "hireling.hire"
    play.choose("hire", hireling=PATROL)
    assert {card(play, side).controller for side in (PATROL, DYNASTY)} == {"riverfolk"}
    assert waiting(play) == {}


def test_HIRE_T2_a_marker_taken_in_anothers_turn_hires_at_the_end_of_the_own() -> None:
    table = camp("riverfolk", "lizards").with_hireling(PATROL).score("lizards", 3).dice(0)

    def fight_back(game: Root) -> Flow[None]:
        yield from scores(game, "lizards", 1)
        yield from ends(game, "riverfolk")

    # when B scores the fourth point in A's turn, and A's turn ends
    play = table.play(fight_back)
    # then B has the marker and no hireling yet
    assert waiting(play) == {"lizards": 1}
    assert card(play, PATROL).controller == ""
    # and at the end of B's turn the hireling
    table = camp("riverfolk", "lizards").with_hireling(PATROL).dice(0)
    market(table.state).waiting = {"lizards": 1}
    assert card(table.play(ends, "lizards"), PATROL).controller == "lizards"


def test_HIRE_T3_a_marker_is_taken_once() -> None:
    table = camp("riverfolk", "lizards").with_hireling(PATROL).score("riverfolk", 2)
    market(table.state).markers = [8, 12]
    assert waiting(table.play(scores, "riverfolk", 3)) == {}


def test_HIRE_T56_a_bot_leaves_the_marker_to_the_next_person() -> None:
    def both(game: Root) -> Flow[None]:
        yield from scores(game, "marquise", 5)
        yield from scores(game, "lizards", 4)

    play = camp("marquise:clockwork", "lizards").with_hireling(DYNASTY).play(both)
    assert waiting(play) == {"lizards": 1}
    assert market(play.state).markers == [8, 12]


def test_E_1_1_who_plays_for_dominance_takes_no_marker() -> None:
    table = camp("riverfolk", "lizards").with_hireling(PATROL).score("riverfolk", 3)
    table.state.players["riverfolk"].dominance = "fox-dominance"
    assert waiting(table.play(scores, "riverfolk", 5)) == {}


def test_E_1_1_only_cards_in_the_supply_can_be_hired() -> None:
    table = camp("riverfolk", "lizards").with_hireling(PATROL, by="lizards").with_hireling(DYNASTY)
    table.with_hireling("bluebird-nobles")
    market(table.state).waiting = {"riverfolk": 1}
    play = table.play(ends, "riverfolk")
    assert not play.offers("hire", hireling=PATROL)
    assert play.refused("riverfolk", Hire(PATROL)).clause == "E.1.1"
    assert play.refused("riverfolk", Hire("nobody")).clause == "E.2"


def test_MAP_T23_the_point_of_the_Tower_may_bring_a_marker_and_a_hireling_this_very_turn() -> None:
    # given A rules the Pass with 11 points
    table = camp("riverfolk", "lizards", map="mountain").with_hireling(PATROL).score("riverfolk", 11).dice(0)
    table.warriors("riverfolk", 3, at=stands(table.state, "tower"))
    market(table.state).markers = [12]
    play = table.turn("riverfolk", "evening.end").start()
    # then the point takes the marker, and the hireling comes before the next turn
    assert card(play, PATROL).controller == "riverfolk"
    told = [event.key for event in play.events]
    assert told.index("took.marker") < told.index("hired") < told.index("turn")


# --- E.1.2 ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "other", "face", "markers"),
    [
        pytest.param(9, 5, 5, 2, id="HIRE-T4 the leader counts gold"),
        pytest.param(5, 5, 0, 1, id="HIRE-T5 tied for the lead"),
        pytest.param(4, 5, 0, 2, id="HIRE-T5 behind"),
        pytest.param(4, 5, 5, 4, id="behind, the best face"),
    ],
)
def test_HIRE_T4_HIRE_T5_the_control_roll(own: int, other: int, face: int, markers: int) -> None:
    table = camp("riverfolk", "lizards").with_hireling(PATROL).dice(face)
    table.score("riverfolk", own).score("lizards", other)
    market(table.state).waiting = {"riverfolk": 1}
    assert card(table.play(ends, "riverfolk"), PATROL).control == markers


def test_HIRE_T6_who_plays_for_dominance_counts_all_pips() -> None:
    table = camp("riverfolk", "lizards").with_hireling(PATROL).dice(3).score("riverfolk", 20)
    table.state.players["riverfolk"].dominance = "fox-dominance"
    market(table.state).waiting = {"riverfolk": 1}
    assert card(table.play(ends, "riverfolk"), PATROL).control == 3


def test_RULING_H2_a_partner_in_a_coalition_leads_nobody() -> None:
    table = camp("riverfolk", "lizards", "vagabond", "duchy").score("vagabond", 20)
    table.state.players["vagabond"].coalition = "lizards"
    assert not leads(table.state, "vagabond")
    assert leads(table.state, "riverfolk")


# --- E.1.3 ------------------------------------------------------------------------------------------------


def test_HIRE_T7_a_new_hireling_keeps_its_markers_and_the_last_one_sends_it_away() -> None:
    # given A gains the Patrol with one marker at the end of this turn: none is taken off
    table = camp("riverfolk", "lizards").with_hireling(PATROL).dice(0).score("riverfolk", 9)
    market(table.state).waiting = {"riverfolk": 1}
    play = table.play(ends, "riverfolk")
    assert card(play, PATROL).control == 1
    # when the next turn of A ends, the marker goes and the Patrol must be given away
    table = camp("riverfolk", "lizards", "duchy").with_hireling(PATROL, by="riverfolk", control=1).dice(0)
    play = table.play(ends, "riverfolk")
    assert play.question.key == "hireling.pass"
    assert {option.to for option in play.question.options} == {"lizards", "duchy"}
    play.choose("pass_on", to="duchy")
    assert card(play, PATROL).controller == "duchy"


def test_HIRE_T8_a_hireling_received_in_anothers_turn_loses_a_marker_at_the_end_of_the_own() -> None:
    def two_turns(game: Root) -> Flow[None]:
        yield from ends(game, "riverfolk")
        yield from ends(game, "lizards")

    table = camp("riverfolk", "lizards").with_hireling(PATROL, by="riverfolk", control=1).dice(3)
    table.score("riverfolk", 5)
    play = table.play(two_turns)
    assert (card(play, PATROL).controller, card(play, PATROL).control) == ("lizards", 3 - 1)


def test_HIRE_T9_two_empty_cards_go_where_their_player_likes() -> None:
    table = camp("riverfolk", "lizards", "duchy").dice(0).dice(5)
    table.with_hireling(PATROL, by="riverfolk", control=1)
    table.with_hireling(DYNASTY, by="riverfolk", control=1)
    table.score("riverfolk", 9)
    play = table.play(ends, "riverfolk")
    # the order is free, and each rolls at once
    play.choose("pass_on", hireling=DYNASTY, to="duchy")
    assert (card(play, DYNASTY).controller, card(play, DYNASTY).control) == ("duchy", 2)
    play.choose("pass_on", hireling=PATROL, to="lizards")
    assert (card(play, PATROL).controller, card(play, PATROL).control) == ("lizards", 4)


def test_HIRE_T10_of_two_players_even_the_leader_receives_it() -> None:
    table = camp("riverfolk", "lizards").with_hireling(PATROL, by="riverfolk", control=1).dice(0)
    table.score("lizards", 20)
    assert card(table.play(ends, "riverfolk"), PATROL).controller == "lizards"


def test_HIRE_T57_a_card_that_was_given_brings_no_other() -> None:
    def two_turns(game: Root) -> Flow[None]:
        yield from ends(game, "riverfolk")
        yield from ends(game, "lizards")

    table = (
        camp("riverfolk", "lizards").with_hireling(PATROL, by="riverfolk", control=1).with_hireling(DYNASTY)
    )
    play = table.dice(5).score("riverfolk", 5).play(two_turns)
    assert card(play, PATROL).controller == "lizards"
    assert card(play, DYNASTY).controller == ""


def test_E_1_3_never_to_a_bot_and_a_lone_person_keeps_it() -> None:
    table = camp("riverfolk", "marquise:clockwork").with_hireling(DYNASTY, by="riverfolk", control=1)
    play = table.play(ends, "riverfolk")
    assert (card(play, DYNASTY).controller, card(play, DYNASTY).control) == ("riverfolk", 0)
    table = camp("riverfolk", "marquise:clockwork", "lizards", "duchy")
    table.with_hireling(DYNASTY, by="riverfolk", control=1)
    play = table.play(ends, "riverfolk")
    assert not play.offers("pass_on", to="marquise")
    assert play.refused("riverfolk", PassOn(DYNASTY, "marquise")).clause == "E.1.3"
    assert play.refused("riverfolk", PassOn("nobody", "lizards")).clause == "E.2"


def test_E_1_3_nobody_gives_away_what_still_serves() -> None:
    table = camp("riverfolk", "lizards", "duchy").with_hireling(PATROL, by="riverfolk", control=1)
    table.with_hireling(DYNASTY, by="riverfolk", control=3)
    play = table.play(ends, "riverfolk")
    assert play.refused("riverfolk", PassOn(DYNASTY, "lizards")).clause == "E.1.3"


# --- A.6 --------------------------------------------------------------------------------------------------


def begun(seats: int, seed: str, setup: str = "advanced", **options: Any) -> Play:
    """A game of so many drafting seats, played on until all hirelings are set up."""
    names = tuple(SeatSetup(f"seat{n}") for n in range(seats))
    agreed = {"setup": setup, "hirelings": ["3"]} | options
    play = Play(Game(RULES, Setup(names, agreed), seeded(seed)).start())
    while agreed["hirelings"] and MARKET not in play.state.guests:
        play.answer(play.question.options[0])
    return play


def demoted(play: Play) -> int:
    return sum(data.HIRELING_SIDES[side].demoted for side in hirelings(play.state))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_SETUP_T26_demoted_by_the_number_of_players(players: int) -> None:
    expected = min(data.HIRELING_TABLE.demoted_by_players[players], len(hirelings(begun(players, "a").state)))
    for seed in range(4):
        play = begun(players, f"demoted {seed}")
        assert len(hirelings(play.state)) == min(3, len(built()))
        assert demoted(play) == expected


def test_SETUP_T26_which_is_demoted_is_chance() -> None:
    found = Counter(side for seed in range(12) for side in hirelings(begun(3, f"which {seed}").state))
    assert len(found) >= 4


@pytest.mark.parametrize("side", ["promoted", "demoted"])
def test_SETUP_T27_a_hireling_takes_its_faction_out_of_the_draft(side: str) -> None:
    players = 2 if side == "promoted" else 5
    for seed in range(12):
        play = begun(players, f"draft {seed}", hirelings=[PATROL])
        assert PATROL in {data.HIRELING_SIDES[name].card for name in hirelings(play.state)}
        assert "marquise" not in {dealt.faction for dealt in play.state.setup_cards}


def test_RULING_S6_a_draw_that_leaves_too_few_setup_cards_does_not_count() -> None:
    for seed in range(20):
        play = begun(2, f"few {seed}")
        assert len(play.state.setup_cards) == 3


def test_A_6_3_the_last_player_begins_and_it_goes_around() -> None:
    seats = (SeatSetup("riverfolk", "riverfolk"), SeatSetup("lizards", "lizards"))
    agreed = {"hirelings": [DYNASTY, PATROL], "order": "seated", "any_reach": "on"}
    play = Play(Game(RULES, Setup(seats, agreed), seeded("order")).start())
    # then the last player picks one that has a setup line
    assert play.question.key == "hireling.setup"
    assert play.question.seat == "lizards"
    play.choose("set_up", hireling=PATROL)
    # and another one is set up by who comes before, before any hand is dealt
    assert play.question.seat == "riverfolk"
    assert not play.state.players["riverfolk"].hand
    while MARKET not in play.state.guests:
        play.answer(play.question.options[0])
    assert market(play.state).markers == [4, 8, 12]


def test_2_2_3_nobody_begins_with_a_building_where_a_hireling_has_taken_the_slot() -> None:
    table = camp("lizards", "duchy").with_hireling(PATROL).build(PATROL, "vault", 1)
    assert free_corners(table.state, building=True) == [2, 3, 4]
    assert free_corners(table.state) == [1, 2, 3, 4]
    table.state.starts["duchy"] = [3]  # opposite of 1
    assert free_corners(table.state) == [1]
    assert free_corners(table.state, building=True) == [2, 4]


def test_A_6_without_the_wish_nobody_comes() -> None:
    play = begun(3, "nobody", hirelings=[])
    assert not play.state.guests


def test_A_6_bots_alone_leave_it_to_chance() -> None:
    names = ("marquise", "alliance")
    seats = tuple(SeatSetup(name, name, "clockwork") for name in names)
    play = Game(RULES, Setup(seats, {"hirelings": [DYNASTY]}), seeded("bots")).start()
    assert MARKET in play.state.guests


def test_A_6_5_standard_setup_draws_only_whose_faction_nobody_plays() -> None:
    everything = draws({"hirelings": ["3"]}, ["marquise", "eyrie"])
    assert not any({PATROL, DYNASTY} & set(cards) for cards in everything)
    assert all(len(set(cards)) == len(cards) for cards in draws({"hirelings": [DYNASTY]}, []))
    assert all(cards[0] == DYNASTY for cards in draws({"hirelings": [DYNASTY]}, []))


def test_the_state_with_hirelings_is_saved_and_read() -> None:
    play = begun(3, "saved")
    assert decode(RULES, encode(play.state)) == play.state
    assert set_up_hirelings.__doc__


# --- the lobby --------------------------------------------------------------------------------------------


def agreed(*factions: str, **options: Any) -> Setup:
    return Setup(tuple(SeatSetup(f, f) for f in factions), options)


def test_A_6_5_the_lobby_does_not_seat_a_faction_whose_hireling_was_picked() -> None:
    setup = agreed("marquise", "riverfolk", "duchy", hirelings=[PATROL])
    assert "marquise" not in LOBBY.factions(setup)
    assert "marquise" not in LOBBY.boards(setup)
    (problem,) = LOBBY.problems(setup)
    assert "A.6.5" in problem
    assert "Forest Patrol" in problem
    assert LOBBY.problems(agreed("eyrie", "riverfolk", "duchy", hirelings=[PATROL])) == []


@pytest.mark.parametrize(
    ("seats", "card"),
    [
        ("marquise=standin,eyrie=standin", "Forest Patrol"),
        ("eyrie=random,marquise=clockwork", "Forest Patrol"),
        ("eyrie=random,vagabond=random,vagabond=random", "The Exile"),
    ],
)
def test_A_6_5_simulate_says_which_hireling_bars_a_faction(seats: str, card: str) -> None:
    with pytest.raises(CommandError, match=rf"cannot be played: it lends its pieces to {card} .*\(A\.6\.5\)"):
        plan("root", seats, {"hirelings": "forest-patrol+exile+popular-band"})


def test_A_5_A_6_simulate_takes_them_by_number_and_by_name() -> None:
    by_name = plan("root", "eyrie=random,duchy=random", {"hirelings": "forest-patrol+exile+popular-band"})
    assert by_name.setup.options["hirelings"] == ["forest-patrol", "exile", "popular-band"]
    by_number = plan("root", "eyrie=random,duchy=random", {"hirelings": "3", "landmarks": "2"})
    seen: list[Any] = []
    result = play(by_number, 0, 1, lambda number, view: seen.append(view))
    assert result.end == "points"
    guests = {guest.owner for guest in seen[-1].guests}
    assert len(guests & data.HIRELING_SIDES.keys()) == 3
    assert len(guests & data.LANDMARKS.keys()) == 2


def test_A_6_5_only_what_a_picked_card_lends_its_pieces_to_is_barred() -> None:
    setup = agreed("eyrie", "duchy", hirelings=["exile"])
    assert "The Exile" in LOBBY.barred("vagabond2", setup)
    assert LOBBY.barred("eyrie", setup) == LOBBY.barred("nobody", setup) == ""


def test_A_6_the_lobby_has_one_menu_for_them() -> None:
    choice = LOBBY.choices()["hirelings"]
    assert choice.several
    assert choice.most == 3
    assert len(choice.values) <= 25
    assert next(iter(choice.values)) == "3"
    assert choice.fits([PATROL, DYNASTY])
    assert not choice.fits(["nobody"])


def test_A_6_2_the_lobby_warns_when_they_hardly_fit() -> None:
    five = agreed("eyrie", "riverfolk", "duchy", "keepers", "hundreds", hirelings=["3"])
    assert any("A.6.2" in line for line in LOBBY.advice(five))
    assert not any("A.6.2" in line for line in LOBBY.advice(agreed("eyrie", "duchy", hirelings=["3"])))
    lone = Setup(
        (SeatSetup("duchy", "duchy"), SeatSetup("eyrie", "eyrie", "clockwork")), {"hirelings": ["3"]}
    )
    assert any("Bots" in line for line in LOBBY.advice(lone))


def test_A_8_1_I_two_players_with_hirelings_may_draft_insurgents() -> None:
    seats = (SeatSetup("seat1"), SeatSetup("seat2"))
    draft = {"setup": "advanced", "hirelings": [PATROL]}
    assert LOBBY.choices(Setup(seats, draft))["insurgents"].matters
    assert not LOBBY.choices(Setup(seats, {"setup": "advanced"}))["insurgents"].matters
    few = draft_cards(Setup(seats, draft))
    assert draft_cards(Setup(seats, draft | {"insurgents": "in"})) > few
