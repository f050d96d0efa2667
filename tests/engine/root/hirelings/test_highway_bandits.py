"""The Highway Bandits, and their demoted side, the Bandit Gangs."""

from __future__ import annotations

import pytest

from engine.flow import Flow
from engine.root.actions.battle import Fight
from engine.root.actions.move import Move, take_move
from engine.root.factions.vagabond.items import Item
from engine.root.happen import settle
from engine.root.hirelings.highway_bandits import Lurk, touching
from engine.root.hiring.hireling import Direct
from engine.root.state import Root, path_place
from engine.root.verbs import sweep
from tests.engine.root.board import Play
from tests.engine.root.hirelings.camp import Camp, camp, card, gets, set_up, why

BANDITS, GANGS = "highway-bandits", "bandit-gangs"
PATH = path_place(1, 5)


def bandits(*factions: str, by: str = "") -> Camp:
    table = camp(*(factions or ("duchy", "lizards"))).with_hireling(BANDITS, by=by)
    return table.put(BANDITS, 1, at=PATH)


def goes(game: Root, owner: str, move: Move) -> Flow[None]:
    yield from take_move(game, owner, move)


def test_A_6_3_two_on_two_paths() -> None:
    table = camp("duchy", "lizards").with_hireling(BANDITS)
    play = table.play(set_up, BANDITS, "lizards")
    play.choose("lurk", path=PATH)
    assert not play.offers("lurk", path=PATH)
    play.answer(play.question.options[0])
    assert sum(BANDITS in here for here in play.state.elsewhere.values()) == 2


def test_HIRE_T32_three_set_out_and_two_arrive() -> None:
    play = bandits().warriors("duchy", 3, at=1).play(goes, "duchy", Move(1, 5, 3))
    assert play.warriors("duchy", 5) == 2
    assert play.warriors("duchy", 1) == 0


def test_HIRE_T32_one_alone_does_not_arrive_and_nobody_is_outraged() -> None:
    table = bandits("duchy", "alliance").warriors("duchy", 1, at=1).token("alliance", "sympathy", 5)
    table.hand("duchy", "ambush-mouse")
    play = table.play(goes, "duchy", Move(1, 5, 1))
    assert play.warriors("duchy", 5) == 0
    assert play.hand("duchy") == ["ambush-mouse"]
    assert not play.noted("moved.warriors")


def test_HIRE_T33_their_controller_pays_nothing_and_may_place_one() -> None:
    table = bandits(by="duchy").warriors("duchy", 2, at=1)
    play = table.play(goes, "duchy", Move(1, 5, 2))
    assert play.question.key == "bandits.reinforce"
    play.choose("clearing", clearing=5)
    assert play.warriors("duchy", 5) == 3


def test_RULING_H10_a_hireling_that_moves_pays_like_its_controller() -> None:
    table = bandits(by="lizards").with_hireling("forest-patrol", by="duchy").put("forest-patrol", 2, at=1)
    play = table.play(goes, "forest-patrol", Move(1, 5, 2))
    assert play.warriors("forest-patrol", 5) == 1


@pytest.mark.parametrize("items", [0, 2])
def test_E_2_2_a_Vagabond_damages_an_item(items: int) -> None:
    from engine.root.factions.vagabond.travel import Slip, go

    table = bandits("duchy", "vagabond").pawn("vagabond", 1)
    table.board("vagabond", items=[Item(kind="boot") for _ in range(items)])
    table.state.cursor.active = "vagabond"
    table.state.cursor.step = "birdsong.slip"
    play = table.play(go, "vagabond", Slip(5), "9.4.2")
    assert play.state.pawns["vagabond"] == 5
    assert sum(item.damaged for item in play.state.boards["vagabond"].items) == min(1, items)  # type: ignore[attr-defined]


def test_RULING_H8_a_warlord_alone_passes_free() -> None:
    table = bandits("hundreds", "duchy").warriors("hundreds", 1, at=1).board("hundreds", warlord=1)
    play = table.turn("hundreds", "daylight.craft").play(goes, "hundreds", Move(1, 5, 1))
    assert play.warriors("hundreds", 5) == 1


def river_link(table: Camp) -> tuple[int, int]:
    """Two clearings that a river joins and a path does too, or only a river."""
    game = table.state
    return next((a, b) for a in range(1, 13) for b in game.map.rivers[a])


def test_HIRE_T34_the_river_is_free() -> None:
    table = camp("duchy", "riverfolk").with_hireling(BANDITS)
    a, b = river_link(table)
    table.put(BANDITS, 1, at=path_place(a, b)).warriors("riverfolk", 2, at=a)
    assert table.play(goes, "riverfolk", Move(a, b, 2)).warriors("riverfolk", b) == 2


