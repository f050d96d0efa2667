"""H3.4.3  The nine bonus tiles. One declaration each."""

from __future__ import annotations

from engine.flow import Flow, Option, ask
from engine.harrow.actions.basic import act
from engine.harrow.choices import ask_move, unit_moves
from engine.harrow.faction import tile, tracker_of
from engine.harrow.land import movable
from engine.harrow.state import Budget, Harrow, Owner
from engine.harrow.verbs import draw_card, strengthen, take_wild, weigh_plate


class PutUnder(Option, frozen=True, tag="put_under"):
    """H3.4.3  Put this card of your hand under your deck."""

    PRIVATE = True
    card: str


@tile("B1", "H3.4.4")
def lantern(game: Harrow, owner: Owner) -> Flow[None]:
    """H3.4.3, H3.4.4  Take the lantern, and so begin the next cycle of turns; without effect for who holds it."""
    if game.lantern != owner:
        game.lantern = owner
        game.note("lantern", "H3.4.4", owner=owner)
    yield from ()


@tile("B2", "H3.4.3")
def advance(game: Harrow, owner: Owner) -> Flow[None]:
    """H3.4.3  1 ADVANCE."""
    yield from act(game, owner, "tile.advance", "H3.4.3", Budget(advance=1))


@tile("B3", "H3.4.3")
def spawn(game: Harrow, owner: Owner) -> Flow[None]:
    """H3.4.3  1 SPAWN."""
    yield from act(game, owner, "tile.spawn", "H3.4.3", Budget(spawn=1))


@tile("B4", "H3.4.3")
def strengthen_tile(game: Harrow, owner: Owner) -> Flow[None]:
    """H3.4.3  1 STRENGTHEN."""
    strengthen(game, owner, 1, "H3.4.3")
    yield from ()


@tile("B5", "H3.4.5")
def cards(game: Harrow, owner: Owner) -> Flow[None]:
    """H3.4.3, H3.4.5  Draw a card, then put one under the deck. Without a card in hand, or to draw: no effect."""
    player = game.players[owner]
    if not player.hand or not (yield from draw_card(game, owner, "H3.4.3")):
        return
    hand = [PutUnder(card) for card in sorted(player.hand)]
    choice = yield from ask(owner, "tile.card", "H3.4.3", hand, secret=True)
    player.hand.remove(choice.card)
    player.deck.insert(0, choice.card)
    game.note("card.under", "H3.4.3", owner=owner)


@tile("B6", "H3.4.3")
def wild(game: Harrow, owner: Owner) -> Flow[None]:
    """H3.4.3  A Wild token; no wild action."""
    take_wild(game, owner, "H3.4.3")
    yield from ()


@tile("B7", "H3.4.3")
def move_legend(game: Harrow, owner: Owner) -> Flow[None]:
    """H3.4.3  A legend goes to a neighbouring hex, at no cost; a nail holds it."""
    legends = [(hex, unit) for hex, unit in movable(game) if unit.owner == owner and unit.is_legend]
    options = unit_moves(game, legends, lambda hex: game.county.near[hex])
    yield from ask_move(game, owner, "tile.legend", "H3.4.3", options)


@tile("B8", "H3.4.3")
def spoon(game: Harrow, owner: Owner) -> Flow[None]:
    """H3.4.3  The spoon goes back a step; the plate may be full enough now."""
    player = game.players[owner]
    if player.spoon:
        player.spoon -= 1
        game.note("spoon.back", "H3.4.3", owner=owner, spoon=game.spoon_shows(owner))
        weigh_plate(game, owner)
    yield from ()


@tile("B9", "H3.4.3")
def scroll(game: Harrow, owner: Owner) -> Flow[None]:
    """H3.4.3  The first scroll of the tracker."""
    yield from tracker_of(game, owner).first(game, owner)
