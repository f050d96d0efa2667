"""H5.5, H5.9, H5.10.5, H5.11  Hester's actions: cards, haints, moves; after the Tree infections and her own return."""

from __future__ import annotations

from collections.abc import Iterator

from engine.flow import Done, Flow, Option, ask
from engine.harrow.actions.basic import bars_spawn_on
from engine.harrow.data import Hex
from engine.harrow.faction import CARDS, FACTIONS, bars_fighting, free_actions
from engine.harrow.hester.board import (
    ANY,
    CARD,
    FREE,
    HESTER,
    INFECT,
    SPAWN_FIELD,
    SUMMON,
    actions_left,
    active_cards,
    board_of,
    cubes,
    give_back,
    pay,
)
from engine.harrow.hester.moving import Drive, FreeHester, Walk, move_action, moves
from engine.harrow.hester.roots import GrowMore, bars_field, extra_roots, grow_more, present, touched
from engine.harrow.land import NO_HEX, find_unit, kinds_of_units
from engine.harrow.menu import legal, refuses
from engine.harrow.state import Figure, Harrow, Owner, Unit
from engine.harrow.tree import activate_tree
from engine.harrow.verbs import change_unit, fell, place_haints
from engine.rules import Refusal

MOST_CARDS = 3
INFECT_ANY = 3


class LayCard(Option, frozen=True, tag="lay_card"):
    """H5.5.2  Lay a card of your hand face up."""

    PRIVATE = True
    card: str


class CoverCard(Option, frozen=True, tag="cover_card"):
    """H5.5.2  The new card covers this one."""

    card: str


class ActivateCard(Option, frozen=True, tag="activate_card"):
    """H5.11  Activate a card that lies face up."""

    card: str


class Breed(Option, frozen=True, tag="breed"):
    """H5.5.4  A haint of a faction comes onto its home or to its legend, for a cube of that hex's colour."""

    owner: Owner
    hex: Hex


class WakeTree(Option, frozen=True, tag="wake_tree"):
    """H5.9.1  Activate the Tree, to infect or to summon."""


class Infect(Option, frozen=True, tag="infect"):
    """H5.9.3, H5.9.4  Infect a haint: on a hex with a root, or through a legend there one of its faction elsewhere."""

    owner: Owner
    unit: str
    hex: Hex
    place: Hex
    pay: str


class Summon(Option, frozen=True, tag="summon"):
    """H5.10.5  Hester comes onto a fire, for cubes of one colour."""

    hex: Hex
    colour: str


NOT_YOURS = Refusal("H5.5.2", "You do not hold that card.")
NOT_FACE_UP = Refusal("H5.11", "That card does not lie face up, or it is covered.")
CARD_USED = Refusal("H5.11", "You have activated that card this turn.")
NOT_NOW = Refusal("H5.3.4", "Cards and actions come after your roots.")
NOT_SPAWN_HEX = Refusal("H5.5.4", "Haints come onto the home of a faction or to its legend, on terrain.")
NO_CUBE = Refusal("H5.5.4", "You have no cube of that hex's colour.")
NO_FLAME_FOR_TREE = Refusal("H5.9.1", "The Tree needs an action flame for infecting or summoning.")
TREE_ONCE = Refusal("H5.9.1", "You activate the Tree once in a turn.")
TREE_FIRST = Refusal("H5.9.1", "First activate the Tree.")
NO_ROOT = Refusal("H5.9.3", "No root of this turn touches that hex, or you have infected there already.")
NOT_TERRAIN = Refusal("H5.9.3", "You infect on terrain only, not on a mountain or the brambles.")
NO_VICTIM = Refusal("H5.9.3", "There is no such uninfected haint, or others stand before it.")
NO_SNAKE = Refusal("H5.9.5", "No snake is left.")
CANNOT_PAY = Refusal("H5.9.3", "You cannot pay that.")
ON_MAP = Refusal("H5.10.5", "Hester is on the map.")
NO_SUCH_FIRE = Refusal("H5.10.5", "No fire of yours burns there, or not on terrain of that colour.")
TOO_FEW = Refusal("H5.10.5", "You need {price} cubes of one colour.")


