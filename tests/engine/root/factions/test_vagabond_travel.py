"""9.2.3, 9.2.9.II.b, 9.4.2, 9.5.1  The pawn on its way. Ids VB-T… are cases of the specification."""

from __future__ import annotations

import pytest

from engine.flow import Option
from engine.root.actions.battle import Fight
from engine.root.actions.craft import Craft
from engine.root.factions.marquise.faction import Marquise
from engine.root.factions.vagabond.daylight import Aid, DoQuest, Explore
from engine.root.factions.vagabond.travel import Slip, Travel
from engine.rules import Refusal
from tests.engine.root.board import Table
from tests.engine.root.factions.vagabond_table import FOREST, carry, items, place, wanderer

HATED = {"marquise": "hostile", "eyrie": "hostile"}


def test_9_2_9_III_b_hostile_warriors_cost_a_second_boot_VB_T5() -> None:
    # given Hostile warriors in clearing 1
    def table(carried: str, step: str) -> Table:
        found = wanderer(carried, at=5, step=step).warriors("marquise", 3, at=1)
        return found.board("vagabond", relations={"marquise": "hostile"})

    # when he slips there / then it is free
    play = table("boot boot", "birdsong.slip").start().choose("slip", to=1)
    assert (place(play), items(play)) == (1, "boot boot")
    # when he moves there / then it takes two boots, and one is too few
    play = table("boot boot", "daylight.actions").start().choose("travel", to=1)
    assert (place(play), items(play)) == (1, "boot- boot-")
    play = table("boot boot-", "daylight.actions").start()
    assert play.refused("vagabond", Travel(1)).clause == "9.2.9.III.b"
    assert play.offers("travel", to=2)


def test_9_2_9_III_b_two_hostile_factions_still_two_boots_VB_T6() -> None:
    # given warriors of two Hostile factions in clearing 1
    table = wanderer("boot boot boot", "marquise", "eyrie", at=5).board("vagabond", relations=dict(HATED))
    play = table.warriors("marquise", 1, at=1).warriors("eyrie", 1, at=1).start()
    # when he moves there / then two boots
    assert items(play.choose("travel", to=1)) == "boot boot- boot-"


def test_9_2_9_III_b_a_hostile_building_costs_nothing_VB_T7() -> None:
    # given a building, no warrior, of a Hostile faction in clearing 1
    table = wanderer("boot boot", at=5).board("vagabond", relations=dict(HATED))
    play = table.building("marquise", "sawmill", at=1).start()
    # when he moves there / then one boot
    assert items(play.choose("travel", to=1)) == "boot boot-"


def test_9_5_1_only_a_slip_leads_into_a_forest_VB_T8() -> None:
    # given the pawn in a clearing next to a forest / when Daylight / then no move into the forest
    play = wanderer("boot boot", at=5).start()
    assert {option.to for option in play.options("travel")} == {1, 2}  # type: ignore[attr-defined]
    # when Birdsong / then a slip
    play = wanderer("boot", at=5, step="birdsong.slip").start()
    assert place(play.choose("slip", to=FOREST)) == FOREST


def test_9_5_1_from_a_forest_only_to_its_clearings_VB_T9() -> None:
    # given the pawn in the forest 1_2_5_10 / when he moves to clearing 12 / then it is not adjacent
    play = wanderer("boot", at=FOREST).start()
    assert play.refused("vagabond", Travel(12)).clause == "2.4.1"
    assert items(play.choose("travel", to=10)) == "boot-"
    assert place(play) == 10


def test_9_4_2_a_slip_leaves_a_snare_VB_T10(monkeypatch: pytest.MonkeyPatch) -> None:
    # given somebody forbids leaving clearing 5
    snare = Refusal("13.7.2", "You cannot leave this clearing.")

    def bars_leaving(self: Marquise, game: object, owner: str, mover: str, origin: object) -> Refusal | None:
        return snare if origin == 5 and mover != owner else None

    monkeypatch.setattr(Marquise, "bars_leaving", bars_leaving)
    # when he moves out / then it is refused; when he slips / then it is allowed
    play = wanderer("boot boot", at=5).start()
    assert play.refused("vagabond", Travel(1)) == snare
    play = wanderer("boot", at=5, step="birdsong.slip").start()
    assert place(play.choose("slip", to=1)) == 1
    # and Glide is no Slip
    play = wanderer("torch", at=5, character="harrier").start()
    assert not play.offers("glide")


