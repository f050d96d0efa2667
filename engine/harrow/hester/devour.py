"""H5.12  Hester's cleanup: a legend is devoured, cubes are kept, flames come back."""

from __future__ import annotations

from engine.flow import Done, Flow, Option, ask
from engine.harrow.data import SCROLL, TABLE, TOKENS, WILD, Hex
from engine.harrow.faction import FACTIONS, effects
from engine.harrow.hester.board import (
    HESTER,
    board_of,
    check_squares,
    choose_cubes,
    fill_square,
    hester_hex,
    open_sides,
)
from engine.harrow.hester.fire import banish
from engine.harrow.land import kinds_of_units
from engine.harrow.menu import refuses
from engine.harrow.state import Harrow, Owner
from engine.rules import Refusal

BOX = "box"
PLAYER = "player"
TRACKER = "tracker"


class Devour(Option, frozen=True, tag="devour"):
    """H5.12.1  Devour this legend."""

    owner: Owner
    figure: str


class Bite(Option, frozen=True, tag="bite"):
    """H5.12.1  Take this token of the faction, from where it lies."""

    token: str
    place: str


NOT_WITH_HESTER = Refusal("H5.12.1", "Hester does not share her hex with that legend in your cleanup.")
SIDE_FULL = Refusal("H5.12.1", "The squares of that side are full, or the faction has no token.")


def to_bite(game: Harrow, owner: Owner) -> list[Bite]:
    """H5.12.1, H6.1.6  Tokens of a faction that can be devoured; for one that moves by itself any type from the box."""
    if owner in game.automated:
        return [Bite(token, BOX) for token in TOKENS if game.box[token]]
    player = game.players[owner]
    found = [Bite(token, place) for token, place in FACTIONS[owner].tokens_to_lose(game, owner)]
    found += [Bite(SCROLL, TRACKER)] * bool(player.scrolls)
    return found + [Bite(WILD, PLAYER)] * bool(player.wild)


@refuses(Devour)
def bars_devour(game: Harrow, owner: Owner, option: Devour) -> Refusal | None:
    """H5.12.1"""
    here = hester_hex(game)
    with_her = here and any(
        unit.owner == option.owner and unit.kind == option.figure for unit in game.units[here]
    )
    if not with_her or game.cursor.step != "cleanup":
        return NOT_WITH_HESTER
    can = option.owner in open_sides(game) and to_bite(game, option.owner)
    return None if can else SIDE_FULL


def devour(game: Harrow, owner: Owner) -> Flow[None]:
    """H5.12.1, HP.3.12  A legend on her hex: a token of its faction fills a square, and Hester leaves the map."""
    here = hester_hex(game)
    if not here:
        return
    options: list[Option] = [
        Devour(unit.owner, unit.kind)
        for unit in kinds_of_units(game, here)
        if unit.is_legend and unit.owner in open_sides(game) and to_bite(game, unit.owner)
    ]
    if not options:
        return
    choice = yield from ask(HESTER, "devour", "H5.12.1", [*options, Done()], hex=here)
    if not isinstance(choice, Devour):
        return
    if not FACTIONS[choice.owner].is_devoured(game, choice.owner, choice.figure):
        game.note("devour.failed", "H5.12.1", owner=choice.owner, figure=choice.figure, hex=here)
        return
    yield from bite(game, choice.owner, here)


def bite(game: Harrow, owner: Owner, hex: Hex) -> Flow[None]:
    """H5.12.1  One token; if a named one is not in the bag she names again."""
    left = to_bite(game, owner)
    while left:
        choice = yield from ask(HESTER, "devour.token", "H5.12.1", left, owner=owner)
        left.remove(choice)
        if not (yield from lose(game, owner, choice)):
            game.note("devour.none", "H5.12.1", owner=owner, token=choice.token)
            continue
        fill_square(game, owner, choice.token, {}, "H5.12.1")
        game.note("devoured", "H5.12.1", owner=owner, by=HESTER, token=choice.token, hex=hex)
        banish(game, "H5.12.1", HESTER)
        check_squares(game)
        return


def lose(game: Harrow, owner: Owner, choice: Bite) -> Flow[bool]:
    """H5.12.1  The token leaves its place; False if it was not there."""
    player = game.players[owner]
    if choice.place == BOX:
        game.box[choice.token] -= 1
    elif choice.place == TRACKER:
        player.scrolls -= 1
        yield from FACTIONS[owner].scroll_lost(game, owner)
    elif choice.place == PLAYER:
        player.wild -= 1
    else:
        return FACTIONS[owner].lose_token(game, owner, choice.token, choice.place)
    return True


def keep_limit(game: Harrow) -> Flow[None]:
    """H5.12.2, HP.3.13  Six cubes of her choice stay."""
    surplus = game.out(HESTER) - TABLE.most_cubes
    if surplus > 0:
        yield from choose_cubes(game, "cubes.keep", "H5.12.2", surplus)


def cleanup(game: Harrow, owner: Owner) -> Flow[bool]:
    """H5.3.5, H5.12.3, H7.6.3  Devour; keep six cubes, again after offers; the flames are actions again."""
    yield from devour(game, owner)
    yield from keep_limit(game)
    for one, effect in effects(game):
        yield from effect.after_goals(game, one, owner)
    yield from keep_limit(game)
    board = board_of(game)
    board.spent, board.used = [], []
    board.tree = board.first_free = board.any_colour = False
    return False
