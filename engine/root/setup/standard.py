"""5.1  Standard setup: the table, three cards each, then the factions in the order of their letters."""

from __future__ import annotations

from engine.flow import Flow
from engine.root.data import TABLE
from engine.root.faction import faction_of
from engine.root.setup.table import add_player, build_deck, deal, empty_table, lay_map, setup_order
from engine.root.state import Player, Root
from engine.root.turn import begin_turn


def new_game(game: Root) -> None:
    """5.1.1, 5.1.2  Boards and score markers; `Root.plays` says who plays what."""
    empty_table(game)
    for owner in game.order:
        game.players[owner] = Player()
        add_player(game, owner, game.plays[owner])


def setup_step(game: Root) -> Flow[None]:
    """5.1  One step of the standard setup."""
    step = game.cursor.step
    if step == "setup":
        yield from lay_map(game)
        yield from build_deck(game)
        yield from deal(game, TABLE.starting_hand, "5.1.3")
        game.to_set_up = yield from setup_order(game)  # 5.1.7
        game.cursor.step = "setup.factions"
    else:
        owner = game.to_set_up.pop(0)
        game.cursor.active = owner
        yield from faction_of(game, owner).setup(game, owner)
        if not game.to_set_up:
            begin_turn(game, game.order[0])
