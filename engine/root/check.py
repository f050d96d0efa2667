"""What must be true of every game of Root: `check` looks at a state between two steps and names what is wrong.

`RandomGame` is what every random game is (`engine.fuzz`), and knows what the log of Root must tell.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from engine import fuzz
from engine.flow import Ask
from engine.root import data
from engine.root.data import CARDS, DECKS
from engine.root.faction import FACTIONS, faction_of
from engine.root.hiring.hireling import board_of, hirelings, pieces_in_all
from engine.root.lobby import LOBBY, too_many_corners
from engine.root.menu import refusal
from engine.root.rules import RULES
from engine.root.state import CLEARINGS, Owner, Root
from engine.root.verbs import has_points_to_win
from engine.rules import Event, SeatSetup, Setup

DOMINANCE = frozenset(card.id for card in CARDS.values() if card.kind == "dominance")

# --- one state --------------------------------------------------------------------------------------------


def check(game: Root) -> list[str]:
    """Everything wrong with a state between two steps; an empty list if all is well."""
    if game.cursor.step.startswith("setup"):
        return []
    return [*warriors_wrong(game), *cards_wrong(game), *pieces_wrong(game), *table_wrong(game)]


def printed(game: Root, owner: Owner) -> data.Faction:
    """The printed board behind an owner, a bot's too."""
    board = faction_of(game, owner).printed
    if board is None:
        raise LookupError(f"{owner} has no board")
    return board


def warriors_wrong(game: Root) -> Iterator[str]:
    """1.5.1  Warriors are conserved: in the supply, on the map, on boards and on cards."""
    kept: Counter[Owner] = Counter()
    for owner in game.order:
        kept.update(game.players[owner].held)
    for me, voice in game.cast["kept_warriors"]:
        kept.update(voice.kept_warriors(game, me))
    for owner in game.order:
        row = game.warriors.get(owner, [])
        supply = game.players[owner].supply
        if supply < 0 or any(count < 0 for count in row):
            yield f"{owner} has fewer than no warriors: supply {supply}, map {row}"
        away = sum(here.get(owner, 0) for here in game.elsewhere.values())
        total = supply + sum(row) + away + kept[owner]
        if total != faction_of(game, owner).warriors_in_all():
            yield f"{owner} has {total} warriors, not {faction_of(game, owner).warriors_in_all()}"
    for name in hirelings(game):
        away = sum(here.get(name, 0) for here in game.elsewhere.values())
        held = sum(player.held.get(name, 0) for player in game.players.values())
        found = game.guests[name].supply + sum(game.warriors.get(name, [])) + away + held
        total = found + sum(
            voice.kept_warriors(game, me).get(name, 0) for me, voice in game.cast["kept_warriors"]
        )
        if total != pieces_in_all(game, name).get("warrior", 0) or game.guests[name].supply < 0:
            yield f"{name} has {total} warriors, not {pieces_in_all(game, name).get('warrior', 0)}"


def cards_wrong(game: Root) -> Iterator[str]:
    """2.1  Cards are conserved, wherever they lie; only one of each effect in play.

    A victory stops everything at once (3.1), so a card may be on its way when the game ends.
    """
    if game.over:
        return
    found = Counter(game.deck)
    found.update(game.discard)
    found.update(game.available)
    for owner in game.order:
        player = game.players[owner]
        found.update(player.hand)
        found.update(player.crafted)
        found.update([player.dominance] if player.dominance else [])
        if player.hand and not faction_of(game, owner).has_hand:
            yield f"{owner} has no hand but holds {player.hand}"
        effects = [CARDS[card].effect for card in player.crafted]
        if len(set(effects)) < len(effects):
            yield f"{owner} has an effect twice: {effects}"
    for me, voice in game.cast["kept_cards"]:
        found.update(voice.kept_cards(game, me))
    deck = Counter(DECKS[game.deck_id])
    if DOMINANCE.isdisjoint(found):
        deck = Counter({card: copies for card, copies in deck.items() if card not in DOMINANCE})
    if found != deck:
        yield f"cards are wrong: lost {dict(deck - found)}, too many {dict(found - deck)}"
    if not DOMINANCE.isdisjoint(game.discard):
        yield "a dominance card lies in the discard pile"


def pieces_wrong(game: Root) -> Iterator[str]:
    """1.5.1, 2.2.3  No more pieces than printed, no more buildings than slots, nothing of strangers."""
    for clearing in CLEARINGS:
        taken = game.slots_taken(clearing)
        if taken > game.slots(clearing):
            yield f"clearing {clearing} has {taken} slots taken of {game.slots(clearing)}"
    on_map: Counter[tuple[Owner, str]] = Counter()
    for row in (*game.buildings, *game.tokens, *game.tokens_elsewhere.values()):
        on_map.update((piece.owner, piece.kind) for piece in row)
    for (owner, kind), count in on_map.items():
        if owner not in game.owners:
            yield f"a {kind} on the map belongs to {owner}, who does not play"
        if owner not in game.order:
            if owner in hirelings(game) and count > pieces_in_all(game, owner).get(kind, 0):
                yield f"{count} of {owner}'s {kind} are on the map"
            continue
        board = printed(game, owner)
        most = board.buildings.get(kind, board.tokens.get(kind, 0))
        if count > most:
            yield f"{count} of {owner}'s {kind} are on the map, {most} exist"


