"""How many presses a turn takes, counted on the real bot from the board on: the table of docs/first-game.md."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from cogs.board.drill import Chosen, drill, read_path
from cogs.tables import kind_of
from engine.games import GAMES
from tests.cogs.board.test_turn import look_of
from tests.cogs.players import Typist, filled, opened
from tests.cogs.tables import begin

FIRST_GAME = Path(__file__).parents[3] / "docs" / "first-game.md"
OPENING = "panel"
MOST = {OPENING: 1, "move": 3, "build": 2, "battle": 2, "craft": 1, "done": 1}
"""So many presses at most: for opening the panel in a turn, and for each of these in it."""
FACTIONS = GAMES["root"].lobby.factions()
LIKE = {
    "travel": "move",
    "build_with": "build",
    "build_stronghold": "build",
    "plant_garden": "build",
    "encamp": "build",
    "establish": "build",
}
"""What is a move or a building on a board of its own."""
SURE = "Yes, Do It"


def next_press(shown, ask, option):
    """What leads on to this option: the id of a button or a menu, and the value to choose."""
    for part in shown._parts({2, 3}):
        _, kind, _, _, *rest = part["custom_id"].split(":", 4)
        verb, _, text = (rest or [""])[0].partition(":")
        if kind not in ("v", "o", "s") or verb != option.verb:
            continue
        found = drill(ask, verb, read_path(text))
        if kind == "s":
            for number, choice in enumerate(found.choices):
                counted = found.fields == (option.COUNTED,)
                fits = (
                    choice.fields[0][1] == getattr(option, option.COUNTED)
                    if counted
                    else any(one.covers(option) for one in choice.left)
                )
                if fits:
                    return part["custom_id"], str(number)
        elif (isinstance(found, Chosen) and found.option == option) or (
            not isinstance(found, Chosen) and any(one.covers(option) for one in found.options)
        ):
            return part["custom_id"], None
    raise AssertionError(f"nothing leads to {option}: {shown.buttons} {shown.menus}")


async def presses(person, shown, look, wanted):
    """Press in the panel until the choice is made, or is to be confirmed: how often, and what is shown then."""
    for count in range(1, 8):
        if look.ask.many:
            select = shown._parts({3})[0]
            values = [str(look.ask.options.index(option)) for option in wanted]
            shown = await filled(await person.choose(select["custom_id"], *values, message=shown))
        else:
            id, value = next_press(shown, look.ask, wanted)
            shown = await filled(
                await person.click(id, shown)
                if value is None
                else await person.choose(id, value, message=shown)
            )
        if SURE in shown.buttons or shown.text.startswith("✓"):
            return count, shown
    raise AssertionError(shown.text)


def counted_as(option) -> str:
    """What it is counted as; "" for what is not counted."""
    verb = LIKE.get(option.verb, option.verb)
    return verb if verb in MOST else ""


def written() -> dict[str, int]:
    """The table of the page for newcomers: the verb and its most presses."""
    rows = re.findall(r"^\| .+? \| `(\w+)` \| (\d) \|", FIRST_GAME.read_text(), flags=re.M)
    return {verb: int(most) for verb, most in rows}


def test_the_page_for_newcomers_has_the_same_numbers():
    assert written() == MOST


@pytest.mark.parametrize("faction", [one for one in FACTIONS if one != "vagabond2"])
async def test_a_round_takes_few_presses(house, alice, faction):
    game = await begin(house, ["alice"], bots=2, plays=(faction,))
    dice = random.Random(f"presses {faction}")
    player = Typist(house, alice, dice)
    counted: dict[str, int] = {}
    openings: Counter[int] = Counter()
    panel = None
    for _ in range(80):
        await house.settled()
        look = await look_of(house, game, alice)
        if look.ask is None or look.view.turn > 8:
            break
        if not look.view.turn or look.view.active != look.view.seat:
            await player.decide()
            continue
        if not openings[look.view.turn] or panel is None:
            panel = await opened(alice)
            openings[look.view.turn] += 1
        options = () if look.ask.many else look.ask.options
        wanted = [one for one in options if counted_as(one) and counted_as(one) not in counted]
        option = dice.choice(wanted) if wanted else kind_of(look.game).standin(look.view, look.ask)
        count, panel = await presses(alice, panel, look, option)
        if SURE in panel.buttons:
            panel = await filled(await alice.click(SURE, panel))
        if wanted:
            counted[counted_as(option)] = count
    # then a turn is opened with one press, and in the panel everything goes on until the turn is over
    assert len(openings) >= 2
    counted[OPENING] = max(openings.values())
    assert len(counted) > 2
    over = {verb: count for verb, count in counted.items() if count > MOST[verb]}
    assert over == {}, counted
