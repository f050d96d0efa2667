"""RB 7  Vagabot, in the board's own order."""

from __future__ import annotations

from collections.abc import Callable

from engine.flow import Ask, Flow, Option, pick, shuffle
from engine.root.actions.battle import Battle, Side, battle, deal
from engine.root.clockwork.board import (
    Clockwork,
    craft_order,
    discard_order,
    lose_some,
    order_suit,
    reveal_order,
    say,
    skip,
)
from engine.root.clockwork.buying import ANY_PRICE
from engine.root.clockwork.vagabond.characters import TINKER, protect, special
from engine.root.clockwork.vagabond.items import (
    BOT,
    MAX_HITS,
    NUMBERS,
    THRESHOLDS,
    VagabotBoard,
    board,
    damage,
    damaged,
    exhaust,
    gain,
    has_trait,
    refresh,
    repair,
    things,
    to_damage,
    undamaged,
    usable,
)
from engine.root.clockwork.vagabond.way import clearing_of, go_to_nearest, routes, walk
from engine.root.clockwork.vocabulary import (
    enemies_in,
    enemy_pieces_in,
    fewest,
    most,
    pick_clearing,
    pick_player,
    pieces_of,
    points,
    rivals,
)
from engine.root.data import QUESTS
from engine.root.faction import EVENING, Lose, Losses, Step, register, shown_as
from engine.root.factions.vagabond.faction import RUIN_SETS, vagabonds
from engine.root.factions.vagabond.facts import CHARACTERS, PRINTED
from engine.root.factions.vagabond.fights import LoseAlly
from engine.root.factions.vagabond.items import ThisItem
from engine.root.happen import Reaction, Removed, Swept, settle
from engine.root.rule import of_suit
from engine.root.setup.table import muster, place_ruin_items
from engine.root.state import CLEARINGS, Board, Owner, Place, Root
from engine.root.turn import skip_to
from engine.root.verbs import draw, move_pawn, score, take_crafted_item, take_ruin_item
from engine.root.view import BoardView, CardsView, ItemView

NO_ITEMS = "too few items it can exhaust"
TOO_FAR = "it does not get there"
NOTHING_DAMAGED = "nothing is damaged"

# --- RB 7.3 Setup -----------------------------------------------------------------------------------------


def setup(game: Root, owner: Owner) -> Flow[None]:
    """RB 7.3.1 - RB 7.3.5  Character, pawn, quest, ruin items, and its own items."""
    muster(game, owner, PRINTED.warriors)
    own = board(game, owner)
    own.character = str(game.seat_options.get(owner, {}).get("character", ""))
    if not own.character:
        own.character = (yield from pick("vagabot.character", BOT.characters)).id
    game.note("character", "RB 7.3.1", owner=owner, character=own.character)
    forests = game.map.forests.values()
    widest = max(len(forest.clearings) for forest in forests)
    game.pawns[owner] = yield from pick(
        "vagabot.forest", [forest.id for forest in forests if len(forest.clearings) == widest]
    )
    game.note("starts", "RB 7.3.2", owner=owner, forest=game.pawns[owner])
    if not game.quests and not game.quest_deck:
        game.quest_deck = yield from shuffle("setup.quests", list(QUESTS))
    yield from next_quest(game, owner)
    yield from place_ruin_items(game, min(len(vagabonds(game)), RUIN_SETS))
    number = NUMBERS["tinker_items" if own.character == TINKER else "items"]
    gain(game, owner, starting_kinds(own.character)[:number])


def starting_kinds(character: str) -> list[str]:
    """RB 7.3.5  Any items with an S; to please the eye, first those of the character."""
    own: list[str] = [*CHARACTERS[character].items]
    return own + [str(item) for item in PRINTED.tracked_items]


def next_quest(game: Root, owner: Owner) -> Flow[None]:
    """RB 7.3.3, R-VT-12  Reveal a quest that only the Vagabot can complete."""
    own = board(game, owner)
    if not game.quest_deck:
        game.quest_deck = yield from shuffle("vagabot.quests", own.past_quests)
        own.past_quests = []
    own.quest = game.quest_deck.pop() if game.quest_deck else ""
    if own.quest:
        game.note("bot.quest", "RB 7.3.3", owner=owner, quest=own.quest)
        game.learned = True


