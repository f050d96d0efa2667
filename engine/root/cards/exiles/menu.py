"""The effects of the Exiles and Partisans deck that are used from a menu."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.flow import Flow, Option, ask
from engine.root.actions.battle import Fight, battle, battles
from engine.root.actions.dominance import Spend
from engine.root.actions.move import STAYS, Move, bars_moving, boat_targets, take_move
from engine.root.cards import card_with, register
from engine.root.cards.base.effects import why_no_card
from engine.root.cards.timed import Timed, not_another, others
from engine.root.data import CARDS
from engine.root.faction import faction_of
from engine.root.happen import Removed, settle
from engine.root.menu import does, refuses
from engine.root.rule import (
    clearings,
    enemies,
    enemy_players,
    fitting,
    lenders,
    neighbours,
    removable_warriors,
)
from engine.root.state import CLEARINGS, Owner, Root
from engine.root.verbs import (
    bars_placing,
    discard,
    discard_crafted,
    draw,
    exhaust_crafted,
    give,
    hold_warriors,
    place_warriors,
    release_warriors,
    remove_warriors,
    score,
    take_card,
    take_from_discard,
)
from engine.rules import Refusal

NOT_ENEMY = Refusal("G.1.27", "That effect needs an enemy.")

# --- Saboteurs --------------------------------------------------------------------------------------------

NOT_CRAFTED = Refusal("4.1.3", "That enemy has no such crafted card in play.")


class Sabotage(Option, frozen=True, tag="saboteurs"):
    """Discard Saboteurs and this crafted card of an enemy."""

    player: Owner
    card: str


@register
class Saboteurs(Timed):
    """At the start of Birdsong, discard this to discard a crafted card of an enemy."""

    id = "saboteurs"
    moment = "birdsong.start"

    def wishes(self, game: Root, owner: Owner) -> Iterable[Option]:
        return [
            Sabotage(enemy, card)
            for enemy in enemy_players(game, owner)
            for card in game.players[enemy].crafted
        ]


@refuses(Sabotage)
def why_no_sabotage(game: Root, owner: Owner, wish: Sabotage) -> Refusal | None:
    """3.3.2  Only persistent effects; an activated dominance card is safe."""
    refusal = Saboteurs.unready(game, owner)
    if refusal:
        return refusal
    if wish.player not in enemy_players(game, owner):
        return NOT_ENEMY
    return None if wish.card in game.players[wish.player].crafted else NOT_CRAFTED


@does(Sabotage)
def sabotage(game: Root, owner: Owner, option: Sabotage) -> Flow[None]:
    Saboteurs.use(game, owner)
    discard_crafted(game, owner, card_with(game, owner, Saboteurs.id), "4.1.3")
    discard_crafted(game, option.player, option.card, "4.1.3")
    yield from ()


# --- Eyrie Emigre -----------------------------------------------------------------------------------------


class Emigrate(Option, frozen=True, tag="eyrie_emigre"):
    """Move, then battle where you moved; if not both, the card is discarded."""


@register
class EyrieEmigre(Timed):
    """4.1.3  At the end of Birdsong, move and battle there. Not optional."""

    id = "eyrie-emigre"
    moment = "birdsong.end"

    def wishes(self, game: Root, owner: Owner) -> Iterable[Option]:
        return [Emigrate()]

    def must(self, game: Root, me: Owner, owner: Owner, moment: str) -> bool:
        return bool(self.offers(game, me, owner, moment))


@refuses(Emigrate)
def why_no_emigration(game: Root, owner: Owner, wish: Emigrate) -> Refusal | None:
    return EyrieEmigre.unready(game, owner)


@does(Emigrate)
def emigrate(game: Root, owner: Owner, option: Emigrate) -> Flow[None]:
    """1.4.2  Move and battle are one effect."""
    EyrieEmigre.use(game, owner)
    if not (yield from move_and_battle(game, owner)):
        discard_crafted(game, owner, card_with(game, owner, EyrieEmigre.id), "4.1.3")


def move_and_battle(game: Root, owner: Owner) -> Flow[bool]:
    """4.1.3  Any legal move, then a battle where it led, if there is one. Did both happen?"""
    faction = faction_of(game, owner)
    moves = faction.free_moves(game, owner)
    if not moves:
        return False
    move = yield from ask(owner, "eyrie-emigre.move", "4.1.3", moves)
    yield from faction.take_free_move(game, owner, move)
    fights = battles(game, owner, [move.to])  # type: ignore[attr-defined]  # every free move has it
    if not fights:
        return False
    fight = yield from ask(owner, "eyrie-emigre.battle", "4.1.3", fights)
    yield from battle(game, owner, fight.clearing, fight.defender)
    return True


# --- False Orders -----------------------------------------------------------------------------------------

NOBODY = Refusal("4.2", "That enemy has no warriors in that clearing.")
NOT_ADJACENT = Refusal("2.2.1", "Those clearings are not adjacent for that enemy.")
NO_BOAT = Refusal("C.2.5", "That enemy cannot be taken there.")


class Mislead(Option, frozen=True, tag="false_orders"):
    """Discard False Orders to move half of an enemy's warriors from a clearing, rounded up."""

    player: Owner
    origin: int
    to: int
    boat: bool = False


