"""FC01 to FC13  The Fair Folk's cards. One declaration each; silver cubes pay for them (H7.8.1)."""

from __future__ import annotations

from engine.flow import Done, Flow, Option, ask, ask_many
from engine.harrow.choices import ask_move
from engine.harrow.course import ask_for
from engine.harrow.data import FACTS as PRINTED
from engine.harrow.data import MAP, TABLE, Hex
from engine.harrow.faction import CARDS, card
from engine.harrow.fairfolk.board import FOLK, Arrow, Whisper, board_of, others
from engine.harrow.fairfolk.hand import draw_quest
from engine.harrow.fairfolk.nests import bars_more_nests, draw_offer, move_nest, nest_moves, to_bag
from engine.harrow.fairfolk.offers import haint_moves
from engine.harrow.fairfolk.search import (
    add_silver,
    area,
    arrows_at,
    ask_guess,
    place_arrow,
    put_cross,
    rule_out,
)
from engine.harrow.menu import refuses
from engine.harrow.state import Harrow, Owner
from engine.harrow.verbs import spend_cubes, strengthen
from engine.rules import Refusal


class PlayCharm(Option, frozen=True, tag="play_charm"):
    """H7.8.1  Pay silver cubes and play a card of your hand."""

    PRIVATE = True
    card: str


class AskPlayer(Option, frozen=True, tag="ask_player"):
    """FC01  Ask this player about what this arrow shows."""

    owner: Owner
    hex: Hex
    axis: str
    side: str


class MarkHex(Option, frozen=True, tag="mark_hex"):
    """FC01  The item is not here."""

    PRIVATE = True
    hex: Hex


class RemoveCubes(Option, frozen=True, tag="remove_cubes"):
    """FC02  Remove cubes of this colour."""

    COUNTED = "cubes"
    colour: str
    cubes: int


class DropQuest(Option, frozen=True, tag="drop_quest"):
    """FC05  Discard this objective card."""

    PRIVATE = True
    quest: str


class SwapOffer(Option, frozen=True, tag="swap_offer"):
    """FC06  Return this offer to the bag for another."""

    offer: str


class NameKind(Option, frozen=True, tag="name_kind"):
    """FC09  Is the item on a hex of this kind?"""

    kind: str


class AcceptCube(Option, frozen=True, tag="accept_cube"):
    """FC12  Add a cube of this colour to the battleground."""

    colour: str


class Reclaim(Option, frozen=True, tag="reclaim"):
    """FC13  This player gives an offer back."""

    owner: Owner


class GiveOffer(Option, frozen=True, tag="give_offer"):
    """FC13  Give this offer back."""

    offer: str


NOT_HELD = Refusal("H7.8.1", "You do not hold that card.")
NOT_YOUR_TURN = Refusal("H7.8.1", "Your cards are played in your own turn.")
TOO_DEAR = Refusal("H7.8.1", "That card costs {cost} silver cubes and you have {silver} on the battleground.")
NO_ARROW = Refusal("FC01", "No arrow shows two hexes without a mark.")
NO_CUBES = Refusal("FC02", "Nobody else has cubes on the battleground.")
NO_MOVE = Refusal("FC04", "No nest can move.")
NO_QUESTS = Refusal("FC05", "You hold no objective card.")
NO_OFFERS = Refusal("FC06", "No offer lies in your supply.")
NO_HAINT = Refusal("FC07", "No haint can move.")
NO_LOADED = Refusal("FC10", "No nest with an offer lies on the map.")
NOBODY = Refusal("FC13", "Nobody has an offer to give back.")


@refuses(PlayCharm)
def bars_charm(game: Harrow, owner: Owner, option: PlayCharm) -> Refusal | None:
    """H7.8.1, HP.5.1  A card of the hand that the silver cubes pay for, and what the card itself says."""
    if option.card not in game.players[owner].hand:
        return NOT_HELD
    if owner != game.active or not game.cursor.window:
        return NOT_YOUR_TURN
    cost, silver = PRINTED.cards[option.card].silver, game.battleground[FOLK]
    if cost > silver:
        return Refusal(TOO_DEAR.clause, TOO_DEAR.sentence, {"cost": cost, "silver": silver})
    bars = CARDS[option.card].bars
    return bars(game, owner) if bars else None


def play_charm(game: Harrow, owner: Owner, id: str) -> Flow[None]:
    """H7.8.1  Pay, discard the card, do what it says."""
    game.players[owner].hand.remove(id)
    game.players[owner].discard.append(id)
    game.note("card.played", CARDS[id].clause, owner=owner, card=id)
    spend_cubes(game, owner, PRINTED.cards[id].silver, "H7.8.1")
    yield from CARDS[id].play(game, owner)


