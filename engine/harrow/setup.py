"""H1.1, H2.1, H3.1, H4.2  Setting up the table, step by step."""

from __future__ import annotations

from collections.abc import Callable

from engine.flow import Flow, Option, ask, pick, shuffle
from engine.harrow.data import (
    ABILITIES,
    BUILDING,
    COUNTIES,
    FACTS,
    MODES,
    TABLE,
    TOWNSFOLK,
)
from engine.harrow.faction import FACTIONS, LEGENDS, legends_of, sides_of
from engine.harrow.state import LEGEND, Cursor, Harrow, Owner, Player, Tile
from engine.harrow.verbs import draw_card, place_haints, place_legend
from engine.rules import Setup

LANTERN_TILE = "B1"


class ChooseLegend(Option, frozen=True, tag="choose_legend"):
    """H2.1.1, H4.2.3  Play with this legend, or this goblin."""

    legend: str


class ChooseSide(Option, frozen=True, tag="choose_side"):
    """H2.1.7  Use this side of the tracker: "family-a"."""

    tracker: str


# --- the table --------------------------------------------------------------------------------------------


def new_table(setup: Setup) -> Harrow:
    """H0.3  The agreed mode with its factions, in the order of H0.7.5; those that move by themselves without a seat."""
    game = Harrow(mode=str(setup.options.get("mode", next(iter(MODES)))), options=dict(setup.options))
    for seat in setup.seats:
        game.seats[seat.seat] = seat.plays
    game.order = sorted([*game.seats.values(), *game.automated], key=list(TABLE.factions).index)
    for owner in game.order:
        game.players[owner] = Player(haints=TABLE.haints if owner in game.rivals else 0)
        game.boards[owner] = FACTIONS[owner].new_board()
        for colour in TABLE.factions[owner]:
            game.cubes[colour] = TABLE.cubes[colour]
            game.battleground[colour] = 0
    game.box = dict(TABLE.tokens)
    game.wild = TABLE.wild
    empty_map(game)
    return game


def empty_map(game: Harrow) -> None:
    """HM.6.2  Lists with a place for every hex."""
    places = game.county.places
    game.units = [[] for _ in range(places)]
    game.storms = [0] * places
    game.paths = [0] * places
    game.tokens = [[] for _ in range(places)]
    game.cubes_on = [{} for _ in range(places)]
    game.objectives = {TOWNSFOLK: [], BUILDING: []}


def choose_map(game: Harrow) -> Flow[None]:
    """H1.1.1, H3.1.1, HM.1.1, HP.1.3  The side that was agreed, where one may be; else one at random."""
    yield from lay_map(game)
    game.cursor.step = "setup.legends"


def lay_map(game: Harrow) -> Flow[None]:
    """HM.1.1, HM.3.1  A side of the map, and everybody's home on it."""
    agreed = str(game.options.get("map", ""))
    if not MODES[game.mode].map_chosen or agreed not in COUNTIES:
        agreed = yield from pick("map", sorted(COUNTIES))
    game.side = agreed
    empty_map(game)
    give_homes(game)
    game.note("map", "H1.1.1", side=agreed)


def give_homes(game: Harrow) -> None:
    """HM.3.1  Each faction its own home; one without takes the home of the faction it replaces."""
    free = dict(game.county.homes)
    for owner in game.rivals:
        if owner in free:
            game.homes[owner] = free.pop(owner)
    for owner in game.rivals:
        if owner not in game.homes:
            game.homes[owner] = free.pop(next(iter(free)))


# --- legends and trackers ---------------------------------------------------------------------------------


def choose_legends(game: Harrow) -> Flow[None]:
    """H2.1.1, H2.1.7, H4.2.3, H4.2.4, HP.1.1, HP.1.2  Legends, then sides of the trackers; open, in the order of H2.1.7."""
    for owner in game.rivals:
        choices = [ChooseLegend(id) for id in legends_of(owner)]
        if game.chapter == 1:
            choices = [ChooseLegend(FACTIONS[owner].first_legend)]
        chosen = yield from ask(owner, "setup.legend", "H2.1.1", choices)
        game.players[owner].legend = chosen.legend
        game.note("legend.chosen", LEGENDS[chosen.legend].clause, owner=owner, legend=chosen.legend)
    for owner in game.rivals:
        sides = [ChooseSide(f"{owner}-{side}") for side in sides_of(owner)]
        if game.chapter == 1:  # H1.1.7
            sides = sides[:1]
        side = yield from ask(owner, "setup.side", "H2.1.7", sides)
        game.players[owner].side = side.tracker.rpartition("-")[2]
        game.note("side.chosen", "H2.1.7", owner=owner, tracker=side.tracker)
    game.cursor.step = "setup.board"


# --- the board --------------------------------------------------------------------------------------------


