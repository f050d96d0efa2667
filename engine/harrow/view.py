"""What one seat, or everybody, may know of a game of Harrow County: plain, frozen, complete (H0.9).

Cogs, pictures, alt texts and stand-ins get this and nothing else. It holds every mode: what a mode does not use stays
empty. Who changed what since the last picture, and what happened, are told beside it: two views can be compared, and
events have their own words.

Names used all over: a *hex* is its number (HM.3). An *owner* is a faction: "protectors", "family", "kammi", "hester",
"fairfolk". A *colour* of cubes is an owner or, for Hester's cubes, a terrain: "bog", "forest", "plains", "wetlands".
An *ability* is "advance", "spawn", "strengthen" or "legend" (the scroll). A *jar* is "ability", "wild", "legend" or
"attack". Cards, tiles, tokens, legends and offers are ids of `data/harrow`.
"""

from __future__ import annotations

from engine.rules import View
from engine.values import Value

Owner = str
Colour = str
Hex = int

DRAW = "draw"
"""The kind of the Family's one row: how many tokens are drawn (HA.F.B1)."""
COIN = "solo"
"""H8.1.2  The token of the bag that is tossed."""
TREE = "tree"
"""The Tree among the boards that can be looked at."""


# --- the map ----------------------------------------------------------------------------------------------------


class UnitView(Value, frozen=True, kw_only=True):
    """A haint or a legend on a hex."""

    owner: Owner
    kind: str = "haint"
    """"haint" or "legend"."""
    legend: str = ""
    """Which legend: its id. "figure" for one of Kammi's two whose face the seat may not know (H4.2.3)."""
    figure: int = 0
    """1 or 2 for Kammi's two legend figures: what everybody can tell them apart by. 0 for all others."""
    hidden: bool = False
    """Its face is not public: the owner reads `legend` alone."""
    infected: bool = False
    nailed: bool = False


class HexView(Value, frozen=True, kw_only=True):
    """One hex as it lies on the table (HM.6, HM.7)."""

    id: Hex
    name: str
    q: int
    r: int
    kind: str
    """"bog", "wetlands", "plains", "forest", "mountain" or "brambles"."""
    home: Owner = ""
    """Whose home it is."""
    printed_storm: bool = False
    storms: int = 0
    """Storm tokens, without the printed storm."""
    paths: int = 0
    tokens: tuple[str, ...] = ()
    """Ability tokens lying here."""
    units: tuple[UnitView, ...] = ()
    """At most four (H1.2.3), in the order of H0.8.7."""
    townsfolk: int = 0
    buildings: int = 0
    doll: str = ""
    """"" without one; "down" if the seat may not know which it is; "real" or "decoy" if it may."""
    doll_up: bool = False
    """True once it lies face up for everybody."""
    wrath: bool = False
    provocation: bool = False
    cubes: dict[Colour, int] = {}
    """Cubes lying on the hex: Emmy's shelter, Kammi's blood money, Hester's sacrifice."""
    hester: bool = False
    flames: int = 0
    nest: bool = False
    offer: str = ""
    """The offer in the nest."""
    cross: str = ""
    """"x" for a wrong guess, or the item found here: "sword", "crown", "queen"."""
    secret: str = ""
    """What the location card says of this hex, for seats that may look at it: "sword", "crown", "queen"."""

    @property
    def storm(self) -> bool:
        """HM.1.5  A printed storm is a storm."""
        return self.printed_storm or self.storms > 0


class RootView(Value, frozen=True, array_like=True):
    """H5.4.1  A root: from a hex (0: from outside the map) into a hex; "brown" or "black"."""

    start: Hex
    end: Hex
    colour: str


class ArrowView(Value, frozen=True, array_like=True):
    """H7.5.5  An arrow at the edge: the line through a hex along an axis, and the side it points to."""

    hex: Hex
    axis: str
    """"q", "r" or "s" (q + r)."""
    side: str
    """"W" or "E"; "NE" or "SW"; "NW" or "SE"."""


# --- battleground and Tree ----------------------------------------------------------------------------------------


class AttackView(Value, frozen=True, kw_only=True):
    """H1.11  An attack: the last one, or the one going on."""

    attacker: Owner
    defender: Owner
    start: Hex
    target: Hex
    majority: Owner = ""
    """Who got the majority cube (H1.11.6)."""
    attacking: int = 0
    """The attacker's cubes left to spend: a of H1.11.7."""
    defending: int = 0
    kills: dict[Owner, int] = {}
    """Haints killed by it so far, by whose they were."""
    result: str = ""
    """"" while it goes on; "hit", "clash" or "nothing"."""


