"""5.1  What both kinds of setup share: the table before the factions, and the first turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.flow import Flow, Option, ask, shuffle
from engine.root.cast import recast
from engine.root.data import CARDS, DECKS, ITEM_SUPPLY, MAPS, ROLES, RUIN_ITEMS, TABLE
from engine.root.faction import FACTIONS, faction_of
from engine.root.happen import laid_out
from engine.root.landmark import put
from engine.root.rule import clearings
from engine.root.state import CLEARINGS, PLACES, Guest, Owner, Player, Root
from engine.root.verbs import NO_SLOT, bars_placing, draw
from engine.root.voice import GUESTS
from engine.rules import Refusal

PLAYERS_WITHOUT_DOMINANCE = 2


class Clearing(Option, frozen=True, tag="clearing"):
    """Choose this clearing."""

    clearing: int


def seat_players(game: Root, clause: str) -> Flow[None]:
    """5.1.1, A.4  Who sits where and who begins: as agreed, or at random if the table wants it so."""
    if game.options.get("order") == "random":
        game.order = yield from shuffle("setup.seats", game.order)
        recast(game)
        if all(owner in game.boards for owner in game.order):
            game.note("seated", clause, players=tuple(game.order))


def lay_map(game: Root, *, random_suits: bool = False) -> Flow[None]:
    """5.1.4, 5.1.5, A.1, C.2.1, C.3.1, RULING S1  Suits, ruins, items, what belongs to the map.

    Suit markers are laid where no suits are printed.
    """
    printed = game.map.printed_suits
    game.suits = [str(suit or "") for suit in printed] + [""] * (PLACES - len(printed))
    wanted = random_suits or game.options.get("suits") == "random"
    if wanted or not all(game.suits[c] for c in CLEARINGS):
        markers = [suit for suit, count in TABLE.suit_markers.items() for _ in range(count)]
        dealt = yield from shuffle("setup.suits", markers)
        game.suits = ["", *dealt, ""]
    game.ruins = {c: [] for c in game.map.ruins}
    game.item_supply = {str(item): count for item, count in ITEM_SUPPLY.items()}
    game.closed = list(game.map.closed)
    for name, clearing in map_landmarks(game.map_id, game.options).items():
        add_guest(game, name, name)
        yield from put(game, name, clearing, "A.5")


def map_landmarks(map_id: str, options: Mapping[str, Any]) -> dict[str, int]:
    """C.2.1, C.3.1, A.5, RULING L1  The map's own landmarks, unless the table plays with others and leaves these out."""
    dropped = options.get("landmarks") and options.get("map_landmark") == "drop"
    return {} if dropped else MAPS[map_id].landmarks


def build_deck(game: Root) -> Flow[None]:
    """5.1.3, RB 3.4  Shuffle the deck."""
    game.deck = yield from shuffle("setup.deck", deck_cards(game))
    for owner in game.bots:
        faction_of(game, owner).before_hands(game, owner)


def deck_cards(game: Root) -> list[str]:
    """5.1.3, RB 3.4  The cards to shuffle; without dominance for two players, or for two humans among bots.

    R-05  Humans who play together against the bots do without it, too.
    """
    cards = [card for card, copies in DECKS[game.deck_id].items() for _ in range(copies)]
    deciders = len(game.order) - len(game.bots)
    if deciders <= PLAYERS_WITHOUT_DOMINANCE or game.is_cooperative:
        cards = [card for card in cards if CARDS[card].kind != "dominance"]
    return cards


def deal(game: Root, count: int, clause: str) -> Flow[None]:
    """5.1.3, A.7  Everyone with a hand draws."""
    for owner in game.order:
        if owner not in game.bots:
            yield from draw(game, owner, count, clause)


def add_player(game: Root, owner: Owner, plays: str) -> None:
    """5.1.1  A player takes a faction's board."""
    game.plays[owner] = plays
    game.players.setdefault(owner, Player())
    game.boards[owner] = FACTIONS[plays].new_board()
    recast(game)


Stage = Callable[[Root], Flow[None]]
BEFORE_FACTIONS: dict[str, Stage] = {}
"""A.5, A.6  What else is set up before the factions and before any hand is dealt, by the section that says so."""


