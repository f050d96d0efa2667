"""9.5  The Vagabond's Daylight: one menu, every action paid by exhausting items."""

from __future__ import annotations

from collections import Counter

from engine.flow import Done, Flow, Option, ask
from engine.root.actions.battle import Fight, battles
from engine.root.actions.craft import crafts
from engine.root.data import QUESTS
from engine.root.faction import DAYLIGHT, named_pieces, shown_as
from engine.root.factions.vagabond.characters import (
    IN_DAYLIGHT,
    IN_FOREST,
    Improvise,
    pay_improvised,
    specials,
)
from engine.root.factions.vagabond.items import (
    CROSSBOW,
    HAMMER,
    NUMBERS,
    SWORD,
    TORCH,
    ThisItem,
    board,
    damaged,
    exhaust,
    gain,
    naming,
    pawn_clearing,
    ready,
    ready_kinds,
    repair,
)
from engine.root.factions.vagabond.relations import coalitions, count_aid
from engine.root.factions.vagabond.travel import Slip, Travel, travels
from engine.root.happen import settle
from engine.root.menu import does, legal, perform, refuses
from engine.root.rule import enemies, fits, fitting, has_suit, removable_pieces, removable_warriors
from engine.root.state import Owner, Root
from engine.root.turn import DrawCards, menu
from engine.root.verbs import (
    draw,
    give,
    remove_piece,
    remove_warriors,
    score,
    take_crafted_item,
    take_ruin_item,
)
from engine.rules import Refusal

WARRIOR = "warrior"


class Explore(Option, frozen=True, tag="explore"):
    """9.5.3  Look under the ruin."""


class Find(Option, frozen=True, tag="find"):
    """9.5.3  Take this item from under the ruin."""

    PRIVATE = True

    item: str


class TakeItem(Option, frozen=True, tag="take_item"):
    """9.5.4  Take this item from the aided player's Crafted Items box."""

    item: str
    exhausted: bool = False


class Aid(Option, frozen=True, tag="aid"):
    """9.5.4  Give this card to a player in the clearing."""

    PRIVATE = True

    player: Owner
    card: str


class Exhaust(Option, frozen=True, tag="exhaust"):
    """9.5  Pay with this item."""

    item: str


class DoQuest(Option, frozen=True, tag="quest"):
    """9.5.5  Complete this quest."""

    quest: str


class QuestPoints(Option, frozen=True, tag="quest_points"):
    """9.5.5  Score a point for each completed quest of the suit."""

    points: int


class Strike(Option, frozen=True, tag="strike"):
    """9.5.6  Remove a warrior, or a building or token of an enemy without warriors there."""

    defender: Owner
    kind: str


class Repair(Option, frozen=True, tag="repair"):
    """9.5.7  Repair this item."""

    item: str
    exhausted: bool = False


Action = Travel | Fight | Explore | Aid | DoQuest | Strike | Repair


def daylight(game: Root, owner: Owner) -> Flow[bool]:
    """9.5  Any actions in any order, while items last."""
    clearing = pawn_clearing(game, owner)
    options: list[Option] = [*travels(game, owner, 1)]
    if clearing:
        if ready(game, owner, SWORD):
            options += battles(game, owner, [clearing])
        options += [option for option in [Explore()] if legal(game, owner, option)]
        options += aids(game, owner)
        options += quests(game, owner)
        options += strikes(game, owner)
        options += crafts(game, owner)
    options += repairs(game, owner)
    options += specials(game, owner)
    options += coalitions(game, owner)
    choice = yield from menu(game, owner, "vagabond.daylight", "9.5", options, private=True)
    if isinstance(choice, Done):
        return False
    if isinstance(choice, Fight):
        exhaust(game, owner, [SWORD], "9.5.2")
    yield from perform(game, owner, choice)
    return game.cursor.step.startswith(DAYLIGHT)


