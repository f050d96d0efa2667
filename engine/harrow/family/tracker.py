"""HA.F.K  The Family's trackers: a storm and what it pulls (H1.10.7), a storm and what it pushes (H2.3.3)."""

from __future__ import annotations

from engine.flow import Done, Flow, Option, ask
from engine.harrow.choices import ask_move, ask_token_move, token_moves, unit_moves
from engine.harrow.data import Hex
from engine.harrow.faction import Tracker, register
from engine.harrow.family.board import FAMILY, board_of, may_storm, place_storm
from engine.harrow.land import closer, farther, movable
from engine.harrow.state import Harrow, Owner


class PlaceStorm(Option, frozen=True, tag="place_storm"):
    """H1.10.7, H2.3.3  Put a storm token on a hex."""

    hex: Hex


class StormTracker(Tracker):
    """H1.10.7 to H1.10.10, H2.3.3  A storm; then a token, an own unit and an enemy unit move by it."""

    faction = FAMILY

    def hexes(self, game: Harrow, owner: Owner) -> list[Hex]:
        raise NotImplementedError

    def targets(self, game: Harrow, hex: Hex, storm: Hex) -> list[Hex]:
        raise NotImplementedError

    def scrolls(self, game: Harrow, owner: Owner, unlocked: int) -> Flow[None]:
        """H1.10.2, H1.10.7  Left to right; without a storm the other scrolls do nothing."""
        options: list[Option] = [PlaceStorm(hex) for hex in self.hexes(game, owner) if may_storm(game, hex)]
        if not options or not board_of(game).storms:
            return
        choice = yield from ask(owner, f"storm.{self.side}", self.clause, [*options, Done()])
        if not isinstance(choice, PlaceStorm):
            return
        storm = choice.hex
        place_storm(game, owner, storm, self.clause)
        if unlocked >= 2:
            tokens = token_moves(game, lambda hex: self.targets(game, hex, storm))
            yield from ask_token_move(game, owner, f"storm.{self.side}.token", self.clause, tokens)
        if unlocked >= 3:
            yield from self.move_unit(game, owner, storm, own=True)
        if unlocked >= 4:
            yield from self.move_unit(game, owner, storm, own=False)

    def move_unit(self, game: Harrow, owner: Owner, storm: Hex, *, own: bool) -> Flow[None]:
        """H1.10.9, H1.10.10  One unit, if its hex is legal for it."""
        units = [(hex, unit) for hex, unit in movable(game) if (unit.owner == owner) == own]
        options = unit_moves(game, units, lambda hex: self.targets(game, hex, storm))
        key = f"storm.{self.side}.{'own' if own else 'enemy'}"
        yield from ask_move(game, owner, key, self.clause, options)


@register
class GatheringStorm(StormTracker):
    side = "a"
    clause = "H1.10.7"

    def hexes(self, game: Harrow, owner: Owner) -> list[Hex]:
        """H1.10.7  Any hex with an own unit, also one with a storm."""
        return game.hexes_of(owner)

    def targets(self, game: Harrow, hex: Hex, storm: Hex) -> list[Hex]:
        """H1.10.8 to H1.10.10  One hex toward the storm."""
        return closer(game, hex, storm)


@register
class SpreadingStorm(StormTracker):
    side = "b"
    clause = "H2.3.3"

    def hexes(self, game: Harrow, owner: Owner) -> list[Hex]:
        """H2.3.3  Next to the legend, whatever is there."""
        return list(game.county.near[game.where(owner)])

    def targets(self, game: Harrow, hex: Hex, storm: Hex) -> list[Hex]:
        """H2.3.3  One hex away from the storm."""
        return farther(game, hex, storm)
