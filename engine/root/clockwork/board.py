"""RB 1, RB 2, RB 3  What all Clockwork boards share: no hand, orders, crafting, losses, gifts, difficulty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, cast

import msgspec

from engine.flow import Ask, Flow, Option, ask, pick
from engine.root import data
from engine.root.actions.battle import Battle, Side
from engine.root.actions.craft import item_pile, more_points, take_item
from engine.root.actions.dominance import Spend, dominates
from engine.root.clockwork.buying import buy_item, hire_for_battle
from engine.root.clockwork.vocabulary import of_suit, pieces_of, points
from engine.root.data import CARDS, CLOCKWORK, Bot
from engine.root.faction import Faction, Losses, faction_of, hides_hand
from engine.root.happen import Crafted, record, settle
from engine.root.rule import fits
from engine.root.setup.table import free_corners
from engine.root.state import CLEARINGS, Board, Owner, Piece, Place, Root
from engine.root.verbs import discard, put_in_discard, score, take_from_deck
from engine.root.view import BoardView, CardsView
from engine.rules import Refusal

ENLIST_BELOW = 3
FOR_DRAWS = {"C.2.5": "RB 12.1.1", "RB 7.5.3": "RB 7.5.3"}


class ClockworkBoard(msgspec.Struct, Board, tag="clockwork", kw_only=True):
    """What every bot keeps: its order card, and the suit of this turn's order, also after the card is gone.

    Boards with more of their own extend it with their own tag.
    """

    order: str = ""
    suit: str = ""


class Clockwork(Faction):
    """RB 2.8  A bot: it never decides anything that is not printed.

    It never activates a dominance card (RB 1.3) and crafts nothing but items (RB 1.1.3). It takes its turn in
    the order of seats like everybody (RB 3.2).
    """

    bot: ClassVar[Bot]
    has_hand = False
    wins_by_dominance = False

    @property
    def printed(self) -> data.Faction:
        """RB 2.8  A bot uses the pieces of its faction."""
        return data.FACTIONS[self.bot.faction]

    def new_board(self) -> Board:
        return ClockworkBoard()

    # --- RB 3.3 difficulty and traits ---------------------------------------------------------------------

    def number(self, game: Root, owner: Owner, name: str) -> int:
        """RB 3.3.1  A number that the difficulty changes."""
        level = str(game.seat_options.get(owner, {}).get("difficulty", "default"))
        return self.bot.difficulties[level][name]

    def has_trait(self, game: Root, owner: Owner, trait: str) -> bool:
        """RB 3.3.2"""
        return has_trait(game, owner, trait)

    # --- RB 2.8.1 Poor Manual Dexterity -------------------------------------------------------------------

    def takes_gift(self, game: Root, owner: Owner, giver: Owner, card: str) -> None:
        """RB 2.8.1  A card given to a bot is discarded, and the bot scores a point."""
        game.note("bot.gift", "RB 2.8.1", owner=owner, card=card)
        put_in_discard(game, card)
        score(game, owner, CLOCKWORK.gift_points, "RB 2.8.1")

    def scores_for_draw(self, clause: str) -> str:
        """RB 2.8.1, RB 12.1.1, RB 7.5.3  It scores instead of drawing: by the Ferry, by aid, by anything else."""
        return FOR_DRAWS.get(clause, "RB 2.8.1")

    # --- RB 9.7 services -----------------------------------------------------------------------------------

    def takes_bought(self, game: Root, owner: Owner, seller: Owner, card: str) -> None:
        """RB 9.7  A card it bought takes the place of its order, which is discarded."""
        own = board_of(game, owner)
        if own.order:
            put_in_discard(game, own.order)
        own.order, own.suit = card, CARDS[card].suit
        game.note("bot.order", "RB 9.7", owner=owner, card=card)

    def battle_declared(self, game: Root, me: Owner, battle: Battle) -> Flow[None]:
        """RB 9.7  In a battle of its own it may hire warriors."""
        if battle.attacker.owner == me:
            yield from hire_for_battle(game, battle)

    # --- RB 1.3.1 dominance -------------------------------------------------------------------------------

    def wins_at_once(self, game: Root, me: Owner) -> bool:
        """RB 1.3.1  In the variant, a bot wins by any dominance card beside the map."""
        return game.dominance_for_bots and any(
            dominates(game, me, CARDS[card].suit) for card in game.available
        )

    # --- RB 12.2.1 closed paths ---------------------------------------------------------------------------

    def extra_adjacent(self, game: Root, me: Owner, mover: Owner, place: Place) -> Sequence[Place]:
        """RB 12.2.1  For bots every closed path is a path."""
        if mover != me or not game.closed or place not in CLEARINGS:
            return ()
        return game.map.closed_adjacent[int(place)]

    # --- RB 2.8.2 ambushes --------------------------------------------------------------------------------

    def stops_ambush(self, game: Root, me: Owner, battle: Battle) -> bool:
        """RB 2.8.2  Nobody ambushes where a bot fights."""
        return any(side.owner == me for side in battle.sides)

    # --- RB 7.7.6 protectors ------------------------------------------------------------------------------

    def enlists(self, game: Root, side: Side, protector: Owner, hits: int) -> bool | None:
        """RB 7.7.6.I-III  A weak bot, outnumbered by the attacker and ahead of the protector, enlists it."""
        most = self.max_rolled_hits(game, side) + side.more_rolled
        attackers = pieces_of(game, side.enemy.owner, side.battle.clearing)
        ahead = points(game, side.owner) > points(game, protector)
        return most < ENLIST_BELOW and most < attackers and ahead

    # --- RB 1.2.1 losses ----------------------------------------------------------------------------------

    def loss_question(self, game: Root, side: Side, hits: int) -> Ask | None:
        """RB 1.2.1  A bot is never asked; another who chooses for it is (D.4.2)."""
        if side.chooser == side.owner or side.chooser in game.bots:
            return None
        return super().loss_question(game, side, hits)

    def losses(self, game: Root, side: Side, hits: int, answer: tuple[Option, ...] | None) -> Flow[Losses]:
        """RB 1.2.1  Warriors, then tokens, then buildings; which type among several is drawn at random."""
        if answer is not None:
            return (yield from super().losses(game, side, hits, answer))
        clearing = side.battle.clearing
        split = self.split_hits(game, side, hits)
        warriors = sum(split.values())
        groups = [game.tokens_of(side.owner, clearing), game.buildings_of(side.owner, clearing)]
        if side.chooser != side.owner:  # RB 7.7.4  another bot removes buildings first
            groups.reverse()
        pieces: list[Piece] = []
        for group in groups:
            taken = (hits - warriors) // (cost := self.hits_for(game, group))
            lost = yield from lose_some(group, taken)
            hits -= len(lost) * cost
            pieces += lost
        return Losses(warriors=tuple(split.items()), pieces=tuple(pieces))

    def hits_for(self, game: Root, group: Sequence[Piece]) -> int:
        """How many hits it takes to remove one of these pieces."""
        return 1

    # --- the end of a turn --------------------------------------------------------------------------------

    def end_of_evening(self, game: Root, owner: Owner) -> Flow[None]:
        """R-07  Traits first, then the point of Nightmare."""
        yield from self.end_traits(game, owner)
        score(game, owner, self.number(game, owner, "evening_points"), "RB 3.3.1")

    def end_traits(self, game: Root, owner: Owner) -> Flow[None]:
        """Traits that act at the end of Evening."""
        yield from ()

    # --- table --------------------------------------------------------------------------------------------

    def kept_cards(self, game: Root, owner: Owner) -> Sequence[str]:
        """RB 2.7  The order card."""
        card = order_of(game, owner)
        return [card] if card else []

    def order_view(self, game: Root, owner: Owner) -> tuple[CardsView, ...]:
        card = order_of(game, owner)
        return (CardsView(title="Order", cards=(card,)),) if card else ()

    def texts(self, game: Root, owner: Owner) -> dict[str, str]:
        """Difficulty and traits, in words."""
        options = game.seat_options.get(owner, {})
        traits = [trait.name for trait in self.bot.traits if trait.id in options.get("traits", ())]
        words = {"Difficulty": str(options.get("difficulty", "default")).title()}
        return words | ({"Traits": ", ".join(traits)} if traits else {})

    def public_board(self, game: Root, owner: Owner, seat: Owner | None) -> BoardView:
        return BoardView(cards=self.order_view(game, owner), texts=self.texts(game, owner))


def has_trait(game: Root, owner: Owner, trait: str) -> bool:
    """RB 3.3.2  Does a bot play with this trait?"""
    return trait in game.seat_options.get(owner, {}).get("traits", ())


def lose_some(group: Sequence[Piece], count: int) -> Flow[list[Piece]]:
    """RB 1.2.1, R-01  Some of these pieces, each time of a random type among several."""
    left, lost = list(group), list[Piece]()
    while left and len(lost) < count:
        kind = yield from pick("bot.losses", sorted({piece.kind for piece in left}))
        piece = next(piece for piece in left if piece.kind == kind)
        left.remove(piece)
        lost.append(piece)
    return lost


# --- RB 2.7 order cards -----------------------------------------------------------------------------------


def board_of(game: Root, owner: Owner) -> ClockworkBoard:
    return cast(ClockworkBoard, game.boards[owner])


def order_of(game: Root, owner: Owner) -> str:
    """The order card of a bot, or ""."""
    return board_of(game, owner).order


def order_suit(game: Root, owner: Owner) -> str:
    """RB 2.7  The suit of this turn's order; "" in the rare case that no card was left to reveal."""
    return board_of(game, owner).suit


