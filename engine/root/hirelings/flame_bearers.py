"""The Flame Bearers, and their demoted side, the Rat Smugglers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.flow import Flow, Option
from engine.root.actions.battle import battles, granted_battle
from engine.root.actions.move import granted_move
from engine.root.data import CARDS, HIRELINGS
from engine.root.faction import DAYLIGHT, faction_of, named_pieces, shown_as
from engine.root.happen import Removed, settle
from engine.root.hiring.hireling import (
    BIRDSONG_START,
    NOT_THE_MOMENT,
    NOT_YOURS,
    Act,
    Hireling,
    about,
    board_of,
    choose,
    is_the_moment,
    on_map,
    open_to,
    place_one,
    places,
    voice_of,
)
from engine.root.menu import does, legal, refuses
from engine.root.preview import as_seen, hand_after, previews, reactions, rule_after
from engine.root.rule import enemies, neighbours, removable_pieces, removable_warriors
from engine.root.standin.instinct import marks
from engine.root.standin.sight import Sight, keep_worth
from engine.root.state import CLEARINGS, Owner, Piece, Root
from engine.root.verbs import Taking, discard, remove
from engine.root.voice import guest
from engine.rules import Preview, Refusal

# --- Flame Bearers ----------------------------------------------------------------------------------------

AT_FIRST = HIRELINGS["flame-bearers"].numbers["at_first"]
WARRIOR = "warrior"
IDLE = Refusal("E.2.3", "The Flame Bearers have nothing to burn, and nobody to place.")


class Burn(Option, frozen=True, tag="burn"):
    """E.2.3  The Flame Bearers remove a piece of this enemy."""

    clearing: int
    player: Owner
    kind: str


class Ashes:
    """E.2.3  What the Flame Bearers are going to remove from a clearing."""

    def __init__(self, game: Root, me: Owner, clearing: int) -> None:
        hostile = enemies(game, me)
        self.clearing = clearing
        self.warriors = {o: n for o in hostile if (n := removable_warriors(game, o, clearing, me))}
        self.pieces = [piece for o in hostile for piece in removable_pieces(game, o, clearing, me)]
        self.taken: dict[Owner, int] = {}
        self.gone: list[Piece] = []

    def options(self, game: Root) -> list[Burn]:
        """E.2.3, RULING H20  Warriors before anything else; who cannot be removed shields nothing."""
        if self.warriors:
            return [Burn(self.clearing, owner, WARRIOR) for owner in self.warriors]
        found = [Burn(self.clearing, piece.owner, shown_as(game, piece, None)) for piece in self.pieces]
        return list(dict.fromkeys(found))

    def take(self, game: Root, choice: Burn) -> None:
        if choice.kind == WARRIOR:
            self.taken[choice.player] = self.taken.get(choice.player, 0) + 1
            self.warriors[choice.player] -= 1
            if not self.warriors[choice.player]:
                del self.warriors[choice.player]
            return
        theirs = [piece for piece in self.pieces if piece.owner == choice.player]
        (piece,) = named_pieces(game, theirs, [choice.kind])
        self.pieces.remove(piece)
        self.gone.append(piece)


@previews(Burn)
def burnt(game: Root, owner: Owner, option: Burn) -> Iterator[Preview]:
    """E.2.3, E.3.6, E.3.7  Who rules then, what follows, and no points."""
    here, me = option.clearing, FlameBearers.id
    if option.kind == WARRIOR:
        yield from rule_after(game, owner, [(option.player, here, 0, 1)])
        yield from reactions(game, Removed(me, here, ((option.player, 1),), (), False))
        return
    there = removable_pieces(game, option.player, here, me)
    shown = [piece for piece in as_seen(game, there, owner) if piece.kind == option.kind]
    yield from reactions(game, Removed(me, here, (), tuple(shown[:1]), False))
    yield Preview("points.none")


def why_no_fire(game: Root, me: Owner) -> Refusal | None:
    """E.2.3  Something must be there to burn, or somebody to place."""
    burns = any(Ashes(game, me, clearing).options(game) for clearing in places(game, me))
    return None if burns or (game.guests[me].supply and open_to(game, me)) else IDLE


def burn_and_spread(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.3  First they burn wherever they are, then they spread."""
    for clearing in places(game, me):
        yield from burn(game, me, player, clearing)
    yield from spread(game, me, player)


def burn(game: Root, me: Owner, player: Owner, clearing: int) -> Flow[None]:
    """E.2.3, E.3.6  An enemy piece for each Bearer, all in one event, without points; pawns stay."""
    ashes = Ashes(game, me, clearing)
    for _ in range(game.warriors_of(me, clearing)):
        options = ashes.options(game)
        if not options:
            break
        choice = yield from choose(game, player, "flames.burn", "E.2.3", options, clearing=clearing)
        ashes.take(game, choice)
    if ashes.taken or ashes.gone:
        remove(game, [Taking(clearing, tuple(ashes.taken.items()), tuple(ashes.gone), me)], "E.2.3")
        yield from settle(game)


