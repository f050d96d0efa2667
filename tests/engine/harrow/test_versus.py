"""H8  The Fair Folk against Hester: the table, the bag, who decides, offers of the others, and how it ends."""

from __future__ import annotations

import random
from typing import Any, cast

import pytest

from engine.chance import seeded
from engine.commands.simulate import plan, play
from engine.fuzz import random_answer
from engine.game import Game
from engine.harrow.automated.board import AUTOMATED, CARDS
from engine.harrow.automated.board import board_of as solo_board
from engine.harrow.check import RandomGame, check, random_setup
from engine.harrow.data import LAW
from engine.harrow.fairfolk.board import FOLK
from engine.harrow.lobby import LOBBY
from engine.harrow.rules import RULES
from engine.harrow.standin import choose
from engine.harrow.state import Cursor
from engine.harrow.versus.board import FACTS, VERSUS, VersusBoard, board_of
from engine.harrow.versus.ending import claimant
from engine.harrow.versus.offers import take_and_use
from engine.rules import SeatSetup, Setup
from tests.engine.harrow.board import Play, name
from tests.engine.harrow.folk import FolkTable, arrows, board, nests

SEATS = (SeatSetup("alice", "hester"), SeatSetup("bob", FOLK))


class VersusTable(FolkTable):
    """A townsfolk on A1, a building on G4; all tokens are in the bag, and a few cards in the decks."""

    def __init__(self) -> None:
        super().__init__("FFH", ("hester", FOLK))
        self.root("", "D1").townsfolk("A1").building("G4").decks("T01 T02 T03", "U1 U2", "C01 C02")
        self.state.boards[VERSUS] = VersusBoard(bag=sorted(FACTS.tokens), deciding="hester")

    @property
    def versus(self) -> VersusBoard:
        return board_of(self.state)

    def drawn(self, *tokens: str, deciding: str = "hester") -> VersusTable:
        """H8.2.2  Tokens that were drawn this round."""
        for token in tokens:
            self.versus.bag.remove(token)
            self.versus.drawn.append(token)
        self.versus.deciding = deciding
        return self

    def draw(self, token: str = "", side: str = "") -> Play:
        """The next token is this one; a coin shows this side."""
        if token and len(self.versus.bag) > 1:
            self.draws(self.versus.bag.index(token))
        if side:
            self.draws(FACTS.coin.index(side))
        self.state.cursor = Cursor(active="hester", step="versus.draw")
        return self.play()

    def bot(self, step: str, card: str, bot: str) -> Play:
        """A step of the turn of a faction that was activated by this card."""
        return cast(Any, self).solo(step, card, bot)

    def taking(self, bot: str) -> Play:
        """The activated faction takes offers and uses them."""
        solo: Any = self.state.boards[AUTOMATED]
        solo.activated = bot
        self.state.cursor = Cursor(active=bot, step="solo.offers")
        return self.play(take_and_use, bot)


def table() -> VersusTable:
    return VersusTable()


def begun(**options: str) -> Play:
    return Play(Game(RULES, Setup(SEATS, {"mode": "FFH", "map": "a", **options}), seeded("versus")).start())


def to(play: Play, key: str) -> Play:
    """Answer at random until this is asked."""
    dice = random.Random(key)
    while play.question.key != key:
        play.answer(random_answer(play.question, dice), play.question.seat)
    return play


# --- H8.1 setup -----------------------------------------------------------------------------------------------


def test_H8_1_1_all_solo_cards_the_cubes_of_level_1_and_the_usual_fair_folk() -> None:
    play = to(begun(), "setup.item")
    assert sum(len(cards) for cards in solo_board(play.state).decks.values()) == len(CARDS) == 37
    assert [play.cubes(colour) for colour in ("bog", "forest", "plains", "wetlands")] == [1, 1, 1, 1]
    assert (play.cubes("protectors"), play.cubes("family")) == (3, 3)
    assert (play.haints("protectors", "D6"), play.haints("family", "D2")) == (3, 3)
    assert len(board(play).quests) == len(play.player(FOLK).hand) == len(board(play).loaded) == 3
    assert len(play.player("hester").hand) == 4
    assert not any(play.state.tokens)


