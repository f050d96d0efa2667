"""4.1  Craft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from engine.flow import Flow, Option, ask
from engine.root.cards import EFFECTS, has_effect
from engine.root.cast import recast_card
from engine.root.data import CARDS, Card
from engine.root.faction import Tool, faction_of
from engine.root.happen import Crafted, record, settle
from engine.root.menu import does, refuses
from engine.root.rule import suits
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
TOO_DEAR = Refusal("4.1.1", "That costs {need}. You have crafting pieces left this turn for: {have}.")


def tool_at(game: Root, clearing: int) -> Tool:
    """4.1.1, G.1.21  A crafting piece in a clearing: it has the clearing's suit, or one of its suits."""
    if not game.cast["adds_suits"]:
        return Tool(game.suits[clearing], clearing)
    suit, *others = suits(game, clearing)
    return Tool(suit, clearing, tuple(others))


def can_pay(tools: Sequence[Tool], cost: Sequence[str], most: int | None = None) -> bool:
    """4.1.1  Are there pieces for every symbol? A free symbol takes any suit."""
    if len(tools) < len(cost) or (most is not None and most < len(cost)):
        return False
    fixed = [suit for suit in cost if suit != ANY]
    if any(tool.others for tool in tools):
        return covers(tools, fixed)
    have = Counter(tool.suit for tool in tools)
    return all(have[suit] >= number for suit, number in Counter(fixed).items())


def covers(tools: Sequence[Tool], fixed: Sequence[str]) -> bool:
    """4.1.1  Is there a piece of its own for every one of these symbols?"""
    if not fixed:
        return True
    return any(
        fixed[0] in tool.suits and covers([*tools[:n], *tools[n + 1 :]], fixed[1:])
        for n, tool in enumerate(tools)
    )


@refuses(Craft)
def why_no_craft(game: Root, owner: Owner, wish: Craft) -> Refusal | None:
    """4.1  Why this card cannot be crafted."""
    if wish.card not in game.players[owner].hand:
        return NOT_HELD
    faction = faction_of(game, owner)
    refusal = faction.bars_craft(game, owner)
    if refusal:
        return refusal
    tools, most = faction.tools(game, owner), faction.most_tools(game, owner)
    return _why_not(game, owner, CARDS[wish.card], tools, most)


def item_pile(game: Root, owner: Owner, item: str) -> tuple[Owner, dict[str, int]] | Refusal:
    """4.1.2  Where a player may take this item from: the supply, or another pile and whose it is."""
    if game.item_supply.get(item):
        return "", game.item_supply
    refusal = NO_ITEM
    for me, voice in game.cast["item_pile"]:
        pile = voice.item_pile(game, me, owner, item)
        if isinstance(pile, Refusal):
            refusal = pile
        elif pile is not None and pile.get(item):
            return me, pile
    return refusal


def _why_not(game: Root, owner: Owner, card: Card, tools: Sequence[Tool], most: int | None) -> Refusal | None:
    if card.kind in ("ambush", "dominance"):
        return NO_EFFECT
    if card.kind == "persistent" and has_effect(game, owner, card.effect):
        return DUPLICATE
    if card.item:
        pile = item_pile(game, owner, card.item)
        if isinstance(pile, Refusal):
            return pile
    if not can_pay(tools, card.cost, most):
        have = [tool.label for tool in tools][:most]
        return TOO_DEAR.naming(need=counted(card.cost), have=counted(have))
    return None


def counted(suits: Sequence[str]) -> str:
    """4.1.1  Symbols as a sentence has them: "2 fox, 1 mouse"."""
    return ", ".join(f"{count} {suit}" for suit, count in Counter(suits).items()) or "nothing"


def crafts(game: Root, owner: Owner) -> list[Craft]:
    """4.1  Every card an owner could craft now."""
    faction = faction_of(game, owner)
    tools = faction.tools(game, owner)
    if not tools or faction.bars_craft(game, owner):
        return []
    most = faction.most_tools(game, owner)
    hand = dict.fromkeys(game.players[owner].hand)
    return [Craft(card) for card in hand if _why_not(game, owner, CARDS[card], tools, most) is None]