# --- the menu ---------------------------------------------------------------------------------------------


def deeds(game: Harrow, owner: Owner) -> Flow[bool]:
    """H5.3.2, H5.3.3, H5.5, H5.9.2, HP.3.3, HP.3.16  One action or card after the other, in any order; after the Tree only what may follow it."""
    hand = game.players[HESTER].hand
    may_lay = bool(hand) and bars_field(game, CARD) is None
    options: list[Option] = [
        *legal(game, owner, [LayCard(card) for card in sorted(hand)]),
        *extra_roots(game),
        *breedings(game),
        *moves(game),
        *legal(game, owner, [WakeTree()]),
        *infections(game, ()),
        *summonses(game),
        *legal(game, owner, [ActivateCard(card) for card in active_cards(game)]),
        *(free := free_actions(game, owner)),
    ]
    if not options and not may_lay:
        return False
    key = "deeds.after" if board_of(game).tree else "deeds"
    choice = yield from ask(
        HESTER, key, "H5.3.2", [*options, Done()], secret=may_lay, left=actions_left(game)
    )
    if isinstance(choice, Done):
        return False
    if choice in free:
        yield from free[choice]()
    else:
        yield from perform(game, choice)
    return True


def perform(game: Harrow, choice: Option) -> Flow[None]:
    """H5.5.1  Cover the field and do it."""
    board = board_of(game)
    if isinstance(choice, LayCard):
        yield from lay_card(game, choice.card)
    elif isinstance(choice, GrowMore):
        grow_more(game, choice)
    elif isinstance(choice, Breed):
        board.spent.append(SPAWN_FIELD)
        breed(game, choice.owner, choice.hex, "H5.5.4")
    elif isinstance(choice, (Drive, Walk, FreeHester)):
        yield from move_action(game, choice)
    elif isinstance(choice, WakeTree):
        board.tree = True
        yield from activate_tree(game, HESTER, INFECT, "H5.9.1")
    elif isinstance(choice, Infect):
        yield from infect_action(game, choice)
    elif isinstance(choice, Summon):
        board.spent.append(SUMMON)
        summon(game, choice)
    elif isinstance(choice, ActivateCard):
        board.used.append(choice.card)
        game.note("card.activated", CARDS[choice.card].clause, owner=HESTER, card=choice.card)
        yield from CARDS[choice.card].play(game, HESTER)


# --- H5.5.2, H5.11 cards ----------------------------------------------------------------------------------


@refuses(LayCard)
def bars_laying(game: Harrow, owner: Owner, option: LayCard) -> Refusal | None:
    """H5.5.2"""
    if option.card not in game.players[HESTER].hand:
        return NOT_YOURS
    return bars_field(game, CARD) if game.cursor.step == "deeds" else NOT_NOW


def lay_card(game: Harrow, card: str) -> Flow[None]:
    """H5.5.2, HP.3.4  A card lies face up; the fourth covers one of the three, for good."""
    board, player = board_of(game), game.players[HESTER]
    board.spent.append(CARD)
    lying = active_cards(game)
    if len(lying) >= MOST_CARDS:
        covered = yield from ask(
            HESTER, "card.cover", "H5.5.2", [CoverCard(one) for one in lying], card=card, secret=True
        )
        board.covered.append(covered.card)
    player.hand.remove(card)
    player.played.append(card)
    game.note("card.laid", "H5.5.2", owner=HESTER, card=card)


@refuses(ActivateCard)
def bars_activating(game: Harrow, owner: Owner, option: ActivateCard) -> Refusal | None:
    """H5.3.4, H5.11, HP.3.11  Face up, once a turn, after the roots, and what the card itself says."""
    if option.card not in active_cards(game):
        return NOT_FACE_UP
    if option.card in board_of(game).used:
        return CARD_USED
    if game.cursor.step != "deeds":
        return NOT_NOW
    bars = CARDS[option.card].bars
    return bars(game, owner) if bars else None


