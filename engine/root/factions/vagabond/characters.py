"""9.5.9, D  The nine characters and what only they can do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engine.flow import Flow, Option
from engine.root.actions.battle import (
    NO_TARGET,
    NOT_ENEMY,
    Battle,
    Side,
    bars_battle,
    battle,
    can_fight,
    offer_protection,
)
from engine.root.actions.move import bars_moving, travel
from engine.root.data import QUESTS
from engine.root.faction import DAYLIGHT
from engine.root.factions.vagabond.facts import CHARACTERS
from engine.root.factions.vagabond.items import (
    SWORD,
    TORCH,
    board,
    choose,
    damage,
    damaged,
    exhaust,
    lose,
    pawn_clearing,
    ready,
    ready_kinds,
    repair,
    swords,
)
from engine.root.happen import settle
from engine.root.menu import does, legal, refuses
from engine.root.rule import armies, enemies, fits, has_suit
from engine.root.state import CLEARINGS, Owner, Root
from engine.root.turn import skip_to
from engine.root.verbs import bars_placing, may_lose_card, sweep, take_card, take_from_discard
from engine.root.voice import Journey
from engine.rules import Refusal

THIEF, TINKER, RANGER, VAGRANT, ARBITER, SCOUNDREL, ADVENTURER, RONIN, HARRIER = CHARACTERS
SWIFT_STRIKE = "swift-strike"
IMPROVISE = "improvise"
HIDEOUT_REPAIRS = 3


class Steal(Option, frozen=True, tag="steal"):
    """D.1.2  Take a random card from this player."""

    player: Owner


class DayLabor(Option, frozen=True, tag="day_labor"):
    """D.2.2  Take this card from the discard pile."""

    card: str


class Hideout(Option, frozen=True, tag="hideout"):
    """D.3.2  Repair three items; Daylight ends."""


class Instigate(Option, frozen=True, tag="instigate"):
    """D.4.2  Start a battle between two others."""

    STARTS = True
    attacker: Owner
    defender: Owner


class ScorchedEarth(Option, frozen=True, tag="scorched_earth"):
    """D.6.2  Burn the clearing down."""


class Improvise(Option, frozen=True, tag="improvise"):
    """D.7.2  Complete a quest with one item standing for another."""

    quest: str
    missing: str
    item: str


class Glide(Option, frozen=True, tag="glide"):
    """D.9.2  Move the pawn alone to any clearing."""

    to: int


IN_DAYLIGHT = Refusal("9.5", "You do that in your Daylight.")
NO_TORCH = Refusal("9.5.9", "You have no torch to exhaust.")
IN_FOREST = Refusal("9.5", "Your pawn is in a forest; that needs a clearing.")
NOBODY_HERE = Refusal("D.1.2", "That player has no piece in your clearing.")
EMPTY_HAND = Refusal("D.1.2", "That player has no cards.")
NOT_DISCARDED = Refusal("D.2.2", "That card is not in the discard pile.")
NO_MATCH = Refusal("D.2.2", "That card does not match your clearing.")
NO_DAMAGE = Refusal("D.3.2", "You have no damaged item.")
NO_ATTACKER = Refusal("D.4.2", "That attacker has no warrior or pawn in your clearing.")
USED_IMPROVISE = Refusal("D.7.2", "You can improvise once per turn.")
NOT_SO = Refusal("D.7.2", "You do not have the items for that.")
HERE_ALREADY = Refusal("D.9.2", "Your pawn is there already.")


def is_character(game: Root, owner: Owner, character: str) -> bool:
    return board(game, owner).character == character


def why_no_special(
    game: Root, owner: Owner, character: str, *, anywhere: bool = False, torch: bool = True
) -> Refusal | None:
    """9.5.9  What every special action needs: the character, a ready torch, and mostly a clearing."""
    if not is_character(game, owner, character):
        card = CHARACTERS[character]
        return Refusal(card.special.clause, "Only the {name} can do that.", {"name": card.name})
    if game.active != owner or not game.cursor.step.startswith(DAYLIGHT):
        return IN_DAYLIGHT
    if not anywhere and not pawn_clearing(game, owner):
        return IN_FOREST
    return NO_TORCH if torch and not ready(game, owner, TORCH) else None


SPECIAL_OF: dict[type[Option], str] = {
    Steal: THIEF,
    DayLabor: TINKER,
    Hideout: RANGER,
    Instigate: VAGRANT,
    ScorchedEarth: SCOUNDREL,
    Improvise: ADVENTURER,
    Glide: HARRIER,
}
"""9.5.9  Whose special action it is."""


def specials(game: Root, owner: Owner) -> list[Option]:
    """9.5.9  Everything the character could do now."""
    wishes: dict[str, Callable[[Root, Owner], list[Option]]] = {
        THIEF: steals,
        TINKER: day_labors,
        RANGER: lambda game, owner: [Hideout()],
        VAGRANT: instigations,
        SCOUNDREL: lambda game, owner: [ScorchedEarth()],
        ADVENTURER: improvisations,
        HARRIER: lambda game, owner: [Glide(c) for c in CLEARINGS],
    }
    character = board(game, owner).character
    if character not in wishes:
        return []
    return [wish for wish in wishes[character](game, owner) if legal(game, owner, wish)]


def light_torch(game: Root, owner: Owner, character: str) -> str:
    """9.5.9  Exhaust a torch. Returns the clause of the special action."""
    clause = CHARACTERS[character].special.clause
    exhaust(game, owner, [TORCH], clause)
    return clause


# --- D.1 Thief --------------------------------------------------------------------------------------------


def steals(game: Root, owner: Owner) -> list[Option]:
    return [Steal(other) for other in game.order]


@refuses(Steal, "vagabond")
def why_no_steal(game: Root, owner: Owner, wish: Steal) -> Refusal | None:
    """D.1.2, RULING V1  A player with a piece in the clearing and a card, another Vagabond too."""
    refusal = why_no_special(game, owner, THIEF)
    if refusal:
        return refusal
    if wish.player == owner or wish.player not in game.order:
        return NOBODY_HERE
    if not game.has_piece(wish.player, pawn_clearing(game, owner)):
        return NOBODY_HERE
    return None if may_lose_card(game, wish.player) else EMPTY_HAND


@does(Steal, "vagabond")
def steal(game: Root, owner: Owner, option: Steal) -> Flow[None]:
    """D.1.2  Take a random card."""
    clause = light_torch(game, owner, THIEF)
    yield from take_card(game, owner, option.player, clause)


# --- D.2 Tinker -------------------------------------------------------------------------------------------


def day_labors(game: Root, owner: Owner) -> list[Option]:
    return [DayLabor(card) for card in dict.fromkeys(game.discard)]


@refuses(DayLabor, "vagabond")
def why_no_day_labor(game: Root, owner: Owner, wish: DayLabor) -> Refusal | None:
    """D.2.2  A card of the discard pile that matches the clearing."""
    refusal = why_no_special(game, owner, TINKER)
    if refusal:
        return refusal
    if wish.card not in game.discard:
        return NOT_DISCARDED
    return None if fits(game, wish.card, pawn_clearing(game, owner)) else NO_MATCH


@does(DayLabor, "vagabond")
def day_labor(game: Root, owner: Owner, option: DayLabor) -> Flow[None]:
    """D.2.2  Take the card."""
    take_from_discard(game, owner, option.card, light_torch(game, owner, TINKER))
    yield from ()


# --- D.3 Ranger -------------------------------------------------------------------------------------------


@refuses(Hideout, "vagabond")
def why_no_hideout(game: Root, owner: Owner, wish: Hideout) -> Refusal | None:
    """D.3.2  Also in a forest; with something to repair (RULING 8)."""
    refusal = why_no_special(game, owner, RANGER, anywhere=True)
    if refusal:
        return refusal
    return None if damaged(game, owner) else NO_DAMAGE


@does(Hideout, "vagabond")
def hide(game: Root, owner: Owner, option: Hideout) -> Flow[None]:
    """D.3.2  Repair three items, as many as possible; Daylight ends at once."""
    clause = light_torch(game, owner, RANGER)
    broken = damaged(game, owner)
    chosen = yield from choose(
        game, owner, "vagabond.hideout", clause, broken, HIDEOUT_REPAIRS, HIDEOUT_REPAIRS
    )
    repair(game, owner, chosen, clause)
    skip_to(game, "evening")


# --- D.4 Vagrant ------------------------------------------------------------------------------------------


def instigations(game: Root, owner: Owner) -> list[Option]:
    clearing = pawn_clearing(game, owner)
    there = [other for other in armies(game) if clearing and game.has_piece(other, clearing)]
    return [Instigate(attacker, defender) for attacker in game.order for defender in there]


@refuses(Instigate, "vagabond")
def why_no_instigation(game: Root, owner: Owner, wish: Instigate) -> Refusal | None:
    """D.4.2  The named attacker must be able to attack the named defender in the pawn's clearing."""
    refusal = why_no_special(game, owner, VAGRANT)
    if refusal:
        return refusal
    clearing = pawn_clearing(game, owner)
    if wish.attacker not in game.order or not can_fight(game, wish.attacker, clearing):
        return NO_ATTACKER
    if wish.defender not in enemies(game, wish.attacker):
        return NOT_ENEMY
    if not game.has_piece(wish.defender, clearing):
        return NO_TARGET
    return bars_battle(game, wish.attacker, wish.defender, clearing)


