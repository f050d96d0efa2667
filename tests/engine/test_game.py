"""One game, with a toy: questions, chance, undo, views and reload, without a table or a store."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import game as games
from engine.chance import scripted, seed_hash, seeded
from engine.flow import Ask, Done, Option
from engine.game import CHANCE, REVEAL, UNDO, Game, ReplayError
from engine.rules import Refused
from engine.seats import Human, Random, Script, SeatSettings, StandIn, automatic, seat_of_kind
from tests import toy
from tests.toy import Bid, Dare, PebblesRules, Take

RULES = PebblesRules()
SEATS = ("ann", "bob", "cy")


def new(seed: str = "7", **more) -> Game:
    return Game(RULES, toy.setup(*SEATS, **more), seeded(seed)).start()


def picture(game: Game) -> tuple:
    """All that anybody can see of a game, and what it waits for."""
    views = tuple(game.view(seat) for seat in (*SEATS, None))
    return views, game.waiting(), game.question_digest(), game.seq, game.barrier, tuple(game.tail)


def decide(game: Game, source: random.Random) -> None:
    """One random step: mostly an answer, sometimes an undo."""
    ask = source.choice(game.waiting())
    undoable = game.undoable(ask.seat)
    if undoable and source.random() < 0.25:
        game.undo(ask.seat, source.choice(undoable).seq)
    else:
        game.answer(ask.seat, Random(source).answer(lambda: game.view(ask.seat), ask))


# --- asking and answering ---------------------------------------------------------------------------------


def test_a_counted_option_stands_for_every_smaller_number():
    game = new()
    assert game.pending("ann").accepts(Take(1))
    assert not game.pending("ann").accepts(Take(4))
    assert not game.pending("ann").accepts(Take(0))


def test_a_refused_answer_changes_nothing_and_has_a_reason():
    game = new()
    before = picture(game)
    for seat, answer in [
        ("bob", Done()),
        ("ann", Take(4)),
        ("ann", Bid(1)),
        ("ann", (Done(),)),
        ("zoe", Done()),
    ]:
        with pytest.raises(Refused) as caught:
            game.answer(seat, answer)
        assert caught.value.refusal.clause
    assert picture(game) == before


def test_questions_to_several_seats_hide_the_answers_until_all_are_in():
    game = new()
    game.answer("ann", Done())
    assert [ask.seat for ask in game.waiting()] == list(SEATS)
    hands = {seat: game.view(seat).hand for seat in SEATS}
    before = game.view("bob"), game.view(None)
    game.answer("ann", Bid(hands["ann"][0]))
    assert (game.view("bob"), game.view(None)) == before
    with pytest.raises(Refused):
        game.answer("ann", Bid(hands["ann"][1]))
    game.answer("cy", Bid(hands["cy"][0]))
    events = game.answer("bob", Bid(hands["bob"][0]))
    assert [event.key for event in events] == ["toy.bids", "turn"]


def test_views_show_a_seat_its_own_hand_only():
    game = new()
    assert game.view("ann").hand != game.view("bob").hand
    assert game.view(None).hand is None


def test_looking_changes_nothing():
    game = new()
    before = games.encode(game.state)
    for seat in (*SEATS, None):
        game.view(seat)
        game.why_not("ann", Take(9))
        game.undoable("ann")
    assert games.encode(game.state) == before


# --- chance -----------------------------------------------------------------------------------------------


def test_the_same_seed_and_answers_give_the_same_game():
    logs = []
    for _ in range(2):
        game, source = new("seed"), random.Random(1)
        while not game.over:
            decide(game, source)
        logs.append((game.state, game.seq))
    assert logs[0] == logs[1]


def test_a_script_decides_the_dice():
    game = Game(RULES, toy.setup(*SEATS), scripted([(5,), (2,)], seeded("1"))).start()
    game.answer("ann", Dare())
    game.answer("ann", Dare())
    assert game.state.scores["ann"] == 7


def test_chance_is_fair_and_fixed_by_the_seed():
    from engine.flow import Roll, Shuffle

    supply = seeded("s")
    counts = [0] * 6
    for index in range(6000):
        counts[supply(index, Roll("k", 1, 6))[0]] += 1
    assert all(850 < count < 1150 for count in counts)
    assert sorted(supply(1, Shuffle("k", 54))) == list(range(54))
    assert supply(3, Roll("k", 2, 4)) == seeded("s")(3, Roll("other", 2, 4))
    assert seed_hash("s") != seed_hash("t")


# --- undo -------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000))
def test_undo_of_any_allowed_depth_then_the_same_answers_gives_the_same_state(number):
    source = random.Random(number)
    game = new(str(number))
    for _ in range(source.randint(1, 40)):
        if not game.over:
            decide(game, source)
    if game.over:
        return
    seat = source.choice(game.waiting()).seat
    undoable = game.undoable(seat)
    if not undoable:
        return
    target = source.choice(undoable)
    again = [entry for entry in game.tail if entry.seq >= target.seq]
    state, question = games.encode(game.state), game.waiting()
    game.undo(seat, target.seq)
    for entry in again:
        game.answer(entry.seat, game.decode_answer(entry.value))
    assert (games.encode(game.state), game.waiting()) == (state, question)


def test_undo_is_an_entry_in_the_log_and_numbers_are_never_used_twice():
    game = new()
    game.answer("ann", Take(1))
    game.answer("ann", Take(2))
    game.undo("ann")
    game.answer("ann", Take(3))
    fresh = game.take_fresh()
    assert [(entry.seat, entry.key) for entry in fresh] == [
        (CHANCE, "toy.deck"),
        ("ann", "toy.take"),
        ("ann", "toy.take"),
        ("ann", UNDO),
        ("ann", "toy.take"),
    ]
    assert [entry.seq for entry in fresh] == [1, 2, 3, 4, 5]


def test_undo_across_chance_is_refused_with_the_reason():
    game = new()
    game.answer("ann", Take(1))
    game.answer("ann", Dare())
    with pytest.raises(Refused, match="Dice"):
        game.undo("ann")


def test_undo_across_another_seats_answer_is_refused_with_the_reason():
    game = new()
    game.answer("ann", Done())
    game.answer("ann", Bid(game.view("ann").hand[0]))
    game.answer("bob", Bid(game.view("bob").hand[0]))
    with pytest.raises(Refused, match="Another player"):
        game.undo("ann")
    game.undo("bob")
    game.undo("ann")


def test_undo_across_a_reveal_is_refused_with_the_reason():
    game = new()
    game.answer("ann", Done())
    for seat in SEATS:
        game.answer(seat, Bid(game.view(seat).hand[0]))
    assert REVEAL in [entry.seat for entry in game.tail]
    with pytest.raises(Refused, match="reveal"):
        game.undo("cy")


def test_undo_of_what_is_not_ones_own_is_refused():
    game = new()
    game.answer("ann", Take(1))
    with pytest.raises(Refused):
        game.undo("bob")
    with pytest.raises(Refused):
        game.undo("bob", 2)
    with pytest.raises(Refused):
        game.undo("ann", 99)


# --- reload -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_a_reload_at_every_decision_gives_the_same_game(seed):
    source = random.Random(seed)
    game = new(str(seed))
    game.take_fresh()
    while not game.over:
        saved = msgspec.json.decode(msgspec.json.encode(game.saved()), type=games.Saved)
        loaded = Game.load(RULES, saved, seeded(str(seed)))
        assert not loaded.rewound
        assert _views(loaded) == _views(game)
        before = source.getstate()
        decide(game, source)
        source.setstate(before)
        decide(loaded, source)
        assert _views(loaded) == _views(game)
        assert loaded.take_fresh() == game.take_fresh()


def _views(game: Game) -> tuple:
    return picture(game)[:5]


def test_forgetting_old_turns_loses_nothing_that_counts():
    source, game = random.Random(3), new("3")
    while game.state.turn < 2 and not game.over:
        decide(game, source)
    before = picture(game)[:5]
    game.forget(next(c.seq for c in game.checkpoints if c.turn == game.state.turn))
    loaded = Game.load(RULES, game.saved(), seeded("3"))
    assert picture(game)[:5] == before == picture(loaded)[:5]


# --- saved states and newer rules -------------------------------------------------------------------------


def test_a_fork_goes_on_by_itself_and_the_game_stays_as_it_is():
    game, source = new("fork"), random.Random("fork")
    for _ in range(6):
        decide(game, source)
    before = picture(game)
    fork = game.fork()
    assert picture(fork)[:3] == before[:3]
    decide(fork, source)
    assert picture(game) == before
    assert picture(fork) != before
    # and with other chance it becomes another game
    assert game.fork(seeded("other")).question_digest() == game.question_digest()


def test_a_game_that_keeps_nothing_cannot_be_forked():
    game = Game(RULES, toy.setup(*SEATS), seeded("7"), keep=False).start()
    with pytest.raises(ValueError, match="cannot be forked"):
        game.fork()


class Older(msgspec.Struct):
    """A state from before the heap had its present name."""

    version: int = 1
    order: list[str] = []
    stones: int = 0


class Newer(PebblesRules):
    version = 3
    upgrades = {
        1: lambda raw: {**raw, "pebbles": raw.pop("stones")},
        2: lambda raw: {**raw, "heap": raw.pop("pebbles")},
    }


def test_an_older_state_is_upgraded_step_by_step():
    state = games.decode(Newer(), msgspec.json.encode(Older(order=["ann"], stones=12)))
    assert (state.version, state.heap, state.order) == (3, 12, ["ann"])


def test_a_state_of_newer_rules_is_refused():
    data = games.encode(toy.Pebbles(version=9))
    with pytest.raises(ReplayError, match="newer"):
        games.decode(RULES, data)


# --- who answers ------------------------------------------------------------------------------------------


ASK = Ask("ann", "k", "1", (Take(3), Dare(), Done()))
MANY = Ask("ann", "k", "1", (Bid(1), Bid(2), Bid(3)), many=True, least=1, most=2)


def test_random_answers_are_legal_and_reach_everything():
    seat = Random(random.Random(1))
    answers = {seat.answer(None, ASK) for _ in range(300)}
    assert answers == {Take(1), Take(2), Take(3), Dare(), Done()}
    many = {seat.answer(None, MANY) for _ in range(300)}
    assert all(MANY.accepts(answer) for answer in many)
    assert {len(answer) for answer in many} == {1, 2}


def test_a_person_waits_and_a_script_runs_out():
    assert Human().answer(None, ASK) is None
    script = Script([Dare(), Done()])
    assert [script.answer(None, ASK) for _ in range(3)] == [Dare(), Done(), None]


@pytest.mark.parametrize(("kind", "seat"), [("human", Human), ("random", Random), ("standin", StandIn)])
def test_seats_by_kind(kind, seat):
    assert isinstance(seat_of_kind(kind, lambda view, ask: ask.options[0], random.Random()), seat)


def test_an_unknown_kind_of_seat_is_said():
    with pytest.raises(ValueError, match="no seat of the kind 'wizard'"):
        seat_of_kind("wizard", lambda view, ask: Done(), random.Random())


@pytest.mark.parametrize(
    ("orders", "ask", "answer"),
    [
        ({}, ASK, None),
        ({"k": "ask"}, ASK, None),
        ({"other": "done"}, ASK, None),
        ({"k": "done"}, ASK, Done()),
        ({"k": "take"}, ASK, Take(3)),
        ({"k": "fly"}, ASK, None),
        ({"k": "bid"}, MANY, (Bid(1), Bid(2))),
        ({"k": "fly"}, MANY, None),
        ({}, Ask("ann", "k", "1", (Done(),), secret=True), Done()),
        ({}, Ask("ann", "k", "1", (Bid(1),), many=True, least=0, most=0, secret=True), ()),
    ],
)
def test_standing_orders(orders, ask, answer):
    assert automatic(SeatSettings(orders), ask) == answer


def test_every_listed_option_is_legal_and_applies():
    """Listing and doing agree, at every question of random games."""
    source = random.Random(5)
    for seed in range(3):
        game = new(str(seed))
        while not game.over:
            saved = game.saved()
            for ask in game.waiting():
                for option in _all_answers(ask):
                    other = Game.load(RULES, saved, seeded(str(seed)))
                    other.answer(ask.seat, option)
                    assert other.state.heap >= 0
            decide(game, source)


def _all_answers(ask: Ask) -> list[Option]:
    numbered: Callable[[Option], list[Option]] = lambda option: (  # noqa: E731
        [option.with_number(number) for number in option.numbers()] or [option]
    )
    return [answer for option in ask.options for answer in numbered(option)]
