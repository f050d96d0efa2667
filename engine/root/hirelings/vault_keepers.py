"""The Vault Keepers, and their demoted side, the Badger Bodyguards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.flow import Flow
from engine.root.data import HIRELINGS
from engine.root.happen import settle
from engine.root.hiring.hireling import (
    Act,
    Hireling,
    board_of,
    choose,
    choose_part,
    choose_place,
    go_on,
    on_map,
    open_to,
    pieces_in_all,
)
from engine.root.hiring.orders import may_strike, strikes
from engine.root.rule import neighbours
from engine.root.setup.table import Clearing
from engine.root.state import CLEARINGS, Owner, Root
from engine.root.verbs import bars_building, place_building, place_warriors
from engine.root.view import BoardView
from engine.root.voice import guest
from engine.rules import Refusal

if TYPE_CHECKING:
    from engine.root.actions.battle import Side

# --- Vault Keepers ----------------------------------------------------------------------------------------

KEEPERS = "vault-keepers"
VAULT = "vault"
BATTLE, GUARD = "vaults-battle", "vaults-guard"
IDLE = Refusal("E.2.4", "The Vault Keepers can neither place anything nor battle at a vault.")


def vaults_left(game: Root, me: Owner) -> int:
    """1.5.1  Vaults that are not on the map."""
    return pieces_in_all(game, me)[VAULT] - game.on_map(me, VAULT)


def with_vault(game: Root, me: Owner) -> list[int]:
    """The clearings with a vault, each once."""
    return list(dict.fromkeys(game.clearings_with(me, VAULT)))


def open_for_vault(game: Root, me: Owner) -> list[int]:
    """2.2.3  Every clearing in which a vault may be placed."""
    return [clearing for clearing in CLEARINGS if bars_building(game, me, clearing) is None]


def near_vaults(game: Root, me: Owner) -> list[int]:
    """E.2.4  Those in or next to a clearing with a vault."""
    vaults = with_vault(game, me)
    return [c for c in open_for_vault(game, me) if c in vaults or set(vaults) & {*neighbours(game, None, c)}]


def found(game: Root, me: Owner, clearing: int, warriors: int, clause: str) -> None:
    """A vault, and as many warriors as there are (1.5.4), come to a clearing."""
    place_building(game, me, clearing, VAULT, clause)
    if warriors:
        place_warriors(game, me, clearing, warriors, clause)


def why_no_vaults(game: Root, me: Owner) -> Refusal | None:
    """E.2.4  Something must be possible: a new vault, a battle at one, or a warrior at one."""
    if (vaults_left(game, me) and open_for_vault(game, me)) or parts(game, me):
        return None
    return IDLE


def tend_vaults(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  First a vault; then battles at vaults, or warriors at vaults."""
    yield from new_vault(game, me, player)
    part = yield from choose_part(game, me, player, "E.2.4", parts(game, me))
    if part == BATTLE:
        yield from battle_at_vaults(game, me, player)
    elif part == GUARD:
        yield from guard_vaults(game, me, player)


def new_vault(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  May place one in or next to a clearing with one; if that is impossible, with a warrior anywhere."""
    near = near_vaults(game, me)
    where = near or open_for_vault(game, me)
    if not vaults_left(game, me) or not where:
        return
    options = go_on([Clearing(clearing) for clearing in where])
    choice = yield from choose(game, player, "vaults.place", "E.2.4", options)
    if isinstance(choice, Clearing):
        found(game, me, choice.clearing, 0 if near else 1, "E.2.4")
        yield from settle(game)


def parts(game: Root, me: Owner) -> list[str]:
    """E.2.4  What can be done at the vaults."""
    battles = bool(strikes(game, me, with_vault(game, me)))
    guards = bool(game.guests[me].supply and open_to(game, me, with_vault(game, me)))
    return [part for part, can in ((BATTLE, battles), (GUARD, guards)) if can]


def battle_at_vaults(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4  May battle once in each clearing with a vault, in any order."""
    done: list[int] = []
    while where := [clearing for clearing in with_vault(game, me) if clearing not in done]:
        if not strikes(game, me, where):
            return
        fought = yield from may_strike(game, me, player, "E.2.4", where)
        if not fought:
            return
        done.append(fought)


def guard_vaults(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.2.4, 1.5.4  A warrior at each vault; if there are too few, the controller says where."""
    left = [clearing for clearing in game.clearings_with(me, VAULT) if open_to(game, me, [clearing])]
    while left and game.guests[me].supply:
        clearing = left[0]
        if game.guests[me].supply < len(left):
            clearing = yield from choose_place(game, me, player, "E.2.4", list(dict.fromkeys(left)))
        left.remove(clearing)
        place_warriors(game, me, clearing, 1, "E.2.4")
    yield from settle(game)


@guest
class VaultKeepers(Hireling):
    """Builds vaults, and fights or gathers around them."""

    id = KEEPERS
    sets_up = True
    acts = (Act("vaults-tend", why_no_vaults, tend_vaults),)

    def setup(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """A.6.3  Two warriors and a vault in a clearing with an open slot."""
        clearing = yield from choose_place(game, me, player, "A.6.3", open_for_vault(game, me))
        if clearing:
            found(game, me, clearing, HIRELINGS[me].numbers["at_first"], "A.6.3")

    def when_hired(self, game: Root, me: Owner, player: Owner) -> Flow[None]:
        """E.2.1  No piece on the map: two warriors and a vault in any clearing with a slot."""
        if on_map(game, me):
            return
        clearing = yield from choose_place(game, me, player, "E.2.1", open_for_vault(game, me))
        if clearing:
            found(game, me, clearing, HIRELINGS[me].numbers["at_first"], "E.2.1")

    def public_board(self, game: Root, me: Owner, seat: Owner | None) -> BoardView:
        return BoardView(counts={"vaults left": vaults_left(game, me)})


# --- Badger Bodyguards ------------------------------------------------------------------------------------


@guest
class BadgerBodyguards(Hireling):
    """Takes the first hit for its controller."""

    id = "badger-bodyguards"
    has_pieces = False

    def ignores_first_hit(self, game: Root, me: Owner, side: Side) -> bool:
        """E.2.2  The controller ignores the first hit taken in battle, of an ambush too; once, whoever else says so."""
        return side.owner == board_of(game, me).controller
