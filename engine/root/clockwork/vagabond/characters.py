"""RB 7.7  The six characters of the Vagabot and what each of them does."""

from __future__ import annotations

from collections.abc import Callable

from engine.flow import Flow, pick
from engine.root.actions.battle import Battle, battle, can_fight, offer_protection
from engine.root.actions.craft import item_pile
from engine.root.actions.move import bars_moving
from engine.root.clockwork.board import craft_item, skip
from engine.root.clockwork.vagabond.items import (
    BOT,
    NUMBERS,
    board,
    damaged,
    exhaust,
    lose,
    usable,
)
from engine.root.clockwork.vagabond.way import clearing_of
from engine.root.clockwork.vocabulary import (
    Criterion,
    enemies_in,
    enemy_pieces_in,
    most,
    pick_player,
    pieces_of,
    points,
    rivals,
)
from engine.root.data import CARDS, ITEMS
from engine.root.happen import settle
from engine.root.rule import is_enemy
from engine.root.state import Owner, Root
from engine.root.verbs import may_lose_card, move_pawn, put_in_discard, score, sweep, take_card
from engine.rules import Refusal

THIEF, TINKER, RANGER, VAGRANT, SCOUNDREL, ARBITER = (character.id for character in BOT.characters)

Special = Callable[[Root, Owner], Flow[None]]


def special(game: Root, owner: Owner) -> Flow[None]:
    """RB 7.5.6  Exhaust an item for the character's action; not if it would have no effect."""
    act = possible_special(game, owner) if usable(game, owner) else None
    if act:
        yield from act(game, owner)
    else:
        why = "it would do nothing now" if usable(game, owner) else "no item it can exhaust"
        skip(game, owner, "RB 7.5.6", why)


def possible_special(game: Root, owner: Owner) -> Special | None:
    """RB 7.5.6  The character's action, if it would do anything now."""
    specials: dict[str, tuple[Callable[[Root, Owner], bool], Special]] = {
        THIEF: (lambda game, owner: bool(victims(game, owner)), steal),
        TINKER: (lambda game, owner: bool(labor(game, owner)), craft_discarded),
        RANGER: (can_hide, hide),
        VAGRANT: (lambda game, owner: fighters(game, owner) is not None, instigate),
        SCOUNDREL: (can_scorch, scorch),
    }
    possible, act = specials.get(board(game, owner).character, (None, None))
    return act if possible and possible(game, owner) else None


# --- RB 7.7.1 Thief ---------------------------------------------------------------------------------------


def victims(game: Root, owner: Owner) -> list[Owner]:
    """RB 7.7.1  Enemies in its clearing with a card to lose; a bot can always be robbed (RB 2.8.1)."""
    where = clearing_of(game, owner)
    return [enemy for enemy in enemies_in(game, owner, where) if may_lose_card(game, enemy)] if where else []


def steal(game: Root, owner: Owner) -> Flow[None]:
    """RB 7.7.1  A random card of the enemy there with the most points, then pieces."""
    victim = pick_player(
        game, owner, victims(game, owner), most("points", lambda p: points(game, p)), *_crowd(game, owner)
    )
    assert victim is not None
    exhaust(game, owner, 1, "RB 7.5.6")
    yield from take_card(game, owner, victim, "RB 7.7.1")


def _crowd(game: Root, owner: Owner) -> tuple[Criterion, ...]:
    where = clearing_of(game, owner)
    return (most("pieces there", lambda player: pieces_of(game, player, where)),)


# --- RB 7.7.2 Tinker --------------------------------------------------------------------------------------


def labor(game: Root, owner: Owner) -> str:
    """RB 7.7.2  The topmost discarded card whose item can be had; "" if there is none."""
    items = {item for item in ITEMS if not isinstance(item_pile(game, owner, item), Refusal)}
    return next((c for c in reversed(game.discard) if CARDS[c].item in items), "")


def craft_discarded(game: Root, owner: Owner) -> Flow[None]:
    """RB 7.7.2, R-VT-9  Craft it; the card goes back on top."""
    card = labor(game, owner)
    exhaust(game, owner, 1, "RB 7.5.6")
    del game.discard[len(game.discard) - 1 - game.discard[::-1].index(card)]
    yield from craft_item(game, owner, card)
    put_in_discard(game, card)


# --- RB 7.7.3 Ranger --------------------------------------------------------------------------------------


