"""Any wish whatever gets a clause and a sentence, or is on offer; asking changes nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, get_type_hints

import pytest

from cogs.looking.law import reason
from engine.chance import seeded
from engine.flow import Done, Option
from engine.fuzz import random_answer
from engine.game import Game, encode
from engine.games import GAMES
from engine.root.actions.battle import Fight
from engine.root.actions.dominance import Activate, Take
from engine.root.actions.move import Move
from engine.root.check import RandomGame, mixes, random_setup
from engine.root.data import CARDS, LAW, QUESTS
from engine.root.factions.vagabond.characters import Glide
from engine.root.factions.vagabond.facts import CHARACTERS
from engine.root.hiring.hireling import hirelings
from engine.root.rules import NOT_NOW, NOT_YOUR_TURN, RULES
from engine.root.setup.table import Clearing
from engine.root.state import Root
from engine.root.words import WORDS
from engine.rules import Refusal, Refused, SeatSetup, Setup
from tests.engine.root.board import Play, board

WORDS_OF_THE_GAME = (
    *(
        "",
        "nonsense",
        "fox",
        "mouse",
        "rabbit",
        "bird",
        "recruit",
        "move",
        "battle",
        "build",
        "warrior",
        "roost",
    ),
    *("sawmill", "sympathy", "base-fox", "keep", "wood", "sword", "boot", "torch", "commander", "despot"),
    *("marquise", "eyrie", "alliance", "vagabond", "vagabond2", "lizards", "royal-claim", "armorers"),
    *CHARACTERS,
)


def some_of_all() -> list[tuple[str, ...]]:
    """Mixes of three in which every faction sits at least once."""
    left = [mix for mix in mixes(3) if "vagabond2" not in mix]
    random.Random("why").shuffle(left)
    found: list[tuple[str, ...]] = []
    while left and {one for mix in found for one in mix} != {one for mix in mixes(3) for one in mix}:
        found.append(left.pop())
    return found


def any_value(kind: Any, game: Root, dice: random.Random) -> Any:
    """A value of this type, sensible or not."""
    if kind is bool:
        return dice.random() < 0.5
    numbers = [*range(1, 13), *range(1, 13), 0, -1, 13, 14, 99]
    if kind is int:
        return dice.choice(numbers)
    texts = [
        *WORDS_OF_THE_GAME,
        *dice.sample(sorted(CARDS), 4),
        *dice.sample(sorted(QUESTS), 2),
        *game.map.forests,
        *(card for player in game.players.values() for card in player.hand),
    ]
    if kind is str:
        return dice.choice(texts)
    return dice.choice([*numbers, *texts])


def wishes(game: Root, dice: random.Random) -> Iterator[Option]:
    """A wish of every class of options."""
    for kind in RULES.options().values():
        hints = get_type_hints(kind)
        yield kind(**{name: any_value(hints[name], game, dice) for name in kind.__struct_fields__})


def wish_everything(game: Game[Root], dice: random.Random) -> None:
    """Every seat wishes everything; whatever is refused is refused well, and nothing changes."""
    before, questions = encode(game.state), game.waiting()
    for seat in list(game.state.order):
        table = game.view(seat)
        question = game.pending(seat)
        for wish in wishes(game.state, dice):
            refusal = game.why_not(seat, wish)
            if refusal is None:
                assert question is not None
                assert any(option.covers(wish) for option in question.options)
                continue
            assert refusal.clause in LAW, (wish, refusal)
            assert WORDS.refusal(table, refusal).endswith((".", "!", "?")), refusal
            with pytest.raises(Refused):
                game.answer(seat, wish)
    assert encode(game.state) == before
    assert game.waiting() == questions


def fuzz(setup: Setup, seed: str, moments: int) -> None:
    dice = random.Random(seed)
    played = RandomGame(setup, seed, watch=False)
    played.game.start()
    for _ in range(moments):
        wish_everything(played.game, dice)
        for _ in range(dice.randint(1, 25)):
            if not played.over:
                played.step()


@pytest.mark.parametrize("number", range(10))
def test_every_wish_gets_an_answer(number: int) -> None:
    seed = f"why not {number}"
    fuzz(random_setup(random.Random(seed), bots=0.2), seed, moments=10)


@pytest.mark.parametrize("number", range(3))
def test_every_wish_gets_an_answer_during_a_draft(number: int) -> None:
    seats = tuple(SeatSetup(f"seat{n}") for n in range(1, 4))
    fuzz(Setup(seats, {"setup": "advanced"}), f"why not draft {number}", moments=8)


def test_a_finished_game_refuses_everything() -> None:
    setup = random_setup(random.Random("over"), ("marquise", "eyrie"))
    played = RandomGame(setup, "over", watch=False).play(5000)
    assert played.over
    wish_everything(played.game, random.Random("over"))


def test_1_4_1_who_is_not_asked_hears_who_is() -> None:
    setup = random_setup(random.Random("turn"), ("marquise", "eyrie"))
    played = RandomGame(setup, "turn", watch=False).play(60)
    (question,) = played.game.waiting()
    other = next(owner for owner in played.game.state.order if owner != question.seat)
    refusal = played.game.why_not(other, Move(1, 5, 1))
    assert refusal == Refusal("1.4.1", NOT_YOUR_TURN, {"seat": question.seat})


def test_what_breaks_no_rule_is_not_possible_at_this_point() -> None:
    # given the first question of setup, about a corner
    game: Game[Root] = RandomGame(
        Setup((SeatSetup("marquise", "marquise"), SeatSetup("eyrie", "eyrie"))), "now"
    ).game
    game.start()
    assert game.why_not("marquise", Done()) == Refusal("6.3.2", NOT_NOW)
    assert game.why_not("marquise", Fight(1, "eyrie")) is not None


def test_before_the_pawn_stands_nothing_about_it_is_explained() -> None:
    # given a Harrier who has not chosen a forest yet
    seats = (
        SeatSetup("vagabond", "vagabond", "", {"character": "harrier"}),
        SeatSetup("alliance", "alliance"),
    )
    game: Game[Root] = RandomGame(Setup(seats), "pawn").game
    game.start()
    assert game.waiting()[0].key == "vagabond.setup.forest"
    assert game.why_not("vagabond", Glide(5)) == Refusal("9.3.2", NOT_NOW)


def test_3_3_4_taking_a_dominance_card_belongs_to_daylight() -> None:
    table = board("marquise", "eyrie").hand("marquise", "anvil").crafted("marquise", "royal-claim")
    table.state.deck.remove("dominance-fox")
    table.state.available.append("dominance-fox")
    play = table.turn("marquise", "birdsong.start").start()
    assert play.refused("marquise", Take("dominance-fox")).clause == "3.3.4"
    assert play.refused("marquise", Activate("dominance-fox")).clause == "3.3.1"


def test_2_2_3_a_full_clearing_in_setup_is_refused_for_its_slots() -> None:
    # given the Marquise chooses where her first buildings stand, with the keep in corner 1
    setup = Setup((SeatSetup("marquise", "marquise"), SeatSetup("eyrie", "eyrie")))
    play = Play(Game(RULES, setup, seeded("full")).start())
    play.choose("clearing", clearing=1)
    assert play.question.key == "marquise.setup.building"
    full = next(c for c in (1, 5, 9, 10) if play.state.slots(c) - play.state.slots_taken(c) == 1)
    play.choose("clearing", clearing=full)
    # when she wants a second one in a full clearing / then it is refused for its slots
    assert play.refused("marquise", Clearing(full)).clause == "2.2.3"
    # and a clearing that is too far away for what the step says
    assert play.refused("marquise", Clearing(3)).clause == "6.3.4"


# --- what one could mean ----------------------------------------------------------------------------------

HIRED = {"direct", "hire", "pass_on", "hireling_move", "hireling_move_all", "hireling_battle"}


def asked_why(game: Game[Root], seat: str) -> Iterator[str]:
    """What is wrong with the list of wishes of a seat, and with the answers to them."""
    view, asked = game.view(seat), game.pending(seat)
    verbs = game.wishes(seat)
    names = [WORDS.verb(verb) for verb in verbs if verb not in HIRED]
    yield from (f"twice in the list: {name}" for name in set(names) if names.count(name) > 1)
    kinds = RULES.options()
    yield from (f"a part of another choice: {verb}" for verb in verbs if kinds[verb].PART)
    if not hirelings(game.state):
        yield from (f"no hireling is here: {verb}" for verb in verbs if verb in HIRED)
    deck = "exiles" if game.state.options.get("deck") == "base" else "base"
    yield from (
        f"a card of the other deck: {verb}" for verb in verbs if f"cards.{deck}" in kinds[verb].__module__
    )
    for verb in verbs:
        found = reason(game, seat, GAMES["root"], verb, {})
        offered = [option for option in asked.options if option.verb == verb] if asked else []
        if offered and not found.offered:
            yield f"on offer, but refused: {verb}"
        elif not offered and found.refusal is None:
            yield f"no reason: {verb}"
        elif found.refusal is not None:
            told = WORDS.refusal(view, found.refusal)
            if not told or "{" in told or not found.refusal.clause:
                yield f"{verb}: {told!r}"


@pytest.mark.parametrize("mix", some_of_all(), ids="-".join)
def test_whatever_a_player_could_mean_has_its_reason(mix: tuple[str, ...]) -> None:
    """Complaint: the list held what nobody could mean, and what was on offer was refused."""
    dice = random.Random(f"meant {mix}")
    game = RandomGame(random_setup(dice, mix, 0.0), f"meant {mix}", watch=False).game.start()
    wrong: set[str] = set()
    looked = 0
    for number in range(260):
        if game.over:
            break
        question = dice.choice(game.waiting())
        if number % 9 == 0 and game.state.turn and question.seat == game.view(None).active:
            wrong |= set(asked_why(game, question.seat))
            looked += 1
        game.answer(question.seat, random_answer(question, dice))
    assert looked > 5
    assert sorted(wrong) == []


def test_9_2_3_a_pawn_is_asked_about_its_own_move_and_its_own_character() -> None:
    table = board("vagabond", "marquise").pawn("vagabond", at=5).board("vagabond", character="thief")
    play = table.turn("vagabond", "daylight.actions").start()
    verbs = play.game.wishes("vagabond")
    assert "travel" in verbs
    assert "steal" in verbs
    assert not {"move", "day_labor", "glide", "hideout"} & set(verbs)
    # and without a boot that is what is missing, not an ally
    found = reason(play.game, "vagabond", GAMES["root"], "travel", {})
    assert found.refusal is not None
    assert "boot" in found.refusal.sentence