def why_not(game: Root, owner: Owner, wish: Option) -> Refusal | None:
    """9.4.2, 9.5  Why a wish is not on offer now: its part of the turn, and what the shared actions cost him."""
    if isinstance(wish, Slip):
        return SLIP_FIRST
    if isinstance(wish, Action) and not game.cursor.step.startswith(DAYLIGHT):
        return IN_DAYLIGHT
    if isinstance(wish, Fight) and not ready(game, owner, SWORD):
        return NO_SWORD
    return None


SLIP_FIRST = Refusal("9.4.2", "You slip once, in Birdsong.")
NO_SWORD = Refusal("9.5.2", "You have no sword to exhaust.")
NO_TORCH = Refusal("9.5.3", "You have no torch to exhaust.")
NO_CROSSBOW = Refusal("9.5.6", "You have no crossbow to exhaust.")
NO_HAMMER = Refusal("9.5.7", "You have no hammer to exhaust.")
NO_ITEM = Refusal("9.5.4", "You have no item to exhaust.")

# --- 9.5.3 Explore ----------------------------------------------------------------------------------------

NO_RUIN = Refusal("9.5.3", "There is no ruin in your clearing.")


@refuses(Explore, "vagabond")
def why_no_exploring(game: Root, owner: Owner, wish: Explore) -> Refusal | None:
    """9.5.3  A ruin in his clearing, whatever lies under it."""
    clearing = pawn_clearing(game, owner)
    if not clearing:
        return IN_FOREST
    if clearing not in game.ruins:
        return NO_RUIN
    return None if ready(game, owner, TORCH) else NO_TORCH


@does(Explore, "vagabond")
def explore(game: Root, owner: Owner, option: Explore) -> Flow[None]:
    """9.5.3, 9.7.3  Look, take one item he may take, score. Of a second ruin item of one kind he keeps off."""
    clearing = pawn_clearing(game, owner)
    exhaust(game, owner, [TORCH], "9.5.3")
    hidden = game.ruins[clearing]
    game.note("looked", "9.5.3", (owner,), owner=owner, clearing=clearing, items=tuple(hidden))
    game.learned = True
    held = {item.kind for item in board(game, owner).items if item.ruin}
    options: list[Option] = [Find(item) for item in sorted(set(hidden)) if item not in held]
    choice = yield from ask(
        owner,
        "vagabond.explore",
        "9.5.3",
        options or [Done()],
        secret=len(hidden) > 1,
        clearing=clearing,
    )
    if isinstance(choice, Find):
        take_ruin_item(game, owner, clearing, choice.item, "9.5.3")
        gain(game, owner, choice.item, ruin=True)
        score(game, owner, NUMBERS["explore_points"], "9.5.3")
    else:
        game.note("found.nothing", "9.7.3", owner=owner, clearing=clearing)


# --- 9.5.4 Aid --------------------------------------------------------------------------------------------

NOT_HERE = Refusal("9.5.4", "That player has no piece in your clearing.")
NO_CARD = Refusal("9.5.4", "You need a card that matches your clearing to give away.")


@refuses(Aid, "vagabond")
def why_no_aid(game: Root, owner: Owner, wish: Aid) -> Refusal | None:
    """9.5.4  Another player with a piece in his clearing, a matching card, any ready item."""
    clearing = pawn_clearing(game, owner)
    if not clearing:
        return IN_FOREST
    if wish.player == owner or wish.player not in game.order or not game.has_piece(wish.player, clearing):
        return NOT_HERE
    if wish.card not in game.players[owner].hand or not fits(game, wish.card, clearing):
        return NO_CARD
    return None if ready_kinds(game, owner) else NO_ITEM


def aids(game: Root, owner: Owner) -> list[Aid]:
    """9.5.4  Every player and card."""
    if not ready_kinds(game, owner):
        return []
    clearing = pawn_clearing(game, owner)
    cards = fitting(game, dict.fromkeys(game.players[owner].hand), clearing)
    return [
        Aid(other, card)
        for other in game.order
        if other != owner and game.has_piece(other, clearing)
        for card in cards
    ]


