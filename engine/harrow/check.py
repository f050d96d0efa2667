"""What must be true of every game of Harrow County: `check` looks at a state between two steps and names what is wrong.

`RandomGame` is what every random game is (`engine.fuzz`), and knows what the log of Harrow County must tell.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from engine import fuzz
from engine.flow import Ask
from engine.harrow.course import course_of
from engine.harrow.data import BRAMBLES, COUNTIES, FACTS, MODES, SCROLL, TABLE, WILD
from engine.harrow.faction import FACTIONS
from engine.harrow.menu import refusal
from engine.harrow.rules import RULES
from engine.harrow.state import Harrow, Owner
from engine.rules import Event, SeatSetup, Setup

# --- one state --------------------------------------------------------------------------------------------


def check(game: Harrow) -> list[str]:
    """Everything wrong with a state between two steps; an empty list if all is well."""
    if game.cursor.step.startswith("setup"):
        return []
    own = [f for one in game.order if one not in game.automated for f in FACTIONS[one].wrong(game, one)]
    own += course_of(game).wrong(game)
    return [
        *units_wrong(game),
        *cubes_wrong(game),
        *tokens_wrong(game),
        *cards_wrong(game),
        *table_wrong(game),
        *own,
    ]


def units_wrong(game: Harrow) -> Iterator[str]:
    """H1.2, H0.5  Who shares a hex with whom, and fifteen haints of each colour wherever they are."""
    found: Counter[Owner] = Counter()
    for hex, units in enumerate(game.units):
        if not units:
            continue
        owners = {unit.owner for unit in units}
        if len(units) > TABLE.most_units:
            yield f"{len(units)} units stand on hex {hex} (H1.2.3)"
        if len(owners) > 1:
            yield f"{sorted(owners)} share hex {hex} (H1.2.1)"
        for owner in owners:
            if any(hex in game.objectives[kind] for kind in FACTIONS[owner].hostile):
                yield f"{owner} shares hex {hex} with an enemy objective (H1.2.2)"
        found.update(unit.owner for unit in units if not unit.is_legend)
    for owner, player in game.players.items():
        found.update(player.plate)
        found.update(FACTIONS[owner].haints_kept(game, owner))
    for owner in game.rivals:
        if game.players[owner].haints < 0 or found[owner] + game.players[owner].haints != TABLE.haints:
            yield f"{owner} has {found[owner]} haints out and {game.players[owner].haints} in the supply"


def cubes_wrong(game: Harrow) -> Iterator[str]:
    """H0.7.4  Cubes of a colour are in the supply, on the battleground, in the Tree, on hexes, on boards or aside."""
    found: Counter[Owner] = Counter(game.cubes)
    for place in filter(None, (game.battleground, game.tree, game.aside, *game.cubes_on)):
        found.update(place)
        if any(count < 0 for count in place.values()):
            yield f"fewer than no cubes: {place}"
    for owner in game.order:
        found.update(FACTIONS[owner].cubes_kept(game, owner))
    for colour in (colour for owner in game.order for colour in TABLE.factions[owner]):
        if found[colour] != TABLE.cubes[colour] or game.cubes[colour] < 0:
            yield f"there are {found[colour]} cubes of {colour}, not {TABLE.cubes[colour]}"


def tokens_wrong(game: Harrow) -> Iterator[str]:
    """H0.5  Ability tokens and Wild tokens are somewhere."""
    found = Counter(game.box)
    for tokens in filter(None, game.tokens):
        found.update(tokens)
    for owner in game.order:
        found.update(FACTIONS[owner].tokens_kept(game, owner))
        found[SCROLL] += game.players[owner].scrolls
    for token, count in TABLE.tokens.items():
        if found[token] != count or game.box[token] < 0:
            yield f"{found[token]} {token} tokens, not {count}"
    if game.wild + found[WILD] + sum(player.wild for player in game.players.values()) != TABLE.wild:
        yield "Wild tokens are lost (H1.9.3)"


def cards_wrong(game: Harrow) -> Iterator[str]:
    """H2.1.3  Each card of a faction is in the deck, the hand, the discard pile or in front of its player."""
    if game.chapter == 1:
        return
    for owner in (one for one in game.order if one not in game.automated):
        player = game.players[owner]
        found = sorted([*player.deck, *player.hand, *player.discard, *player.played])
        if found != sorted(id for id, card in FACTS.cards.items() if card.deck == owner):
            yield f"cards of {owner} are {found}"
    if game.tiles:
        tiles = sorted(
            [*game.tile_supply, *game.tiles_gone, *(t.id for row in game.tiles.values() for t in row)]
        )
        if tiles != sorted(FACTS.tiles):
            yield f"tiles are {tiles} (H3.4.3)"


def table_wrong(game: Harrow) -> Iterator[str]:
    """H1.2.4, H1.2.7, H1.3  Objectives, turns, the cursor."""
    if any(game.kind(hex) == BRAMBLES for hexes in game.objectives.values() for hex in hexes):
        yield "an objective is on the brambles (H1.2.4)"
    kinds = list(game.objectives.values())
    if set(kinds[0]) & set(kinds[1]):
        yield "a townsfolk and a building share a hex (H1.2.7)"
    for owner in game.order:
        player = game.players[owner]
        if len(player.flipped) > TABLE.turns or len(set(player.flipped)) < len(player.flipped):
            yield f"{owner} has flipped {player.flipped} (H0.8.3)"
        if player.scrolls >= TABLE.scrolls:
            yield f"{owner} has {player.scrolls} legend tokens (H1.10.2)"
    if game.cursor.budget is not None or game.cursor.window or game.cursor.wrath:
        yield "something of a finished action is left in the cursor"
    if game.active not in game.order:
        yield f"nobody called {game.active} plays"


def question_wrong(game: Harrow, question: Ask) -> Iterator[str]:
    """Whatever is offered must be legal by the predicate that would refuse it."""
    for option in question.options:
        for number in {*option.numbers()[:1], *option.numbers()[-1:]} or {None}:
            why = refusal(game, question.seat, option if number is None else option.with_number(number))
            if why:
                yield f"{question.key} offers {option} ({number}), which is refused: {why}"


# --- who plays --------------------------------------------------------------------------------------------


def tables() -> list[tuple[str, tuple[str, ...]]]:
    """Every mode with every set of factions that may meet in it."""
    return [
        (mode, table)
        for mode, entry in MODES.items()
        for table in entry.tables
        if set(table) <= set(FACTIONS)
    ]


def random_setup(dice: random.Random, mode: str = "", table: Sequence[Owner] = ()) -> Setup:
    """A random mode and table (or these), on a random side of the map."""
    if not mode:
        mode, table = dice.choice(tables())
    elif not table:
        table = dice.choice([factions for name, factions in tables() if name == mode])
    seats = tuple(SeatSetup(owner, owner) for owner in dice.sample(list(table), len(table)))
    agreed = {"mode": mode, "map": dice.choice(sorted(COUNTIES))}
    if MODES[mode].automated:
        agreed |= {
            "level": dice.choice(sorted(MODES[mode].levels) or [""]),
            "decides": dice.choice(["you", "rules"]),
        }
    return Setup(seats, agreed)


# --- whole games ------------------------------------------------------------------------------------------


class RandomGame(fuzz.RandomGame[Harrow]):
    """A random game of Harrow County."""

    def __init__(self, setup: Setup, seed: str, *, watch: bool = True, keep: bool = False) -> None:
        super().__init__(RULES, check, setup, seed, watch=watch, keep=keep)
        self.points: Counter[Owner] = Counter()

    def wrong_question(self, question: Ask) -> Iterator[str]:
        return question_wrong(self.game.state, question)

    def recount(self, events: Sequence[Event]) -> Iterator[str]:
        """H0.2  The scores are the sum of what the log says."""
        for event in events:
            if event.key == "scored":
                self.points[event.about["owner"]] += event.about["points"]
        for owner, player in self.game.state.players.items():
            if self.points[owner] != player.score:
                yield f"{owner} has {player.score} points, the log says {self.points[owner]}"