@register
class FalseOrders(Timed):
    """In Birdsong, discard this to move half of an enemy's warriors from one clearing, without rule."""

    id = "false-orders"
    moment = "birdsong"

    def wishes(self, game: Root, owner: Owner) -> Iterable[Option]:
        for enemy in enemy_players(game, owner):
            for origin in clearings(game):
                if game.warriors_of(enemy, origin):
                    yield from (Mislead(enemy, origin, to) for to in neighbours(game, enemy, origin))
                    yield from (Mislead(enemy, origin, to, True) for to in boat_targets(game, enemy, origin))


@refuses(Mislead)
def why_no_orders(game: Root, owner: Owner, wish: Mislead) -> Refusal | None:
    """1.5.5  The enemy's own adjacency and bans count; rule does not."""
    refusal = FalseOrders.unready(game, owner)
    if refusal:
        return refusal
    if wish.player not in enemy_players(game, owner):
        return NOT_ENEMY
    if wish.origin not in clearings(game) or not game.warriors_of(wish.player, wish.origin):
        return NOBODY
    if wish.boat:
        if wish.to not in boat_targets(game, wish.player, wish.origin):
            return NO_BOAT
    elif wish.to not in neighbours(game, wish.player, wish.origin):
        return NOT_ADJACENT
    if not misled(game, wish):
        return STAYS
    return bars_moving(game, wish.player, wish.origin, wish.to)


def misled(game: Root, wish: Mislead) -> int:
    """1.5.4, 1.5.5  Half of the warriors, rounded up, as far as they may move."""
    half = (game.warriors_of(wish.player, wish.origin) + 1) // 2
    return min(half, faction_of(game, wish.player).movable_warriors(game, wish.player, wish.origin, wish.to))


@does(Mislead)
def mislead(game: Root, owner: Owner, option: Mislead) -> Flow[None]:
    """1.5.5  The enemy moves, so the enemy pays and gains what the move brings."""
    FalseOrders.use(game, owner)
    discard_crafted(game, owner, card_with(game, owner, FalseOrders.id), "4.1.3")
    move = Move(option.origin, option.to, misled(game, option), option.boat)
    yield from take_move(game, option.player, move, clause="1.5.5")


# --- Swap Meet --------------------------------------------------------------------------------------------


class Swap(Option, frozen=True, tag="swap_meet"):
    """Take a random card from this player, then give one back."""

    player: Owner


class GiveBack(Option, frozen=True, tag="give_back"):
    """Give this card in return."""

    PRIVATE = True

    card: str


@register
class SwapMeet(Timed):
    """Once in Birdsong, take a random card from another player, then give that player a card."""

    id = "swap-meet"
    moment = "birdsong"

    def wishes(self, game: Root, owner: Owner) -> Iterable[Option]:
        return [Swap(other) for other in others(game, owner)]


@refuses(Swap)
def why_no_swap(game: Root, owner: Owner, wish: Swap) -> Refusal | None:
    refusal = SwapMeet.unready(game, owner) or not_another(game, owner, wish.player)
    return refusal or why_no_card(game, wish.player)


@does(Swap)
def swap(game: Root, owner: Owner, option: Swap) -> Flow[None]:
    SwapMeet.use(game, owner)
    yield from take_card(game, owner, option.player, "4.1.3")
    cards = [GiveBack(card) for card in sorted(set(game.players[owner].hand))]
    if cards:
        choice = yield from ask(owner, "swap-meet.give", "4.1.3", cards, secret=True, player=option.player)
        give(game, owner, option.player, choice.card, "4.1.3")


