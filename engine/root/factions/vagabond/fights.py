"""9.2.4, 9.2.6, 9.2.7, 9.2.9.II.c-d  The Vagabond in battle: swords, allies, and items instead of pieces."""

from __future__ import annotations

from collections import Counter

from engine.flow import Ask, Done, Flow, Option, Scalar, ask
from engine.root.actions.battle import Battle, Side
from engine.root.faction import Losses, army_of
from engine.root.factions.vagabond.items import (
    NUMBERS,
    ThisItem,
    choose,
    damage,
    named,
    naming,
    pawn_clearing,
    swords,
    undamaged,
)
from engine.root.factions.vagabond.relations import HOSTILE, allies_in, set_relation
from engine.root.happen import Swept
from engine.root.rule import is_enemy, is_shielded
from engine.root.state import Owner, Root


class Ally(Option, frozen=True, tag="ally"):
    """9.2.9.II.c  Warriors of this ally fight with him."""

    ally: Owner


class LoseAlly(Option, frozen=True, tag="lose_ally"):
    """9.2.9.II.d  One warrior of this ally is removed."""

    ally: Owner


def call_ally(game: Root, owner: Owner, battle: Battle) -> Flow[None]:
    """9.2.9.II.c, G.1.21  Starting a battle, he may treat the warriors of one ally there as his own."""
    if battle.attacker.owner != owner or battle.instigator not in ("", owner):
        return
    allies = [a for a in allies_in(game, owner, battle.clearing) if a != battle.defender.owner]
    options: list[Option] = [Ally(ally) for ally in allies]
    choice = yield from ask(
        owner,
        "vagabond.ally",
        "9.2.9.II.c",
        [*options, Done()],
        clearing=battle.clearing,
        defender=battle.defender.owner,
    )
    if isinstance(choice, Ally):
        battle.attacker.lent.append(choice.ally)
        game.note("ally", "9.2.9.II.c", owner=owner, ally=choice.ally, clearing=battle.clearing)


def most_rolled_hits(game: Root, side: Side) -> int:
    """9.2.6, 9.2.9.II.c  Undamaged swords, and the warriors of the ally."""
    return swords(game, side.owner) + sum(game.warriors_of(ally, side.battle.clearing) for ally in side.lent)


def ally_warriors(game: Root, side: Side) -> int:
    """9.2.9.II.d  Warriors of the ally that can take hits."""
    return sum(
        army_of(game, ally).removable_warriors(game, ally, side.battle.clearing, side.enemy.owner, True)
        for ally in side.lent
    )


def can_lose(game: Root, side: Side) -> list[Option]:
    """9.2.7, 9.2.9.II.d  What can take a hit: undamaged items, and warriors of the ally."""
    items: list[Option] = [*naming(undamaged(game, side.owner))]
    return items + [LoseAlly(ally) for ally in side.lent[:1]] * ally_warriors(game, side)


def loss_question(game: Root, side: Side, hits: int) -> Ask | None:
    """9.2.7, 9.2.9.II.d  Which items or warriors take the hits; None without a choice.

    The ally's warriors may take hits, they never must: without whole items left, hits are ignored.
    """
    options = can_lose(game, side)
    least = min(hits, len(undamaged(game, side.owner)))
    most = min(hits, len(options))
    if least == len(options) or not options:
        return None
    about: dict[str, Scalar] = {"clearing": side.battle.clearing, "hits": hits}
    return Ask(side.chooser, "vagabond.losses", "9.2.7", tuple(options), True, least, most, False, about)


def losses(game: Root, side: Side, hits: int, answer: tuple[Option, ...] | None) -> Losses:
    """9.2.7, 9.2.9.II.d  What was chosen. Hits left over damage the items left over; the rest are ignored."""
    if answer is None:
        answer = tuple(can_lose(game, side))
    warriors = Counter(option.ally for option in answer if isinstance(option, LoseAlly))
    items = [option for option in answer if isinstance(option, ThisItem)]
    spared = Counter(naming(undamaged(game, side.owner))) - Counter(items)
    items += list(spared.elements())[: hits - len(answer)]
    return Losses(
        warriors=tuple(warriors.items()),
        other=tuple(items),
    )


def take_losses(game: Root, side: Side, losses: Losses) -> None:
    """9.2.7  Each hit damages an item."""
    damage(game, side.owner, named(undamaged(game, side.owner), losses.other), "9.2.7")


def thank_ally(game: Root, owner: Owner, battle: Battle) -> None:
    """9.2.9.II.d  The ally turns Hostile if more of its warriors fell than items were damaged."""
    side = battle.attacker
    if side.owner != owner or not side.lent:
        return
    warriors = sum(n for lost in side.lost for _, n in lost.warriors)
    items = sum(len(lost.other) for lost in side.lost)
    if warriors > items:
        set_relation(game, owner, side.lent[0], HOSTILE, "9.2.9.II.d")


def lose_one(game: Root, owner: Owner, clause: str) -> Flow[None]:
    """9.2.7  He damages an item where others would lose a warrior."""
    whole = undamaged(game, owner)
    chosen = yield from choose(game, owner, "vagabond.damage", clause, whole, min(1, len(whole)), 1)
    damage(game, owner, chosen, clause)


# --- 9.2.2.I Full removal ---------------------------------------------------------------------------------


def is_swept(game: Root, owner: Owner, swept: Swept) -> bool:
    """9.2.2.I, RULING H22  An enemy removed all enemy pieces where the pawn is, and nothing shields him."""
    return (
        swept.by in game.owners
        and is_enemy(game, swept.by, owner)
        and not is_shielded(game, owner, swept.clearing, swept.by)
        and pawn_clearing(game, owner) == swept.clearing
        and bool(undamaged(game, owner))
    )


def survive_sweep(game: Root, owner: Owner, swept: Swept) -> Flow[None]:
    """9.2.2.I  The pawn stays; he damages three items."""
    number = NUMBERS["removal_damage"]
    chosen = yield from choose(
        game,
        owner,
        "vagabond.damage",
        "9.2.2.I",
        undamaged(game, owner),
        number,
        number,
        clearing=swept.clearing,
    )
    damage(game, owner, chosen, "9.2.2.I")
