"""Cards in the hands of the Vagabond, and cards used on bots."""

from __future__ import annotations

from engine.root.cards.base.effects import Spy
from engine.root.factions.vagabond.travel import Travel
from tests.engine.root.board import Table, board
from tests.engine.root.factions.vagabond_table import carry, items


def cobbler(things: str, **relations: str) -> Table:
    """The Vagabond at 10 at the start of Evening, with Cobbler; a Marquise warrior stands in 1."""
    table = board("vagabond", "marquise").turn("vagabond", "evening.start").crafted("vagabond", "cobbler")
    carry(table, things).pawn("vagabond", 10).board("vagabond", character="thief", relations=relations)
    return table.warriors("marquise", 1, at=1)


# --- RULING D1 --------------------------------------------------------------------------------------------


def test_9_5_1_cobbler_costs_the_vagabond_no_boot_DECK_T30() -> None:
    # given no boots and no Hostile warriors in 1
    play = cobbler("torch").start().choose("cobbler").choose("travel", to=1)
    assert play.state.pawns["vagabond"] == 1


def test_9_2_9_III_b_cobbler_costs_a_boot_for_the_hostile_DECK_T30() -> None:
    # given the Marquise is Hostile and stands in 1
    play = cobbler("boot", marquise="hostile").start().choose("cobbler").choose("travel", to=1)
    assert play.state.pawns["vagabond"] == 1
    assert items(play) == "boot-"


def test_9_2_9_III_b_cobbler_without_a_boot_does_not_lead_to_the_hostile_DECK_T30() -> None:
    play = cobbler("torch", marquise="hostile").start().choose("cobbler")
    assert not play.offers("travel", to=1)
    assert play.offers("travel", to=2)
    assert play.refused("vagabond", Travel(1)).clause == "9.2.9.III.b"


def test_9_5_1_cobbler_leads_into_no_forest() -> None:
    play = cobbler("torch").start().choose("cobbler")
    assert play.verbs() == {"travel"}


def test_9_5_2_command_warren_costs_the_vagabond_no_sword() -> None:
    table = board("vagabond", "marquise").turn("vagabond", "daylight.start").dice(1, 0)
    carry(table, "sword torch").pawn("vagabond", 5).board("vagabond", character="thief")
    table.crafted("vagabond", "command-warren").warriors("marquise", 2, at=5)
    play = table.start().choose("command_warren", clearing=5, defender="marquise")
    # then the battle is fought with the sword still ready
    assert play.warriors("marquise", at=5) == 1
    assert items(play) == "sword torch"


def test_9_2_4_emigre_takes_the_vagabond_into_battle() -> None:
    table = board("vagabond", "marquise", deck="exiles").turn("vagabond", "birdsong.end").dice(1, 0)
    carry(table, "sword torch").pawn("vagabond", 5).board("vagabond", character="thief")
    table.crafted("vagabond", "eyrie-emigre").warriors("marquise", 2, at=1)
    play = table.start().choose("travel", to=1).choose("battle", clearing=1, defender="marquise")
    assert play.warriors("marquise", at=1) == 1
    assert play.state.players["vagabond"].crafted == ["eyrie-emigre"]


def test_9_2_2_I_favor_damages_three_items() -> None:
    # given the Vagabond in a rabbit clearing with three undamaged items
    table = board("marquise", "vagabond").turn("marquise", "daylight.actions")
    carry(table, "sword torch boot").pawn("vagabond", 5)
    table.building("marquise", "workshop", at=5).building("marquise", "workshop", at=10, count=2)
    play = table.hand("marquise", "favor-of-the-rabbits").start().choose("craft", card="favor-of-the-rabbits")
    # then all three are damaged and he is still there
    assert items(play) == "boot! sword! torch!"
    assert play.state.pawns["vagabond"] == 5


# --- RB 2.8.1 ---------------------------------------------------------------------------------------------


def test_RB_2_8_1_who_robs_a_bot_draws_and_the_bot_scores() -> None:
    table = board("eyrie", "marquise:clockwork").turn("eyrie", "birdsong.start").deck("anvil", "sword")
    play = table.change(lambda game: game.players["eyrie"].crafted.append("stand-and-deliver")).start()
    play.choose("stand_and_deliver", player="marquise")
    assert play.hand("eyrie") == ["anvil"]
    assert play.score("marquise") == 1


def test_RB_2_8_1_a_card_given_to_a_bot_is_discarded() -> None:
    table = board("eyrie", "marquise:clockwork", deck="exiles").turn("eyrie", "birdsong.start")
    table.crafted("eyrie", "swap-meet").hand("eyrie", "sword").change(lambda game: game.deck.append("anvil"))
    play = table.start().choose("swap_meet", player="marquise").choose("give_back", card="sword")
    assert (play.hand("eyrie"), play.state.discard) == (["anvil"], ["sword"])
    assert play.score("marquise") == 1


def test_RB_2_8_1_a_bot_has_no_hand_to_look_at() -> None:
    table = board("eyrie", "marquise:clockwork").turn("eyrie", "daylight.craft")
    table.crafted("eyrie", "codebreakers").hand("eyrie", "anvil").building("eyrie", "roost", at=1)
    play = table.start()
    assert not play.offers("codebreakers")
    assert play.refused("eyrie", Spy("marquise")).clause == "1.2.1"


def test_RB_2_8_1_better_burrow_bank_gives_a_bot_a_point() -> None:
    table = board("eyrie", "marquise:clockwork").turn("eyrie", "birdsong.start")
    play = table.crafted("eyrie", "better-burrow-bank").start()
    assert len(play.hand("eyrie")) >= 1
    assert play.score("marquise") == 1