class TreeView(Value, frozen=True, kw_only=True):
    """H0.7  The Tree, and what its last activation did. Everything by colour."""

    inside: dict[Colour, int] = {}
    """Cubes stuck in it now."""
    number: int = 0
    """How often it was activated. 0: never, and the rest is empty."""
    by: Owner = ""
    why: str = ""
    """"attack", or the id of the legend, card or offer that activated it; "infect" for Hester."""
    dropped: dict[Colour, int] = {}
    """What went in."""
    before: dict[Colour, int] = {}
    """What was stuck inside before."""
    fell: dict[Colour, int] = {}
    """What fell out, new and old together."""
    attack: AttackView | None = None


# --- boards -------------------------------------------------------------------------------------------------------


class JarView(Value, frozen=True, kw_only=True):
    """A mason jar."""

    kind: str
    broken: bool = False
    """Flipped this round."""
    tokens: tuple[str, ...] = ()
    """Upgrade tokens waiting on it (H2.5.5)."""


class TileView(Value, frozen=True, kw_only=True):
    """A bonus tile between two jars of a kind (H3.4)."""

    jar: str
    tile: str
    used: bool = False


class RowView(Value, frozen=True, kw_only=True):
    """A row of slots on a faction board, filled from the left. The first slot is printed full."""

    kind: str
    """The ability of the row; "draw" for the Family's one line of twelve."""
    values: tuple[int, ...]
    """The number over each slot."""
    returns: tuple[int, ...] = ()
    """H2.2.2  How many of the drawn tokens go back, slot by slot."""
    cards: tuple[int, ...] = ()
    """Slots, counted from 1, that give a card when covered."""
    filled: tuple[str, ...] = ()
    """The tokens in it from the left, the printed one first."""

    @property
    def value(self) -> int:
        """The number in force: over the rightmost filled slot."""
        return self.values[max(1, len(self.filled)) - 1]


class TrackerView(Value, frozen=True, kw_only=True):
    """The scrolls under the character board."""

    side: str = "a"
    """"a" or "b"; for Kammi "1" or "2"; "" while it is not chosen."""
    scrolls: int = 1
    """How many are unlocked, of four."""
    paths: int = 0
    """H1.1.8  Path tokens still lying on the tracker."""


class GridRowView(Value, frozen=True, kw_only=True):
    """HA.K.B2  A row of Kammi's action grid."""

    cells: tuple[str, str]
    black: str = ""
    """The token in the black area."""
    cubes: int = 0


class CardView(Value, frozen=True, kw_only=True):
    """A card that lies open."""

    id: str
    covered: bool = False
    """H5.5.2  Another of Hester's cards lies on it."""
    used: bool = False
    """Used up for this turn."""


class SquareView(Value, frozen=True, array_like=True):
    """HA.H.B1  A square of Hester's board: whose side it is on, and what fills it ("" empty, "fire", or the token)."""

    side: Owner
    filled: str = ""


class HesterView(Value, frozen=True, kw_only=True):
    """Hester's own board (H5.1)."""

    fires: tuple[int, ...] = ()
    """Flames on the three fire fields, from the left."""
    squares: tuple[SquareView, ...] = ()
    actions: int = 0
    """Flames that are her actions."""
    spent: tuple[str, ...] = ()
    """Action fields covered this turn."""
    flames: int = 0
    """In her supply."""
    snakes: int = 0
    roots: dict[str, int] = {}
    """In her supply, by colour."""
    terrain: dict[Colour, int] = {}
    """Terrain cubes in the common supply."""


class FairFolkView(Value, frozen=True, kw_only=True):
    """The Fair Folk's own board (H7.1)."""

    found: tuple[str, ...] = ()
    """Items found so far: "sword", "crown", "queen"."""
    searching: str = ""
    silver: tuple[str, ...] = ()
    """Terrains with a silver cube."""
    nests: int = 0
    """Empty nests in the supply."""
    loaded: tuple[str, ...] = ()
    """Offers in nests of the supply."""
    loose: tuple[str, ...] = ()
    """H7.8.2  Offers of the supply without a nest."""
    arrows: int = 0
    crosses: int = 0
    bag: int = 0
    objectives: int = 0
    """Objective cards in hand."""
    own_objectives: tuple[str, ...] | None = None
    """Which they are, for the Fair Folk alone."""
    discarded: tuple[str, ...] = ()
    """Objective cards that were fulfilled or given up."""
    could_be: tuple[Hex, ...] = ()
    """Where the item can still be, by arrows, guesses and all that was said openly."""
    whispers: tuple[tuple[str, bool], ...] = ()
    """FC09  Kinds of hexes that were asked for, and the answers."""
    calm: tuple[Owner, ...] = ()
    """FC03  Who must take a turn before anybody attacks again."""


