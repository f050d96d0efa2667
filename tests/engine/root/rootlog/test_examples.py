"""What each faction writes: a table, a few choices, and the tokens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.chance import scripted, seeded
from engine.flow import Flow
from engine.game import Game
from engine.root.actions.battle import battle
from engine.root.cast import recast
from engine.root.factions.vagabond.items import Item, ThisItem
from engine.root.hiring.control import gain
from engine.root.rootlog.differ import Follower
from engine.root.rootlog.write import Pen
from engine.root.rules import RULES, RootRules
from engine.root.setup.table import add_guest
from tests.engine.root.board import Direct, Play, Table, board
from tests.engine.root.factions.duchy_table import duchy
from tests.engine.root.factions.test_corvids import corvids, plot
from tests.engine.root.factions.test_hundreds import hundreds
from tests.engine.root.factions.test_keepers import DELVE, FOREST, RETAINER, keepers, relic, retinue


class Recorded(Play):
    """A game under test whose tokens are written."""

    def __init__(self, table: Table, rules: RootRules) -> None:
        game = Game(rules, table.setup, scripted(table._dice, seeded("test")))
        recast(table.state)
        game.state = table.state
        self.follower = Follower(table.state)
        game.watch = self.follower
        super().__init__(game.start())

    def tokens(self, me: str, *, public: bool = False) -> str:
        pen = Pen(me, self.state.order)
        made = self.follower.made
        return "/".join(pen.token(one.veiled if public else one.change) for one in made)


def begun(table: Table) -> Recorded:
    return Recorded(table, RULES)


def done(table: Table, flow: Callable[..., Flow[Any]], *args: Any) -> Recorded:
    if not table.state.active:
        table.turn(table.state.order[0], "daylight.actions")
    return Recorded(table, Direct(flow, *args))


def test_6_5_the_marquise_battles_and_is_ambushed() -> None:
    # given an ambush of the Eyrie / when the Marquise attacks / then the card leaves the hand by the battle alone
    table = board("marquise", "eyrie").warriors("marquise", 4, at=1).warriors("eyrie", 2, at=1)
    play = done(table.hand("eyrie", "ambush-fox").dice(1, 0), battle, "marquise", 1, "eyrie")
    play.choose("ambush", card="ambush-fox")
    assert play.tokens("marquise") == "XE1F@(1,0)/2w1->/Ew1->"


def test_7_7_turmoil_empties_the_decree() -> None:
    table = board("eyrie", "marquise").turn("eyrie", "daylight.decree").score("eyrie", 5)
    table.state.deck.remove("armorers")
    column = table.state.boards["eyrie"]
    column.leader = "despot"  # type: ignore[attr-defined]
    column.decree["recruit"] = ["armorers"]  # type: ignore[attr-defined]
    play = begun(table).choose("leader", leader="builder")
    assert isinstance(play, Recorded)
    assert play.tokens("eyrie").startswith("$_->/--/#builder->$")


def test_8_2_6_supporters_have_no_name_in_public() -> None:
    # given sympathy in 1 / when the Marquise moves there and gives a card / then only the two know which
    table = (
        board("marquise", "alliance").turn("marquise", "daylight.actions").token("alliance", "sympathy", at=1)
    )
    table.warriors("marquise", 2, at=5).hand("marquise", "anvil", "armorers")
    play = begun(table).choose("move", origin=5, to=1, warriors=1)
    play.choose("give_card", card="anvil")
    assert isinstance(play, Recorded)
    assert play.tokens("marquise") == "w5->1/F#anvilC->A$"
    assert play.tokens("marquise", public=True) == "w5->1/#C->A$"


def test_9_2_7_a_vagabond_damages_items() -> None:
    table = board("marquise", "vagabond").warriors("marquise", 2, at=5).pawn("vagabond", 5).dice(1, 0)
    table.board("vagabond", items=[Item(kind="boot"), Item(kind="sword", exhausted=True)])
    play = done(table, battle, "marquise", 5, "vagabond").choose_many(ThisItem("sword", True))
    assert isinstance(play, Recorded)
    assert play.tokens("marquise") == "XV5(1,0)/%sV$e->d"


def test_10_2_3_the_fallen_become_acolytes() -> None:
    table = board("marquise", "lizards").warriors("marquise", 3, at=1).warriors("lizards", 2, at=1).dice(2, 0)
    assert done(table, battle, "marquise", 1, "lizards").tokens("marquise") == "XL1(2,0)/2Lw1->L$"


def test_11_6_2_the_riverfolk_set_a_price() -> None:
    table = board("riverfolk", "marquise").turn("riverfolk", "evening.prices")
    table.board("riverfolk", prices={"hand_card": 1, "riverboats": 1, "mercenaries": 1})
    play = begun(table).choose("set_price", service="hand_card", price=3)
    assert isinstance(play, Recorded)
    assert play.tokens("riverfolk") == "$_h->3"


def test_12_5_3_the_duchy_reveals_and_sways() -> None:
    table = duchy(step="daylight.sway").hand("duchy", "anvil", "sword")
    table.warriors("duchy", 1, at=1).warriors("duchy", 1, at=2).warriors("duchy", 1, at=3)
    play = begun(table).choose("sway", minister="captain")
    assert isinstance(play, Recorded)
    assert play.tokens("duchy").startswith("F#anvil^/M#sword^/#captain->$/++")


def test_13_4_2_the_corvids_flip_a_bomb() -> None:
    table = corvids(step="birdsong.flip").warriors("corvids", 1, at=1).warriors("marquise", 2, at=1)
    play = begun(plot(table, "bomb", 1)).choose("flip_plot", clearing=1)
    assert isinstance(play, Recorded)
    assert play.tokens("corvids").startswith("t1^t_b/")
    assert {"2Cw1->", "t_b1->", "++"} <= set(play.tokens("corvids").split("/"))


def test_14_4_3_a_warlord_is_a_piece_of_his_own() -> None:
    table = hundreds(step="birdsong.anoint").warriors("hundreds", 2, at=5)
    play = begun(table)
    if play.asked("hundreds") == "hundreds.anoint":
        play.choose("clearing", clearing=5)
    tokens = play.tokens("hundreds").split("/")
    assert {"w5->", "w_w->5"} <= set(tokens)


def test_15_5_2_II_the_keepers_delve() -> None:
    # given a hidden relic / when they delve / then it is turned up for everybody, and the card that is drawn is not
    table = retinue(keepers(step=DELVE), delve=(RETAINER,)).warriors("keepers", 3, at=5)
    play = begun(relic(table, "figure-3", FOREST, hidden=True)).choose("delve", relic="relic-figure")
    assert isinstance(play, Recorded)
    assert play.tokens("keepers").startswith(f"#faith$_2->/t_3_f{FOREST}->5/t5^t_3_f/")
    assert play.tokens("keepers", public=True).endswith("t5^t_3_f/#->K")


def test_E_1_2_a_hireling_is_hired() -> None:
    table = board("marquise", "eyrie").turn("marquise", "daylight.actions")
    add_guest(table.state, "popular-band", "popular-band")
    play = done(table, gain, "popular-band", "marquise")
    assert play.tokens("marquise").split("/")[0].startswith("h_J->C$")


def test_F_5_a_card_is_swapped_at_the_black_market() -> None:
    table = board("marquise", "eyrie").landmark("black-market", at=5).warriors("marquise", 1, at=5)
    table.turn("marquise", "daylight.actions").hand("marquise", "anvil")
    lying = table.state.boards["black-market"].cards[0]  # type: ignore[attr-defined]
    play = begun(table).choose("market_swap", number=1, card="anvil")
    assert isinstance(play, Recorded)
    assert "F#anvilC->W$" in play.tokens("marquise").split("/")
    assert lying in play.hand("marquise")
    assert sorted(play.tokens("marquise", public=True).split("/")) == ["#C->W$", "#W$->C"]
