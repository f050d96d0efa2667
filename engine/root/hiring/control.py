"""E.1  Gaining and losing hirelings: markers on the score track, the control roll, passing cards on.

All of it is said by one guest, the market, who is at the table whenever hirelings are.
"""

from __future__ import annotations

import msgspec

from engine.flow import Flow, Option, roll
from engine.root.data import HIRELING_TABLE
from engine.root.happen import Reaction, Scored, TurnEnded, settle
from engine.root.hiring.hireling import NO_SUCH, about, board_of, choose, hirelings, voice_of
from engine.root.menu import refuses
from engine.root.state import Board, Owner, Root
from engine.root.voice import Voice, guest
from engine.rules import Refusal

MARKET = "hirelings"


class MarketBoard(msgspec.Struct, Board, tag="hirelings", kw_only=True):
    """E.1.1  The hireling markers: those on the score track, and those that players have taken and not used."""

    markers: list[int] = []
    waiting: dict[Owner, int] = {}


class Hire(Option, frozen=True, tag="hire"):
    """E.1.1  Take this hireling from the supply."""

    hireling: Owner


class PassOn(Option, frozen=True, tag="pass_on"):
    """E.1.3  Give a hireling without control markers to another player."""

    hireling: Owner
    to: Owner


IN_SUPPLY = Refusal("E.1.1", "{hireling} is not in the supply any more.")
STAYS = Refusal("E.1.3", "Only a hireling of yours without control markers is given away.")
NOT_TO_THEM = Refusal("E.1.3", "It goes to another player, never to a bot.")


def market(game: Root) -> MarketBoard:
    """The markers."""
    found = game.boards[MARKET]
    if not isinstance(found, MarketBoard):
        raise TypeError("no hirelings are at this table")
    return found


def has_score_marker(game: Root, owner: Owner) -> bool:
    """3.3.2, 9.2.8  Who plays for dominance or in a coalition has none."""
    player = game.players[owner]
    return not player.dominance and not player.coalition


# --- E.1.1 ------------------------------------------------------------------------------------------------


def takes_markers(game: Root, me: Owner, scored: Scored) -> bool:
    """E.1.1, RULING H1, R-11  Did a person reach or pass a space with a marker? Bots leave it there."""
    return scored.owner not in game.bots and any(passed(game, scored))


def passed(game: Root, scored: Scored) -> list[int]:
    """RULING H1  The spaces with a marker that were reached or passed."""
    return [space for space in market(game).markers if scored.before < space <= scored.after]


def take_markers(game: Root, me: Owner, scored: Scored) -> Flow[None]:
    """E.1.1  The player takes the markers at once, in whoever's turn."""
    own = market(game)
    for space in passed(game, scored):
        own.markers.remove(space)
        own.waiting[scored.owner] = own.waiting.get(scored.owner, 0) + 1
        game.note("took.marker", "E.1.1", owner=scored.owner, space=space)
    yield from ()


@refuses(Hire)
def why_not_hire(game: Root, owner: Owner, wish: Hire) -> Refusal | None:
    """E.1.1  Only cards in the supply can be taken."""
    if voice_of(game, wish.hireling) is None:
        return NO_SUCH
    return about(IN_SUPPLY, wish.hireling) if board_of(game, wish.hireling).controller else None


def hire(game: Root, player: Owner) -> Flow[None]:
    """E.1.1  For each marker that was taken, a hireling of the player's choice from the supply."""
    waiting = market(game).waiting
    while waiting.get(player):
        options = [Hire(me) for me in hirelings(game) if not board_of(game, me).controller]
        if not options:
            return
        choice = yield from choose(game, player, "hireling.hire", "E.1.1", options)
        waiting[player] -= 1
        if not waiting[player]:
            del waiting[player]
        yield from gain(game, choice.hireling, player)


# --- E.1.2 ------------------------------------------------------------------------------------------------


def leads(game: Root, player: Owner) -> bool:
    """E.1.2, RULING H2  Has the player the most points, alone or tied? Without a score marker nobody has."""
    scores = [game.players[owner].score for owner in game.order if has_score_marker(game, owner)]
    return has_score_marker(game, player) and game.players[player].score == max(scores, default=0)


def gain(game: Root, me: Owner, player: Owner) -> Flow[None]:
    """E.1.2, E.2.1  A player gains a hireling card: the control roll, then what the card does when hired."""
    own = board_of(game, me)
    own.controller = player
    faces = HIRELING_TABLE.control_die
    (face,) = yield from roll("hireling.control", 1, len(faces))
    gold = leads(game, player)
    own.control = faces[face].gold if gold else faces[face].all
    game.note("hired", "E.1.2", owner=player, hireling=me, turns=own.control, gold=gold)
    voice = voice_of(game, me)
    if voice is not None:
        yield from voice.when_hired(game, me, player)
    yield from settle(game)


# --- E.1.3 ------------------------------------------------------------------------------------------------


def ends_turn(game: Root, me: Owner, ended: TurnEnded) -> bool:
    """E.1.3, R-11  A person's turn is over."""
    return ended.owner not in game.bots


def end_of_turn(game: Root, me: Owner, ended: TurnEnded) -> Flow[None]:
    """E.1.3, E.1.1, RULING H3  Markers leave the player's cards, empty cards are passed on, new ones are hired."""
    yield from settle(game)  # what the end of Evening has brought, a marker too
    player = ended.owner
    own = [name for name in hirelings(game) if board_of(game, name).controller == player]
    for name in own:
        board = board_of(game, name)
        board.control = max(0, board.control - 1)
    empty = [name for name in own if not board_of(game, name).control]
    yield from pass_on(game, player, empty)
    yield from hire(game, player)


def receivers(game: Root, player: Owner) -> list[Owner]:
    """E.1.3, R-11  Who may be given a hireling: any other person, the leader or a partner too."""
    return [other for other in game.order if other != player and other not in game.bots]


@refuses(PassOn)
def why_not_pass(game: Root, owner: Owner, wish: PassOn) -> Refusal | None:
    """E.1.3  Only empty cards of one's own, and only to other people."""
    if voice_of(game, wish.hireling) is None:
        return NO_SUCH
    own = board_of(game, wish.hireling)
    if own.controller != owner or own.control:
        return STAYS
    return None if wish.to in receivers(game, owner) else NOT_TO_THEM


def pass_on(game: Root, player: Owner, empty: list[Owner]) -> Flow[None]:
    """E.1.3, RULING H21  Empty cards go to other players, in any order. A single person among bots keeps them."""
    others = receivers(game, player)
    while empty and others:
        options = [PassOn(name, other) for name in empty for other in others]
        choice = yield from choose(game, player, "hireling.pass", "E.1.3", options)
        empty.remove(choice.hireling)
        game.note("passed.on", "E.1.3", owner=player, hireling=choice.hireling, to=choice.to)
        yield from gain(game, choice.hireling, choice.to)


@guest
class Market(Voice):
    """E.1  Who holds the markers and hands out the cards."""

    id = MARKET
    reactions = (
        Reaction("E.1.1", "hirelings.marker", Scored, takes_markers, take_markers, quiet=True),
        Reaction("E.1.3", "hirelings.turn", TurnEnded, ends_turn, end_of_turn),
    )

    def new_board(self) -> Board:
        """A.6.4  The markers lie on their spaces of the score track."""
        return MarketBoard(markers=list(HIRELING_TABLE.markers))
