"""RB 6  Automated Alliance, in the board's own order."""

from __future__ import annotations

from engine.flow import Flow
from engine.root import data
from engine.root.actions.battle import Battle, Side
from engine.root.clockwork.board import (
    Clockwork,
    craft_order,
    discard_order,
    discards_match,
    order_suit,
    ordered,
    reveal_order,
    say,
    skip,
)
from engine.root.clockwork.buying import ANY_PRICE
from engine.root.clockwork.vocabulary import (
    by_priority,
    enemy_pieces_in,
    enemy_warriors_in,
    fewest,
    most,
    pick_clearing,
)
from engine.root.faction import Step, faction_of, register
from engine.root.factions.alliance.faction import after_sweep, bars_sympathy, base_clearings, open_bases
from engine.root.factions.alliance.supporters import (
    BASES,
    PRINTED,
    SYMPATHY,
    is_sympathetic,
    sympathetic,
    tokens_placed,
)
from engine.root.happen import Moved, Reaction, Removed, settle
from engine.root.rule import enemy_players, has_suit, neighbours, principal
from engine.root.setup.table import muster
from engine.root.state import CLEARINGS, Owner, Piece, Root
from engine.root.verbs import (
    Taking,
    bars_building,
    place_building,
    place_token,
    place_warriors,
    remove,
    remove_warriors,
    score,
    sweep,
)
from engine.root.view import BoardView, TrackView

BOT = data.BOTS["alliance"]
POINTS = BOT.tracks["points"]
MARTIAL_LAW = BOT.numbers["martial_law_warriors"]
CRACKDOWN = "RB 6.2.4"
PITY = "public-pity"


def setup(game: Root, owner: Owner) -> Flow[None]:
    """RB 6.3.1 - RB 6.3.3  Ten warriors in supply, bases and sympathy on the board, nothing on the map."""
    muster(game, owner, PRINTED.warriors)
    yield from ()


# --- RB 6.4 Birdsong --------------------------------------------------------------------------------------


def revolt_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 6.4.3, RB 6.4.4  Revolt in a clearing of the ordered suit; if there was none, Public Pity."""
    say(game, owner, "RB 6.4.3", "revolt")
    suit = order_suit(game, owner)
    revolted = False
    if suit in BASES:
        revolted = yield from revolt(
            game, owner, [c for c in sympathetic(game, owner) if has_suit(game, c, suit)], "RB 6.4.3"
        )
    if not revolted:
        why = "no sympathetic clearing of the order where its base can come"
        skip(game, owner, "RB 6.4.3", why if suit in BASES else "a bird order")
        yield from public_pity(game, owner)
    return False


def revolt(game: Root, owner: Owner, clearings: list[int], clause: str) -> Flow[bool]:
    """RB 6.4.3, R-AA-3  Where the most enemy pieces are, all of them go and the base comes; sympathy stays."""
    where = pick_clearing(
        game,
        owner,
        clearings,
        most("enemy pieces", lambda c: enemy_pieces_in(game, owner, c)),
        legal=lambda c: can_revolt(game, owner, c),
    )
    if where is None:
        return False
    game.note("alliance.revolt", clause, owner=owner, clearing=where)
    sweep(game, owner, [where], clause)
    yield from settle(game)
    place_building(game, owner, where, BASES[open_bases(game, owner, where)[0]], clause)
    return True


def can_revolt(game: Root, owner: Owner, clearing: int) -> bool:
    """RB 6.4.3  Its base is still on the board, and can be placed once the enemies are gone."""
    if not open_bases(game, owner, clearing):
        return False
    return bars_building(after_sweep(game, owner, clearing), owner, clearing) is None


def public_pity(game: Root, owner: Owner) -> Flow[None]:
    """RB 6.4.4  Spread sympathy twice with up to four tokens on the map, else once."""
    if BOARD.has_trait(game, owner, "steadfast") and surprise_revolts(game, owner):  # R-AA-5
        return
    game.players[owner].used.append(PITY)
    say(game, owner, "RB 6.4.4", "public pity")
    few = tokens_placed(game, owner) <= BOT.numbers["pity_twice_up_to"]
    for _ in range(2 if few else 1):
        yield from spread(game, owner)


# --- RB 6.5 Daylight --------------------------------------------------------------------------------------


def spread_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 6.5.1"""
    say(game, owner, "RB 6.5.1", "spread sympathy")
    yield from spread(game, owner)
    return False


def spread(game: Root, owner: Owner, *, scores: bool = True) -> Flow[None]:
    """RB 6.5.1, RB 6.2.1, RB 6.2.1.I  One token next to sympathy, at most one in a clearing; 5 points if it cannot."""
    where = spread_target(game, owner)
    points = BOT.numbers["cannot_spread_points"]  # RB 6.5.1.II
    if where is not None:
        points = token_points(game, owner, where)
        if not place_token(game, owner, where, SYMPATHY, "RB 6.5.1"):
            return  # RB 11.8.2
    if scores:
        score(game, owner, points, "RB 6.5.1.II" if where is None else "RB 6.5.1")
    yield from ()


