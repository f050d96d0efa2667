"""What is agreed before a game of Root: map, deck, setup, factions, bots. With the advice of 5.2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import engine.root.rules  # noqa: F401  makes factions and bots known
from engine.root.data import BOTS, CLOCKWORK, DECK_NAMES, FACTIONS, MAPS, ROLES, TABLE
from engine.root.faction import FACTIONS as BUILT
from engine.root.setup.advanced import INSURGENT, MILITANT, cards_of
from engine.rules import SeatSetup, Setup

LEAST_REACH = 17


class RootLobby:
    """The lobby of Root."""

    def choices(self) -> Mapping[str, Mapping[str, str]]:
        """5, A.1, A.2, A.4  Map, deck, setup, suits and seats; what fewer tables want comes last."""
        return {
            "map": {name: entry.name for name, entry in MAPS.items()},
            "deck": dict(DECK_NAMES),
            "setup": {"standard": "Standard setup", "advanced": "Advanced setup with a draft"},
            "suits": {"printed": "Printed suits", "random": "Random suits"},
            "order": {"seated": "Play in the order of the seats", "random": "Random seats and first player"},
            "bot_dominance": {"off": "Bots ignore dominance", "on": "Bots can win by dominance"},
            "cooperative": {"off": "Everyone for themselves", "on": "People together against the bots"},
            **_draft_choices(),
            "any_reach": {"off": "Enough reach together", "on": "Any factions, however little reach"},
        }

    def matters(self, setup: Setup, choice: str) -> bool:
        """5.2, A.8, RB 3.3  Some choices change nothing at some tables."""
        bots = any(seat.board for seat in setup.seats)
        few = bool(setup.seats) and all(seat.plays for seat in setup.seats)
        told = {
            "bot_dominance": bots,
            "cooperative": bots,
            **dict.fromkeys(_draft_choices(), is_advanced(setup)),
            "any_reach": few and not is_advanced(setup) and self.reach(setup) < LEAST_REACH,
        }
        return told.get(choice, True)

    def seats(self) -> range:
        """5.2  Two to six players."""
        return range(2, max(TABLE.reach_targets) + 1)

    def factions(self) -> Mapping[str, str]:
        """The factions people can play; some can be played twice (9.7)."""
        return {role.id: role.name for role in ROLES.values() if role.faction in BUILT}

    def boards(self) -> Mapping[str, str]:
        """The Clockwork bots, by the faction they play."""
        return {name: bot.name for name, bot in BOTS.items() if f"clockwork-{name}" in BUILT}

    def board_options(self, faction: str) -> Mapping[str, Mapping[str, str]]:
        """RB 3.3  A bot's difficulty and traits; the Vagabot's character."""
        bot = BOTS[faction]
        options: dict[str, Mapping[str, str]] = {
            "difficulty": {
                level: level.title() for level in sorted(CLOCKWORK.difficulties, key=_default_first)
            },
            "traits": {trait.id: trait.name for trait in bot.traits},
        }
        if bot.characters:
            options["character"] = {character.id: character.name for character in bot.characters}
        return options

    def reactions(self) -> Mapping[str, Mapping[str, str]]:
        """4.3  What a player may be asked in another's turn, and the verbs a standing order may give."""
        return {
            "battle.ambush": {"ambush": "Ambush", "done": "Do not ambush"},
            "battle.foil": {"ambush": "Foil an ambush", "done": "Do not foil an ambush"},
            "battle.enlist": {"enlist": "Enlist a protector", "done": "Enlist nobody"},
            "battle.effects": {"use": "Use battle effects", "done": "Use no battle effects"},
            **{key: verbs for faction in BUILT.values() for key, verbs in faction.orders.items()},
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
            elif seat.seat in ROLES and ROLES[seat.seat].faction != faction_of(seat):
                problems.append(f"A seat that does not play {seat.seat} cannot be called so.")
        return [*problems, *self._faction_problems(setup)]

    def _faction_problems(self, setup: Setup) -> list[str]:
        problems = []
        chosen = Counter(faction_of(seat) for seat in setup.seats if faction_of(seat) in FACTIONS)
        for name, count in chosen.items():
            if count > 1 + bool(FACTIONS[name].second):
                problems.append(f"Too many players play {FACTIONS[name].name}.")
        for role in (ROLES[seat.plays] for seat in setup.seats if seat.plays in ROLES):
            if role.second and chosen[role.faction] == 1:
                problems.append(f"The {role.name[0].lower()}{role.name[1:]} needs a first one.")
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
        """5.2  The sum of reach; the second of a faction counts less."""
        total = 0
        met: set[str] = set()
        for seat in setup.seats:
            name = faction_of(seat)
            if name in FACTIONS:
                total += _reach(name, again=name in met)
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
    """The faction of a seat, also if it is the second of its kind."""
    return ROLES[seat.plays].faction if seat.plays in ROLES else seat.plays


def draft_cards(setup: Setup) -> int:
    """A.8.1  How many setup cards there are to deal."""
    taken = [faction_of(seat) for seat in setup.seats]
    return sum(len(cards_of(kind, len(taken), taken, setup.options)) for kind in (MILITANT, INSURGENT))


def _draft_choices() -> Mapping[str, Mapping[str, str]]:
    """What a table with a draft may agree on because of some faction."""
    return {name: values for faction in BUILT.values() for name, values in faction.choices.items()}


def _reach(name: str, *, again: bool) -> int:
    """5.2, 9.7  What a player adds, also the second of a faction."""
    second = FACTIONS[name].second
    return second.reach if again and second else FACTIONS[name].reach


def _default_first(level: str) -> tuple[bool, int]:
    return (level != "default", CLOCKWORK.difficulties.index(level))


def _unknown(seat: SeatSetup, known: Mapping[str, str]) -> str:
    kind = "bot" if seat.board else "faction"
    return f"There is no {kind} called {seat.plays}. There are: {', '.join(known)}."


LOBBY = RootLobby()