@does(Aid, "vagabond")
def aid(game: Root, owner: Owner, option: Aid) -> Flow[None]:
    """9.5.4  Exhaust, give, take, then look at the relationship."""
    kinds = [Exhaust(kind) for kind in dict.fromkeys(ready_kinds(game, owner))]
    paid = yield from ask(owner, "vagabond.aid.item", "9.5.4", kinds, player=option.player)
    exhaust(game, owner, [paid.item], "9.5.4")
    give(game, owner, option.player, option.card, "9.5.4")
    box = game.players[option.player]
    offers = [TakeItem(item) for item in sorted(set(box.items))]
    offers += [TakeItem(item, True) for item in sorted(set(box.exhausted))]
    options: list[Option] = [*offers, Done()]
    choice = yield from ask(owner, "vagabond.aid.take", "9.5.4", options, player=option.player)
    if isinstance(choice, TakeItem):
        take_crafted_item(game, owner, option.player, choice.item, choice.exhausted, "9.5.4")
        gain(game, owner, choice.item)
    count_aid(game, owner, option.player)


# --- 9.5.5 Quest ------------------------------------------------------------------------------------------

NOT_SHOWN = Refusal("9.5.5", "That quest is not face up.")
WRONG_SUIT = Refusal("9.5.5", "The quest's suit must be the suit of your clearing.")
NO_ITEMS = Refusal("9.5.5", "That quest takes two items; you lack, ready and undamaged: {items}.")


@refuses(DoQuest, "vagabond")
def why_no_quest(game: Root, owner: Owner, wish: DoQuest) -> Refusal | None:
    """9.5.5, 9.7.2  A face-up quest of the clearing's suit, and both its items ready."""
    clearing = pawn_clearing(game, owner)
    if not clearing:
        return IN_FOREST
    if wish.quest not in game.quests:
        return NOT_SHOWN
    if not has_suit(game, clearing, QUESTS[wish.quest].suit):
        return WRONG_SUIT
    needed: Counter[str] = Counter(QUESTS[wish.quest].items)
    missing = needed - Counter(ready_kinds(game, owner))
    return NO_ITEMS.naming(items=", ".join(sorted(missing.elements()))) if missing else None


def quests(game: Root, owner: Owner) -> list[DoQuest]:
    """9.5.5  The quests he could complete now."""
    return [wish for quest in game.quests if legal(game, owner, wish := DoQuest(quest))]


@does(DoQuest, "vagabond")
def do_quest(game: Root, owner: Owner, option: DoQuest) -> Flow[None]:
    """9.5.5  Exhaust the two items."""
    exhaust(game, owner, QUESTS[option.quest].items, "9.5.5")
    yield from complete_quest(game, owner, option.quest)


@does(Improvise, "vagabond")
def improvise(game: Root, owner: Owner, option: Improvise) -> Flow[None]:
    """D.7.2  One item stands for another."""
    pay_improvised(game, owner, option)
    yield from complete_quest(game, owner, option.quest)


def complete_quest(game: Root, owner: Owner, quest: str) -> Flow[None]:
    """9.5.5  The card is his, a new one is shown, then he scores or draws."""
    own = board(game, owner)
    game.quests.remove(quest)
    own.quests.append(quest)
    game.note("quest", "9.5.5", owner=owner, quest=quest)
    show_quests(game)
    suit = QUESTS[quest].suit
    points = sum(QUESTS[done].suit == suit for done in own.quests)
    rewards: list[Option] = [QuestPoints(points), DrawCards(NUMBERS["quest_cards"])]
    reward = yield from ask(owner, "vagabond.quest.reward", "9.5.5", rewards, quest=quest)
    if isinstance(reward, QuestPoints):
        score(game, owner, reward.points, "9.5.5")
    else:
        yield from draw(game, owner, NUMBERS["quest_cards"], "9.5.5")


