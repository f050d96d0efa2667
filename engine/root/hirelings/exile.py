"""The Exile, and its demoted side, the Brigand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.flow import Ask, Flow, Option
from engine.root.actions.battle import Side, battle
from engine.root.data import HIRELINGS
from engine.root.faction import Losses, faction_of
from engine.root.happen import settle
from engine.root.hiring.hireling import (
    Act,
    Hireling,
    HirelingBoard,
    board_of,
    choose,
    choose_place,
    go_on,
    with_pieces,
)
from engine.root.hiring.orders import Strike, strikes, why_not_yours
from engine.root.menu import does, legal, refuses
from engine.root.preview import draws, points, previews
from engine.root.rule import near_clearings, near_forests
from engine.root.setup.table import place_ruin_items
from engine.root.standin.instinct import always, marks
from engine.root.standin.sight import Sight
from engine.root.state import Board, Owner, Root
from engine.root.verbs import (
    draw,
    exhaust_crafted,
    may_lose_card,
    move_pawn,
    place_pawn,
    score,
    take_card,
    take_crafted_item,
    take_ruin_item,
)
from engine.root.view import BoardView, ItemView
from engine.root.voice import guest
from engine.rules import Preview, Refusal

# --- The Exile --------------------------------------------------------------------------------------------

NUMBERS = HIRELINGS["exile"].numbers
CLUB = "club"
NO_ITEMS = Refusal("E.2.4", "The Exile has no items left.")
NOT_NEAR = Refusal("E.2.2", "You need a piece of your faction in a clearing next to the Exile's forest.")
NOT_YOUR_TURN = Refusal("E.2.2", "You give an item to the Exile in your own turn.")
NO_SUCH_ITEM = Refusal("E.2.2", "That item is not in your Crafted Items box.")
APART = Refusal("2.4.1", "The Exile goes to a forest next to its own.")


class ExileBoard(HirelingBoard, tag="exile", kw_only=True):
    """The items on the card, face up and exhausted, and whether it is in a battle."""

    items: list[str] = []
    exhausted: list[str] = []
    fighting: bool = False


class Wander(Option, frozen=True, tag="wander"):
    """The Exile goes to this forest."""

    forest: str


class Equip(Option, frozen=True, tag="equip"):
    """E.2.2  Give this crafted item to the Exile: draw a card and score a point."""

    item: str
    exhausted: bool = False


def exile(game: Root, me: Owner) -> ExileBoard:
    found = game.boards[me]
    assert isinstance(found, ExileBoard)
    return found


def forest_of(game: Root, me: Owner) -> str:
    """The forest it is in; "" before it is set up."""
    return str(game.pawns.get(me, ""))


def around(game: Root, me: Owner) -> tuple[int, ...]:
    """2.4.1  The clearings next to its forest."""
    forest = forest_of(game, me)
    return near_clearings(game, None, forest) if forest else ()


def exhaust(game: Root, me: Owner, count: int) -> None:
    """E.2.4  Items on the card are exhausted."""
    own = exile(game, me)
    for _ in range(count):
        own.exhausted.append(own.items.pop(0))
    game.note("exhausted", "E.2.4", owner=me, items=tuple(own.exhausted[-count:]))


def why_no_roaming(game: Root, me: Owner) -> Refusal | None:
    """E.2.4  With no items left it can do nothing."""
    return None if exile(game, me).items and forest_of(game, me) else NO_ITEMS


def roam(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  For an item to the next forest, for two a battle beside it, as often as there are items; then all refresh."""
    own = exile(game, me)
    while own.items:
        options: list[Option] = [Wander(forest) for forest in near_forests(game, forest_of(game, me))]
        options += strikes(game, me, around(game, me))
        choice = yield from choose(game, player, "exile.roam", "E.2.4", go_on(options), items=len(own.items))
        if isinstance(choice, Wander):
            exhaust(game, me, NUMBERS["move"])
            move_pawn(game, me, choice.forest, "E.2.4")
            yield from settle(game)
        elif isinstance(choice, Strike):
            exhaust(game, me, NUMBERS["battle"])
            own.fighting = True
            yield from battle(game, me, choice.clearing, choice.defender)
            own.fighting = False
        else:
            break
    own.items += own.exhausted
    own.exhausted = []


@refuses(Wander)
def why_no_wandering(game: Root, owner: Owner, wish: Wander) -> Refusal | None:
    """2.4.1  Only to a forest next to its own; anywhere while it is set up."""
    for me in game.guests:
        if isinstance(game.boards.get(me), ExileBoard):
            here = forest_of(game, me)
            near = near_forests(game, here) if here else tuple(game.map.forests)
            return None if wish.forest in near else APART
    return APART


