"""RB 4  Mechanical Marquise 2.0, in the board's own order."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.flow import Ask, Flow, pick, shuffle
from engine.root import data
from engine.root.actions.battle import Battle, Side, battle
from engine.root.actions.move import take_move
from engine.root.clockwork.board import (
    Clockwork,
    ClockworkBoard,
    craft_order,
    discard_order,
    order_suit,
    ordered,
    reveal_order,
    say,
    skip,
)
from engine.root.clockwork.buying import find_site
from engine.root.clockwork.vocabulary import (
    bot_moves,
    by_priority,
    enemies_in,
    enemy_pieces_in,
    has_battle,
    most,
    pick_clearing,
    pick_player,
    pieces_of,
    points,
)
from engine.root.faction import Losses, Step, register
from engine.root.rule import neighbours, principal, rules
from engine.root.setup.table import muster
from engine.root.state import CLEARINGS, Board, Owner, Piece, Place, Root
from engine.root.turn import go_to
from engine.root.verbs import bars_building, bars_placing, place_building, place_token, place_warriors, score
from engine.root.view import BoardView, TrackView
from engine.rules import Refusal


class MechanicalMarquiseFacts(data.Bot, frozen=True, kw_only=True):
    """RB 4.5  What it builds, by the suit of the order card."""

    buildings_by_order: dict[data.ClearingSuit, str]


BOT = data.facts("clockwork", "marquise", MechanicalMarquiseFacts)
PRINTED = data.FACTIONS["marquise"]
BUILDINGS = tuple(PRINTED.buildings)
KEEP, SAWMILL, RECRUITER = "keep", "sawmill", "recruiter"
BUILT_BY: dict[str, str] = {str(suit): kind for suit, kind in BOT.buildings_by_order.items()}
PAIR = 2


class MechanicalMarquiseBoard(ClockworkBoard, tag="clockwork-marquise", kw_only=True):
    """Whether a building was placed and Expand used this turn."""

    built: bool = False
    expanded: bool = False


def board(game: Root, owner: Owner) -> MechanicalMarquiseBoard:
    own = game.boards[owner]
    assert isinstance(own, MechanicalMarquiseBoard)
    return own


def is_bird(game: Root, owner: Owner) -> bool:
    """RB 4.7  Is it Escalated Daylight?"""
    return order_suit(game, owner) == "bird"


# --- RB 4.3 Setup -----------------------------------------------------------------------------------------


def setup(game: Root, owner: Owner) -> Flow[None]:
    """RB 4.3.1 - RB 4.3.5  A random corner, a warrior nearly everywhere, three random buildings."""
    muster(game, owner, PRINTED.warriors)
    keep = yield from pick("bot.corner", sorted(game.map.corners))
    game.starts[owner] = [keep]
    game.note("starts", "RB 4.3.2", owner=owner, clearing=keep)
    place_token(game, owner, keep, KEEP, "RB 4.3.2")
    for clearing in CLEARINGS:
        if clearing != game.map.opposite[keep]:
            place_warriors(game, owner, clearing, 1, "RB 4.3.3")
    place_warriors(game, owner, keep, 1, "RB 4.3.3")
    near = [c for c in (keep, *neighbours(game, owner, keep)) if bars_building(game, owner, c) is None]
    sites = yield from shuffle("bot.sites", near)  # RB 4.3.4, R-MM-1
    kinds = yield from shuffle("bot.buildings", BUILDINGS)
    for site, kind in zip(sites, kinds, strict=False):
        place_building(game, owner, site, kind, "RB 4.3.4")


# --- RB 4.5 Daylight, RB 4.7 Escalated Daylight -----------------------------------------------------------


def battle_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 4.5.1, RB 4.7.1  Battle in every ordered clearing."""
    say(game, owner, "RB 4.7.1" if is_bird(game, owner) else "RB 4.5.1", "battle")
    if not any(has_battle(game, owner, clearing) for clearing in ordered(game, owner)):
        skip(game, owner, "RB 4.5.1", "nobody to battle in an ordered clearing")
    for clearing in ordered(game, owner):
        yield from attack(game, owner, clearing)
    return False


def attack(game: Root, owner: Owner, clearing: int) -> Flow[None]:
    """RB 4.5.1.I, RB 4.7.1.I  Battle the enemy with the most pieces there, then the most points."""
    if not has_battle(game, owner, clearing):
        return
    defender = pick_player(
        game,
        owner,
        enemies_in(game, owner, clearing),
        most("pieces there", lambda enemy: pieces_of(game, enemy, clearing)),
        most("points", lambda enemy: points(game, enemy)),
    )
    if defender:
        yield from battle(game, owner, clearing, defender)


