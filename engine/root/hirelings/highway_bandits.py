"""The Highway Bandits, and their demoted side, the Bandit Gangs."""

from __future__ import annotations

from engine.flow import Done, Flow, Option
from engine.root.data import HIRELINGS
from engine.root.faction import Faction, army_of
from engine.root.happen import Moved, Reaction
from engine.root.hiring.hireling import (
    NO_SUCH,
    Act,
    Hireling,
    board_of,
    choose,
    on_map,
    open_to,
    place_one,
    places,
    with_pieces,
)
from engine.root.menu import refuses
from engine.root.rule import is_enemy, principal
from engine.root.setup.table import Clearing
from engine.root.standin.instinct import marks
from engine.root.standin.sight import Sight
from engine.root.state import Owner, Place, Root, path_place
from engine.root.verbs import Taking, bars_placing, place_warriors, remove
from engine.root.voice import Journey, guest
from engine.rules import Refusal

# --- Highway Bandits --------------------------------------------------------------------------------------

NO_PATH = Refusal(
    "E.2.4", "A bandit needs an open path without one, at a clearing with pieces of your faction."
)
CLOSED = Refusal("C.3.2", "A bandit stands on no closed path.")


class Lurk(Option, frozen=True, tag="lurk"):
    """E.2.4  A bandit on this path."""

    path: str


class Toll(Option, frozen=True, tag="toll"):
    """E.2.2  Lose one of these warriors to the bandits."""

    owner: Owner


class TollItem(Option, frozen=True, tag="toll_item"):
    """E.2.2  Damage an item instead."""


def open_paths(game: Root) -> list[str]:
    """C.3.2  Every path that is not closed."""
    return [
        path_place(a, b) for a, b in game.map.paths if (a, b) not in game.closed and (b, a) not in game.closed
    ]


def free_paths(game: Root, me: Owner) -> list[str]:
    """E.2.4  Open paths without a bandit."""
    return [path for path in open_paths(game) if not game.warriors_of(me, path)]


def guarded(game: Root, me: Owner) -> list[str]:
    """The paths with a bandit."""
    return [place for place, here in game.elsewhere.items() if here.get(me)]


def touching(game: Root, me: Owner, player: Owner) -> list[str]:
    """E.2.4  Free paths at a clearing with faction pieces of the player."""
    mine = set(with_pieces(game, player))
    ends = {path_place(a, b): {a, b} for a, b in game.map.paths}
    return [path for path in free_paths(game, me) if ends[path] & mine]


def why_no_lurking(game: Root, me: Owner) -> Refusal | None:
    """E.2.4"""
    player = board_of(game, me).controller
    return None if player and touching(game, me, player) else NO_PATH


@refuses(Lurk)
def why_not_there(game: Root, owner: Owner, wish: Lurk) -> Refusal | None:
    """E.2.4, C.3.2  An open path; with or without a bandit depends on the question."""
    if Bandits.id not in game.guests:
        return NO_SUCH
    return None if wish.path in open_paths(game) or wish.path in guarded(game, Bandits.id) else CLOSED