def test_9_4_2_slip_from_forest_to_forest_and_not_beyond() -> None:
    # given the pawn in a forest
    play = wanderer("boot", at=FOREST, step="birdsong.slip").start()
    # then it may slip to its clearings and the forests next to it, or stay
    reach = {option.to for option in play.options("slip")}  # type: ignore[attr-defined]
    assert reach == {1, 2, 5, 10, "1_9_10_12", "2_6_10_11_12"}
    assert play.refused("vagabond", Slip("4_9_12")).clause == "2.4.1"
    assert place(play.done()) == FOREST


def test_C_3_2_slip_across_a_closed_path_between_forests_only() -> None:
    # given the mountain map, the pawn at one end of a closed path
    table = wanderer("boot boot", step="birdsong.slip")
    table.state.map_id = "mountain"
    table.state.closed = list(table.state.map.closed)
    a, b = table.state.closed[0]
    table.pawn("vagabond", a)
    play = table.start()
    # then he cannot slip along the closed path
    assert not play.offers("slip", to=b)
    assert all(play.offers("slip", to=forest) for forest in play.state.map.forests_at[a])


def test_9_2_3_moves_without_rule() -> None:
    # given cats rule origin and destination / when he moves / then rule does not matter
    table = wanderer("boot", at=5).warriors("marquise", 2, at=5).warriors("marquise", 2, at=1)
    assert place(table.start().choose("travel", to=1)) == 1


@pytest.mark.parametrize(
    "wish",
    [
        Craft("anvil"),
        Aid("marquise", "anvil"),
        DoQuest("repair-a-shed-fox"),
        Fight(1, "marquise"),
        Explore(),
    ],
)
def test_9_5_in_a_forest_no_action_needs_a_clearing_VB_T41(wish: Option) -> None:
    # given the pawn in a forest, items, a card, a quest and cats around it
    table = wanderer("hammer hammer torch sword boot!", at=FOREST).hand("vagabond", "anvil")
    table.warriors("marquise", 2, at=1).state.quests = ["repair-a-shed-fox"]
    play = table.start()
    # when he wants to craft, aid, quest, battle or explore / then it is refused; repair is possible
    play.refused("vagabond", wish)
    assert play.verbs() == {"repair", "done"}
    assert items(play.choose("repair", item="boot")) == "boot hammer hammer- sword torch"


# --- 9.2.9.II.b With allies -------------------------------------------------------------------------------


def allied(*others: str, at: int = 5, step: str = "daylight.actions") -> Table:
    return wanderer("boot", *others, at=at, step=step).board("vagabond", relations={"marquise": "allied"})


def test_9_2_9_II_b_allied_cats_walk_into_sympathy_VB_T30() -> None:
    # given allied cats with him, sympathy in clearing 1, and a fox card in the cats' hand
    table = allied("marquise", "alliance").warriors("marquise", 3, at=5).token("alliance", "sympathy", at=1)
    table.hand("marquise", "anvil")
    # when he moves there with two of them
    play = table.start().choose("travel", to=1, ally="marquise", warriors=2)
    # then the Marquise pays Outrage, not he
    assert play.asked("marquise") == "alliance.outrage"
    play.answer(play.question.options[0])
    assert (place(play), play.warriors("marquise", at=1), play.warriors("marquise", at=5)) == (1, 2, 1)
    assert play.hand("marquise") == []
    assert items(play) == "boot-"


def test_RULING_V3_allied_warriors_need_the_rule_of_their_owner() -> None:
    # given allied cats that rule neither end
    table = allied("marquise", "eyrie").warriors("marquise", 1, at=5).warriors("eyrie", 3, at=5)
    play = table.warriors("eyrie", 1, at=1).start()
    # when he moves / then he goes alone
    assert play.refused("vagabond", Travel(1, "marquise", 1)).clause == "9.2.9.II.b"
    assert play.offers("travel", to=1, ally="")


