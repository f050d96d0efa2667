"""9, D  What the choices of the Vagabond cost and bring."""

from __future__ import annotations

from collections.abc import Iterator

from engine.root.actions.battle import Fight
from engine.root.actions.preview import fought
from engine.root.data import QUESTS
from engine.root.factions.vagabond.characters import (
    HIDEOUT_REPAIRS,
    DayLabor,
    Glide,
    Hideout,
    Improvise,
    Instigate,
    ScorchedEarth,
    Steal,
)
from engine.root.factions.vagabond.daylight import WARRIOR, Aid, DoQuest, Explore, QuestPoints, Repair, Strike
from engine.root.factions.vagabond.facts import RELATIONSHIPS
from engine.root.factions.vagabond.items import (
    BOOT,
    CROSSBOW,
    HAMMER,
    NUMBERS,
    SWORD,
    TORCH,
    board,
    damaged,
    pawn_clearing,
    ready,
    ready_kinds,
)
from engine.root.factions.vagabond.relations import ALLIED, HOSTILE, Coalition, relation
from engine.root.factions.vagabond.travel import ACTIONS, Slip, Travel, boots_needed, usual_boots
from engine.root.happen import Removed
from engine.root.preview import as_seen, draws, hand_after, points, previews, reactions, rule_after, worths
from engine.root.rule import enemies, removable_pieces
from engine.root.state import Owner, Root
from engine.rules import Preview


def exhausts(game: Root, owner: Owner, item: str, count: int = 1) -> Iterator[Preview]:
    """9.5  What an action exhausts, and what is left of it."""
    if count:
        yield Preview(
            "vagabond.exhausts", {"items": (item,) * count, "left": ready(game, owner, item) - count}
        )


@previews(Travel, "vagabond")
def travel(game: Root, owner: Owner, option: Travel) -> Iterator[Preview]:
    """9.5.1  The boots; who rules then, if allies go along."""
    yield from exhausts(game, owner, BOOT, boots_needed(game, owner, option.to, usual_boots(game)))
    yield from walked(game, owner, option)


@previews(Slip, "vagabond")
def slip(game: Root, owner: Owner, option: Slip) -> Iterator[Preview]:
    """9.4.2"""
    yield from walked(game, owner, option)


def walked(game: Root, owner: Owner, option: Travel | Slip) -> Iterator[Preview]:
    """9.2.9.II.b, C.2.5  What the pawn's company changes, and the card for a boat."""
    if option.ally:
        company = (option.ally, game.pawns[owner], option.to, option.warriors)
        yield from rule_after(game, owner, [company])
    yield from draws(int(option.boat))


@previews(Fight, "vagabond")
def fight(game: Root, owner: Owner, option: Fight) -> Iterator[Preview]:
    """9.5.2"""
    yield from fought(game, owner, option.clearing, option.defender)
    if game.cursor.step == ACTIONS and not game.cursor.granted:
        yield from exhausts(game, owner, SWORD)


@previews(Explore, "vagabond")
def explore(game: Root, owner: Owner, option: Explore) -> Iterator[Preview]:
    """9.5.3"""
    yield from points(game, owner, NUMBERS["explore_points"])
    yield Preview("vagabond.explore")
    yield from exhausts(game, owner, TORCH)


@previews(Aid, "vagabond")
def aid(game: Root, owner: Owner, option: Aid) -> Iterator[Preview]:
    """9.5.4, 9.2.9  How far it brings the relationship."""
    space = relation(game, owner, option.player)
    if space == ALLIED:
        yield from points(game, owner, RELATIONSHIPS.allied_points)
    elif space == HOSTILE:
        yield Preview("vagabond.hostile")
    elif space:
        step = RELATIONSHIPS.names.index(space)
        missing = RELATIONSHIPS.aids[step] - board(game, owner).aids.get(option.player, 0) - 1
        then = {"space": RELATIONSHIPS.names[step + 1], "aids": missing}
        if not missing:
            yield from points(game, owner, RELATIONSHIPS.points[step])
        yield Preview("vagabond.aids" if missing else "vagabond.friend", then)
    yield Preview("vagabond.item", {"left": len(ready_kinds(game, owner)) - 1})
    box = game.players[option.player]
    if box.items or box.exhausted:
        yield Preview("vagabond.take", {"items": (*box.items, *box.exhausted)})


