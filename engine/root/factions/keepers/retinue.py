"""15.5.2, 15.6.2  The retinue: its columns, what each card does, and how it grows."""

from __future__ import annotations

import msgspec

from engine.flow import Done, Flow, Option, ask
from engine.root.actions.battle import Fight, battles, fight
from engine.root.actions.move import Move, moves, take_move
from engine.root.data import CARDS
from engine.root.faction import StepFlow, hides_hand
from engine.root.factions.keepers.camps import types_at
from engine.root.factions.keepers.facts import (
    BIRD,
    COLUMNS,
    DELVE,
    MOVE,
    NUMBERS,
    RECOVER,
    RETAINER,
    KeeperBoard,
    board,
    ready,
)
from engine.root.factions.keepers.relics import as_seen, named_relic, relics_at, sets, type_of, value_of
from engine.root.menu import does, legal, perform, refuses
from engine.root.rule import has_suit, lenders, near_clearings, near_forests, rules, suits
from engine.root.state import CLEARINGS, Owner, Root
from engine.root.turn import menu
from engine.root.verbs import flip, lay, lift, move_token, put_in_discard, score
from engine.rules import Refusal

CLAUSES = dict(zip(COLUMNS, ("15.5.2.I", "15.5.2.II", "15.5.2.III"), strict=True))


class Delve(Option, frozen=True, tag="delve"):
    """15.5.2.II.a  Bring this relic from the forest to the clearing."""

    clearing: int
    forest: str
    relic: str


class Recover(Option, frozen=True, tag="recover"):
    """15.5.2.III.a  Recover this relic at the waystation in this clearing."""

    clearing: int
    relic: str


class ActWith(Option, frozen=True, tag="act_with"):
    """15.5.2  Act with this card of the retinue."""

    card: str


class Gather(Option, frozen=True, tag="gather"):
    """15.6.2  Add this card of the hand to a column of the retinue."""

    PRIVATE = True

    card: str
    column: str


class Shift(Option, frozen=True, tag="shift"):
    """15.6.2  Shift this card of the retinue from one column to another."""

    card: str
    leaves: str
    column: str


Action = Move | Fight | Delve | Recover


# --- cards ------------------------------------------------------------------------------------------------


def suit_of(card: str) -> str:
    """15.3.4  The suit of a card of the retinue; a Faithful Retainer is a bird."""
    return BIRD if card == RETAINER else CARDS[card].suit


def card_fits(game: Root, card: str, clearing: int) -> bool:
    """15.5.2, 2.1.1  Does a card of the retinue match the clearing?"""
    suit = suit_of(card)
    return (suit == BIRD and bool(game.suit(clearing))) or has_suit(game, clearing, suit)


def fitting(game: Root, own: KeeperBoard, column: str, clearing: int) -> list[str]:
    """15.5.2  The cards of a column that can act in this clearing now."""
    return [card for card in ready(own, column) if card_fits(game, card, clearing)]


def site(action: Action) -> int:
    """15.5.2  The clearing a card must match: where the action is taken, for a move where it starts."""
    return action.origin if isinstance(action, Move) else action.clearing


def retinue_size(own: KeeperBoard) -> int:
    """15.6.2  All cards of the retinue, Faithful Retainers too."""
    return sum(map(len, own.retinue.values()))


# --- 15.5.2 Act with the retinue --------------------------------------------------------------------------


def act_in(column: str) -> StepFlow:
    """15.5.2  The step in which the cards of one column act, one after another."""

    def step(game: Root, owner: Owner) -> Flow[bool]:
        options = actions(game, owner, column)
        if not options and column != RECOVER:
            return False
        waiting = ", ".join(suit_of(card) for card in ready(board(game, owner), column)) or "none"
        choice = yield from menu(game, owner, f"keepers.{column}", CLAUSES[column], options, suits=waiting)
        if isinstance(choice, Done):
            return False
        if isinstance(choice, Action):
            yield from act(game, owner, column, choice)
        else:
            yield from perform(game, owner, choice)
        return True

    return step