def recruit_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 4.5.2, RB 4.7.2  Spread warriors over ruled ordered clearings."""
    escalated = is_bird(game, owner)
    clause = "RB 4.7.2" if escalated else "RB 4.5.2"
    say(game, owner, clause, "recruit")
    ruled = [
        c for c in ordered(game, owner) if rules(game, owner, c) and bars_placing(game, owner, c) is None
    ]
    if not ruled:
        skip(game, owner, clause, "rules no ordered clearing where it may place")
    elif not game.players[owner].supply:
        skip(game, owner, clause, "no warriors in the supply")
    total = BOARD.number(game, owner, "recruit")
    if escalated:
        places = by_priority(game, ruled, lowest=True)[:PAIR]
        if BOARD.has_trait(game, owner, "iron-will"):
            total *= 2
    else:
        places = by_priority(game, ruled)
    placed = spread(game, owner, places, total, clause)
    if BOARD.has_trait(game, owner, "overwhelming"):  # before what the difficulty adds
        score(game, owner, (total - placed) // PAIR, "RB 3.3.2", "overwhelming")
    extra = BOARD.number(game, owner, "extra_recruit")
    if extra and ruled:
        place_warriors(game, owner, by_priority(game, ruled)[0], extra, "RB 3.3.1")
    yield from ()
    return False


def spread(game: Root, owner: Owner, places: list[int], total: int, clause: str) -> int:
    """RB 4.5.2, R-18  As evenly as possible, the odd ones by priority; a short supply goes round in turn."""
    placed: dict[int, int] = {}
    for number in range(min(total, game.players[owner].supply)):
        if places:
            place = places[number % len(places)]
            placed[place] = placed.get(place, 0) + 1
    for place, count in placed.items():
        place_warriors(game, owner, place, count, clause)
    return sum(placed.values())


def build_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 4.5.3, RB 4.7.3  Build the ordered type where it rules with the most warriors."""
    clause = "RB 4.7.3" if is_bird(game, owner) else "RB 4.5.3"
    say(game, owner, clause, "build")
    kind = ordered_building(game, owner)
    if not kind or game.on_map(owner, kind) >= PRINTED.buildings[kind]:
        skip(game, owner, clause, "none of the ordered building is left")
        return False
    site = yield from find_site(game, owner, lambda table: building_site(table, owner))
    if site:
        place_building(game, owner, site, kind, clause)
        board(game, owner).built = True
    else:
        skip(game, owner, clause, "rules no clearing with an open slot")
    return False


def building_site(game: Root, owner: Owner) -> int | None:
    """RB 4.5.3, RB 4.7.3  The ruled clearing with the most of its warriors and an open slot."""
    return pick_clearing(
        game,
        owner,
        [c for c in CLEARINGS if rules(game, owner, c)],
        most("of its warriors", lambda c: game.warriors_of(owner, c)),
        legal=lambda c: bars_building(game, owner, c) is None,
    )


def ordered_building(game: Root, owner: Owner) -> str:
    """RB 4.5.3, RB 4.7.3  The type the order asks for."""
    suit = order_suit(game, owner)
    return most_built(game, owner) if suit == "bird" else BUILT_BY.get(suit, "")


def most_built(game: Root, owner: Owner) -> str:
    """RB 4.7.3  The type most built; a tie goes to sawmills, then to recruiters."""
    ties = (SAWMILL, RECRUITER, *BUILDINGS)
    return max(dict.fromkeys(ties), key=lambda kind: (game.on_map(owner, kind), -ties.index(kind)))


def move_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 4.5.4, RB 4.7.4  Leave three behind; the rest go to the most enemy pieces."""
    clause = "RB 4.7.4" if is_bird(game, owner) else "RB 4.5.4"
    say(game, owner, clause, "move")
    if not any(game.warriors_of(owner, c) > BOT.numbers["leave_behind"] for c in ordered(game, owner)):
        skip(game, owner, clause, "nowhere more warriors than stay behind")
    entered = []
    for origin in ordered(game, owner):
        entered += yield from push_on(game, owner, origin, BOT.numbers["leave_behind"], clause)
    if is_bird(game, owner):
        for clearing in sorted(set(entered)):
            yield from attack(game, owner, clearing)
    return False


def push_on(game: Root, owner: Owner, origin: int, stay: int, clause: str) -> Flow[list[int]]:
    """RB 4.5.4  Move all but some warriors to the adjacent clearing with the most enemy pieces."""
    surplus = game.warriors_of(owner, origin) - stay
    if surplus <= 0:
        return []
    open_moves = bot_moves(game, owner, origin)
    to = pick_clearing(
        game, owner, open_moves, most("enemy pieces", lambda c: enemy_pieces_in(game, owner, c))
    )
    if to is None:
        return []
    yield from take_move(game, owner, msgspec.structs.replace(open_moves[to], warriors=surplus), clause)
    return [to]


def blitz_step(game: Root, owner: Owner) -> Flow[bool]:
    """Trait Blitz, R-MM-3  From the best safe clearing all but one move out, and battle where they go."""
    if not BOARD.has_trait(game, owner, "blitz"):
        return False
    say(game, owner, "RB 3.3.2", "blitz")
    origin = pick_clearing(
        game,
        owner,
        [c for c in CLEARINGS if rules(game, owner, c) and not enemy_pieces_in(game, owner, c)],
        legal=lambda c: game.warriors_of(owner, c) > 1 and bool(bot_moves(game, owner, c)),
    )
    if origin is None:
        skip(game, owner, "RB 3.3.2", "no safe clearing with warriors to spare")
    else:
        for clearing in (yield from push_on(game, owner, origin, 1, "RB 3.3.2")):
            yield from attack(game, owner, clearing)
    return False


def expand_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 4.5.5  Nothing built and few buildings: a new order, not crafted, and Daylight again; once a turn."""
    own = board(game, owner)
    on_map = sum(game.on_map(owner, kind) for kind in BUILDINGS)
    if is_bird(game, owner) or own.built or own.expanded or on_map > BOT.numbers["expand_buildings"]:
        return False
    say(game, owner, "RB 4.5.5", "expand")
    own.expanded = True
    yield from discard_order(game, owner)
    yield from reveal_order(game, owner)
    go_to(game, "daylight.battle")
    return False


