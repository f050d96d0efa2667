"""4, 3.3  What the actions that all share would cost and bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.root.actions.battle import (
    AMBUSH_HITS,
    FACES,
    Ambush,
    Battle,
    Enlist,
    Fight,
    Side,
    Use,
    ambush_is_useless,
)
from engine.root.actions.craft import Craft, item_pile, more_points
from engine.root.actions.dominance import Activate, Take
from engine.root.actions.move import Move
from engine.root.actions.paths import OpenPath
from engine.root.data import CARDS
from engine.root.faction import Lose, army_of, faction_of, shown_as
from engine.root.happen import Removed
from engine.root.preview import (
    arrives,
    as_seen,
    draws,
    hand_after,
    may_ambush,
    points,
    previews,
    reactions,
    rule_after,
    worths,
)
from engine.root.rule import is_path, lenders, principal, removable_pieces, removable_warriors
from engine.root.state import Owner, Piece, Root
from engine.root.turn import DrawCards
from engine.rules import Preview, Refusal


@previews(Move)
def move(game: Root, owner: Owner, option: Move) -> Iterator[Preview]:
    """4.2, 2.5  Who rules then, and what waits there."""
    yield from marched(game, owner, option.origin, option.to, option.warriors, boat=option.boat)


def marched(
    game: Root, owner: Owner, origin: int, to: int, warriors: int, *, boat: bool = False, reader: Owner = ""
) -> Iterator[Preview]:
    """4.2, 2.5, C.2.5  Warriors that go from one clearing to another; somebody else may send them and read it."""
    yield from rule_after(
        game, reader or principal(game, owner), [(owner, origin, to, warriors)], always=[to]
    )
    yield from arrives(game, owner, origin, to, warriors, path=not boat and is_path(game, origin, to))
    yield from draws(int(boat and not reader))


# --- 4.3 --------------------------------------------------------------------------------------------------


@previews(Fight)
def fight(game: Root, owner: Owner, option: Fight) -> Iterator[Preview]:
    """4.3"""
    yield from fought(game, owner, option.clearing, option.defender)


def fought(
    game: Root, attacker: Owner, clearing: int, defender: Owner, instigator: Owner = ""
) -> Iterator[Preview]:
    """4.3  Forces, hits, what may fall and what it is worth, an ambush, and what follows."""
    battle = Battle(attacker, clearing, defender, instigator)
    for side in battle.sides:
        side.lent = lenders(game, side.owner, clearing, side.enemy.owner)
    mine, theirs = (army_of(game, side.owner).max_rolled_hits(game, side) for side in battle.sides)
    yield Preview("battle.forces", {"mine": mine, "theirs": theirs})
    defenseless = army_of(game, defender).is_defenseless(game, battle.defender)
    if defenseless:
        yield Preview("battle.defenseless")
    least, low = extra(game, battle.attacker) + defenseless, extra(game, battle.defender)
    most, high = least + min(FACES - 1, mine), low + min(FACES - 1, theirs)
    key = "battle.both" if instigator else "battle.hits"
    yield Preview(key, {"deals": span(least, most), "takes": span(low, high)})
    reader = instigator or attacker
    warriors = removable_warriors(game, defender, clearing, attacker, in_battle=True)
    pieces = removable_pieces(game, defender, clearing, attacker) if most > warriors else []
    pieces = as_seen(game, sorted(pieces, key=lambda piece: -sum(worths(game, [piece]))), reader)
    remover = battle.attacker.remover
    best = losses(remover, defender, clearing, min(most, warriors), pieces[: max(0, most - warriors)])
    gain = points_for(game, best)
    if gain and principal(game, remover) in game.players:
        yield Preview("battle.points", {"points": gain})
    if not ambush_is_useless(game, battle) and may_ambush(game, defender, reader, clearing):
        yield Preview("battle.ambush")
    yield from reactions(game, losses(remover, defender, clearing, min(most, warriors), pieces))


def points_for(game: Root, removed: Removed) -> int:
    """3.2.1  What an event would score for who removed the pieces."""
    more = sum(voice.bonus_points(game, me, removed) for me, voice in game.cast["bonus_points"])
    return army_of(game, removed.by).removal_points(game, removed.by, removed) + more


def span(least: int, most: int) -> str:
    """From so many to so many."""
    return f"{least}–{most}" if most > least else str(least)


def extra(game: Root, side: Side) -> int:
    """4.3.3.I  Extra hits that a side deals for sure."""
    return sum(voice.extra_hits(game, me, side) for me, voice in game.cast["extra_hits"])


def losses(by: Owner, owner: Owner, clearing: int, warriors: int, pieces: Sequence[Piece]) -> Removed:
    """4.3.4  All that a defender may lose in a battle."""
    fallen = ((owner, warriors),) if warriors else ()
    return Removed(by, clearing, fallen, tuple(pieces), True, owner, "4.3.4", owner, True)


@previews(Lose)
def lose(game: Root, owner: Owner, option: Lose) -> Iterator[Preview]:
    """3.2.1  What losing a piece of this kind gives to who removes it."""
    own = [p for here in game.buildings + game.tokens for p in here if p.owner == owner]
    piece = next((p for p in own if shown_as(game, p, None) == option.kind), None)
    if piece:
        yield Preview("lose.points", {"points": army_of(game, owner).worth(game, piece)})


@previews(Ambush)
def ambush(game: Root, owner: Owner, option: Ambush) -> Iterator[Preview]:
    """4.3.1"""
    yield Preview("ambush", {"hits": AMBUSH_HITS})
    yield from hand_after(game, owner)


@previews(Use)
def use(game: Root, owner: Owner, option: Use) -> Iterator[Preview]:
    """4.3.3  What the card says."""
    card = next((card for card in game.players[owner].crafted if CARDS[card].effect == option.effect), "")
    if card:
        yield Preview("card.text", {"card_text": card})


@previews(Enlist)
def enlist(game: Root, owner: Owner, option: Enlist) -> Iterator[Preview]:
    """D.5.2"""
    yield Preview("enlist", {"player": option.protector, "points": 1})


# --- 4.1 --------------------------------------------------------------------------------------------------


@previews(Craft)
def craft(game: Root, owner: Owner, option: Craft) -> Iterator[Preview]:
    """4.1  Points and item, or what stays in play; and the crafting pieces that are used."""
    card, faction = CARDS[option.card], faction_of(game, owner)
    if card.item:
        pile = item_pile(game, owner, card.item)
        source = "" if isinstance(pile, Refusal) else pile[0]
        gain = faction.crafted_points(game, owner, card.points)
        yield from points(game, owner, gain + more_points(game, owner, card.item, source))
        yield Preview("craft.item", {"item": card.item})
    yield Preview(
        "craft.pieces", {"pieces": len(card.cost), "left": len(faction.tools(game, owner)) - len(card.cost)}
    )
    if not card.item:
        stays = card.kind == "persistent"
        yield Preview("craft.stays" if stays else "card.text", {"card_text": card.id})


# --- 3.3, 2.1.2 -------------------------------------------------------------------------------------------


@previews(Activate)
def activate(game: Root, owner: Owner, option: Activate) -> Iterator[Preview]:
    """3.3.1, 3.3.3"""
    yield Preview("dominance", {"points": game.players[owner].score})
    yield Preview("card.text", {"card_text": option.card})


@previews(Take)
def take(game: Root, owner: Owner, option: Take) -> Iterator[Preview]:
    """3.3.4"""
    yield Preview("dominance.take", {"suit": CARDS[option.card].suit})


@previews(DrawCards)
def draw(game: Root, owner: Owner, option: DrawCards) -> Iterator[Preview]:
    """2.1.2  What is one card too many then."""
    surplus = len(game.players[owner].hand) + option.cards - faction_of(game, owner).hand_limit(game, owner)
    if surplus > 0:
        yield Preview("discards.then", {"cards": surplus})


@previews(OpenPath)
def open_path(game: Root, owner: Owner, option: OpenPath) -> Iterator[Preview]:
    """C.3.3"""
    yield from points(game, owner, 1)
    yield from hand_after(game, owner)