@does(Craft)
def craft(game: Root, owner: Owner, option: Craft) -> Flow[None]:
    """4.1  Activate the crafting pieces, then resolve the card."""
    card = CARDS[option.card]
    yield from pay_cost(game, owner, card)
    game.players[owner].hand.remove(card.id)
    game.note("crafted", "4.1", owner=owner, card=card.id)
    yield from resolve(game, owner, card)


def pay_cost(game: Root, owner: Owner, card: Card) -> Flow[None]:
    """4.1.1  Choose and activate the crafting pieces for a card."""
    tools = yield from choose_tools(game, owner, card)
    yield from faction_of(game, owner).activate(game, owner, tools)


def resolve(game: Root, owner: Owner, card: Card) -> Flow[None]:
    """4.1.2, 4.1.3  An item or another immediate effect, then discard; a persistent one stays in play."""
    source = ""
    if card.kind == "persistent":
        game.players[owner].crafted.append(card.id)
        recast_card(game, EFFECTS[card.effect])
    elif card.item:
        source = yield from craft_item(game, owner, card)
    else:
        yield from EFFECTS[card.effect].resolve(game, owner, card.id)
    if card.kind != "persistent" and not (yield from is_kept(game, owner, card)):
        put_in_discard(game, card.id)
    record(game, Crafted(owner, card.id, source))
    yield from settle(game)


def is_kept(game: Root, owner: Owner, card: Card) -> Flow[bool]:
    """4.1.2  Does a voice keep a crafted card out of the discard pile?"""
    for me, voice in game.cast["keeps_crafted"]:
        if (yield from voice.keeps_crafted(game, me, owner, card.id)):
            return True
    return False


def craft_item(game: Root, owner: Owner, card: Card) -> Flow[Owner]:
    """4.1.2, 3.2.2  Take the item from where it lies and score. Returns whose pile that was."""
    assert card.item is not None
    source = take_item(game, owner, card.item)
    game.note("took.item", "4.1.2", owner=owner, item=card.item)
    points = yield from faction_of(game, owner).take_crafted(game, owner, card.item, card.points)
    score(game, owner, points + more_points(game, owner, card.item, source), "3.2.2")
    return source


def more_points(game: Root, owner: Owner, item: str, source: Owner) -> int:
    """3.2.2  What others add to the points for an item that came from this pile."""
    more = game.cast["item_points"]
    return sum(voice.item_points(game, me, owner, item, source) for me, voice in more)


def take_item(game: Root, owner: Owner, item: str) -> Owner:
    """4.1.2  An item leaves the supply or another pile. Returns whose pile that was."""
    found = item_pile(game, owner, item)
    assert not isinstance(found, Refusal)
    source, pile = found
    pile[item] -= 1
    return source


def choose_tools(game: Root, owner: Owner, card: Card) -> Flow[list[Tool]]:
    """4.1.1  Fixed symbols take pieces of their suit; where there is a choice among suits the owner chooses."""
    left = faction_of(game, owner).tools(game, owner)
    fixed = [suit for suit in card.cost if suit != ANY]
    chosen: list[Tool] = []
    if not any(tool.others for tool in left):
        for suit in fixed:
            tool = next(tool for tool in left if tool.suit == suit)
            left.remove(tool)
            chosen.append(tool)
        fixed = []
    number = len(card.cost) - len(chosen)
    if number:
        possible = [way for way in combinations(left, number) if covers(way, fixed)]
        ways = sorted({"+".join(sorted(tool.label for tool in way)) for way in possible})
        choice = yield from ask(owner, "craft.pay", "4.1.1", [Pay(suits) for suits in ways], card=card.id)
        chosen += next(
            way for way in possible if "+".join(sorted(tool.label for tool in way)) == choice.suits
        )
    return chosen
