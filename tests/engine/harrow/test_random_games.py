"""Random games of every mode: what must hold in every game holds after every step and every answer."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from engine.harrow.check import RandomGame, check, question_wrong, random_setup, tables
from engine.harrow.state import Harrow, Unit

LIMIT = 3000
"""So many decisions; 95 games of 100 end within them."""


def well(played: RandomGame) -> RandomGame:
    assert played.faults == [], f"seed {played.seed}, {played.game.setup}"
    return played


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize(("mode", "factions"), tables())
def test_whole_random_games_end(mode: str, factions: tuple[str, ...], number: int) -> None:
    seed = f"{mode} {'-'.join(factions)} {number}"
    played = well(RandomGame(random_setup(random.Random(seed), mode, factions), seed).play(LIMIT))
    assert played.over
    if mode == "FFH":  # H8.3.3  a minor victory that nobody can claim
        assert bool(played.game.state.winners) != played.game.state.end.startswith("nobody.")
    else:
        assert played.game.state.winners


@pytest.mark.parametrize("number", range(8))
def test_every_option_applies_and_every_question_survives_a_reload(number: int) -> None:
    seed = f"options {number}"
    played = RandomGame(random_setup(random.Random(seed)), seed, keep=True)
    well(played.play(LIMIT, trials=40))


# --- the checks can fail ----------------------------------------------------------------------------------


def lose_haint(game: Harrow) -> None:
    game.players[game.order[0]].haints -= 1


def lose_cube(game: Harrow) -> None:
    game.battleground[game.order[0]] += 1


def lose_token(game: Harrow) -> None:
    game.box["spawn"] -= 1


def lose_card(game: Harrow) -> None:
    game.players["protectors"].deck.pop()


def share(game: Harrow) -> None:
    game.units[1] = [Unit("protectors"), Unit("family")]


def crowd(game: Harrow) -> None:
    game.units[2] = [Unit("protectors")] * 5


def lose_tile(game: Harrow) -> None:
    game.tile_supply.pop()


def lose_wild(game: Harrow) -> None:
    game.wild -= 1


def flip_too_often(game: Harrow) -> None:
    game.players["family"].flipped = ["ability", "wild", "legend", "attack"]


def crown_the_brambles(game: Harrow) -> None:
    game.objectives["townsfolk"].append(game.county.brambles)


@pytest.mark.parametrize(
    "harm",
    [
        lose_haint,
        lose_cube,
        lose_token,
        lose_card,
        share,
        crowd,
        lose_tile,
        lose_wild,
        flip_too_often,
        crown_the_brambles,
    ],
)
def test_the_check_finds_what_is_wrong(harm: Callable[[Harrow], None]) -> None:
    played = well(RandomGame(random_setup(random.Random("harm"), "C3"), "harm").play(60))
    assert check(played.game.state) == []
    harm(played.game.state)
    assert check(played.game.state) != []


def test_a_wrong_offer_is_found() -> None:
    played = well(RandomGame(random_setup(random.Random("offer"), "C1"), "offer").play(0))
    state = played.game.state
    question = played.game.waiting()[0]
    assert list(question_wrong(state, question)) == []
    state.players[question.seat].flipped.append("wild")
    assert list(question_wrong(state, question)) != []
