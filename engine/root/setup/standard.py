"""5.1  Standard setup: the table, three cards each, then the factions in the order of their letters."""

from __future__ import annotations

from engine.flow import Flow
from engine.root.data import TABLE
from engine.root.faction import faction_of
from engine.root.happen import laid_out
from engine.root.setup.table import build_deck, deal, lay_map, seat_players, set_up_guests, setup_order
from engine.root.state import Root
from engine.root.turn import begin_turn


def standard_step(game: Root) -> Flow[None]:
    """5.1  One step of the standard setup."""
    step = game.cursor.step
    if step == "setup":
        yield from lay_map(game)
        yield from seat_players(game, "5.1.1")
        yield from build_deck(game)
        yield from set_up_guests(game)
        yield from deal(game, TABLE.starting_hand, "5.1.3")
        game.to_set_up = yield from setup_order(game)  # 5.1.7
        game.cursor.step = "setup.factions"
    else:
        owner = game.to_set_up.pop(0)
        game.cursor.active = owner
        yield from faction_of(game, owner).setup(game, owner)
        yield from laid_out(game)
        if not game.to_set_up:
            begin_turn(game, game.order[0])
