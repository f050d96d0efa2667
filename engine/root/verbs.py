"""The verbs: the only code that changes pieces, cards and points.

A verb never asks and never checks whether the rules allow it; it does as much as possible (1.5.4), notes an
event for the log, and records a happening for the reactions. After verbs, rules say `yield from settle(game)`.
The exception is `draw`, which may have to shuffle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from engine.flow import Flow, pick, shuffle
from engine.root.cards import EFFECTS
from engine.root.cast import recast_card
from engine.root.data import CARDS, TABLE
from engine.root.faction import Army, army_of, faction_of, shown_as
from engine.root.happen import Drew, Moved, Placed, Removed, Scored, Swept, record
from engine.root.rule import enemies, is_shielded, lenders, removable_warriors
from engine.root.state import Owner, Piece, Place, Root
from engine.root.voice import Journey
from engine.rules import Refusal


class Won(Exception):
    """3.1  Somebody has won; everything stops at once."""


# --- points -----------------------------------------------------------------------------------------------


def score(game: Root, owner: Owner, points: int, clause: str, source: str = "") -> None:
    """3.1  Score points; at 30 the game is won at once. The source is told if the clause alone does not say it."""
    score_together(game, {owner: points}, clause, source)


def score_together(game: Root, points: Mapping[Owner, int], clause: str, source: str = "") -> None:
    """3.1  Points of one event: all are added before anyone looks whether the game is won.

    Two players score in one event only in a battle, and the one who started it is on turn; so if several reach
    30 together the player on turn is among them and RULING 3 has nothing to decide.
    """
    for owner, gained in points.items():
        if owner not in game.players:  # E.3.6  a hireling has no score
            continue
        player = game.players[owner]
        if gained and not player.dominance and not player.coalition:
            player.score += gained
            about: dict[str, Any] = {"source": source} if source else {}
            game.note("scored", clause, owner=owner, points=gained, score=player.score, **about)
            record(game, Scored(owner, player.score - gained, player.score))
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
    could = game.cast["wins_at_once"]
    if not could:
        return
    for owner in turn_order(game):
        if any(me == owner and voice.wins_at_once(game, me) for me, voice in could):
            win(game, owner, "dominance", "RB 1.3.1")


def turn_order(game: Root) -> list[Owner]:
    """Players in turn order, the active one first."""
    if game.active not in game.order:
        return list(game.order)
    start = game.order.index(game.active)
    return game.order[start:] + game.order[:start]


# --- placing ----------------------------------------------------------------------------------------------

NO_SLOT = Refusal("2.2.3", "There is no open slot for a building.")


def bars_placing(game: Root, placer: Owner, place: Place) -> Refusal | None:
    """1.1.2  The first ban on placing pieces at a place, if any."""
    for me, voice in game.cast["bars_placing"]:
        refusal = voice.bars_placing(game, me, placer, place)
        if refusal:
            return refusal
    return None


def bars_building(game: Root, placer: Owner, clearing: int) -> Refusal | None:
    """2.2.3  The first ban on placing a building, an open slot included."""
    if not game.has_open_slot(clearing):
        return NO_SLOT
    return bars_placing(game, placer, clearing)


def springs_trap(game: Root, owner: Owner, place: Place) -> bool:
    """RB 11.8.2, R-13  A trap stops what a bot would place here, or its leaving, and is gone after that."""
    traps = game.cast["springs"]
    return bool(traps) and owner in game.bots and any(v.springs(game, me, owner, place) for me, v in traps)


def place_warriors(game: Root, owner: Owner, place: Place, count: int, clause: str) -> int:
    """G.1.31  Place warriors from the supply, as many as there are (1.5.4). Returns how many."""
    if springs_trap(game, owner, place):
        return 0
    placed = take_warriors(game, owner, count)
    place_kept(game, owner, place, placed, clause)
    return placed


def place_kept(game: Root, owner: Owner, place: Place, count: int, clause: str) -> None:
    """G.1.31, 14.4.3, E  Place warriors that lay on a board or a card, whose keeper has let go of them."""
    if count:
        game.add_warriors(owner, place, count)
        game.note("placed.warriors", clause, owner=owner, clearing=place, warriors=count)
        record(game, Placed(owner, place, warriors=count))
        watch(game)


def place_building(game: Root, owner: Owner, clearing: int, kind: str, clause: str, on: Owner = "") -> bool:
    """2.2.3  Place a building in an open slot, or in this one. Was it placed?"""
    if springs_trap(game, owner, clearing):
        return False
    piece = Piece(owner, kind, on=on)
    game.buildings[clearing].append(piece)
    game.note("placed.building", clause, owner=owner, clearing=clearing, kind=kind)
    record(game, Placed(owner, clearing, pieces=(piece,)))
    watch(game)
    return True


def stand_on(game: Root, piece: Piece, clearing: int, landmark: Owner, clause: str) -> None:
    """F.7  A building that was just placed stands on a landmark's slot."""
    row = game.buildings[clearing]
    row[row.index(piece)] = Piece(piece.owner, piece.kind, on=landmark)
    game.note("stands.on", clause, owner=piece.owner, kind=piece.kind, landmark=landmark)