# --- RB 7.4 Birdsong --------------------------------------------------------------------------------------


def slip_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 7.4.3, R-VT-3, R-VT-14  With two undamaged items or fewer: into any random forest, and on to Evening."""
    if len(undamaged(game, owner)) <= NUMBERS["slip_undamaged"]:
        say(game, owner, "RB 7.4.3", "slip")
        forests = [forest for forest in game.map.forests if forest != game.pawns[owner]]
        forest = yield from pick("vagabot.slip", forests)
        move_pawn(game, owner, forest, "RB 7.4.3")
        yield from settle(game)
        skip_to(game, EVENING)
    return False


# --- RB 7.5 Daylight --------------------------------------------------------------------------------------


def plan_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 7.5.I - RB 7.5.IV  The actions of the order, one after another."""
    lists = BOT.questing_actions if has_trait(game, owner, "questing") else BOT.actions
    named: dict[str, tuple[str, ...]] = {str(suit): actions for suit, actions in lists.items()}
    board(game, owner).actions = list(named.get(order_suit(game, owner), ()))
    yield from ()
    return False


def action_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 7.5  The next action of the list, until there is none."""
    actions = board(game, owner).actions
    if not actions:
        return False
    act, clause = ACTIONS[name := actions.pop(0)]
    say(game, owner, clause, name)
    yield from act(game, owner)
    return True


def explore(game: Root, owner: Owner) -> Flow[None]:
    """RB 7.5.1  The nearest ruin; a random item from under it."""
    there = yield from go_to_nearest(game, owner, game.ruins, clause="RB 7.5.1")
    hidden = game.ruins.get(clearing_of(game, owner), [])
    if not game.ruins:
        skip(game, owner, "RB 7.5.1", "no ruin is left")
    elif not there:
        skip(game, owner, "RB 7.5.1", TOO_FAR)
    elif not usable(game, owner):
        skip(game, owner, "RB 7.5.1", NO_ITEMS)
    if there and hidden and usable(game, owner):
        exhaust(game, owner, 1, "RB 7.5.1")
        item = yield from pick("vagabot.explore", hidden)
        take_ruin_item(game, owner, clearing_of(game, owner), item, "RB 7.5.1")
        gain(game, owner, [item])


def quest(game: Root, owner: Owner) -> Flow[None]:
    """RB 7.5.2"""
    yield from do_quest(game, owner)


def do_quest(game: Root, owner: Owner) -> Flow[bool]:
    """RB 7.5.2  The nearest clearing of the quest's suit; two items of any kind. Was it completed?"""
    own = board(game, owner)
    if not own.quest:
        skip(game, owner, "RB 7.5.2", "no quest is left")
        return False
    suit = QUESTS[own.quest].suit
    there = yield from go_to_nearest(game, owner, of_suit(game, suit), clause="RB 7.5.2")
    if not there or len(usable(game, owner)) < NUMBERS["quest_items"]:
        skip(game, owner, "RB 7.5.2", NO_ITEMS if there else TOO_FAR)
        return False
    exhaust(game, owner, NUMBERS["quest_items"], "RB 7.5.2")
    game.note("quest", "RB 7.5.2", owner=owner, quest=own.quest)
    own.past_quests.append(own.quest)
    score(game, owner, NUMBERS["quest_points"], "RB 7.5.2")
    score(game, owner, int(has_trait(game, owner, "questing")), "RB 3.3.2", "questing")
    yield from next_quest(game, owner)
    return True


def aid(game: Root, owner: Owner) -> Flow[None]:
    """RB 7.5.3, R-VT-7, R-VT-8  An item for an item, from the player there with the fewest points."""
    questing = has_trait(game, owner, "questing")
    if questing:
        rich = [c for c in CLEARINGS if rich_players(game, owner, c)]
        yield from go_to_nearest(game, owner, rich, clause="RB 7.5.3")
    here = clearing_of(game, owner)
    player = pick_player(
        game,
        owner,
        rich_players(game, owner, here) if here else [],
        fewest("points", lambda player: points(game, player)),
    )
    number = min(len(usable(game, owner)), len(box(game, player)) if player else 0, 1 if questing else 99)
    if player is None or not number:
        skip(game, owner, "RB 7.5.3", NO_ITEMS if player else "nobody there has crafted items")
        return
    exhaust(game, owner, number, "RB 7.5.3")
    game.note("bot.aid", "RB 7.5.3", owner=owner, player=player)
    taken = box(game, player)[:number]
    for item, exhausted in taken:
        take_crafted_item(game, owner, player, item, exhausted, "RB 7.5.3")
    gain(game, owner, [item for item, _ in taken])
    helps = has_trait(game, owner, "helper")
    score(game, owner, number, "RB 7.5.3")
    score(game, owner, int(helps), "RB 3.3.2", "helper")
    yield from draw(game, player, number * (1 + helps), "RB 7.5.3")