@does(Instigate, "vagabond")
def instigate(game: Root, owner: Owner, option: Instigate) -> Flow[None]:
    """D.4.2, RULING V2  He chooses all losses and counts as the one who removes the pieces of both sides."""
    light_torch(game, owner, VAGRANT)
    clearing = pawn_clearing(game, owner)
    yield from battle(game, option.attacker, clearing, option.defender, instigator=owner)


# --- D.5 Arbiter ------------------------------------------------------------------------------------------


def protect(game: Root, owner: Owner, battle: Battle) -> Flow[None]:
    """D.5.2, RULING V9  In his clearing the defender may enlist him, not against or for himself."""
    if not is_character(game, owner, ARBITER) or pawn_clearing(game, owner) != battle.clearing:
        return
    if all(side.owner != owner for side in battle.sides):
        yield from offer_protection(game, battle, owner, swords(game, owner))


# --- D.6 Scoundrel ----------------------------------------------------------------------------------------

BURNT = Refusal("D.6.2", "That clearing is scorched. Nothing can be placed there or move in.")


@refuses(ScorchedEarth, "vagabond")
def why_no_scorching(game: Root, owner: Owner, wish: ScorchedEarth) -> Refusal | None:
    """D.6.2, RULING V8  The torch is placed, so nothing may forbid placing there."""
    return why_no_special(game, owner, SCOUNDREL) or bars_placing(game, owner, pawn_clearing(game, owner))


