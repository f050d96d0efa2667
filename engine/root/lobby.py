"""What is agreed before a game of Root: map, deck, setup, factions, bots. With the advice of 5.2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import engine.root.rules  # noqa: F401  makes factions and bots known
from engine.root.data import BOTS, CHARACTERS, CLOCKWORK, DECKS, FACTIONS, MAPS, TABLE
from engine.root.faction import FACTIONS as BUILT
from engine.root.setup.advanced import INSURGENT, MILITANT, cards_of
from engine.root.setup.table import SECOND
from engine.rules import SeatSetup, Setup

LEAST_REACH = 17
DECK_NAMES = {"base": "Base deck", "exiles": "Exiles and Partisans"}


class RootLobby:
    """The lobby of Root."""

    def choices(self) -> Mapping[str, Mapping[str, str]]:
        """5, A.1, A.2, A.4  Map, deck, setup, suits and seats; what fewer tables want comes last."""
        return {
            "map": {name: entry.name for name, entry in MAPS.items()},
            "deck": {name: DECK_NAMES[name] for name in DECKS},
            "setup": {"standard": "Standard setup", "advanced": "Advanced setup with a draft"},
            "suits": {"printed": "Printed suits", "random": "Random suits"},
            "order": {"seated": "Play in the order of the seats", "random": "Random seats and first player"},
            "bot_dominance": {"off": "Bots ignore dominance", "on": "Bots can win by dominance"},
            "cooperative": {"off": "Everyone for themselves", "on": "People together against the bots"},
            "second_vagabond": {"off": "One Vagabond in the draft", "on": "Two Vagabonds in the draft"},
            "any_reach": {"off": "Enough reach together", "on": "Any factions, however little reach"},
        }

    def matters(self, setup: Setup, choice: str) -> bool:
        """5.2, A.8, RB 3.3  Some choices change nothing at some tables."""
        bots = any(seat.board for seat in setup.seats)
        few = bool(setup.seats) and all(seat.plays for seat in setup.seats)
        told = {
            "bot_dominance": bots,
            "cooperative": bots,
            "second_vagabond": is_advanced(setup),
            "any_reach": few and not is_advanced(setup) and self.reach(setup) < LEAST_REACH,
        }
        return told.get(choice, True)

    def seats(self) -> range:
        """5.2  Two to six players."""
        return range(2, max(TABLE.reach_targets) + 1)

    def factions(self) -> Mapping[str, str]:
        """The factions people can play; the Vagabond can be played twice (9.7)."""
        built = {name: entry.name for name, entry in FACTIONS.items() if name in BUILT}
        if "vagabond" in built:
            built["vagabond2"] = f"Second {built['vagabond']}"
        return built

    def boards(self) -> Mapping[str, str]:
        """The Clockwork bots, by the faction they play."""
        return {bot.faction: bot.name for bot in BOTS.values() if f"clockwork-{bot.faction}" in BUILT}

    def board_options(self, faction: str) -> Mapping[str, Mapping[str, str]]:
        """RB 3.3  A bot's difficulty and traits; the Vagabot's character."""
        bot = next(bot for bot in BOTS.values() if bot.faction == faction)
        options: dict[str, Mapping[str, str]] = {
            "difficulty": {
                level: level.title() for level in sorted(CLOCKWORK.difficulties, key=_default_first)
            },
            "traits": {trait.id: trait.name for trait in bot.traits},
        }
        if bot.characters:
            options["character"] = {character.id: character.name for character in bot.characters}
        return options

    def seat_options(self, faction: str) -> Mapping[str, Mapping[str, str]]:
        """9.3.1  What a person may fix beforehand; left open, it is asked during setup."""
        if not FACTIONS[faction.removesuffix(SECOND)].second:
            return {}
        return {"character": {character.id: character.name for character in CHARACTERS.values()}}

    def reactions(self) -> Mapping[str, Mapping[str, str]]:
        """4.3  What a player may be asked in another's turn, and the verbs a standing order may give."""
        return {
            "battle.ambush": {"ambush": "Ambush", "done": "Do not ambush"},
            "battle.foil": {"ambush": "Foil an ambush", "done": "Do not foil an ambush"},
            "battle.enlist": {"enlist": "Enlist a protector", "done": "Enlist nobody"},
            "battle.effects": {"use": "Use battle effects", "done": "Use no battle effects"},
            "marquise.hospital": {
                "hospital": "Spend a card for Field Hospitals",
                "done": "No Field Hospitals",
            },
        }

    def problems(self, setup: Setup) -> list[str]:
        """Why the game cannot start like this."""
        return [*self._seat_problems(setup), *self._board_problems(setup), *self._option_problems(setup)]

    def _board_problems(self, setup: Setup) -> list[str]:
        """RB 3.3  Difficulties, traits and characters that do not exist."""
        problems = []
        for seat in setup.seats:
            if not seat.board or seat.plays not in self.boards():
                continue
            for name, known in self.board_options(seat.plays).items():
                wanted = seat.options.get(name, ())
                chosen = [wanted] if isinstance(wanted, str) else list(wanted)
                problems += [
                    f"{self.boards()[seat.plays]} has no {name} called {value}. There are: {', '.join(known)}."
                    for value in chosen
                    if value not in known
                ]
        return problems

    def _option_problems(self, setup: Setup) -> list[str]:
        problems = []
        choices = self.choices()
        for name, value in setup.options.items():
            if name in choices and value not in choices[name]:
                problems.append(f"There is no {name} called {value}. There are: {', '.join(choices[name])}.")
        bots = sum(bool(seat.board) for seat in setup.seats)
        if setup.options.get("cooperative") == "on" and not 0 < bots < len(setup.seats):
            problems.append("People can only play together against at least one bot.")
        return problems

    def _seat_problems(self, setup: Setup) -> list[str]:
        problems = []
        if len(setup.seats) not in self.seats():
            problems.append(f"Root takes {self.seats()[0]} to {self.seats()[-1]} players.")
        for seat in setup.seats:
            known = self.boards() if seat.board else self.factions()
            if not seat.plays and (seat.board or not is_advanced(setup)):
                problems.append(f"{seat.seat} needs a faction.")
            elif seat.plays and seat.plays not in known:
                problems.append(_unknown(seat, known))
            elif seat.seat in self.factions() and seat.seat.removesuffix(SECOND) != faction_of(seat):
                problems.append(f"A seat that does not play {seat.seat} cannot be called so.")
        return [*problems, *self._faction_problems(setup)]

    def _faction_problems(self, setup: Setup) -> list[str]:
        problems = []
        chosen = Counter(faction_of(seat) for seat in setup.seats if faction_of(seat) in FACTIONS)
        for name, count in chosen.items():
            if count > 1 + bool(FACTIONS[name].second):
                problems.append(f"Too many players play {FACTIONS[name].name}.")
        if any(seat.plays.endswith(SECOND) and chosen[faction_of(seat)] == 1 for seat in setup.seats):
            problems.append("The second Vagabond needs a first one.")
        if is_advanced(setup):
            drafting = [seat for seat in setup.seats if not seat.plays]
            cards = draft_cards(setup)
            if len(drafting) > cards:
                problems.append(f"There are only {cards} setup cards for {len(drafting)} players (A.8.1).")
            return problems
        corners = sum(count for name, count in chosen.items() if FACTIONS[name].corner_start)
        if corners > len(MAPS["autumn"].corners):
            problems.append("Five factions that start in a corner need the advanced setup (5).")
        reach = self.reach(setup)
        if reach < LEAST_REACH and setup.options.get("any_reach") != "on":  # RULING 7
            problems.append(
                f"These factions have too little reach together: {reach} of {LEAST_REACH} (5.2). "
                "Choose others, or allow it in the settings."
            )
        return problems

    def reach(self, setup: Setup) -> int:
        """5.2  The sum of reach; the second Vagabond counts less."""
        total = 0
        met: set[str] = set()
        for seat in setup.seats:
            name = faction_of(seat)
            if name in FACTIONS:
                total += int(FACTIONS[name].second.get("reach", 0)) if name in met else FACTIONS[name].reach
                met.add(name)
        return total

    def advice(self, setup: Setup) -> list[str]:
        """5.2, RULING 7  A warning when the factions are a poor mix."""
        target = TABLE.reach_targets.get(len(setup.seats), 0)
        if any(not seat.plays for seat in setup.seats) or self.reach(setup) >= target:
            return []
        return [
            f"The Law recommends a reach of {target} for {len(setup.seats)} players (5.2); "
            f"these factions have {self.reach(setup)}."
        ]


def is_advanced(setup: Setup) -> bool:
    """5  Is it the advanced setup?"""
    return setup.options.get("setup") == "advanced"


def faction_of(seat: SeatSetup) -> str:
    """The faction of a seat, of a second Vagabond too."""
    return seat.plays.removesuffix(SECOND)


def draft_cards(setup: Setup) -> int:
    """A.8.1  How many setup cards there are to deal."""
    taken = [faction_of(seat) for seat in setup.seats]
    two = setup.options.get("second_vagabond") == "on"
    return sum(len(cards_of(kind, len(taken), taken, second_vagabond=two)) for kind in (MILITANT, INSURGENT))


def _default_first(level: str) -> tuple[bool, int]:
    return (level != "default", CLOCKWORK.difficulties.index(level))


def _unknown(seat: SeatSetup, known: Mapping[str, str]) -> str:
    kind = "bot" if seat.board else "faction"
    return f"There is no {kind} called {seat.plays}. There are: {', '.join(known)}."


LOBBY = RootLobby()