def spread(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.3  One in or next to a clearing with a Bearer; if that is impossible, two anywhere."""
    own = places(game, me)
    near = [
        clearing for clearing in CLEARINGS if clearing in own or {*own} & {*neighbours(game, None, clearing)}
    ]
    if open_to(game, me, near):
        yield from place_one(game, me, player, "E.2.3", near)
    else:
        yield from place_two(game, me, player, "E.2.3")


def place_two(game: Root, me: Owner, player: Owner, clause: str) -> Flow[None]:
    """Two in any clearings, also the same one."""
    for _ in range(AT_FIRST):
        yield from place_one(game, me, player, clause, CLEARINGS)


@guest
class FlameBearers(Hireling):
    """Burns what stands around it, and spreads."""

    id = "flame-bearers"
    sets_up = True
    acts = (Act("flames-burn", why_no_fire, burn_and_spread, moment=BIRDSONG_START, must=True),)

    def setup(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """A.6.3  Two in any clearings."""
        yield from place_two(game, me, player, "A.6.3")

    def when_hired(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """E.2.1  Nobody on the map: two in any clearings."""
        if not on_map(game, me):
            yield from place_two(game, me, player, "E.2.1")


# --- Rat Smugglers ----------------------------------------------------------------------------------------

SMUGGLERS = "rat-smugglers"
NO_SUCH_CARD = Refusal("E.2.2", "You need a card in your hand that shows an item.")
NO_MOVE = Refusal("E.2.2", "You have no move to make.")
NO_BATTLE = Refusal("E.2.2", "You have no battle to start.")


class SmuggleMove(Option, frozen=True, tag="smuggle_move"):
    """E.2.2  Discard this card for a move."""

    PRIVATE = True

    card: str


class SmuggleBattle(Option, frozen=True, tag="smuggle_battle"):
    """E.2.2  Discard this card for a battle."""

    PRIVATE = True

    card: str


def why_no_smugglers(game: Root, owner: Owner) -> Refusal | None:
    """E.2.2  Only their controller uses them, in Daylight."""
    if voice_of(game, SMUGGLERS) is None or board_of(game, SMUGGLERS).controller != owner:
        return about(NOT_YOURS, SMUGGLERS)
    return None if is_the_moment(game, owner, DAYLIGHT) else NOT_THE_MOMENT[DAYLIGHT]


def shows_item(game: Root, owner: Owner, card: str) -> bool:
    """E.2.2  Whether it can be crafted does not matter."""
    return card in game.players[owner].hand and bool(CARDS[card].item)


@refuses(SmuggleMove)
def why_no_smuggled_move(game: Root, owner: Owner, wish: SmuggleMove) -> Refusal | None:
    """E.2.2"""
    refusal = why_no_smugglers(game, owner)
    if refusal:
        return refusal
    if not shows_item(game, owner, wish.card):
        return NO_SUCH_CARD
    return None if faction_of(game, owner).free_moves(game, owner) else NO_MOVE


@refuses(SmuggleBattle)
def why_no_smuggled_battle(game: Root, owner: Owner, wish: SmuggleBattle) -> Refusal | None:
    """E.2.2"""
    refusal = why_no_smugglers(game, owner)
    if refusal:
        return refusal
    if not shows_item(game, owner, wish.card):
        return NO_SUCH_CARD
    return None if battles(game, owner) else NO_BATTLE


@does(SmuggleMove)
def smuggle_move(game: Root, owner: Owner, option: SmuggleMove) -> Flow[None]:
    """E.2.2  One move of own faction pieces."""
    discard(game, owner, option.card, "E.2.2")
    yield from granted_move(game, owner, "smugglers.move", "E.2.2")


@does(SmuggleBattle)
def smuggle_battle(game: Root, owner: Owner, option: SmuggleBattle) -> Flow[None]:
    """E.2.2  One battle of own faction pieces."""
    discard(game, owner, option.card, "E.2.2")
    yield from granted_battle(game, owner, "smugglers.battle", "E.2.2")


@previews(SmuggleMove)
@previews(SmuggleBattle)
def smuggled(game: Root, owner: Owner, option: SmuggleMove | SmuggleBattle) -> Iterator[Preview]:
    """2.1.3"""
    yield from hand_after(game, owner)


@guest
class RatSmugglers(Hireling):
    """Sells moves and battles for cards with items."""

    id = SMUGGLERS
    has_pieces = False

    def offers(self, game: Root, me: Owner, owner: Owner, moment: str) -> Sequence[Option]:
        """E.2.2  As often as the controller likes in Daylight."""
        if moment != DAYLIGHT or board_of(game, me).controller != owner:
            return ()
        cards = [card for card in dict.fromkeys(game.players[owner].hand) if CARDS[card].item]
        wishes = [kind(card) for card in cards for kind in (SmuggleMove, SmuggleBattle)]
        return [wish for wish in wishes if legal(game, owner, wish)]

    def may_offer(self, game: Root, me: Owner, owner: Owner, moment: str) -> bool:
        """1.2.1  Whoever could use them with a fitting card is asked, whatever the hand holds."""
        return moment == DAYLIGHT and board_of(game, me).controller == owner


# --- what a stand-in knows of it --------------------------------------------------------------------------


@marks("burn")
def worth_burning(sight: Sight, option: Any) -> float:
    """E.2.3  Players before hirelings, who leads before others."""
    points = (sight.players[option.player].score or 0) if option.player in sight.players else -10
    return 1.0 + 0.05 * points


@marks("smuggle_battle")
def worth_a_battle(sight: Sight, option: Any) -> float:
    """E.2.2  A card for the best battle there is."""
    mine = [c for c in sight.clearings if sight.warriors(sight.me, c)]
    best = max(
        (
            sight.trade(c, enemy, sight.warriors(sight.me, c), 0.4, 0.4)
            for c in mine
            for enemy in sight.someone_else(c)
        ),
        default=0.0,
    )
    return best - 0.3 - keep_worth(sight, option.card)


@marks("smuggle_move")
def worth_a_move(sight: Sight, option: Any) -> float:
    """E.2.2  A move alone is hardly worth a card."""
    return -0.2 - keep_worth(sight, option.card)
