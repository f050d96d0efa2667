"""HA.P.L  The legends of the Protectors."""

from __future__ import annotations

from engine.flow import Done, Flow, Option, ask
from engine.harrow.actions.attack import attacks, fight
from engine.harrow.actions.basic import bars_spawn_on
from engine.harrow.actions.carry import go
from engine.harrow.choices import (
    MoveObjective,
    MoveUnit,
    ask_hex,
    ask_hexes,
    ask_move,
    ask_unit,
    do_objective_move,
    objective_moves,
    unit_moves,
)
from engine.harrow.data import TOWNSFOLK, Hex
from engine.harrow.faction import Legend, register
from engine.harrow.land import figures_on, find_unit, kinds_of_units, within
from engine.harrow.protectors.faction import PROTECTORS, board_of, power_tokens
from engine.harrow.state import Harrow, Owner, Unit
from engine.harrow.verbs import change_unit, gather_cubes, place_haints
from engine.rules import Refusal

NO_SHELTER = Refusal("HA.P.L2", "No hex with your haints is without a cube, or no cube is left.")
NO_WRATH = Refusal("HA.P.L3", "No hex within 2 of Malachi has an enemy in range.")
NOT_ON_TERRAIN = Refusal("H0.6.7", "Your legend stands on a mountain or the brambles; nothing matches that.")
NO_NAIL = Refusal("HA.P.L1", "There is no haint to move and no unit to nail.")
NO_PROVOCATION = Refusal("HA.P.L4", "No empty hex matches Priscilla's.")
NO_SCOUT = Refusal("HA.P.L5", "No haint and no townsfolk can go to terrain like the Boy's.")


def own_haints(game: Harrow, owner: Owner) -> list[tuple[Hex, Unit]]:
    """Own haints that can be moved, equal ones of a hex once."""
    return [
        (hex, unit)
        for hex in game.haint_hexes(owner)
        for unit in kinds_of_units(game, hex)
        if unit.owner == owner and not unit.is_legend and not unit.nailed
    ]


@register
class Emmy(Legend):
    """HA.P.L2  Shelter."""

    id = "emmy"
    faction = PROTECTORS
    clause = "HA.P.L2"

    def open_hexes(self, game: Harrow, owner: Owner) -> list[Hex]:
        return [hex for hex in game.haint_hexes(owner) if not game.cubes_on[hex].get(owner)]

    def bars_power(self, game: Harrow, owner: Owner) -> Refusal | None:
        return None if game.cubes[owner] and self.open_hexes(game, owner) else NO_SHELTER

    def power(self, game: Harrow, owner: Owner) -> Flow[None]:
        """HA.P.L2  A cube on every hex with own haints and no red cube; with too few cubes the player chooses."""
        hexes = self.open_hexes(game, owner)
        count = min(len(hexes), game.cubes[owner])
        for hex in (yield from ask_hexes(owner, "shelter", "HA.P.L2", hexes, count, count)):
            game.cubes[owner] -= 1
            game.cubes_on[hex][owner] = 1
            game.note("sheltered", "HA.P.L2", owner=owner, hex=hex)

    def entered(self, game: Harrow, owner: Owner, unit: Unit, hex: Hex) -> None:
        """HA.P.L2  Emmy enters: the cube goes to the battleground."""
        if unit.owner == owner and unit.is_legend:
            gather_cubes(game, owner, hex, "HA.P.L2")

    def hex_attacked(self, game: Harrow, owner: Owner, hex: Hex) -> None:
        """H1.11.5, HA.P.L2  Units on that hex are attacked, whosever they are."""
        gather_cubes(game, owner, hex, "HA.P.L2")


@register
class Bernice(Legend):
    """HA.P.L1  Iron Nail."""

    id = "bernice"
    faction = PROTECTORS
    clause = "HA.P.L1"

    def moves(self, game: Harrow, owner: Owner) -> list[MoveUnit]:
        return unit_moves(
            game,
            own_haints(game, owner),
            lambda hex: [to for to in game.county.near[hex] if game.county.is_terrain(to)],
        )

    def nailable(self, game: Harrow, owner: Owner) -> list[tuple[Hex, Unit]]:
        """HA.P.L1  Units on hexes next to any of the own units."""
        mine = set(game.hexes_of(owner))
        return [
            (hex, unit)
            for hex in game.county.ids
            if mine.intersection(game.county.near[hex])
            for unit in (*kinds_of_units(game, hex), *figures_on(game, hex))
            if not unit.nailed
        ]

    def bars_power(self, game: Harrow, owner: Owner) -> Refusal | None:
        return None if self.moves(game, owner) or self.nailable(game, owner) else NO_NAIL

    def power(self, game: Harrow, owner: Owner) -> Flow[None]:
        """HA.P.L1  Move a haint, then nail a unit. With both nails on the map one may be taken and placed anew."""
        yield from ask_move(game, owner, "nail.move", "HA.P.L1", self.moves(game, owner), must=True)
        if not power_tokens(game):
            nailed = [
                (hex, unit)
                for hex in game.county.ids
                for unit in (*kinds_of_units(game, hex), *figures_on(game, hex))
                if unit.nailed
            ]
            taken = yield from ask_unit(game, owner, "nail.take", "HA.P.L1", nailed, must=False)
            if taken is None:
                return
            change_unit(game, taken[1], taken[0], nailed=False)
        found = yield from ask_unit(game, owner, "nail", "HA.P.L1", self.nailable(game, owner))
        if found:
            hex, unit = found
            change_unit(game, unit, hex, nailed=True)
            game.note("nailed", "HA.P.L1", owner=unit.owner, by=owner, hex=hex, unit=unit.label)