def box(game: Root, player: Owner) -> list[tuple[str, bool]]:
    """RB 7.5.3  The items in a Crafted Items box, and whether they are exhausted."""
    who = game.players[player]
    return [(item, False) for item in who.items] + [(item, True) for item in who.exhausted]


def rich_players(game: Root, owner: Owner, clearing: int) -> list[Owner]:
    """RB 7.5.3  Players with a piece in a clearing and an item in their Crafted Items box."""
    return [
        player
        for player in game.order
        if player != owner and box(game, player) and game.has_piece(player, clearing)
    ]


def fight(game: Root, owner: Owner) -> Flow[None]:
    """RB 7.5.4  Battle the leader: one item for the first battle, two for each that follows."""
    found = strongest_crowd(game, owner) if has_trait(game, owner, "berserker") else leader(game, owner)
    if found is None:
        skip(game, owner, "RB 7.5.4", "no enemy in reach")
        return
    enemy, where = found
    there = yield from walk(game, owner, routes(game, owner)[where], "RB 7.5.4")
    price = NUMBERS["first_battle_items"]
    if not there or len(usable(game, owner)) < price:
        skip(game, owner, "RB 7.5.4", NO_ITEMS if there else TOO_FAR)
    while there and game.has_piece(enemy, where) and len(usable(game, owner)) >= price:
        exhaust(game, owner, price, "RB 7.5.4")
        yield from battle(game, owner, where, enemy)
        price = NUMBERS["next_battle_items"]
        if has_trait(game, owner, "adventurer"):
            return


def leader(game: Root, owner: Owner) -> tuple[Owner, int] | None:
    """RB 7.5.4, RB 7.5.4.I, RB 7.5.4.II  The enemy with the most points, in the best of the nearest clearings."""
    ways = routes(game, owner)
    enemy = pick_player(
        game,
        owner,
        rivals(game, owner),
        most("points", lambda player: points(game, player)),
        legal=lambda player: any(game.has_piece(player, c) for c in ways),
    )
    if enemy is None:
        return None
    where = pick_clearing(
        game,
        owner,
        [c for c in ways if game.has_piece(enemy, c)],
        fewest("moves away", lambda c: len(ways[c])),
        most("buildings and tokens", lambda c: len(game.buildings_of(enemy, c) + game.tokens_of(enemy, c))),
        fewest("warriors", lambda c: game.warriors_of(enemy, c)),
    )
    assert where is not None
    return enemy, where


def strongest_crowd(game: Root, owner: Owner) -> tuple[Owner, int] | None:
    """Trait Berserker  Where the most enemy pieces are, the enemy with the most of them."""
    ways = routes(game, owner)
    where = pick_clearing(
        game,
        owner,
        [c for c in ways if enemies_in(game, owner, c)],
        most("enemy pieces", lambda c: enemy_pieces_in(game, owner, c)),
        fewest("moves away", lambda c: len(ways[c])),
    )
    if where is None:
        return None
    enemy = pick_player(
        game,
        owner,
        enemies_in(game, owner, where),
        most("pieces there", lambda player: pieces_of(game, player, where)),
        most("points", lambda player: points(game, player)),
    )
    assert enemy is not None
    return enemy, where


def mend(game: Root, owner: Owner) -> Flow[None]:
    """RB 7.5.5  An item to repair an item."""
    if not damaged(game, owner):
        skip(game, owner, "RB 7.5.5", NOTHING_DAMAGED)
    elif not usable(game, owner):
        skip(game, owner, "RB 7.5.5", NO_ITEMS)
    else:
        exhaust(game, owner, 1, "RB 7.5.5")
        repair(game, owner, 1, "RB 7.5.5")
    yield from ()


