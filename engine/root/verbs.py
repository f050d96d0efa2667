"""The verbs: the only code that changes pieces, cards and points.

A verb never asks and never checks whether the rules allow it; it does as much as possible (1.5.4), notes an
event for the log, and records a happening for the reactions. After verbs, rules say `yield from settle(game)`.
The exception is `draw`, which may have to shuffle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from engine.flow import Flow, pick, shuffle
from engine.root.cards import effects_of
from engine.root.data import CARDS, TABLE
from engine.root.faction import faction_of, factions
from engine.root.happen import Moved, Removed, Swept
from engine.root.rule import enemies
from engine.root.state import Owner, Piece, Root
from engine.rules import Refusal


class Won(Exception):
    """3.1  Somebody has won; everything stops at once."""


# --- points -----------------------------------------------------------------------------------------------


def score(game: Root, owner: Owner, points: int, clause: str) -> None:
    """3.1  Score points; at 30 the game is won at once."""
    score_together(game, {owner: points}, clause)


def score_together(game: Root, points: Mapping[Owner, int], clause: str) -> None:
    """3.1  Points of one event: all are added before anyone looks whether the game is won.

    Two players score in one event only in a battle, and the one who started it is on turn; so if several reach
    30 together the player on turn is among them and RULING 3 has nothing to decide.
    """
    for owner, gained in points.items():
        player = game.players[owner]
        if gained and not player.dominance and not player.coalition:
            player.score += gained
            game.note("scored", clause, owner=owner, points=gained, score=player.score)
    first = [owner for owner in turn_order(game) if has_points_to_win(game, owner)]
    if game.is_cooperative:
        first = ahead_of_bots(game, first)
    if first:
        win(game, first[0], "points", "3.1")


def has_points_to_win(game: Root, owner: Owner) -> bool:
    """3.1  30 points on the track; without a score marker there are none."""
    player = game.players[owner]
    return player.score >= TABLE.points_to_win and not player.dominance and not player.coalition


def ahead_of_bots(game: Root, reached: list[Owner]) -> list[Owner]:
    """RB 3, R-06, R-24  Playing together, people win only when all of them are there; a bot wins alone."""
    people = [owner for owner in game.order if owner not in game.bots]
    return [owner for owner in reached if owner in game.bots or set(people) <= set(reached)]


def lose_points(game: Root, owner: Owner, points: int, clause: str) -> None:
    """RULING 4  Lose points, never below 0."""
    player = game.players[owner]
    lost = min(points, player.score)
    if lost and not player.dominance and not player.coalition:
        player.score -= lost
        game.note("lost.points", clause, owner=owner, points=lost, score=player.score)


def win(game: Root, owner: Owner, how: str, clause: str) -> None:
    """3.1, 9.2.8, RB 3  The game ends; a Vagabond in coalition with the winner wins too, or all people together."""
    partners = [other for other in game.order if game.players[other].coalition == owner]
    if game.is_cooperative and owner not in game.bots:
        partners = [other for other in game.order if other not in game.bots and other != owner]
        how = "together"
    elif partners:
        how = "coalition"
    game.over, game.winners, game.end = True, [owner, *partners], how
    game.note("won", clause, owner=owner, partners=tuple(partners), how=game.end)
    raise Won


def watch(game: Root) -> None:
    """RB 1.3.1  Who wins by what lies on the map wins at once: the active player first, then in turn order."""
    if not game.available:
        return
    for owner in turn_order(game):
        if faction_of(game, owner).wins_at_once(game, owner):
            win(game, owner, "dominance", "RB 1.3.1")


def turn_order(game: Root) -> list[Owner]:
    """Players in turn order, the active one first."""
    if game.active not in game.order:
        return list(game.order)
    start = game.order.index(game.active)
    return game.order[start:] + game.order[:start]


# --- placing ----------------------------------------------------------------------------------------------

NO_SLOT = Refusal("2.2.3", "There is no open slot for a building.")


def bars_placing(game: Root, placer: Owner, clearing: int) -> Refusal | None:
    """1.1.2  The first ban on placing pieces of `placer` in a clearing, if any."""
    for owner, faction in factions(game):
        refusal = faction.bars_placing(game, owner, placer, clearing)
        if refusal:
            return refusal
    return None


def bars_building(game: Root, placer: Owner, clearing: int) -> Refusal | None:
    """2.2.3  The first ban on placing a building, an open slot included."""
    if not game.has_open_slot(clearing):
        return NO_SLOT
    return bars_placing(game, placer, clearing)


def place_warriors(game: Root, owner: Owner, clearing: int, count: int, clause: str) -> int:
    """G.1.31  Place warriors from the supply, as many as there are (1.5.4). Returns how many."""
    player = game.players[owner]
    placed = min(count, player.supply)
    if placed:
        player.supply -= placed
        game.warriors[owner][clearing] += placed
        game.note("placed.warriors", clause, owner=owner, clearing=clearing, warriors=placed)
        watch(game)
    return placed


def place_building(game: Root, owner: Owner, clearing: int, kind: str, clause: str) -> None:
    """2.2.3  Place a building in an open slot."""
    game.buildings[clearing].append(Piece(owner, kind))
    game.note("placed.building", clause, owner=owner, clearing=clearing, kind=kind)
    watch(game)


def place_token(game: Root, owner: Owner, clearing: int, kind: str, clause: str) -> None:
    """G.1.34  Place a token."""
    game.tokens[clearing].append(Piece(owner, kind))
    game.note("placed.token", clause, owner=owner, clearing=clearing, kind=kind)


# --- moving -----------------------------------------------------------------------------------------------


def move_warriors(game: Root, owner: Owner, origin: int, to: int, count: int, clause: str) -> None:
    """4.2  Warriors go from one clearing to another."""
    row = game.warriors[owner]
    row[origin] -= count
    row[to] += count
    game.note("moved.warriors", clause, owner=owner, origin=origin, to=to, warriors=count)
    game.happened.append(Moved(owner, origin, to, warriors=count))
    watch(game)


def move_pawn(game: Root, owner: Owner, to: int | str, clause: str) -> None:
    """A pawn goes to a clearing or a forest."""
    origin = game.pawns[owner]
    game.pawns[owner] = to
    game.note("moved.pawn", clause, owner=owner, origin=origin, to=to)
    game.happened.append(Moved(owner, origin, to, pawn=True))


# --- removing ---------------------------------------------------------------------------------------------


class Taking(msgspec.Struct, frozen=True):
    """Pieces to take from one clearing in one event."""

    clearing: int
    warriors: tuple[tuple[Owner, int], ...] = ()
    pieces: tuple[Piece, ...] = ()
    by: Owner = ""
    orders: Owner = ""


def remove(game: Root, takings: Iterable[Taking], clause: str, *, in_battle: bool = False) -> None:
    """1.1.3, 3.2.1, G.1.17  Take all pieces away at once, score, and let `settle` find the reactions."""
    events = []
    for taking in takings:
        gone: list[tuple[Owner, int]] = []
        for owner, count in taking.warriors:
            count = min(count, game.warriors_of(owner, taking.clearing))
            if count:
                game.warriors[owner][taking.clearing] -= count
                gone.append((owner, count))
        for piece in taking.pieces:
            place = game.buildings if piece in game.buildings[taking.clearing] else game.tokens
            place[taking.clearing].remove(piece)
        if not gone and not taking.pieces:
            continue
        event = Removed(
            taking.by, taking.clearing, tuple(gone), tuple(taking.pieces), in_battle, taking.orders, clause
        )
        events.append(event)
        game.note(
            "removed",
            clause,
            owner=taking.by,
            clearing=taking.clearing,
            warriors=dict(gone),
            pieces=[(piece.owner, piece.kind) for piece in taking.pieces],
        )
    points: dict[Owner, int] = {}
    for event in events:
        if event.by in game.players:
            gained = faction_of(game, event.by).removal_points(game, event.by, event)
            points[event.by] = points.get(event.by, 0) + gained
    for event in events:
        for owner, count in event.warriors:
            return_warriors(game, owner, count)
        for piece in event.pieces:
            faction_of(game, piece.owner).piece_removed(game, piece.owner, piece, event.clearing)
    game.happened += events
    score_together(game, points, "3.2.1")
    watch(game)


def return_warriors(game: Root, owner: Owner, count: int) -> None:
    """G.1.17  Warriors go back to their owner's supply, unless a card in play takes them."""
    for holder in game.order:
        for effect in effects_of(game, holder):
            if effect.keeps_warriors(game, holder, owner, count):
                return
    game.players[owner].supply += count