def spread_target(game: Root, owner: Owner) -> int | None:
    """RB 6.5.1, RB 6.5.1.I, R-AA-2  Ordered and few enemy warriors; else, or for the first token, few pieces."""
    sites = [c for c in CLEARINGS if bars_sympathy(game, owner, c) is None]
    friends = sympathetic(game, owner)
    where = None
    if friends:
        sites = [c for c in sites if any(near in friends for near in neighbours(game, owner, c))]
        where = pick_clearing(
            game,
            owner,
            [c for c in sites if c in ordered(game, owner)],
            fewest("enemy warriors", lambda c: enemy_warriors_in(game, owner, c)),
        )
    if where is None:
        where = pick_clearing(
            game, owner, sites, fewest("enemy pieces", lambda c: enemy_pieces_in(game, owner, c))
        )
    return where


def token_points(game: Root, owner: Owner, clearing: int) -> int:
    """RB 6.5.1, RB 6.2.5  The space the next token uncovers, one less under Martial Law."""
    points = POINTS[tokens_placed(game, owner)]
    if BOARD.has_trait(game, owner, "steadfast"):
        return points
    law = any(game.warriors_of(enemy, clearing) >= MARTIAL_LAW for enemy in enemy_players(game, owner))
    return max(points - law, 0)


def surprise_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 6.5.2  With a bird order, a revolt wherever a base can still come."""
    clearings = surprise_revolts(game, owner)
    if clearings:
        say(game, owner, "RB 6.5.2", "surprise revolt")
        yield from revolt(game, owner, clearings, "RB 6.5.2")
    return False


def surprise_revolts(game: Root, owner: Owner) -> list[int]:
    """RB 6.5.2, R-AA-5  Where a Surprise Revolt could come this turn; nowhere for the Steadfast after Public Pity."""
    pitied = BOARD.has_trait(game, owner, "steadfast") and PITY in game.players[owner].used
    if order_suit(game, owner) != "bird" or pitied:
        return []
    return [c for c in sympathetic(game, owner) if can_revolt(game, owner, c)]


# --- RB 6.6 Evening ---------------------------------------------------------------------------------------


def organize_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 6.6.1  Every base with enough warriors trades them all for a token, in order of priority."""
    say(game, owner, "RB 6.6.1", "organize")
    needed = BOARD.number(game, owner, "organize_warriors")
    if not any(game.warriors_of(owner, c) >= needed for c in base_clearings(game, owner)):
        skip(game, owner, "RB 6.6.1", "no base with enough warriors")
    for clearing in base_clearings(game, owner):
        warriors = game.warriors_of(owner, clearing)
        if warriors >= needed:
            remove_warriors(game, owner, clearing, warriors, owner, "RB 6.6.1")
            yield from settle(game)
            yield from spread(game, owner)
    return False


def recruit_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 6.6.2  A warrior on every base."""
    say(game, owner, "RB 6.6.2", "recruit")
    if not base_clearings(game, owner):
        skip(game, owner, "RB 6.6.2", "no base on the map")
    for clearing in by_priority(game, base_clearings(game, owner)):
        place_warriors(game, owner, clearing, 1, "RB 6.6.2")
    yield from ()
    return False


# --- RB 6.2.3 Automated Outrage ---------------------------------------------------------------------------


def moved_in(game: Root, owner: Owner, moved: Moved) -> bool:
    """RB 6.2.3  A human moved warriors into a sympathetic clearing."""
    return (
        bool(moved.warriors)
        and is_human(game, principal(game, moved.mover))
        and is_sympathetic(game, owner, moved.clearing)
    )


def removed_sympathy(game: Root, owner: Owner, removed: Removed) -> bool:
    """RB 6.2.3, R-AA-1  A human removed sympathy, though not by a Crackdown."""
    return (
        removed.clause != CRACKDOWN
        and is_human(game, principal(game, removed.by))
        and Piece(owner, SYMPATHY) in removed.pieces
    )


def is_human(game: Root, player: Owner) -> bool:
    return player in game.players and faction_of(game, player).has_hand


def outrage_at_move(game: Root, owner: Owner, moved: Moved) -> Flow[None]:
    """RB 6.2.3  Once for a move."""
    yield from outrage(game, owner, principal(game, moved.mover), moved.clearing)


def outrage_at_removal(game: Root, owner: Owner, removed: Removed) -> Flow[None]:
    """RB 6.2.3  Once for a token."""
    yield from outrage(game, owner, principal(game, removed.by), removed.clearing)


def outrage(game: Root, owner: Owner, offender: Owner, clearing: int) -> Flow[None]:
    """RB 6.2.3  The offender discards a matching card; if there is none, the Alliance scores."""
    game.note("alliance.outrage", "RB 6.2.3", owner=owner, by=offender, clearing=clearing)
    if not (yield from discards_match(game, offender, "bot.outrage", "RB 6.2.3", [clearing])):
        score(game, owner, BOT.numbers["outrage_points"], "RB 6.2.3")


# --- RB 6.2.4 Crackdown -----------------------------------------------------------------------------------


def lost_base(game: Root, owner: Owner, removed: Removed) -> bool:
    """RB 6.2.4  A base left the map."""
    return any(piece.owner == owner and piece.kind in BASES.values() for piece in removed.pieces)


def crackdown(game: Root, owner: Owner, removed: Removed) -> Flow[None]:
    """RB 6.2.4, R-AA-1  All sympathy in clearings of the base's suit goes; whoever removed the base scores."""
    token = Piece(owner, SYMPATHY)
    for suit, kind in BASES.items():
        if removed.has(owner, kind):
            game.note("bot.crackdown", CRACKDOWN, owner=owner, suit=suit)
            clearings = [c for c in sympathetic(game, owner) if has_suit(game, c, suit)]
            remove(game, [Taking(c, (), (token,), removed.by) for c in clearings], CRACKDOWN)
    yield from ()