def test_9_2_9_II_b_only_allies_walk_along() -> None:
    # given Friendly cats with him / when he moves / then they stay
    table = wanderer("boot", at=5).board("vagabond", relations={"marquise": "friendly"})
    assert not table.warriors("marquise", 3, at=5).start().offers("travel", ally="marquise")


def test_RULING_V7_allies_may_follow_a_slip() -> None:
    # given allied cats with him in Birdsong / when he slips into a clearing with one / then it follows
    play = allied(step="birdsong.slip").warriors("marquise", 3, at=5).start()
    assert play.offers("slip", to=FOREST, ally="")
    assert not play.offers("slip", to=FOREST, ally="marquise")
    play.choose("slip", to=1, ally="marquise", warriors=1)
    assert play.warriors("marquise", at=1) == 1


# --- C.2.5 Ferry ------------------------------------------------------------------------------------------


def on_the_lake(step: str = "daylight.actions") -> Table:
    table = wanderer("boot boot", "marquise", at=1, step=step)
    table.state.map_id = "lake"
    table.landmark("ferry", at=1)
    return table.deck("anvil", "sword", "sappers")


def test_C_2_5_the_ferry_takes_the_pawn_and_he_draws() -> None:
    # given the pawn at the Ferry / when he moves by it to clearing 11 / then it goes along and he draws
    play = on_the_lake().start().choose("travel", to=11, boat=True)
    assert (place(play), play.stands("ferry"), play.hand("vagabond")) == (11, 11, ["anvil"])
    assert items(play) == "boot boot-"
    assert not play.offers("travel", boat=True)


def test_RULING_M6_slip_by_ferry() -> None:
    # given the pawn at the Ferry in Birdsong / when he slips by it / then it counts as his ride of the turn
    play = on_the_lake("birdsong.slip").start().choose("slip", to=12, boat=True)
    assert (place(play), play.hand("vagabond"), items(play)) == (12, ["anvil"], "boot boot")
    assert not play.offers("travel", boat=True)


def test_RULING_M1_an_ally_on_the_ferry_draws_too() -> None:
    # given allied cats that rule clearing 1
    table = on_the_lake().warriors("marquise", 2, at=1).board("vagabond", relations={"marquise": "allied"})
    # when they cross with him / then both draw
    play = table.start().choose("travel", to=11, boat=True, ally="marquise", warriors=2)
    assert (play.hand("vagabond"), play.hand("marquise")) == (["anvil"], ["sword"])
    assert play.warriors("marquise", at=11) == 2


# --- RULING D1 --------------------------------------------------------------------------------------------


def test_RULING_D1_a_move_by_a_card_costs_no_boot() -> None:
    # given Cobbler in play and no boots, Hostile cats in clearing 2
    table = carry(wanderer("sword", at=5, step="evening.start"), "sword").crafted("vagabond", "cobbler")
    table.warriors("marquise", 1, at=2).board("vagabond", relations={"marquise": "hostile"})
    # when Evening starts / then he may go to 1, not to 2, and not into a forest
    play = table.start().choose("cobbler")
    assert place(play) == 1
    # given one boot / when he goes to the Hostile cats / then it is exhausted
    table = wanderer("boot", at=5, step="evening.start").crafted("vagabond", "cobbler")
    table.warriors("marquise", 1, at=2).board("vagabond", relations={"marquise": "hostile"})
    play = table.start().choose("cobbler").choose("travel", to=2)
    assert (place(play), items(play)) == (2, "boot-")


def test_RULING_D1_a_battle_by_a_card_costs_no_sword() -> None:
    # given Command Warren in play, the only sword exhausted, and a cat in the clearing
    table = wanderer("sword-", at=5, step="daylight.start").crafted("vagabond", "command-warren")
    play = table.warriors("marquise", 1, at=5).dice(1, 0).start()
    # when Daylight starts / then he may battle, and the undamaged sword counts
    play.choose("command_warren")
    assert play.warriors("marquise", at=5) == 0
    assert items(play) == "sword-"