def take_warriors(game: Root, owner: Owner, count: int) -> int:
    """1.5.4  Warriors leave the supply for a place on a faction's board. Returns how many there were."""
    player = game.players[owner]
    taken = min(count, player.supply)
    player.supply -= taken
    return taken


def recover_warriors(game: Root, owner: Owner, clearing: int, count: int, clause: str) -> None:
    """Warriors just removed go to a clearing instead of the supply, also from a card that took them."""
    for holder in game.order:
        for effect in effects_of(game, holder):
            effect.gives_back(game, holder, owner, count)
    place_warriors(game, owner, clearing, count, clause)


def remove_warriors(game: Root, owner: Owner, clearing: int, count: int, by: Owner, clause: str) -> None:
    """G.1.17  Remove some warriors of one owner from one clearing."""
    remove(game, [Taking(clearing, ((owner, count),), (), by)], clause)


def remove_piece(game: Root, piece: Piece, clearing: int, by: Owner, clause: str) -> None:
    """G.1.17  Remove one building or token."""
    remove(game, [Taking(clearing, (), (piece,), by)], clause)


def enemy_pieces(game: Root, by: Owner, clearing: int) -> Taking:
    """G.1.10  All enemy pieces in a clearing that an effect of `by` can remove."""
    hostile = enemies(game, by)
    warriors = [
        (owner, faction_of(game, owner).removable_warriors(game, owner, clearing, False)) for owner in hostile
    ]
    pieces = [p for p in game.buildings[clearing] + game.tokens[clearing] if p.owner in hostile]
    return Taking(clearing, tuple((o, n) for o, n in warriors if n), tuple(pieces), by)