def ordered(game: Root, owner: Owner) -> list[int]:
    """RB 2.7  The clearings the order matches, by number; a bird matches all."""
    return of_suit(game, order_suit(game, owner))


def say(game: Root, owner: Owner, clause: str, step: str, column: str = "") -> None:
    """A line of the account: the step that begins, by its printed name, and the column of cards it works through."""
    about: dict[str, Any] = {"column": column} if column else {}
    game.note("bot.step", clause, owner=owner, step=step, **about)


def skip(game: Root, owner: Owner, clause: str, why: str) -> None:
    """A line of the account: the step leads to nothing, and why."""
    game.note("bot.skipped", clause, owner=owner, why=why)


def reveal_order(game: Root, owner: Owner) -> Flow[bool]:
    """RB 2.7, 2.1.4, G.1.15  Reveal the top card of the deck: it lies face up on the board."""
    cards = yield from take_from_deck(game, 1)
    own = board_of(game, owner)
    own.order, own.suit = (cards[0], CARDS[cards[0]].suit) if cards else ("", "")
    if cards:
        game.note("bot.order", "RB 2.7", owner=owner, card=cards[0])
    return False


def craft_order(game: Root, owner: Owner) -> Flow[bool]:
    """RB 1.1.1, RB 1.1.2, RB 9.7  If the order shows an item that is there, take it for one point; else buy one."""
    card = order_of(game, owner)
    if not card:
        return False
    if CARDS[card].item:
        say(game, owner, "RB 1.1.1", "craft")
    if not (yield from craft_item(game, owner, card)):
        if CARDS[card].item:
            skip(game, owner, "RB 1.1.1", "the item is not in the supply")
        card = yield from buy_item(game, owner)
        if card:
            yield from craft_item(game, owner, card)
    return False


