"""HA.F.L  The legends of the Family."""

from __future__ import annotations

from engine.flow import Done, Flow, Option, ask
from engine.harrow.actions.basic import act, bars_spawn_on
from engine.harrow.actions.carry import go
from engine.harrow.choices import Moved, MoveUnit, ask_hex, ask_move, ask_unit, put_tokens, unit_moves
from engine.harrow.data import Hex
from engine.harrow.faction import Legend, register
from engine.harrow.family.board import FAMILY, UPGRADES, board_of, free_slots, lay_on_jar, to_bag, to_line
from engine.harrow.land import kinds_of_units, may_enter, within
from engine.harrow.state import LEGEND, Budget, Harrow, Owner, Unit
from engine.harrow.tree import activate_tree
from engine.harrow.verbs import fell, place_haints, remove
from engine.rules import Refusal

NOT_ON_TERRAIN = Refusal("H0.6.7", "Your legend stands on a mountain or the brambles; nothing matches that.")
NO_READY = Refusal("HA.F.L3", "No haint of yours can move by Levi's power.")
NO_RAISE = Refusal("HA.F.L1", "You have no haint on the map to give.")
NO_DESIGN = Refusal("HA.F.L4", "No cube of yours is on the battleground, or three lie with Odessa.")
EMPTY_BAG = Refusal("HA.F.L6", "The bag is empty.")

ENOUGH_CUBES = 3
"""HA.F.L2, HA.F.L5  So many own cubes must fall out."""
MOST_HELD = 3


class KeepCubes(Option, frozen=True, tag="keep_cubes"):
    """HA.F.L4  Move cubes from the battleground to Odessa's board."""

    COUNTED = "cubes"
    cubes: int


class ReturnCubes(Option, frozen=True, tag="return_cubes"):
    """HA.F.L4  Put cubes of Odessa's board back on the battleground."""

    COUNTED = "cubes"
    cubes: int


class TakeFromBag(Option, frozen=True, tag="take_from_bag"):
    """HA.F.L6  Take this token out of the bag and use it."""

    PRIVATE = True
    token: str


class Store(Option, frozen=True, tag="store"):
    """HA.F.L6  Where the token goes after its use."""

    place: str


def own_haints(game: Harrow, owner: Owner) -> list[tuple[Hex, Unit]]:
    """Own haints that can be moved or given up (a nail holds them, HA.P.L1)."""
    return [
        (hex, unit)
        for hex in game.haint_hexes(owner)
        for unit in kinds_of_units(game, hex)
        if unit.owner == owner and not unit.is_legend and not unit.nailed
    ]


@register
class Levi(Legend):
    """HA.F.L3  Ready for More."""

    id = "levi"
    faction = FAMILY
    clause = "HA.F.L3"

    def moves(self, game: Harrow, owner: Owner, moved: Moved) -> list[MoveUnit]:
        """HA.F.L3  Haints that leave or enter terrain like Levi's; never onto a path token."""
        levi = game.where(owner)
        return unit_moves(
            game,
            [(hex, unit) for hex, unit in own_haints(game, owner) if moved.is_fresh(game, hex, unit)],
            lambda hex: [to for to in game.county.near[hex] if not game.paths[to]],
            fits=lambda hex, to: game.county.matches(hex, levi) or game.county.matches(to, levi),
        )

    def bars_power(self, game: Harrow, owner: Owner) -> Refusal | None:
        if not game.county.is_terrain(game.where(owner)):
            return NOT_ON_TERRAIN
        return None if self.moves(game, owner, Moved()) else NO_READY

    def power(self, game: Harrow, owner: Owner) -> Flow[None]:
        """HA.F.L3  Each haint may move once, one after the other, in any order."""
        moved = Moved()
        while True:
            done = yield from ask_move(game, owner, "ready", "HA.F.L3", self.moves(game, owner, moved))
            if done is None:
                return
            moved.arrived(*done)


@register
class Corbin(Legend):
    """HA.F.L1  Raise a Haint."""

    id = "corbin"
    faction = FAMILY
    clause = "HA.F.L1"

    def bars_power(self, game: Harrow, owner: Owner) -> Refusal | None:
        return None if own_haints(game, owner) else NO_RAISE

    def power(self, game: Harrow, owner: Owner) -> Flow[None]:
        """HA.F.L1  A haint leaves the map; then two spawn within 1 of Corbin or of the home."""
        found = yield from ask_unit(game, owner, "raise.from", "HA.F.L1", own_haints(game, owner))
        if not found:
            return
        remove(game, found[1], found[0], "HA.F.L1", owner)
        for _ in range(2):
            near = {*within(game, game.where(owner), 1), *within(game, game.homes[owner], 1)}
            hexes = [hex for hex in near if bars_spawn_on(game, owner, hex) is None]
            hex = yield from ask_hex(owner, "raise", "HA.F.L1", hexes, must=False)
            if hex:
                place_haints(game, owner, hex, 1, "HA.F.L1")


