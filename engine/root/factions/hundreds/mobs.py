"""14.4.1, 14.6.1, 14.7.5  Mobs: they raze, they spread by their die, and they are incited."""

from __future__ import annotations

from engine.flow import Done, Flow, Option, ask, roll
from engine.root.data import CARDS
from engine.root.faction import hides_hand
from engine.root.factions.hundreds.facts import JUBILANT, MOB, NUMBERS, PRINTED
from engine.root.factions.hundreds.hoard import board, gain_item
from engine.root.happen import settle
from engine.root.menu import does, perform, refuses
from engine.root.rule import enemies, fitting, neighbours, of_suit, removable_pieces
from engine.root.setup.table import Clearing
from engine.root.state import CLEARINGS, Owner, Piece, Root
from engine.root.turn import menu
from engine.root.verbs import Taking, bars_placing, discard, place_token, remove, take_ruin_item
from engine.rules import Refusal


class Incite(Option, frozen=True, tag="incite"):
    """14.6.1  Place a mob in this clearing."""

    PRIVATE = True

    clearing: int


class SpendOn(Option, frozen=True, tag="spend_on"):
    """14.5.2.III, 14.6.1  Spend this card for it."""

    PRIVATE = True

    card: str


class RuinItem(Option, frozen=True, tag="ruin_item"):
    """14.4.1  Take this item from under the ruin."""

    PRIVATE = True

    item: str


class RollMob(Option, frozen=True, tag="roll_mob"):
    """14.7.5  Roll the die of the mobs."""


# --- what lies where --------------------------------------------------------------------------------------


def mobs(game: Root, owner: Owner) -> list[int]:
    """Clearings with a mob."""
    return game.clearings_with(owner, MOB)


def mobs_left(game: Root, owner: Owner) -> int:
    """Mobs in supply."""
    return PRINTED.tokens[MOB] - game.on_map(owner, MOB)


# --- 14.4.1 Raze ------------------------------------------------------------------------------------------


def raze_step(game: Root, owner: Owner) -> Flow[bool]:
    """14.4.1  Every mob razes, in the order they choose; then the die is rolled once."""
    own = board(game, owner)
    left = [c for c in mobs(game, owner) if c not in own.razed and has_work(game, owner, c)]
    if left:
        choice = yield from ask(owner, "hundreds.raze", "14.4.1", [Clearing(c) for c in left])
        own.razed.append(choice.clearing)
        yield from raze(game, owner, choice.clearing)
        return True
    if not own.spread and mobs(game, owner) and mobs_left(game, owner):
        own.spread = True
        yield from spread_mob(game, owner, "14.4.1")
    return False


def has_work(game: Root, owner: Owner, clearing: int) -> bool:
    """14.4.1  Is there anything to raze or to loot in this clearing?"""
    return bool(victims(game, owner, clearing)) or bool(game.ruins.get(clearing))


def victims(game: Root, owner: Owner, clearing: int) -> list[Piece]:
    """14.4.1  The enemy buildings and tokens in a clearing."""
    return [
        piece for enemy in enemies(game, owner) for piece in removable_pieces(game, enemy, clearing, owner)
    ]


def raze(game: Root, owner: Owner, clearing: int) -> Flow[None]:
    """14.4.1  All enemy buildings and tokens there go at once; then an item of a ruin."""
    pieces = victims(game, owner, clearing)
    game.note("hundreds.raze", "14.4.1", owner=owner, clearing=clearing)
    if pieces:
        remove(game, [Taking(clearing, (), tuple(pieces), owner)], "14.4.1")
        yield from settle(game)
    found = game.ruins.get(clearing)
    if found:
        options = [RuinItem(item) for item in dict.fromkeys(found)]
        choice = yield from ask(
            owner, "hundreds.ruin", "14.4.1", options, secret=len(found) > 1, clearing=clearing
        )
        take_ruin_item(game, owner, clearing, choice.item, "14.4.1")
        yield from gain_item(game, owner, choice.item, "14.4.1")


