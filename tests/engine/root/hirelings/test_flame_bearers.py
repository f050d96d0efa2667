"""The Flame Bearers, and their demoted side, the Rat Smugglers."""

from __future__ import annotations

from engine.flow import Flow
from engine.root.hirelings.flame_bearers import SmuggleBattle, SmuggleMove
from engine.root.hiring.hireling import Direct, hirelings
from engine.root.menu import refusal
from engine.root.state import Root
from tests.engine.root.board import Play
from tests.engine.root.hirelings.camp import Camp, camp

BEARERS, SMUGGLERS = "flame-bearers", "rat-smugglers"


def bearers(*factions: str) -> Camp:
    return camp(*(factions or ("duchy", "lizards"))).with_hireling(BEARERS, by="duchy")


def dawn(table: Camp) -> Play:
    return table.turn("duchy", "birdsong.start").start()


def burn(table: Camp) -> Play:
    """What burns without a question, up to the first one."""
    play = dawn(table)
    return play.choose("direct", order="flames-burn") if play.offers("direct") else play


# --- Flame Bearers ----------------------------------------------------------------------------------------


def test_HIRE_T39_warriors_burn_before_anything_else_and_nobody_scores() -> None:
    # given two Bearers, a warrior and a building
    table = bearers().put(BEARERS, 2, at=5)
    table.warriors("lizards", 1, at=5).building("lizards", "garden-fox", 5)
    play = burn(table)
    # then both are gone without points, and a Bearer is placed at or next to a Bearer
    assert play.warriors("lizards", 5) == 0
    assert play.state.buildings[5] == []
    assert play.score("duchy") == 0
    near = {5, *play.state.map.neighbours(5, play.state.closed)}
    assert {option.clearing for option in play.options("clearing")} == near  # type: ignore[attr-defined]
    play.choose("clearing", clearing=1)
    assert play.warriors(BEARERS, 1) == 1


def test_E_2_3_the_controller_chooses_among_enemies() -> None:
    table = bearers("duchy", "lizards", "eyrie").put(BEARERS, 2, at=5)
    table.warriors("lizards", 2, at=5).warriors("eyrie", 2, at=5).building("eyrie", "roost", 5)
    play = burn(table)
    assert play.question.key == "flames.burn"
    assert play.offers("burn", player="lizards", kind="warrior")
    assert not play.offers("burn", kind="roost")
    play.choose("burn", player="eyrie").choose("burn", player="eyrie")
    # both leave together: the roost is still there
    assert (play.warriors("eyrie", 5), play.warriors("lizards", 5)) == (0, 2)
    assert play.pieces("eyrie", "roost") == [5]


def test_E_2_3_own_pieces_and_own_hirelings_do_not_burn() -> None:
    table = bearers().put(BEARERS, 2, at=5).with_hireling("popular-band", by="duchy")
    table.put("popular-band", 1, at=5).with_hireling("last-dynasty").put("last-dynasty", 1, at=5)
    table.warriors("duchy", 2, at=5)
    play = burn(table)
    assert play.warriors("duchy", 5) == 2
    assert play.warriors("popular-band", 5) == 1
    assert play.warriors("last-dynasty", 5) == 0


def test_G_1_17_pawns_do_not_burn_and_take_no_damage() -> None:
    table = bearers("duchy", "vagabond").put(BEARERS, 2, at=5)
    table.pawn("vagabond", 5)
    before = str(table.state.boards["vagabond"])
    play = burn(table)
    assert str(play.state.boards["vagabond"]) == before
    assert not play.noted("removed")


def test_HIRE_T38_RULING_H20_a_warlord_stays_and_shields_nothing() -> None:
    table = camp("duchy", "hundreds").with_hireling(BEARERS, by="duchy").put(BEARERS, 1, at=5)
    table.warriors("hundreds", 1, at=5).board("hundreds", warlord=5).building("hundreds", "stronghold", 5)
    play = burn(table)
    assert play.warriors("hundreds", 5) == 1
    assert play.state.buildings[5] == []


def test_E_3_7_the_controller_pays_outrage_for_burnt_sympathy() -> None:
    table = bearers("duchy", "alliance").put(BEARERS, 1, at=5).suit(5, "fox")
    table.token("alliance", "sympathy", 5).hand("duchy", "ambush-fox")
    play = burn(table)
    while play.game.waiting() and play.question.key.startswith("alliance"):
        play.answer(play.question.options[0])
    assert play.state.tokens[5] == []
    assert play.hand("duchy") == []