# --- FC01 -------------------------------------------------------------------------------------------------


def open_arrows(game: Harrow) -> list[Arrow]:
    """FC01  Arrows whose area holds two hexes without a mark: then one of them can be told, whatever the card says."""
    marked = board_of(game).marked()
    return [
        arrow for arrow in board_of(game).arrows if sum(hex not in marked for hex in area(game, arrow)) > 1
    ]


@card("FC01", "FC01", lambda game, owner: None if open_arrows(game) else NO_ARROW)
def where_oh_where(game: Harrow, owner: Owner) -> Flow[None]:
    """FC01  A player puts an X on a hex of the area of an arrow where the item is not."""
    options = [
        AskPlayer(other, arrow.hex, arrow.axis, arrow.side)
        for other in asked(game)
        for arrow in open_arrows(game)
    ]
    choice = yield from ask(owner, "where.ask", "FC01", options)
    board = board_of(game)
    hidden, marked = board.card[board.searching], board.marked()
    shown = area(game, Arrow(choice.hex, choice.axis, choice.side))
    hexes = [MarkHex(hex) for hex in shown if hex != hidden and hex not in marked]
    mark = yield from ask(choice.owner, "where.mark", "FC01", hexes, secret=True, item=board.searching)
    game.learned = True
    game.note("marked", "FC01", owner=choice.owner, hex=mark.hex, item=board.searching)
    yield from put_cross(game, mark.hex)


def asked(game: Harrow) -> list[Owner]:
    """H7.1.5  The players who may look at the location card."""
    return [other for other in others(game) if other not in game.automated]


# --- FC02, FC03 -------------------------------------------------------------------------------------------


def bars_calming(game: Harrow, owner: Owner) -> Refusal | None:
    return None if any(game.out(other) for other in others(game)) else NO_CUBES


@card("FC02", "FC02", bars_calming)
def calming(game: Harrow, owner: Owner) -> Flow[None]:
    """FC02  Up to 2 cubes of each opponent go to their supply."""
    for other in others(game):
        left = 2
        while left:
            options: list[Option] = [
                RemoveCubes(colour, min(left, game.battleground[colour]))
                for colour in TABLE.factions[other]
                if game.battleground.get(colour)
            ]
            if not options:
                break
            choice = yield from ask(owner, "calming", "FC02", [*options, Done()], owner=other, left=left)
            if not isinstance(choice, RemoveCubes):
                break
            game.battleground[choice.colour] -= choice.cubes
            game.cubes[choice.colour] += choice.cubes
            left -= choice.cubes
            game.note(
                "cubes.removed", "FC02", owner=other, by=owner, cubes=choice.cubes, colour=choice.colour
            )


@card("FC03", "FC03")
def catch_breath(game: Harrow, owner: Owner) -> Flow[None]:
    """FC03  Nobody attacks or infects until every other player has taken a turn."""
    board_of(game).calm = asked(game)
    game.note("calm", "FC03", owner=owner)
    yield from ()


# --- FC04 to FC08 -----------------------------------------------------------------------------------------


@card("FC04", "FC04", lambda game, owner: None if nest_moves(game) else NO_MOVE)
def drifting_nest(game: Harrow, owner: Owner) -> Flow[None]:
    """FC04  A nest goes to a neighbouring hex, with its offer."""
    choice = yield from ask(owner, "drift", "FC04", nest_moves(game))
    move_nest(game, choice.origin, choice.to, "FC04", owner)


@card("FC05", "FC05", lambda game, owner: None if board_of(game).quests else NO_QUESTS)
def change_of_heart(game: Harrow, owner: Owner) -> Flow[None]:
    """FC05  Discard any number of objective cards and draw as many."""
    board = board_of(game)
    options = [DropQuest(quest) for quest in sorted(board.quests)]
    dropped = yield from ask_many(owner, "heart", "FC05", options, 0, len(options), secret=True)
    for one in dropped:
        board.quests.remove(one.quest)
        board.quest_discard.append(one.quest)
    if dropped:
        game.note("quests.dropped", "FC05", owner=owner, quests=tuple(one.quest for one in dropped))
    for _ in dropped:
        yield from draw_quest(game, "FC05")


