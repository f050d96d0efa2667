"""14.2.2, 14.2.5, 14.4.2 - 14.4.3, 14.5.3  The warlord: where he is, what he leads, and how he falls."""

from __future__ import annotations

from engine.flow import Ask, Done, Flow, Option, ask, ask_many
from engine.root.actions.battle import Battle, Fight, Side, battles, fight
from engine.root.actions.move import Move, moves, take_move
from engine.root.faction import Losses
from engine.root.factions.hundreds.facts import BITTER, MOB, NUMBERS, RELENTLESS, STRONGHOLD
from engine.root.factions.hundreds.hoard import board, gain_item, prowess
from engine.root.factions.hundreds.mobs import mobs
from engine.root.menu import perform
from engine.root.rule import neighbours, rules
from engine.root.setup.table import Clearing
from engine.root.state import CLEARINGS, Owner, Piece, Root
from engine.root.turn import menu
from engine.root.verbs import (
    bars_placing,
    place_kept,
    place_warriors,
    remove_warriors,
    take_back,
    take_crafted_item,
)
from engine.root.voice import Journey


class LoseWarlord(Option, frozen=True, tag="lose_warlord"):
    """14.2.2  The warlord is one of those who fall."""


class SpareWarlord(Option, frozen=True, tag="spare_warlord"):
    """14.2.2  Only warriors fall."""


class TakeWarlord(Option, frozen=True, tag="take_warlord"):
    """14.2.2  The warlord goes along."""


class Loot(Option, frozen=True, tag="loot"):
    """14.2.5  Loot: deal no rolled hits, and take an item if you rule afterwards."""


class LootItem(Option, frozen=True, tag="loot_item"):
    """14.2.5  Take this item."""

    item: str


def is_with(game: Root, owner: Owner, clearing: int) -> bool:
    """14.2.2  Is the warlord in this clearing?"""
    return bool(clearing) and board(game, owner).warlord == clearing


def place_warlord(game: Root, owner: Owner, clearing: int, clause: str) -> None:
    """14.2.2  The warlord comes to the map."""
    board(game, owner).warlord = clearing
    game.note("hundreds.warlord", clause, owner=owner, clearing=clearing)
    place_kept(game, owner, clearing, 1, clause)


# --- 14.4.2 Recruit ---------------------------------------------------------------------------------------


def recruit_step(game: Root, owner: Owner) -> Flow[bool]:
    """14.4.2  Warriors at the warlord, then one at each stronghold; with too few they choose where."""
    where = board(game, owner).warlord
    if where and bars_placing(game, owner, where) is None:
        place_warriors(game, owner, where, prowess(game, owner), "14.4.2")
    left = [c for c in game.clearings_with(owner, STRONGHOLD) if bars_placing(game, owner, c) is None]
    while left and game.players[owner].supply:
        if len(left) <= game.players[owner].supply:
            for clearing in dict.fromkeys(left):
                place_warriors(game, owner, clearing, left.count(clearing), "14.4.2")
            break
        options = [Clearing(c) for c in dict.fromkeys(left)]
        choice = yield from ask(owner, "hundreds.recruit", "14.4.2", options)
        left.remove(choice.clearing)
        place_warriors(game, owner, choice.clearing, 1, "14.4.2")
    return False


# --- 14.4.3 Anoint ----------------------------------------------------------------------------------------


def anoint_step(game: Root, owner: Owner) -> Flow[bool]:
    """14.4.3  A new warlord in place of a warrior; if there is none, anywhere."""
    if board(game, owner).warlord:
        return False
    free = [c for c in CLEARINGS if bars_placing(game, owner, c) is None]
    replaced = [c for c in free if game.warriors_of(owner, c)]
    options = [Clearing(c) for c in replaced or free]
    if options:
        choice = yield from ask(owner, "hundreds.anoint", "14.4.3", options)
        if replaced:
            remove_warriors(game, owner, choice.clearing, 1, owner, "14.4.3")
        place_warlord(game, owner, choice.clearing, "14.4.3")
    return False


# --- 14.5.3 Advance ---------------------------------------------------------------------------------------


def advance_step(game: Root, owner: Owner) -> Flow[bool]:
    """14.5.3  The warlord moves and battles, as often as Prowess says."""
    own = board(game, owner)
    left = prowess(game, owner) - own.advanced
    options: list[Option] = []
    if own.warlord and left > 0:
        options = [*moves(game, owner, [own.warlord]), *battles(game, owner, [own.warlord])]
    choice = yield from menu(
        game, owner, "hundreds.advance", "14.5.3", options, left=max(left, 0), clearing=own.warlord
    )
    if isinstance(choice, Done):
        return False
    if isinstance(choice, Move):
        own.advanced += 1
        yield from lead(game, owner, choice, "14.5.3")
        fought = yield from then_battle(game, owner)
        if fought and own.mood == RELENTLESS and own.warlord:
            yield from relentless(game, owner)
    elif isinstance(choice, Fight):
        own.advanced += 1
        yield from fight(game, owner, choice)
    else:
        yield from perform(game, owner, choice)
    return True


def lead(game: Root, owner: Owner, move: Move, clause: str) -> Flow[None]:
    """14.5.3  The warlord moves with any number of warriors of his clearing."""
    board(game, owner).leads = True
    yield from take_move(game, owner, move, clause)
    board(game, owner).leads = False


def then_battle(game: Root, owner: Owner) -> Flow[bool]:
    """14.5.3  Then they may battle in the warlord's clearing. Did they?"""
    where = board(game, owner).warlord
    options: list[Option] = [*battles(game, owner, [where])] if where else []
    if not options:
        return False
    choice = yield from ask(owner, "hundreds.advance.battle", "14.5.3", [*options, Done()], clearing=where)
    if not isinstance(choice, Fight):
        return False
    yield from fight(game, owner, choice)
    return True