def test_H8_1_1_H7_1_5_hester_writes_the_location_card_in_secret() -> None:
    play = to(begun(), "setup.item")
    assert play.question.seat == "hester"
    assert play.question.secret
    for place in ("F2", "C2", "A2"):
        play.choose("write_item", hex=place)
    assert play.asked == f"{FOLK} setup.silver"
    seen = {seat: any(one.secret for one in play.game.view(seat).hexes) for seat in ("hester", FOLK, None)}
    assert seen == {"hester": True, FOLK: False, None: False}


def test_H8_1_2_two_tokens_of_the_fair_folk_one_of_hester_and_a_coin() -> None:
    assert sorted(FACTS.tokens) == [FOLK, FOLK, "hester", "solo"]
    play = to(begun(), "solo.deck.building")
    play.choose("pick_deck", deck="red")
    while play.question.key in ("solo.objective", "solo.deck.building"):
        play.answer(play.question.options[0])
    view = play.game.view(None)
    assert sorted([*view.solo.tokens, view.solo.drawn]) == sorted(FACTS.tokens)


def test_H8_1_3_HP_1_10_the_fair_folk_place_the_townsfolk_hester_the_building() -> None:
    play = to(begun(), "solo.deck.townsfolk")
    assert play.question.seat == FOLK
    play.choose("pick_deck", deck="purple")
    if play.question.key == "solo.objective":
        assert play.question.seat == FOLK
        play.answer(play.question.options[0])
    assert play.asked == "hester solo.deck.building"
    assert len(play.state.objectives["townsfolk"]) == 1


# --- H8.2.1, H8.2.2 the bag -----------------------------------------------------------------------------------


def test_H8_2_1_a_token_of_the_fair_folk_is_their_turn() -> None:
    play = table().draw(FOLK)
    assert play.asked == f"{FOLK} folk"
    assert board_of(play.state).drawn == [FOLK]
    assert play.noted("versus.token")[0].about == {"token": FOLK, "left": 3}


def test_H8_2_1_after_hesters_turn_the_brambles_score_and_a_token_follows() -> None:
    found = table().units("family", 1, "D4").draw("hester")
    assert found.asked.startswith("hester root")
    while found.state.active == "hester" and not found.noted("brambles"):
        found.answer(random_answer(found.question, random.Random("brambles")))
    assert found.score("family") == 1
    assert len(board_of(found.state).drawn) == 2


@pytest.mark.parametrize("side", [FOLK, "hester"])
def test_H8_2_1_the_side_of_the_coin_says_who_decides(side: str) -> None:
    play = table().units("protectors", 1, "D5").units("family", 1, "D3").draw("solo", side)
    assert play.asked == f"{side} solo.deck"
    play.choose("pick_deck", deck="red")
    assert play.asked == f"{side} solo.keep"
    play.choose("keep_card")
    assert play.asked == f"{side} solo.bot"
    play.choose("pick_bot", owner="family")
    while play.state.active == "family":
        assert play.question.seat == side
        play.answer(play.question.options[0])


def test_H8_2_2_tokens_stay_out_until_all_four_are_drawn() -> None:
    found = table().drawn("solo", FOLK)
    play = found.draw("hester")
    assert sorted(board_of(play.state).bag) == [FOLK]
    play = table().drawn(FOLK, "hester", "solo", FOLK).draw()
    assert play.state.round == 2
    assert len(board_of(play.state).bag) == 3
    assert len(board_of(play.state).drawn) == 1


def test_H8_2_5_hesters_flames_lie_on_the_fields_whoever_decides() -> None:
    found = table().drawn("solo", deciding=FOLK).actions(4).units("family", 1, "D3")
    play = found.bot("flames", "T01", "family")
    (laid,) = play.noted("solo.fields")
    assert laid.about["strengths"] == {"spawn": 3, "move": 2, "cube": 2}
    assert play.question.seat == FOLK
    while play.state.active == "family":
        play.answer(play.question.options[0])
    assert solo_board(play.state).fields == {}
    assert play.board("hester").actions == 4


# --- H8.2.3 objectives ----------------------------------------------------------------------------------------