def show_quests(game: Root) -> None:
    """9.3.3, 9.5.5, 9.7.2  Three quests lie face up, for all Vagabonds, while the deck lasts."""
    while game.quest_deck and len(game.quests) < NUMBERS["quests_shown"]:
        game.quests.append(game.quest_deck.pop())
        game.learned = True


# --- 9.5.6 Strike -----------------------------------------------------------------------------------------

NO_ENEMY = Refusal("9.5.6", "You can only strike an enemy with such a piece in your clearing.")
WARRIORS_FIRST = Refusal("9.5.6", "While that enemy has warriors there, you must strike a warrior.")


@refuses(Strike, "vagabond")
def why_no_strike(game: Root, owner: Owner, wish: Strike) -> Refusal | None:
    """9.5.6  A warrior of an enemy; a building or token only if it has no warrior there."""
    clearing = pawn_clearing(game, owner)
    if not clearing:
        return IN_FOREST
    if wish.defender not in enemies(game, owner):
        return NO_ENEMY
    kinds = targets(game, owner, wish.defender, clearing)
    if wish.kind not in kinds:
        return WARRIORS_FIRST if game.warriors_of(wish.defender, clearing) else NO_ENEMY
    return None if ready(game, owner, CROSSBOW) else NO_CROSSBOW


def targets(game: Root, owner: Owner, other: Owner, clearing: int) -> list[str]:
    """9.5.6  What a strike could remove, by what everybody sees of it."""
    if game.warriors_of(other, clearing):
        return [WARRIOR] if removable_warriors(game, other, clearing, owner) else []
    pieces = removable_pieces(game, other, clearing, owner)
    return list(dict.fromkeys(shown_as(game, piece, None) for piece in pieces))


def strikes(game: Root, owner: Owner) -> list[Strike]:
    """9.5.6  Every strike."""
    clearing = pawn_clearing(game, owner)
    if not ready(game, owner, CROSSBOW):
        return []
    return [
        Strike(other, kind)
        for other in enemies(game, owner)
        for kind in targets(game, owner, other, clearing)
    ]


@does(Strike, "vagabond")
def strike(game: Root, owner: Owner, option: Strike) -> Flow[None]:
    """9.5.6  Remove the piece; this is no battle."""
    clearing = pawn_clearing(game, owner)
    exhaust(game, owner, [CROSSBOW], "9.5.6")
    if option.kind == WARRIOR:
        remove_warriors(game, option.defender, clearing, 1, owner, "9.5.6")
    else:
        pieces = removable_pieces(game, option.defender, clearing, owner)
        (piece,) = named_pieces(game, pieces, [option.kind])
        remove_piece(game, piece, clearing, owner, "9.5.6")
    yield from settle(game)


# --- 9.5.7 Repair -----------------------------------------------------------------------------------------

NOT_DAMAGED = Refusal("9.5.7", "You have no such item in the damaged box.")


@refuses(Repair, "vagabond")
def why_no_repair(game: Root, owner: Owner, wish: Repair) -> Refusal | None:
    """9.5.7  A damaged item and a hammer."""
    if ThisItem(wish.item, wish.exhausted, True) not in naming(damaged(game, owner)):
        return NOT_DAMAGED
    return None if ready(game, owner, HAMMER) else NO_HAMMER


def repairs(game: Root, owner: Owner) -> list[Repair]:
    """9.5.7  Every item that could be repaired."""
    if not ready(game, owner, HAMMER):
        return []
    return [Repair(i.item, i.exhausted) for i in dict.fromkeys(naming(damaged(game, owner)))]


@does(Repair, "vagabond")
def mend(game: Root, owner: Owner, option: Repair) -> Flow[None]:
    """9.5.7  The item leaves the damaged box; its face does not change."""
    exhaust(game, owner, [HAMMER], "9.5.7")
    item = next(i for i in damaged(game, owner) if (i.kind, i.exhausted) == (option.item, option.exhausted))
    repair(game, owner, [item], "9.5.7")
    yield from ()
