"""H6.3 to H6.7  Objectives, a card and what it sets going, an attack: everything an automated faction does in a turn."""

from __future__ import annotations

from engine.flow import Flow, Option
from engine.harrow.actions.attack import Attack, attack_range, defenders, fight
from engine.harrow.automated.board import (
    CARDS,
    CUBE,
    FLOWER,
    MOVE,
    SOLO,
    SPAWN,
    board_of,
    chosen_by_rules,
    lose_terrain,
    reveal,
)
from engine.harrow.automated.moving import spawn, walk
from engine.harrow.choices import PickHex
from engine.harrow.course import ask_for
from engine.harrow.data import BRAMBLES, TABLE, Hex
from engine.harrow.faction import FACTIONS, bars_fighting
from engine.harrow.state import Harrow, Owner
from engine.harrow.verbs import spend_cubes, strengthen


class KeepCard(Option, frozen=True, tag="keep_card"):
    """H6.4.1  The card is resolved."""


class DropCard(Option, frozen=True, tag="drop_card"):
    """H6.4.1  Discard it, once a turn, and turn over another."""


class PickBot(Option, frozen=True, tag="pick_bot"):
    """H6.4.2  The card activates this faction."""

    owner: Owner


class PickSymbol(Option, frozen=True, tag="pick_symbol"):
    """H6.5.1  The flower: begin with this field."""

    symbol: str


# --- H6.3 objectives --------------------------------------------------------------------------------------


def may_place(game: Harrow, kind: str, hex: Hex) -> bool:
    """H6.3.1  No units, no fire, no objective of the other faction, not the brambles."""
    others = any(hex in hexes for other, hexes in game.objectives.items() if other != kind)
    return game.is_clear(hex) and hex not in game.flames and not others and game.kind(hex) != BRAMBLES


def place_missing(game: Harrow) -> Flow[None]:
    """H6.3.1, H6.3.4  A townsfolk, then a building, if none is on the map."""
    for owner in game.automated:
        kind = FACTIONS[owner].goal
        if not game.objectives[kind]:
            yield from place_new(game, owner, kind)


def place_new(game: Harrow, owner: Owner, kind: str) -> Flow[None]:
    """H6.3.1 to H6.3.3, HP.4.4, HP.4.8  On one of the two hexes of a card; cards that do not fit are discarded."""
    while True:
        card = yield from reveal(game, f"solo.deck.{kind}", "H6.3.1")
        board_of(game).gone.append(card)
        shown = CARDS[card]
        if shown.symbol == FLOWER:
            lose_terrain(game, "H6.3.3")
        hexes = shown.hexes if shown.symbol != FLOWER else game.county.ids
        fitting = [PickHex(hex) for hex in hexes if may_place(game, kind, hex)]
        if fitting:
            break
        game.note("solo.unfit", "H6.3.2", owner=owner, hexes=tuple(shown.hexes))
    choice = yield from ask_for(game, owner, "solo.objective", "H6.3.1", fitting, kind=kind)
    game.objectives[kind].append(choice.hex)
    why = chosen_by_rules(game, fitting, "first")
    game.note("solo.placed", "H6.3.1", kind=kind, hex=choice.hex, why=why)


# --- H6.4 the card ----------------------------------------------------------------------------------------


def turn_card(game: Harrow) -> Flow[None]:
    """H6.4.1, H6.4.2, HP.4.2, HP.4.3  A card, perhaps another instead; then the faction it activates."""
    board, first = board_of(game), game.automated[0]
    card = yield from reveal(game, "solo.deck", "H6.4.1")
    board.card = card
    if any(board.decks.values()):
        choice = yield from ask_for(game, first, "solo.keep", "H6.4.1", [KeepCard(), DropCard()], card=card)
        if isinstance(choice, DropCard):
            game.note("solo.dropped", "H6.4.1", card=card)
            board.gone.append(card)
            board.card = ""
            board.card = yield from reveal(game, "solo.deck", "H6.4.1")
    bots = sorted(game.automated, key=lambda one: game.players[one].score)
    options = [PickBot(one) for one in bots]
    picked = yield from ask_for(game, first, "solo.bot", "H6.4.2", options, card=board.card)
    board.activated = picked.owner
    ahead = len({game.players[one].score for one in bots}) > 1
    why = chosen_by_rules(game, options, "behind" if ahead else "equal")
    game.note("solo.activated", "H6.4.2", owner=picked.owner, card=board.card, why=why)


def lay_flames(game: Harrow, flames: int) -> Flow[None]:
    """H6.5.1 to H6.5.3, HP.4.8  Flames on the fields, clockwise from the card's symbol; the fields are performed in that order."""
    board = board_of(game)
    symbol = CARDS[board.card].symbol
    if symbol == FLOWER:
        lose_terrain(game, "H6.5.1")
        picked = yield from ask_for(
            game, board.activated, "solo.symbol", "H6.5.1", [PickSymbol(one) for one in SOLO.fields]
        )
        symbol = picked.symbol
    start = SOLO.fields.index(symbol)
    board.pending = [*SOLO.fields[start:], *SOLO.fields[:start]]
    board.fields = dict.fromkeys(SOLO.fields, 0)
    for number in range(flames):
        board.fields[board.pending[number % len(board.pending)]] += 1
    strengths = {field: 1 + board.fields[field] for field in board.pending}
    game.note("solo.fields", "H6.5.2", owner=board.activated, strengths=strengths, flames=flames)


