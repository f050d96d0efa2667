"""15.2.1, 15.2.4 - 15.2.5, 15.3  Relics: where they lie, what they are worth, who carries and who takes them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.flow import Flow, Option, ask, ask_many, pick, shuffle
from engine.root.faction import named_pieces, shown_as
from engine.root.factions.keepers.facts import NUMBERS, PRINTED, TYPES
from engine.root.happen import Removed
from engine.root.menu import refuses
from engine.root.rule import principal
from engine.root.state import Owner, Piece, Place, Root
from engine.root.verbs import place_token
from engine.root.voice import Journey
from engine.rules import Refusal

RELICS = tuple(PRINTED.tokens)


class Carry(Option, frozen=True, tag="carry"):
    """15.2.4  Carry this relic along."""

    PART = True

    relic: str


class Bury(Option, frozen=True, tag="bury"):
    """15.2.5  Put the relic in this forest."""

    forest: str


# --- 15.2.1 What they are ---------------------------------------------------------------------------------


def is_relic(piece: Piece) -> bool:
    return piece.kind in PRINTED.tokens


def type_of(piece: Piece) -> str:
    """15.2.1  The type of a relic, which everybody may see."""
    return piece.kind.partition("-")[0]


def value_of(piece: Piece) -> int:
    """15.2.1  What a relic is worth."""
    return int(piece.kind.partition("-")[2])


def back_of(kind: str) -> str:
    """15.2.1  The hidden side of a type, with no value on it."""
    return f"relic-{kind}"


def relics_at(game: Root, owner: Owner, place: Place) -> list[Piece]:
    """Relics in a forest or a clearing."""
    return [piece for piece in game.tokens_of(owner, place) if is_relic(piece)]


def as_seen(game: Root, pieces: Sequence[Piece]) -> list[str]:
    """1.2.1  Relics by the side that lies up."""
    return [shown_as(game, piece, None) for piece in pieces]


def named_relic(game: Root, owner: Owner, place: Place, name: str) -> Piece:
    """1.2.1  A relic by the side that lies up; one of several that look the same is as good as another."""
    return named_pieces(game, relics_at(game, owner, place), [name])[0]


# --- 15.3 Setup -------------------------------------------------------------------------------------------


def first_relics(game: Root, owner: Owner, clause: str) -> Flow[list[str]]:
    """15.3.1  One relic at random in each forest. Returns the rest, shuffled."""
    relics = [kind for kind, count in PRINTED.tokens.items() for _ in range(count)]
    shuffled = yield from shuffle("keepers.relics", relics)
    for forest in game.map.forests:
        place_token(game, owner, forest, shuffled.pop(), clause, hidden=True)
    return shuffled


def other_relics(game: Root, owner: Owner, relics: Sequence[str], clause: str) -> Flow[None]:
    """15.3.3, RULING S3  The rest, as evenly as possible, over the forests that touch no Keeper warriors."""
    forests = game.map.forests
    far = [f for f in forests if not any(game.warriors_of(owner, c) for c in forests[f].clearings)] or list(
        forests
    )
    order = yield from shuffle("keepers.forests", far)
    for number, kind in enumerate(relics):
        place_token(game, owner, order[number % len(order)], kind, clause, hidden=True)


# --- 15.2.4 Devout Knights --------------------------------------------------------------------------------

NOT_CARRIED = Refusal("15.2.4", "No such relic lies where your warriors set out.")


@refuses(Carry, "keepers")
def why_no_carrying(game: Root, owner: Owner, wish: Carry) -> Refusal | None:
    """15.2.4  Relics in clearings lie face up; others are carried by nobody."""
    return None if wish.relic in PRINTED.tokens else NOT_CARRIED


def carry(game: Root, owner: Owner, journey: Journey) -> Flow[None]:
    """15.2.4  Each Keeper warrior that moves may take a relic along, also when others make it move."""
    carriers = journey.warriors.get(owner, 0)
    if not carriers or not isinstance(journey.origin, int):
        return
    relics = relics_at(game, owner, journey.origin)
    if not relics:
        return
    most = min(carriers, len(relics))
    chosen = yield from ask_many(
        owner,
        "keepers.carry",
        "15.2.4",
        [Carry(name) for name in as_seen(game, relics)],
        0,
        most,
        origin=journey.origin,
        to=journey.to,
        relics=most,
    )
    journey.carried += named_pieces(game, relics, [choice.relic for choice in chosen])


def guards_relic(game: Root, owner: Owner, clearing: int) -> bool:
    """15.2.4  A relic and a Keeper warrior in a clearing."""
    return game.warriors_of(owner, clearing) > 0 and bool(relics_at(game, owner, clearing))


# --- 15.2.5 Prized Trophies -------------------------------------------------------------------------------


def worth(piece: Piece) -> int:
    """15.2.5, 3.2.1  A relic gives one more point than other pieces."""
    return NUMBERS["trophy_points"] if is_relic(piece) else 1


def lost_relics(game: Root, owner: Owner, removed: Removed) -> bool:
    """15.2.5  Was a relic removed?"""
    return any(piece.owner == owner and is_relic(piece) for piece in removed.pieces)


def trophies(game: Root, owner: Owner, removed: Removed) -> Flow[None]:
    """15.2.5, E.3.7, R-08  Whoever removed it puts each relic face up in a forest; a bot at random."""
    by = principal(game, removed.by)
    chooser = by if by in game.players else game.active
    forests = list(game.map.forests)
    for piece in removed.pieces:
        if piece.owner != owner or not is_relic(piece):
            continue
        if chooser in game.bots:
            forest = yield from pick("keepers.trophy", forests)
        else:
            options = [Bury(forest) for forest in forests]
            choice = yield from ask(chooser, "keepers.trophy", "15.2.5", options, relic=piece.kind)
            forest = choice.forest
        place_token(game, owner, forest, piece.kind, "15.2.5")


def sets(recovered: dict[str, list[int]]) -> int:
    """15.5.2.III.b  Full sets of three types on the board."""
    return min(len(recovered[kind]) for kind in TYPES)
