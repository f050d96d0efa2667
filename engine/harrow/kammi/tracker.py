"""HA.K.B3, H4.7  Kammi's trackers: old cards again (side 1); cubes, a doll, a card and a swap (side 2)."""

from __future__ import annotations

from engine.flow import Done, Flow, Option, ask
from engine.harrow.actions.carry import go, move_doll
from engine.harrow.data import Hex
from engine.harrow.faction import CARDS, Tracker, register
from engine.harrow.kammi.board import FIGURES, GRID_ROWS, KAMMI, board_of, kammi_hex
from engine.harrow.land import closer, find_unit, kinds_of_units, may_enter
from engine.harrow.state import Harrow, Owner
from engine.harrow.verbs import draw_card, move_units


class Replay(Option, frozen=True, tag="replay"):
    """H4.7.1  Perform a card in front of you again."""

    card: str


class PullDoll(Option, frozen=True, tag="pull_doll"):
    """H4.7.2, HA.K.G1  Pull a doll one hex."""

    PRIVATE = True
    origin: Hex
    to: Hex


class Follow(Option, frozen=True, tag="follow"):
    """H4.7.2  This unit goes along with the doll."""

    unit: str


class Swap(Option, frozen=True, tag="swap"):
    """H4.7.2  Kammi and the goblin change places."""


@register
class OldTricks(Tracker):
    faction = KAMMI
    side = "1"
    clause = "H4.7.1"

    def scrolls(self, game: Harrow, owner: Owner, unlocked: int) -> Flow[None]:
        """H4.7.1, H4.7.4  Played cards again, one for each scroll, each once at most."""
        left = [] if board_of(game).gone else sorted(game.players[owner].played)
        for _ in range(unlocked):
            if not left:
                return
            options: list[Option] = [Replay(card) for card in left]
            choice = yield from ask(owner, "replay", "H4.7.1", [*options, Done()])
            if not isinstance(choice, Replay):
                return
            left.remove(choice.card)
            game.note("card.replayed", "H4.7.1", owner=owner, card=choice.card)
            yield from CARDS[choice.card].play(game, owner)


@register
class Whispers(Tracker):
    faction = KAMMI
    side = "2"
    clause = "H4.7.2"

    def scrolls(self, game: Harrow, owner: Owner, unlocked: int) -> Flow[None]:
        """H4.7.2  Left to right."""
        self.lay_cubes(game, owner)
        if unlocked >= 2:
            yield from self.pull(game, owner)
        if unlocked >= 3:
            yield from draw_card(game, owner, "H4.7.2")
        if unlocked >= 4:
            yield from self.swap(game, owner)

    def lay_cubes(self, game: Harrow, owner: Owner) -> None:
        """H4.7.2  Scroll 1: a cube on every row of the grid without a token in its black area."""
        board = board_of(game)
        for row in range(GRID_ROWS):
            if row != board.black and game.cubes[owner]:
                game.cubes[owner] -= 1
                board.cubes[row] += 1
        game.note("grid.laid", "H4.7.2", owner=owner, cubes=sum(board.cubes))

    def pull(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H4.7.2, H4.5.1  Scroll 2: a doll comes one hex toward Kammi; a unit of its hex may go along."""
        if not game.dolls:
            return
        goal = kammi_hex(game)
        options: list[Option] = [
            PullDoll(hex, to)
            for hex in sorted(game.dolls)
            for to in closer(game, hex, goal)
            if to not in game.dolls
        ]
        choice = yield from ask(owner, "whispers.doll", "H4.7.2", [*options, Done()], secret=True)
        if isinstance(choice, PullDoll):
            yield from self.follow(game, owner, choice.origin, choice.to)
            move_doll(game, choice.origin, choice.to, "H4.7.2", owner)

    def follow(self, game: Harrow, owner: Owner, origin: Hex, to: Hex) -> Flow[None]:
        """H4.7.2, HP.6.1  At most one unit, if it may enter and its owner agrees."""
        units = [unit for unit in kinds_of_units(game, origin) if not unit.nailed]
        if not units or not may_enter(game, units[0].owner, to):
            return
        options: list[Option] = [Follow(unit.label) for unit in units]
        whose = units[0].owner
        choice = yield from ask(whose, "whispers.follow", "H4.7.2", [*options, Done()], origin=origin, to=to)
        if isinstance(choice, Follow):
            move_units(game, [find_unit(game, origin, whose, choice.unit)], origin, to, "H4.7.2", owner)

    def swap(self, game: Harrow, owner: Owner) -> Flow[None]:
        """H4.7.2, H4.7.4  Scroll 4: the two figures change places; a nail holds them, a goblin that is gone cannot."""
        places = [game.where(owner, kind) for kind in FIGURES]
        if 0 in places or places[0] == places[1]:
            return
        units = [find_unit(game, hex, owner, kind) for hex, kind in zip(places, FIGURES, strict=True)]
        if any(unit.nailed for unit in units):
            return
        options: list[Option] = [Swap(), Done()]
        choice = yield from ask(owner, "whispers.swap", "H4.7.2", options)
        if isinstance(choice, Swap):
            yield from go(game, [units[0]], places[0], places[1], "H4.7.2")
            yield from go(game, [units[1]], places[1], places[0], "H4.7.2")