# --- Coffin Makers ----------------------------------------------------------------------------------------

WARRIORS_PER_POINT = 5
EMPTY = Refusal("4.1.3", "No warriors lie on that card.")


class Bury(Option, frozen=True, tag="coffin_makers"):
    """Score a point for every five warriors on Coffin Makers, then all return to their supplies."""


@register
class CoffinMakers(Timed):
    """RULING D5  Warriors bound for a supply lie here; at the start of Birdsong they score and return."""

    id = "coffin-makers"
    moment = "birdsong.start"

    def wishes(self, game: Root, owner: Owner) -> Iterable[Option]:
        return [Bury()]

    def must(self, game: Root, me: Owner, owner: Owner, moment: str) -> bool:
        return bool(self.offers(game, me, owner, moment))

    def keeps_warriors(self, game: Root, me: Owner, of: Owner, warriors: int, removed: Removed | None) -> int:
        hold_warriors(game, me, of, warriors)
        return warriors

    def gives_back(self, game: Root, me: Owner, of: Owner, warriors: int) -> int:
        return release_warriors(game, me, of, warriors)

    def leaves_play(self, game: Root, me: Owner) -> None:
        return_all(game, me)


def return_all(game: Root, owner: Owner) -> None:
    """All warriors on the card go to their supplies."""
    for of, count in list(game.players[owner].held.items()):
        release_warriors(game, owner, of, count)


@refuses(Bury)
def why_no_burial(game: Root, owner: Owner, wish: Bury) -> Refusal | None:
    refusal = CoffinMakers.unready(game, owner)
    if refusal is None and not game.players[owner].held:
        return EMPTY
    return refusal


