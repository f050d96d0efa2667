"""Random games of every mix: what must hold in every game holds after every step and every answer."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engine.flow import Ask, Done
from engine.fuzz import random_answer
from engine.game import decode, encode
from engine.root.actions.move import Move
from engine.root.check import RandomGame, check, mixes, question_wrong, random_setup
from engine.root.faction import hides_hand
from engine.root.happen import Moved
from engine.root.projection import project
from engine.root.rules import RULES
from engine.root.state import Piece, Root

SHORT = 200
SEED = "glade"


def some_mixes() -> list[tuple[str, ...]]:
    """All pairs, and enough larger mixes to meet everybody."""
    larger = [mix for players in (3, 4, 5) for mix in mixes(players)]
    if len(larger) > 24:
        larger = random.Random(SEED).sample(larger, 24)
    return mixes(2) + larger


def well(played: RandomGame) -> RandomGame:
    assert played.faults == [], f"seed {played.seed}, {played.game.setup}"
    return played


@pytest.mark.parametrize("mix", some_mixes(), ids="-".join)
def test_random_beginnings_of_every_mix(mix: tuple[str, ...]) -> None:
    name = "-".join(mix)
    game = RandomGame(random_setup(random.Random(name), mix), name)
    well(game.play(SHORT))


@pytest.mark.parametrize("number", range(8))
def test_whole_random_games_end(number: int) -> None:
    seed = f"whole {number}"
    dice = random.Random(seed)
    played = well(RandomGame(random_setup(dice, dice.choice(mixes(4))), seed).play(20_000))
    assert played.over


@pytest.mark.parametrize("number", range(8))
def test_every_option_applies_and_every_question_survives_a_reload(number: int) -> None:
    seed = f"options {number}"
    played = RandomGame(random_setup(random.Random(seed)), seed, keep=True)
    well(played.play(400, trials=12))


@pytest.mark.parametrize("number", range(12))
def test_random_games_among_bots(number: int) -> None:
    seed = f"bots {number}"
    played = RandomGame(random_setup(random.Random(seed), bots=0.6), seed)
    well(played.play(300))


def test_1_2_1_the_view_of_others_does_not_depend_on_hidden_cards() -> None:
    # given games under way
    for number in range(8):
        dice = random.Random(f"hidden {number}")
        played = well(RandomGame(random_setup(dice), f"hidden {number}").play(dice.randint(20, 300)))
        state = played.game.state
        for seat in [None, *state.order]:
            # when all cards a seat cannot see are dealt anew
            other = deal_anew(state, seat, dice)
            # then it sees the same table
            assert msgspec.json.encode(project(other, seat)) == msgspec.json.encode(project(state, seat))


def deal_anew(state: Root, seat: str | None, dice: random.Random) -> Root:
    """A copy in which the deck and the hands this seat cannot see are shuffled together; open hands stay."""
    copy = decode(RULES, encode(state))
    hands = [copy.players[o].hand for o in copy.order if o != seat and hides_hand(copy, o)]
    cards = [*copy.deck, *(card for hand in hands for card in hand)]
    dice.shuffle(cards)
    for pile in (copy.deck, *hands):
        pile[:] = [cards.pop() for _ in pile]
    return copy


# --- the checks can fail ----------------------------------------------------------------------------------


def lose_warrior(game: Root) -> None:
    game.players["marquise"].supply -= 1


def lose_card(game: Root) -> None:
    game.deck.pop()


def invent_card(game: Root) -> None:
    game.players["eyrie"].hand.append("no-such-card")


def crowd(game: Root) -> None:
    game.buildings[1] += [Piece("eyrie", "roost")] * 5


def too_many(game: Root) -> None:
    game.tokens[1] += [Piece("marquise", "keep")] * 2


def strangers(game: Root) -> None:
    game.tokens[1].append(Piece("nobody", "trap"))


def leave_unsettled(game: Root) -> None:
    game.happened.append(Moved("eyrie", 1, 5, warriors=1))


def go_on(game: Root) -> None:
    game.players["eyrie"].score = 30


def owe(game: Root) -> None:
    game.item_supply["bag"] = -1


def double(game: Root) -> None:
    game.players["eyrie"].crafted += ["cobbler", "cobbler"]


@pytest.mark.parametrize(
    "damage",
    [
        lose_warrior,
        lose_card,
        invent_card,
        crowd,
        too_many,
        strangers,
        leave_unsettled,
        go_on,
        owe,
        double,
    ],
)
def test_check_finds(damage: Callable[[Root], Any]) -> None:
    # given a sound game
    setup = random_setup(random.Random(SEED), ("marquise", "eyrie"))
    state = RandomGame(setup, SEED).play(40).game.state
    assert check(state) == []
    # when something goes wrong, then it is found
    damage(state)
    assert check(state) != []


def test_an_illegal_offer_is_found() -> None:
    setup = random_setup(random.Random(SEED), ("marquise", "eyrie"))
    state = RandomGame(setup, SEED).play(40).game.state
    question = Ask("marquise", "test", "4.2", (Move(1, 1, 99), Done()))
    assert list(question_wrong(state, question)) != []


def test_a_score_the_log_does_not_know_is_found() -> None:
    game = RandomGame(random_setup(random.Random(SEED), ("marquise", "eyrie")), SEED)
    game.play(40)
    game.game.state.players["marquise"].score += 1
    game.step()
    assert any("the log says" in fault for fault in game.faults)


def test_the_first_checkpoint_of_every_turn_is_kept() -> None:
    # given a game in which bots take turns that nobody answers in
    setup = random_setup(random.Random("first"), ("marquise", "eyrie", "alliance"), bots=0.6)
    played = RandomGame(setup, "first", keep=True)
    game = played.game.start()
    source = random.Random("first")
    while not game.over and game.state.turn < 9:
        question = source.choice(game.waiting())
        game.answer(question.seat, random_answer(question, source))
    # then each turn has a checkpoint at its very start
    first: dict[int, str] = {}
    for point in game.checkpoints:
        first.setdefault(point.turn, point.step)
    turns = [turn for turn in first if turn > 0]
    assert turns == list(range(1, game.state.turn + 1))
    assert all(first[turn].endswith(".birdsong.start") for turn in turns)