def actions(game: Root, owner: Owner, column: str) -> list[Option]:
    """15.5.2.I - 15.5.2.III  Everything a card of this column can do now."""
    own = board(game, owner)
    sites = [c for c in CLEARINGS if fitting(game, own, column, c)]
    if column == MOVE:
        return [*moves(game, owner, sites)]
    if column == RECOVER:
        return [*moves(game, owner, sites), *(r for c in sites for r in recoveries(game, owner, c))]
    return [one for c in sites for one in (fights(game, owner, c) or delves(game, owner, c))]


def act(game: Root, owner: Owner, column: str, action: Action) -> Flow[None]:
    """15.5.2  A card is chosen, and acts once this turn."""
    own = board(game, owner)
    cards = fitting(game, own, column, site(action))
    if isinstance(action, Move):  # it costs no card, so cards of one suit are alike
        cards = list({suit_of(card): card for card in cards}.values())
    options = [ActWith(card) for card in dict.fromkeys(cards)]
    chosen = yield from ask(owner, "keepers.card", "15.5.2", options, column=column, clearing=site(action))
    own.acted.setdefault(column, []).append(chosen.card)
    own.acting_in = site(action)
    game.note("keepers.acts", CLAUSES[column], owner=owner, card=chosen.card, column=column)
    if isinstance(action, Move):
        yield from take_move(game, owner, action, CLAUSES[column])
    elif isinstance(action, Recover):
        yield from recover_all(game, owner, chosen.card, action)
    else:
        yield from battle_then_delve(game, owner, chosen.card, action)
    own.acting_in = 0


def dismiss(game: Root, owner: Owner, column: str, card: str, clause: str) -> None:
    """15.5.2.II.b, 15.5.2.III.c  The card that acted is discarded; a Faithful Retainer leaves the game."""
    own = board(game, owner)
    own.retinue[column].remove(card)
    own.acted[column].remove(card)
    if card == RETAINER:
        game.note("keepers.retainer", clause, owner=owner)
        return
    game.note("discarded", clause, owner=owner, card=card)
    put_in_discard(game, card)


# --- 15.5.2.II Battle then delve --------------------------------------------------------------------------

NO_FOREST = Refusal("2.4.1", "That forest and that clearing are not adjacent.")
NO_SUCH_RELIC = Refusal("15.5.2.II.a", "No such relic lies in that forest.")
BATTLE_FIRST = Refusal("15.5.2.II", "Enemy pieces are there: you must battle before you delve.")
NOT_RULED = Refusal("15.5.2.II", "You must rule the clearing you delve in.")
NO_DIGGER = Refusal("15.5.2.II", "You need a warrior in the clearing you delve in.")
NO_CARD = Refusal("15.5.2", "No card of this column that may still act matches that clearing.")
ELSEWHERE = Refusal("15.5.2", "The card acts in another clearing.")


def fights(game: Root, owner: Owner, clearing: int) -> list[Fight]:
    """15.5.2.II, G.1.21  The battles of which one must be fought; warriors that serve the Keepers are no enemies."""
    lent = lenders(game, owner, clearing)
    return [
        fight
        for fight in battles(game, owner, [clearing])
        if fight.defender not in lent or has_other_pieces(game, fight.defender, clearing)
    ]


def has_other_pieces(game: Root, owner: Owner, clearing: int) -> bool:
    """G.1.21  Does an owner have more than warriors in a clearing?"""
    pieces = (*game.buildings_of(owner, clearing), *game.tokens_of(owner, clearing))
    return bool(pieces) or game.has_pawn(owner, clearing)


@refuses(Delve, "keepers")
def why_no_delving(game: Root, owner: Owner, wish: Delve) -> Refusal | None:
    """15.5.2.II  A card, no battle to be fought, rule and a warrior there, and a relic in a forest beside it."""
    own = board(game, owner)
    if wish.clearing not in CLEARINGS or wish.forest not in near_forests(game, wish.clearing):
        return NO_FOREST
    if wish.relic not in as_seen(game, relics_at(game, owner, wish.forest)):
        return NO_SUCH_RELIC
    if own.acting_in:
        if own.acting_in != wish.clearing:
            return ELSEWHERE
    elif not fitting(game, own, DELVE, wish.clearing):
        return NO_CARD
    elif fights(game, owner, wish.clearing):
        return BATTLE_FIRST
    if not rules(game, owner, wish.clearing):
        return NOT_RULED
    return None if game.warriors_of(owner, wish.clearing) else NO_DIGGER


