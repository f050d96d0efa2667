"""H0.10, H1.3  The turn of a jar faction: flip a jar, a window, the jar's action, a window, cleanup."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.flow import Ask, Done, Flow, Option, ask
from engine.harrow.actions.attack import attack_again, attack_jar
from engine.harrow.actions.basic import perform_basic, steps, wild_jar
from engine.harrow.actions.legend import legend_jar
from engine.harrow.course import course_of
from engine.harrow.data import ABILITY_JAR, ATTACK_JAR, LEGEND_JAR, TABLE, WILD_JAR
from engine.harrow.faction import CARDS, FACTIONS, TILES, Step, effects, free_actions
from engine.harrow.menu import legal, refuses
from engine.harrow.state import Budget, Cursor, Harrow, Owner
from engine.harrow.verbs import return_aside, spend_cubes, take_token
from engine.rules import TURN_END, Refusal


class FlipJar(Option, frozen=True, tag="flip"):
    """H0.10.1, H1.12  Flip a jar for its own action, or to attack again."""

    jar: str
    again: bool = False


class PlayCard(Option, frozen=True, tag="play_card"):
    """H2.4, H4.9  Play a card of your hand."""

    PRIVATE = True
    card: str


class UseTile(Option, frozen=True, tag="use_tile"):
    """H3.4.1  Use a bonus tile of the flipped jar."""

    tile: str


NO_JAR = Refusal("H1.4", "There is no such jar.")
BROKEN = Refusal("H1.4", "That jar is broken until the next round.")
NOT_ATTACKED = Refusal("H1.12.1", "You attack with another jar only after an attack in this round.")
OWN_ATTACK = Refusal("H1.12.1", "The Attack jar attacks by itself.")
NOT_IN_HAND = Refusal("H2.4.1", "You do not hold that card.")
CARD_PLAYED = Refusal("H2.4.1", "You have played a card this turn; one is the limit.")
NOT_IN_WINDOW = Refusal("H2.4.1", "Cards are played before or after the jar's action.")
NO_TILE = Refusal("H3.4.1", "That tile does not lie face up at the jar you flipped.")

JAR_ACTIONS: dict[str, Callable[[Harrow, Owner], Flow[None]]] = {
    ABILITY_JAR: lambda game, owner: FACTIONS[owner].ability(game, owner),
    WILD_JAR: wild_jar,
    LEGEND_JAR: legend_jar,
    ATTACK_JAR: attack_jar,
}


# --- H0.10.1 the jar --------------------------------------------------------------------------------------


@refuses(FlipJar)
def bars_jar(game: Harrow, owner: Owner, option: FlipJar) -> Refusal | None:
    """H1.4, H1.12.1"""
    if option.jar not in TABLE.jars:
        return NO_JAR
    if option.jar in game.players[owner].flipped:
        return BROKEN
    if option.again and option.jar == ATTACK_JAR:
        return OWN_ATTACK
    if option.again and not game.players[owner].attacked:
        return NOT_ATTACKED
    return None


def choose_jar(game: Harrow, owner: Owner) -> Flow[bool]:
    """H0.10.1, H0.8.3, HP.2.1  An unbroken jar and what it is used for; it may be flipped for nothing."""
    wishes = [FlipJar(jar, again) for again in (False, True) for jar in TABLE.jars]
    choice = yield from ask(owner, "jar", "H0.10.1", legal(game, owner, wishes))
    game.players[owner].flipped.append(choice.jar)
    game.cursor.jar, game.cursor.again = choice.jar, choice.again
    game.note("flipped", "H0.10.1", owner=owner, jar=choice.jar, again=choice.again)
    return False


# --- H0.10.2, H0.10.4 windows -----------------------------------------------------------------------------


@refuses(PlayCard)
def bars_card(game: Harrow, owner: Owner, option: PlayCard) -> Refusal | None:
    """H2.4.1, H4.9.1, HA.P.T00  One card of the hand in a turn, and what the card itself says."""
    if option.card not in game.players[owner].hand:
        return NOT_IN_HAND
    if game.cursor.card_played:
        return CARD_PLAYED
    if not game.cursor.window or not FACTIONS[owner].cards_in_windows or owner != game.active:
        return NOT_IN_WINDOW
    refusal = FACTIONS[owner].bars_cards(game, owner)
    bars = CARDS[option.card].bars
    return refusal or (bars(game, owner) if bars else None)


def playable(game: Harrow, owner: Owner) -> list[Option]:
    """The cards that may be played now."""
    return list(legal(game, owner, [PlayCard(card) for card in sorted(game.players[owner].hand)]))


def may_play(game: Harrow, owner: Owner) -> bool:
    """H0.9  Could there be a card to play, as far as others know? Then the question is asked whatever is held."""
    if game.cursor.card_played or not FACTIONS[owner].cards_in_windows:
        return False
    return bool(game.players[owner].hand) and FACTIONS[owner].bars_cards(game, owner) is None


def play_card(game: Harrow, owner: Owner, card: str) -> Flow[None]:
    """H2.4.1, H4.9.2  The card leaves the hand, does what it says, and goes where the faction puts it."""
    game.players[owner].hand.remove(card)
    game.cursor.card_played = True
    game.note("card.played", CARDS[card].clause, owner=owner, card=card)
    yield from CARDS[card].play(game, owner)
    FACTIONS[owner].after_card(game, owner, card)


@refuses(UseTile)
def bars_tile(game: Harrow, owner: Owner, option: UseTile) -> Refusal | None:
    """H3.4.1, H3.4.2  A face-up tile at the jar that was really flipped."""
    there = game.tiles.get(game.cursor.jar, []) if owner == game.active else []
    return None if any(tile.id == option.tile and not tile.used for tile in there) else NO_TILE


def use_tile(game: Harrow, owner: Owner, id: str) -> Flow[None]:
    """H3.4.1, H3.4.6  The tile is turned face down and gives its action."""
    tile = next(tile for tile in game.tiles[game.cursor.jar] if tile.id == id)
    tile.used = True
    game.note("tile.used", TILES[id].clause, owner=owner, tile=id)
    yield from TILES[id].use(game, owner)


def window(game: Harrow, owner: Owner) -> Flow[bool]:
    """H0.10.2, H0.10.4, H1.6.8, H7.6.4  Bonus tiles, one card, free steps over paths, offers; until the player goes on."""
    game.cursor.budget, game.cursor.window = Budget(free=True), True
    options = [
        *(UseTile(tile.id) for tile in game.tiles.get(game.cursor.jar, []) if not tile.used),
        *playable(game, owner),
        *steps(game, owner),
        *(free := free_actions(game, owner)),
    ]
    choice: Option = Done()
    if options or may_play(game, owner):
        key = "window.after" if game.cursor.acted else "window.before"
        choice = yield from ask(owner, key, "H0.10.2", [*options, Done()], secret=True, jar=game.cursor.jar)
    game.cursor.window = False
    if isinstance(choice, PlayCard):
        game.cursor.budget = None
        yield from play_card(game, owner, choice.card)
    elif isinstance(choice, UseTile):
        game.cursor.budget = None
        yield from use_tile(game, owner, choice.tile)
    elif choice in free:
        game.cursor.budget = None
        yield from free[choice]()
    elif not isinstance(choice, Done):
        yield from perform_basic(game, owner, choice)
    game.cursor.budget = None
    return not isinstance(choice, Done)


# --- H0.10.3 the action -----------------------------------------------------------------------------------


def jar_action(game: Harrow, owner: Owner) -> Flow[bool]:
    """H0.10.3, H1.4, H1.12.1  What the jar gives, or an attack instead."""
    if game.cursor.again:
        yield from attack_again(game, owner)
    else:
        yield from JAR_ACTIONS[game.cursor.jar](game, owner)
    game.cursor.budget = None
    game.cursor.acted = True
    return False


# --- H1.13 cleanup ----------------------------------------------------------------------------------------


def cleanup(game: Harrow, owner: Owner) -> Flow[bool]:
    """H1.13  Cubes, tokens, goals, in this order; no cards and no free steps any more (H0.10.5)."""
    return_aside(game, "HA.P.T16")
    keep_limit(game, owner)
    for hex in game.hexes_of(owner):  # H1.13.2
        for token in list(game.tokens[hex]):
            yield from take_token(game, owner, token, hex, "H1.13.2")
    yield from FACTIONS[owner].store(game, owner)
    yield from FACTIONS[owner].goals(game, owner)  # H1.13.3
    for one, effect in effects(game):  # H7.6.3
        yield from effect.after_goals(game, one, owner)
    keep_limit(game, owner)
    return False


def keep_limit(game: Harrow, owner: Owner) -> None:
    """H1.13.1, H1.8.2, H7.6.3  At most six own cubes stay on the battleground."""
    surplus = game.battleground[owner] - TABLE.most_cubes
    if surplus > 0:
        spend_cubes(game, owner, surplus, "H1.13.1")


# --- H1.3 beginning and end --------------------------------------------------------------------------------


def begin_turn(game: Harrow, owner: Owner) -> None:
    """H1.3.3  A turn begins; what held for the last one is over."""
    game.turn += 1
    game.cursor = Cursor(active=owner, step=next(iter(steps_of(owner))))
    FACTIONS[owner].turn_begins(game, owner)
    game.note("turn", "H1.3.1", owner=owner, turn=game.turn, round=game.round)


def end_turn(game: Harrow, owner: Owner) -> Flow[bool]:
    """H1.13.4  The turn ends; the course of the game says what follows. The last step of every turn."""
    yield from ()
    for one, effect in effects(game):
        effect.turn_ended(game, one, owner)
    course_of(game).turn_ends(game)
    return True


def last_call(game: Harrow) -> Ask | None:
    """H0.10.5  Before cleanup, or before the end where there is none, the turn can be looked over."""
    owner = game.active
    if owner not in game.seats.values():
        return None
    labels = list(steps_of(owner))
    last = "cleanup" if "cleanup" in labels else labels[-1]
    return Ask(owner, TURN_END, "H0.10.5", (Done(),)) if game.cursor.step == last else None


STEPS: dict[str, Step] = {
    "jar": choose_jar,
    "before": window,
    "action": jar_action,
    "after": window,
    "cleanup": cleanup,
    "end": end_turn,
}
"""H0.10  The steps of the turn of a jar faction. A step is run again as long as it returns True."""


def steps_of(owner: Owner) -> Mapping[str, Step]:
    """The steps of a faction's turn."""
    return FACTIONS[owner].steps or STEPS


def take_turn_step(game: Harrow) -> Flow[None]:
    """H0.10  Run the step under the cursor once, and move the cursor on when it is over."""
    step, steps = game.cursor.step, steps_of(game.active)
    again = yield from steps[step](game, game.active)
    if not again:
        labels = list(steps)
        game.cursor.step = labels[labels.index(step) + 1]
