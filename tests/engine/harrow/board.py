"""Set a table of Harrow County as an example of the rules would, play on it, and look at it.

table = county("C1").units("protectors", 3, at="D5").units("family", 2, at="D3").tree(protectors=3, family=2)
play = table.turn("protectors", "attack")
play.choose("attack", origin="D5", target="D3")

Hexes are named as on map side A (HM.3), the Family's home is D2, the Protectors' D6.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from engine.chance import seeded
from engine.flow import Ask, Chance, Done, Flow, Option, Pick, Roll, Shuffle
from engine.game import Game, decode, encode
from engine.harrow.automated.board import AUTOMATED, SOLO, AutomatedBoard
from engine.harrow.course import GameOver
from engine.harrow.data import COUNTIES, FACTS
from engine.harrow.faction import FACTIONS
from engine.harrow.hester.board import Root
from engine.harrow.land import find_unit
from engine.harrow.rules import RULES, HarrowRules
from engine.harrow.setup import empty_map, give_homes
from engine.harrow.state import LEGEND, Cursor, Doll, Figure, Harrow, Tile, Unit
from engine.harrow.turn import begin_turn
from engine.rules import Event, Refusal, Refused, SeatSetup, Setup

PLACES = {"hex", "origin", "to", "target", "goblin", "place"}
"""Fields of options that hold a hex."""
BY_NAME = {one.name: one.id for one in COUNTIES["a"].hexes.values()}


def hex(name: str) -> int:
    return BY_NAME[name]


def name(id: int) -> str:
    return COUNTIES["a"].hexes[id].name


def plain(fields: dict[str, Any]) -> dict[str, Any]:
    """Fields of an option with hexes by number."""
    return {k: BY_NAME.get(v, v) if k in PLACES and isinstance(v, str) else v for k, v in fields.items()}


class Direct(HarrowRules):
    """Rules that run one given flow and stop, or go on with the game."""

    def __init__(self, flow: Callable[..., Flow[Any]] | None = None, *args: Any) -> None:
        self._flow = flow
        self._args = args

    def flow(self, game: Harrow) -> Flow[None]:
        if self._flow is None:
            return super().flow(game)
        return self._once(game, self._flow)

    def _once(self, game: Harrow, flow: Callable[..., Flow[Any]]) -> Flow[None]:
        with suppress(GameOver):
            game.options["result"] = yield from flow(game, *self._args)
        game.over = True


class Chances:
    """H0.7.6  What falls out of the Tree, activation by activation, and what is drawn; the rest by a seed."""

    def __init__(self) -> None:
        self.trees: list[dict[str, int]] = []
        self.draws: list[list[int]] = []
        self._rest = seeded("harrow tests")
        self._seen: set[str] = set()

    def __call__(self, index: int, chance: Chance) -> tuple[int, ...]:
        if isinstance(chance, Roll) and chance.key.startswith("tree.") and self.trees:
            colour = chance.key.removeprefix("tree.")
            if colour in self._seen:
                self.trees.pop(0)
                self._seen = set()
            self._seen.add(colour)
            out = self.trees[0].get(colour, 0) if self.trees else 0
            assert out <= chance.dice, f"{out} {colour} cubes cannot fall out of {chance.dice}"
            return (0,) * out + (chance.faces - 1,) * (chance.dice - out)
        if isinstance(chance, (Shuffle, Pick)) and self.draws:
            wanted = self.draws.pop(0)
            if isinstance(chance, Shuffle):
                wanted = [*wanted, *(n for n in range(chance.size) if n not in wanted)]
            return tuple(wanted)
        return self._rest(index, chance)


class Play:
    """A game under test. Seats answer by verb and fields; everything can be looked up."""

    def __init__(self, game: Game[Harrow]) -> None:
        self.game = game
        self.events: list[Event] = game.take_events()

    @property
    def state(self) -> Harrow:
        return self.game.state

    # questions

    @property
    def question(self) -> Ask:
        """The one pending question."""
        (question,) = self.game.waiting()
        return question

    @property
    def asked(self) -> str:
        """Whom and what: "protectors jar"; "" if nobody is asked."""
        return " and ".join(f"{q.seat} {q.key}" for q in self.game.waiting())

    def options(self, verb: str, **fields: Any) -> list[Any]:
        """The offered options of a verb whose fields have these values, for whoever is asked."""
        wanted = plain(fields)
        return [
            option
            for question in self.game.waiting()
            for option in question.options
            if option.verb == verb and all(getattr(option, k) == v for k, v in wanted.items())
        ]

    def offers(self, verb: str, **fields: Any) -> bool:
        return bool(self.options(verb, **fields))

    def verbs(self) -> set[str]:
        return {option.verb for question in self.game.waiting() for option in question.options}

    # answers

    def answer(self, answer: Option | tuple[Option, ...], seat: str | None = None) -> Play:
        self.events = self.game.answer(seat or self.question.seat, answer)
        return self

    def choose(self, verb: str, **fields: Any) -> Play:
        """Choose the one offered option with these fields; a counted field may be smaller than offered."""
        wanted = plain(fields)
        for option in self.question.options:
            if option.verb != verb:
                continue
            counted = option.COUNTED
            if counted in wanted and wanted[counted] in option.numbers():
                option = option.with_number(wanted[counted])
            if all(getattr(option, k) == v for k, v in wanted.items()):
                return self.answer(option)
        raise AssertionError(f"{verb} {fields} is not among {self.question.options}")

    def choose_many(self, verb: str, *values: Any) -> Play:
        """Choose several options of a verb with one field, by its values."""
        kind = RULES.options()[verb]
        (field,) = kind.__struct_fields__
        return self.answer(tuple(kind(**plain({field: value})) for value in values))

    def done(self) -> Play:
        return self.answer(Done())

    def pass_windows(self) -> Play:
        """Use no card, tile or free step until something else is asked."""
        while self.asked and self.question.key.startswith("window"):
            self.done()
        return self

    def refused(self, verb: str, **fields: Any) -> Refusal:
        """Try a wish that must be refused; nothing may change. Returns the refusal."""
        wish = RULES.options()[verb](**plain(fields))
        before = msgspec.json.encode(self.state)
        seat = self.game.waiting()[0].seat
        try:
            self.game.answer(seat, wish)
        except Refused as refused:
            assert msgspec.json.encode(self.state) == before
            return refused.refusal
        raise AssertionError(f"{wish} was not refused")

    # the table

    def count(self, owner: str, at: str) -> int:
        return len(self.state.units_of(owner, hex(at)))

    def haints(self, owner: str, at: str) -> int:
        return len(self.state.haints_of(owner, hex(at)))

    def legend(self, owner: str, kind: str = LEGEND) -> str:
        """Where a legend stands."""
        place = self.state.where(owner, kind)
        return name(place) if place else ""

    def score(self, owner: str) -> int:
        return self.state.players[owner].score

    def cubes(self, owner: str) -> int:
        return self.state.battleground[owner]

    def player(self, owner: str) -> Any:
        return self.state.players[owner]

    def board(self, owner: str) -> Any:
        return self.state.boards[owner]

    def objectives(self, kind: str) -> list[str]:
        return sorted(name(one) for one in self.state.objectives[kind])

    def tokens(self, at: str) -> list[str]:
        return sorted(self.state.tokens[hex(at)])

    def storm(self, at: str) -> bool:
        return self.state.has_storm(hex(at))

    def noted(self, key: str) -> list[Event]:
        """Events with this key since the last answer."""
        return [event for event in self.events if event.key == key]


class Table:
    """A table being laid. Nothing is on the map but what is put there; supplies are full."""

    def __init__(self, mode: str, factions: tuple[str, ...], side: str = "a") -> None:
        self.setup = Setup(tuple(SeatSetup(one, one) for one in factions), {"mode": mode, "map": side})
        self.state = RULES.new(self.setup)
        self.chances = Chances()
        self.state.side = side
        empty_map(self.state)
        give_homes(self.state)
        for owner in self.state.order:
            player = self.state.players[owner]
            player.legend = FACTIONS[owner].first_legend
            player.side = "1" if owner == "kammi" else "a"
            if owner in self.state.automated:
                continue
            self.lay_out(owner)
            player.hand = []
            if self.state.chapter > 1:
                player.deck = sorted(id for id, card in FACTS.cards.items() if card.deck == owner)
        self.state.lantern = self.state.order[0]
        self.state.round = 1
        self.state.cursor = Cursor(active=self.state.order[0], step="jar")

    def lay_out(self, owner: str) -> None:
        flow = FACTIONS[owner].lay_out(self.state, owner)
        try:
            request: Any = next(flow)
            while True:
                request = flow.send((0,) if isinstance(request, Pick) else tuple(range(request.size)))
        except StopIteration:
            self.state.notes.clear()

    # what lies where

    def units(self, owner: str, count: int, at: str) -> Table:
        """Haints from the supply."""
        self.state.units[hex(at)] += [Unit(owner)] * count
        self.state.players[owner].haints -= count
        return self

    def legend(self, owner: str, at: str, id: str = "", side: str = "", scrolls: int = 0) -> Table:
        """The legend on the map; which one, which tracker side, how many legend tokens collected."""
        player = self.state.players[owner]
        player.legend, player.side = id or player.legend, side or player.side
        self.state.units[hex(at)].append(Unit(owner, FACTIONS[owner].figures[0]))
        if side == "b" and owner == "protectors":
            self.board("protectors").paths = 0
        return self.scrolls(owner, scrolls)

    def scrolls(self, owner: str, count: int) -> Table:
        """Legend tokens collected."""
        for _ in range(count):
            self.state.box["legend"] -= 1
            self.state.players[owner].scrolls += 1
            FACTIONS[owner].scroll_collected(self.state, owner)
        return self

    def figures(self, kammi: str, goblin: str, goblin_id: str = "prankster", known: bool = False) -> Table:
        """H4.2.5  Kammi's two figures; figure 1 is on the hex with the smaller number."""
        board: Any = self.board("kammi")
        self.state.players["kammi"].legend = goblin_id
        first, second = sorted((hex(kammi), hex(goblin)))
        board.kammi = "figure1" if hex(kammi) == first else "figure2"
        board.known = known
        self.state.units[first].append(Unit("kammi", "figure1"))
        self.state.units[second].append(Unit("kammi", "figure2"))
        return self

    def doll(self, at: str, *, real: bool = False, up: bool = False) -> Table:
        self.state.dolls[hex(at)] = Doll(real, up)
        return self

    def nail(self, owner: str, label: str, at: str) -> Table:
        unit = find_unit(self.state, hex(at), owner, label)
        self.state.units[hex(at)].remove(unit)
        self.state.units[hex(at)].append(msgspec.structs.replace(unit, nailed=True))
        return self

    def storm(self, *at: str) -> Table:
        for one in at:
            self.state.storms[hex(one)] += 1
            if "family" in self.state.order:
                self.board("family").storms -= 1
        return self

    def path(self, *at: str) -> Table:
        """Path tokens; the tracker gives as many as are needed."""
        for one in at:
            self.state.paths[hex(one)] += 1
        player = self.state.players["protectors"]
        missing = sum(self.state.paths) - 1 - player.scrolls
        for _ in range(max(0, missing)):
            self.state.box["legend"] -= 1
            player.scrolls += 1
        self.board("protectors").paths = 1 + player.scrolls - sum(self.state.paths)
        return self

    def token(self, kind: str, at: str) -> Table:
        self.state.box[kind] -= 1
        self.state.tokens[hex(at)].append(kind)
        return self

    def townsfolk(self, *at: str) -> Table:
        self.state.objectives["townsfolk"] += [hex(one) for one in at]
        return self

    def building(self, *at: str) -> Table:
        self.state.objectives["building"] += [hex(one) for one in at]
        return self

    def cubes(self, **on: int) -> Table:
        """Cubes on the battleground."""
        for owner, count in on.items():
            assert owner in self.state.cubes, f"no cubes of {owner} at this table"
            self.state.cubes[owner] -= count - self.state.battleground[owner]
            self.state.battleground[owner] = count
        return self

    def inside(self, **stuck: int) -> Table:
        """Cubes stuck in the Tree."""
        for owner, count in stuck.items():
            self.state.cubes[owner] -= count
            self.state.tree[owner] = count
        return self

    def cube_on(self, owner: str, at: str) -> Table:
        self.state.cubes[owner] -= 1
        self.state.cubes_on[hex(at)][owner] = 1
        return self

    def wild(self, owner: str, count: int) -> Table:
        self.state.wild -= count - self.state.players[owner].wild
        self.state.players[owner].wild = count
        return self

    def hand(self, owner: str, *cards: str) -> Table:
        player = self.state.players[owner]
        for card in cards:
            player.deck.remove(card)
            player.hand.append(card)
        return self

    def played(self, owner: str, *cards: str) -> Table:
        """Cards face up in front of a player."""
        player = self.state.players[owner]
        for card in cards:
            player.deck.remove(card)
            player.played.append(card)
        return self

    def rows(self, owner: str, **filled: int) -> Table:
        """Tokens in the rows of a board, besides the printed one."""
        for ability, count in filled.items():
            self.board(owner).rows[ability] = count
            self.state.box[ability] -= count
        return self

    def line(self, *tokens: str) -> Table:
        """Tokens on the Family's line."""
        for token in tokens:
            self.state.box[token] -= 1
        self.board("family").line += tokens
        return self

    def bag(self, *tokens: str) -> Table:
        """The Family's bag holds exactly this."""
        board: Any = self.board("family")
        for token in board.bag:
            self.state.box[token] += 1
        board.bag = sorted(tokens)
        for token in tokens:
            if token in self.state.box:
                self.state.box[token] -= 1
            else:
                board.upgrades.remove(token)
        return self

    def waiting(self, *tokens: str) -> Table:
        """H2.5.5  Upgrade tokens on the Attack jar."""
        board: Any = self.board("family")
        for token in tokens:
            board.upgrades.remove(token)
            board.waiting.append(token)
        return self

    def grid(self, *rows: tuple[str, str], inserting: str = "advance", black: int = -1) -> Table:
        """HA.K.B2  The cells of Kammi's grid."""
        board: Any = self.board("kammi")
        for token in [*(t for row in board.grid for t in row), board.inserting]:
            self.state.box[token] += 1
        board.grid, board.inserting, board.black = [list(row) for row in rows], inserting, black
        for token in [*(t for row in rows for t in row), inserting]:
            self.state.box[token] -= 1
        return self

    def tile(self, jar: str, *ids: str) -> Table:
        self.state.tiles[jar] = [Tile(id) for id in ids]
        rest = {tile.id for tiles in self.state.tiles.values() for tile in tiles}
        self.state.tile_supply = sorted(set(FACTS.tiles) - rest)
        return self

    def fields(self, **waiting: tuple[str, ...]) -> Table:
        """H3.1.6  Objectives that wait on the score board, by terrain."""
        self.state.fields = {kind: list(terrains) for kind, terrains in waiting.items()}
        return self

    def board(self, owner: str) -> Any:
        return self.state.boards[owner]

    def player(self, owner: str) -> Any:
        return self.state.players[owner]

    def flipped(self, owner: str, *jars: str, attacked: bool = False) -> Table:
        self.state.players[owner].flipped = list(jars)
        self.state.players[owner].attacked = attacked
        return self

    def points(self, **scores: int) -> Table:
        for owner, points in scores.items():
            self.state.players[owner].score = points
        return self

    # Hester

    def infected(self, owner: str, count: int, at: str) -> Table:
        """Haints from the supply, with a snake each."""
        self.state.units[hex(at)] += [Unit(owner, infected=True)] * count
        self.state.players[owner].haints -= count
        self.board("hester").snakes -= count
        return self

    def fire(self, at: str, flames: int = 2) -> Table:
        """H5.7.1  A fire on the map: the leftmost pair of a fire field, and more from the supply."""
        board: Any = self.board("hester")
        field = next(n for n, one in enumerate(board.fields) if one)
        board.fields[field] = 0
        board.flames -= flames - 2
        self.state.flames[hex(at)] = flames
        return self

    def hester(self, at: str) -> Table:
        self.state.figures["hester"] = Figure(hex(at))
        return self

    def root(self, start: str, end: str, colour: str = "brown") -> Table:
        board: Any = self.board("hester")
        board.roots.append(Root(hex(start) if start else 0, hex(end), colour))
        board.rooted = True
        return self

    def actions(self, count: int) -> Table:
        """Action flames."""
        board: Any = self.board("hester")
        board.flames -= count - board.actions
        board.actions = count
        return self

    def squares(self, **filled: tuple[str, ...]) -> Table:
        """Squares by side: tokens out of the box, or fires with a haint of each rival."""
        for side, things in filled.items():
            empty = [one for one in self.board("hester").squares if one.side == side]
            for square, thing in zip(empty, things, strict=False):
                square.filled = thing
                if thing == "fire":
                    square.haints = dict.fromkeys(self.state.rivals, 1)
                    for owner in self.state.rivals:
                        self.state.players[owner].haints -= 1
                else:
                    self.state.box[thing] -= 1
        return self

    def deeds(self, *, tree: bool = False) -> Play:
        """Hester's turn after her roots; with `tree` after the Tree, too."""
        begin_turn(self.state, "hester")
        self.state.cursor.step = "deeds"
        self.board("hester").tree = tree
        self.state.notes.clear()
        return self.play()

    # the automated factions

    def decks(self, red: str = "", blue: str = "", purple: str = "") -> Table:
        """H6.1.3  Solo cards in the decks, the first one on top; all others are out of the game."""
        wanted = {"red": red.split(), "blue": blue.split(), "purple": purple.split()}
        self.state.boards[AUTOMATED] = AutomatedBoard(
            decks={deck: cards[::-1] for deck, cards in wanted.items()},
            out={deck: [c for c in cards if c not in wanted[deck]] for deck, cards in SOLO.decks.items()},
        )
        return self

    def solo(self, step: str, card: str = "", bot: str = "") -> Play:
        """A step of the solo turn; with a card that lies open and activates a bot."""
        board: Any = self.board(AUTOMATED)
        board.card, board.activated = card, bot
        if card:
            board.out = {deck: [c for c in cards if c != card] for deck, cards in board.out.items()}
        self.state.cursor = Cursor(active=bot or "hester", step=f"solo.{step}")
        return self.play()

    # chance

    def tree(self, **out: int) -> Table:
        """H0.7.6  What falls out of the next activation."""
        self.chances.trees.append(out)
        return self

    def draws(self, *places: int) -> Table:
        """The next thing that is shuffled or picked comes in this order."""
        self.chances.draws.append(list(places))
        return self

    # playing

    def play(self, flow: Callable[..., Flow[Any]] | None = None, *args: Any) -> Play:
        """Run one flow, or the game from the cursor on."""
        game: Game[Harrow] = Game(Direct(flow, *args), self.setup, self.chances)
        game.state = decode(RULES, encode(self.state))
        return Play(game.start())

    def turn(self, owner: str, jar: str = "", *, again: bool = False) -> Play:
        """A turn of an owner from its beginning; with a jar, up to the jar's action."""
        begin_turn(self.state, owner)
        self.state.notes.clear()
        play = self.play()
        if jar:
            play.choose("flip", jar=jar, again=again).pass_windows()
        return play

    def step(self, owner: str, step: str, jar: str = "wild") -> Play:
        """A step of an owner's turn, after a jar was flipped."""
        self.state.cursor = Cursor(active=owner, step=step, jar=jar, acted=step in ("after", "cleanup"))
        player = self.state.players[owner]
        player.flipped = player.flipped or [jar]
        return self.play()

    def cleanup(self, owner: str) -> Play:
        return self.step(owner, "cleanup")

    def round_end(self) -> Play:
        """Phase 2."""
        for player in self.state.players.values():
            player.flipped = ["ability", "wild", "legend"]
        self.state.cursor = Cursor(active=self.state.order[0], step="round.end")
        return self.play()


def county(mode: str = "C1", *factions: str, side: str = "a") -> Table:
    """An empty county: nothing is on the map, the Tree and the battleground."""
    return Table(mode, factions or ("protectors", "family"), side)