def before_factions(section: str) -> Callable[[Stage], Stage]:
    """The decorated flow sets up guests as its section of the Law says: landmarks, then hirelings."""

    def register(stage: Stage) -> Stage:
        BEFORE_FACTIONS[section] = stage
        return stage

    return register


def set_up_guests(game: Root) -> Flow[None]:
    """A.5, A.6  Section by section."""
    for section in sorted(BEFORE_FACTIONS):
        yield from BEFORE_FACTIONS[section](game)
        yield from laid_out(game)


def add_guest(game: Root, name: Owner, plays: str, supply: int = 0) -> None:
    """A.5, A.6  A hireling or a landmark comes to the table, with its pieces in supply."""
    voice = GUESTS[plays]
    game.guests[name] = Guest(plays=plays, supply=supply)
    board = voice.new_board()
    if board is not None:
        game.boards[name] = board
    recast(game)


def free_owner(game: Root, faction: str) -> Owner:
    """9.7  What a player of this faction is called; a second one has a name of its own."""
    roles = [role.id for role in ROLES.values() if role.faction == faction]
    return next(role for role in roles if role not in game.plays)


def empty_table(game: Root) -> None:
    """Rows for every place on the map."""
    game.buildings = [[] for _ in range(PLACES)]
    game.tokens = [[] for _ in range(PLACES)]


def muster(game: Root, owner: Owner, warriors: int) -> None:
    """A faction's supply of warriors, as its board says."""
    game.players[owner].supply = warriors
    game.warriors[owner] = [0] * PLACES


def free_corners(game: Root, *, building: bool = False) -> list[int]:
    """Setup, corner rule  Free corners opposite a taken one; if there is none, any free corner.

    2.2.3, A.6.3  Who begins with a building begins where a hireling has left a slot for it.
    """
    taken = [c for clearings in game.starts.values() for c in clearings]
    opposite = [game.map.opposite[c] for c in taken if c in game.map.corners]
    full = [c for c in game.map.corners if building and not game.has_open_slot(c)]
    free = [c for c in game.map.corners if c not in taken and c not in full]
    return [c for c in opposite if c in free] or free


def choose_corner(game: Root, owner: Owner, key: str, clause: str, corners: list[int]) -> Flow[int]:
    """Choose a starting corner; it becomes the owner's starting clearing."""
    corners = [c for c in corners if bars_placing(game, owner, c) is None] or corners
    choice = yield from ask(owner, key, clause, [Clearing(c) for c in sorted(corners)])
    game.starts[owner] = [choice.clearing]
    game.note("starts", clause, owner=owner, clearing=choice.clearing)
    return choice.clearing


def place_ruin_items(game: Root, sets: int) -> Flow[None]:
    """9.3.4, 9.7.1, 14.3.2, RULING S2  Items under the ruins, random and secret; each set only once."""
    if sum(map(len, game.ruins.values())) >= sets * len(RUIN_ITEMS):
        return
    items = yield from shuffle("setup.ruins", [str(item) for _ in range(sets) for item in RUIN_ITEMS])
    for place, ruin in enumerate(sorted(game.ruins)):
        game.ruins[ruin] = items[place :: len(game.ruins)]


def why_not_there(game: Root, owner: Owner, offered: Sequence[Option], wish: Clearing) -> Refusal | None:
    """1.1.2, 2.2.3  Why a clearing is not among those on offer: a ban, or no slot where all the others have one."""
    if wish.clearing not in clearings(game):
        return None
    refusal = bars_placing(game, owner, wish.clearing)
    if refusal:
        return refusal
    others = [option.clearing for option in offered if isinstance(option, Clearing)]
    full = not game.has_open_slot(wish.clearing)
    return NO_SLOT if full and others and all(map(game.has_open_slot, others)) else None


def setup_order(game: Root) -> Flow[list[Owner]]:
    """5.1.7, 9.7.1  Owners by the letter on the back of their boards; random among equal letters."""
    letters = {owner: faction_of(game, owner).letter for owner in game.order}
    order: list[Owner] = []
    for letter in sorted(set(letters.values())):
        equal = [owner for owner in game.order if letters[owner] == letter]
        order += yield from shuffle("setup.order", equal)
    return order