# --- H5.5.4 SPAWN -----------------------------------------------------------------------------------------


def bars_breeding_on(game: Harrow, faction: Owner, hex: Hex) -> Refusal | None:
    """H5.5.4  Where Hester may spawn a haint of a faction, and what she must have for it."""
    if faction not in game.rivals or hex not in FACTIONS[faction].spawn_hexes(game, faction):
        return NOT_SPAWN_HEX
    if not game.county.is_terrain(hex):
        return NOT_SPAWN_HEX
    if not game.battleground[game.kind(hex)]:
        return NO_CUBE
    return bars_spawn_on(game, faction, hex)


@refuses(Breed)
def bars_breed(game: Harrow, owner: Owner, option: Breed) -> Refusal | None:
    """H5.5.4"""
    if option.hex not in game.county.hexes:
        return NO_HEX
    refusal = bars_field(game, SPAWN_FIELD) if game.cursor.step == "deeds" else NOT_NOW
    return refusal or bars_breeding_on(game, option.owner, option.hex)


def breedings(game: Harrow) -> list[Breed]:
    """H5.5.4, HP.3.5"""
    if bars_field(game, SPAWN_FIELD):
        return []
    return breeding_hexes(game)


def breeding_hexes(game: Harrow) -> list[Breed]:
    """H5.5.4  Every haint that could be spawned and paid for."""
    return [
        Breed(faction, hex)
        for faction in game.rivals
        for hex in sorted(set(FACTIONS[faction].spawn_hexes(game, faction)))
        if bars_breeding_on(game, faction, hex) is None
    ]


def breed(game: Harrow, faction: Owner, hex: Hex, clause: str) -> None:
    """H5.5.4  The cube goes, the haint comes; it is not infected."""
    give_back(game, [game.kind(hex)], clause)
    place_haints(game, faction, hex, 1, clause)


# --- H5.9 the Tree and infections ---------------------------------------------------------------------------


@refuses(WakeTree)
def bars_tree(game: Harrow, owner: Owner, option: WakeTree) -> Refusal | None:
    """H5.9.1"""
    if game.cursor.step != "deeds":
        return NOT_NOW
    if board_of(game).tree:
        return TREE_ONCE
    return None if actions_left(game) >= 1 else NO_FLAME_FOR_TREE


def bars_after_tree(game: Harrow, field: str) -> Refusal | None:
    """H5.5.6, H5.9.1  Infecting and summoning come after the Tree."""
    if game.cursor.step != "deeds" or not board_of(game).tree:
        return TREE_FIRST
    return bars_field(game, field, after_tree=True)


def victims(game: Harrow, hex: Hex) -> list[tuple[Unit, Hex]]:
    """H5.9.3, H5.9.4  Whom a root on a hex can infect: a haint there; else through a legend one of its faction anywhere."""
    here = kinds_of_units(game, hex)
    haints = [(unit, hex) for unit in here if not unit.is_legend and not unit.infected]
    if haints:
        return haints
    owners = dict.fromkeys(unit.owner for unit in here if unit.is_legend)
    return [
        (unit, place)
        for owner in owners
        for place in game.county.ids
        for unit in kinds_of_units(game, place)
        if unit.owner == owner and not unit.is_legend and not unit.infected
    ]


def infection_prices(game: Harrow, hex: Hex) -> list[str]:
    """H5.9.3, HA.H.C03  1 cube of the hex's colour, or any 3; nothing for a first one that is free."""
    if board_of(game).first_free:
        return [FREE]
    have = cubes(game)
    found = [game.kind(hex)] if have.get(game.kind(hex)) else []
    return found + ([ANY] if sum(have.values()) >= INFECT_ANY else [])


def infections(game: Harrow, done: tuple[Hex, ...], *, going: bool = False) -> list[Infect]:
    """H5.9.3, HP.3.9, FC03  Every infection there is; one at most on each hex that a root of this turn touches."""
    if bars_fighting(game) or (bars_after_tree(game, INFECT) and not going) or not board_of(game).snakes:
        return []
    free = board_of(game).first_free
    return [
        Infect(unit.owner, unit.label, hex, place, how)
        for hex in touched(game, present(game))
        if hex not in done and (free or game.county.is_terrain(hex))
        for unit, place in victims(game, hex)
        for how in infection_prices(game, hex)
    ]


