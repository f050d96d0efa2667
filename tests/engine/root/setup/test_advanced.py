"""A  Advanced setup: the draft of setup cards, five cards keep three. Ids SETUP-T… are edge cases of setup."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from engine.chance import seeded
from engine.fuzz import random_answer
from engine.game import Game, Saved, encode
from engine.root import data
from engine.root.check import RandomGame
from engine.root.data import MAPS
from engine.root.faction import FACTIONS
from engine.root.factions.vagabond.facts import CHARACTERS
from engine.root.factions.vagabond.items import VagabondBoard
from engine.root.lobby import LOBBY
from engine.root.rules import RULES
from engine.root.setup import advanced
from engine.root.setup.advanced import (
    INSURGENT,
    MILITANT,
    KeepCard,
    TakeFaction,
    cards_of,
    is_locked,
)
from engine.root.state import CLEARINGS, SetupCard
from engine.root.words import WORDS
from engine.rules import Event, SeatSetup, Setup
from render import text_board
from tests.engine.root.board import Play

MILITANTS = {name for name, board in data.FACTIONS.items() if board.kind == MILITANT}


def draft(players: int, *bots: str, **options: Any) -> Setup:
    """A game in which so many seats draft, after these bots."""
    seats = [SeatSetup(bot, bot, "clockwork") for bot in bots]
    seats += [SeatSetup(f"seat{number}") for number in range(1, players + 1)]
    return Setup(tuple(seats), {"setup": "advanced"} | options)


def begun(setup: Setup, seed: str = "draft") -> Play:
    return Play(Game(RULES, setup, seeded(seed)).start())


def with_cards(players: int, *cards: SetupCard) -> Play:
    """A draft with these setup cards on the table, at the first choice."""
    play = begun(draft(players))
    play.state.setup_cards = list(cards)
    saved = play.game.saved()
    newest = msgspec.structs.replace(saved.checkpoints[-1], state=encode(play.state))
    return Play(Game.load(RULES, msgspec.structs.replace(saved, checkpoints=(newest,)), seeded("draft")))


def card(faction: str, **more: Any) -> SetupCard:
    return SetupCard(faction=faction, **more)


def factions_on_offer(play: Play) -> set[str]:
    return {option.faction for option in play.options("faction")}  # type: ignore[attr-defined]


def finish(play: Play, until: str) -> Play:
    """Answer at random until a question with this key is asked, or the game begins."""
    dice = random.Random("finish")
    while play.state.turn == 0 and all(q.key != until for q in play.game.waiting()):
        question = play.game.waiting()[0]
        play.answer(random_answer(question, dice), question.seat)
    return play


def to_first_turn(play: Play) -> Play:
    return finish(play, "")


# --- A.1 to A.7 -------------------------------------------------------------------------------------------


def test_A_1_printed_suits_are_covered_SETUP_T32() -> None:
    # given the autumn map, which has printed suits
    suits = [begun(draft(3), str(seed)).state.suits[1:13] for seed in range(6)]
    assert all(sorted(one) == sorted(["fox", "mouse", "rabbit"] * 4) for one in suits)
    assert any(one != list(MAPS["autumn"].printed_suits[1:]) for one in suits)
    assert len({tuple(one) for one in suits}) > 3


def test_A_4_seats_are_random_if_the_table_wants_it() -> None:
    orders = {tuple(begun(draft(4, order="random"), str(seed)).state.order) for seed in range(8)}
    assert len(orders) > 3


def test_A_7_everybody_has_five_cards_before_the_draft() -> None:
    play = begun(draft(3))
    assert [len(player.hand) for player in play.state.players.values()] == [5, 5, 5]
    assert play.question.key == "setup.faction"
    # and each sees them
    view = play.game.view("seat2")
    (mine,) = [player for player in view.undecided if player.owner == "seat2"]  # type: ignore[attr-defined]
    assert sorted(play.state.players["seat2"].hand) == list(mine.hand)


def test_RB_3_5_bots_are_set_up_first() -> None:
    play = begun(draft(2, "marquise"))
    # then the bot stands on the map, its board is not dealt, and its corner is a homeland to keep away from
    assert sum(play.state.warriors["marquise"]) == 12
    assert play.state.starts["marquise"]
    assert "marquise" not in factions_on_offer(play)
    assert play.state.players["marquise"].hand == []
    assert play.question.seat == "seat2"


@pytest.fixture
def only_four(monkeypatch: pytest.MonkeyPatch) -> None:
    """A box with four factions."""
    four = ("marquise", "eyrie", "alliance", "vagabond")
    monkeypatch.setattr(advanced, "FACTIONS", {name: FACTIONS[name] for name in four})


# --- A.8.1 The setup cards --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [str(n) for n in range(10)])
def test_A_8_1_one_card_more_than_players_and_one_militant_SETUP_T8(seed: str) -> None:
    cards = begun(draft(3), seed).state.setup_cards
    assert len(cards) == 4
    assert cards[0].faction in MILITANTS
    assert len({one.faction for one in cards}) == 4


def test_A_8_1_any_militant_may_come_first() -> None:
    assert {begun(draft(3), str(n)).state.setup_cards[0].faction for n in range(60)} == set(
        cards_of(MILITANT, 3, [], {})
    )


def test_A_8_1_I_two_players_get_no_insurgents() -> None:
    cards = begun(draft(2)).state.setup_cards
    assert {one.faction for one in cards} <= MILITANTS
    assert cards_of(INSURGENT, 2, [], {}) == []


def test_A_8_1_II_only_a_last_insurgent_is_locked_SETUP_T11() -> None:
    # given many deals
    for seed in range(40):
        *others, last = begun(draft(3), str(seed)).state.setup_cards
        # then no card is locked but the last, and that only if it is an insurgent
        assert not any(one.locked for one in others)
        assert last.locked == (last.faction not in MILITANTS)


def test_A_8_1_II_the_locked_card_cannot_be_first_SETUP_T9() -> None:
    # given a locked Alliance and nobody with a militant
    cards = (
        card("marquise"),
        card("eyrie"),
        card("vagabond", character="thief"),
        card("alliance", locked=True),
    )
    play = with_cards(3, *cards)
    assert factions_on_offer(play) == {"marquise", "eyrie", "vagabond"}
    # when the last player wants it, then it is refused
    assert play.refused("seat3", TakeFaction("alliance")).clause == "A.8.1.II"


def test_A_8_1_II_a_militant_unlocks_it_SETUP_T10() -> None:
    # given the last player took a militant
    play = with_cards(3, card("eyrie"), card("marquise"), card("alliance", locked=True))
    play.choose("faction", faction="eyrie")
    # when the next one chooses, then the locked card is on offer
    play = finish(play, "setup.faction")
    assert play.question.seat == "seat2"
    assert factions_on_offer(play) == {"marquise", "alliance"}
    play.choose("faction", faction="alliance")
    assert play.state.seats["seat2"] == "alliance"


def test_A_8_1_II_the_first_player_must_take_the_militant_SETUP_T12() -> None:
    # given the others took insurgents; a militant and the locked insurgent are left
    play = with_cards(2, card("vagabond", character="thief"), card("marquise"), card("alliance", locked=True))
    play.choose("faction", faction="vagabond")
    play = finish(play, "setup.homeland")
    # then the first player has no choice
    assert play.state.seats["seat1"] == "marquise"
    assert play.question.seat == "marquise"


def test_A_8_1_II_a_militant_bot_unlocks_it_too() -> None:
    play = begun(draft(2, "marquise"))
    assert not is_locked(play.state, card("alliance", locked=True))


def test_A_8_1_a_faction_that_is_not_on_the_table_is_refused() -> None:
    play = with_cards(2, card("eyrie"), card("alliance"))
    assert play.refused("seat2", TakeFaction("marquise")).clause == "A.8.1"
    assert play.refused("seat2", TakeFaction("alliance", "thief")).clause == "A.8.1"


def test_A_8_1_III_the_vagabond_comes_with_a_character_SETUP_T13() -> None:
    # given a Vagabond card with the Tinker
    play = with_cards(2, card("vagabond", character="tinker"), card("eyrie"))
    assert {one.character for one in play.state.setup_cards} == {"tinker", ""}
    # when a player takes it
    play.choose("faction", faction="vagabond")
    # then he is the Tinker, without being asked
    assert play.question.key == "vagabond.setup.forest"
    own = play.state.boards["vagabond"]
    assert isinstance(own, VagabondBoard)
    assert own.character == "tinker"


def test_A_8_1_III_the_character_is_dealt_at_random() -> None:
    dealt = [begun(draft(3), str(n)).state.setup_cards for n in range(30)]
    characters = {one.character for cards in dealt for one in cards if one.faction == "vagabond"}
    assert len(characters) > 3
    assert characters <= set(CHARACTERS)


def test_RULING_S7_a_second_vagabond_only_if_the_table_wants_it(only_four: None) -> None:
    # given a table that wants two
    deals = [begun(draft(4, second_vagabond="on"), str(n)).state.setup_cards for n in range(8)]
    pairs = [[one.character for one in cards if one.faction == "vagabond"] for cards in deals]
    # then both are dealt, with different characters
    assert all(len(cards) == 5 for cards in deals)
    assert all(len(pair) == len(set(pair)) == 2 for pair in pairs)
    # and a table that does not want it never gets two
    without = [begun(draft(4), str(n)).state.setup_cards for n in range(8)]
    assert all(Counter(one.faction for one in cards)["vagabond"] <= 1 for cards in without)


def test_9_7_1_two_drafted_vagabonds_share_the_ruins() -> None:
    cards = (card("vagabond", character="thief"), card("vagabond", character="tinker"), card("eyrie"))
    play = with_cards(3, *cards)
    play.choose("faction", character="thief")
    play = finish(play, "setup.faction").choose("faction", character="tinker")
    assert play.state.seats == {"seat1": "seat1", "seat2": "vagabond2", "seat3": "vagabond"}
    to_first_turn(play)
    assert [len(items) for items in play.state.ruins.values()] == [2, 2, 2, 2]


def test_RULING_S12_with_too_few_factions_all_are_dealt(only_four: None) -> None:
    # given as many seats as setup cards
    free = len(cards_of(MILITANT, 4, [], {}) + cards_of(INSURGENT, 4, [], {}))
    play = begun(draft(free))
    assert len(play.state.setup_cards) == free
    assert LOBBY.problems(draft(free)) == []
    # one more seat cannot be served
    assert any("setup cards" in problem for problem in LOBBY.problems(draft(free + 1)))


# --- A.8.2 Choosing ---------------------------------------------------------------------------------------


def test_A_8_2_from_the_last_player_back_to_the_first() -> None:
    play, asked = begun(draft(3)), []
    for _ in range(3):
        asked.append(play.question.seat)
        options = play.options("faction")
        chosen = next((o for o in options if o.faction in MILITANTS), options[0])  # type: ignore[attr-defined]
        play = finish(play.answer(chosen), "setup.faction")
    assert asked[:2] == ["seat3", "seat2"]


def test_A_8_2_each_faction_is_set_up_before_the_next_choice() -> None:
    play = with_cards(2, card("eyrie"), card("marquise"), card("alliance"))
    play.choose("faction", faction="eyrie")
    # then the Eyrie's homeland is next, not the other player's choice
    assert (play.question.seat, play.question.key) == ("eyrie", "setup.homeland")
    play = finish(play, "setup.faction")
    assert play.pieces("eyrie", "roost") != []
    assert play.question.seat == "seat1"


def test_A_8_2_the_seat_goes_by_the_name_of_the_faction() -> None:
    play = with_cards(2, card("eyrie"), card("marquise"), card("alliance"))
    hand = list(play.state.players["seat2"].hand)
    play.choose("faction", faction="eyrie")
    # then cards and place at the table are the seat's
    state = play.state
    assert state.players["eyrie"].hand == hand
    assert state.order == ["seat1", "eyrie"]
    assert "seat2" not in state.players
    assert "seat2" not in state.plays
    # and the seat may still look and answer by its own name
    assert play.game.pending("seat2") == play.question
    assert play.game.view("seat2").seat == "eyrie"
    assert RULES.seat_of(state, "eyrie") == "seat2"


def test_A_8_2_views_during_the_draft() -> None:
    play = with_cards(2, card("eyrie"), card("vagabond", character="thief"), card("alliance", locked=True))
    for seat in (None, "seat1", "seat2"):
        view: Any = play.game.view(seat)
        # everybody sees the cards on the table and who sits there
        assert [(one.faction, one.character, one.locked) for one in view.setup_cards] == [
            ("eyrie", "", False),
            ("vagabond", "thief", False),
            ("alliance", "", True),
        ]
        assert [(one.seat, one.name, one.cards) for one in view.seats] == [
            ("seat1", "Player 1", 5),
            ("seat2", "Player 2", 5),
        ]
        assert view.players == ()
        # and only the own hand
        assert [one.owner for one in view.undecided if one.hand is not None] == ([seat] if seat else [])
    play.choose("faction", faction="eyrie")
    view = play.game.view(None)
    assert [one.name for one in view.seats] == ["Player 1", "Eyrie Dynasties"]
    assert [one.owner for one in view.players] == ["eyrie"]
    assert [one.locked for one in view.setup_cards] == [False, False]


def test_what_a_seat_did_before_is_told_under_its_new_name() -> None:
    play = with_cards(2, card("eyrie"), card("alliance"))
    drew = Event("drew", {"owner": "seat2", "cards": 5}, "A.7")
    assert "Player 2" in str(WORDS.event(play.game.view(None), drew))
    play.choose("faction", faction="eyrie")
    assert "The Eyrie" in str(WORDS.event(play.game.view(None), drew))


def test_what_only_a_seat_may_read_it_reads_under_both_names() -> None:
    play = with_cards(2, card("alliance"), card("eyrie"))
    play.choose("faction", faction="alliance")
    (supporters,) = play.noted("alliance.supporters.cards")
    assert supporters.seen_by("alliance")
    assert supporters.seen_by("seat2")
    assert not supporters.seen_by("seat1")
    assert not supporters.seen_by(None)


def test_5_a_fixed_faction_is_set_up_by_its_setup_card_too() -> None:
    # given a seat that plays the Marquise and one that drafts
    setup = Setup(
        (SeatSetup("marquise", "marquise"), SeatSetup("ann"), SeatSetup("bob")), {"setup": "advanced"}
    )
    play = begun(setup)
    assert "marquise" not in factions_on_offer(play)
    to_first_turn(play)
    assert len(play.state.starts["marquise"]) == 3
    assert sum(play.state.warriors["marquise"]) == 15


# --- taking back ------------------------------------------------------------------------------------------


def test_a_choice_of_faction_can_be_taken_back() -> None:
    # given a player who took the Eyrie and a homeland, and nothing random since
    play = with_cards(2, card("eyrie"), card("marquise"), card("alliance"))
    before = encode(play.state)
    play.choose("faction", faction="eyrie")
    play.answer(play.question.options[0])
    # then both answers are free to take back, although the name has changed in between
    pick, home = play.game.undoable("seat2")
    assert (pick.key, home.key) == ("setup.faction", "setup.homeland")
    play.game.undo("seat2", pick.seq)
    assert encode(play.state) == before
    assert (play.question.seat, play.question.key) == ("seat2", "setup.faction")


def test_a_choice_others_have_answered_to_needs_their_consent() -> None:
    # given the next player has chosen too
    play = with_cards(3, card("eyrie"), card("marquise"), card("alliance"))
    play.choose("faction", faction="eyrie")
    pick = play.game.undoable("seat3")[0]
    finish(play, "setup.faction").choose("faction", faction="marquise")
    # then the seat is asked, by its own name
    assert play.game.undoable("seat3") == []
    assert play.game.consent_needed("seat3", pick.seq) == ("seat2",)
    assert play.game.undoable("seat2")[0].key == "setup.faction"


# --- A.10 -------------------------------------------------------------------------------------------------


def at_keeping(players: int = 3) -> Play:
    play = finish(begun(draft(players)), "setup.keep")
    assert [q.key for q in play.game.waiting()] == ["setup.keep"] * players
    return play


def test_A_10_all_choose_at_once_and_in_secret() -> None:
    play = at_keeping()
    before = play.game.view(None)
    question = play.game.waiting()[0]
    # when one has chosen
    play.answer(question.options[:3], question.seat)
    # then nothing is seen of it, and the others still choose
    assert play.game.view(None) == before
    assert play.events == []
    assert question.seat not in {q.seat for q in play.game.waiting()}


def test_A_10_two_cards_go_back_SETUP_T30() -> None:
    play = at_keeping()
    deck, cards = len(play.state.deck), Counter(play.state.deck)
    for player in play.state.players.values():
        cards.update(player.hand)
    kept = {}
    for question in play.game.waiting():
        kept[question.seat] = sorted(option.card for option in question.options[1:4])  # type: ignore[attr-defined]
        play.answer(question.options[1:4], question.seat)
    # then everybody has the three, the deck has two more for each, and nothing is discarded
    assert {owner: play.hand(owner) for owner in kept} == kept
    assert len(play.state.deck) == deck + 6
    assert play.state.discard == []
    assert play.state.available == []
    left = Counter(play.state.deck)
    for player in play.state.players.values():
        left.update(player.hand)
    assert left == cards
    assert play.state.turn == 1
    assert play.state.active == play.state.order[0]


def test_A_10_three_cards_no_more_no_less() -> None:
    play = at_keeping()
    question = play.game.waiting()[0]
    for wrong in (question.options[:2], question.options[:4], (KeepCard("no-such-card"),) * 3):
        assert not question.accepts(wrong)


def test_A_10_the_deck_is_shuffled() -> None:
    play = at_keeping()
    top = []
    for question in play.game.waiting():
        top += [option.card for option in question.options[3:]]  # type: ignore[attr-defined]
        play.answer(question.options[:3], question.seat)
    assert play.state.deck[-len(top) :] != top


# --- whole drafts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(8))
def test_a_drafted_game_is_a_game_like_any_other(number: int) -> None:
    dice = random.Random(f"drafted {number}")
    bots = ["eyrie"] if number % 3 == 0 else []
    setup = draft(
        dice.randint(2, 3),
        *bots,
        order="random",
        map=dice.choice(list(MAPS)),
        deck=dice.choice(["base", "exiles"]),
        second_vagabond=dice.choice(["off", "on"]),
    )
    assert LOBBY.problems(setup) == []
    played = RandomGame(setup, f"drafted {number}", keep=True).play(250, trials=30)
    assert played.faults == []
    assert played.game.state.turn > 0
    assert all(played.game.state.map.slots[c] >= len(played.game.state.buildings[c]) for c in CLEARINGS)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_draft_survives_a_reload_at_every_decision(players: int) -> None:
    dice = random.Random(f"reload {players}")
    play = begun(draft(players, order="random"), f"reload {players}")
    decisions = 0
    while play.state.turn < 3:
        saved = msgspec.json.decode(msgspec.json.encode(play.game.saved()), type=Saved)
        loaded: Game[Any] = Game.load(RULES, saved, seeded(f"reload {players}"))
        assert not loaded.rewound
        assert encode(loaded.state) == encode(play.state)
        assert loaded.waiting() == play.game.waiting()
        for seat in (None, *play.state.seats):
            assert loaded.view(seat) == play.game.view(seat)
        question = dice.choice(play.game.waiting())
        play.answer(random_answer(question, dice), RULES.seat_of(play.state, question.seat))
        decisions += 1
    assert decisions > 10


# --- what people see --------------------------------------------------------------------------------------


def test_the_text_board_tells_of_the_draft() -> None:
    cards = (card("eyrie"), card("vagabond", character="thief"), card("alliance", locked=True))
    text = text_board(with_cards(2, *cards).game.view("seat2"))
    assert "Player 1: no faction yet; 5 in hand" in text
    assert "setup cards: Eyrie, Vagabond as the Thief, Alliance (locked)" in text
    assert text.count("hand:") == 1