def test_H8_2_3_a_new_objective_comes_at_once_and_the_group_walks_on_to_it() -> None:
    found = table().drawn("solo", deciding=FOLK).units("protectors", 1, "A2")
    solo = solo_board(found.state)
    solo.pending, solo.fields = ["move"], {"move": 1}
    play = found.bot("fields", "T02", "protectors")
    # the townsfolk on A1 is rescued by the first of two steps, and whoever decides turns over a card
    assert play.score("protectors") == 2
    assert play.asked == f"{FOLK} solo.deck.townsfolk"
    play.choose("pick_deck", deck="red").choose("pick_hex", hex=35)
    assert play.objectives("townsfolk") == [name(35)]
    assert play.asked == f"{FOLK} solo.step"
    play.choose("pick_hex", hex="B1")
    assert play.count("protectors", "A1") == 0


def test_H8_2_3_in_hesters_turn_she_places_it() -> None:
    found = table().drawn("hester").infected("protectors", 1, "A2").cubes(forest=1)
    play = found.deeds().choose("drive", origin="A2", to="A1", pay="forest")
    assert play.score("protectors") == 2
    assert play.asked == "hester solo.deck.townsfolk"


def test_H8_2_3_in_the_fair_folks_turn_they_do() -> None:
    found = (
        table().drawn(FOLK, deciding=FOLK).units("protectors", 1, "A2").hand(FOLK, "FC07").cubes(fairfolk=2)
    )
    play = cast(VersusTable, found).folk_turn().choose("play_charm", card="FC07")
    play.choose("move_unit", origin="A2", to="A1")
    assert play.score("protectors") == 2
    assert play.asked == f"{FOLK} solo.deck.townsfolk"


# --- H8.2.4 offers --------------------------------------------------------------------------------------------


def test_H8_2_4_only_the_activated_faction_takes_offers_and_uses_them_at_once() -> None:
    found = table().nest("D5", "OF10").nest("D3", "OF9").nest("B2", "OF8")
    found.units("protectors", 1, "D5").units("family", 1, "D3").infected("protectors", 1, "C5").hester("B2")
    play = cast(VersusTable, found.cubes(protectors=2).tree(protectors=2)).taking("protectors")
    assert nests(play) == {"B2": "OF8", "D3": "OF9", "D5": ""}
    assert board(play).taken.get("protectors") == []
    assert "OF10" in board(play).bag
    assert play.cubes("protectors") == 4
    assert [event.about["offer"] for event in play.noted("offer.used")] == ["OF10"]


def test_H8_2_4_H7_6_1_the_tree_may_give_the_fair_folk_an_arrow_and_a_guess() -> None:
    found = cast(VersusTable, table().nest("D5", "OF1").units("protectors", 1, "D5"))
    play = found.taking("protectors")
    assert play.asked == f"{FOLK} offer.arrow"
    play.choose("place_arrow", hex="D5", axis="q", side="E")
    assert arrows(play) == [("D5", "q", "E")]
    assert play.asked == f"{FOLK} offer.guess"


def test_HP_2_22_HP_4_9_whoever_decides_says_in_which_order() -> None:
    found = table().drawn("solo", deciding=FOLK).nest("D5", "OF9").nest("C5", "OF10")
    found.units("protectors", 1, "D5").units("protectors", 1, "C5").cubes(protectors=3)
    found.tree(protectors=3).tree(protectors=3)
    play = cast(VersusTable, found).taking("protectors")
    assert play.asked == f"{FOLK} solo.offer"
    play.choose("visit_nest", hex="C5")
    assert play.asked == f"{FOLK} solo.use"
    play.choose("use_offer", offer="OF10")
    assert play.cubes("protectors") == 6


def using(offer: str, found: FolkTable, deciding: str = "hester") -> Play:
    found.taken("protectors", offer)
    return cast(VersusTable, found).drawn("solo", deciding=deciding).taking("protectors")


def test_HE_168_H8_2_4_a_faction_without_a_player_uses_its_offer_in_the_same_turn() -> None:
    play = using("OF10", table())
    assert play.game.over
    assert play.cubes("protectors") == 2


def test_H8_2_4_OF2_a_card_does_nothing() -> None:
    play = using("OF2", table())
    assert play.player("protectors").hand == []
    assert [event.key for event in play.events][-1] == "versus.nothing"


