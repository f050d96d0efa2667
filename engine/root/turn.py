"""1.4.1  The turn: the steps every turn shares, with the faction's own between them.

The cursor names a step; a step is run again until it returns False. Windows at the start and end of a phase
offer what the voices at the table have for that moment, in the order the active player likes (1.1.3). `menu` asks
for everything else: it alone puts the faction's own options and what the voices offer on one list, and it alone
decides whether the question is secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.flow import Ask, Done, Flow, Option, Scalar, ask, ask_many
from engine.root.actions.craft import crafts
from engine.root.actions.dominance import Spend, check_dominance, dominance_options
from engine.root.actions.paths import path_options
from engine.root.data import TABLE
from engine.root.faction import BIRDSONG, DAYLIGHT, EVENING, FACTIONS, Step, faction_of, hides_hand
from engine.root.happen import TurnEnded, record, settle
from engine.root.menu import perform
from engine.root.state import Owner, Root, round_of
from engine.root.verbs import discard, draw, watch
from engine.rules import TURN_END

DRAW_STEP, LAST_STEP = "evening.draw", "evening.end"

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
        Step("1.4.1", LAST_STEP, end_turn),
    )
    return {step.label: step for step in order}


def take_step(game: Root) -> Flow[None]:
    """1.4.1  Run the step under the cursor once, and move the cursor on when it is over."""
    owner = game.active
    steps = steps_of(game.plays[owner])
    label = game.cursor.step
    again = yield from steps[label].run(game, owner)
    if game.happened:
        yield from settle(game)
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
    player = game.players[owner]
    player.used, player.activated = [], []
    faction_of(game, owner).begin_turn(game, owner)
    game.note("turn", "1.4.1", owner=owner, turn=game.turn, round=round_of(game))
    go_to(game, "birdsong.start")


def end_turn(game: Root, owner: Owner) -> Flow[bool]:
    """1.4.1  After everything else in Evening; then the next player's turn."""
    yield from faction_of(game, owner).end_of_evening(game, owner)
    record(game, TurnEnded(owner))
    yield from settle(game)
    place = game.order.index(owner) + 1
    begin_turn(game, game.order[place % len(game.order)])
    return True


def last_call(game: Root) -> Ask | None:
    """1.4.1  Before cards are drawn, or before the next player's turn if there is nothing to draw, the turn can be looked over.

    Not where an effect may replace the draw: that is asked anyway.
    """
    owner = game.active
    if owner in game.bots or game.cursor.step not in (DRAW_STEP, LAST_STEP):
        return None
    draws = DRAW_STEP in steps_of(game.plays[owner])
    if draws != (game.cursor.step == DRAW_STEP):
        return None
    if draws and any(voice.replaces_draw(game, me, owner) for me, voice in game.cast["replaces_draw"]):
        return None
    return Ask(owner, TURN_END, "1.4.1", (Done(),))


# --- windows ----------------------------------------------------------------------------------------------


def window(game: Root, owner: Owner) -> Flow[bool]:
    """1.1.3, 1.4.1  Effects "at the start of" or "at the end of" a phase, one at a time.

    In Birdsong the effects without a fixed moment are offered here too. What is used "at the start" comes before
    them and what is used "at the end" after them; `Cursor.left` is 1 when that border is passed.
    """
    label = game.cursor.step
    phase = label.split(".", 1)[0]
    starts, passed = label.endswith(".start"), bool(game.cursor.left)
    if label == "birdsong.start" and not passed:
        check_dominance(game, owner)
    timed, others = [], []
    hidden = False
    if not (starts and passed):
        timed = offered(game, owner, label)
        hidden = may_offer(game, owner, label)
    must = bool(timed) and any(voice.must(game, me, owner, label) for me, voice in game.cast["must"])
    if phase != DAYLIGHT and not (must if starts else passed):
        others = offered(game, owner, phase)
        hidden = hidden or may_offer(game, owner, phase)
    options = [*timed, *others]
    if not options and not hidden:
        return False
    choices = options if must else [*options, Done()]
    choice = yield from ask(owner, f"window.{label}", "1.4.1", choices, secret=hidden)
    if isinstance(choice, Done):
        return False
    game.cursor.left = int(passed or (choice in others) == starts)
    yield from perform(game, owner, choice)
    return True


# --- menus ------------------------------------------------------------------------------------------------


def offered(game: Root, owner: Owner, moment: str) -> list[Option]:
    """1.4.2, 4.1.3  What all voices at the table offer a player at this moment; bots decide nothing (RB 2.8)."""
    if owner in game.bots:
        return []
    return [option for me, voice in game.cast["offers"] for option in voice.offers(game, me, owner, moment)]


