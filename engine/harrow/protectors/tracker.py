"""HA.P.K  The Protectors' trackers: paths (H1.10.3 to H1.10.6) and townsfolk (H2.3.1)."""

from __future__ import annotations

from engine.flow import Done, Flow, Option, ask, ask_many
from engine.harrow.choices import MoveObjective, ask_move, do_objective_move, objective_moves, unit_moves
from engine.harrow.data import TOWNSFOLK, Hex
from engine.harrow.faction import Tracker, register
from engine.harrow.land import closer, farther, movable, reach, within
from engine.harrow.menu import refuses
from engine.harrow.protectors.faction import PATHS, PROTECTORS, TALK, board_of
from engine.harrow.state import Harrow, Owner
from engine.harrow.verbs import take_token
from engine.rules import Refusal


class TakePath(Option, frozen=True, tag="take_path"):
    """H1.10.4  Take a path token back from the map."""

    hex: Hex


class PlacePath(Option, frozen=True, tag="place_path"):
    """H1.10.3  Lay a path token on a hex."""

    hex: Hex


class TakeToken(Option, frozen=True, tag="take_token"):
    """H2.3.1, HA.P.T03  Take an ability token onto your board."""

    token: str
    hex: Hex


NO_PATH = Refusal("H1.10.3", "You have no path token in your supply.")
PATH_TOO_FAR = Refusal("H1.10.3", "That hex is out of range of your legend.")


def path_hexes(game: Harrow, owner: Owner) -> list[Hex]:
    """H1.10.3, H1.10.5, H0.6.9  Any hex within range of the legend, its own too."""
    legend = game.where(owner)
    return within(game, legend, reach(game, legend, game.cursor.range_bonus)) if legend else []


@refuses(PlacePath)
def bars_path(game: Harrow, owner: Owner, option: PlacePath) -> Refusal | None:
    """H1.10.3"""
    if owner != PROTECTORS or not board_of(game).paths:
        return NO_PATH
    return None if option.hex in path_hexes(game, owner) else PATH_TOO_FAR


def lay_path(game: Harrow, owner: Owner, hex: Hex) -> None:
    """H1.10.3, H1.10.5  A path token comes onto a hex, also beside another."""
    board_of(game).paths -= 1
    game.paths[hex] += 1
    game.note("path.laid", "H1.10.3", owner=owner, hex=hex)


def take_path(game: Harrow, owner: Owner, hex: Hex) -> None:
    """H1.10.4"""
    board_of(game).paths += 1
    game.paths[hex] -= 1
    game.note("path.taken", "H1.10.4", owner=owner, hex=hex)


def paths_on_map(game: Harrow) -> list[TakePath]:
    return [TakePath(hex) for hex in game.county.ids for _ in range(game.paths[hex])]


@register
class Paths(Tracker):
    faction = PROTECTORS
    side = PATHS
    clause = "H1.10.3"

    def scrolls(self, game: Harrow, owner: Owner, unlocked: int) -> Flow[None]:
        """H1.10.3, H1.10.4  Take back what you like from anywhere, then lay what you have within range."""
        lying = paths_on_map(game)
        if lying:
            taken = yield from ask_many(owner, "paths.take", "H1.10.4", lying, 0, len(lying))
            for choice in taken:
                take_path(game, owner, choice.hex)
        while board_of(game).paths:
            options: list[Option] = [PlacePath(hex) for hex in path_hexes(game, owner)]
            placed = yield from ask(
                owner, "paths.place", "H1.10.3", [*options, Done()], left=board_of(game).paths
            )
            if not isinstance(placed, PlacePath):
                return
            lay_path(game, owner, placed.hex)

    def first(self, game: Harrow, owner: Owner) -> Flow[None]:
        """HA.P.T14, H3.4.3  Place one path token, or move one that lies on the map."""
        options: list[Option] = []
        if board_of(game).paths:
            options = [PlacePath(hex) for hex in path_hexes(game, owner)]
        options += dict.fromkeys(paths_on_map(game))
        if not options:
            return
        choice = yield from ask(owner, "paths.one", "H1.10.3", [*options, Done()])
        if isinstance(choice, TakePath):
            take_path(game, owner, choice.hex)
            again = [PlacePath(hex) for hex in path_hexes(game, owner)]
            if again:
                choice = yield from ask(owner, "paths.move", "H1.10.3", again)
        if isinstance(choice, PlacePath):
            lay_path(game, owner, choice.hex)


@register
class Talk(Tracker):
    faction = PROTECTORS
    side = TALK
    clause = "H2.3.1"

    def scrolls(self, game: Harrow, owner: Owner, unlocked: int) -> Flow[None]:
        """H2.3.1, H2.3.2  Pull a townsfolk; the other scrolls speak of that one, and without it do nothing."""
        legend = game.where(owner)
        pulls: list[Option] = [*objective_moves(game, TOWNSFOLK, lambda hex: closer(game, hex, legend))]
        if not pulls:
            return
        choice = yield from ask(owner, "talk.pull", "H2.3.1", [*pulls, Done()])
        if not isinstance(choice, MoveObjective):
            return
        do_objective_move(game, owner, choice, "H2.3.1")
        here = choice.to
        if here not in game.objectives[TOWNSFOLK]:  # rescued (H1.14.2)
            return
        if unlocked >= 2:
            yield from self.take(game, owner, here)
        if unlocked >= 3:
            near = unit_moves(
                game, movable(game, game.county.near[here]), lambda hex: farther(game, hex, here)
            )
            yield from ask_move(game, owner, "talk.push", "H2.3.1", near)
        if unlocked >= 4:
            anyone = unit_moves(game, movable(game), lambda hex: farther(game, hex, here))
            yield from ask_move(game, owner, "talk.push", "H2.3.1", anyone)

    def take(self, game: Harrow, owner: Owner, hex: Hex) -> Flow[None]:
        """H2.3.1  Scroll 2: one ability token of the townsfolk's hex, placed at once."""
        options: list[Option] = [TakeToken(token, hex) for token in dict.fromkeys(game.tokens[hex])]
        if options:
            choice = yield from ask(owner, "talk.token", "H2.3.1", [*options, Done()])
            if isinstance(choice, TakeToken):
                yield from take_token(game, owner, choice.token, hex, "H2.3.1")