@register
class Kaine(Legend):
    """HA.F.L2  Fateful Nightmare."""

    id = "kaine"
    faction = FAMILY
    clause = "HA.F.L2"

    def bars_power(self, game: Harrow, owner: Owner) -> Refusal | None:
        return None if game.county.is_terrain(game.where(owner)) else NOT_ON_TERRAIN

    def power(self, game: Harrow, owner: Owner) -> Flow[None]:
        """HA.F.L2, H3.3.7  The Tree; with three own cubes out a haint on matching terrain is gone, unscored and unpaid."""
        yield from activate_tree(game, owner, self.id, "HA.F.L2")
        if game.battleground[owner] < ENOUGH_CUBES:
            return
        kaine = game.where(owner)
        haints = [
            (hex, unit)
            for hex in game.county.ids
            if game.county.matches(hex, kaine)
            for unit in kinds_of_units(game, hex)
            if not unit.is_legend
        ]
        found = yield from ask_unit(game, owner, "nightmare", "HA.F.L2", haints)
        if found:
            remove(game, found[1], found[0], "HA.F.L2", owner)
            fell(game, found[1], found[0])  # H7.7.2


@register
class Odessa(Legend):
    """HA.F.L4  Nature's Design."""

    id = "odessa"
    faction = FAMILY
    clause = "HA.F.L4"

    def room(self, game: Harrow, owner: Owner) -> int:
        return min(MOST_HELD - board_of(game).held, game.battleground[owner])

    def bars_power(self, game: Harrow, owner: Owner) -> Refusal | None:
        return None if self.room(game, owner) > 0 else NO_DESIGN

    def power(self, game: Harrow, owner: Owner) -> Flow[None]:
        """HA.F.L4  Up to three own cubes go from the battleground to her board."""
        options: list[Option] = [KeepCubes(self.room(game, owner)), Done()]
        choice = yield from ask(owner, "design", "HA.F.L4", options)
        if isinstance(choice, KeepCubes):
            game.battleground[owner] -= choice.cubes
            board_of(game).held += choice.cubes
            game.note("cubes.kept", "HA.F.L4", owner=owner, cubes=choice.cubes)

    def after_tree(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H0.7.7, HA.F.L4  After any Tree, before comparing, any number of them may come back."""
        held = board_of(game).held
        if not held:
            return
        options: list[Option] = [ReturnCubes(held), Done()]
        choice = yield from ask(owner, "design.return", "HA.F.L4", options, held=held)
        if isinstance(choice, ReturnCubes):
            board_of(game).held -= choice.cubes
            game.battleground[owner] += choice.cubes
            game.note("cubes.returned", "HA.F.L4", owner=owner, cubes=choice.cubes)


@register
class Mildred(Legend):
    """HA.F.L5  Unseen Confusion."""

    id = "mildred"
    faction = FAMILY
    clause = "HA.F.L5"

    def power(self, game: Harrow, owner: Owner) -> Flow[None]:
        """HA.F.L5  Mildred goes to own haints, however far; the Tree; with three own cubes out, tokens on storms."""
        here = game.where(owner)
        unit = next(unit for unit in game.units_of(owner, here) if unit.kind == LEGEND)
        hexes = [hex for hex in game.haint_hexes(owner) if hex == here or may_enter(game, owner, hex)]
        if not unit.nailed:
            to = yield from ask_hex(owner, "confusion", "HA.F.L5", hexes)
            if to and to != here:
                yield from go(game, [unit], here, to, "HA.F.L5")
        yield from activate_tree(game, owner, self.id, "HA.F.L5")
        if game.battleground[owner] >= ENOUGH_CUBES:
            storms = [hex for hex in game.county.ids if game.has_storm(hex)]
            yield from put_tokens(game, owner, "confusion.token", "HA.F.L5", lambda: storms, 2)


@register
class Willa(Legend):
    """HA.F.L6  Spinning Fate."""

    id = "willa"
    faction = FAMILY
    clause = "HA.F.L6"

    def bars_power(self, game: Harrow, owner: Owner) -> Refusal | None:
        return None if board_of(game).bag else EMPTY_BAG

    def power(self, game: Harrow, owner: Owner) -> Flow[None]:
        """HA.F.L6, H2.5.5  Any token of the bag is used now and put on the board or back; it pays for no card."""
        board = board_of(game)
        tokens = [TakeFromBag(token) for token in sorted(set(board.bag))]
        choice = yield from ask(owner, "fate", "HA.F.L6", tokens, secret=True)
        token = choice.token
        board.bag.remove(token)
        game.note("token.taken", "HA.F.L6", owner=owner, token=token)
        if token in UPGRADES and UPGRADES[token].waits:
            lay_on_jar(game, owner, token)
            return
        if token in UPGRADES:
            yield from UPGRADES[token].use(game, owner)
        else:
            yield from act(game, owner, "fate.use", "HA.F.L6", Budget.of(token))
        places = ["bag", "board"] if free_slots(game) else ["bag"]
        stored = yield from ask(
            owner, "fate.store", "HA.F.L6", [Store(place) for place in places], token=token
        )
        if stored.place == "board":
            yield from to_line(game, owner, token)
        else:
            to_bag(game, token)