@card("FC06", "FC06", lambda game, owner: None if board_of(game).offers else NO_OFFERS)
def better_bargain(game: Harrow, owner: Owner) -> Flow[None]:
    """FC06  An offer of the supply goes to the bag, another comes out of it."""
    board = board_of(game)
    choice = yield from ask(owner, "bargain", "FC06", [SwapOffer(offer) for offer in sorted(board.offers)])
    if choice.offer in board.loaded:
        board.loaded.remove(choice.offer)
        board.empty += 1
    else:
        board.loose.remove(choice.offer)
    game.note("offer.returned", "FC06", owner=owner, offer=choice.offer)
    drawn = yield from draw_offer(game)
    to_bag(board, choice.offer)
    if not drawn:
        yield from draw_offer(game)


@card("FC07", "FC07", lambda game, owner: None if haint_moves(game, lambda unit: True) else NO_HAINT)
def wisp(game: Harrow, owner: Owner) -> Flow[None]:
    """FC07  Any haint goes to a legal neighbouring hex."""
    moves = haint_moves(game, lambda unit: True)
    yield from ask_move(game, owner, "wisp", "FC07", moves, must=True)


@card("FC08", "FC08", lambda game, owner: bars_second(game))
def second_nest(game: Harrow, owner: Owner) -> Flow[None]:
    """FC08  One more nest may be played this turn."""
    board_of(game).nests_left += 1
    yield from ()


def bars_second(game: Harrow) -> Refusal | None:
    """FC08, H7.3  Not after an objective was fulfilled."""
    board = board_of(game)
    return bars_more_nests(game) if board.quest_done else None


# --- FC09 to FC11 -----------------------------------------------------------------------------------------


@card("FC09", "FC09")
def whisper(game: Harrow, owner: Owner) -> Flow[None]:
    """FC09  Is the item on a hex of this kind? Yes or no, openly."""
    board = board_of(game)
    known = {one.kind for one in board.whispers}
    kinds = [NameKind(kind) for kind in MAP.kinds if kind not in known] or [
        NameKind(kind) for kind in MAP.kinds
    ]
    choice = yield from ask(owner, "whisper.kind", "FC09", kinds, item=board.searching)
    yes = game.kind(board.card[board.searching]) == choice.kind
    board.whispers.append(Whisper(choice.kind, yes))
    game.learned = True
    rule_out(board, (hex for hex in game.county.ids if (game.kind(hex) == choice.kind) != yes))
    game.note("whispered", "FC09", owner=owner, item=board.searching, kind=choice.kind, yes=yes)


@card("FC10", "FC10", lambda game, owner: None if loaded_nests(game) else NO_LOADED)
def crossed_paths(game: Harrow, owner: Owner) -> Flow[None]:
    """FC10  An arrow at any nest with an offer; the offer stays."""
    arrow = yield from ask(
        owner, "paths", "FC10", arrows_at(loaded_nests(game)), item=board_of(game).searching
    )
    yield from place_arrow(game, arrow)


def loaded_nests(game: Harrow) -> list[Hex]:
    return [hex for hex, offer in sorted(board_of(game).nests.items()) if offer]


@card("FC11", "FC11")
def true_sight(game: Harrow, owner: Owner) -> Flow[None]:
    """FC11  A guess."""
    yield from ask_guess(game, "sight", "FC11", must=True)


# --- FC12, FC13 -------------------------------------------------------------------------------------------


@card("FC12", "FC12")
def fair_exchange(game: Harrow, owner: Owner) -> Flow[None]:
    """FC12  Every opponent may add a cube, one that moves by itself does; the Fair Folk add two."""
    for other in others(game):
        colours = [AcceptCube(colour) for colour in TABLE.factions[other] if game.cubes.get(colour)]
        if colours:
            options: list[Option] = [*colours, *([] if other in game.automated else [Done()])]
            choice = yield from ask_for(game, other, "exchange", "FC12", options)
            if isinstance(choice, AcceptCube):
                strengthen(game, choice.colour, 1, "FC12")
    add_silver(game, 2, "FC12")


def with_offers(game: Harrow) -> list[Owner]:
    """FC13  Who holds an offer not used yet."""
    return [other for other in others(game) if board_of(game).taken.get(other)]


@card("FC13", "FC13", lambda game, owner: None if with_offers(game) else NOBODY)
def broken_promise(game: Harrow, owner: Owner) -> Flow[None]:
    """FC13  An opponent returns an offer of his own choice to the bag."""
    choice = yield from ask(owner, "promise", "FC13", [Reclaim(other) for other in with_offers(game)])
    board = board_of(game)
    held = sorted(board.taken[choice.owner], key=lambda offer: (len(offer), offer))
    given = yield from ask(choice.owner, "promise.give", "FC13", [GiveOffer(offer) for offer in held])
    board.taken[choice.owner].remove(given.offer)
    to_bag(board, given.offer)
    game.note("offer.given", "FC13", owner=choice.owner, offer=given.offer)
