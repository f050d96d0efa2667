"""4.1  Craft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from engine.flow import Flow, Option, ask
from engine.root.cards import EFFECTS, effects_of, has_effect
from engine.root.data import CARDS, Card
from engine.root.faction import Tool, faction_of
from engine.root.happen import Crafted, settle
from engine.root.menu import does, refuses
from engine.root.state import Owner, Root
from engine.root.verbs import put_in_discard, score
from engine.rules import Refusal

ANY = "any"


class Craft(Option, frozen=True, tag="craft"):
    """4.1  Craft this card."""

    PRIVATE = True

    card: str


class Pay(Option, frozen=True, tag="pay"):
    """4.1.1  Pay the free symbols of a cost with crafting pieces of these suits (joined by "+")."""

    suits: str


NOT_HELD = Refusal("4.1", "You do not hold that card.")
NO_EFFECT = Refusal("2.1.5", "An ambush or dominance card cannot be crafted.")
DUPLICATE = Refusal("4.1.4", "You already have that effect in play.")
NO_ITEM = Refusal("4.1.2", "That item is not in the supply any more.")
TOO_DEAR = Refusal("4.1.1", "You do not have the crafting pieces for that cost left this turn.")


def can_pay(tools: Sequence[Tool], cost: Sequence[str]) -> bool:
    """4.1.1  Are there pieces for every symbol? A free symbol takes any suit."""
    if len(tools) < len(cost):
        return False
    have = Counter(tool.suit for tool in tools)
    need = Counter(suit for suit in cost if suit != ANY)
    return all(have[suit] >= number for suit, number in need.items())


@refuses(Craft)
def why_no_craft(game: Root, owner: Owner, wish: Craft) -> Refusal | None:
    """4.1  Why this card cannot be crafted."""
    if wish.card not in game.players[owner].hand:
        return NOT_HELD
    refusal = faction_of(game, owner).bars_craft(game, owner)
    if refusal:
        return refusal
    return _why_not(game, owner, CARDS[wish.card], faction_of(game, owner).tools(game, owner))


def _why_not(game: Root, owner: Owner, card: Card, tools: Sequence[Tool]) -> Refusal | None:
    if card.kind in ("ambush", "dominance"):
        return NO_EFFECT
    if card.kind == "persistent" and has_effect(game, owner, card.effect):
        return DUPLICATE
    if card.item and not game.item_supply.get(card.item):
        return NO_ITEM
    if not can_pay(tools, card.cost):
        return TOO_DEAR
    return None


def crafts(game: Root, owner: Owner) -> list[Craft]:
    """4.1  Every card an owner could craft now."""
    faction = faction_of(game, owner)
    tools = faction.tools(game, owner)
    if not tools or faction.bars_craft(game, owner):
        return []
    hand = dict.fromkeys(game.players[owner].hand)
    return [Craft(card) for card in hand if _why_not(game, owner, CARDS[card], tools) is None]


@does(Craft)
def craft(game: Root, owner: Owner, option: Craft) -> Flow[None]:
    """4.1  Activate the crafting pieces, then resolve the card."""
    card = CARDS[option.card]
    faction = faction_of(game, owner)
    faction.activate(game, owner, (yield from choose_tools(game, owner, card)))
    game.players[owner].hand.remove(card.id)
    game.note("crafted", "4.1", owner=owner, card=card.id)
    yield from resolve(game, owner, card)


def resolve(game: Root, owner: Owner, card: Card) -> Flow[None]:
    """4.1.2, 4.1.3  An item or another immediate effect, then discard; a persistent one stays in play."""
    if card.kind == "persistent":
        game.players[owner].crafted.append(card.id)
    elif card.item:
        yield from craft_item(game, owner, card)
    else:
        yield from EFFECTS[card.effect].resolve(game, owner, card.id)
    if card.kind != "persistent":
        put_in_discard(game, card.id)
    game.happened.append(Crafted(owner, card.id))
    yield from settle(game)


def craft_item(game: Root, owner: Owner, card: Card) -> Flow[None]:
    """4.1.2, 3.2.2  Take the item from the supply and score."""
    assert card.item is not None
    faction = faction_of(game, owner)
    game.item_supply[card.item] -= 1
    game.note("took.item", "4.1.2", owner=owner, item=card.item)
    points = yield from faction.take_crafted(game, owner, card.item, card.points)
    points += sum(effect.item_points(game, owner) for effect in effects_of(game, owner))
    score(game, owner, points, "3.2.2")


def choose_tools(game: Root, owner: Owner, card: Card) -> Flow[list[Tool]]:
    """4.1.1  Fixed symbols take pieces of their suit; for free symbols the owner chooses among the suits left."""
    left = faction_of(game, owner).tools(game, owner)
    chosen = []
    for suit in card.cost:
        if suit != ANY:
            tool = next(tool for tool in left if tool.suit == suit)
            left.remove(tool)
            chosen.append(tool)
    free = sum(suit == ANY for suit in card.cost)
    if free:
        ways = sorted({"+".join(sorted(tool.suit for tool in way)) for way in combinations(left, free)})
        way = yield from ask(owner, "craft.pay", "4.1.1", [Pay(suits) for suits in ways], card=card.id)
        for name in way.suits.split("+"):
            tool = next(tool for tool in left if tool.suit == name)
            left.remove(tool)
            chosen.append(tool)
    return chosen