def place_token(
    game: Root, owner: Owner, place: Place, kind: str, clause: str, *, hidden: bool = False
) -> bool:
    """G.1.34  Place a token, face down if it is hidden. Was it placed?"""
    if springs_trap(game, owner, place):
        return False
    piece = Piece(owner, kind, hidden)
    lay_token(game, piece, place)
    note_piece(game, "placed.token", clause, piece, place)
    record(game, Placed(owner, place, pieces=(piece,)))
    return True


def lay_token(game: Root, piece: Piece, place: Place) -> None:
    """Only for verbs: a token comes to a place."""
    tokens = game.tokens[place] if isinstance(place, int) else game.tokens_elsewhere.setdefault(place, [])
    tokens.append(piece)


def lift(game: Root, piece: Piece, place: Place) -> bool:
    """Only for verbs: a building or token leaves a place. Was it a building?"""
    if piece in game.buildings_at(place):
        game.buildings_at(place).remove(piece)
        return True
    game.tokens_at(place).remove(piece)
    if isinstance(place, str) and not game.tokens_elsewhere[place]:
        del game.tokens_elsewhere[place]
    return False


def note_piece(game: Root, key: str, clause: str, piece: Piece, place: Place) -> None:
    """1.2.1  An event about a piece: everybody reads what everybody sees, and its owner what it is."""
    public = shown_as(game, piece, None)
    game.note(key, clause, owner=piece.owner, clearing=place, kind=public)
    own = shown_as(game, piece, piece.owner)
    if own != public:
        game.note(f"{key}.seen", clause, (piece.owner,), owner=piece.owner, clearing=place, kind=own)


# --- turning, swapping, replacing -------------------------------------------------------------------------


def flip(game: Root, piece: Piece, place: Place, clause: str) -> Piece:
    """13.4.2, 15.5.2.II.a  A token is turned over. Returns it as it lies now."""
    tokens = game.tokens_at(place)
    turned = Piece(piece.owner, piece.kind, not piece.hidden)
    tokens[tokens.index(piece)] = turned
    game.learned = game.learned or piece.hidden
    game.note("flipped", clause, owner=piece.owner, clearing=place, kind=shown_as(game, turned, None))
    return turned


def swap(game: Root, first: Piece, at: Place, second: Piece, to: Place, clause: str) -> None:
    """G.1.32  Two tokens trade places; bans on placing and moving do not matter."""
    here, there = game.tokens_at(at), game.tokens_at(to)
    here[here.index(first)], there[there.index(second)] = second, first
    game.note("swapped", clause, owner=first.owner, origin=at, to=to)


def take_back(game: Root, piece: Piece, place: Place, clause: str) -> None:
    """12.2.4  An owner takes a piece of its own off the map again: nobody scores, nothing reacts."""
    note_piece(game, "took.back", clause, piece, place)
    lift(game, piece, place)


def pay_piece(game: Root, piece: Piece, clearing: int, clause: str) -> None:
    """An owner takes a piece of its own off the map as a cost: nobody scores, nothing reacts."""
    lift(game, piece, clearing)
    game.note("paid.piece", clause, owner=piece.owner, clearing=clearing, kind=piece.kind)


def replace_warrior(game: Root, victim: Owner, clearing: int, by: Owner, clause: str) -> None:
    """G.1.13  Remove a warrior and place one of `by` instead; both must be possible."""
    remove_warriors(game, victim, clearing, 1, by, clause)
    place_warriors(game, by, clearing, 1, clause)


def replace_building(game: Root, piece: Piece, clearing: int, by: Owner, kind: str, clause: str) -> None:
    """G.1.13  Remove a building and place one of `by` in its slot; both must be possible."""
    remove_piece(game, piece, clearing, by, clause)
    place_building(game, by, clearing, kind, clause, piece.on)


