"""10.4.3  Conspiracies: acolytes are spent to act where the Outcast is."""

from __future__ import annotations

import msgspec

from engine.flow import Done, Flow, Option, ask
from engine.root.actions.battle import Fight, battles, fight
from engine.root.actions.move import Move, moves, take_move
from engine.root.faction import Army, shown_as
from engine.root.factions.lizards.souls import (
    GARDENS,
    NUMBERS,
    board,
    garden_left,
    outcast_clearings,
)
from engine.root.happen import settle
from engine.root.menu import does, legal, perform, refuses
from engine.root.rule import armies, enemies, is_enemy, removable_pieces, removable_warriors
from engine.root.state import CLEARINGS, Owner, Piece, Root
from engine.root.turn import menu
from engine.root.verbs import bars_placing, replace_building, replace_warrior, return_warriors
from engine.rules import Refusal


class Convert(Option, frozen=True, tag="convert"):
    """10.4.3.II  Replace a warrior of this enemy with one of yours."""

    clearing: int
    player: Owner


class Sanctify(Option, frozen=True, tag="sanctify"):
    """10.4.3.III  Replace a building of this enemy with a garden."""

    clearing: int
    player: Owner
    kind: str


CRUSADE, CONVERT, SANCTIFY = "crusade", "convert", "sanctify"


def cost(game: Root, owner: Owner, conspiracy: str) -> int:
    """10.4.3  What a conspiracy costs; one less while the Outcast is Hated."""
    return NUMBERS[conspiracy] - NUMBERS["hated_discount"] * board(game, owner).hated


def conspire(game: Root, owner: Owner) -> Flow[bool]:
    """10.4.3  As many conspiracies as the acolytes pay for."""
    options = conspiracies(game, owner)
    if not options:
        return False
    own = board(game, owner)
    choice = yield from menu(
        game,
        owner,
        "lizards.conspiracy",
        "10.4.3",
        options,
        acolytes=own.acolytes,
        suit=own.outcast,
        crusade=cost(game, owner, CRUSADE),
        convert=cost(game, owner, CONVERT),
        sanctify=cost(game, owner, SANCTIFY),
    )
    if isinstance(choice, Done):
        return False
    if isinstance(choice, Fight):
        pay(game, owner, CRUSADE)
        yield from fight(game, owner, choice)
    elif isinstance(choice, Move):
        yield from crusade(game, owner, choice)
    else:
        yield from perform(game, owner, choice)
    return True


def conspiracies(game: Root, owner: Owner) -> list[Option]:
    """10.4.3  Everything that can be paid for and carried out."""
    outcast = outcast_clearings(game, owner)
    acolytes = board(game, owner).acolytes
    options: list[Option] = []
    if acolytes >= cost(game, owner, CRUSADE):
        options += battles(game, owner, outcast)
        options += moves(game, owner, outcast)
    if acolytes >= cost(game, owner, CONVERT):
        wishes = [Convert(c, enemy) for c in outcast for enemy in enemies(game, owner)]
        options += [wish for wish in wishes if legal(game, owner, wish)]
    if acolytes >= cost(game, owner, SANCTIFY):
        targets = {
            Sanctify(c, piece.owner, shown_as(game, piece, None)): None
            for c in outcast
            for piece in game.buildings[c]
        }
        options += [wish for wish in targets if legal(game, owner, wish)]
    return options


def pay(game: Root, owner: Owner, conspiracy: str) -> None:
    """10.4.3  The acolytes go back to the supply at once."""
    spent = cost(game, owner, conspiracy)
    board(game, owner).acolytes -= spent
    game.note("lizards.paid", "10.4.3", owner=owner, acolytes=spent, conspiracy=conspiracy)
    return_warriors(game, owner, spent)


# --- why not ----------------------------------------------------------------------------------------------

TOO_FEW = Refusal("10.4.3", "You need acolytes for that: {cost}; you have {acolytes}.")
NOT_OUTCAST = Refusal("10.4.3", "Conspiracies happen in clearings of the Outcast suit, which is {suit} now.")


def why_no_conspiracy(game: Root, owner: Owner, conspiracy: str, clearing: int) -> Refusal | None:
    """10.4.3  What all conspiracies need: an Outcast clearing, and the acolytes."""
    own = board(game, owner)
    if clearing not in CLEARINGS or clearing not in outcast_clearings(game, owner):
        return msgspec.structs.replace(NOT_OUTCAST, about={"suit": own.outcast})
    price = cost(game, owner, conspiracy)
    if own.acolytes < price:
        return msgspec.structs.replace(TOO_FEW, about={"cost": price, "acolytes": own.acolytes})
    return None