ACTIONS: dict[str, tuple[Callable[[Root, Owner], Flow[None]], str]] = {
    "explore": (explore, "RB 7.5.1"),
    "quest": (quest, "RB 7.5.2"),
    "aid": (aid, "RB 7.5.3"),
    "battle": (fight, "RB 7.5.4"),
    "repair": (mend, "RB 7.5.5"),
    "special": (special, "RB 7.5.6"),
}


def adventure_step(game: Root, owner: Owner) -> Flow[bool]:
    """Trait Adventurer  At the end of Daylight, quests with whatever items are left."""
    if not has_trait(game, owner, "adventurer"):
        return False
    say(game, owner, "RB 3.3.2", "quest")
    return (yield from do_quest(game, owner))


# --- RB 7.6 Evening ---------------------------------------------------------------------------------------


def refresh_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 7.6.1  Fewer items while one is damaged."""
    say(game, owner, "RB 7.6.1", "refresh")
    kind = "refresh_damaged" if damaged(game, owner) else "refresh_undamaged"
    if not any(thing.exhausted for thing in undamaged(game, owner)):
        skip(game, owner, "RB 7.6.1", "nothing is exhausted")
    refresh(game, owner, BOARD.number(game, owner, kind), "RB 7.6.1")
    yield from ()
    return False


def repair_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 7.6.2  All items in a forest, otherwise one; a Berserker one more."""
    say(game, owner, "RB 7.6.2", "repair")
    number = NUMBERS["evening_repairs"] + has_trait(game, owner, "berserker")
    everything = len(damaged(game, owner))
    if not everything:
        skip(game, owner, "RB 7.6.2", NOTHING_DAMAGED)
    repair(game, owner, number if clearing_of(game, owner) else everything, "RB 7.6.2")
    yield from ()
    return False


# --- RB 7.2 the bot ---------------------------------------------------------------------------------------


def is_swept(game: Root, owner: Owner, swept: Swept) -> bool:
    """RB 7.2.1.I  Another player removed all enemy pieces from its clearing."""
    return swept.by != owner and game.has_pawn(owner, swept.clearing)


def survive(game: Root, owner: Owner, swept: Swept) -> Flow[None]:
    """RB 7.2.1.I  The pawn stays; three items are damaged."""
    damage(game, owner, NUMBERS["removal_damage"], "RB 7.2.1.I")
    yield from ()


