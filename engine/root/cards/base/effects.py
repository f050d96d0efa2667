"""The effects of the base deck."""

from __future__ import annotations

from collections.abc import Iterable

from engine.flow import Flow, Option, reveal
from engine.root.actions.battle import Battle, Fight, Side, battle, battles, why_no_battle
from engine.root.actions.move import granted_move
from engine.root.cards import Effect, card_with, register
from engine.root.cards.fighting import BattleEffect
from engine.root.cards.timed import Timed, not_another, others
from engine.root.data import CARDS
from engine.root.faction import faction_of
from engine.root.happen import settle
from engine.root.menu import does, refuses
from engine.root.rule import of_suit, removable_warriors, ruled
from engine.root.state import CLEARINGS, Owner, Root
from engine.root.verbs import (
    discard_crafted,
    draw,
    may_lose_card,
    remove_warriors,
    score,
    sweep,
    take_card,
)
from engine.rules import Refusal

# --- in battle --------------------------------------------------------------------------------------------


@register
class Armorers(BattleEffect):
    """In battle, discard this: the side takes no rolled hits."""

    id = "armorers"

    def helps(self, game: Root, side: Side) -> bool:
        return side.enemy.rolled > 0 and not side.ignores_rolled

    def use(self, game: Root, side: Side) -> Flow[None]:
        discard_crafted(game, side.owner, card_with(game, side.owner, self.id), "4.3.3")
        side.ignores_rolled = True
        yield from ()


@register
class Sappers(BattleEffect):
    """Defending, discard this: one extra hit."""

    id = "sappers"

    def helps(self, game: Root, side: Side) -> bool:
        return not side.attacks

    def use(self, game: Root, side: Side) -> Flow[None]:
        discard_crafted(game, side.owner, card_with(game, side.owner, self.id), "4.3.3")
        side.add_hits(1, self.id)
        yield from ()


@register
class BrutalTactics(BattleEffect):
    """Attacking, one extra hit; then the defender scores a point."""

    id = "brutal-tactics"

    def helps(self, game: Root, side: Side) -> bool:
        return side.attacks

    def use(self, game: Root, side: Side) -> Flow[None]:
        side.add_hits(1, self.id)
        score(game, side.enemy.owner, 1, "4.3.3")
        yield from ()


@register
class ScoutingParty(Effect):
    """Attacking, ambush cards do not affect this side."""

    id = "scouting-party"

    def stops_ambush(self, game: Root, me: Owner, battle: Battle) -> bool:
        return battle.attacker.owner == me


# --- Favors -----------------------------------------------------------------------------------------------


@register
class Favor(Effect):
    """Remove all enemy pieces from the clearings of the card's suit."""

    id = "favor"

    def resolve(self, game: Root, owner: Owner, card: str) -> Flow[None]:
        suit = CARDS[card].suit
        sweep(game, owner, of_suit(game, suit), "4.1.2")
        yield from settle(game)


# --- Royal Claim ------------------------------------------------------------------------------------------


class ClaimCrown(Option, frozen=True, tag="royal_claim"):
    """Discard Royal Claim to score a point for each clearing you rule."""


@register
class RoyalClaim(Timed):
    """In Birdsong, discard this: a point for each ruled clearing."""

    id = "royal-claim"
    moment = "birdsong"

    def wishes(self, game: Root, owner: Owner) -> Iterable[Option]:
        return [ClaimCrown()]


@refuses(ClaimCrown)
def why_no_claim(game: Root, owner: Owner, wish: ClaimCrown) -> Refusal | None:
    return RoyalClaim.unready(game, owner)


@does(ClaimCrown)
def claim_crown(game: Root, owner: Owner, option: ClaimCrown) -> Flow[None]:
    RoyalClaim.use(game, owner)
    discard_crafted(game, owner, card_with(game, owner, RoyalClaim.id), "4.1.3")
    score(game, owner, len(ruled(game, owner)), "4.1.3")
    yield from ()


# --- Stand and Deliver! -----------------------------------------------------------------------------------

NO_CARD = Refusal("1.5.4", "That player has no card to take.")


class Rob(Option, frozen=True, tag="stand_and_deliver"):
    """Take a random card from this player, who scores a point."""

    player: Owner


@register
class StandAndDeliver(Timed):
    """RULING D9  Once in Birdsong, take a random card from another player, who then scores a point."""

    id = "stand-and-deliver"
    moment = "birdsong"

    def wishes(self, game: Root, owner: Owner) -> Iterable[Option]:
        return [Rob(other) for other in others(game, owner)]


@refuses(Rob)
def why_no_robbery(game: Root, owner: Owner, wish: Rob) -> Refusal | None:
    refusal = StandAndDeliver.unready(game, owner) or not_another(game, owner, wish.player)
    return refusal or why_no_card(game, wish.player)


def why_no_card(game: Root, player: Owner) -> Refusal | None:
    """1.5.4  The target needs a card. Hand sizes are public (1.2.1)."""
    return None if may_lose_card(game, player) else NO_CARD


@does(Rob)
def rob(game: Root, owner: Owner, option: Rob) -> Flow[None]:
    StandAndDeliver.use(game, owner)
    yield from take_card(game, owner, option.player, "4.1.3")
    score(game, option.player, 1, "4.1.3")


# --- Tax Collector ----------------------------------------------------------------------------------------

NO_WARRIOR = Refusal("4.1.3", "You have no warrior in that clearing.")


class Collect(Option, frozen=True, tag="tax_collector"):
    """Remove one of your warriors from this clearing to draw a card."""

    clearing: int