@refuses(Infect)
def bars_infect(game: Harrow, owner: Owner, option: Infect) -> Refusal | None:
    """H5.9.3 to H5.9.5, FC03"""
    if option.hex not in game.county.hexes or option.place not in game.county.hexes:
        return NO_HEX
    refusal = None if board_of(game).infecting else bars_after_tree(game, INFECT)
    refusal = refusal or bars_fighting(game)
    if refusal:
        return refusal
    if option.hex not in touched(game, present(game)) or option.hex in board_of(game).infecting:
        return NO_ROOT
    if not game.county.is_terrain(option.hex) and not board_of(game).first_free:
        return NOT_TERRAIN
    if not any(
        (u.owner, u.label, p) == (option.owner, option.unit, option.place)
        for u, p in victims(game, option.hex)
    ):
        return NO_VICTIM
    if not board_of(game).snakes:
        return NO_SNAKE
    return None if option.pay in infection_prices(game, option.hex) else CANNOT_PAY


def infect_action(game: Harrow, first: Infect) -> Flow[None]:
    """H5.5.6, H5.9.3  One action: as many infections as she can pay."""
    board = board_of(game)
    board.spent.append(INFECT)
    choice: Option = first
    while isinstance(choice, Infect):
        board.infecting.append(choice.hex)
        yield from pay(game, choice.pay, 1 if choice.pay != ANY else INFECT_ANY, "H5.9.3")
        board.first_free = False
        put_snake(game, find_unit(game, choice.place, choice.owner, choice.unit), choice.place, "H5.9.3")
        options = infections(game, tuple(board.infecting), going=True)
        if not options:
            break
        choice = yield from ask(HESTER, "infect", "H5.9.3", [*options, Done()], cubes=game.out(HESTER))
    board.infecting = []


def put_snake(game: Harrow, unit: Unit, hex: Hex, clause: str) -> None:
    """H5.9.3, H7.7.2  A snake creeps into a haint."""
    board_of(game).snakes -= 1
    change_unit(game, unit, hex, infected=True)
    game.note("infected", clause, owner=unit.owner, by=HESTER, hex=hex)
    fell(game, unit, hex)


# --- H5.10.5 summoning --------------------------------------------------------------------------------------


def summon_price(game: Harrow) -> int:
    """H5.10.5  3 with one fire on the map, 1 less for each other, never less than 1."""
    return max(1, 4 - len(game.flames))


@refuses(Summon)
def bars_summon(game: Harrow, owner: Owner, option: Summon) -> Refusal | None:
    """H5.10.5, HA.H.C05"""
    if HESTER in game.figures:
        return ON_MAP
    refusal = bars_after_tree(game, SUMMON)
    if refusal:
        return refusal
    any_colour = board_of(game).any_colour
    if option.hex not in game.flames or (not any_colour and game.kind(option.hex) != option.colour):
        return NO_SUCH_FIRE
    if cubes(game).get(option.colour, 0) < summon_price(game):
        return Refusal(TOO_FEW.clause, TOO_FEW.sentence, {"price": summon_price(game)})
    return None


def summonses(game: Harrow) -> Iterator[Summon]:
    """H5.10.5, HP.3.10"""
    if HESTER not in game.figures and bars_after_tree(game, SUMMON) is None:
        wishes = [Summon(hex, colour) for hex in sorted(game.flames) for colour in cubes(game)]
        yield from legal(game, HESTER, wishes)


def summon(game: Harrow, choice: Summon) -> None:
    """H5.10.5  Hester is on the map."""
    give_back(game, [choice.colour] * summon_price(game), "H5.10.5")
    game.figures[HESTER] = Figure(choice.hex)
    game.note("summoned", "H5.10.5", owner=HESTER, hex=choice.hex)