def delves(game: Root, owner: Owner, clearing: int) -> list[Delve]:
    """15.5.2.II.a  Every relic that can be brought to this clearing; alike ones are one choice."""
    wishes = [
        Delve(clearing, forest, relic)
        for forest in near_forests(game, clearing)
        for relic in dict.fromkeys(as_seen(game, relics_at(game, owner, forest)))
    ]
    return [wish for wish in wishes if legal(game, owner, wish)]


def battle_then_delve(game: Root, owner: Owner, card: str, action: Fight | Delve) -> Flow[None]:
    """15.5.2.II  Battle where enemies are; then, if possible, delve."""
    if isinstance(action, Delve):
        yield from delve(game, owner, card, action)
        return
    yield from fight(game, owner, action)
    options: list[Option] = [*delves(game, owner, action.clearing)]
    if options:
        choice = yield from ask(
            owner, "keepers.dig", "15.5.2.II", [*options, Done()], clearing=action.clearing, card=card
        )
        if isinstance(choice, Delve):
            yield from delve(game, owner, card, choice)


def delve(game: Root, owner: Owner, card: str, option: Delve) -> Flow[None]:
    """15.5.2.II.a - 15.5.2.II.b  The relic comes to the clearing, value up; too little rule around costs the card."""
    relic = named_relic(game, owner, option.forest, option.relic)
    move_token(game, relic, option.forest, option.clearing, "15.5.2.II.a")
    if relic.hidden:
        flip(game, relic, option.clearing, "15.5.2.II.a")
    if ruled_around(game, owner, option.forest) < value_of(relic):
        dismiss(game, owner, DELVE, card, "15.5.2.II.b")
    yield from ()


def ruled_around(game: Root, owner: Owner, forest: str) -> int:
    """15.5.2.II.b  Clearings adjacent to a forest that the Keepers rule."""
    return sum(rules(game, owner, c) for c in near_clearings(game, None, forest))


# --- 15.5.2.III Recover -----------------------------------------------------------------------------------

NO_RELIC_THERE = Refusal("15.5.2.III.a", "No such relic lies in that clearing.")
NO_SUCH_WAYSTATION = Refusal("15.5.2.III.a", "You have no waystation of the relic's type in that clearing.")


@refuses(Recover, "keepers")
def why_no_recovering(game: Root, owner: Owner, wish: Recover) -> Refusal | None:
    """15.5.2.III.a  A card, a relic in the clearing, and a waystation of its type; neither rule nor a warrior."""
    own = board(game, owner)
    if wish.clearing not in CLEARINGS or wish.relic not in as_seen(
        game, relics_at(game, owner, wish.clearing)
    ):
        return NO_RELIC_THERE
    relic = named_relic(game, owner, wish.clearing, wish.relic)
    if type_of(relic) not in types_at(game, owner, wish.clearing):
        return NO_SUCH_WAYSTATION
    if own.acting_in:
        return None if own.acting_in == wish.clearing else ELSEWHERE
    return None if fitting(game, own, RECOVER, wish.clearing) else NO_CARD


def recoveries(game: Root, owner: Owner, clearing: int) -> list[Recover]:
    """15.5.2.III.a  Every relic that can be recovered in this clearing."""
    wishes = [
        Recover(clearing, relic) for relic in dict.fromkeys(as_seen(game, relics_at(game, owner, clearing)))
    ]
    return [wish for wish in wishes if legal(game, owner, wish)]


def recover_all(game: Root, owner: Owner, card: str, option: Recover) -> Flow[None]:
    """15.5.2.III  Recover one relic after another there, until the card is lost or the Keepers stop."""
    choice: Option = option
    while isinstance(choice, Recover):
        if not recover(game, owner, card, choice):
            return
        more: list[Option] = [*recoveries(game, owner, option.clearing)]
        if not more:
            return
        choice = yield from ask(
            owner, "keepers.again", "15.5.2.III.c", [*more, Done()], clearing=option.clearing, card=card
        )


