"""The Spring Uprising, and its demoted side, the Rabbit Scouts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from engine.flow import Done, Flow, Option, roll
from engine.root.actions.battle import COST_A_CARD, Battle
from engine.root.actions.dominance import Spend
from engine.root.data import HIRELING_TABLE, HIRELINGS
from engine.root.faction import hides_hand
from engine.root.hiring.hireling import (
    BIRDSONG_START,
    Act,
    Hireling,
    board_of,
    choose,
    on_map,
    open_to,
    place_one,
)
from engine.root.preview import hand_after, previews
from engine.root.rule import fitting, of_suit, principal
from engine.root.setup.table import Clearing
from engine.root.standin.instinct import marks
from engine.root.standin.marks import WARRIOR
from engine.root.standin.sight import Sight, keep_worth
from engine.root.state import Owner, Root
from engine.root.verbs import discard, enemy_pieces, place_warriors, remove_warriors, sweep
from engine.root.voice import guest
from engine.rules import Preview, Refusal

# --- Spring Uprising --------------------------------------------------------------------------------------

NO_CARD = Refusal("E.2.2", "To battle the Uprising you must discard a card that matches the clearing.")


class Rebel(Option, frozen=True, tag="rebel"):
    """E.2.3  The Uprising rises here: one of its warriors goes, and all enemy pieces."""

    clearing: int


@previews(Rebel)
def rebelled(game: Root, owner: Owner, option: Rebel) -> Iterator[Preview]:
    """E.2.3, E.3.6  What goes, for no points."""
    gone = enemy_pieces(game, SpringUprising.id, option.clearing)
    pieces = sum(count for _, count in gone.warriors) + len(gone.pieces)
    yield Preview("uprising.sweeps", {"pieces": pieces})
    yield Preview("points.none")


def roll_suit(game: Root, clause: str) -> Flow[str]:
    """The uprising die: each suit twice."""
    faces = HIRELING_TABLE.uprising_die
    (face,) = yield from roll("uprising.suit", 1, len(faces))
    game.note("uprising.rolled", clause, suit=faces[face])
    return faces[face]


def gather(game: Root, me: Owner, player: Owner, clause: str) -> Flow[None]:
    """A.6.3, E.2.1  Roll; a warrior in a clearing of that suit."""
    suit = yield from roll_suit(game, clause)
    yield from place_one(game, me, player, clause, of_suit(game, suit))


def always(game: Root, me: Owner) -> Refusal | None:
    """E.2.3  The die is rolled whatever may come of it."""
    return None


def rise(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.3, 9.2.2.I, E.3.6  Roll: rise in a matching clearing with a warrior, or place one in a matching clearing."""
    suit = yield from roll_suit(game, "E.2.3")
    where = of_suit(game, suit)
    options: list[Option] = [Rebel(c) for c in where if game.warriors_of(me, c)]
    if game.guests[me].supply:
        options += [Clearing(c) for c in open_to(game, me, where)]
    if not options:
        return
    choice = yield from choose(game, player, "uprising.rise", "E.2.3", options, suit=suit)
    if isinstance(choice, Rebel):
        remove_warriors(game, me, choice.clearing, 1, me, "E.2.3")
        sweep(game, me, [choice.clearing], "E.2.3")
    elif isinstance(choice, Clearing):
        place_warriors(game, me, choice.clearing, 1, "E.2.3")


@guest
class SpringUprising(Hireling):
    """A die tells where it gathers, or takes everything with it."""

    id = "spring-uprising"
    sets_up = True
    acts = (Act("uprising-rise", always, rise, moment=BIRDSONG_START, must=True),)

    def setup(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """A.6.3  Roll twice, a warrior for each roll."""
        for _ in range(HIRELINGS[me].numbers["first"]):
            yield from gather(game, me, player, "A.6.3")

    def when_hired(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """E.2.1  With nobody on the map, one gathers."""
        if not on_map(game, me):
            yield from gather(game, me, player, "E.2.1")

    def bars_battle(
        self, game: Root, me: Owner, attacker: Owner, defender: Owner, clearing: int
    ) -> Refusal | None:
        """E.2.2, RULING H13  Whoever attacks it, or the controller of a hireling that does, needs a matching card."""
        if defender != me:
            return None
        player = game.players.get(principal(game, attacker))
        return None if player and fitting(game, player.hand, clearing) else NO_CARD

    def may_offer(self, game: Root, me: Owner, owner: Owner, moment: str) -> bool:
        """1.2.1  A hidden card may put a battle against it on a menu."""
        return moment == "daylight" and board_of(game, me).controller != owner and on_map(game, me)

    def battle_starts(self, game: Root, me: Owner, battle: Battle) -> Flow[None]:
        """E.2.2, RULING H13  The attacker first discards the card."""
        payer = principal(game, battle.attacker.owner)
        if battle.defender.owner != me or payer not in game.players:
            return
        hand = dict.fromkeys(game.players[payer].hand)
        cards = [Spend(card) for card in fitting(game, hand, battle.clearing)]
        if cards:
            choice = yield from choose(
                game,
                payer,
                "uprising.card",
                "E.2.2",
                cards,
                secret=hides_hand(game, payer),
                clearing=battle.clearing,
            )
            discard(game, payer, choice.card, "E.2.2")


COST_A_CARD.add(SpringUprising.id)


# --- Rabbit Scouts ----------------------------------------------------------------------------------------


class Scout(Option, frozen=True, tag="scout"):
    """E.2.2  Spend this card for the Scouts."""

    PRIVATE = True

    card: str


@previews(Scout)
def scouted(game: Root, owner: Owner, option: Scout) -> Iterator[Preview]:
    """E.2.2  A card of the hand."""
    yield from hand_after(game, owner)


@guest
class RabbitScouts(Hireling):
    """For a card its controller, attacked, deals the higher roll."""

    id = "rabbit-scouts"
    has_pieces = False
    orders: ClassVar = {"scouts.card": {"scout": "Spend a card for the Scouts", "done": "No Scouts"}}

    def before_roll(self, game: Root, me: Owner, battle: Battle) -> Flow[None]:
        """E.2.2  After the ambush, before the dice, the controller as defender may spend a matching card."""
        player = board_of(game, me).controller
        there = battle.defender.owner == player and game.has_piece(player, battle.clearing)
        if not player or not there or not game.players[player].hand:
            return
        hand = dict.fromkeys(game.players[player].hand)
        options: list[Option] = [Scout(card) for card in fitting(game, hand, battle.clearing)]
        choice = yield from choose(
            game,
            player,
            "scouts.card",
            "E.2.2",
            [*options, Done()],
            secret=hides_hand(game, player),
            clearing=battle.clearing,
            enemy=battle.attacker.owner,
        )
        if isinstance(choice, Scout):
            discard(game, player, choice.card, "E.2.2")
            battle.defender_rolls_higher = True


# --- what a stand-in knows of them ------------------------------------------------------------------------


@marks("rebel")
def rebelling(sight: Sight, option: Rebel) -> float:
    """What the enemies lose there."""
    return sum(
        WARRIOR * sight.warriors(enemy, option.clearing) + sight.pieces(enemy, option.clearing)
        for enemy in sight.enemies
    )


@marks("scout")
def scouting(sight: Sight, option: Scout) -> float:
    """Worth a card where many meet many."""
    clearing, enemy = int(sight.ask.about["clearing"]), str(sight.ask.about["enemy"])
    several = min(sight.warriors(sight.me, clearing), sight.warriors(enemy, clearing), 3)
    return WARRIOR * several - 0.2 - 0.4 * keep_worth(sight, option.card)