@does(ScorchedEarth, "vagabond")
def scorch(game: Root, owner: Owner, option: ScorchedEarth) -> Flow[None]:
    """D.6.2  The torch stays in the clearing for good; all enemy pieces there are removed."""
    clearing = pawn_clearing(game, owner)
    clause = CHARACTERS[SCOUNDREL].special.clause
    lose(game, owner, exhaust(game, owner, [TORCH], clause), clause)
    board(game, owner).scorched.append(clearing)
    game.note("scorched", clause, owner=owner, clearing=clearing)
    sweep(game, owner, [clearing], clause)
    yield from settle(game)


# --- D.7 Adventurer ---------------------------------------------------------------------------------------


def improvisations(game: Root, owner: Owner) -> list[Option]:
    kinds = dict.fromkeys(ready_kinds(game, owner))
    return [
        Improvise(quest, missing, kind)
        for quest in game.quests
        for missing in dict.fromkeys(QUESTS[quest].items)
        for kind in kinds
    ]


@refuses(Improvise, "vagabond")
def why_no_improvising(game: Root, owner: Owner, wish: Improvise) -> Refusal | None:
    """D.7.2  Once per turn; the other item of the quest must be there as well."""
    refusal = why_no_special(game, owner, ADVENTURER, torch=False)
    if refusal:
        return refusal
    if IMPROVISE in game.players[owner].used:
        return USED_IMPROVISE
    if wish.quest not in game.quests or wish.missing == wish.item:
        return NOT_SO
    quest = QUESTS[wish.quest]
    if not has_suit(game, pawn_clearing(game, owner), quest.suit) or wish.missing not in quest.items:
        return NOT_SO
    needed = Counter([*improvised(wish), wish.item])
    return None if needed <= Counter(ready_kinds(game, owner)) else NOT_SO


def improvised(option: Improvise) -> list[str]:
    """D.7.2  The items of the quest that are not replaced."""
    items: list[str] = list(QUESTS[option.quest].items)
    items.remove(option.missing)
    return items


def pay_improvised(game: Root, owner: Owner, option: Improvise) -> None:
    """D.7.2  Exhaust the items; the one that stood for another is damaged as well."""
    clause = CHARACTERS[ADVENTURER].special.clause
    exhaust(game, owner, improvised(option), clause)
    damage(game, owner, exhaust(game, owner, [option.item], clause), clause)
    game.players[owner].used.append(IMPROVISE)


# --- D.8 Ronin --------------------------------------------------------------------------------------------


def swift_strikes(game: Root, side: Side) -> tuple[str, ...]:
    """D.8.2, RULING V4  After the roll, once per battle, with a ready sword."""
    can = is_character(game, side.owner, RONIN) and ready(game, side.owner, SWORD)
    return (SWIFT_STRIKE,) if can else ()


def swift_strike(game: Root, side: Side) -> None:
    """D.8.2  Exhaust a sword for one extra hit."""
    exhaust(game, side.owner, [SWORD], CHARACTERS[RONIN].special.clause)
    side.add_hits(1, SWIFT_STRIKE)


# --- D.9 Harrier ------------------------------------------------------------------------------------------


@refuses(Glide, "vagabond")
def why_no_glide(game: Root, owner: Owner, wish: Glide) -> Refusal | None:
    """D.9.2  Any clearing, also from a forest; whatever forbids the move forbids this one too."""
    refusal = why_no_special(game, owner, HARRIER, anywhere=True)
    if refusal:
        return refusal
    if wish.to not in CLEARINGS or game.has_pawn(owner, wish.to):
        return HERE_ALREADY
    return bars_moving(game, owner, game.pawns[owner], wish.to)


@does(Glide, "vagabond")
def glide(game: Root, owner: Owner, option: Glide) -> Flow[None]:
    """D.9.2  The pawn goes alone, without boots."""
    clause = light_torch(game, owner, HARRIER)
    yield from travel(game, Journey(mover=owner, origin=game.pawns[owner], to=option.to, pawn=True), clause)