@register
class TaxCollector(Timed):
    """Once in Daylight, remove an own warrior from the map to draw a card."""

    id = "tax-collector"
    moment = "daylight"

    def wishes(self, game: Root, owner: Owner) -> Iterable[Option]:
        return [Collect(c) for c in CLEARINGS]


@refuses(Collect)
def why_no_collecting(game: Root, owner: Owner, wish: Collect) -> Refusal | None:
    refusal = TaxCollector.unready(game, owner)
    if refusal:
        return refusal
    if wish.clearing not in CLEARINGS or not removable_warriors(game, owner, wish.clearing, owner):
        return NO_WARRIOR
    return None


@does(Collect)
def collect(game: Root, owner: Owner, option: Collect) -> Flow[None]:
    """RULING MC1  The warrior is removed like any other."""
    TaxCollector.use(game, owner)
    remove_warriors(game, owner, option.clearing, 1, owner, "4.1.3")
    yield from settle(game)
    yield from draw(game, owner, 1, "4.1.3")


# --- Command Warren ---------------------------------------------------------------------------------------


class CallToArms(Option, frozen=True, tag="command_warren"):
    """Battle this defender at the start of Daylight."""

    STARTS = True
    clearing: int
    defender: Owner


@register
class CommandWarren(Timed):
    """At the start of Daylight, start a battle."""

    id = "command-warren"
    moment = "daylight.start"

    def wishes(self, game: Root, owner: Owner) -> Iterable[Option]:
        return [CallToArms(fight.clearing, fight.defender) for fight in battles(game, owner)]


@refuses(CallToArms)
def why_no_call(game: Root, owner: Owner, wish: CallToArms) -> Refusal | None:
    refusal = CommandWarren.unready(game, owner)
    return refusal or why_no_battle(game, owner, Fight(wish.clearing, wish.defender))


@does(CallToArms)
def call_to_arms(game: Root, owner: Owner, option: CallToArms) -> Flow[None]:
    CommandWarren.use(game, owner)
    yield from battle(game, owner, option.clearing, option.defender)


# --- Better Burrow Bank -----------------------------------------------------------------------------------


class Bank(Option, frozen=True, tag="better_burrow_bank"):
    """Draw a card, and so does this player."""

    player: Owner


@register
class BetterBurrowBank(Timed):
    """At the start of Birdsong the owner and another player of choice draw a card; not optional."""

    id = "better-burrow-bank"
    moment = "birdsong.start"

    def wishes(self, game: Root, owner: Owner) -> Iterable[Option]:
        return [Bank(other) for other in others(game, owner)]

    def must(self, game: Root, me: Owner, owner: Owner, moment: str) -> bool:
        return bool(self.offers(game, me, owner, moment))


@refuses(Bank)
def why_no_bank(game: Root, owner: Owner, wish: Bank) -> Refusal | None:
    return BetterBurrowBank.unready(game, owner) or not_another(game, owner, wish.player)


@does(Bank)
def bank(game: Root, owner: Owner, option: Bank) -> Flow[None]:
    BetterBurrowBank.use(game, owner)
    for player in (owner, option.player):
        yield from draw(game, player, 1, "4.1.3")


# --- Cobbler ----------------------------------------------------------------------------------------------

NO_MOVE = Refusal("4.2", "You have no legal move.")


class Cobble(Option, frozen=True, tag="cobbler"):
    """Take a move at the start of Evening."""


@register
class Cobbler(Timed):
    """At the start of Evening, take a move."""

    id = "cobbler"
    moment = "evening.start"

    def wishes(self, game: Root, owner: Owner) -> Iterable[Option]:
        return [Cobble()]


@refuses(Cobble)
def why_no_cobbling(game: Root, owner: Owner, wish: Cobble) -> Refusal | None:
    refusal = Cobbler.unready(game, owner)
    if refusal is None and not faction_of(game, owner).free_moves(game, owner):
        return NO_MOVE
    return refusal


@does(Cobble)
def cobble(game: Root, owner: Owner, option: Cobble) -> Flow[None]:
    Cobbler.use(game, owner)
    yield from granted_move(game, owner, "cobbler.move", "4.2")


# --- Codebreakers -----------------------------------------------------------------------------------------

NO_HAND = Refusal("1.2.1", "That player has no hand to look at.")


class Spy(Option, frozen=True, tag="codebreakers"):
    """Look at this player's hand."""

    player: Owner


@register
class Codebreakers(Timed):
    """Once in Daylight, look at another player's hand."""

    id = "codebreakers"
    moment = "daylight"

    def wishes(self, game: Root, owner: Owner) -> Iterable[Option]:
        return [Spy(other) for other in others(game, owner)]


@refuses(Spy)
def why_no_spying(game: Root, owner: Owner, wish: Spy) -> Refusal | None:
    refusal = Codebreakers.unready(game, owner) or not_another(game, owner, wish.player)
    if refusal is None and not game.players[wish.player].hand:
        return NO_HAND
    return refusal


@does(Spy)
def spy(game: Root, owner: Owner, option: Spy) -> Flow[None]:
    """1.2.1  Only the owner sees the cards."""
    Codebreakers.use(game, owner)
    game.note("looked.at.hand", "4.1.3", owner=owner, player=option.player)
    cards = tuple(sorted(game.players[option.player].hand))
    game.note("saw.hand", "4.1.3", (owner,), owner=owner, player=option.player, cards=cards)
    yield from reveal("codebreakers", owner)