def table_wrong(game: Root) -> Iterator[str]:
    """3.1, 4.1.2  Points, items, the cursor, and nothing left unsettled between steps."""
    if game.happened:
        yield f"not settled: {game.happened}"
    if game.active not in game.order:
        yield f"nobody called {game.active} plays"
    for owner in game.order:
        won = has_points_to_win(game, owner) and not (game.is_cooperative and owner not in game.bots)
        if game.players[owner].score < 0 or (won and not game.over):
            yield f"{owner} has {game.players[owner].score} points and the game goes on"
    for name in hirelings(game):
        player, control = board_of(game, name).controller, board_of(game, name).control
        if player in game.bots or (player and player not in game.order) or control < 0:
            yield f"{name} is controlled by {player} for {control} turns"
    if any(count < 0 for count in game.item_supply.values()):
        yield f"items are owed: {game.item_supply}"


def items_of(game: Root) -> Counter[str]:
    """G.1.23  All items of the game: in the supply, in boxes, on boards and under ruins."""
    found = Counter({item: count for item, count in game.item_supply.items() if count})
    for hidden in game.ruins.values():
        found.update(hidden)
    for owner in game.order:
        found.update(view.item for view in faction_of(game, owner).public_items(game, owner))
    for me, voice in game.cast["public_board"]:
        found.update(view.item for view in voice.public_board(game, me, None).items)
    for me, voice in game.cast["kept_items"]:
        found.update(voice.kept_items(game, me))
    return found


def question_wrong(game: Root, question: Ask) -> Iterator[str]:
    """Whatever is offered must be legal by the predicate that would refuse it."""
    if game.plays.get(question.seat) not in FACTIONS:
        return
    for option in question.options:
        why = refusal(game, question.seat, option)
        if why:
            yield f"{question.key} offers {option}, which is refused: {why}"


# --- who plays --------------------------------------------------------------------------------------------


def owners() -> list[Owner]:
    """Everything a seat can play, the second of a faction too."""
    return list(LOBBY.factions())


def mixes(players: int) -> list[tuple[Owner, ...]]:
    """5  Every set of so many factions that can meet in the standard setup.

    The second of a kind never meets without the first, nor more starters in a corner than there are corners.
    """
    return [
        mix
        for mix in combinations(owners(), players)
        if all(plays_of(owner) == owner or plays_of(owner) in mix for owner in mix)
        and not too_many_corners(plays_of(owner) for owner in mix)
    ]


def plays_of(owner: Owner) -> str:
    """9.7  The faction an owner plays, also the second of its kind."""
    return data.ROLES[owner].faction


def random_setup(dice: random.Random, mix: Sequence[Owner] = (), bots: float = 0.0) -> Setup:
    """Random seats (or these), in random order, on a random map with a random deck.

    Each faction with a Clockwork board is a bot with the chance `bots`; if that is below 1, one seat at least
    decides.
    """
    if not mix:
        mix = dice.choice(mixes(dice.randint(2, 5)))
    seats = [
        SeatSetup(owner, plays_of(owner), *clockwork(owner, dice if dice.random() < bots else None))
        for owner in dice.sample(list(mix), len(mix))
    ]
    if bots < 1 and all(seat.board for seat in seats):
        seats[0] = SeatSetup(seats[0].seat, seats[0].plays)
    chosen = ("map", "deck", "suits", "bot_dominance")
    known = LOBBY.choices()
    options: dict[str, Any] = {name: dice.choice(list(known[name].values)) for name in chosen}
    if 0 < sum(bool(seat.board) for seat in seats) < len(seats):
        options["cooperative"] = dice.choice(list(known["cooperative"].values))
    options["landmarks"] = dice.choice([[], ["1"], ["2"], dice.sample(list(data.LANDMARKS), 2)])
    options["map_landmark"] = dice.choice(list(known["map_landmark"].values))
    return Setup(tuple(seats), options)


def clockwork(owner: Owner, dice: random.Random | None) -> tuple[str, dict[str, Any]]:
    """RB 3.3  A bot of random difficulty with random traits, or a seat that decides."""
    if dice is None or owner not in LOBBY.boards():
        return "", {}
    known = LOBBY.board_options(owner)
    several = {
        name: [value for value in choice.values if dice.random() < 0.5]
        for name, choice in known.items()
        if choice.several
    }
    one = {name: dice.choice(list(choice.values)) for name, choice in known.items() if not choice.several}
    return "clockwork", one | several


# --- whole games ------------------------------------------------------------------------------------------


class RandomGame(fuzz.RandomGame[Root]):
    """A random game of Root."""

    def __init__(self, setup: Setup, seed: str, *, watch: bool = True, keep: bool = False) -> None:
        super().__init__(RULES, check, setup, seed, watch=watch, keep=keep)
        self.points: Counter[Owner] = Counter()
        self.items: Counter[str] | None = None

    def wrong_question(self, question: Ask) -> Iterator[str]:
        return question_wrong(self.game.state, question)

    def recount(self, events: Sequence[Event]) -> Iterator[str]:
        """3.1  The scores are the sum of what the log says."""
        for event in events:
            if event.key == "scored":
                self.points[event.about["owner"]] += event.about["points"]
            elif event.key == "lost.points":
                self.points[event.about["owner"]] -= event.about["points"]
        for owner, player in self.game.state.players.items():
            if self.points[owner] != player.score:
                yield f"{owner} has {player.score} points, the log says {self.points[owner]}"
        if self.watch and not self.game.state.cursor.step.startswith("setup"):
            yield from self.recount_items(events)

    def recount_items(self, events: Sequence[Event]) -> Iterator[str]:
        """G.1.17, G.1.23  After setup no item comes or goes but those the log says are lost."""
        found = items_of(self.game.state)
        if self.items is not None:
            for event in events:
                if event.key == "lost.items":
                    self.items -= Counter(event.about["items"])
            if found != self.items:
                yield f"items are {dict(found)}, the log says {dict(self.items)}"
        self.items = found
