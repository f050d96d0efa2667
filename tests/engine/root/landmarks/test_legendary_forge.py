"""F.6  The Legendary Forge: items that only who is there can craft."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

from engine.root.actions.craft import Craft, craft
from engine.root.check import items_of
from engine.root.data import ITEM_SUPPLY
from engine.root.landmarks.legendary_forge import ForgeBoard
from engine.root.rules import RULES
from engine.root.verbs import place_warriors
from tests.engine.root.board import Play, Table, board
from tests.engine.root.clockwork.bots import bot, run
from tests.engine.root.factions.riverfolk_table import RIVERFOLK, riverfolk
from tests.engine.root.factions.vagabond_table import wanderer
from tests.engine.root.voices import (
    Hireling,
    only_today,  # noqa: F401  a fixture
    sits,
)

FORGE = 7
"""A mouse clearing of the autumn map."""


def forge(
    owner: str = "marquise", *hand: str, at: int = FORGE, others: tuple[str, ...] = ("alliance",)
) -> Table:
    table = board(owner, *others).no_ruins().landmark("legendary-forge", at=at)
    return table.hand(owner, *hand)


def cat(*hand: str, at: int = FORGE) -> Table:
    """The Marquise with workshops in a fox, a mouse and a rabbit clearing that are not the Forge's."""
    table = forge("marquise", *hand, at=at)
    for clearing in (1, 2, 3):
        table.building("marquise", "workshop", at=clearing)
    return table


def items(play: Play) -> dict[str, int]:
    return cast(ForgeBoard, play.state.boards["legendary-forge"]).items


@pytest.mark.parametrize(
    ("clearing", "taken"),
    [
        (1, {"sword": 2, "crossbow": 1, "hammer": 1}),
        (7, {"bag": 2, "tea": 2}),
        (5, {"boot": 2, "coin": 2}),
    ],
)
def test_F_6_1_items_by_the_suit_of_its_clearing(clearing: int, taken: dict[str, int]) -> None:
    # given the Forge in a fox, a mouse, a rabbit clearing / then those items lie on its card, and none in the supply
    play = forge(at=clearing).turn("marquise", "daylight.actions").start()
    assert items(play) == taken
    assert all(play.state.item_supply[item] == 0 for item in taken)
    assert items_of(play.state) == Counter({str(item): count for item, count in ITEM_SUPPLY.items() if count})
    # and everybody sees them there
    (guest,) = RULES.view(play.state, None).guests
    assert Counter(item.item for item in guest.own.items) == Counter(taken)


def test_RULING_L9_its_suit_is_fixed_at_setup() -> None:
    play = forge(at=5).suit(5, "fox").turn("marquise", "daylight.actions").start()
    assert items(play) == {"boot": 2, "coin": 2}


def test_F_6_without_a_piece_there_LM_T11() -> None:
    # given no piece of hers at the Forge / when she would craft Root Tea / then it is refused
    play = cat("root-tea-fox").turn("marquise", "daylight.actions").start()
    assert not play.offers("craft")
    assert play.refused("marquise", Craft("root-tea-fox")).clause == "F.6"


def test_F_6_with_a_piece_there_a_card_and_a_point_LM_T12() -> None:
    # given a token of hers there / when she crafts Root Tea
    table = cat("root-tea-fox").token("marquise", "wood", at=FORGE).turn("marquise", "daylight.actions")
    play = table.deck("anvil").start().choose("craft", card="root-tea-fox")
    # then two points for the tea and one more, and a card; the tea is from the Forge
    assert (play.score("marquise"), play.hand("marquise")) == (3, ["anvil"])
    assert items(play)["tea"] == 1
    assert play.state.players["marquise"].items == ["tea"]


def test_7_2_3_disdain_for_trade_does_not_stop_the_bonus_LM_T13() -> None:
    # given the Eyrie, not under the Builder, with a roost at the Forge
    table = forge("eyrie", "root-tea-fox").building("eyrie", "roost", at=FORGE)
    play = table.turn("eyrie", "daylight.craft").deck("anvil").play(craft, "eyrie", Craft("root-tea-fox"))
    # then one point, and one more from the Forge
    assert (play.score("eyrie"), play.hand("eyrie")) == (2, ["anvil"])