def test_DECK_T27_boat_builders_pass_bandits_by_river() -> None:
    table = camp("duchy", "lizards", deck="exiles").with_hireling(BANDITS)
    a, b = river_link(table)
    table.crafted("duchy", "boat-builders").put(BANDITS, 1, at=path_place(a, b)).warriors("duchy", 2, at=a)
    assert table.play(goes, "duchy", Move(a, b, 2)).warriors("duchy", b) == 2


def test_MAP_T26_no_bandit_on_a_closed_path() -> None:
    table = camp("duchy", "lizards", map="mountain").with_hireling(BANDITS, by="duchy")
    a, b = table.state.closed[0]
    table.warriors("duchy", 1, at=a)
    assert why(table, "duchy", Lurk(path_place(a, b))) == "C.3.2"
    assert path_place(a, b) not in touching(table.state, BANDITS, "duchy")
    table.state.closed.remove((a, b))
    assert path_place(a, b) in touching(table.state, BANDITS, "duchy")


def test_E_2_4_a_bandit_next_to_own_pieces_and_one_from_another_path() -> None:
    table = bandits(by="duchy").warriors("duchy", 1, at=1)
    play = table.turn("duchy", "daylight.assembly").start().choose("direct", order="bandits-place")
    assert not play.offers("lurk", path=PATH)
    assert play.offers("lurk", path=path_place(1, 9))
    table = bandits(by="duchy").put(BANDITS, 3, at=path_place(2, 6)).warriors("duchy", 1, at=1)
    play = table.turn("duchy", "daylight.assembly").start().choose("direct", order="bandits-place")
    assert play.question.key == "bandits.leave"
    play.choose("lurk", path=PATH)
    play.choose("lurk", path=path_place(1, 9))
    assert play.state.warriors_of(BANDITS, path_place(1, 9)) == 1


# --- Bandit Gangs -----------------------------------------------------------------------------------------


def gangs() -> Camp:
    return camp("duchy", "lizards").with_hireling(GANGS, by="duchy")


def test_E_2_1_one_comes_where_the_faction_is() -> None:
    table = (
        camp("duchy", "lizards")
        .with_hireling(GANGS)
        .dice(0)
        .warriors("duchy", 1, at=5)
        .warriors("duchy", 1, at=6)
    )
    play = table.play(gets, GANGS, "duchy")
    play.choose("clearing", clearing=6)
    assert play.warriors(GANGS, 6) == 1


def test_RULING_H17_nowhere_to_come_to() -> None:
    play = camp("duchy", "lizards").with_hireling(GANGS).dice(0).play(gets, GANGS, "duchy")
    assert card(play, GANGS).controller == "duchy"
    assert play.state.guests[GANGS].supply == 4


def test_HIRE_T48_not_battled_beside_their_controller_but_swept() -> None:
    table = (
        gangs()
        .put(GANGS, 1, at=5)
        .put(GANGS, 1, at=6)
        .warriors("duchy", 1, at=5)
        .warriors("lizards", 2, at=5)
    )
    table.warriors("lizards", 2, at=6)
    assert why(table, "lizards", Fight(5, GANGS)) == "E.2.2"
    assert why(table, "lizards", Fight(6, GANGS)) == ""

    def favor(game: Root) -> Flow[None]:
        sweep(game, "lizards", [5], "4.1.2")
        yield from settle(game)

    assert table.play(favor).warriors(GANGS, 5) == 0


def test_E_2_4_own_warriors_join_the_bandits() -> None:
    table = gangs().put(GANGS, 2, at=5).put(GANGS, 1, at=6).warriors("duchy", 1, at=5)
    play: Play = table.turn("duchy", "daylight.assembly").start().choose("direct", order="gangs-recruit")
    assert (play.warriors("duchy", 5), play.warriors("duchy", 6)) == (3, 1)


def test_1_5_4_if_warriors_are_short_their_owner_chooses() -> None:
    table = gangs().put(GANGS, 1, at=5).put(GANGS, 1, at=6).warriors("duchy", 1, at=5).supply("duchy", 1)
    play = table.turn("duchy", "daylight.assembly").start().choose("direct", order="gangs-recruit")
    play.choose("clearing", clearing=6)
    assert (play.warriors("duchy", 5), play.warriors("duchy", 6)) == (1, 1)


def test_E_2_4_or_one_more_bandit() -> None:
    table = gangs().warriors("duchy", 1, at=5).turn("duchy", "daylight.assembly")
    assert why(table, "duchy", Direct(GANGS, "gangs-recruit")) == "E.2.4"
    play = table.start().choose("direct", order="gangs-place")
    assert play.warriors(GANGS, 5) == 1