def test_E_2_3_with_nobody_on_the_map_two_come_anywhere() -> None:
    play = burn(bearers())
    play.choose("clearing", clearing=3).choose("clearing", clearing=3)
    assert play.warriors(BEARERS, 3) == 2


def test_E_2_3_it_must_be_done() -> None:
    table = bearers().put(BEARERS, 1, at=5)
    table.crafted("duchy", "better-burrow-bank").hand("lizards")
    play = dawn(table)
    # beside another thing to do at the same moment there is no way around it
    assert not play.offers("done")


def test_E_2_3_nothing_to_burn_and_nobody_left() -> None:
    table = bearers().put(BEARERS, 6, at=5).turn("duchy", "birdsong.start")
    assert refusal(table.state, "duchy", Direct(BEARERS, "flames-burn")).clause == "E.2.3"  # type: ignore[union-attr]


def test_A_6_3_E_2_1_two_in_any_clearings() -> None:
    def lay(game: Root) -> Flow[None]:
        yield from hirelings(game)[BEARERS].setup(game, BEARERS, "lizards")
        yield from hirelings(game)[BEARERS].when_hired(game, BEARERS, "duchy")

    play = bearers().play(lay)
    play.choose("clearing", clearing=4).choose("clearing", clearing=4)
    # then there are some on the map, and nobody comes when hired
    assert play.warriors(BEARERS, 4) == 2
    assert play.state.guests[BEARERS].supply == 4


# --- Rat Smugglers ----------------------------------------------------------------------------------------


def smugglers(*hand: str) -> Camp:
    table = camp("duchy", "lizards").with_hireling(SMUGGLERS, by="duchy")
    table.warriors("duchy", 3, at=5).warriors("lizards", 2, at=5).hand("duchy", *hand)
    return table


def item_cards(count: int) -> list[str]:
    from engine.root.data import CARDS, DECKS

    return [card for card in DECKS["base"] if CARDS[card].item][:count]


def test_HIRE_T49_every_item_card_is_a_move_or_a_battle() -> None:
    first, second = item_cards(2)
    table = smugglers(first, second).dice(1, 0)
    play = table.turn("duchy", "daylight.assembly").start()
    assert play.offers("smuggle_move", card=first)
    play.choose("smuggle_battle", card=first).choose("battle", clearing=5)
    assert play.warriors("lizards", 5) == 1
    play.choose("smuggle_move", card=second).choose("move", origin=5, to=1, warriors=1)
    assert play.warriors("duchy", 1) == 1
    assert play.hand("duchy") == []


def test_E_2_2_a_card_without_an_item_does_not_do() -> None:
    play = smugglers("ambush-fox").turn("duchy", "daylight.assembly").start()
    assert not play.offers("smuggle_move")
    assert refusal(play.state, "duchy", SmuggleMove("ambush-fox")).clause == "E.2.2"  # type: ignore[union-attr]
    assert play.question.secret


def test_E_2_2_only_their_controller_and_only_in_daylight() -> None:
    (card,) = item_cards(1)
    table = smugglers(card).turn("duchy", "evening.draw")
    assert refusal(table.state, "duchy", SmuggleMove(card)).clause == "E.2.4"  # type: ignore[union-attr]
    assert refusal(table.state, "lizards", SmuggleBattle(card)).clause == "E.3.4"  # type: ignore[union-attr]


def test_E_2_2_there_must_be_somebody_to_move_or_to_battle() -> None:
    (card,) = item_cards(1)
    table = camp("duchy", "lizards").with_hireling(SMUGGLERS, by="duchy").hand("duchy", card)
    table.turn("duchy", "daylight.assembly")
    assert refusal(table.state, "duchy", SmuggleMove(card)).clause == "E.2.2"  # type: ignore[union-attr]
    assert refusal(table.state, "duchy", SmuggleBattle(card)).clause == "E.2.2"  # type: ignore[union-attr]


def test_E_2_2_a_Vagabond_moves_without_boots() -> None:
    (card,) = item_cards(1)
    table = camp("vagabond", "lizards").with_hireling(SMUGGLERS, by="vagabond").hand("vagabond", card)
    table.pawn("vagabond", 5).turn("vagabond", "daylight.actions")
    play = table.start().choose("smuggle_move", card=card)
    (first, *_) = play.options("travel")
    assert refusal(play.state, "vagabond", first) is None
    play.answer(first)
    assert play.state.pawns["vagabond"] == first.to  # type: ignore[attr-defined]
    # and the next one costs a boot again
    assert not play.offers("travel")