# --- RB 4.6 Evening ---------------------------------------------------------------------------------------


def score_step(game: Root, owner: Owner) -> Flow[bool]:
    """RB 4.6.1  Score the ordered track; with a bird order the best of the three."""
    say(game, owner, "RB 4.6.1", "score")
    kinds = BUILDINGS if is_bird(game, owner) else (ordered_building(game, owner),)
    best = max(kinds, key=lambda kind: game.on_map(owner, kind))
    score(game, owner, BOT.tracks["points"][game.on_map(owner, best)], "RB 4.6.1", best)
    yield from ()
    return False


# --- the bot ----------------------------------------------------------------------------------------------

ONLY_MARQUISE = Refusal("RB 4.2.1", "Only the Marquise may place pieces in the clearing with the keep.")


@register
class MechanicalMarquise(Clockwork):
    """RB 4  Mechanical Marquise 2.0."""

    id = "clockwork-marquise"
    name = BOT.name
    letter = BOT.letter
    bot = BOT
    steps = (
        Step("RB 4.4.1", "birdsong.order", reveal_order),
        Step("RB 4.4.2", "birdsong.craft", craft_order),
        Step("RB 4.5.1", "daylight.battle", battle_step),
        Step("RB 4.5.2", "daylight.recruit", recruit_step),
        Step("RB 4.5.3", "daylight.build", build_step),
        Step("RB 4.5.4", "daylight.move", move_step),
        Step("RB 3.3.2", "daylight.blitz", blitz_step),
        Step("RB 4.5.5", "daylight.expand", expand_step),
        Step("RB 4.6.1", "evening.score", score_step),
        Step("RB 4.6.2", "evening.discard", discard_order),
    )

    def new_board(self) -> Board:
        return MechanicalMarquiseBoard()

    def setup(self, game: Root, owner: Owner) -> Flow[None]:
        """RB 4.3"""
        yield from setup(game, owner)

    def begin_turn(self, game: Root, owner: Owner) -> None:
        own = board(game, owner)
        own.built = own.expanded = False

    def bars_placing(self, game: Root, me: Owner, placer: Owner, place: Place) -> Refusal | None:
        """RB 4.2.1  The keep."""
        if principal(game, placer) != me and Piece(me, KEEP) in game.tokens_at(place):
            return ONLY_MARQUISE
        return None

    def loss_question(self, game: Root, side: Side, hits: int) -> Ask | None:
        """Trait Fortified  Nobody chooses among buildings that take two hits."""
        if self.has_trait(game, side.owner, "fortified"):
            return None
        return super().loss_question(game, side, hits)

    def hits_for(self, game: Root, group: Sequence[Piece]) -> int:
        """Trait Fortified  A building takes two hits; an odd one is lost."""
        buildings = [piece for piece in group if piece.kind in BUILDINGS]
        return PAIR if buildings and self.has_trait(game, buildings[0].owner, "fortified") else 1

    def battle_ends(self, game: Root, me: Owner, battle: Battle) -> Flow[None]:
        """Trait Hospitals  Two or more warriors lost defending: two come to the keep."""
        lost: list[Losses] = battle.defender.lost if battle.defender.owner == me else []
        dead = sum(n for losses in lost for o, n in losses.warriors if o == me)
        if self.has_trait(game, me, "hospitals") and dead >= PAIR:
            for keep in game.clearings_with(me, KEEP):
                game.note("used.effect", "RB 3.3.2", owner=me, effect="hospitals")
                place_warriors(game, me, keep, PAIR, "RB 3.3.2")
        yield from ()

    def public_board(self, game: Root, owner: Owner, seat: Owner | None) -> BoardView:
        tracks = tuple(
            TrackView(
                kind=kind,
                total=PRINTED.buildings[kind],
                left=PRINTED.buildings[kind] - game.on_map(owner, kind),
                points=BOT.tracks["points"][1:],
            )
            for kind in BUILDINGS
        )
        return BoardView(tracks=tracks, cards=self.order_view(game, owner), texts=self.texts(game, owner))


BOARD = MechanicalMarquise()
