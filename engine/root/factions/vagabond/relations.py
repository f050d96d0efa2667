"""9.2.8, 9.2.9  Whom the Vagabond helps, whom he fights beside, and who hates him."""

from __future__ import annotations

from collections import Counter

from engine.flow import Flow, Option
from engine.root import data
from engine.root.actions.dominance import FOR_BOTS, NOT_DAYLIGHT, NOT_DOMINANCE, TOO_FEW_POINTS
from engine.root.data import TABLE
from engine.root.faction import DAYLIGHT
from engine.root.factions.vagabond.facts import RELATIONSHIPS
from engine.root.factions.vagabond.items import NUMBERS, board
from engine.root.happen import Removed
from engine.root.menu import does, refuses
from engine.root.state import Owner, Root
from engine.root.verbs import score
from engine.rules import Refusal

INDIFFERENT, ALLIED = RELATIONSHIPS.names[0], RELATIONSHIPS.names[-1]
HOSTILE = "hostile"


class Coalition(Option, frozen=True, tag="coalition"):
    """9.2.8  Activate this dominance card to win or lose together with another player."""

    PRIVATE = True

    card: str
    partner: Owner


# --- 9.2.9 Relationships ----------------------------------------------------------------------------------


def has_marker(game: Root, other: Owner) -> bool:
    """9.3.6, 9.7  Only players who are not Vagabonds have relationship markers."""
    return other in game.boards and other in game.players and not game.plays[other].endswith("vagabond")


def relation(game: Root, owner: Owner, other: Owner) -> str:
    """9.2.9  The space of a faction's marker; "" without a marker."""
    if not has_marker(game, other):
        return ""
    return board(game, owner).relations.get(other, INDIFFERENT)


def relations(game: Root, owner: Owner) -> dict[Owner, str]:
    """9.2.9  All markers on the chart."""
    return {other: relation(game, owner, other) for other in game.order if has_marker(game, other)}


def set_relation(game: Root, owner: Owner, other: Owner, space: str, clause: str) -> None:
    """9.2.9, 9.2.9.I.a  A marker goes to another space; aids count anew from there."""
    own = board(game, owner)
    own.relations[other] = space
    own.aids.pop(other, None)
    game.note("relation", clause, owner=owner, other=other, space=space)


def is_hostile(game: Root, owner: Owner, other: Owner) -> bool:
    return board(game, owner).relations.get(other) == HOSTILE


def hostile_warriors_in(game: Root, owner: Owner, clearing: int | str) -> bool:
    """9.2.9.III.b  Is there a warrior of any Hostile faction?"""
    if not isinstance(clearing, int):
        return False
    return any(
        space == HOSTILE and game.warriors_of(other, clearing)
        for other, space in board(game, owner).relations.items()
    )


def allies_in(game: Root, owner: Owner, clearing: int) -> list[Owner]:
    """9.2.9.II  Allied factions with warriors in a clearing, in turn order."""
    spaces = board(game, owner).relations
    return [o for o in game.order if spaces.get(o) == ALLIED and game.warriors_of(o, clearing)]


def count_aid(game: Root, owner: Owner, other: Owner) -> None:
    """9.2.9.I, 9.2.9.II.a, 9.2.9.III.c  An aid scores with an ally, counts with others, is lost on the Hostile."""
    space = relation(game, owner, other)
    if space in ("", HOSTILE):
        return
    if space == ALLIED:
        score(game, owner, RELATIONSHIPS.allied_points, "9.2.9.II.a")
        return
    aids = board(game, owner).aids
    aids[other] = aids.get(other, 0) + 1
    step = RELATIONSHIPS.names.index(space)
    if aids[other] == RELATIONSHIPS.aids[step]:  # 9.2.9.I.a
        set_relation(game, owner, other, RELATIONSHIPS.names[step + 1], "9.2.9.I.b")
        score(game, owner, RELATIONSHIPS.points[step], "9.2.9.I.b")


def angered(game: Root, owner: Owner, removed: Removed) -> list[Owner]:
    """9.2.9.III  Factions not yet Hostile whose warriors the Vagabond has just removed."""
    if removed.by != owner:
        return []
    return [o for o, n in fallen(removed).items() if n and relation(game, owner, o) not in ("", HOSTILE)]