# --- the bot ----------------------------------------------------------------------------------------------


@register
class AutomatedAlliance(Clockwork):
    """RB 6  Automated Alliance. A clearing with a token is sympathetic (RB 6.2.1.II)."""

    id = "clockwork-alliance"
    name = BOT.name
    letter = BOT.letter
    bot = BOT
    steps = (
        Step("RB 6.4.1", "birdsong.order", reveal_order),
        Step("RB 6.4.2", "birdsong.craft", craft_order),
        Step("RB 6.4.3", "birdsong.revolt", revolt_step),
        Step("RB 6.5.1", "daylight.spread", spread_step),
        Step("RB 6.5.2", "daylight.surprise", surprise_step),
        Step("RB 6.6.1", "evening.organize", organize_step),
        Step("RB 6.6.2", "evening.recruit", recruit_step),
        Step("RB 6.6.3", "evening.discard", discard_order),
    )
    reactions = (
        Reaction("RB 6.2.4", "bot.crackdown", Removed, lost_base, crackdown, quiet=True),
        Reaction("RB 6.2.3", "bot.outrage", Removed, removed_sympathy, outrage_at_removal),
        Reaction("RB 6.2.3", "bot.outrage", Moved, moved_in, outrage_at_move),
    )

    def setup(self, game: Root, owner: Owner) -> Flow[None]:
        """RB 6.3"""
        yield from setup(game, owner)

    def extra_hits(self, game: Root, me: Owner, side: Side) -> int:
        """RB 6.2.2  Automated Ambush: defending warriors deal one more; with Informants also lone sympathy."""
        if side.owner != me:
            return 0
        clearing = side.battle.clearing
        informed = self.has_trait(game, side.owner, "informants") and is_sympathetic(
            game, side.owner, clearing
        )
        ready = not side.attacks and (game.warriors_of(side.owner, clearing) > 0 or informed)
        return BOT.numbers["ambush_hits"] if ready else 0

    def takes_higher_roll(self, game: Root, me: Owner, battle: Battle) -> bool:
        """Trait Veterans"""
        return battle.defender.owner == me and self.has_trait(game, me, "veterans")

    def worth(self, game: Root, piece: Piece) -> int:
        """Trait Popularity  Nobody scores for removing sympathy."""
        popular = piece.kind == SYMPATHY and self.has_trait(game, piece.owner, "popularity")
        return 0 if popular else super().worth(game, piece)

    def purse(self, game: Root, owner: Owner) -> int:
        """RB 9.7  The seller's own warriors pay for it."""
        return ANY_PRICE

    def pays(self, game: Root, owner: Owner, price: int, clause: str) -> Flow[int]:
        """RB 9.7  None of its warriors go."""
        yield from ()
        return 0

    def pays_warriors(self) -> bool:
        """RB 9.7"""
        return False

    def end_traits(self, game: Root, owner: Owner) -> Flow[None]:
        """Trait Wildfire, R-AA-4, R-AA-7  One more token by this turn's order, scoring nothing."""
        if self.has_trait(game, owner, "wildfire"):
            say(game, owner, "RB 3.3.2", "wildfire")
            yield from spread(game, owner, scores=False)

    def public_board(self, game: Root, owner: Owner, seat: Owner | None) -> BoardView:
        sympathy = TrackView(
            kind=SYMPATHY,
            total=PRINTED.tokens[SYMPATHY],
            left=PRINTED.tokens[SYMPATHY] - tokens_placed(game, owner),
            points=POINTS,
        )
        spaces = tuple(
            TrackView(kind=kind, total=1, left=1 - game.on_map(owner, kind)) for kind in BASES.values()
        )
        return BoardView(
            tracks=(sympathy, *spaces),
            cards=self.order_view(game, owner),
            texts=self.texts(game, owner),
        )


BOARD = AutomatedAlliance()