@register
class Malachi(Legend):
    """HA.P.L3  Wrath."""

    id = "malachi"
    faction = PROTECTORS
    clause = "HA.P.L3"

    def hexes(self, game: Harrow, owner: Owner) -> list[Hex]:
        """HA.P.L3  Hexes at distance 1 to 2 from which something can be attacked."""
        around = within(game, game.where(owner), 2, least=1)
        return sorted({attack.origin for attack in attacks(game, owner, around)})

    def bars_power(self, game: Harrow, owner: Owner) -> Refusal | None:
        return None if self.hexes(game, owner) else NO_WRATH

    def power(self, game: Harrow, owner: Owner) -> Flow[None]:
        """HA.P.L3, H1.12.3, H1.12.4  The wrath token counts as two units where it lies; it attacks once and leaves."""
        hex = yield from ask_hex(owner, "wrath", "HA.P.L3", self.hexes(game, owner))
        game.cursor.wrath = hex
        game.note("wrath", "HA.P.L3", owner=owner, hex=hex)
        attack = yield from ask(owner, "wrath.attack", "HA.P.L3", attacks(game, owner, [hex]))
        yield from fight(game, owner, attack)
        game.cursor.wrath = 0


@register
class Priscilla(Legend):
    """HA.P.L4  Provocation."""

    id = "priscilla"
    faction = PROTECTORS
    clause = "HA.P.L4"

    def hexes(self, game: Harrow, owner: Owner) -> list[Hex]:
        """HA.P.L4  Matching hexes without townsfolk, building or unit."""
        taken = {hex for hexes in game.objectives.values() for hex in hexes} | set(
            board_of(game).provocations
        )
        legend = game.where(owner)
        return [
            hex
            for hex in game.county.ids
            if game.county.matches(hex, legend) and game.is_clear(hex) and hex not in taken
        ]

    def bars_power(self, game: Harrow, owner: Owner) -> Refusal | None:
        if not game.county.is_terrain(game.where(owner)):
            return NOT_ON_TERRAIN
        return None if self.hexes(game, owner) else NO_PROVOCATION

    def power(self, game: Harrow, owner: Owner) -> Flow[None]:
        """HA.P.L4  Tokens still on the map may be moved; the others go onto different matching hexes."""
        board = board_of(game)
        lying = list(board.provocations)
        for hex in (yield from ask_hexes(owner, "provoke.take", "HA.P.L4", lying, 0, len(lying))):
            board.provocations.remove(hex)
        count = power_tokens(game)
        hexes = self.hexes(game, owner)
        for hex in (yield from ask_hexes(owner, "provoke", "HA.P.L4", hexes, count, count)):
            board.provocations.append(hex)
            game.note("provoked", "HA.P.L4", owner=owner, hex=hex)

    def round_ends(self, game: Harrow, owner: Owner) -> Flow[None]:
        """HA.P.L4, HP.2.27  A haint on each hex with a token; with too few haints the player chooses where."""
        hexes = [hex for hex in board_of(game).provocations if bars_spawn_on(game, owner, hex) is None]
        count = min(len(hexes), game.players[owner].haints)
        for hex in (yield from ask_hexes(owner, "provoke.spawn", "HA.P.L4", hexes, count, count)):
            place_haints(game, owner, hex, 1, "HA.P.L4")


@register
class SkinlessBoy(Legend):
    """HA.P.L5  Scout."""

    id = "skinless-boy"
    faction = PROTECTORS
    clause = "HA.P.L5"

    def haints(self, game: Harrow, owner: Owner) -> list[MoveUnit]:
        return unit_moves(game, own_haints(game, owner), lambda hex: self.matching(game, owner, hex))

    def townsfolk(self, game: Harrow, owner: Owner) -> list[MoveObjective]:
        return objective_moves(game, TOWNSFOLK, lambda hex: self.matching(game, owner, hex))

    def matching(self, game: Harrow, owner: Owner, hex: Hex) -> list[Hex]:
        """H0.6.7  Neighbours with the terrain of the Boy's hex."""
        legend = game.where(owner)
        return [to for to in game.county.near[hex] if game.county.matches(to, legend)]

    def bars_power(self, game: Harrow, owner: Owner) -> Refusal | None:
        if not game.county.is_terrain(game.where(owner)):
            return NOT_ON_TERRAIN
        return None if self.haints(game, owner) or self.townsfolk(game, owner) else NO_SCOUT

    def power(self, game: Harrow, owner: Owner) -> Flow[None]:
        """HA.P.L5  A haint and a townsfolk, each once at most, in any order."""
        haint, townsfolk = True, True
        while haint or townsfolk:
            options: list[Option] = []
            if haint:
                options += self.haints(game, owner)
            if townsfolk:
                options += self.townsfolk(game, owner)
            if not options:
                return
            choice = yield from ask(owner, "scout", "HA.P.L5", [*options, Done()])
            if isinstance(choice, MoveObjective):
                townsfolk = False
                do_objective_move(game, owner, choice, "HA.P.L5")
            elif isinstance(choice, MoveUnit):
                haint = False
                unit = find_unit(game, choice.origin, owner, choice.unit)
                yield from go(game, [unit], choice.origin, choice.to, "HA.P.L5")
            else:
                return