def sweep(game: Root, by: Owner, clearings: Sequence[int], clause: str) -> None:
    """Remove all enemy pieces from these clearings in one event (core section 7.1)."""
    remove(game, [enemy_pieces(game, by, clearing) for clearing in clearings], clause)
    game.happened += [Swept(by, clearing) for clearing in clearings]


def pay_piece(game: Root, piece: Piece, clearing: int, clause: str) -> None:
    """An owner takes a piece of its own off the map as a cost: nobody scores, nothing reacts."""
    place = game.buildings if piece in game.buildings[clearing] else game.tokens
    place[clearing].remove(piece)
    game.note("paid.piece", clause, owner=piece.owner, clearing=clearing, kind=piece.kind)


# --- cards ------------------------------------------------------------------------------------------------


def draw(game: Root, owner: Owner, count: int, clause: str = "2.1.2") -> Flow[list[str]]:
    """2.1.2, G.1.3  Draw cards into the hand. A player without a hand scores instead (RB 2.8.1)."""
    if not faction_of(game, owner).has_hand:
        score(game, owner, count, "RB 2.8.1")
        return []
    cards = yield from take_from_deck(game, count)
    if cards:
        game.players[owner].hand += cards
        game.note("drew", clause, owner=owner, cards=len(cards))
        game.note("drew.cards", clause, (owner,), owner=owner, cards=tuple(cards))
    return cards


def take_from_deck(game: Root, count: int) -> Flow[list[str]]:
    """2.1.2  The top cards of the deck, shuffling the discard pile into it when it runs out (RULING 2)."""
    cards: list[str] = []
    while len(cards) < count:
        if not game.deck:
            if not game.discard:
                break
            pile, game.discard = game.discard, []
            game.deck = yield from shuffle("deck.reshuffle", pile)
            game.note("reshuffled", "2.1.2", cards=len(game.deck))
        cards.append(game.deck.pop())
    if cards:
        game.learned = True
    return cards


def put_in_discard(game: Root, card: str) -> None:
    """2.1.3, 3.3.3, R-21  A card goes to the discard pile; a dominance card beside the board."""
    if CARDS[card].kind == "dominance" and game.dominance_for_bots:
        lay_beside(game, card, "dominance.beside", "RB 1.3.1")
        return
    for owner, faction in factions(game):
        if faction.keeps_discard(game, owner, card):
            return
    if CARDS[card].kind == "dominance":
        lay_beside(game, card, "dominance.available", "3.3.3")
    else:
        game.discard.append(card)


def lay_beside(game: Root, card: str, key: str, clause: str) -> None:
    """3.3.3, RB 1.3.1  A dominance card lies beside the board."""
    game.available.append(card)
    game.note(key, clause, card=card)
    watch(game)


def discard(game: Root, owner: Owner, card: str, clause: str) -> None:
    """G.1.16, G.1.20  Discard or spend a card from the hand."""
    game.players[owner].hand.remove(card)
    game.note("discarded", clause, owner=owner, card=card)
    put_in_discard(game, card)


def discard_crafted(game: Root, owner: Owner, card: str, clause: str) -> None:
    """A card leaves the play area for the discard pile."""
    for effect in effects_of(game, owner):
        if effect.id == CARDS[card].effect:
            effect.leaves_play(game, owner)
    game.players[owner].crafted.remove(card)
    game.note("discarded.crafted", clause, owner=owner, card=card)
    put_in_discard(game, card)


def lay(game: Root, owner: Owner, card: str, pile: list[str], name: str, clause: str) -> None:
    """A card goes face up from the hand to a named pile on the owner's board."""
    game.players[owner].hand.remove(card)
    pile.append(card)
    game.note("laid", clause, owner=owner, card=card, pile=name)