def relentless(game: Root, owner: Owner) -> Flow[None]:
    """14.7.2  After a move and a battle, one more of either."""
    where = board(game, owner).warlord
    options: list[Option] = [*moves(game, owner, [where]), *battles(game, owner, [where])]
    if not options:
        return
    choice = yield from ask(owner, "hundreds.relentless", "14.7.2", [*options, Done()], clearing=where)
    if isinstance(choice, Move):
        yield from lead(game, owner, choice, "14.7.2")
    elif isinstance(choice, Fight):
        yield from fight(game, owner, choice)


def goes_along(game: Root, owner: Owner, journey: Journey) -> Flow[None]:
    """14.2.2  Does the warlord go with this move? He leads an advance; else they choose, unless all go."""
    count = journey.warriors.get(owner, 0)
    if not count or not isinstance(journey.origin, int) or not is_with(game, owner, journey.origin):
        return
    own = board(game, owner)
    goes = own.leads or count == game.warriors_of(owner, journey.origin)
    if not goes and game.active == owner:
        options: list[Option] = [TakeWarlord(), Done()]
        choice = yield from ask(owner, "hundreds.goes", "14.2.2", options, to=journey.to)
        goes = isinstance(choice, TakeWarlord)
    if goes and isinstance(journey.to, int):
        own.warlord = journey.to
        game.note("hundreds.warlord.moves", "14.2.2", owner=owner, to=journey.to)


# --- 14.2.2 Losses ----------------------------------------------------------------------------------------


def warlord_question(game: Root, side: Side, hits: int) -> Ask | None:
    """14.2.2  Is the warlord among those who fall? No question if all fall, or he is not there."""
    here = side.battle.clearing
    if not is_with(game, side.owner, here) or hits >= game.warriors_of(side.owner, here) or hits < 1:
        return None
    options = (SpareWarlord(), LoseWarlord())
    about: dict[str, str | int | bool] = {"clearing": here, "hits": hits}
    return Ask(side.chooser, "hundreds.losses", "14.2.2", options, about=about)


def take_losses(game: Root, side: Side, losses: Losses, chosen: tuple[Option, ...] | None) -> None:
    """14.2.2  He falls if he was chosen, or if all fall."""
    here = side.battle.clearing
    if is_with(game, side.owner, here):
        lost = sum(count for owner, count in losses.warriors if owner == side.owner)
        fallen = lost > 0 and lost >= game.warriors_of(side.owner, here)
        board(game, side.owner).falls = fallen or LoseWarlord() in (chosen or ())


def bury(game: Root, owner: Owner) -> int:
    """14.2.2  The warlord is off the map until he is anointed. Returns how many warriors that is."""
    own = board(game, owner)
    if not own.falls:
        return 0
    own.falls, own.warlord = False, 0
    game.note("hundreds.warlord.falls", "14.2.2", owner=owner)
    return 1


# --- 14.2.5 Looters ---------------------------------------------------------------------------------------


def offer_loot(game: Root, owner: Owner, battle: Battle) -> Flow[None]:
    """14.2.5  At the start of their attack on somebody with crafted items."""
    board(game, owner).loots = ""
    victim = battle.defender.owner
    if battle.attacker.owner != owner or not loot_of(game, victim):
        return
    options: list[Option] = [Loot(), Done()]
    choice = yield from ask(owner, "hundreds.loot", "14.2.5", options, enemy=victim, clearing=battle.clearing)
    if isinstance(choice, Loot):
        board(game, owner).loots = victim
        battle.attacker.deals_no_rolled = True
        game.note("hundreds.loots", "14.2.5", owner=owner, enemy=victim, clearing=battle.clearing)


def loot_of(game: Root, victim: Owner) -> list[str]:
    """14.2.5  The items in a Crafted Items box; nobody but players has one."""
    player = game.players.get(victim)
    return list(dict.fromkeys([*player.items, *player.exhausted])) if player else []


def take_loot(game: Root, owner: Owner, battle: Battle) -> Flow[None]:
    """14.2.5  At the end, if they rule there, they take an item."""
    own = board(game, owner)
    victim, own.loots = own.loots, ""
    found = loot_of(game, victim) if victim else []
    if found and rules(game, owner, battle.clearing):
        choice = yield from ask(
            owner, "hundreds.loot.item", "14.2.5", [LootItem(item) for item in found], enemy=victim
        )
        exhausted = choice.item not in game.players[victim].items
        take_crafted_item(game, owner, victim, choice.item, exhausted, "14.2.5")
        yield from gain_item(game, owner, choice.item, "14.2.5")


# --- 14.7.8 Bitter ----------------------------------------------------------------------------------------


def bitter(game: Root, owner: Owner, battle: Battle) -> Flow[None]:
    """14.7.8  Before the roll, mobs there and next door become warriors there."""
    fights = any(side.owner == owner for side in battle.sides)
    if not fights or board(game, owner).mood != BITTER or not is_with(game, owner, battle.clearing):
        return
    near = (battle.clearing, *neighbours(game, owner, battle.clearing))
    options = [Clearing(c) for c in mobs(game, owner) if c in near]
    if not options or bars_placing(game, owner, battle.clearing):
        return
    chosen = yield from ask_many(
        owner, "hundreds.bitter", "14.7.8", options, 0, len(options), clearing=battle.clearing
    )
    for choice in chosen:
        take_back(game, Piece(owner, MOB), choice.clearing, "14.7.8")
        place_warriors(game, owner, battle.clearing, NUMBERS["bitter_warriors"], "14.7.8")
