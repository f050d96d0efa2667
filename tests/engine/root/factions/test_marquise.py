"""6  Marquise de Cat. Ids MC-T… are the edge cases of the specification."""

from __future__ import annotations

from engine.root.actions.craft import Craft
from engine.root.actions.muster import Recruit
from engine.root.setup.table import Clearing
from tests.engine.root.board import Table, board


def daylight(*others: str) -> Table:
    return board("marquise", *others).turn("marquise", "daylight.actions")


def test_6_4_two_sawmills_in_one_clearing_give_two_wood_MC_T1() -> None:
    # given two sawmills in one clearing
    table = board("marquise").building("marquise", "sawmill", at=5, count=2)
    # when Birdsong comes
    play = table.turn("marquise", "birdsong.wood").start()
    # then two wood lie there
    assert play.pieces("marquise", "wood") == [5, 5]


def test_1_5_4_short_wood_the_marquise_chooses_MC_T2() -> None:
    # given 2 wood in supply and 4 sawmills in 4 clearings
    table = board("marquise").token("marquise", "wood", at=1, count=6)
    for clearing in (1, 5, 9, 10):
        table.building("marquise", "sawmill", at=clearing)
    # when Birdsong comes, she is asked which two get wood
    play = table.turn("marquise", "birdsong.wood").start()
    assert (play.question.key, play.question.least, play.question.most) == ("marquise.wood", 2, 2)
    play.choose_many(Clearing(5), Clearing(9))
    assert play.pieces("marquise", "wood") == [1] * 6 + [5, 9]


def test_6_5_4_build_pays_wood_and_scores_MC_T4() -> None:
    # given 3 sawmills on the map and 3 wood connected
    table = daylight().warriors("marquise", 1, at=5).token("marquise", "wood", at=5, count=3)
    for clearing in (1, 9, 10):
        table.building("marquise", "sawmill", at=clearing).warriors("marquise", 1, at=clearing)
    # when she builds a sawmill
    play = table.start().choose("build", clearing=5, kind="sawmill")
    # then 3 wood are paid, 3 points scored, four are on the map
    assert play.pieces("marquise", "wood") == []
    assert play.score("marquise") == 3
    assert len(play.pieces("marquise", "sawmill")) == 4


def test_6_5_3_recruit_only_once_MC_T11() -> None:
    # given Recruit was used and a bird was spent for a fourth action
    table = daylight().building("marquise", "recruiter", at=5).hand("marquise", "armorers")
    play = table.start().choose("recruit").choose("spend_bird", card="armorers")
    # when she wants to recruit again, then it is refused
    assert play.refused("marquise", Recruit()).clause == "6.5.3"


def test_6_5_no_crafting_after_the_first_action_MC_T27() -> None:
    table = daylight().building("marquise", "workshop", at=7).building("marquise", "recruiter", at=5)
    table.hand("marquise", "birdy-bindle")
    play = table.start()
    assert play.offers("craft", card="birdy-bindle")
    play.choose("recruit")
    assert play.refused("marquise", Craft("birdy-bindle")).clause == "6.5"
