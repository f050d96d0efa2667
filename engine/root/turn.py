"""1.4.1  The turn: the steps every turn shares, with the faction's own between them.

The cursor names a step; a step is run again until it returns False. Windows at the start and end of a phase
offer the persistent effects printed for that moment, in the order the active player likes (1.1.3).
"""

from __future__ import annotations

from functools import lru_cache

from engine.flow import Done, Flow, Option, ask, ask_many
from engine.root.actions.dominance import Spend, check_dominance, dominance_options
from engine.root.actions.paths import path_options, score_pass
from engine.root.cards import effects_of
from engine.root.data import TABLE
from engine.root.faction import BIRDSONG, DAYLIGHT, EVENING, FACTIONS, Step, faction_of
from engine.root.menu import perform
from engine.root.state import Owner, Root
from engine.root.verbs import discard, draw, watch

# --- the cursor -------------------------------------------------------------------------------------------


@lru_cache
def steps_of(plays: str) -> dict[str, Step]:
    """All steps of a turn of this faction, in order, by label."""
    own = FACTIONS[plays].steps
    order = (
        Step("1.4.1", "birdsong.start", window),
        *(step for step in own if step.phase == BIRDSONG),
        Step("1.4.1", "birdsong.end", window),
        Step("1.4.1", "daylight.start", window),
        *(step for step in own if step.phase == DAYLIGHT),
        Step("1.4.1", "evening.start", window),
        *(step for step in own if step.phase == EVENING),
        Step("1.4.1", "evening.end", end_turn),
    )
    return {step.label: step for step in order}


def take_step(game: Root) -> Flow[None]:
    """1.4.1  Run the step under the cursor once, and move the cursor on when it is over."""
    owner = game.active
    steps = steps_of(game.plays[owner])
    label = game.cursor.step
    again = yield from steps[label].run(game, owner)
    watch(game)
    if again:
        return
    if game.cursor.step == label and game.active == owner:
        labels = list(steps)
        place = labels.index(label) + 1
        if place < len(labels):
            go_to(game, labels[place])


def go_to(game: Root, label: str) -> None:
    """Put the cursor on a step of the active player."""
    game.cursor.step = label
    game.cursor.left = 0


def skip_to(game: Root, phase: str) -> None:
    """Leave the present phase at once for the start of another."""
    go_to(game, f"{phase}.start")


def begin_turn(game: Root, owner: Owner) -> None:
    """1.4.1  The next player's turn begins."""
    game.cursor.active = owner
    game.turn += 1
    game.ferry_used = []
    player = game.players[owner]
    player.used, player.activated = [], []
    faction_of(game, owner).begin_turn(game, owner)
    game.note("turn", "1.4.1", owner=owner, turn=game.turn)
    go_to(game, "birdsong.start")


def end_turn(game: Root, owner: Owner) -> Flow[bool]:
    """1.4.1, C.3.4  After everything else in Evening; then the next player's turn."""
    yield from faction_of(game, owner).end_of_evening(game, owner)
    score_pass(game, owner)
    place = game.order.index(owner) + 1
    begin_turn(game, game.order[place % len(game.order)])
    return True


# --- windows ----------------------------------------------------------------------------------------------


def window(game: Root, owner: Owner) -> Flow[bool]:
    """1.1.3, 1.4.1  Effects "at the start of" or "at the end of" a phase, one at a time.

    In Birdsong the effects without a fixed moment are offered here too. What is used "at the start" comes before
    them and what is used "at the end" after them; `Cursor.left` is 1 when that border is passed.
    """
    label = game.cursor.step
    starts, passed = label.endswith(".start"), bool(game.cursor.left)
    if label == "birdsong.start" and not passed:
        check_dominance(game, owner)
    timed, others = [], []
    if not (starts and passed):
        timed = effect_options(game, owner, label) + faction_of(game, owner).window_options(
            game, owner, label
        )
    must = bool(timed) and any(effect.must(game, owner, label) for effect in effects_of(game, owner))
    if label.startswith(BIRDSONG) and not (must if starts else passed):
        others = effect_options(game, owner, BIRDSONG)
    options = [*timed, *others]
    if not options:
        return False
    choice = yield from ask(owner, f"window.{label}", "1.4.1", options if must else [*options, Done()])
    if isinstance(choice, Done):
        return False
    game.cursor.left = int(passed or (choice in others) == starts)
    yield from perform(game, owner, choice)
    return True


def effect_options(game: Root, owner: Owner, moment: str) -> list[Option]:
    """What the owner's persistent effects offer at this moment (4.1.3)."""
    options: list[Option] = []
    for effect in effects_of(game, owner):
        options += effect.options(game, owner, moment)
    return options


def free_options(game: Root, owner: Owner) -> list[Option]:
    """1.4.2  What may be done between the actions of a phase, besides the faction's own actions."""
    phase = game.cursor.step.split(".", 1)[0]
    options = effect_options(game, owner, phase) if game.players[owner].crafted else []
    if phase == DAYLIGHT:
        options += dominance_options(game, owner)
        options += path_options(game, owner)
    return options


def may_hide_options(game: Root, owner: Owner) -> bool:
    """1.2.1  Could the hand hold a free option? Then a menu is asked even if only "done" is left."""
    player = game.players[owner]
    return bool(player.hand) and bool(
        player.score >= TABLE.dominance_points or game.available or game.closed or player.crafted
    )


# --- evening ----------------------------------------------------------------------------------------------


class DrawCards(Option, frozen=True, tag="draw"):
    """Draw this many cards, as your board says."""

    cards: int


def draw_step(game: Root, owner: Owner) -> Flow[bool]:
    """Evening: draw one card and one for each uncovered symbol, or use an effect instead."""
    clause = steps_of(game.plays[owner])[game.cursor.step].clause
    count = faction_of(game, owner).draws(game, owner)
    instead = [option for e in effects_of(game, owner) for option in e.replaces_draw(game, owner)]
    choice = yield from ask(owner, "evening.draw", clause, [DrawCards(count), *instead])
    if isinstance(choice, DrawCards):
        yield from draw(game, owner, count, clause)
    else:
        yield from perform(game, owner, choice)
    return False


def discard_step(game: Root, owner: Owner) -> Flow[bool]:
    """Evening: discard down to five cards, the owner's choice."""
    clause = steps_of(game.plays[owner])[game.cursor.step].clause
    hand = game.players[owner].hand
    surplus = len(hand) - TABLE.hand_limit
    if surplus > 0:
        cards = [Spend(card) for card in sorted(hand)]
        chosen = yield from ask_many(owner, "evening.discard", clause, cards, surplus, surplus, secret=True)
        for choice in chosen:
            discard(game, owner, choice.card, clause)
    return False


def draw_steps(draw_clause: str, discard_clause: str) -> tuple[Step, Step]:
    """The two steps that end most factions' Evening."""
    return (
        Step(draw_clause, "evening.draw", draw_step),
        Step(discard_clause, "evening.discard", discard_step),
    )