@does(Bury)
def bury(game: Root, owner: Owner, option: Bury) -> Flow[None]:
    CoffinMakers.use(game, owner)
    warriors = sum(game.players[owner].held.values())
    return_all(game, owner)
    score(game, owner, warriors // WARRIORS_PER_POINT, "4.1.3")
    yield from ()


# --- Propaganda Bureau ------------------------------------------------------------------------------------

NO_WARRIOR = Refusal("G.1.17", "That enemy has no warrior there that could be removed.")
NO_MATCH = Refusal("2.1.1", "You hold no card that matches that clearing.")


class Persuade(Option, frozen=True, tag="propaganda_bureau"):
    """Spend a matching card to remove an enemy warrior here and place one of yours."""

    PRIVATE = True

    clearing: int
    player: Owner


@register
class PropagandaBureau(Timed):
    """Once in Daylight, spend a card: remove an enemy warrior from a matching clearing, place an own one."""

    id = "propaganda-bureau"
    moment = "daylight"

    def may_offer(self, game: Root, me: Owner, owner: Owner, moment: str) -> bool:
        """1.2.1  It needs a matching card, so whoever could use it with one is asked."""
        return me == owner and moment == self.moment and self.unready(game, owner) is None

    def wishes(self, game: Root, owner: Owner) -> Iterable[Option]:
        return [Persuade(clearing, enemy) for clearing in CLEARINGS for enemy in enemies(game, owner)]


@refuses(Persuade)
def why_no_persuasion(game: Root, owner: Owner, wish: Persuade) -> Refusal | None:
    refusal = PropagandaBureau.unready(game, owner)
    if refusal:
        return refusal
    if wish.player not in enemies(game, owner):
        return NOT_ENEMY
    if wish.clearing not in CLEARINGS or wish.player in lenders(game, owner, wish.clearing):
        return NO_WARRIOR
    if not removable_warriors(game, wish.player, wish.clearing, owner):
        return NO_WARRIOR
    return None if fitting(game, game.players[owner].hand, wish.clearing) else NO_MATCH


@does(Persuade)
def persuade(game: Root, owner: Owner, option: Persuade) -> Flow[None]:
    """RULING D3, 1.5.4  The removal happens even if no warrior can be placed."""
    hand = game.players[owner].hand
    spent = yield from ask(
        owner,
        "propaganda-bureau.spend",
        "4.1.3",
        [Spend(card) for card in dict.fromkeys(fitting(game, hand, option.clearing))],
        secret=len(hand) > 1,  # 1.2.1  a lone card is no secret, the choice among more is
        clearing=option.clearing,
        player=option.player,
    )
    PropagandaBureau.use(game, owner)
    discard(game, owner, spent.card, "4.1.3")
    remove_warriors(game, option.player, option.clearing, 1, owner, "4.1.3")
    if bars_placing(game, owner, option.clearing) is None:
        place_warriors(game, owner, option.clearing, 1, "4.1.3")
    yield from settle(game)


# --- League of Adventurous Mice ---------------------------------------------------------------------------

NO_ITEM = Refusal("4.1.3", "You have no such ready item in your Crafted Items box.")
NOTHING_TO_DO = Refusal("4.1.3", "You have no legal move or battle.")


class Venture(Option, frozen=True, tag="league"):
    """Exhaust this crafted item to move or to battle."""

    item: str


@register
class LeagueOfAdventurousMice(Timed):
    """Once in Daylight, exhaust an item in the Crafted Items box to move or to battle."""

    id = "league-of-adventurous-mice"
    moment = "daylight"

    def wishes(self, game: Root, owner: Owner) -> Iterable[Option]:
        return [Venture(item) for item in dict.fromkeys(game.players[owner].items)]


@refuses(Venture)
def why_no_venture(game: Root, owner: Owner, wish: Venture) -> Refusal | None:
    refusal = LeagueOfAdventurousMice.unready(game, owner)
    if refusal:
        return refusal
    if wish.item not in game.players[owner].items:
        return NO_ITEM
    return None if ventures(game, owner) else NOTHING_TO_DO


def ventures(game: Root, owner: Owner) -> list[Option]:
    """What the item may be exhausted for."""
    return [*faction_of(game, owner).free_moves(game, owner), *battles(game, owner)]


@does(Venture)
def venture(game: Root, owner: Owner, option: Venture) -> Flow[None]:
    LeagueOfAdventurousMice.use(game, owner)
    exhaust_crafted(game, owner, option.item, "4.1.3")
    choice = yield from ask(owner, "league.act", "4.1.3", ventures(game, owner), item=option.item)
    if isinstance(choice, Fight):
        yield from battle(game, owner, choice.clearing, choice.defender)
    else:
        yield from faction_of(game, owner).take_free_move(game, owner, choice)


# --- Charm Offensive --------------------------------------------------------------------------------------

NO_CARDS = Refusal("2.1.2", "There is no card left to draw.")


class Charm(Option, frozen=True, tag="charm_offensive"):
    """Draw a card; this player scores a point."""

    player: Owner


@register
class CharmOffensive(Timed):
    """At the start of Evening, draw a card; then another player of choice scores a point."""

    id = "charm-offensive"
    moment = "evening.start"

    def wishes(self, game: Root, owner: Owner) -> Iterable[Option]:
        return [Charm(other) for other in others(game, owner)]


@refuses(Charm)
def why_no_charm(game: Root, owner: Owner, wish: Charm) -> Refusal | None:
    """Both parts or nothing."""
    refusal = CharmOffensive.unready(game, owner) or not_another(game, owner, wish.player)
    if refusal is None and not game.deck and not game.discard:
        return NO_CARDS
    return refusal


@does(Charm)
def charm(game: Root, owner: Owner, option: Charm) -> Flow[None]:
    CharmOffensive.use(game, owner)
    yield from draw(game, owner, 1, "4.1.3")
    score(game, option.player, 1, "4.1.3")


# --- Informants -------------------------------------------------------------------------------------------

NO_AMBUSH = Refusal("4.1.3", "That ambush card is not in the discard pile.")


class Inform(Option, frozen=True, tag="informants"):
    """Take this ambush card from the discard pile instead of drawing."""

    card: str


@register
class Informants(Timed):
    """In Evening, take an ambush card from the discard pile instead of drawing."""

    id = "informants"
    moment = "evening"

    def replaces_draw(self, game: Root, me: Owner, owner: Owner) -> Sequence[Option]:
        if me != owner:
            return []
        return [Inform(card) for card in dict.fromkeys(game.discard) if CARDS[card].kind == "ambush"]


@refuses(Inform)
def why_no_information(game: Root, owner: Owner, wish: Inform) -> Refusal | None:
    refusal = Informants.unready(game, owner)
    if refusal:
        return refusal
    held = wish.card in game.discard and CARDS[wish.card].kind == "ambush"
    return None if held else NO_AMBUSH


@does(Inform)
def inform(game: Root, owner: Owner, option: Inform) -> Flow[None]:
    Informants.use(game, owner)
    take_from_discard(game, owner, option.card, "4.1.3")
    yield from ()