@pytest.mark.parametrize(("offer", "sent"), [("OF7", 1), ("OF8", 2)])
def test_H8_2_4_each_ADVANCE_sends_a_whole_group_to_any_legal_neighbour(offer: str, sent: int) -> None:
    found = (
        table().units("protectors", 3, "D5").units("protectors", 2, "C5").units("family", 1, "E4").fire("D4")
    )
    play = using(offer, found, FOLK)
    assert play.asked == f"{FOLK} solo.send"
    # not onto flames, not onto others, never more than four, never a part of the group
    assert not play.offers("send_group", origin="D5", to="D4")
    assert play.refused("send_group", origin="D5", to="D4").clause == "H5.8.1"
    assert play.refused("send_group", origin="D5", to="E4").clause == "H1.2.6"
    assert play.refused("send_group", origin="D5", to="C5").clause == "H1.2.3"
    assert play.refused("send_group", origin="D5", to="D7").clause == "HM.2.3"
    assert play.refused("send_group", origin="A1", to="A2").clause == "H8.2.4"
    play.choose("send_group", origin="D5", to="D6")
    assert play.count("protectors", "D6") == 3
    if sent == 2:
        play.choose("send_group", origin="D6", to="D7")
        assert play.count("protectors", "D7") == 3
    assert play.game.over


@pytest.mark.parametrize(("offer", "haints"), [("OF5", 1), ("OF6", 2)])
def test_H8_2_4_SPAWN_is_at_home_or_with_the_legend(offer: str, haints: int) -> None:
    play = using(offer, table().legend("protectors", "C4"))
    assert {name(one.hex) for one in play.options("pick_hex")} == {"D6", "C4"}
    for _ in range(haints):
        play.choose("pick_hex", hex="C4")
    assert play.haints("protectors", "C4") == haints
    assert play.game.over


def test_H8_2_4_SPAWN_without_a_place_is_lost() -> None:
    play = using("OF5", table().legend("protectors", "D6").units("protectors", 3, "D6"))
    assert play.game.over
    assert play.haints("protectors", "D6") == 3


def test_H8_2_4_OF3_an_enemy_haint_moves_OF11_two_legends_do() -> None:
    play = using("OF3", table().units("family", 1, "D3").units("protectors", 1, "C5"), FOLK)
    assert play.asked == f"{FOLK} offer.move"
    assert {one.owner for one in play.options("move_unit")} == {"family"}
    play.choose("move_unit", origin="D3", to="C3")
    assert play.haints("family", "C3") == 1
    play = using("OF11", table().legend("family", "D3").legend("protectors", "D6"), FOLK)
    play.choose("move_unit", owner="family", to="C3").choose("move_unit", owner="protectors", to="D7")
    assert (play.legend("family"), play.legend("protectors")) == ("C3", "D7")


def test_H8_2_4_H8_2_3_a_group_sent_onto_its_objective_scores() -> None:
    play = using("OF7", table().units("protectors", 1, "A2"))
    play.choose("send_group", origin="A2", to="A1")
    assert play.score("protectors") == 2
    assert play.asked == "hester solo.deck.townsfolk"


def test_H8_2_4_hester_keeps_her_offers_for_later_turns() -> None:
    found = table().drawn("hester").nest("C4", "OF8").hester("C4").cubes(plains=3).tree(plains=3)
    play = found.cleanup("hester")
    assert board(play).taken == {"hester": ["OF8"]}
    play = table().taken("hester", "OF8").deeds().choose("use_offer", offer="OF8")
    assert play.asked == "hester gain"


def test_FC12_those_without_a_player_take_the_cube() -> None:
    found = table().drawn(FOLK, deciding=FOLK).hand(FOLK, "FC12").cubes(fairfolk=1)
    play = cast(VersusTable, found).folk_turn().choose("play_charm", card="FC12")
    assert play.asked == "hester exchange"
    assert (play.cubes("protectors"), play.cubes("family")) == (1, 1)


# --- H8.3 the end ---------------------------------------------------------------------------------------------


def test_H8_3_1_with_the_queen_the_fair_folk_win_when_all_tokens_are_drawn() -> None:
    found = table().found("sword", "crown", "queen")
    play = cast(VersusTable, found).drawn("hester", "solo").draw()
    # two tokens of the Fair Folk leave the bag: the round is over
    assert play.noted("versus.dropped")[0].about["tokens"] == 2
    assert (play.game.over, play.state.winners, play.state.end) == (True, [FOLK], "alone")
    assert check(play.state) == []