def perform_field(game: Harrow) -> Flow[None]:
    """H6.5.3, H6.5.4  The next field: as strong as 1 and its flames."""
    board = board_of(game)
    field, owner = board.pending.pop(0), board.activated
    strength = 1 + board.fields[field]
    game.note("solo.field", "H6.5.3", owner=owner, field=field, strength=strength)
    if field == CUBE:
        strengthen(game, owner, strength, "H6.5.4")
    elif field == SPAWN:
        yield from spawn(game, owner, board.card, strength)
    elif field == MOVE:
        yield from walk(game, owner, strength)


# --- H6.7 the attack --------------------------------------------------------------------------------------


def in_range(game: Harrow, owner: Owner, target: Hex) -> list[Hex]:
    """Hexes of a faction from which it can attack a hex; by H6.9 the one with most units first."""
    near = [
        hex for hex in game.hexes_of(owner) if game.distance(hex, target) <= attack_range(game, owner, hex)
    ]
    return sorted(near, key=lambda hex: (-len(game.units_of(owner, hex)), hex))


def against(game: Harrow, owner: Owner, target: Hex, defender: Owner) -> list[Attack]:
    """Attacks on one hex, in the order of H6.9."""
    named = defender if len(defenders(game, owner, target)) > 1 else ""
    return [Attack(origin, target, named) for origin in in_range(game, owner, target)]


def bot_attacks(game: Harrow, owner: Owner, *, marked: bool) -> list[Attack]:
    """H6.7.4, H6.7.5  With Hester's mark: Hester, else a fire; otherwise the other faction where it is not the stronger."""
    if bars_fighting(game):
        return []
    if marked:
        for target, whose in ((figure.hex, whose) for whose, figure in game.figures.items()):
            found = against(game, owner, target, whose)
            if found:
                return found
        fires = sorted(game.flames, key=lambda hex: (game.flames[hex], hex))
        found = [one for hex in fires for one in against(game, owner, hex, fire_owner(game, owner, hex))]
        if found:
            return found
    other = game.other(owner)
    targets = sorted(game.hexes_of(other), key=lambda hex: (len(game.units_of(other, hex)), hex))
    return [
        one
        for hex in targets
        for one in against(game, owner, hex, other)
        if len(game.units_of(owner, one.origin)) >= len(game.units_of(other, hex))
    ]


def fire_owner(game: Harrow, owner: Owner, hex: Hex) -> Owner:
    """Whose fire burns there."""
    return next(one for one in defenders(game, owner, hex) if FACTIONS[one].is_target(game, one, hex))


def aim(game: Harrow, owner: Owner, attack: Attack, *, marked: bool) -> str:
    """H6.7.4, H6.7.5  Whom the card sends it against: Hester or a fire by her mark, else the other faction."""
    if marked and any(figure.hex == attack.target for figure in game.figures.values()):
        return "hester"
    return "fire" if marked and attack.target in game.flames else "rival"


def bot_attack(game: Harrow) -> Flow[None]:
    """H6.7.1, H6.7.2, H6.5.4, HP.4.6  One attack, if there is one; afterwards the faction keeps six cubes."""
    board = board_of(game)
    owner = board.activated
    options = bot_attacks(game, owner, marked=CARDS[board.card].hester)
    if options:
        choice = yield from ask_for(game, owner, "solo.attack", "H6.7.5", options, owner=owner)
        whom = aim(game, owner, choice, marked=CARDS[board.card].hester)
        why = chosen_by_rules(game, options, "weakest")
        game.note(
            "solo.aim",
            "H6.7.4" if whom != "rival" else "H6.7.5",
            owner=owner,
            card=board.card,
            whom=whom,
            why=why,
        )
        yield from fight(game, owner, choice)
    else:
        why = "peace" if bars_fighting(game) else "nobody"
        game.note("solo.no.attack", "H6.7.5", owner=owner, why=why)
    keep_six(game, owner)


def keep_six(game: Harrow, owner: Owner) -> None:
    """H6.5.4, H7.6.3  A faction that moves by itself keeps six cubes on the battleground."""
    surplus = game.battleground[owner] - TABLE.most_cubes
    if surplus > 0:
        spend_cubes(game, owner, surplus, "H6.5.4")


def put_away(game: Harrow) -> None:
    """H6.8.1  The card is done with; the flames are Hester's again."""
    board = board_of(game)
    board.gone += [board.card] if board.card else []
    board.card, board.activated, board.fields, board.pending, board.reached = "", "", {}, [], {}