def test_14_2_3_the_hundreds_score_the_extra_point_either_way() -> None:
    # given a stronghold at the Forge / when tea is crafted from it, and kept or removed
    for verb, points in (("keep_item", 1), ("score_item", 3)):
        table = forge("hundreds", "root-tea-fox").building("hundreds", "stronghold", at=FORGE)
        table.turn("hundreds", "daylight.craft").deck("anvil", "sword")
        play = table.start().choose("craft", card="root-tea-fox").choose(verb)
        # then the extra point comes with the item (no points of its own) and without it (its two points)
        assert play.score("hundreds") == points


def test_E_3_3_a_hireling_there_is_no_faction_piece_LM_T14() -> None:
    table = sits(cat("root-tea-fox"), Hireling, supply=2, by="marquise")
    place_warriors(table.state, "guest", FORGE, 2, "E")
    play = table.turn("marquise", "daylight.actions").start()
    assert play.refused("marquise", Craft("root-tea-fox")).clause == "F.6"


def test_F_6_other_items_are_crafted_as_usual_LM_T15() -> None:
    # given the Forge in a fox clearing, and one of her pieces there / when she crafts Travel Gear (a boot)
    table = cat("travel-gear-fox", at=12).warriors("marquise", 1, at=12).turn("marquise", "daylight.actions")
    play = table.start().choose("craft", card="travel-gear-fox")
    # then it is from the supply, without a bonus
    assert (play.score("marquise"), play.hand("marquise")) == (1, [])
    assert play.state.item_supply["boot"] == ITEM_SUPPLY["boot"] - 1


def test_4_1_2_when_none_is_left() -> None:
    table = (
        cat("root-tea-fox")
        .warriors("marquise", 1, at=FORGE)
        .board("legendary-forge", items={"tea": 0, "bag": 2})
    )
    play = table.turn("marquise", "daylight.actions").start()
    assert play.refused("marquise", Craft("root-tea-fox")).clause == "4.1.2"


def test_F_6_with_master_engravers_both_count() -> None:
    table = board("marquise", "alliance", deck="exiles").no_ruins().landmark("legendary-forge", at=FORGE)
    table.hand("marquise", "root-tea-fox").crafted("marquise", "master-engravers").warriors(
        "marquise", 1, at=FORGE
    )
    table.building("marquise", "workshop", at=2)
    play = table.turn("marquise", "daylight.actions").start().choose("craft", card="root-tea-fox")
    assert play.score("marquise") == 4


def test_RULING_L8_export_needs_the_forge_and_brings_no_bonus() -> None:
    # given trade posts, and a piece at the Forge or not
    for there in (False, True):
        table = riverfolk(funds=3).token(RIVERFOLK, "tradepost-mouse", at=2).hand(RIVERFOLK, "root-tea-fox")
        table.landmark("legendary-forge", at=FORGE)
        if there:
            table.warriors(RIVERFOLK, 1, at=FORGE)
        play = table.start()
        assert play.offers("export", card="root-tea-fox") == there
        if there:
            play.choose("export", card="root-tea-fox")
            assert (play.score("riverfolk"), items(play)["tea"]) == (0, 2)


def test_the_vagabond_needs_the_pawn_there() -> None:
    for at, offered in ((FORGE, True), (2, False)):
        table = wanderer("hammer", at=at).landmark("legendary-forge", at=FORGE)
        play = table.hand("vagabond", "root-tea-fox").start()
        assert play.offers("craft", card="root-tea-fox") == offered


def test_RB_1_1_2_a_bot_there_scores_the_extra_point_and_one_for_the_card() -> None:
    # given a bot with a piece at the Forge, and an order with tea
    for there, points in ((True, 3), (False, 0)):
        table = bot("eyrie").landmark("legendary-forge", at=FORGE)
        if there:
            table.warriors("eyrie", 1, at=FORGE)
        play = run(table, "eyrie", "root-tea-fox", "birdsong.craft")
        assert play.score("eyrie") == points
