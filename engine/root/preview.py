"""What a choice would cost and bring, for whoever may choose it: told before it is chosen.

    @previews(Build, "marquise")
    def build(game: Root, owner: Owner, option: Build) -> Iterable[Preview]: ...

One function for each verb; a faction says for itself what a shared verb means to it, as with `@does`. The words stand under
their key in `words.json` (`previews`), each a few words long: Discord shows a hundred characters, so what weighs most
comes first. A preview changes nothing, and looks at nothing that the chooser may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from engine.flow import Option
from engine.root.cast import what_if
from engine.root.data import CARDS, DECKS
from engine.root.faction import army_of, hides_hand, shown_as
from engine.root.happen import Happening, Moved, Reaction
from engine.root.menu import ANYBODY
from engine.root.rule import fits, ruler
from engine.root.state import Owner, Piece, Place, Root
from engine.rules import Preview

Previewer = Callable[[Root, Owner, Any], Iterable[Preview]]
F = TypeVar("F", bound=Callable[..., Any])

PREVIEWS: dict[tuple[type[Option], str], Previewer] = {}


def previews(kind: type[Option], plays: str = ANYBODY) -> Callable[[F], F]:
    """The decorated function tells what options of this class cost and bring."""

    def register(previewer: F) -> F:
        PREVIEWS[kind, plays] = previewer
        return previewer

    return register


def preview(game: Root, owner: Owner, option: Option) -> Sequence[Preview]:
    """What an option would cost and bring; what a faction says for itself comes before what holds for anybody."""
    kind = type(option)
    previewer = PREVIEWS.get((kind, game.plays.get(owner, ""))) or PREVIEWS.get((kind, ANYBODY))
    return tuple(previewer(game, owner, option)) if previewer else ()


# --- parts that many verbs share --------------------------------------------------------------------------


def points(game: Root, owner: Owner, count: int) -> Iterator[Preview]:
    """3.1, 3.3.3  Points, if the player still scores any."""
    player = game.players.get(owner)
    if count and player is not None and not player.dominance and not player.coalition:
        yield Preview("points" if count > 0 else "points.lost", {"points": abs(count)})


def draws(count: int) -> Iterator[Preview]:
    """2.1.2  Cards drawn."""
    if count:
        yield Preview("draws", {"cards": count})


def warriors_left(game: Root, owner: Owner, count: int) -> Iterator[Preview]:
    """1.5.1  Warriors that leave the supply, and how many are left."""
    left = game.players[owner].supply
    yield Preview("warriors", {"warriors": min(count, left), "left": max(0, left - count)})


def spends(cards: int, left: int) -> Iterator[Preview]:
    """2.1.3  Cards spent of a hand or a pile, and what stays."""
    yield Preview("spends", {"cards": cards, "left": left})


def hand_after(game: Root, owner: Owner, cards: int = 1) -> Iterator[Preview]:
    """2.1.3  Cards of the hand that go, and how many stay."""
    yield from spends(cards, len(game.players[owner].hand) - cards)


def supposing(
    game: Root, moves: Sequence[tuple[Owner, Place, Place, int]] = (), built: Sequence[tuple[int, Piece]] = ()
) -> Root:
    """The table as if warriors stood elsewhere and pieces stood where none do; only for asking."""
    warriors = {owner: list(game.warriors[owner]) for owner, *_ in moves if owner in game.warriors}
    for owner, origin, to, count in moves:
        for place, more in ((origin, -count), (to, count)):
            if owner in warriors and isinstance(place, int) and place:
                warriors[owner][place] += more
    buildings = list(game.buildings)
    for clearing, piece in built:
        buildings[clearing] = [*buildings[clearing], piece]
    return what_if(game, warriors={**game.warriors, **warriors}, buildings=buildings)


def rule_after(
    game: Root,
    owner: Owner,
    moves: Sequence[tuple[Owner, Place, Place, int]] = (),
    built: Sequence[tuple[int, Piece]] = (),
    *,
    always: Sequence[Place] = (),
) -> Iterator[Preview]:
    """2.5  Who will rule where pieces arrive or leave, if that changes it; in some clearings always."""
    arrived = [to for _, _, to, _ in moves] + [clearing for clearing, _ in built]
    left = [origin for _, origin, _, _ in moves]
    touched = [c for c in dict.fromkeys((*arrived, *left)) if isinstance(c, int) and c]
    before = {c: ruler(game, c) for c in touched}
    then = supposing(game, moves, built)
    after = {c: ruler(then, c) for c in touched}
    for clearing in touched:
        if clearing in always or before[clearing] != after[clearing]:
            yield ruled_by(owner, clearing, after[clearing], before[clearing])


def ruled_by(owner: Owner, clearing: int, after: Owner | None, before: Owner | None) -> Preview:
    """2.5  Who rules a clearing then, as the chooser would say it."""
    if after == owner:
        return Preview("rule.kept" if before == owner else "rule.mine", {"clearing": clearing})
    if after is None:
        return Preview("rule.nobody", {"clearing": clearing})
    return Preview("rule.theirs", {"clearing": clearing, "player": after})


def reactions(game: Root, happening: Happening) -> Iterator[Preview]:
    """1.1.3  What would follow from it: Outrage, Field Hospitals, a grudge …; each told once."""
    told: set[str] = set()
    for me, reaction in game.cast.listeners(type(happening)):
        if reaction.key not in told and _would_react(game, me, reaction, happening):
            told.add(reaction.key)
            yield Preview("reaction", {"effect": reaction.key, "owner": me})


def _would_react(game: Root, me: Owner, reaction: Reaction, happening: Happening) -> bool:
    return not reaction.quiet and reaction.applies(game, me, happening)


def arrives(
    game: Root, mover: Owner, origin: Place, to: Place, warriors: int, *, path: bool = True
) -> Iterator[Preview]:
    """4.2  What would follow from warriors that come."""
    yield from reactions(game, Moved(mover, origin, to, warriors, path=path))


def may_ambush(game: Root, owner: Owner, by: Owner, clearing: int) -> bool:
    """4.3.1  May this player hold an ambush that fits, as far as the attacker can know?"""
    player = game.players.get(owner)
    if player is None or not player.hand:
        return False
    ambushes = [
        card for card in DECKS[game.deck_id] if CARDS[card].kind == "ambush" and fits(game, card, clearing)
    ]
    if not hides_hand(game, owner):
        return any(card in player.hand for card in ambushes)
    seen = [*game.discard, *(game.players[by].hand if by in game.players else ())]
    return any(DECKS[game.deck_id][card] > seen.count(card) for card in ambushes)


def as_seen(game: Root, pieces: Sequence[Piece], seat: Owner) -> list[Piece]:
    """1.2.1  Pieces as a seat may know them: what lies face down is only its back."""
    return [Piece(p.owner, shown_as(game, p, seat), p.hidden) if p.hidden else p for p in pieces]


def worths(game: Root, pieces: Sequence[Piece]) -> list[int]:
    """3.2.1  What these pieces are worth to who removes them, the dearest first."""
    return sorted((army_of(game, piece.owner).worth(game, piece) for piece in pieces), reverse=True)