# --- 10.4.3.I Crusade -------------------------------------------------------------------------------------


def crusade(game: Root, owner: Owner, move: Move) -> Flow[None]:
    """10.4.3.I  Move from an Outcast clearing, then battle where they arrive, if they like."""
    pay(game, owner, CRUSADE)
    yield from take_move(game, owner, move, "10.4.3.I")
    options: list[Option] = [*battles(game, owner, [move.to])]
    if options:
        choice = yield from ask(owner, "lizards.crusade", "10.4.3.I", [*options, Done()], clearing=move.to)
        if isinstance(choice, Fight):
            yield from fight(game, owner, choice)


# --- 10.4.3.II Convert ------------------------------------------------------------------------------------

NO_WARRIOR_THERE = Refusal("10.4.3.II", "That enemy has no warrior there that you could replace.")
NOBODY_TO_PLACE = Refusal("G.1.13", "You have no warrior to place instead.")


@refuses(Convert, "lizards")
def why_no_convert(game: Root, owner: Owner, wish: Convert) -> Refusal | None:
    """10.4.3.II, G.1.13  An enemy warrior that can be removed, and a warrior that can be placed."""
    refusal = why_no_conspiracy(game, owner, CONVERT, wish.clearing)
    if refusal:
        return refusal
    if (
        wish.player not in armies(game)
        or not is_enemy(game, owner, wish.player)
        or not removable_warriors(game, wish.player, wish.clearing, owner)
    ):
        return NO_WARRIOR_THERE
    if not supply_after_paying(game, owner, CONVERT):
        return NOBODY_TO_PLACE
    return bars_placing(game, owner, wish.clearing)


def supply_after_paying(game: Root, owner: Owner, conspiracy: str) -> int:
    """10.4.3, D5  Warriors in supply once the acolytes are paid; a card in play may catch those."""
    caught = any(not isinstance(voice, Army) for _, voice in game.cast["keeps_warriors"])
    return game.players[owner].supply + (0 if caught else cost(game, owner, conspiracy))


@does(Convert, "lizards")
def convert(game: Root, owner: Owner, option: Convert) -> Flow[None]:
    """10.4.3.II  Replace an enemy warrior with one of the Cult."""
    pay(game, owner, CONVERT)
    replace_warrior(game, option.player, option.clearing, owner, "10.4.3.II")
    yield from settle(game)


# --- 10.4.3.III Sanctify ----------------------------------------------------------------------------------

NO_BUILDING_THERE = Refusal("10.4.3.III", "That enemy has no such building there that you could replace.")
NO_GARDEN_LEFT = Refusal("10.4.3.III", "No garden of the Outcast suit is left on its track.")


def building(game: Root, owner: Owner, wish: Sanctify) -> Piece | None:
    """10.4.3.III  The enemy building that is meant, if it stands there and can be removed."""
    there = removable_pieces(game, wish.player, wish.clearing, owner) if wish.player in armies(game) else []
    buildings = [piece for piece in there if piece in game.buildings[wish.clearing]]
    return next((piece for piece in buildings if shown_as(game, piece, None) == wish.kind), None)


@refuses(Sanctify, "lizards")
def why_no_sanctify(game: Root, owner: Owner, wish: Sanctify) -> Refusal | None:
    """10.4.3.III, G.1.13  An enemy building that can be removed, and a garden of the Outcast suit."""
    refusal = why_no_conspiracy(game, owner, SANCTIFY, wish.clearing)
    if refusal:
        return refusal
    if not is_enemy(game, owner, wish.player) or not building(game, owner, wish):
        return NO_BUILDING_THERE
    if not garden_left(game, owner, board(game, owner).outcast):
        return NO_GARDEN_LEFT
    return bars_placing(game, owner, wish.clearing)


@does(Sanctify, "lizards")
def sanctify(game: Root, owner: Owner, option: Sanctify) -> Flow[None]:
    """10.4.3.III, 3.2.1  Replace an enemy building with a garden of the Outcast suit, and score for it."""
    kind, piece = GARDENS[board(game, owner).outcast], building(game, owner, option)
    assert piece is not None
    pay(game, owner, SANCTIFY)
    replace_building(game, piece, option.clearing, owner, kind, "10.4.3.III")
    yield from settle(game)
