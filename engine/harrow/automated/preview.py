"""H6.4 to H6.6  What the choices for factions that move by themselves would set going."""

from __future__ import annotations

from collections.abc import Iterator

from engine.harrow.automated.activation import DropCard, KeepCard, PickBot
from engine.harrow.automated.board import CARDS, FLOWER, PickDeck, board_of
from engine.harrow.automated.moving import MoveGroup, ways
from engine.harrow.preview import previews
from engine.harrow.state import Harrow, Owner
from engine.rules import Preview


@previews(PickDeck)
def pick_deck(game: Harrow, owner: Owner, option: PickDeck) -> Iterator[Preview]:
    """H6.4.1"""
    yield Preview("deck.left", {"left": len(board_of(game).decks[option.deck]) - 1})


@previews(KeepCard)
def keep_card(game: Harrow, owner: Owner, option: KeepCard) -> Iterator[Preview]:
    """H6.4.2, H6.7.4  What stands on the card."""
    card = CARDS[board_of(game).card]
    if card.symbol != FLOWER:
        yield Preview("card.says", {"symbol": card.symbol, "hexes": card.hexes})
    if card.hester:
        yield Preview("card.mark")


@previews(DropCard)
def drop_card(game: Harrow, owner: Owner, option: DropCard) -> Iterator[Preview]:
    """H6.4.1, H6.4.3  The next one must be resolved; without cards the game ends."""
    yield Preview("cards.left", {"left": sum(map(len, board_of(game).decks.values())) - 1})


@previews(PickBot)
def pick_bot(game: Harrow, owner: Owner, option: PickBot) -> Iterator[Preview]:
    """H6.4.2"""
    player = game.players[option.owner]
    yield Preview("bot.stands", {"score": player.score, "cubes": game.battleground[option.owner]})


@previews(MoveGroup)
def move_group(game: Harrow, owner: Owner, option: MoveGroup) -> Iterator[Preview]:
    """H6.6.4"""
    for one in game.automated:
        if game.units_of(one, option.hex):
            yield Preview("group.far", {"steps": ways(game, one).get(option.hex, 0)})
