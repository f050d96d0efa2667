"""H0.3  What is agreed before a game: modes, seats, factions that may meet."""

from __future__ import annotations

import pytest

from engine.harrow.about import ABOUT
from engine.harrow.data import MODES
from engine.harrow.lobby import LOBBY
from engine.harrow.rules import RULES
from engine.rules import SeatSetup, Setup


def agreed(mode: str, *plays: str, **options: str) -> Setup:
    return Setup(tuple(SeatSetup(one, one) for one in plays), {"mode": mode, **options})


@pytest.mark.parametrize("mode", ["C1", "C2", "C3"])
def test_H0_3_protectors_meet_the_family(mode: str) -> None:
    assert list(LOBBY.factions(agreed(mode))) == ["protectors", "family"]
    assert list(LOBBY.seats(agreed(mode))) == [2]
    assert LOBBY.problems(agreed(mode, "protectors", "family")) == []
    assert LOBBY.problems(agreed(mode, "protectors")) != []
    assert LOBBY.problems(agreed(mode, "protectors", "kammi")) != []


def test_H4_1_kammi_meets_one_of_the_two() -> None:
    assert list(LOBBY.factions(agreed("C4"))) == ["protectors", "family", "kammi"]
    assert LOBBY.problems(agreed("C4", "protectors", "kammi")) == []
    assert LOBBY.problems(agreed("C4", "kammi", "family")) == []
    (problem,) = LOBBY.problems(agreed("C4", "protectors", "family"))
    assert problem == "Chapter 4 is played by: Protectors against Kammi; Family against Kammi."


def test_HM_1_1_the_side_of_the_map_is_chosen_from_chapter_3_on() -> None:
    matters = {mode: LOBBY.choices(agreed(mode))["map"].matters for mode in MODES}
    assert matters == {mode: mode not in ("C1", "C2") for mode in MODES}
    assert LOBBY.choices(agreed("C3"))["map"].default == ""


def test_the_mode_comes_first_with_a_line_each() -> None:
    mode = LOBBY.choices()["mode"]
    assert mode.leads
    assert list(mode.values) == list(MODES)


def test_every_command_finds_options() -> None:
    kinds = RULES.options()
    for command in ABOUT.commands:
        fields = {field for verb in command.stands_for() for field in kinds[verb].__struct_fields__}
        assert {field.name for field in command.fields} <= fields, command.name
    assert ABOUT.first is not None
    assert ABOUT.first.plays in LOBBY.factions(agreed(ABOUT.first.options["mode"]))


def test_an_unknown_option_is_named() -> None:
    (problem,) = LOBBY.problems(agreed("C9", "protectors", "family"))
    assert "C9" in problem


def test_H0_3_the_fair_folk_sit_with_three_or_four() -> None:
    assert list(LOBBY.seats(agreed("FF3"))) == [3]
    assert list(LOBBY.seats(agreed("FF4"))) == [4]
    assert list(LOBBY.factions(agreed("FF3"))) == ["protectors", "family", "kammi", "fairfolk"]
    assert LOBBY.problems(agreed("FF3", "protectors", "kammi", "fairfolk")) == []
    assert LOBBY.problems(agreed("FF4", "family", "kammi", "hester", "fairfolk")) == []
    assert LOBBY.problems(agreed("FF4", "protectors", "family", "kammi", "fairfolk")) != []
    assert LOBBY.problems(agreed("FF3", "protectors", "family", "hester")) != []


def test_H0_3_four_at_the_table_are_offered_only_what_seats_four() -> None:
    four = agreed("FF4", "protectors", "family", "hester", "fairfolk")
    assert list(LOBBY.choices(four)["mode"].values) == [mode for mode in MODES if MODES[mode].seats >= 4]