@previews(DoQuest, "vagabond")
def quest(game: Root, owner: Owner, option: DoQuest) -> Iterator[Preview]:
    """9.5.5"""
    yield reward(game, owner, option.quest)
    yield Preview("vagabond.pays", {"items": QUESTS[option.quest].items})


def reward(game: Root, owner: Owner, quest: str) -> Preview:
    """9.5.5  A point for each quest of the suit, this one too, or two cards."""
    done = board(game, owner).quests
    same = sum(QUESTS[one].suit == QUESTS[quest].suit for one in done) + 1
    return Preview("vagabond.reward", {"points": same, "cards": NUMBERS["quest_cards"]})


@previews(QuestPoints, "vagabond")
def quest_points(game: Root, owner: Owner, option: QuestPoints) -> Iterator[Preview]:
    """9.5.5"""
    yield from points(game, owner, option.points)


@previews(Improvise, "vagabond")
def improvise(game: Root, owner: Owner, option: Improvise) -> Iterator[Preview]:
    """D.7.2"""
    yield reward(game, owner, option.quest)
    yield Preview("vagabond.damages", {"item": option.item})


@previews(Strike, "vagabond")
def strike(game: Root, owner: Owner, option: Strike) -> Iterator[Preview]:
    """9.5.6"""
    here = pawn_clearing(game, owner)
    if option.kind == WARRIOR:
        yield from reactions(game, Removed(owner, here, ((option.defender, 1),)))
    else:
        seen = as_seen(game, removable_pieces(game, option.defender, here, owner), owner)
        struck = [piece for piece in seen if piece.kind == option.kind][:1]
        yield from points(game, owner, sum(worths(game, struck)))
        yield from reactions(game, Removed(owner, here, (), tuple(struck)))
    yield from exhausts(game, owner, CROSSBOW)


@previews(Repair, "vagabond")
def repair(game: Root, owner: Owner, option: Repair) -> Iterator[Preview]:
    """9.5.7"""
    yield from exhausts(game, owner, HAMMER)


@previews(Steal, "vagabond")
def steal(game: Root, owner: Owner, option: Steal) -> Iterator[Preview]:
    """D.1.2"""
    yield Preview("takes.random", {"cards": len(game.players[option.player].hand)})
    yield from exhausts(game, owner, TORCH)


@previews(DayLabor, "vagabond")
def day_labor(game: Root, owner: Owner, option: DayLabor) -> Iterator[Preview]:
    """D.2.2"""
    yield from exhausts(game, owner, TORCH)


@previews(Hideout, "vagabond")
def hideout(game: Root, owner: Owner, option: Hideout) -> Iterator[Preview]:
    """D.3.2"""
    yield Preview("vagabond.hideout", {"items": min(HIDEOUT_REPAIRS, len(damaged(game, owner)))})
    yield from exhausts(game, owner, TORCH)


@previews(Instigate, "vagabond")
def instigate(game: Root, owner: Owner, option: Instigate) -> Iterator[Preview]:
    """D.4.2"""
    yield from exhausts(game, owner, TORCH)
    yield from fought(game, option.attacker, pawn_clearing(game, owner), option.defender, owner)


@previews(ScorchedEarth, "vagabond")
def scorch(game: Root, owner: Owner, option: ScorchedEarth) -> Iterator[Preview]:
    """D.6.2"""
    here = pawn_clearing(game, owner)
    gone = [piece for enemy in enemies(game, owner) for piece in removable_pieces(game, enemy, here, owner)]
    yield from points(game, owner, sum(worths(game, gone)))
    yield Preview("vagabond.scorch")


@previews(Glide, "vagabond")
def glide(game: Root, owner: Owner, option: Glide) -> Iterator[Preview]:
    """D.9.2"""
    yield from exhausts(game, owner, TORCH)


@previews(Coalition, "vagabond")
def coalition(game: Root, owner: Owner, option: Coalition) -> Iterator[Preview]:
    """9.2.8"""
    yield Preview("vagabond.coalition", {"player": option.partner, "points": game.players[owner].score})
    yield from hand_after(game, owner)
