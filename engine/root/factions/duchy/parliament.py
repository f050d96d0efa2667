"""12.5.2  Parliament: what each swayed minister does. One declaration for each minister."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from engine.flow import Done, Flow, Option, ask, ask_many
from engine.root.actions.battle import Fight, battles, fight
from engine.root.actions.dominance import Spend
from engine.root.actions.move import Move, moves, take_move
from engine.root.data import CARDS, TABLE
from engine.root.faction import hides_hand
from engine.root.factions.duchy.assembly import builds, kinds_left, sites
from engine.root.factions.duchy.court import BIRD, CITADEL, MARKET, TUNNEL, board, tunnels
from engine.root.factions.duchy.facts import MINISTERS, NUMBERS, PRINTED
from engine.root.menu import does, perform, refuses
from engine.root.rule import matching
from engine.root.state import Owner, Root
from engine.root.turn import menu
from engine.root.verbs import discard, score
from engine.rules import Refusal

MAYOR_COPIES = ("squire", "noble")


class Act(Option, frozen=True, tag="minister"):
    """12.5.2  Take the action of this swayed minister."""

    minister: str


class ActAs(Option, frozen=True, tag="act_as"):
    """12.5.2.VI  The Mayor takes the action of this minister."""

    PART = True

    minister: str


class Bank(Option, frozen=True, tag="bank"):
    """12.5.2.V  Spend cards of this suit."""

    PART = True

    PRIVATE = True

    suit: str


class Office:
    """12.5.2  The action of one minister; `seats` are the ministers that must not be lost while it goes on."""

    minister: ClassVar[str] = ""

    @property
    def clause(self) -> str:
        return MINISTERS[self.minister].clause

    def refusal(self, text: str) -> Refusal:
        return Refusal(self.clause, text)

    def why_not(self, game: Root, owner: Owner) -> Refusal | None:
        """Why the action can do nothing now, by what everybody sees."""
        raise NotImplementedError

    def act(self, game: Root, owner: Owner, seats: Sequence[str]) -> Flow[None]:
        """The action; all of it is optional."""
        raise NotImplementedError


OFFICES: dict[str, Office] = {}


def office(minister: str) -> Callable[[type[Office]], type[Office]]:
    """Class decorator: the decorated class is what this minister does."""

    def known(kind: type[Office]) -> type[Office]:
        kind.minister = minister
        OFFICES[minister] = kind()
        return kind

    return known


# --- the step ---------------------------------------------------------------------------------------------


def parliament(game: Root, owner: Owner) -> Flow[bool]:
    """12.5.2  Each swayed minister may act once, in any order."""
    choice = yield from menu(game, owner, "duchy.parliament", "12.5.2", ready(game, owner))
    if isinstance(choice, Done):
        return False
    yield from perform(game, owner, choice)
    return True


def ready(game: Root, owner: Owner) -> list[Act]:
    """12.5.2  The swayed ministers that have not acted and have something to do."""
    options = [Act(minister) for minister in board(game, owner).swayed]
    return [option for option in options if why_no_act(game, owner, option) is None]


NOT_SWAYED = Refusal("12.5.2", "That minister is not swayed.")
HAS_ACTED = Refusal("12.5.2", "Each minister acts once a turn.")


@refuses(Act, "duchy")
def why_no_act(game: Root, owner: Owner, wish: Act) -> Refusal | None:
    """12.5.2  A swayed minister that has not acted yet, with something to do."""
    own = board(game, owner)
    if wish.minister not in own.swayed:
        return NOT_SWAYED
    if wish.minister in own.acted:
        return HAS_ACTED
    return OFFICES[wish.minister].why_not(game, owner)


@does(Act, "duchy")
def act(game: Root, owner: Owner, option: Act) -> Flow[None]:
    """12.5.2  The minister acts."""
    board(game, owner).acted.append(option.minister)
    told = OFFICES[option.minister]
    game.note("duchy.acts", told.clause, owner=owner, minister=option.minister)
    yield from told.act(game, owner, (option.minister,))


def still_sit(game: Root, owner: Owner, seats: Sequence[str]) -> bool:
    """12.2.3, 12.5.2  A minister lost meanwhile acts no more, and cannot be copied."""
    return all(minister in board(game, owner).swayed for minister in seats)


# --- squires ----------------------------------------------------------------------------------------------


@office("foremole")
class Foremole(Office):
    """12.5.2.I  Reveal any card to build where the Duchy rules; its suit does not matter."""

    def why_not(self, game: Root, owner: Owner) -> Refusal | None:
        """12.5.2.I  A card in hand, a ruled clearing with a slot, a building left."""
        if not game.players[owner].hand:
            return self.refusal("You have no card to reveal.")
        if not kinds_left(game, owner) or not sites(game, owner):
            return self.refusal("There is nothing left to build, or no clearing you rule has an open slot.")
        return None

    def act(self, game: Root, owner: Owner, seats: Sequence[str]) -> Flow[None]:
        """12.5.2.I"""
        options: list[Option] = [*builds(game, owner, any_suit=True)]
        secret = hides_hand(game, owner)
        choice = yield from ask(owner, "duchy.foremole", self.clause, [*options, Done()], secret=secret)
        if not isinstance(choice, Done):
            yield from perform(game, owner, choice)


NO_BATTLE = "There is nobody you could battle."
NO_MOVE = "You have no move."


@office("captain")
class Captain(Office):
    """12.5.2.II  One battle."""

    def why_not(self, game: Root, owner: Owner) -> Refusal | None:
        """12.5.2.II  Somebody to battle."""
        return None if battles(game, owner) else self.refusal(NO_BATTLE)

    def act(self, game: Root, owner: Owner, seats: Sequence[str]) -> Flow[None]:
        """12.5.2.II"""
        choice = yield from ask(owner, "duchy.captain", self.clause, [*battles(game, owner), Done()])
        if isinstance(choice, Fight):
            yield from fight(game, owner, choice)


@office("marshal")
class Marshal(Office):
    """12.5.2.III  One move."""

    def why_not(self, game: Root, owner: Owner) -> Refusal | None:
        """12.5.2.III  Somebody who can move."""
        return None if moves(game, owner) else self.refusal(NO_MOVE)

    def act(self, game: Root, owner: Owner, seats: Sequence[str]) -> Flow[None]:
        """12.5.2.III"""
        choice = yield from ask(owner, "duchy.marshal", self.clause, [*moves(game, owner), Done()])
        if isinstance(choice, Move):
            yield from take_move(game, owner, choice, self.clause)


# --- nobles -----------------------------------------------------------------------------------------------


@office("brigadier")
class Brigadier(Office):
    """12.5.2.IV  Up to two moves, or up to two battles."""

    def why_not(self, game: Root, owner: Owner) -> Refusal | None:
        """12.5.2.IV  A move or a battle."""
        return None if moves(game, owner) or battles(game, owner) else self.refusal(NO_BATTLE)

    def act(self, game: Root, owner: Owner, seats: Sequence[str]) -> Flow[None]:
        """12.5.2.IV  The second is of the kind of the first."""
        options: list[Option] = [*moves(game, owner), *battles(game, owner)]
        first = yield from ask(owner, "duchy.brigadier", self.clause, [*options, Done()])
        yield from self.go(game, owner, first)
        if isinstance(first, Done) or not still_sit(game, owner, seats):
            return
        again: list[Option] = [*moves(game, owner)] if isinstance(first, Move) else [*battles(game, owner)]
        second = yield from ask(owner, "duchy.brigadier.again", self.clause, [*again, Done()])
        yield from self.go(game, owner, second)

    def go(self, game: Root, owner: Owner, choice: Option) -> Flow[None]:
        """12.5.2.IV  One move or battle."""
        if isinstance(choice, Move):
            yield from take_move(game, owner, choice, self.clause)
        elif isinstance(choice, Fight):
            yield from fight(game, owner, choice)


@office("banker")
class Banker(Office):
    """12.5.2.V  Spend any number of cards of one suit, a point for each."""

    def why_not(self, game: Root, owner: Owner) -> Refusal | None:
        """12.5.2.V  A card in hand."""
        return None if game.players[owner].hand else self.refusal("You have no card to spend.")

    def act(self, game: Root, owner: Owner, seats: Sequence[str]) -> Flow[None]:
        """12.5.2.V, 2.1.1  Birds may stand in for the suit."""
        secret = hides_hand(game, owner)
        options: list[Option] = [*banks(game, owner)]
        choice = yield from ask(owner, "duchy.banker", self.clause, [*options, Done()], secret=secret)
        if not isinstance(choice, Bank):
            return
        cards = [Spend(card) for card in sorted(matching(game.players[owner].hand, choice.suit))]
        spent = yield from ask_many(
            owner, "duchy.banker.cards", self.clause, cards, 1, len(cards), secret=secret, suit=choice.suit
        )
        for one in spent:
            discard(game, owner, one.card, self.clause)
        score(game, owner, len(spent), self.clause)


NO_SUCH_CARD = Refusal("12.5.2.V", "You hold no card of that suit.")


@refuses(Bank, "duchy")
def why_no_bank(game: Root, owner: Owner, wish: Bank) -> Refusal | None:
    """12.5.2.V  A card of that suit in hand."""
    held = {CARDS[card].suit for card in game.players[owner].hand}
    return None if wish.suit in held else NO_SUCH_CARD


def banks(game: Root, owner: Owner) -> list[Bank]:
    """12.5.2.V  The suits of the cards in hand."""
    wishes = [Bank(suit) for suit in (*TABLE.suit_markers, BIRD)]
    return [wish for wish in wishes if why_no_bank(game, owner, wish) is None]


@office("mayor")
class Mayor(Office):
    """12.5.2.VI  Take the action of a swayed squire or noble, which may still act itself."""

    def why_not(self, game: Root, owner: Owner) -> Refusal | None:
        """12.5.2.VI  Another squire or noble with something to do."""
        return None if copies(game, owner) else self.refusal("No other swayed squire or noble can act.")

    def act(self, game: Root, owner: Owner, seats: Sequence[str]) -> Flow[None]:
        """12.5.2.VI"""
        choice = yield from ask(owner, "duchy.mayor", self.clause, [*copies(game, owner), Done()])
        if isinstance(choice, ActAs):
            yield from OFFICES[choice.minister].act(game, owner, (*seats, choice.minister))


NOT_COPIED = Refusal("12.5.2.VI", "The Mayor takes the action of another swayed squire or noble.")


@refuses(ActAs, "duchy")
def why_no_copy(game: Root, owner: Owner, wish: ActAs) -> Refusal | None:
    """12.5.2.VI  Another swayed squire or noble with something to do, whether it has acted or not."""
    minister = MINISTERS.get(wish.minister)
    if minister is None or minister.id == Mayor.minister or minister.rank not in MAYOR_COPIES:
        return NOT_COPIED
    if minister.id not in board(game, owner).swayed:
        return NOT_SWAYED
    return OFFICES[minister.id].why_not(game, owner)


def copies(game: Root, owner: Owner) -> list[ActAs]:
    """12.5.2.VI  Whom the Mayor can copy."""
    options = [ActAs(minister) for minister in board(game, owner).swayed]
    return [option for option in options if why_no_copy(game, owner, option) is None]


# --- lords ------------------------------------------------------------------------------------------------


class Lord(Office):
    """12.5.2.VII - 12.5.2.IX  A lord scores what is on the map now."""

    nothing: ClassVar[str] = ""

    def points(self, game: Root, owner: Owner) -> int:
        raise NotImplementedError

    def why_not(self, game: Root, owner: Owner) -> Refusal | None:
        """Something to score."""
        return None if self.points(game, owner) else self.refusal(self.nothing)

    def act(self, game: Root, owner: Owner, seats: Sequence[str]) -> Flow[None]:
        """Score."""
        score(game, owner, self.points(game, owner), self.clause)
        yield from ()


@office("duchess-of-mud")
class DuchessOfMud(Lord):
    """12.5.2.VII  Two points if all three tunnels are on the map."""

    nothing = "Not all of your tunnels are on the map."

    def points(self, game: Root, owner: Owner) -> int:
        """12.5.2.VII"""
        complete = len(tunnels(game, owner)) == PRINTED.tokens[TUNNEL]
        return NUMBERS["duchess_points"] if complete else 0


@office("baron-of-dirt")
class BaronOfDirt(Lord):
    """12.5.2.VIII  A point for each market on the map."""

    nothing = "You have no market on the map."

    def points(self, game: Root, owner: Owner) -> int:
        """12.5.2.VIII"""
        return game.on_map(owner, MARKET)


@office("earl-of-stone")
class EarlOfStone(Lord):
    """12.5.2.IX  A point for each citadel on the map."""

    nothing = "You have no citadel on the map."

    def points(self, game: Root, owner: Owner) -> int:
        """12.5.2.IX"""
        return game.on_map(owner, CITADEL)