def discard_pile(game: Root, owner: Owner, pile: list[str], clause: str) -> None:
    """G.1.16  All cards of an open pile on the owner's board are discarded."""
    cards, pile[:] = list(pile), []
    if cards:
        game.note("discarded.pile", clause, owner=owner, cards=tuple(cards))
    for card in cards:
        put_in_discard(game, card)


def lay_face_down(game: Root, giver: Owner, holder: Owner, card: str, clause: str) -> None:
    """A card leaves a hand for a face-down place on the holder's board. Only the two see which."""
    game.players[giver].hand.remove(card)
    game.note("laid.face.down", clause, owner=giver, to=holder)
    game.note("laid.face.down.card", clause, (giver, holder), owner=giver, to=holder, card=card)
    game.learned = game.learned or giver != holder


def put_back(game: Root, owner: Owner, cards: Sequence[str], clause: str) -> None:
    """Cards go face down from the hand to the top of the deck. Only their owner sees which."""
    for card in cards:
        game.players[owner].hand.remove(card)
        game.deck.append(card)
    game.note("put.back", clause, owner=owner, cards=len(cards))
    game.note("put.back.cards", clause, (owner,), owner=owner, cards=tuple(cards))


def give(game: Root, giver: Owner, receiver: Owner, card: str, clause: str) -> None:
    """1.3.2  A card goes from one hand to another, where a rule says so. Only the two see which."""
    game.players[giver].hand.remove(card)
    game.note("gave", clause, owner=giver, to=receiver)
    game.note("gave.card", clause, (giver, receiver), owner=giver, to=receiver, card=card)
    game.learned = True
    faction_of(game, receiver).takes_gift(game, receiver, giver, card)


def take_card(game: Root, taker: Owner, victim: Owner, clause: str) -> Flow[None]:
    """Take a random card from another hand. Who has no hand lets the taker draw instead (RB 2.8.1)."""
    if not faction_of(game, victim).has_hand:
        yield from draw(game, taker, 1, "RB 2.8.1")
        return
    hand = game.players[victim].hand
    if not hand:
        return
    card = yield from pick("card.taken", hand)
    hand.remove(card)
    game.note("took.card", clause, owner=taker, victim=victim)
    game.note("took.card.seen", clause, (taker, victim), owner=taker, victim=victim, card=card)
    game.learned = True
    faction_of(game, taker).takes_gift(game, taker, victim, card)


def may_lose_card(game: Root, owner: Owner) -> bool:
    """Could somebody take a card from this player? A player without a hand can always be asked for one."""
    return bool(game.players[owner].hand) or not faction_of(game, owner).has_hand


def take_from_discard(game: Root, owner: Owner, card: str, clause: str) -> None:
    """A card goes from the discard pile, which all may see, to a hand (1.2.2)."""
    game.discard.remove(card)
    game.players[owner].hand.append(card)
    game.note("took.discarded", clause, owner=owner, card=card)


def hold_warriors(game: Root, holder: Owner, owner: Owner, count: int) -> None:
    """Warriors go to a card in a player's play area instead of their supply."""
    held = game.players[holder].held
    held[owner] = held.get(owner, 0) + count


def release_warriors(game: Root, holder: Owner, owner: Owner, count: int) -> int:
    """Warriors leave such a card for their supply, as many as there are. Returns how many."""
    held = game.players[holder].held
    count = min(count, held.get(owner, 0))
    if count:
        held[owner] -= count
        if not held[owner]:
            del held[owner]
        game.players[owner].supply += count
    return count


# --- items ------------------------------------------------------------------------------------------------


def take_crafted_item(
    game: Root, taker: Owner, holder: Owner, item: str, exhausted: bool, clause: str
) -> None:
    """An item leaves a Crafted Items box; the taker puts it where its own items belong."""
    player = game.players[holder]
    (player.exhausted if exhausted else player.items).remove(item)
    game.note("took.crafted.item", clause, owner=taker, holder=holder, item=item)


def take_ruin_item(game: Root, owner: Owner, clearing: int, item: str, clause: str) -> None:
    """2.2.4  An item is taken from under a ruin; with the last one the ruin leaves the map."""
    game.ruins[clearing].remove(item)
    game.note("took.ruin.item", clause, owner=owner, clearing=clearing, item=item)
    game.learned = True
    if not game.ruins[clearing]:
        del game.ruins[clearing]
        game.note("removed.ruin", clause, clearing=clearing)


def exhaust_crafted(game: Root, owner: Owner, item: str, clause: str) -> None:
    """An item in the Crafted Items box is turned face down."""
    player = game.players[owner]
    player.items.remove(item)
    player.exhausted.append(item)
    game.note("exhausted", clause, owner=owner, items=(item,))