def craft_item(game: Root, owner: Owner, card: str) -> Flow[bool]:
    """RB 1.1.1, RB 1.1.2  A bot crafts an item without crafting pieces, always for one point."""
    item = CARDS[card].item
    if not item or isinstance(item_pile(game, owner, item), Refusal):
        return False
    source = take_item(game, owner, item)
    game.note("crafted", "RB 1.1.1", owner=owner, card=card)
    yield from faction_of(game, owner).take_crafted(game, owner, item, 0)
    score(game, owner, CLOCKWORK.craft_points + more_points(game, owner, item, source), "RB 1.1.2")
    record(game, Crafted(owner, card, source))
    yield from settle(game)
    return True


def discard_order(game: Root, owner: Owner) -> Flow[bool]:
    """The order card goes to the discard pile."""
    own = board_of(game, owner)
    if own.order:
        put_in_discard(game, own.order)
        own.order = ""
    yield from ()
    return False


class NoCard(Option, frozen=True, tag="no_card"):
    """You have no card that matches."""

    PRIVATE = True


def discards_match(game: Root, player: Owner, key: str, clause: str, clearings: Sequence[int]) -> Flow[bool]:
    """RB 6.2.3  A person must discard a card that matches one of these clearings. Was there one?

    Whoever hides cards is asked, also without a card that matches (1.2.1).
    """
    hand = game.players[player].hand
    if not hand:
        return False
    cards = [card for card in sorted(set(hand)) if any(fits(game, card, c) for c in clearings)]
    options: list[Option] = [Spend(card) for card in cards]
    choice = yield from ask(
        player,
        key,
        clause,
        options or [NoCard()],
        secret=hides_hand(game, player),
        clearing=clearings[0],
    )
    if isinstance(choice, Spend):
        discard(game, player, choice.card, clause)
        return True
    return False


def random_corner(game: Root, owner: Owner) -> Flow[int]:
    """R-04  A random corner among those the corner rule allows."""
    corner = yield from pick("bot.corner", sorted(free_corners(game)))
    game.starts[owner] = [corner]
    game.note("starts", "RB 3", owner=owner, clearing=corner)
    return corner
