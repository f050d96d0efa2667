"""RB 9.7  What bots buy by themselves: a card with an item to craft, and warriors for a weak battle or to build.

They ask the voices at the table what is on sale. The price belongs to the seller.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.flow import Flow, Option, pick
from engine.root.actions.battle import Battle
from engine.root.actions.craft import item_pile
from engine.root.data import CARDS, CLOCKWORK
from engine.root.menu import perform
from engine.root.state import Owner, Root
from engine.rules import Refusal

ANY_PRICE = 99
"""RB 9.7  What a bot can pay for which the seller's own warriors are the payment."""


def cards_for_sale(game: Root, owner: Owner) -> dict[str, Option]:
    """RB 9.7  All cards this bot could buy now, and how."""
    return {
        card: option
        for me, voice in game.cast["sells_cards"]
        if me != owner
        for card, option in voice.sells_cards(game, me, owner).items()
    }


def buy_item(game: Root, owner: Owner, wants: Callable[[str], bool] = lambda card: True) -> Flow[str]:
    """RB 9.7  With nothing to craft: a card with an item that is there, the most points first. "" if it bought none."""
    sale = cards_for_sale(game, owner)
    useful = [card for card in sale if wants(card) and has_item(game, owner, card)]
    if not useful:
        return ""
    best = max(CARDS[card].points for card in useful)
    card = yield from pick("bot.buys", sorted(card for card in useful if CARDS[card].points == best))
    yield from perform(game, owner, sale[card])
    return card


def has_item(game: Root, owner: Owner, card: str) -> bool:
    """RB 1.1.1  Does the card show an item that can be taken?"""
    item = CARDS[card].item
    return bool(item) and not isinstance(item_pile(game, owner, item or ""), Refusal)


def hire_for_battle(game: Root, battle: Battle) -> Flow[None]:
    """RB 9.7  With two warriors or fewer, hire those who stand beside them; never against whose they are."""
    owner, clearing = battle.attacker.owner, battle.clearing
    if game.active != owner or battle.instigator:
        return
    if game.warriors_of(owner, clearing) > CLOCKWORK.hire_up_to:
        return
    for me, voice in game.cast["hires_out"]:
        if me not in (owner, battle.defender.owner) and game.warriors_of(me, clearing):
            hire = voice.hires_out(game, me, owner)
            if hire:
                yield from perform(game, owner, hire.option)


def find_site(game: Root, owner: Owner, find: Callable[[Root], int | None]) -> Flow[int | None]:
    """RB 9.7  Where to build; if nowhere, hire warriors with whom it is possible."""
    site = find(game)
    if site is not None:
        return site
    for me, voice in game.cast["hires_out"]:
        hire = voice.hires_out(game, me, owner) if me != owner else None
        if hire and find(hire.table) is not None:
            yield from perform(game, owner, hire.option)
            return find(game)
    return None
