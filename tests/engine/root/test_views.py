"""1.2.1  Nothing leaks: two games that differ only in what a seat may not know look the same to it.

A game and its twin, in which hidden cards are dealt anew, go on side by side with the same answers. At every
question the seat must see the same table, get the same question with the same options, read the same words,
and see the same questions wait for the same others.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine.flow import Ask, Option
from engine.game import Game, decode
from engine.root.check import RandomGame, mixes, random_setup
from engine.root.data import CARDS
from engine.root.faction import faction_of
from engine.root.factions.alliance.supporters import board as alliance_board
from engine.root.hidden import unseen, unseen_piles, with_hidden_parts_shuffled
from engine.root.rules import RULES, RootRules
from engine.root.state import Root
from engine.root.voice import GUESTS, voices
from engine.root.words import WORDS
from engine.rules import Event, SeatSetup, Setup
from tests.engine.twins import Seat, at_step, common, differences, told

ON_TOP = 12
SIDE_BY_SIDE = 5
"""So many decisions the twins go on together."""


def learns(game: Game[Root], barrier: int, seat: Seat, events: list[Event]) -> bool:
    """Did the seat get to see something hidden, other than its own cards? If so the rules set a barrier for undo."""
    return shows(game, seat, events) and game.barrier > barrier


def shows(game: Game[Root], seat: Seat, events: list[Event]) -> bool:
    """Do these events tell the seat something hidden, other than its own cards?"""
    open_now = {"flipped"}.union(*(voice.reveals for _, voice in voices(game.state)))
    return any(
        (event.only and event.seen_by(seat) and event.key != "drew.cards") or event.key in open_now
        for event in events
    )


def compare(game: Game[Root], seat: Seat, dice: random.Random, rules: RootRules = RULES) -> list[str]:
    """Let a game and its twin go on from the present step; how the seat could tell them apart."""
    state = decode(RULES, game.checkpoints[-1].state)
    left = at_step(rules, game)
    twin = with_hidden_parts_shuffled(RULES, state, seat, dice, keep_on_top=ON_TOP)
    right = at_step(rules, game, twin)
    if any(shows(one, seat, one.take_events()) for one in (left, right)):
        return []  # the step began with something turned up
    for _ in range(SIDE_BY_SIDE):
        if left.over or right.over:
            return [] if left.over == right.over else ["the end"]
        found = list(differences(WORDS, left, right, seat))
        if found:
            return [f"{seat} at {RULES.step(left.state)}: {one}" for one in found]
        chosen = common(left, right, dice)
        if chosen is None:
            return []
        before = [(unseen(one.state, seat), one.barrier) for one in (left, right)]
        events = left.answer(*chosen)
        others = right.answer(*chosen)
        for one, heard, (hidden, barrier) in zip((left, right), (events, others), before, strict=True):
            # something was shown or turned up: from here on the seat may know the two apart
            if learns(one, barrier, seat, heard) or hidden - unseen(one.state, seat):
                return []
        if told(WORDS, left, seat, events) != told(WORDS, right, seat, others):
            return [
                f"{seat} is told {told(WORDS, left, seat, events)} and {told(WORDS, right, seat, others)}"
            ]
    return []


def leaks(setup: Setup, seed: str, moments: int, rules: RootRules = RULES) -> list[str]:
    """Play a random game and compare it with twins at so many moments, for every seat and for spectators."""
    dice = random.Random(seed)
    played = RandomGame(setup, seed, keep=True)
    played.game.start()
    found: list[str] = []
    for _ in range(moments):
        for _ in range(dice.randint(1, 30)):
            if not played.over:
                played.step()
        if played.over:
            break
        state = played.game.state
        for seat in (None, *(owner for owner in state.order if owner not in state.bots)):
            still = with_hidden_parts_shuffled(RULES, state, seat, dice)
            if RULES.view(still, seat) != RULES.view(state, seat):
                found.append(f"{seat} at {RULES.step(state)}: the view of a table dealt anew")
            found += compare(played.game, seat, dice, rules)
    assert played.faults == []
    return found


def some_mixes() -> list[tuple[str, ...]]:
    larger = [mix for players in (3, 4, 5) for mix in mixes(players)]
    return mixes(2) + random.Random("views").sample(larger, min(14, len(larger)))


@pytest.mark.parametrize("mix", some_mixes(), ids="-".join)
def test_1_2_1_nobody_can_tell_hidden_cards(mix: tuple[str, ...]) -> None:
    name = "-".join(mix)
    setup = random_setup(random.Random(name), mix)
    assert leaks(setup, f"views {name}", moments=8) == []


@pytest.mark.parametrize("number", range(6))
def test_1_2_1_nobody_can_tell_hidden_cards_among_bots(number: int) -> None:
    seed = f"views bots {number}"
    assert leaks(random_setup(random.Random(seed), bots=0.5), seed, moments=8) == []


@pytest.mark.parametrize("number", range(4))
def test_1_2_1_nobody_can_tell_hidden_cards_during_a_draft(number: int) -> None:
    seats = tuple(SeatSetup(f"seat{n}") for n in range(1, 4))
    setup = Setup(seats, {"setup": "advanced", "deck": "exiles" if number % 2 else "base"})
    assert leaks(setup, f"views draft {number}", moments=8) == []


# --- a seat sees what everybody does, and its own ---------------------------------------------------------


def moments(setup: Setup, seed: str, count: int) -> Iterator[Root]:
    """So many moments of a random game."""
    played = RandomGame(setup, seed, keep=True)
    played.game.start()
    for _ in range(count):
        for _ in range(20):
            if not played.over:
                played.step()
        yield played.game.state


@pytest.mark.parametrize("mix", some_mixes(), ids="-".join)
def test_1_2_1_only_whose_board_it_is_sees_more_of_it(mix: tuple[str, ...]) -> None:
    """Views of others share what everybody sees of a board, so a board may depend on no seat but its own."""
    name = "-".join(mix)
    for game in moments(random_setup(random.Random(name), mix, bots=0.2), name, 8):
        boards = {owner: faction_of(game, owner) for owner in game.order}
        guests = {guest: GUESTS[one.plays] for guest, one in game.guests.items()}
        for me, voice in {**boards, **guests}.items():
            for seat in game.order:
                same = voice.public_board(game, me, seat) == voice.public_board(game, me, None)
                assert same or seat == me


def test_1_2_1_a_seat_shares_with_everybody_what_is_not_its_own() -> None:
    # given a table with a hidden hand, hidden supporters and hidden plots
    mix = ("marquise", "alliance", "corvids")
    hidden = 0
    for game in moments(random_setup(random.Random("shared"), mix), "shared", 12):
        public = RULES.view(game, None)
        for seat in mix:
            # when its view is made from what everybody sees
            view = RULES.opened(game, seat, public)
            # then it is the view of this seat, and nothing is made anew but what it may look at
            assert view == RULES.view(game, seat)
            for one, shown in zip(view.players, public.players, strict=True):
                assert (one is shown) == (one.owner != seat)
            for here, there in zip(view.clearings, public.clearings, strict=True):
                assert (here is there) != any(piece.hidden for piece in here.tokens)
                hidden += here != there
        assert all(player.hand is None for player in public.players)
    assert hidden


# --- these tests can fail ---------------------------------------------------------------------------------


class Telltale(RootRules):
    """Rules that show everybody how many birds the Marquise holds."""

    def view(self, game: Root, seat: str | None) -> Any:
        birds = sum(CARDS[card].suit == "bird" for card in game.players["marquise"].hand)
        return msgspec.structs.replace(super().view(game, seat), turn=birds)


class Loose(RootRules):
    """Rules that ask a seat whether it wants to go on only if it holds a fox card."""

    def flow(self, game: Root) -> Any:
        if any(CARDS[card].suit == "fox" for card in game.players["marquise"].hand):
            yield Ask("marquise", "go.on", "1.2.1", (Yes(), No()))
        yield from super().flow(game)


class Yes(Option, frozen=True, tag="test_yes"):
    pass


class No(Option, frozen=True, tag="test_no"):
    pass


@pytest.mark.parametrize("rules", [Telltale(), Loose()], ids=["a view that tells", "a question that tells"])
def test_a_leak_is_found(rules: RootRules) -> None:
    setup = random_setup(random.Random("leak"), ("marquise", "eyrie"))
    assert leaks(setup, "leak", 20, rules) != []


def test_1_2_1_hidden_are_the_hands_and_supporters_of_others() -> None:
    setup = random_setup(random.Random("hidden"), ("marquise", "alliance"))
    state = RandomGame(setup, "hidden").play(30).game.state
    supporters = alliance_board(state, "alliance").supporters
    assert unseen_piles(state, "alliance") == [state.players["marquise"].hand]
    for seat in (None, "marquise"):
        assert any(pile is supporters for pile in unseen_piles(state, seat))
    assert sum(map(len, unseen_piles(state, None))) > sum(map(len, unseen_piles(state, "marquise")))


def test_a_twin_has_the_same_cards_elsewhere() -> None:
    dice = random.Random("twin")
    state = (
        RandomGame(random_setup(dice, ("marquise", "eyrie", "alliance", "vagabond")), "twin")
        .play(60)
        .game.state
    )
    twin = with_hidden_parts_shuffled(RULES, state, "marquise", dice)
    assert twin.players["marquise"].hand == state.players["marquise"].hand
    assert [p.hand for p in twin.players.values()] != [p.hand for p in state.players.values()]
    assert sorted([*twin.deck, *(c for pile in unseen_piles(twin, "marquise") for c in pile)]) == sorted(
        [*state.deck, *(c for pile in unseen_piles(state, "marquise") for c in pile)]
    )