def near_forests(game: Root, owner: Owner) -> list[str]:
    """2.4.1  Forests next to the pawn that it may enter."""
    place = game.pawns[owner]
    near = game.map.forests_at[place] if isinstance(place, int) else game.map.forests[place].adjacent
    return [forest for forest in near if bars_moving(game, owner, place, forest, slips=True) is None]


def can_hide(game: Root, owner: Owner) -> bool:
    """RB 7.7.3  With three damaged items and a forest next to it."""
    return len(damaged(game, owner)) >= NUMBERS["ranger_damaged"] and bool(near_forests(game, owner))


def hide(game: Root, owner: Owner) -> Flow[None]:
    """RB 7.7.3  Slip into a random adjacent forest."""
    exhaust(game, owner, 1, "RB 7.5.6")
    forest = yield from pick("vagabot.hide", near_forests(game, owner))
    move_pawn(game, owner, forest, "RB 7.7.3")
    yield from settle(game)


# --- RB 7.7.4 Vagrant -------------------------------------------------------------------------------------


def fighters(game: Root, owner: Owner) -> tuple[Owner, Owner] | None:
    """RB 7.7.4.I  The player with the most pieces attacks the second most; itself only if nobody else can."""
    where = clearing_of(game, owner)
    if not where:
        return None
    crowd = sorted(
        (player for player in game.order if player != owner and game.has_piece(player, where)),
        key=lambda player: -pieces_of(game, player, where),
    )
    for attacker in crowd:
        for defender in crowd:
            if may_fight(game, attacker, defender) and can_fight(game, attacker, where):
                return attacker, defender
    return next(((owner, enemy) for enemy in crowd if enemy in rivals(game, owner)), None)


def may_fight(game: Root, attacker: Owner, defender: Owner) -> bool:
    """RB 7.7.4, RB 3  Enemies, and not two bots when people play together."""
    bots = game.is_cooperative and attacker in game.bots and defender in game.bots
    return is_enemy(game, attacker, defender) and not bots


def instigate(game: Root, owner: Owner) -> Flow[None]:
    """RB 7.7.4, R-VT-10  A battle between two others; it removes the pieces of both and scores for them."""
    chosen = fighters(game, owner)
    assert chosen is not None
    attacker, defender = chosen
    exhaust(game, owner, 1, "RB 7.5.6")
    instigator = "" if attacker == owner else owner
    yield from battle(game, attacker, clearing_of(game, owner), defender, instigator)


# --- RB 7.7.5 Scoundrel -----------------------------------------------------------------------------------


def can_scorch(game: Root, owner: Owner) -> bool:
    """RB 7.7.5  Three enemy pieces in its clearing, a building or token among them."""
    where = clearing_of(game, owner)
    if not where or enemy_pieces_in(game, owner, where) < NUMBERS["scoundrel_pieces"]:
        return False
    return any(p.owner in rivals(game, owner) for p in (*game.buildings[where], *game.tokens[where]))


def scorch(game: Root, owner: Owner) -> Flow[None]:
    """RB 7.7.5, R-VT-11, R-VT-13  Remove all enemy pieces, cover an open slot for good, score a point."""
    where = clearing_of(game, owner)
    (item,) = exhaust(game, owner, 1, "RB 7.5.6")
    sweep(game, owner, [where], "RB 7.7.5")
    yield from settle(game)
    if game.has_open_slot(where):
        lose(game, owner, item, "RB 7.7.5")
        game.covered.append(where)
        game.note("covered", "RB 7.7.5", owner=owner, clearing=where)
    score(game, owner, NUMBERS["scoundrel_points"], "RB 7.7.5")


# --- RB 7.7.6 Arbiter -------------------------------------------------------------------------------------


def protect(game: Root, owner: Owner, battle: Battle) -> Flow[None]:
    """RB 7.7.6, R-VT-15  In its clearing a defender may enlist it. People are not asked when it has nothing to add.

    RB 7.7.6.I-III  Bots do so by a rule all boards share (`Clockwork.enlists`).
    """
    if board(game, owner).character != ARBITER or clearing_of(game, owner) != battle.clearing:
        return
    if any(side.owner == owner for side in battle.sides):
        return
    hits = len(board(game, owner).track)
    if hits or battle.defender.owner in game.bots:
        yield from offer_protection(game, battle, owner, hits)