def test_HE_167_H8_3_1_a_coin_after_the_queen_is_hesters_without_a_toss() -> None:
    found = cast(VersusTable, table().found("sword", "crown", "queen")).drawn(
        FOLK, FOLK, "hester", deciding=FOLK
    )
    play = found.draw()
    assert play.asked == "hester solo.deck"
    assert play.noted("versus.no.toss")
    assert not play.noted("versus.coin")


def full(found: FolkTable, fires: int) -> FolkTable:
    """So many squares are filled."""
    sides = {"protectors": ("spawn",) * min(fires, 3), "family": ("spawn",) * max(0, fires - 3)}
    found.squares(**sides)
    return found


def test_H8_3_2_six_squares_win_at_the_end_of_hesters_turn_not_before() -> None:
    found = full(table(), 5).legend("family", "D3").hester("D3")
    found.state.cursor = Cursor(active="hester", step="cleanup")
    play = found.play().choose("devour", owner="family").choose("bite", token="spawn", place="box")
    assert play.state.winners == ["hester"]
    told = [event.key for event in play.events]
    assert told.index("devoured") < told.index("won.alone")
    assert play.events[-1].clause == "H8.3.2"


def test_H8_3_2_with_actions_left_she_plays_on_first() -> None:
    found = full(table(), 5).actions(2).infected("protectors", 1, "C3").infected("family", 1, "D3")
    play = found.cubes(plains=2, forest=2, bog=2, wetlands=2).deeds()
    (drive, *_) = play.options("drive", origin="C3", to="D3")
    play.answer(drive)
    while play.question.key.startswith("fire."):
        play.answer(play.question.options[0])
    assert all(square.filled for square in play.board("hester").squares)
    assert not play.game.over


@pytest.mark.parametrize(
    ("found", "squares", "winner"),
    [
        ("sword crown", 5, "hester"),
        ("sword crown", 4, FOLK),
        ("sword", 3, "hester"),
        ("sword", 2, FOLK),
        ("", 2, "hester"),
        ("", 1, ""),
    ],
)
def test_H8_3_3_who_claims_a_minor_victory(found: str, squares: int, winner: str) -> None:
    assert claimant(full(table().found(*found.split()), squares).state) == winner


@pytest.mark.parametrize(("squares", "winner"), [(3, "hester"), (2, FOLK)])
def test_HE_165_H8_3_3_seven_points_with_the_sword_found(squares: int, winner: str) -> None:
    found = full(table().found("sword"), squares).points(family=6).units("family", 1, "D4")
    found.state.cursor = Cursor(active="hester", step="versus.brambles")
    play = found.play()
    assert (play.game.over, play.state.winners, play.state.end) == (True, [winner], "minor.points")
    (told,) = play.noted("versus.minor")
    assert told.about["owner"] == winner


def test_HE_166_H8_3_3_nothing_found_and_one_square_nobody_wins() -> None:
    found = full(table(), 1).points(protectors=6).units("protectors", 1, "D4")
    found.state.cursor = Cursor(active="hester", step="versus.brambles")
    play = found.play()
    assert (play.game.over, play.state.winners, play.state.end) == (True, [], "nobody.points")
    assert check(play.state) == []


def test_H8_3_3_no_card_when_one_is_needed() -> None:
    found = cast(VersusTable, full(table().found("sword"), 2).decks("", "", "")).drawn(FOLK)
    play = found.draw("solo", FOLK)
    assert (play.game.over, play.state.winners, play.state.end) == (True, [FOLK], "minor.cards")


def test_H8_3_4_it_is_settled_in_the_middle_of_a_turn() -> None:
    found = full(table(), 2).points(protectors=5).infected("protectors", 1, "A2").cubes(forest=1)
    play = found.deeds().choose("drive", origin="A2", to="A1", pay="forest")
    assert (play.game.over, play.state.winners) == (True, ["hester"])
    assert not play.noted("solo.placed")