@refuses(Equip)
def why_no_equipping(game: Root, owner: Owner, wish: Equip) -> Refusal | None:
    """E.2.2  In one's own turn, with a faction piece beside the forest, from the Crafted Items box."""
    me = next((name for name in game.guests if isinstance(game.boards.get(name), ExileBoard)), "")
    player = game.players[owner]
    if game.active != owner:
        return NOT_YOUR_TURN
    if not any(game.has_piece(owner, clearing) for clearing in (around(game, me) if me else ())):
        return NOT_NEAR
    return None if wish.item in (player.exhausted if wish.exhausted else player.items) else NO_SUCH_ITEM


@does(Equip)
def equip(game: Root, owner: Owner, option: Equip) -> Flow[None]:
    """E.2.2  The item lies on the card; its giver draws a card and scores a point."""
    me = next(name for name in game.guests if isinstance(game.boards.get(name), ExileBoard))
    take_crafted_item(game, me, owner, option.item, option.exhausted, "E.2.2")
    exile(game, me).items.append(option.item)
    yield from draw(game, owner, NUMBERS["gift_cards"], "E.2.2")
    score(game, owner, NUMBERS["gift_points"], "E.2.2")
    yield from settle(game)


@guest
class Exile(Hireling):
    """A pawn in the forests that fights with items."""

    id = "exile"
    sets_up = True
    acts = (Act("exile-roam", why_no_roaming, roam),)

    def new_board(self) -> Board:
        return ExileBoard(items=[CLUB] * HIRELINGS[self.id].pieces[CLUB])

    def setup(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """A.6.3  The pawn in any forest."""
        forests = [Wander(forest) for forest in game.map.forests]
        choice = yield from choose(game, player, "exile.setup", "A.6.3", forests)
        place_pawn(game, me, choice.forest, "A.6.3")

    def offers(self, game: Root, me: Owner, owner: Owner, moment: str) -> Sequence[Option]:
        """E.2.2  At any time in the own turn everybody near may give it an item."""
        gifts: list[Option] = []
        if moment in ("birdsong", "daylight", "evening"):
            player = game.players[owner]
            gifts = [Equip(item) for item in dict.fromkeys(player.items)]
            gifts += [Equip(item, True) for item in dict.fromkeys(player.exhausted)]
        return [
            *super().offers(game, me, owner, moment),
            *(gift for gift in gifts if legal(game, owner, gift)),
        ]

    def reaches(self, game: Root, me: Owner, clearing: int) -> bool:
        """E.2.4, RULING H15  It battles beside its forest while it has the items for it."""
        own = exile(game, me)
        able = bool(own.items or own.exhausted) if own.fighting else len(own.items) >= NUMBERS["battle"]
        return able and clearing in around(game, me)

    def max_rolled_hits(self, game: Root, side: Side) -> int:
        """E.2.2  As many as there are items on the card, exhausted ones too."""
        own = exile(game, side.owner)
        return len(own.items) + len(own.exhausted)

    def loss_question(self, game: Root, side: Side, hits: int) -> Ask | None:
        return None

    def losses(self, game: Root, side: Side, hits: int, answer: tuple[Option, ...] | None) -> Flow[Losses]:
        """E.2.2  Each hit exhausts an item, or removes one for good if none can be exhausted."""
        own = exile(game, side.owner)
        for _ in range(hits):
            if own.items:
                exhaust(game, side.owner, 1)
            elif own.exhausted:
                game.note("lost.items", "E.2.2", owner=side.owner, items=(own.exhausted.pop(0),))
        yield from ()
        return Losses()

    def public_board(self, game: Root, me: Owner, seat: Owner | None) -> BoardView:
        own = exile(game, me)
        items = [ItemView(item=item) for item in own.items]
        return BoardView(items=(*items, *(ItemView(item=item, exhausted=True) for item in own.exhausted)))


# --- The Brigand ------------------------------------------------------------------------------------------

NO_RUIN = Refusal("E.2.4", "You need a piece of your faction at a ruin with an item.")
NO_CRAFTED = Refusal("E.2.4", "You need an item in your Crafted Items box that is not exhausted.")
NOBODY = Refusal("E.2.4", "Nobody with a card shares a clearing with your faction.")


class Rob(Option, frozen=True, tag="rob"):
    """E.2.4  Exhaust this item to take a random card from this player."""

    item: str
    player: Owner


class Unearth(Option, frozen=True, tag="unearth"):
    """E.2.4  Take this item from the ruin."""

    PRIVATE = True

    item: str


def ruins(game: Root, player: Owner) -> list[int]:
    """2.2.4  Ruins with items in clearings with faction pieces of the player."""
    return [clearing for clearing in with_pieces(game, player) if game.ruins.get(clearing)]


def why_no_digging(game: Root, me: Owner) -> Refusal | None:
    """E.2.4"""
    player = board_of(game, me).controller
    return None if player and ruins(game, player) else NO_RUIN


def dig(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4, 2.2.4  An item of a ruin goes to the faction's items, for no points; with the last one the ruin goes."""
    clearing = yield from choose_place(game, me, player, "E.2.4", ruins(game, player), "brigand.ruin")
    found = game.ruins[clearing]
    options = [Unearth(item) for item in dict.fromkeys(found)]
    choice = yield from choose(
        game, player, "brigand.item", "E.2.4", options, secret=len(found) > 1, clearing=clearing
    )
    take_ruin_item(game, player, clearing, choice.item, "E.2.4")
    yield from faction_of(game, player).gains_item(game, player, choice.item, "E.2.4")


def victims(game: Root, player: Owner) -> list[Owner]:
    """E.2.4  Players who share a clearing with faction pieces of this one, and could lose a card."""
    shared = with_pieces(game, player)
    return [
        other
        for other in game.order
        if other != player
        and may_lose_card(game, other)
        and any(game.has_piece(other, clearing) for clearing in shared)
    ]


def why_no_robbery(game: Root, me: Owner) -> Refusal | None:
    """E.2.4"""
    player = board_of(game, me).controller
    if not player or not game.players[player].items:
        return NO_CRAFTED
    return None if victims(game, player) else NOBODY


@refuses(Rob)
def why_not_rob(game: Root, owner: Owner, wish: Rob) -> Refusal | None:
    """E.2.4, E.3.4"""
    if refusal := why_not_yours(game, owner, Brigand.id):
        return refusal
    if wish.item not in game.players[owner].items:
        return NO_CRAFTED
    return None if wish.player in victims(game, owner) else NOBODY


def rob(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  For an exhausted item a random card of somebody near."""
    items = dict.fromkeys(game.players[player].items)
    options = [Rob(item, victim) for item in items for victim in victims(game, player)]
    choice = yield from choose(game, player, "brigand.rob", "E.2.4", options)
    exhaust_crafted(game, player, choice.item, "E.2.4")
    yield from take_card(game, player, choice.player, "E.2.4")


@guest
class Brigand(Hireling):
    """Two icons: an item of a ruin, and a card for an item."""

    id = "brigand"
    has_pieces = False
    sets_up = True
    acts = (
        Act("brigand-dig", why_no_digging, dig, icon="ruin"),
        Act("brigand-rob", why_no_robbery, rob, icon="rob"),
    )

    def setup(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """A.6.3, 9.3.4, RULING S2  Items under the ruins; a faction that needs them finds them there."""
        yield from place_ruin_items(game, 1)


# --- what it costs and brings -----------------------------------------------------------------------------


@previews(Wander)
def wandered(game: Root, owner: Owner, option: Wander) -> Iterator[Preview]:
    """E.2.4  The items that are left."""
    me = Exile.id
    if forest_of(game, me):
        yield Preview("exile.left", {"items": len(exile(game, me).items) - NUMBERS["move"]})


@previews(Equip)
def equipped(game: Root, owner: Owner, option: Equip) -> Iterator[Preview]:
    """E.2.2  A card and a point."""
    yield from points(game, owner, NUMBERS["gift_points"])
    yield from draws(NUMBERS["gift_cards"])


@previews(Rob)
def robbed(game: Root, owner: Owner, option: Rob) -> Iterator[Preview]:
    """E.2.4  One of how many cards."""
    yield Preview("takes.random", {"cards": len(game.players[option.player].hand)})


# --- what a stand-in knows of them ------------------------------------------------------------------------


@marks("wander")
def wandering(sight: Sight, option: Wander) -> float:
    """Towards enemies, if there are items left for a battle."""
    if sight.ask.key == "exile.setup":
        return 0.0
    near = sight.map.forests[option.forest].clearings
    others = max((len(sight.someone_else(clearing)) for clearing in near), default=0)
    return 0.05 * others if int(sight.ask.about["items"]) > NUMBERS["battle"] else -0.1


marks("equip")(always(1.2))
marks("rob")(always(0.6))
marks("unearth")(always(0.5))