def fallen(removed: Removed) -> Counter[Owner]:
    """9.2.9.III, 11.2.7.III.b  Warriors removed, by the faction they fought for."""
    found: Counter[Owner] = Counter()
    for owner, number in removed.warriors:
        found[removed.side or owner] += number
    return found


def angers(game: Root, owner: Owner, removed: Removed) -> bool:
    """9.2.9.III"""
    return bool(angered(game, owner, removed))


def become_hostile(game: Root, owner: Owner, removed: Removed) -> Flow[None]:
    """9.2.9.III  Their markers go to Hostile at once."""
    for other in angered(game, owner, removed):
        set_relation(game, owner, other, HOSTILE, "9.2.9.III")
    yield from ()


def infamy(game: Root, owner: Owner, removed: Removed) -> int:
    """9.2.9.III.a  In battle on his own turn, a point for each piece of a Hostile faction.

    The one warrior that turns a faction Hostile does not count; everything after it does.
    """
    if not removed.in_battle or game.active != owner:
        return 0
    lost = fallen(removed)
    pieces = sum(n for o, n in lost.items() if is_hostile(game, owner, o))
    turned = angered(game, owner, removed)
    pieces += sum(lost[o] - 1 for o in turned)
    pieces += sum(is_hostile(game, owner, p.owner) or p.owner in turned for p in removed.pieces)
    return pieces * NUMBERS["infamy_points"]


# --- 9.2.8 Coalition --------------------------------------------------------------------------------------

TOO_FEW_PLAYERS = Refusal("9.2.8", "A coalition needs at least four players.")
IN_COALITION = Refusal("9.2.8", "You are in a coalition already; it cannot be changed.")
NO_PARTNER = Refusal("9.2.8", "Your partner must be the player with the fewest points, in no coalition yet.")


def partners(game: Root, owner: Owner) -> list[Owner]:
    """9.2.8, RULING V6  The players with the fewest points; those without a score marker do not compare."""
    players = game.players
    scoring = [o for o in game.order if o != owner and not players[o].dominance and not players[o].coalition]
    if not scoring:
        return []
    fewest = min(players[o].score for o in scoring)
    taken = {player.coalition for player in players.values()}
    return [o for o in scoring if players[o].score == fewest and o not in taken]


@refuses(Coalition, "vagabond")
def why_no_coalition(game: Root, owner: Owner, wish: Coalition) -> Refusal | None:
    """9.2.8, 3.3.1, RULING V5  Why this coalition cannot be formed."""
    player = game.players[owner]
    if game.dominance_for_bots:
        return FOR_BOTS
    if len(game.order) < NUMBERS["coalition_players"]:
        return TOO_FEW_PLAYERS
    if wish.card not in player.hand or data.CARDS[wish.card].kind != "dominance":
        return NOT_DOMINANCE
    if player.coalition or any(other.coalition == owner for other in game.players.values()):
        return IN_COALITION
    if game.active != owner or not game.cursor.step.startswith(DAYLIGHT):
        return NOT_DAYLIGHT
    if player.score < TABLE.dominance_points:
        return TOO_FEW_POINTS.naming(have=player.score)
    return None if wish.partner in partners(game, owner) else NO_PARTNER


def coalitions(game: Root, owner: Owner) -> list[Coalition]:
    """9.2.8  Every coalition he could form now."""
    if game.players[owner].score < TABLE.dominance_points:
        return []
    wishes = [
        Coalition(card, partner)
        for card in dict.fromkeys(game.players[owner].hand)
        for partner in partners(game, owner)
    ]
    return [wish for wish in wishes if why_no_coalition(game, owner, wish) is None]


@does(Coalition, "vagabond")
def form_coalition(game: Root, owner: Owner, option: Coalition) -> Flow[None]:
    """9.2.8, 9.2.9.III.d  He stops scoring and wins if the partner wins; a Hostile partner forgives."""
    player = game.players[owner]
    player.hand.remove(option.card)
    player.dominance = option.card
    player.coalition = option.partner
    game.note("coalition", "9.2.8", owner=owner, partner=option.partner, card=option.card)
    if is_hostile(game, owner, option.partner):
        set_relation(game, owner, option.partner, INDIFFERENT, "9.2.9.III.d")
    yield from ()