def lay_board(game: Harrow) -> Flow[None]:
    """H1.1.2 to H1.1.14, H2.1.2 to H2.1.5, H3.1.2, H3.1.3, H4.2.9  Tokens, objectives, supplies, decks."""
    yield from lay_tokens(game)
    if game.chapter < 3:
        corners_with_objectives(game)
    for owner in game.rivals:
        player = game.players[owner]
        player.wild = TABLE.start["wild"]  # H1.1.11
        game.wild -= TABLE.start["wild"]
        game.cubes[owner] -= TABLE.start["cubes"]  # H1.1.14
        game.battleground[owner] += TABLE.start["cubes"]
        if game.chapter > 1:
            yield from deal_cards(game, owner, TABLE.start["cards"], "H2.1.3")
    for owner in game.order:
        yield from FACTIONS[owner].lay_out(game, owner)
    game.cursor.step = "setup.units"


def lay_tokens(game: Harrow) -> Flow[None]:
    """H1.1.2, H2.1.5  A token on every symbol hex; from chapter 2 on chance says which type lies on which terrain."""
    types = dict(TABLE.slots)
    if game.chapter > 1:
        drawn = yield from shuffle("tokens", [*ABILITIES, "legend"])
        types = dict(zip(TABLE.token_order, drawn, strict=True))
    for hex in game.county.symbols:
        token = types[game.kind(hex)]
        game.box[token] -= 1
        game.tokens[hex].append(token)
    game.note("tokens.laid", "H2.1.5" if game.chapter > 1 else "H1.1.2", types=types)


def corners_with_objectives(game: Harrow) -> None:
    """H1.1.3, H1.1.4  One on each of the three corners farthest from the home of whoever wants them."""
    for owner in game.rivals:
        goal = FACTIONS[owner].goal
        game.objectives[goal] = list(game.county.farthest_corners(game.homes[owner]))


def deal_cards(game: Harrow, owner: Owner, count: int, clause: str) -> Flow[None]:
    """H2.1.3, H4.2.1, H5.1.4, H7.1.2  A shuffled deck, and so many cards of it."""
    cards = sorted(id for id, card in FACTS.cards.items() if card.deck == owner)
    game.players[owner].deck = yield from shuffle(f"{owner}.deck", cards)
    for _ in range(count):
        yield from draw_card(game, owner, clause)


def place_units(game: Harrow) -> Flow[None]:
    """H1.1.5, H4.2.5 to H4.2.8  Legend and three haints on the home, unless a faction says otherwise for both."""
    for owner in sorted(game.rivals, key=lambda one: FACTIONS[one].home != ""):
        yield from FACTIONS[owner].place_units(game, owner)
    for owner in game.rivals:
        if not game.hexes_of(owner):
            place_legend(game, owner, LEGEND, game.homes[owner], "H1.1.5")
            place_haints(game, owner, game.homes[owner], TABLE.start["haints"], "H1.1.5")
    game.cursor.step = "setup.lantern"


# --- the lantern ------------------------------------------------------------------------------------------


def give_lantern(game: Harrow) -> Flow[None]:
    """H1.1.15, H3.1.4, H4.2.10  The first faction, or from chapter 3 on whoever reveals the tile with the lantern."""
    if game.chapter < 3:
        game.lantern = game.order[0]
    else:
        yield from reveal_tiles(game)
        game.fields = {
            FACTIONS[owner].goal: sorted(game.county.terrain) for owner in game.rivals if FACTIONS[owner].goal
        }  # H3.1.6, H4.1
    game.note("lantern", "H1.1.15" if game.chapter < 3 else "H3.1.4", owner=game.lantern)
    game.cursor = Cursor(active=game.lantern, step="setup.last")


def reveal_tiles(game: Harrow) -> Flow[None]:
    """H3.1.4  Tiles are revealed in turn; four lie on the places; the rest is the supply once the lantern was seen."""
    tiles = yield from shuffle("tiles", sorted(FACTS.tiles))
    first = yield from pick("tiles.first", game.rivals)
    revealers = [first, game.other(first)]
    game.lantern = revealers[tiles.index(LANTERN_TILE) % 2]
    for jar, tile in zip(TABLE.jars, tiles, strict=False):
        game.tiles[jar] = [Tile(tile)]
        game.note("tile.placed", "H3.1.4", tile=tile, jar=jar)
    game.tile_supply = yield from shuffle("tiles", sorted(tiles[len(TABLE.jars) :]))


# --- the last things --------------------------------------------------------------------------------------


def finish(game: Harrow) -> Flow[None]:
    """H7.1.5  What is settled when everything else lies ready; then the first round."""
    for owner in game.order:
        yield from FACTIONS[owner].finish_setup(game, owner)
    game.cursor = Cursor(active=game.lantern, step="round.start")


SETUP: dict[str, Callable[[Harrow], Flow[None]]] = {
    "setup.table": choose_map,
    "setup.legends": choose_legends,
    "setup.board": lay_board,
    "setup.units": place_units,
    "setup.lantern": give_lantern,
    "setup.last": finish,
}