# --- moving -----------------------------------------------------------------------------------------------


def depart(game: Root, journey: Journey, clause: str) -> None:
    """4.2  All pieces of a journey go at once."""
    if journey.pawn:
        move_pawn(game, journey.mover, journey.to, clause, path=journey.path)
    for owner, count in journey.warriors.items():
        carried = tuple(piece for piece in journey.carried if piece.owner == owner)
        if count:
            move_warriors(
                game, owner, journey.origin, journey.to, count, clause, carried=carried, path=journey.path
            )


def move_warriors(
    game: Root,
    owner: Owner,
    origin: Place,
    to: Place,
    count: int,
    clause: str,
    *,
    carried: Sequence[Piece] = (),
    path: bool = False,
) -> None:
    """4.2, 15.2.4  Warriors go from one place to another, with the tokens they carry."""
    game.add_warriors(owner, origin, -count)
    game.add_warriors(owner, to, count)
    game.note("moved.warriors", clause, owner=owner, origin=origin, to=to, warriors=count)
    for piece in carried:
        move_token(game, piece, origin, to, clause)
    record(game, Moved(owner, origin, to, count, False, tuple(carried), path))
    watch(game)


def withdraw_warriors(game: Root, owner: Owner, origin: Place, to: Place, count: int, clause: str) -> None:
    """RB 10.6.1  An owner takes warriors of its own off one place and lays them on another: no move at all."""
    game.add_warriors(owner, origin, -count)
    game.add_warriors(owner, to, count)
    game.note("moved.warriors", clause, owner=owner, origin=origin, to=to, warriors=count)
    record(game, Placed(owner, to, warriors=count))
    watch(game)


def move_token(game: Root, piece: Piece, origin: Place, to: Place, clause: str) -> None:
    """15.2.4, 15.5.2.II.a  A token goes from one place to another, carried or brought."""
    lift(game, piece, origin)
    lay_token(game, piece, to)
    game.note(
        "moved.token", clause, owner=piece.owner, origin=origin, to=to, kind=shown_as(game, piece, None)
    )


def move_pawn(game: Root, owner: Owner, to: Place, clause: str, *, path: bool = False) -> None:
    """A pawn goes to a clearing or a forest."""
    origin = game.pawns[owner]
    game.pawns[owner] = to
    game.note("moved.pawn", clause, owner=owner, origin=origin, to=to)
    record(game, Moved(owner, origin, to, pawn=True, path=path))


def place_pawn(game: Root, owner: Owner, to: Place, clause: str) -> None:
    """A pawn is put on the map."""
    game.pawns[owner] = to
    game.note("placed.pawn", clause, owner=owner, clearing=to)
    record(game, Placed(owner, to))


# --- removing ---------------------------------------------------------------------------------------------


class Taking(msgspec.Struct, frozen=True):
    """Pieces to take from one place in one event."""

    clearing: Place
    warriors: tuple[tuple[Owner, int], ...] = ()
    pieces: tuple[Piece, ...] = ()
    by: Owner = ""
    orders: Owner = ""
    side: Owner = ""
    defended: bool = False


def remove(game: Root, takings: Iterable[Taking], clause: str, *, in_battle: bool = False) -> None:
    """1.1.3, 3.2.1, G.1.17  Take all pieces away at once, score, and let `settle` find the reactions."""
    events = []
    game.removals += 1
    for taking in takings:
        gone: list[tuple[Owner, int]] = []
        for owner, count in taking.warriors:
            count = min(count, game.warriors_of(owner, taking.clearing))
            if count:
                game.add_warriors(owner, taking.clearing, -count)
                gone.append((owner, count))
        for piece in taking.pieces:
            lift(game, piece, taking.clearing)
        if not gone and not taking.pieces:
            continue
        event = Removed(
            taking.by,
            taking.clearing,
            tuple(gone),
            tuple(taking.pieces),
            in_battle,
            taking.orders,
            clause,
            taking.side,
            taking.defended,
            game.removals,
        )
        events.append(event)
        game.note(
            "removed",
            clause,
            owner=taking.by,
            clearing=taking.clearing,
            warriors=dict(gone),
            pieces=[(piece.owner, shown_as(game, piece, None)) for piece in taking.pieces],
        )
    points: dict[Owner, int] = {}
    for event in events:
        if event.by in game.players:
            gained = faction_of(game, event.by).removal_points(game, event.by, event)
            gained += sum(voice.bonus_points(game, me, event) for me, voice in game.cast["bonus_points"])
            points[event.by] = points.get(event.by, 0) + gained
    for event in events:
        for owner, count in event.warriors:
            return_warriors(game, owner, count, event)
        for piece in event.pieces:
            army_of(game, piece.owner).piece_removed(game, piece.owner, piece, event.place)
        record(game, event)
    score_together(game, points, "3.2.1")
    watch(game)