def may_offer(game: Root, owner: Owner, moment: str) -> bool:
    """1.2.1  Could hidden cards let some voice offer this player something now, by what everybody sees?"""
    asked = game.cast["may_offer"]
    return (
        bool(asked)
        and hides_cards(game, owner)
        and any(voice.may_offer(game, me, owner, moment) for me, voice in asked)
    )


def hides_cards(game: Root, owner: Owner) -> bool:
    """1.2.1  Does a player have cards that others may not see, in hand or face down on the board?"""
    if hides_hand(game, owner):
        return True
    return any(
        pile.things and pile.seen_by == (owner,)
        for me, voice in game.cast["hidden_piles"]
        if me == owner
        for pile in voice.hidden_piles(game, me)
    )


def free_options(game: Root, owner: Owner) -> list[Option]:
    """1.4.2  What may be done between the actions of a phase, besides the faction's own actions."""
    phase = game.cursor.step.split(".", 1)[0]
    options = offered(game, owner, phase)
    if phase == DAYLIGHT:
        options += dominance_options(game, owner)
        options += path_options(game, owner)
    return options


def may_hide_options(game: Root, owner: Owner) -> bool:
    """1.2.1  Could hidden cards put a free option on a menu? Then it is asked even if only "done" is left."""
    phase = game.cursor.step.split(".", 1)[0]
    if phase == DAYLIGHT and hides_hand(game, owner):
        player = game.players[owner]
        if player.score >= TABLE.dominance_points or game.available or game.closed or player.crafted:
            return True
    return may_offer(game, owner, phase)


def menu(
    game: Root,
    owner: Owner,
    key: str,
    clause: str,
    options: Sequence[Option],
    *,
    private: bool = False,
    ends: bool = True,
    **about: Scalar,
) -> Flow[Option]:
    """1.2.1, 1.4.2  Ask a player what to do between two actions: the faction's own options and all free ones.

    The question is secret if hidden cards could put an option on it, judged by what everybody sees: `private`
    says whether the faction's own could be such here. `ends`: the player may go on instead.
    """
    choices = [*options, *free_options(game, owner)]
    if ends:
        choices.append(Done())
    open_hand = faction_of(game, owner).hand_is_public(game, owner)
    secret = (private and not open_hand) or may_hide_options(game, owner)
    return (yield from ask(owner, key, clause, choices, secret=secret, **about))


def crafting(game: Root, owner: Owner, key: str, clause: str) -> Flow[bool]:
    """4.1  A step that is for crafting alone; not asked if everybody sees that nothing can be crafted (1.2.1)."""
    could = hides_hand(game, owner) and bool(faction_of(game, owner).tools(game, owner))
    options = crafts(game, owner)
    if not options and not could:
        return False
    choice = yield from menu(game, owner, key, clause, options, private=could)
    if isinstance(choice, Done):
        return False
    yield from perform(game, owner, choice)
    return True


# --- evening ----------------------------------------------------------------------------------------------


class DrawCards(Option, frozen=True, tag="draw"):
    """Draw this many cards, as your board says."""

    cards: int


def draw_step(game: Root, owner: Owner) -> Flow[bool]:
    """Evening: draw one card and one for each uncovered symbol, or use an effect instead."""
    clause = steps_of(game.plays[owner])[game.cursor.step].clause
    count = faction_of(game, owner).draws(game, owner)
    others = game.cast["replaces_draw"]
    instead = [option for me, voice in others for option in voice.replaces_draw(game, me, owner)]
    choice = yield from ask(owner, "evening.draw", clause, [DrawCards(count), *instead])
    if isinstance(choice, DrawCards):
        yield from draw(game, owner, count, clause)
    else:
        yield from perform(game, owner, choice)
    return False


def discard_step(game: Root, owner: Owner) -> Flow[bool]:
    """Evening: discard down to the limit of five cards, the owner's choice."""
    clause = steps_of(game.plays[owner])[game.cursor.step].clause
    hand = game.players[owner].hand
    surplus = len(hand) - faction_of(game, owner).hand_limit(game, owner)
    if surplus > 0:
        cards = [Spend(card) for card in sorted(hand)]
        chosen = yield from ask_many(
            owner, "evening.discard", clause, cards, surplus, surplus, secret=hides_hand(game, owner)
        )
        for choice in chosen:
            discard(game, owner, choice.card, clause)
    return False


def draw_steps(draw_clause: str, discard_clause: str) -> tuple[Step, Step]:
    """The two steps that end most factions' Evening."""
    return (
        Step(draw_clause, DRAW_STEP, draw_step),
        Step(discard_clause, "evening.discard", discard_step),
    )