def test_H8_3_4_with_the_queen_the_fair_folk_win_in_full_instead() -> None:
    found = full(table().found("sword", "crown", "queen"), 5).points(family=6).units("family", 1, "D4")
    found.state.cursor = Cursor(active="hester", step="versus.brambles")
    play = found.play()
    assert (play.state.winners, play.state.end) == ([FOLK], "alone")


def test_H8_3_4_both_win_in_full_in_the_same_round() -> None:
    found = full(table().found("sword", "crown", "queen"), 6)
    found.state.cursor = Cursor(active="hester", step="end")
    play = found.play()
    assert sorted(play.state.winners) == [FOLK, "hester"]


# --- peace ----------------------------------------------------------------------------------------------------


def test_FC03_in_a_game_of_two_only_hester_must_take_a_turn() -> None:
    found = table().drawn(FOLK, deciding=FOLK).hand(FOLK, "FC03").cubes(fairfolk=3)
    play = cast(VersusTable, found).folk_turn().choose("play_charm", card="FC03")
    assert board(play).calm == ["hester"]


# --- the table as people meet it --------------------------------------------------------------------------------


def test_H8_lobby_two_people_and_no_level() -> None:
    agreed = Setup(SEATS, {"mode": "FFH"})
    assert LOBBY.problems(agreed) == []
    assert list(LOBBY.seats(agreed)) == [2]
    assert set(LOBBY.factions(agreed)) == {"hester", FOLK}
    choices = LOBBY.choices(agreed)
    assert "FFH" in choices["mode"].values
    assert not choices["level"].matters
    assert choices["decides"].matters
    three = Setup((*SEATS, SeatSetup("carol", "family")), {"mode": "C5"})
    assert "FFH" not in LOBBY.choices(three)["mode"].values


def test_H8_2_1_everybody_sees_the_bag_and_who_decides() -> None:
    play = table().drawn(FOLK).draw("solo", FOLK)
    for seat in ("hester", FOLK, None):
        solo = play.game.view(seat).solo
        assert (sorted(solo.tokens), solo.drawn, solo.deciding, solo.level) == (
            [FOLK, "hester"],
            "solo",
            FOLK,
            0,
        )


def test_H6_9_hands_off_nobody_is_asked_for_them() -> None:
    played = RandomGame(Setup(SEATS, {"mode": "FFH", "map": "a", "decides": "rules"}), "hands off", keep=True)
    played.game.start()
    while not played.over:
        (question,) = played.game.waiting()
        assert not question.key.startswith("solo.")
        played.step()
    assert played.faults == []


def test_H7_1_5_a_stand_in_writes_another_card_in_every_game() -> None:
    cards = set()
    for number in range(6):
        game = Game(RULES, Setup(SEATS, {"mode": "FFH", "map": "a", "decides": "rules"}), seeded(str(number)))
        game.start()
        while not game.state.boards[FOLK].card.get("queen"):  # type: ignore[attr-defined]
            (question,) = game.waiting()
            game.answer(question.seat, choose(game.view(question.seat), question))  # type: ignore[arg-type]
        cards.add(tuple(game.state.boards[FOLK].card.values()))  # type: ignore[attr-defined]
    assert len(cards) > 3


@pytest.mark.parametrize("who", ["random", "standin"])
def test_simulate_plays_the_fair_folk_against_hester(who: str) -> None:
    result = play(plan("harrow", f"hester={who},fairfolk={who}", {"mode": "FFH"}), 3, 3)
    assert result.end.partition(".")[0] in ("minor", "nobody", "alone")


@pytest.mark.parametrize("number", range(6))
def test_reload_and_undo_at_every_decision(number: int) -> None:
    seed = f"versus reload {number}"
    played = RandomGame(random_setup(random.Random(seed), "FFH"), seed, keep=True)
    played.play(600, trials=60)
    assert played.faults == []
    assert played.over


def test_every_event_of_a_game_cites_the_law() -> None:
    played = RandomGame(random_setup(random.Random("law"), "FFH"), "law", keep=True)
    played.game.start()
    events = played.game.take_events()
    while not played.over:
        (question,) = played.game.waiting()
        events += played.game.answer(question.seat, random_answer(question, random.Random(len(events))))
    assert {event.key for event in events} >= {"versus.token", "solo.activated", "solo.field", "solo.placed"}
    assert all(event.clause in LAW for event in events)