@register
class Vagabot(Clockwork):
    """RB 7  Vagabot. Its pawn rules nothing and is never removed (RB 7.2.1)."""

    id = "clockwork-vagabond"
    name = BOT.name
    letter = BOT.letter
    bot = BOT
    steps = (
        Step("RB 7.4.1", "birdsong.order", reveal_order),
        Step("RB 7.4.2", "birdsong.craft", craft_order),
        Step("RB 7.4.3", "birdsong.slip", slip_step),
        Step("RB 7.5", "daylight.plan", plan_step),
        Step("RB 7.5", "daylight.actions", action_step),
        Step("RB 3.3.2", "daylight.adventure", adventure_step),
        Step("RB 7.6.1", "evening.refresh", refresh_step),
        Step("RB 7.6.2", "evening.repair", repair_step),
        Step("RB 7.6.3", "evening.discard", discard_order),
    )
    reactions = (Reaction("RB 7.2.1.I", "bot.swept", Swept, is_swept, survive, quiet=True),)

    def harms_pawn(self, game: Root, owner: Owner, clause: str) -> Flow[None]:
        """RB 7.2.5"""
        damage(game, owner, 1, clause)
        yield from ()

    def new_board(self) -> Board:
        return VagabotBoard()

    def setup(self, game: Root, owner: Owner) -> Flow[None]:
        """RB 7.3"""
        yield from setup(game, owner)

    def waives_rule_to_move(
        self, game: Root, me: Owner, mover: Owner, origin: Place, to: Place, boat: bool
    ) -> bool:
        """RB 7.2.2  Nimble."""
        return mover == me

    def take_crafted(self, game: Root, owner: Owner, item: str, printed: int) -> Flow[int]:
        """RB 7.4.2  The item comes face up to the Satchel or the track."""
        gain(game, owner, [item])
        yield from ()
        return printed

    # RB 9.7 services

    def purse(self, game: Root, owner: Owner) -> int:
        """RB 9.7  With an item to exhaust it can buy, at any price."""
        return ANY_PRICE if usable(game, owner) else 0

    def pays(self, game: Root, owner: Owner, price: int, clause: str) -> Flow[int]:
        """RB 9.7  One item for a service; the seller's own warriors are the payment."""
        exhaust(game, owner, NUMBERS["service_items"], "RB 9.7")
        yield from ()
        return 0

    # battle

    def max_rolled_hits(self, game: Root, side: Side) -> int:
        """RB 7.2.4  By the items on the Battle Track."""
        return MAX_HITS[len(board(game, side.owner).track)]

    def is_defenseless(self, game: Root, side: Side) -> bool:
        """R-VT-2  It has no warriors."""
        return True

    def battle_starts(self, game: Root, me: Owner, battle: Battle) -> Flow[None]:
        """RB 7.5.4  Only as attacker does it score for warriors."""
        board(game, me).attacking = battle.attacker.owner == me
        yield from ()

    def before_roll(self, game: Root, me: Owner, battle: Battle) -> Flow[None]:
        """RB 7.7.6; trait Marksman: as attacker one hit before the dice."""
        yield from protect(game, me, battle)
        if battle.attacker.owner == me and has_trait(game, me, "marksman"):
            game.note("bot.marksman", "RB 3.3.2", owner=me, defender=battle.defender.owner)
            yield from deal(game, {battle.defender: 1})

    def extra_hits(self, game: Root, me: Owner, side: Side) -> int:
        """RB 7.2.4  One more as attacker with the whole track filled."""
        return int(side.owner == me and side.attacks and len(board(game, me).track) == len(THRESHOLDS))

    def loss_question(self, game: Root, side: Side, hits: int) -> Ask | None:
        """RB 7.2.5  Nothing to choose."""
        return None

    def losses(self, game: Root, side: Side, hits: int, answer: tuple[Option, ...] | None) -> Flow[Losses]:
        """RB 7.2.5  An item for each hit."""
        yield from ()
        hurt = to_damage(game, side.owner, hits)
        return Losses(other=tuple(ThisItem(thing.kind, thing.exhausted) for thing in hurt))

    def take_losses(self, game: Root, side: Side, losses: Losses) -> None:
        """RB 7.2.5"""
        damage(game, side.owner, len(losses.other), "RB 7.2.5")

    def answers_losses(self, game: Root, side: Side, question: Ask) -> Flow[tuple[Option, ...]]:
        """RB 7.7.4  For another: warriors, then buildings before tokens; random among equals."""
        clearing = side.battle.clearing
        chosen: list[Option] = [option for option in question.options if isinstance(option, LoseAlly)]
        for group in (game.buildings_of(side.owner, clearing), game.tokens_of(side.owner, clearing)):
            lost = yield from lose_some(group, question.least)
            chosen += [Lose(shown_as(game, piece, None)) for piece in lost]
        items = [option for option in question.options if isinstance(option, ThisItem)]
        chosen += yield from shuffle("vagabot.losses", items)
        return tuple(chosen[: question.least])

    def battle_ends(self, game: Root, me: Owner, battle: Battle) -> Flow[None]:
        board(game, me).attacking = False
        yield from ()

    def removal_points(self, game: Root, me: Owner, removed: Removed) -> int:
        """RB 7.5.4  As attacker a point for each enemy warrior as well."""
        warriors = sum(count for other, count in removed.warriors if other != me)
        fought = removed.in_battle and board(game, me).attacking
        extra = warriors * NUMBERS["warrior_points"] if fought else 0
        return super().removal_points(game, me, removed) + extra

    # what everybody sees

    def public_board(self, game: Root, owner: Owner, seat: Owner | None) -> BoardView:
        own = board(game, owner)
        quests = (CardsView(title="quest", cards=(own.quest,)),) if own.quest else ()
        return BoardView(
            items=tuple(
                ItemView(
                    item=thing.kind,
                    exhausted=thing.exhausted,
                    damaged=thing.damaged,
                    track=any(thing is other for other in own.track),
                )
                for thing in things(game, owner)
            ),
            cards=(*self.order_view(game, owner), *quests),
            counts={"max hits": MAX_HITS[len(own.track)]},
            texts={"character": own.character, **self.texts(game, owner)},
        )


BOARD = Vagabot()