def spread_mob(game: Root, owner: Owner, clause: str) -> Flow[None]:
    """14.4.1  Roll the die; a mob comes to a clearing of that suit next to a mob, if there is one."""
    (face,) = yield from roll("hundreds.mob", 1, len(PRINTED.mob_die))
    suit = PRINTED.mob_die[face]
    game.note("hundreds.rolled", clause, owner=owner, suit=suit)
    places = mob_places(game, owner, suit)
    if places and mobs_left(game, owner):
        choice = yield from ask(owner, "hundreds.mob", clause, [Clearing(c) for c in places], suit=suit)
        place_token(game, owner, choice.clearing, MOB, clause)


def mob_places(game: Root, owner: Owner, suit: str) -> list[int]:
    """14.4.1  Clearings of the suit without a mob and next to one."""
    there = mobs(game, owner)
    return [
        c
        for c in of_suit(game, suit)
        if c not in there
        and any(near in there for near in neighbours(game, owner, c))
        and bars_placing(game, owner, c) is None
    ]


# --- 14.6.1 Incite ----------------------------------------------------------------------------------------

NO_MOB_LEFT = Refusal("14.6.1", "All your mobs are on the map.")
NOBODY_THERE = Refusal("14.6.1", "You need a warrior in the clearing you incite.")
HAS_MOB = Refusal("14.6.1", "There is a mob in that clearing already.")
NO_CARD = Refusal("14.6.1", "You need a card that matches the clearing.")


@refuses(Incite, "hundreds")
def why_no_inciting(game: Root, owner: Owner, wish: Incite) -> Refusal | None:
    """14.6.1  A mob in supply, a warrior there, no mob there, and a card that matches."""
    refusal = bars_inciting(game, owner, wish.clearing)
    if refusal is None and not fitting(game, game.players[owner].hand, wish.clearing):
        return NO_CARD
    return refusal


def bars_inciting(game: Root, owner: Owner, clearing: int) -> Refusal | None:
    """14.6.1  What everybody can see against it."""
    if not mobs_left(game, owner):
        return NO_MOB_LEFT
    if clearing not in CLEARINGS or not game.warriors_of(owner, clearing):
        return NOBODY_THERE
    if clearing in mobs(game, owner):
        return HAS_MOB
    return bars_placing(game, owner, clearing)


def incite_step(game: Root, owner: Owner) -> Flow[bool]:
    """14.6.1  Incite as often as cards and mobs allow. Asked whenever the open facts allow it."""
    places = [c for c in CLEARINGS if bars_inciting(game, owner, c) is None]
    hand = game.players[owner].hand
    if not places or not hand:
        return False
    options = [Incite(c) for c in places if fitting(game, hand, c)]
    choice = yield from menu(
        game, owner, "hundreds.incite", "14.6.1", options, private=True, left=mobs_left(game, owner)
    )
    if isinstance(choice, Done):
        return False
    yield from perform(game, owner, choice)
    return True


@does(Incite, "hundreds")
def incite(game: Root, owner: Owner, option: Incite) -> Flow[None]:
    """14.6.1, 14.7.5  Spend a card and place a mob; a Jubilant warlord makes more of it."""
    yield from spend_for(game, owner, option.clearing, "14.6.1")
    place_token(game, owner, option.clearing, MOB, "14.6.1")
    own = board(game, owner)
    if own.mood == JUBILANT and option.clearing == own.warlord:
        yield from jubilant(game, owner)


def spend_for(game: Root, owner: Owner, clearing: int, clause: str) -> Flow[None]:
    """14.5.2.III, 14.6.1  Which card that matches the clearing is spent."""
    cards = sorted(set(fitting(game, game.players[owner].hand, clearing)), key=lambda c: (CARDS[c].suit, c))
    options = [SpendOn(card) for card in cards]
    secret = hides_hand(game, owner) and len(game.players[owner].hand) > 1
    choice = yield from ask(owner, "hundreds.spend", clause, options, secret=secret, clearing=clearing)
    discard(game, owner, choice.card, clause)


def jubilant(game: Root, owner: Owner) -> Flow[None]:
    """14.7.5  Up to four rolls of the die, each as they like."""
    for rolled in range(NUMBERS["jubilant_rolls"]):
        if not mobs_left(game, owner):
            return
        options: list[Option] = [RollMob(), Done()]
        left = NUMBERS["jubilant_rolls"] - rolled
        choice = yield from ask(owner, "hundreds.jubilant", "14.7.5", options, left=left)
        if isinstance(choice, Done):
            return
        yield from spread_mob(game, owner, "14.7.5")