class FactionView(Value, frozen=True, kw_only=True):
    """One faction with all that lies in front of it; for its own seat also its hand."""

    owner: Owner
    name: str
    automated: bool = False
    """H6, H8  It moves by itself."""
    home: Hex = 0
    score: int | None = 0
    """None for Hester and the Fair Folk."""
    goals: int = 0
    """Townsfolk rescued, buildings destroyed, or dolls recovered."""
    waiting: tuple[str, ...] = ()
    """H3.1.6  Terrains of the score board on which one of its objectives still waits."""
    spoon: int = 0
    """H3.3  Kills needed for the next point; 0 while the dials are not used."""
    plate: dict[Owner, int] = {}
    lantern: bool = False
    jars: tuple[JarView, ...] = ()
    flips: int = 0
    """Turns taken this round."""
    attacked: bool = False
    """H1.12.1  It attacked this round, so any jar may attack again."""
    wild: int = 0
    haints: int = 0
    """In the supply."""
    cubes: int = 0
    """In the supply."""
    battleground: int = 0
    aside: int = 0
    """Cubes set aside until the end of the turn (HA.P.T16, HA.K.C12)."""
    storms: int = 0
    """Storm tokens in the supply."""
    paths: int = 0
    """Path tokens in the supply."""
    legend: str = ""
    """The legend chosen; for Kammi the goblin, which everybody knows. "" while it is not chosen."""
    legend_gone: bool = False
    """HA.K.G2  It left the game."""
    power_used: bool = False
    """Kammi's once-per-game token is gone."""
    power_tokens: int = 0
    """Nails, wrath or provocations not on the map."""
    held: int = 0
    """Cubes on the legend's board (HA.F.L4)."""
    tracker: TrackerView | None = None
    rows: tuple[RowView, ...] = ()
    grid: tuple[GridRowView, ...] = ()
    inserting: str = ""
    """The token that waits left of the grid."""
    bag: int = 0
    """Tokens in the bag."""
    bag_open: dict[str, int] | None = None
    """What is in it, for whoever may look (HA.F.L6)."""
    drawn: tuple[str, ...] = ()
    """Tokens drawn this turn and not yet put away."""
    drawn_used: tuple[int, ...] = ()
    """Which of them were activated, by place."""
    upgrades: tuple[str, ...] = ()
    """Upgrade tokens not in the game yet."""
    hand_size: int = 0
    hand: tuple[str, ...] | None = None
    deck: int = 0
    discard: tuple[str, ...] = ()
    played: tuple[CardView, ...] = ()
    """Cards lying face up in front of it."""
    offers: tuple[str, ...] = ()
    """H7.6  Offers taken and not used yet."""
    range_bonus: int = 0
    """Range added for this turn."""
    hester: HesterView | None = None
    fairfolk: FairFolkView | None = None


# --- the automated factions ------------------------------------------------------------------------------------------


class SoloCardView(Value, frozen=True, kw_only=True):
    """H6.1.7  The solo card in force."""

    id: str
    hexes: tuple[Hex, ...] = ()
    symbol: str = ""
    """"cube", "spawn", "move"; "flower" for the one without."""
    hester: bool = False


class SoloView(Value, frozen=True, kw_only=True):
    """H6, H8  Decks and fields that move the automated factions."""

    level: int = 1
    decks: dict[str, int] = {}
    """Cards left: "red", "blue", "purple"."""
    card: SoloCardView | None = None
    activated: Owner = ""
    fields: dict[str, int] = {}
    """Flames on "cube", "spawn", "move"."""
    tokens: tuple[str, ...] = ()
    """H8.1.2  Tokens still in the bag this round."""
    drawn: str = ""
    """The token of this turn."""
    deciding: Owner = ""
    """H8.2.1  Who decides for those who move by themselves; "" where it is always the same."""


class HarrowView(View, frozen=True, kw_only=True):
    """The whole table."""

    mode: str
    """H0.3  "C1" to "C5", "SOLO", "FF3", "FF4", "FFH"."""
    side: str
    """The side of the map: "a" or "b"; "" while it is not chosen."""
    round: int = 0
    hexes: tuple[HexView, ...] = ()
    roots: tuple[RootView, ...] = ()
    arrows: tuple[ArrowView, ...] = ()
    factions: tuple[FactionView, ...] = ()
    """In order of play, the automated ones with them."""
    deciding: tuple[Owner, ...] = ()
    """Who is asked now, where the rules know it before the question: a defender in a clash, for example."""
    jar: str = ""
    """The jar flipped in this turn."""
    tiles: tuple[TileView, ...] = ()
    tile_supply: int = 0
    battleground: dict[Colour, int] = {}
    """Cubes on it, by colour: jar factions, terrains, "fairfolk" for silver."""
    tree: TreeView = TreeView()
    box: dict[str, int] = {}
    """Ability tokens in the box."""
    wild: int = 0
    """Wild tokens in the common supply."""
    solo: SoloView | None = None

    def held(self) -> tuple[str, ...] | None:
        """The cards in hand of the seat whose view this is; None without any."""
        return next((f.hand for f in self.factions if f.owner == self.seat and f.hand is not None), None)

    def closeups(self) -> tuple[Hex, ...]:
        """The hexes, by number."""
        return tuple(hex.id for hex in self.hexes)

    def boards(self) -> tuple[str, ...]:
        """Every faction's board, and the Tree."""
        return (*(f.owner for f in self.factions), TREE)
