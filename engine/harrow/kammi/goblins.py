"""HA.K.G, H4.7.3  The goblins: a unique power each, once per game."""

from __future__ import annotations

from engine.flow import Done, Flow, Option, ask
from engine.harrow.actions.carry import move_doll
from engine.harrow.choices import ask_move, unit_moves
from engine.harrow.faction import Legend, register
from engine.harrow.kammi.board import KAMMI, board_of, goblin_hex, reveal_figures
from engine.harrow.kammi.faction import discard_played
from engine.harrow.kammi.tracker import PullDoll
from engine.harrow.land import figures_on, find_unit, kinds_of_units
from engine.harrow.state import Harrow, Owner
from engine.harrow.verbs import kill, take_unit
from engine.rules import Refusal

USED = Refusal("H4.7.3", "The goblin's power was used; it works once in a game.")
GONE = Refusal("HA.K.G2", "The goblin has left the game.")
FAR = 2


class Goblin(Legend):
    """H4.7.3  Once per game. Whether it would do anything depends on where the goblin is, so that is asked inside."""

    faction = KAMMI

    def bars_power(self, game: Harrow, owner: Owner) -> Refusal | None:
        if board_of(game).power_used:
            return USED
        return GONE if board_of(game).gone else None

    def use_up(self, game: Harrow, owner: Owner) -> None:
        board_of(game).power_used = True
        game.note("power.used", self.clause, owner=owner, legend=self.id)


@register
class Prankster(Goblin):
    """HA.K.G1  Backup."""

    id = "prankster"
    clause = "HA.K.G1"

    def power(self, game: Harrow, owner: Owner) -> Flow[None]:
        """HA.K.G1  A doll next to the goblin comes onto its hex, if none is there; nobody carries it."""
        here = goblin_hex(game)
        near = [hex for hex in game.county.near[here] if hex in game.dolls]
        options: list[Option] = [] if here in game.dolls else [PullDoll(hex, here) for hex in near]
        choice = yield from ask(owner, "prankster", "HA.K.G1", [*options, Done()], secret=True)
        if isinstance(choice, PullDoll):
            self.use_up(game, owner)
            move_doll(game, choice.origin, here, "HA.K.G1", owner)


@register
class Knocker(Goblin):
    """HA.K.G2  Piercing Strike."""

    id = "knocker"
    clause = "HA.K.G2"

    def power(self, game: Harrow, owner: Owner) -> Flow[None]:
        """HA.K.G2  An enemy haint dies on every hex around; then the goblin and its cards are gone for good."""
        yield from ()
        self.use_up(game, owner)
        here = goblin_hex(game)
        for hex in game.county.near[here]:
            haints = [u for u in kinds_of_units(game, hex) if u.owner != owner and not u.is_legend]
            if haints:
                kill(game, owner, haints[0], hex, "HA.K.G2")
        board = board_of(game)
        reveal_figures(game, "HA.K.G2")
        take_unit(game, find_unit(game, here, owner, board.goblin), here)
        board.gone = True
        game.note("goblin.gone", "HA.K.G2", owner=owner, hex=here)
        discard_played(game, owner, "HA.K.G2")


@register
class Bruiser(Goblin):
    """HA.K.G3  Driver."""

    id = "bruiser"
    clause = "HA.K.G3"

    def power(self, game: Harrow, owner: Owner) -> Flow[None]:
        """HA.K.G3  Every legend up to two hexes, one after the other, alone."""
        self.use_up(game, owner)
        legends = [
            (hex, unit)
            for hex in game.county.ids
            for unit in (*kinds_of_units(game, hex), *figures_on(game, hex))
            if unit.is_legend
        ]
        for hex, unit in legends:
            place = (hex, unit)
            for _ in range(0 if unit.nailed else FAR):
                moves = unit_moves(game, [place], lambda one: game.county.near[one])
                done = yield from ask_move(game, owner, "bruiser", "HA.K.G3", moves)
                if done is None:
                    break
                place = done