def return_warriors(game: Root, owner: Owner, count: int, removed: Removed | None = None) -> None:
    """G.1.17  Warriors go back to their owner's supply, unless a voice takes them: factions before cards."""
    takers = game.cast["keeps_warriors"]
    if takers:
        for me, voice in sorted(takers, key=lambda one: not isinstance(one[1], Army)):
            if count:
                count -= voice.keeps_warriors(game, me, owner, count, removed)
    game.stock(owner).supply += count


def take_off_map(game: Root, owner: Owner, place: Place, count: int, clause: str) -> None:
    """RB 9.6.2  Warriors go from the map to their owner's board: none is removed, and nothing reacts."""
    game.add_warriors(owner, place, -count)
    game.note("took.off", clause, owner=owner, clearing=place, warriors=count)
    watch(game)


def take_warriors(game: Root, owner: Owner, count: int) -> int:
    """1.5.4  Warriors leave the supply for a place on the map or on a board. Returns how many there were."""
    stock = game.stock(owner)
    taken = min(count, stock.supply)
    stock.supply -= taken
    return taken


def recover_warriors(game: Root, owner: Owner, place: Place, count: int, clause: str) -> None:
    """Warriors just removed go to a place instead of the supply, also from a card that took them."""
    left = count
    for me, voice in game.cast["gives_back"]:
        left -= voice.gives_back(game, me, owner, left)
    place_warriors(game, owner, place, count, clause)


def remove_warriors(game: Root, owner: Owner, place: Place, count: int, by: Owner, clause: str) -> None:
    """G.1.17  Remove some warriors of one owner from one place."""
    remove(game, [Taking(place, ((owner, count),), (), by)], clause)


def remove_piece(game: Root, piece: Piece, place: Place, by: Owner, clause: str) -> None:
    """G.1.17  Remove one building or token."""
    remove(game, [Taking(place, (), (piece,), by)], clause)


def enemy_pieces(game: Root, by: Owner, clearing: int) -> Taking:
    """G.1.10, G.1.21  All enemy pieces in a clearing that an effect of `by` can remove."""
    hostile = enemies(game, by)
    lent = lenders(game, by, clearing)
    warriors = [(o, removable_warriors(game, o, clearing, by)) for o in hostile if o not in lent]
    there = [p for p in (*game.buildings_at(clearing), *game.tokens_at(clearing)) if p.owner in hostile]
    safe = {o for o in dict.fromkeys(p.owner for p in there) if is_shielded(game, o, clearing, by)}
    pieces = [p for p in there if p.owner not in safe]
    return Taking(clearing, tuple((o, n) for o, n in warriors if n), tuple(pieces), by)


def sweep(game: Root, by: Owner, clearings: Sequence[int], clause: str) -> None:
    """Remove all enemy pieces from these clearings in one event (core section 7.1)."""
    remove(game, [enemy_pieces(game, by, clearing) for clearing in clearings], clause)
    for clearing in clearings:
        record(game, Swept(by, clearing))


# --- cards ------------------------------------------------------------------------------------------------


def draw(game: Root, owner: Owner, count: int, clause: str = "2.1.2") -> Flow[list[str]]:
    """2.1.2, G.1.3  Draw cards into the hand. A player without a hand scores instead (RB 2.8.1)."""
    if not faction_of(game, owner).has_hand:
        score(game, owner, count, faction_of(game, owner).scores_for_draw(clause))
        return []
    cards = yield from take_from_deck(game, count)
    if cards:
        game.players[owner].hand += cards
        if faction_of(game, owner).hand_is_public(game, owner):
            game.note("drew.openly", clause, owner=owner, cards=tuple(cards))
        else:
            game.note("drew", clause, owner=owner, cards=len(cards))
            game.note("drew.cards", clause, (owner,), owner=owner, cards=tuple(cards))
        record(game, Drew(owner, len(cards)))
    return cards


