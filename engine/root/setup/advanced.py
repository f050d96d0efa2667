"""A  Advanced setup: random suits, five cards each, a draft of setup cards with homelands, keep three.

A seat without a faction plays `UNDECIDED`, a faction that has nothing and forbids nothing. When it takes a setup
card it gets the faction's name; `Root.seats` remembers which seat is behind it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.flow import Answer, Ask, Flow, Option, ask, ask_all, pick, shuffle
from engine.root import data
from engine.root.data import TABLE
from engine.root.faction import FACTIONS, Faction, faction_of, register
from engine.root.happen import laid_out
from engine.root.menu import legal, refuses
from engine.root.setup.table import (
    add_player,
    build_deck,
    deal,
    free_owner,
    lay_map,
    seat_players,
    set_up_guests,
    setup_order,
)
from engine.root.state import Board, Owner, Root, SetupCard
from engine.root.turn import begin_turn
from engine.root.verbs import put_back
from engine.rules import Refusal

UNDECIDED = "undecided"
MILITANT, INSURGENT = "militant", "insurgent"
PLAYERS_WITHOUT_INSURGENTS = 2


@register
class Undecided(Faction):
    """A.8  A seat that has cards but no faction yet."""

    id = UNDECIDED
    name = "No faction yet"

    def new_board(self) -> Board:
        raise NotImplementedError("a faction board comes with the setup card")


class TakeFaction(Option, frozen=True, tag="faction"):
    """A.8.2  Take this setup card, with the character that lies beside it."""

    IN_SETUP = True

    faction: str
    character: str = ""


class KeepCard(Option, frozen=True, tag="keep"):
    """A.10  Keep this card of your first hand."""

    PRIVATE = True

    card: str


# --- the steps --------------------------------------------------------------------------------------------


def advanced_step(game: Root) -> Flow[None]:
    """A.1 - A.10  One step of the advanced setup."""
    yield from STEPS[game.cursor.step](game)


def lay_table(game: Root) -> Flow[None]:
    """A.1, A.2, A.4 - A.6, A.9  Map with random suits, seats, deck, guests; all scores are 0."""
    yield from lay_map(game, random_suits=True)
    yield from seat_players(game, "A.4")
    yield from build_deck(game)
    yield from set_up_guests(game)
    game.to_set_up = [owner for owner in (yield from setup_order(game)) if owner in game.bots]
    game.cursor.step = "setup.bots"


def set_up_bots(game: Root) -> Flow[None]:
    """A.3, RB 3.5  All bots are set up before anybody else, by the letters of their boards."""
    if game.to_set_up:
        bot = game.to_set_up.pop(0)
        game.cursor.active = bot
        yield from faction_of(game, bot).setup(game, bot)
        yield from laid_out(game)
    if not game.to_set_up:
        game.cursor.step = "setup.deal"


def deal_cards(game: Root) -> Flow[None]:
    """A.7, A.8.1  Five cards for everybody, and the setup cards in the middle."""
    yield from deal(game, TABLE.starting_hand_advanced, "A.7")
    game.setup_cards = yield from deal_setup_cards(game)
    game.to_set_up = [owner for owner in reversed(game.order) if owner not in game.bots]
    game.cursor.step = "setup.factions"


def set_up_factions(game: Root) -> Flow[None]:
    """A.8, A.8.2, RULING S14  From the last player back to the first: take a card, then set that faction up."""
    owner = game.to_set_up[0]
    game.cursor.active = owner
    if game.plays[owner] == UNDECIDED:
        yield from choose_faction(game, owner)
        return
    yield from faction_of(game, owner).homeland_setup(game, owner)
    yield from laid_out(game)
    game.to_set_up.remove(owner)
    if not game.to_set_up:
        game.setup_cards = []
        game.cursor.step = "setup.keep"


def keep_cards(game: Root) -> Flow[None]:
    """A.10  Everybody keeps three of the five at once and in secret; the rest is shuffled into the deck."""
    kept = TABLE.starting_hand
    owners = [owner for owner in game.order if owner not in game.bots]
    answers = yield from ask_all(
        Ask(owner, "setup.keep", "A.10", cards_to_keep(game, owner), True, kept, kept, True)
        for owner in owners
    )
    for owner in owners:
        put_back(game, owner, given_back(game.players[owner].hand, answers[owner]), "A.10")
    game.deck = yield from shuffle("setup.deck", game.deck)
    begin_turn(game, game.order[0])


STEPS = {
    "setup": lay_table,
    "setup.bots": set_up_bots,
    "setup.deal": deal_cards,
    "setup.factions": set_up_factions,
    "setup.keep": keep_cards,
}


# --- A.8.1 Dealing ----------------------------------------------------------------------------------------


def drafting(game: Root) -> list[Owner]:
    """The seats that draft."""
    return [owner for owner in game.order if game.plays[owner] == UNDECIDED]


def cards_of(kind: str, players: int, taken: Iterable[str], options: Mapping[str, Any]) -> list[str]:
    """A.8.1, A.8.1.I, RULING S7  The setup cards of a kind that can be dealt; for two players no insurgents.

    If they use hirelings, the two may agree to leave the insurgents in.
    """
    if kind == INSURGENT and players <= PLAYERS_WITHOUT_INSURGENTS and options.get("insurgents") != "in":
        return []
    built = [name for name, board in data.FACTIONS.items() if name in FACTIONS and board.kind == kind]
    more = [name for name in built for _ in range(FACTIONS[name].setup_cards(options) - 1)]
    return list((Counter(built + more) - Counter(taken)).elements())


def cards_to_deal(game: Root, barred: Iterable[str]) -> tuple[list[str], list[str]]:
    """A.6.5, A.8.1  The militants and the insurgents that nobody plays and that are not barred."""
    taken = [board.id for owner in game.order if (board := faction_of(game, owner).printed)]
    taken += every_card(barred, game.options)
    militants, insurgents = (
        cards_of(kind, len(game.order), taken, game.options) for kind in (MILITANT, INSURGENT)
    )
    return militants, insurgents


def every_card(factions: Iterable[str], options: Mapping[str, Any]) -> list[str]:
    """A.8.1  All setup cards of these factions."""
    return [name for name in factions if name in FACTIONS for _ in range(FACTIONS[name].setup_cards(options))]


def enough_cards(game: Root, barred: Iterable[str]) -> bool:
    """RULING S6  Are there a militant and one card more than players who draft, without these factions?"""
    militants, insurgents = cards_to_deal(game, barred)
    return bool(militants) and len(militants) + len(insurgents) > len(drafting(game))


def barred(game: Root) -> list[str]:
    """A.6.5  The factions that somebody at the table rules out."""
    voices = game.cast["bars_faction"]
    return [name for name in data.FACTIONS if any(v.bars_faction(game, me, name) for me, v in voices)]


def deal_setup_cards(game: Root) -> Flow[list[SetupCard]]:
    """A.8.1 - A.8.1.III, RULING S12  One militant, then as many as there are players; a last insurgent is locked."""
    players = len(drafting(game))
    if not players:
        return []
    militants, insurgents = cards_to_deal(game, barred(game))
    dealt = [(yield from pick("setup.militant", militants))] if militants else []
    rest = yield from shuffle(
        "setup.cards", list((Counter(militants + insurgents) - Counter(dealt)).elements())
    )
    dealt += rest[: players + 1 - len(dealt)]
    beside = yield from deal_characters()
    cards = [
        SetupCard(
            faction=faction,
            character=next(beside[faction]) if faction in beside else "",
            locked=place == len(dealt) and data.FACTIONS[faction].kind == INSURGENT,
        )
        for place, faction in enumerate(dealt, 1)
    ]
    game.note("setup.cards", "A.8.1", factions=tuple(card.faction for card in cards))
    for card in cards:
        if card.character:
            game.note("setup.character", "A.8.1.III", faction=card.faction, character=card.character)
        if card.locked:
            game.note("setup.locked", "A.8.1.II", faction=card.faction)
    return cards


def deal_characters() -> Flow[dict[str, Iterator[str]]]:
    """A.8.1.III  The characters of each faction that has some, shuffled."""
    dealt: dict[str, Iterator[str]] = {}
    for name in data.FACTIONS:
        characters = FACTIONS[name].beside_setup_card() if name in FACTIONS else ()
        if characters:
            dealt[name] = iter((yield from shuffle("setup.characters", list(characters))))
    return dealt


# --- A.8.2 Choosing ---------------------------------------------------------------------------------------

NOT_THERE = Refusal("A.8.1", "That faction is not among the setup cards on the table.")
LOCKED = Refusal("A.8.1.II", "That card is locked until somebody has chosen a militant faction.")


def is_locked(game: Root, card: SetupCard) -> bool:
    """A.8.1.II, RULING S13  The last insurgent can be taken once some player, person or bot, has a militant faction."""
    boards = [faction_of(game, owner).printed for owner in game.order]
    return card.locked and not any(board and board.kind == MILITANT for board in boards)


@refuses(TakeFaction)
def why_not_take(game: Root, owner: Owner, wish: TakeFaction) -> Refusal | None:
    """A.8.1, A.8.1.II"""
    for card in game.setup_cards:
        if (card.faction, card.character) == (wish.faction, wish.character):
            return LOCKED if is_locked(game, card) else None
    return NOT_THERE


def choose_faction(game: Root, seat: Owner) -> Flow[None]:
    """A.8.2  Take one of the setup cards; the seat goes by the faction's name from now on."""
    cards = [TakeFaction(card.faction, card.character) for card in game.setup_cards]
    options = [card for card in cards if legal(game, seat, card)]
    choice = yield from ask(seat, "setup.faction", "A.8.2", options)
    card = next(c for c in game.setup_cards if (c.faction, c.character) == (choice.faction, choice.character))
    game.setup_cards.remove(card)
    owner = take_board(game, seat, card)
    game.to_set_up = [owner if one == seat else one for one in game.to_set_up]
    game.cursor.active = owner


def take_board(game: Root, seat: Owner, card: SetupCard) -> Owner:
    """A.8.2  A seat becomes a faction; its cards and its place at the table stay."""
    owner = free_owner(game, card.faction)
    game.note("took.faction", "A.8.2", owner=owner, faction=card.faction)
    game.seats[seat] = owner
    game.order[game.order.index(seat)] = owner
    game.players[owner] = game.players.pop(seat)
    game.seat_options[owner] = game.seat_options.pop(seat) | {"character": card.character}
    del game.plays[seat]
    add_player(game, owner, card.faction)
    return owner


# --- A.10 -------------------------------------------------------------------------------------------------


def cards_to_keep(game: Root, owner: Owner) -> tuple[KeepCard, ...]:
    return tuple(KeepCard(card) for card in sorted(game.players[owner].hand))


def given_back(hand: list[str], kept: Answer) -> list[str]:
    """The cards of a hand that were not chosen."""
    chosen = kept if isinstance(kept, tuple) else (kept,)
    return list((Counter(hand) - Counter(c.card for c in chosen if isinstance(c, KeepCard))).elements())
