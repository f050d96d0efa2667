"""The Warm Sun Prophets, and their demoted side, the Lizard Envoys."""

from __future__ import annotations

from engine.root.hirelings.warm_sun_prophets import ForceBattle, ForceMove, TakeDiscarded, takeable
from engine.root.hiring.hireling import Direct
from engine.root.landmark import stands
from tests.engine.root.board import Play
from tests.engine.root.hirelings.camp import Camp, camp, gets, set_up, why

PROPHETS, ENVOYS = "warm-sun-prophets", "lizard-envoys"


def prophets(**options: str) -> Camp:
    return camp("duchy", "eyrie", "corvids", **options).with_hireling(PROPHETS, by="duchy")


def sent(table: Camp) -> Play:
    return table.turn("duchy", "daylight.assembly").start().choose("direct", order="prophets-force")


def test_A_6_3_one_at_every_ruin() -> None:
    table = Camp(("duchy", "eyrie"))
    table.with_hireling(PROPHETS)
    play = table.play(set_up, PROPHETS, "eyrie")
    assert [c for c in range(1, 13) if play.warriors(PROPHETS, c)] == sorted(play.state.ruins)


def test_E_2_1_one_anywhere_if_none_is_there() -> None:
    play = camp("duchy", "eyrie").with_hireling(PROPHETS).dice(0).play(gets, PROPHETS, "duchy")
    play.choose("clearing", clearing=3)
    assert play.warriors(PROPHETS, 3) == 1


def test_HIRE_T29_a_forced_battle_is_the_players_own() -> None:
    table = prophets().put(PROPHETS, 1, at=5).warriors("eyrie", 2, at=5).building("corvids", "x", 5)
    table.state.buildings[5].clear()
    table.token("corvids", "bomb", 5).dice(1, 0)
    play = sent(table)
    play.choose("force_battle", player="eyrie", defender="corvids")
    while play.game.waiting() and play.question.key.startswith("battle"):
        play.done()
    assert play.score("eyrie") == 1
    assert play.score("duchy") == 0


def test_HIRE_T30_a_forced_move_needs_the_players_own_rule() -> None:
    table = prophets().put(PROPHETS, 3, at=5).warriors("eyrie", 1, at=5).warriors("corvids", 4, at=1)
    table.warriors("corvids", 4, at=5)
    play = sent(table)
    assert not play.offers("force_move", player="eyrie", to=1)
    assert play.refused("duchy", ForceMove("eyrie", 5, 1)).clause == "1.5.5"
    assert play.refused("duchy", ForceBattle("nobody", 5, "eyrie")).clause == "1.5.5"


def test_E_2_4_all_move_and_may_be_made_to_battle() -> None:
    table = (
        prophets().put(PROPHETS, 1, at=5).warriors("eyrie", 3, at=5).warriors("corvids", 1, at=1).dice(2, 0)
    )
    play = sent(table)
    play.choose("force_move", player="eyrie", to=1)
    assert play.warriors("eyrie", 1) == 3
    assert play.question.seat == "duchy"
    play.choose("force_battle", player="eyrie", clearing=1)
    assert play.warriors("corvids", 1) == 0


def test_MAP_T29_a_forced_move_by_the_Ferry() -> None:
    table = prophets(map="lake")
    ferry = stands(table.state, "ferry")
    to = table.state.map.rivers[ferry][0]
    table.put(PROPHETS, 1, at=ferry).warriors("eyrie", 3, at=ferry)
    play = sent(table)
    play.choose("force_move", player="eyrie", to=to, boat=True)
    assert play.stands("ferry") == to
    assert len(play.hand("eyrie")) == 1


def test_E_2_4_or_a_prophet_where_none_is() -> None:
    table = prophets().put(PROPHETS, 1, at=5)
    play = table.turn("duchy", "daylight.assembly").start().choose("direct", order="prophets-place")
    assert not play.offers("clearing", clearing=5)
    play.choose("clearing", clearing=7)
    assert play.warriors(PROPHETS, 7) == 1
    full = prophets().put(PROPHETS, 4, at=5).turn("duchy", "daylight.assembly")
    assert why(full, "duchy", Direct(PROPHETS, "prophets-place")) == "E.2.4"
    assert why(full, "duchy", Direct(PROPHETS, "prophets-force")) == "E.2.4"


# --- Lizard Envoys ----------------------------------------------------------------------------------------


def test_HIRE_T44_a_tie_of_foxes_and_birds_and_never_the_ambush() -> None:
    table = camp("duchy", "eyrie").with_hireling(ENVOYS, by="duchy")
    pile = ("travel-gear-fox", "ambush-fox", "armorers", "sappers", "sword")
    from engine.root.data import CARDS

    assert [CARDS[card].suit for card in pile] == ["fox", "fox", "bird", "bird", "mouse"]
    table.discard("crossbow-mouse", *pile)
    play = table.turn("duchy", "birdsong.start").start().choose("direct", order="envoys-take")
    offered = {option.card for option in play.question.options}  # type: ignore[attr-defined]
    assert offered == {"travel-gear-fox", "armorers", "sappers"}
    assert play.refused("duchy", TakeDiscarded("ambush-fox")).clause == "E.2.3"
    play.choose("take_discarded", card="armorers")
    assert play.hand("duchy") == ["armorers"]


def test_E_2_3_an_empty_pile_gives_nothing() -> None:
    table = camp("duchy", "eyrie").with_hireling(ENVOYS, by="duchy").turn("duchy", "birdsong.start")
    assert takeable(table.state) == []
    assert why(table, "duchy", Direct(ENVOYS, "envoys-take")) == "E.2.3"