def lurk(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  A bandit comes to a path; if none is left, one may leave another path first."""
    if not game.guests[me].supply:
        options: list[Option] = [Lurk(path) for path in guarded(game, me)]
        leaving = yield from choose(game, player, "bandits.leave", "E.2.4", [*options, Done()])
        if not isinstance(leaving, Lurk):
            return
        game.add_warriors(me, leaving.path, -1)
        game.guests[me].supply += 1
        game.note("bandits.left", "E.2.4", owner=me, path=leaving.path)
    yield from lie_in_wait(game, me, player, touching(game, me, player), "E.2.4")


def lie_in_wait(game: Root, me: Owner, player: Owner, paths: list[str], clause: str) -> Flow[None]:
    """E.2.4  A player chooses a path for a bandit."""
    if paths and game.guests[me].supply:
        choice = yield from choose(game, player, "bandits.place", clause, [Lurk(path) for path in paths])
        place_warriors(game, me, choice.path, 1, clause)


def on_path(game: Root, me: Owner, origin: Place, to: Place) -> str:
    """The path between two clearings, if a bandit is on it; "" if not."""
    if not (isinstance(origin, int) and isinstance(to, int)):
        return ""
    path = path_place(origin, to)
    return path if game.warriors_of(me, path) else ""


def by_other_way(game: Root, journey: Journey) -> bool:
    """RULING H8  Could the mover go by river or underground just as well? Then nobody stops it."""
    return any(
        journey.to in voice.extra_adjacent(game, me, journey.mover, journey.origin)
        for me, voice in game.cast["extra_adjacent"]
    )


def payers(game: Root, journey: Journey) -> list[Owner]:
    """RULING H8, 14.2.2  Whose moving warriors can be taken: not those who may be the ones that nobody removes."""
    found = []
    for owner, count in journey.warriors.items():
        there = game.warriors_of(owner, journey.origin)
        clearing = int(journey.origin) if isinstance(journey.origin, int) else 0
        safe = there - army_of(game, owner).removable_warriors(game, owner, clearing, owner, False)
        if count > safe:
            found.append(owner)
    return found


def goes_there(game: Root, me: Owner, moved: Moved) -> bool:
    """E.2.2, RULING H10  The controller moved, or a hireling of the controller's, over a path with a bandit."""
    player = board_of(game, me).controller
    if not player or principal(game, moved.mover) != player or not moved.path:
        return False
    able = game.players[player].supply and bars_placing(game, player, moved.to) is None
    return bool(able and on_path(game, me, moved.origin, moved.to))


def reinforce(game: Root, me: Owner, moved: Moved) -> Flow[None]:
    """E.2.2  The controller may place a warrior of the own faction where the move ends."""
    player = board_of(game, me).controller
    options: list[Option] = [Clearing(moved.clearing), Done()]
    choice = yield from choose(game, player, "bandits.reinforce", "E.2.2", options)
    if isinstance(choice, Clearing):
        place_warriors(game, player, choice.clearing, 1, "E.2.2")


@guest
class Bandits(Hireling):
    """They stand on paths, take a toll of enemies and help their controller."""

    id = "highway-bandits"
    sets_up = True
    acts = (Act("bandits-place", why_no_lurking, lurk),)
    reactions = (Reaction("E.2.2", "bandits.reinforce", Moved, goes_there, reinforce),)

    def setup(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """A.6.3  Two bandits on two paths."""
        for _ in range(HIRELINGS[me].numbers["first"]):
            yield from lie_in_wait(game, me, player, free_paths(game, me), "A.6.3")

    def takes_toll(self, game: Root, me: Owner, journey: Journey) -> Flow[None]:
        """E.2.2, RULING H8, RULING H14  An enemy on the path loses a moving warrior, a Vagabond perhaps an item."""
        path = on_path(game, me, journey.origin, journey.to) if journey.path else ""
        player = principal(game, journey.mover)
        if not path or not is_enemy(game, journey.mover, me) or by_other_way(game, journey):
            return
        options: list[Option] = [Toll(owner) for owner in payers(game, journey)]
        army = army_of(game, journey.mover)
        if journey.pawn and isinstance(army, Faction):
            options.append(TollItem())
        if not options:
            return
        choice = yield from choose(
            game, player, "bandits.toll", "E.2.2", options, origin=journey.origin, to=journey.to
        )
        game.note("toll", "E.2.2", owner=player, hireling=me)
        if isinstance(choice, Toll):
            take_on_path(game, journey, choice.owner, path, player)
        elif isinstance(army, Faction):
            yield from army.harms_pawn(game, journey.mover, "E.2.2")


def take_on_path(game: Root, journey: Journey, owner: Owner, path: str, by: Owner) -> None:
    """RULING H8, RULING H9  A warrior leaves the clearing, falls on the path and does not arrive."""
    journey.warriors[owner] -= 1
    game.add_warriors(owner, journey.origin, -1)
    game.add_warriors(owner, path, 1)
    remove(game, [Taking(path, ((owner, 1),), (), by)], "E.2.2")


# --- Bandit Gangs -----------------------------------------------------------------------------------------

SAFE = Refusal("E.2.2", "Bandits cannot be battled where their controller's faction has a piece.")
NOBODY_TO_PLACE = Refusal("E.2.4", "You have no warrior to place at a bandit, or may place none there.")
NOWHERE = Refusal("E.2.4", "There is no bandit left to place, or no clearing with pieces of your faction.")


def spots(game: Root, me: Owner, player: Owner) -> list[int]:
    """E.2.4  A clearing for each Bandit warrior, if the player may place there."""
    return [
        clearing
        for clearing in places(game, me)
        if bars_placing(game, player, clearing) is None
        for _ in range(game.warriors_of(me, clearing))
    ]


def why_no_recruits(game: Root, me: Owner) -> Refusal | None:
    """E.2.4"""
    player = board_of(game, me).controller
    able = player and game.players[player].supply and spots(game, me, player)
    return None if able else NOBODY_TO_PLACE


def recruit(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4, 1.5.4  A warrior of the own faction at each Bandit warrior; if they are short, the owner chooses where."""
    left = spots(game, me, player)
    while left and game.players[player].supply:
        if game.players[player].supply >= len(left):
            clearing = left[0]
        else:
            options = [Clearing(c) for c in dict.fromkeys(left)]
            clearing = (yield from choose(game, player, "gangs.recruit", "E.2.4", options)).clearing
        left.remove(clearing)
        place_warriors(game, player, clearing, 1, "E.2.4")


def why_no_gang(game: Root, me: Owner) -> Refusal | None:
    """E.2.4"""
    player = board_of(game, me).controller
    able = player and game.guests[me].supply and open_to(game, me, with_pieces(game, player))
    return None if able else NOWHERE


def spread(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  A Bandit warrior in a clearing with faction pieces of the controller."""
    yield from place_one(game, me, player, "E.2.4", with_pieces(game, player))


@guest
class BanditGangs(Hireling):
    """They hide among their controller's pieces."""

    id = "bandit-gangs"
    acts = (
        Act("gangs-recruit", why_no_recruits, recruit),
        Act("gangs-place", why_no_gang, spread),
    )

    def when_hired(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """E.2.1, RULING H17  With nobody on the map, one where the controller's faction is."""
        if not on_map(game, me):
            yield from place_one(game, me, player, "E.2.1", with_pieces(game, player))

    def bars_battle(
        self, game: Root, me: Owner, attacker: Owner, defender: Owner, clearing: int
    ) -> Refusal | None:
        """E.2.2  They cannot be battled beside faction pieces of their controller."""
        player = board_of(game, me).controller
        return SAFE if defender == me and player and game.has_piece(player, clearing) else None


# --- what a stand-in knows of them ------------------------------------------------------------------------


@marks("lurk")
def lurking(sight: Sight, option: Lurk) -> float:
    """Where many could pass: between crowded clearings."""
    ends = [int(end) for end in option.path.removeprefix("path-").split("-")]
    crowd = sum(sum(sight.clearings[end].warriors.values()) for end in ends)
    return 0.02 * crowd * (-1 if sight.ask.key == "bandits.leave" else 1)


@marks("toll")
def paying(sight: Sight, option: Toll) -> float:
    """Rather an ally's warrior than one of mine."""
    return -0.3 if option.owner == sight.me else -0.1