def take_from_deck(game: Root, count: int) -> Flow[list[str]]:
    """2.1.2  The top cards of the deck, shuffling the discard pile into it when it runs out (RULING 2)."""
    cards: list[str] = []
    while len(cards) < count:
        if not game.deck:
            if not game.discard:
                break
            game.deck = yield from shuffle("deck.reshuffle", game.discard)
            game.discard = []
            game.note("reshuffled", "2.1.2", cards=len(game.deck))
        cards.append(game.deck.pop())
    if cards:
        game.learned = True
    return cards


def put_in_discard(game: Root, card: str, *, for_good: bool = False) -> None:
    """2.1.3, 3.3.3, R-21  A card goes to the discard pile; a dominance card beside the board.

    `for_good`: nothing takes it out of the way, as when such a pile is emptied itself (10.4.2).
    """
    if CARDS[card].kind == "dominance" and game.dominance_for_bots:
        lay_beside(game, card, "dominance.beside", "RB 1.3.1")
        return
    if not for_good and any(voice.keeps_discard(game, me, card) for me, voice in game.cast["keeps_discard"]):
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
    effect = EFFECTS[CARDS[card].effect]
    effect.leaves_play(game, owner)
    game.players[owner].crafted.remove(card)
    recast_card(game, effect)
    game.note("discarded.crafted", clause, owner=owner, card=card)
    put_in_discard(game, card)


def lay(game: Root, owner: Owner, card: str, pile: list[str], name: str, clause: str) -> None:
    """A card goes face up from the hand to a named pile on the owner's board."""
    game.players[owner].hand.remove(card)
    pile.append(card)
    game.note("laid", clause, owner=owner, card=card, pile=name)


def take_up(game: Root, owner: Owner, cards: Sequence[str], pile: list[str], name: str, clause: str) -> None:
    """Cards go back from an open pile on the owner's board to the hand."""
    for card in cards:
        pile.remove(card)
        game.players[owner].hand.append(card)
    if cards:
        game.note("took.up", clause, owner=owner, cards=tuple(cards), pile=name)


def show_card(game: Root, owner: Owner, to: Owner, card: str, clause: str) -> None:
    """G.1.30  A player shows one card of the hand to another, and to nobody else."""
    game.note("showed.card", clause, owner=owner, to=to)
    game.note("showed.card.seen", clause, (owner, to), owner=owner, to=to, card=card)
    game.learned = True


def discard_pile(game: Root, owner: Owner, pile: list[str], clause: str, *, for_good: bool = False) -> None:
    """G.1.16  All cards of an open pile on the owner's board are discarded, in the order in which they lie."""
    cards, pile[:] = list(pile), []
    if cards:
        game.note("discarded.pile", clause, owner=owner, cards=tuple(cards))
    for card in cards:
        put_in_discard(game, card, for_good=for_good)


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


def in_the_open(game: Root, *owners: Owner) -> bool:
    """1.2.1, 11.2.3  Does everybody see a card that comes from or goes to one of these hands?"""
    return any(faction_of(game, owner).hand_is_public(game, owner) for owner in owners)


def give(game: Root, giver: Owner, receiver: Owner, card: str, clause: str, *, bought: bool = False) -> None:
    """1.3.2  A card goes from one hand to another, where a rule says so. Only the two see which."""
    game.players[giver].hand.remove(card)
    if in_the_open(game, giver, receiver):
        game.note("gave.openly", clause, owner=giver, to=receiver, card=card)
    else:
        game.note("gave", clause, owner=giver, to=receiver)
        game.note("gave.card", clause, (giver, receiver), owner=giver, to=receiver, card=card)
    game.learned = True
    faction = faction_of(game, receiver)
    (faction.takes_bought if bought else faction.takes_gift)(game, receiver, giver, card)


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
    if in_the_open(game, taker, victim):
        game.note("took.card.openly", clause, owner=taker, victim=victim, card=card)
    else:
        game.note("took.card", clause, owner=taker, victim=victim)
        game.note("took.card.seen", clause, (taker, victim), owner=taker, victim=victim, card=card)
    game.learned = True
    faction_of(game, taker).takes_gift(game, taker, victim, card)


def may_lose_card(game: Root, owner: Owner) -> bool:
    """Could somebody take a card from this player? A player without a hand can always be asked for one."""
    return bool(game.players[owner].hand) or not faction_of(game, owner).has_hand


def take_from_discard(game: Root, owner: Owner, card: str, clause: str) -> None:
    """A card goes from the discard pile, which all may see, to a hand (1.2.2)."""
    del game.discard[len(game.discard) - 1 - game.discard[::-1].index(card)]  # the topmost of its kind
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
        game.stock(owner).supply += count
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