def recover(game: Root, owner: Owner, card: str, option: Recover) -> bool:
    """15.5.2.III.a - 15.5.2.III.c  The relic goes to the board and scores. May the card go on?"""
    own = board(game, owner)
    relic = named_relic(game, owner, option.clearing, option.relic)
    kind, value = type_of(relic), value_of(relic)
    lift(game, relic, option.clearing)
    before = sets(own.recovered)
    own.recovered[kind].append(value)
    full = sets(own.recovered) > before
    note = "keepers.recovered.set" if full else "keepers.recovered"
    game.note(note, "15.5.2.III.a", owner=owner, clearing=option.clearing, relic=relic.kind)
    score(game, owner, value + NUMBERS["set_points"] * full, "15.5.2.III.b")
    if ruled_alike(game, owner, option.clearing) >= value:
        return True
    dismiss(game, owner, RECOVER, card, "15.5.2.III.c")
    own.column_over = True
    return False


def ruled_alike(game: Root, owner: Owner, clearing: int) -> int:
    """15.5.2.III.c, RULING L6  Ruled clearings that share a suit with this one, itself too."""
    here = suits(game, clearing)
    return sum(rules(game, owner, c) for c in CLEARINGS if any(has_suit(game, c, suit) for suit in here))


# --- 15.6.2 Gather retinue --------------------------------------------------------------------------------

NO_COLUMN = Refusal("15.6.2", "The retinue has no such column.")
NOT_HELD = Refusal("15.6.2", "You do not hold that card.")
FULL = Refusal("15.6.2", "The retinue has {limit} cards at most.")
NOT_IN_COLUMN = Refusal("15.6.2", "That card is not in that column.")
SAME_COLUMN = Refusal("15.6.2", "The card is in that column already.")
ADDED = Refusal("15.6.2", "You add cards or shift one, not both.")


@refuses(Gather, "keepers")
def why_no_gathering(game: Root, owner: Owner, wish: Gather) -> Refusal | None:
    """15.6.2  A card in hand, a column, and room for one more."""
    if wish.column not in COLUMNS:
        return NO_COLUMN
    if wish.card not in game.players[owner].hand:
        return NOT_HELD
    if retinue_size(board(game, owner)) >= NUMBERS["retinue_limit"]:
        return msgspec.structs.replace(FULL, about={"limit": NUMBERS["retinue_limit"]})
    return None


@refuses(Shift, "keepers")
def why_no_shifting(game: Root, owner: Owner, wish: Shift) -> Refusal | None:
    """15.6.2  A card of the retinue, another column, and nothing added this Evening."""
    own = board(game, owner)
    if wish.column not in COLUMNS or wish.leaves not in COLUMNS:
        return NO_COLUMN
    if wish.card not in own.retinue[wish.leaves]:
        return NOT_IN_COLUMN
    if wish.column == wish.leaves:
        return SAME_COLUMN
    return ADDED if own.gathered else None


def gather_step(game: Root, owner: Owner) -> Flow[bool]:
    """15.6.2  Add any number of cards, or shift one instead."""
    own = board(game, owner)
    hand = game.players[owner].hand
    room = NUMBERS["retinue_limit"] - retinue_size(own)
    wishes: list[Option] = [Gather(card, column) for card in sorted(set(hand)) for column in COLUMNS]
    wishes += [
        Shift(card, leaves, column)
        for leaves in COLUMNS
        for card in dict.fromkeys(own.retinue[leaves])
        for column in COLUMNS
    ]
    options = [wish for wish in wishes if legal(game, owner, wish)]
    if not options:
        return False
    private = hides_hand(game, owner) and room > 0
    choice = yield from menu(
        game, owner, "keepers.gather", "15.6.2", options, private=private, room=room, added=own.gathered
    )
    if isinstance(choice, Done):
        return False
    yield from perform(game, owner, choice)
    return not isinstance(choice, Shift)


@does(Gather, "keepers")
def gather(game: Root, owner: Owner, option: Gather) -> Flow[None]:
    """15.6.2  A card goes from the hand to the retinue."""
    own = board(game, owner)
    own.gathered += 1
    lay(game, owner, option.card, own.retinue[option.column], option.column, "15.6.2")
    yield from ()


@does(Shift, "keepers")
def shift(game: Root, owner: Owner, option: Shift) -> Flow[None]:
    """15.6.2  A card of the retinue changes its column."""
    own = board(game, owner)
    own.retinue[option.leaves].remove(option.card)
    own.retinue[option.column].append(option.card)
    game.note("keepers.shift", "15.6.2", owner=owner, card=option.card, column=option.column)
    yield from ()
