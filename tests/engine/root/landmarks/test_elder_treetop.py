"""F.7  The Elder Treetop: one more slot, and a point more for clearing it."""

from __future__ import annotations

from engine.chance import seeded
from engine.game import Game
from engine.root.actions.battle import battle
from engine.root.faction import shown_as
from engine.root.factions.lizards.conspiracies import Sanctify
from engine.root.rules import RULES
from engine.root.state import Piece, Root
from engine.root.verbs import Taking, place_building, remove
from engine.root.words import WORDS
from engine.rules import SeatSetup, Setup
from tests.engine.root.board import Play, Table
from tests.engine.root.factions.test_lizards import acolytes, cult
from tests.engine.root.voices import (
    Hireling,
    only_today,  # noqa: F401  a fixture
    sits,
    two,
)

TREE = "elder-treetop"
HOME = 1
"""A corner of the autumn map with one slot."""


def tree() -> Table:
    return two().landmark(TREE, at=HOME)


def up(table: Table, owner: str, kind: str) -> Table:
    """A building in the tree."""
    table.state.buildings[HOME].append(Piece(owner, kind, on=TREE))
    return table


def standing(play: Play) -> list[tuple[str, str]]:
    return [(piece.kind, piece.on) for piece in play.state.buildings[HOME]]


def build(table: Table, kind: str = "sawmill") -> Play:
    """The Marquise builds in the corner."""
    table.warriors("marquise", 2, at=HOME).token("marquise", "wood", at=HOME, count=4)
    return table.turn("marquise", "daylight.actions").start().choose("build", kind=kind, clearing=HOME)


def test_F_7_one_more_slot() -> None:
    state = tree().state
    assert (state.slots(HOME), state.slots(2)) == (2, 2)


def test_F_7_2_who_builds_chooses_the_slot() -> None:
    # given an empty corner / when she builds there, then she is asked; in the tree it is remembered
    play = build(tree())
    assert (play.question.seat, play.question.key) == ("marquise", "elder-treetop.slot")
    play.choose("into_tree", tree=True)
    assert standing(play) == [("sawmill", TREE)]
    # and on a slot of the clearing it is like any other
    assert standing(build(tree()).choose("into_tree", tree=False)) == [("sawmill", "")]


def test_F_7_2_no_choice_where_one_slot_is_open() -> None:
    # given the clearing's own slot is taken / then the next goes into the tree
    play = build(tree().building("marquise", "recruiter", at=HOME))
    assert standing(play) == [("recruiter", ""), ("sawmill", TREE)]
    # given the tree is taken / then the next stands in the clearing
    play = build(up(tree(), "marquise", "recruiter"))
    assert standing(play) == [("recruiter", TREE), ("sawmill", "")]


def test_on_map_counts_what_is_in_the_tree() -> None:
    state = up(tree(), "marquise", "sawmill").building("marquise", "sawmill", at=5).state
    assert state.on_map("marquise", "sawmill") == 2
    assert state.clearings_with("marquise", "sawmill") == [1, 5]
    assert state.has_building("marquise", "sawmill", HOME)


def test_F_7_two_points_for_a_roost_in_the_tree_LM_T19() -> None:
    # given a roost in the tree / when she removes it in battle, then 2 points; on the normal slot 1
    for on, points in ((TREE, 2), ("", 1)):
        table = tree().warriors("marquise", 3, at=HOME).dice(1, 0)
        table.state.buildings[HOME].append(Piece("eyrie", "roost", on=on))
        play = table.play(battle, "marquise", HOME, "eyrie")
        assert (play.score("marquise"), standing(play)) == (points, [])


def test_4_3_4_the_loser_chooses_which_of_two_LM_T20() -> None:
    # given two sawmills of hers there, one in the tree, and one hit
    table = up(tree().building("marquise", "sawmill", at=HOME), "marquise", "sawmill")
    table.warriors("eyrie", 3, at=HOME).dice(0, 0)
    play = table.play(battle, "eyrie", HOME, "marquise")
    # then she chooses which one goes
    assert (play.question.seat, play.question.key) == ("marquise", "battle.losses")
    view = RULES.view(play.state, "marquise")
    told = {WORDS.option(view, option) for option in play.question.options}
    assert told == {"Lose a sawmill", "Lose a sawmill on the Elder Treetop"}
    (kept,) = [option for option in play.question.options if option.kind == "sawmill"]  # type: ignore[attr-defined]
    play.choose_many(kept)
    assert (standing(play), play.score("eyrie")) == ([("sawmill", TREE)], 1)


def test_E_3_6_a_hireling_scores_nothing_LM_T21() -> None:
    # given a hireling of the Marquise / when it removes the building in the tree / then she scores nothing
    table = sits(up(tree(), "eyrie", "roost"), Hireling, supply=2, by="marquise")
    remove(table.state, [Taking(HOME, (), (Piece("eyrie", "roost", on=TREE),), "guest")], "4.3")
    assert table.state.players["marquise"].score == 0


