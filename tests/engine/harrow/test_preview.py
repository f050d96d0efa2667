"""What a choice costs and brings, told before it is chosen: right, in words, for every verb, and nothing hidden in it."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import cast

import pytest

from engine.flow import Option
from engine.fuzz import random_answer
from engine.game import encode
from engine.harrow.check import RandomGame, random_setup
from engine.harrow.data import MODES
from engine.harrow.preview import PREVIEWS
from engine.harrow.rules import RULES
from engine.harrow.state import Harrow
from engine.harrow.words import WORDS
from tests.engine.harrow.board import Play, county
from tests.engine.harrow.test_solo import table as solo_table

EXPLAINED = {
    "play_card", "use_tile", "use_power", "choose_legend", "choose_side", "activate", "activate_card", "replay", "use_offer",
    "give_offer", "swap_offer", "fulfil", "drop_quest", "take_from_bag", "play_nest", "pick_symbol", "perform",
}  # fmt: skip
"""What stands on the card, tile, token, offer or legend is told with it."""
PLAIN = {
    "done", "pick_hex", "pick_unit", "pick_part", "move_unit", "move_token", "move_objective", "put_token", "push_legend",
    "take_doll", "leave_doll", "place_objective", "place_figures", "place_haints", "place_legend", "hide_doll", "hide_real", "put_under",
    "pull_doll", "follow", "swap", "slip", "give_back", "to_board", "store", "merge", "send_group", "take_cards", "move_figure",
    "ask_player", "mark_hex", "reclaim", "write_item", "take_arrow", "take_cross", "silver_on", "take_nest", "take_offer", "move_nest",
    "bite", "swap_cube", "place_cube", "help", "regrow", "take_cubes", "pay_cube",
}  # fmt: skip
"""Where something goes, or which part of a choice that was told: costs and brings nothing by itself."""


def foreseen(game: Harrow, seat: str, option: Option) -> str:
    """The preview in words, as the seat reads it."""
    return WORDS.preview(RULES.view(game, seat), RULES.preview(game, seat, option))


def said(play: Play, verb: str, **fields: object) -> str:
    """What is said beside an option on offer."""
    option = next(
        one
        for one in play.options(verb)
        if all(getattr(one, name) == value for name, value in fields.items())
    )
    return foreseen(play.state, play.question.seat, option)


def test_every_verb_tells_what_it_costs_and_brings() -> None:
    known = {str(kind.__struct_config__.tag) for kind in PREVIEWS}
    verbs = {verb for verb in RULES.options() if not verb.startswith("hidden_")}
    assert sorted(verbs - known - PLAIN - EXPLAINED) == []
    assert sorted(known & PLAIN) == []


@pytest.mark.parametrize("mode", list(MODES))
def test_previews_read_well_and_change_nothing(mode: str) -> None:
    seen: Counter[str] = Counter()
    for number in range(2):
        dice = random.Random(f"preview {mode} {number}")
        played = RandomGame(random_setup(dice, mode), f"preview {mode} {number}", watch=False)
        played.game.start()
        for _ in range(220):
            if played.over:
                break
            question = dice.choice(played.game.waiting())
            before = encode(played.game.state)
            for option in dice.sample(question.options, min(6, len(question.options))):
                text = foreseen(played.game.state, question.seat, option)
                assert not re.search(r"\{|\}|[a-z]\.[a-z]|-\d|None|True|_", text), (option, text)
                seen[option.verb] += bool(text)
            assert encode(played.game.state) == before
            played.game.answer(question.seat, random_answer(question, dice))
    assert len([verb for verb, count in seen.items() if count]) >= 4


def test_H1_11_12_a_hit_tells_its_price_and_what_the_kill_brings() -> None:
    table = (
        county().units("protectors", 3, "D5").units("family", 1, "D3").cubes(protectors=3).tree(protectors=3)
    )
    play = table.turn("protectors", "attack").choose("attack", origin="D5", target="D3")
    assert "+1 point" in said(play, "hit")
    before = play.state.players["protectors"].score
    play.choose("hit")
    assert play.state.players["protectors"].score == before + 1


def test_H1_14_2_a_townsfolk_tells_its_points_at_home() -> None:
    table = county().units("protectors", 1, "D5").units("protectors", 1, "D6").townsfolk("D5")
    play = table.cleanup("protectors")
    homes = [one for one in play.options("guide") if one.to == play.state.homes["protectors"]]  # type: ignore[attr-defined]
    assert homes
    assert foreseen(play.state, "protectors", homes[0]) == "Rescued: +2 points"
    far = [one for one in play.options("guide") if one not in homes]
    assert all("from home then" in foreseen(play.state, "protectors", one) for one in far)


def test_H5_a_root_tells_its_cube_and_the_tree_what_drops() -> None:
    seed = "root preview"
    played = RandomGame(random_setup(random.Random(seed), "C5"), seed, watch=False)
    played.game.start()
    told: Counter[str] = Counter()
    for _ in range(400):
        if played.over:
            break
        question = played.game.waiting()[0]
        for option in question.options:
            if option.verb in ("grow", "grow_in", "wake_tree", "lay_card"):
                told[option.verb] += 1
                text = foreseen(played.game.state, question.seat, option)
                wanted = {"grow": " cube", "grow_in": " cube", "wake_tree": "drop", "lay_card": "1 action"}
                hex = getattr(option, "to", getattr(option, "hex", 0))
                if option.verb.startswith("grow") and played.game.state.kind(hex) in ("mountain", "brambles"):
                    continue
                assert wanted[option.verb] in text, (option, text)
        played.step()
    assert {"grow", "grow_in", "wake_tree"} <= set(told)


def test_H6_4_a_card_of_the_solo_game_tells_what_stands_on_it() -> None:
    play = solo_table().solo("reveal")
    deck = play.options("pick_deck")[0]
    assert re.fullmatch(r"\d cards? left in it then", foreseen(play.state, "hester", deck))
    play.answer(deck)
    assert play.asked == "hester solo.keep"
    assert re.search(r"(Cubes|Spawn|Move), \d+ \(\w+\) and \d+ \(\w+\)", said(play, "keep_card"))
    assert "must be resolved" in said(play, "drop_card")
    play.choose("keep_card")
    assert "points" in said(play, "pick_bot")


def test_H0_9_nothing_hidden_is_foreseen() -> None:
    """Which of two figures is Kammi: a preview beside a choice about them is the same for both."""
    from engine.harrow.hester.devour import Devour

    seed = "hidden preview"
    played = RandomGame(
        random_setup(random.Random(seed), "C5", ("family", "kammi", "hester")), seed, watch=False
    )
    played.play(60)
    state = cast(Harrow, played.game.state)
    both = {foreseen(state, "hester", Devour("kammi", figure)) for figure in ("figure1", "figure2")}
    assert len(both) == 1