def test_F_7_nobody_scores_for_an_own_building() -> None:
    table = up(tree(), "marquise", "sawmill")
    remove(table.state, [Taking(HOME, (), (Piece("marquise", "sawmill", on=TREE),), "marquise")], "4.3")
    assert table.state.players["marquise"].score == 0


def test_G_1_13_a_garden_that_replaces_it_stands_in_the_tree() -> None:
    # given a sawmill in the tree of a fox clearing, and the Outcast fox
    table = acolytes(cult().landmark(TREE, at=HOME), 3)
    table.state.buildings[HOME] += [Piece("marquise", "sawmill", on=TREE), Piece("marquise", "sawmill")]
    play = table.start()
    # when the Cult sanctifies it, then two points, and the garden stands where it stood
    kinds = {option.kind for option in play.options("sanctify")}  # type: ignore[attr-defined]
    assert kinds == {"sawmill", f"sawmill@{TREE}"}
    play.answer(Sanctify(HOME, "marquise", f"sawmill@{TREE}"))
    assert play.score("lizards") == 2
    assert sorted(standing(play)) == [("garden-fox", TREE), ("sawmill", "")]


def test_8_2_4_a_base_in_the_tree_is_lost_like_any_other() -> None:
    from tests.engine.root.board import board

    table = board("alliance", "marquise").no_ruins().landmark(TREE, at=HOME)
    table.board("alliance", officers=2)
    table.state.players["alliance"].supply -= 2
    table.state.buildings[HOME].append(Piece("alliance", "base-fox", on=TREE))
    table.warriors("marquise", 2, at=HOME).dice(1, 0)
    play = table.play(battle, "marquise", HOME, "alliance")
    assert play.state.boards["alliance"].officers == 1  # type: ignore[attr-defined]


def test_R_12_a_bot_climbs_only_if_it_must() -> None:
    from tests.engine.root.board import board

    for taken, on in ((False, ""), (True, TREE)):
        table = board("eyrie", "marquise:clockwork").no_ruins().landmark(TREE, at=HOME)
        if taken:
            table.building("eyrie", "roost", at=HOME)
        play = table.play(placed_by_bot)
        assert (("sawmill", on)) in standing(play)


def placed_by_bot(game: Root):  # type: ignore[no-untyped-def]
    from engine.root.happen import settle

    place_building(game, "marquise", HOME, "sawmill", "RB 4")
    yield from settle(game)


def test_5_1_the_slot_is_chosen_in_setup_too() -> None:
    # given the Treetop in corner 1 / when the Eyrie start there, then they are asked before anything else goes on
    seats = (SeatSetup("eyrie", "eyrie"), SeatSetup("alliance", "alliance"), SeatSetup("duchy", "duchy"))
    play = Play(Game(RULES, Setup(seats, {"landmarks": [TREE]}), seeded("tree")).start())
    play.choose("landmark", clearing=HOME)
    while play.question.key != "elder-treetop.slot":
        wanted = [option for option in play.question.options if getattr(option, "clearing", 0) == HOME]
        play.answer((wanted or list(play.question.options))[0])
    assert play.question.seat == "eyrie"
    assert play.state.cursor.step.startswith("setup")
    play.choose("into_tree", tree=True)
    assert ("roost", TREE) in standing(play)


def test_5_1_two_buildings_in_one_corner_each_in_its_slot() -> None:
    seats = (
        SeatSetup("marquise", "marquise"),
        SeatSetup("alliance", "alliance"),
        SeatSetup("eyrie", "eyrie"),
    )
    play = Play(Game(RULES, Setup(seats, {"landmarks": [TREE]}), seeded("tree")).start())
    play.choose("landmark", clearing=HOME)
    asked = []
    while play.state.cursor.step.startswith("setup") and play.question.seat == "marquise":
        if play.question.key == "elder-treetop.slot":
            asked.append(play.question.about["kind"])
            play.choose("into_tree", tree=False)
            continue
        wanted = [option for option in play.question.options if getattr(option, "clearing", 0) == HOME]
        play.answer((wanted or list(play.question.options))[0])
    # then she is asked for the first, and the second takes the slot that is left
    assert asked == ["sawmill"]
    assert standing(play) == [("sawmill", ""), ("workshop", TREE)]


def test_what_people_see() -> None:
    state = up(tree(), "eyrie", "roost").state
    (guest,) = RULES.view(state, None).guests
    assert guest.own.texts
    assert shown_as(state, Piece("eyrie", "roost", on=TREE), None) == f"roost@{TREE}"
    assert WORDS.name(f"roost@{TREE}") == "roost on the Elder Treetop"
