"""What is agreed before a game of Root: map, deck, setup, factions, bots. With the advice of 5.2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import msgspec

import engine.root.rules  # noqa: F401  makes factions and bots known
from engine.lobby import NOTHING_AGREED, Choice, Lobby
from engine.root.data import (
    BOTS,
    CLOCKWORK,
    DECK_NAMES,
    FACTIONS,
    HIRELING_TABLE,
    HIRELINGS,
    LANDMARK_TABLE,
    LANDMARKS,
    MAPS,
    ROLES,
    TABLE,
    Map,
)
from engine.root.faction import FACTIONS as BUILT
from engine.root.hiring.hireling import Hireling
from engine.root.hiring.setup import AT_RANDOM, OPTION, built, named, removed, wanted
from engine.root.setup import landmarks
from engine.root.setup.advanced import (
    INSURGENT,
    MILITANT,
    PLAYERS_WITHOUT_INSURGENTS,
    cards_of,
    every_card,
)
from engine.root.setup.table import map_landmarks
from engine.root.voice import GUESTS
from engine.rules import SeatSetup, Setup

LEAST_REACH = 17


class RootLobby(Lobby):
    """The lobby of Root."""

    name = "Root"

    def choices(self, setup: Setup = NOTHING_AGREED) -> Mapping[str, Choice]:
        """5, A.1, A.2, A.4  Map, deck, setup, suits and seats; what fewer tables want comes last."""
        bots = any(seat.board for seat in setup.seats)
        together = {"off": "Everyone for themselves", "on": "People together against the bots"}
        reach = {"off": "Enough reach together", "on": "Any factions, however little reach"}
        return {
            "map": Choice("Map", {name: entry.name for name, entry in MAPS.items()}, leads=True),
            "deck": Choice("Deck", dict(DECK_NAMES), leads=True),
            "setup": Choice(
                "Setup", {"standard": "Standard setup", "advanced": "Advanced setup with a draft"}
            ),
            "suits": Choice("Suits", {"printed": "Printed suits", "random": "Random suits"}),
            "order": Choice(
                "Order of play",
                {"seated": "Play in the order of the seats", "random": "Random seats and first player"},
                usual="random",
            ),
            "bot_dominance": Choice(
                "Bots and dominance",
                {"off": "Bots ignore dominance", "on": "Bots can win by dominance"},
                matters=bots,
            ),
            "cooperative": Choice("Together or not", together, matters=bots),
            **self.hireling_choices(setup),
            **self.draft_choices(setup),
            **self.landmark_choices(setup),
            "any_reach": Choice("Reach", reach, matters=self.lacks_reach(setup)),
        }

    def hireling_choices(self, setup: Setup) -> dict[str, Choice]:
        """A.6, A.8.1.I  Which hirelings, if any: three at random, or some that are picked; chance adds the rest."""
        known = {AT_RANDOM: "Three at random"} | {
            card.id: f"{card.promoted} / {card.demoted}" for card in built().values()
        }
        two = self.drafts(setup) and len(setup.seats) == PLAYERS_WITHOUT_INSURGENTS and wanted(setup.options)
        insurgents = {"out": "Two players draft militants only", "in": "Two players draft insurgents too"}
        return {
            OPTION: Choice("Hirelings", known, several=True, most=HIRELING_TABLE.in_play),
            "insurgents": Choice("Insurgents for two", insurgents, matters=two),
        }

    def draft_choices(self, setup: Setup) -> dict[str, Choice]:
        """A.8  What a table with a draft may agree on because of some faction."""
        return {
            name: msgspec.structs.replace(choice, matters=self.drafts(setup))
            for faction in BUILT.values()
            for name, choice in faction.choices.items()
        }

    def landmark_choices(self, setup: Setup) -> dict[str, Choice]:
        """A.5, RULING L1  Landmarks drawn or named, and whether the map's own stays beside them."""
        drawn = {"1": "One at random", "2": "Two at random"}
        names = {name: one.name for name, one in LANDMARKS.items() if name in GUESTS}
        own = [LANDMARKS[name].name for name in map_of(setup).landmarks]
        kept = {"keep": f"{' and '.join(own) or 'It'} stays on the map", "drop": "Left out; it may be drawn"}
        return {
            "landmarks": Choice("Landmarks", drawn | names, several=True),
            "map_landmark": Choice(
                "The map's own landmark", kept, matters=bool(own and landmarks.wanted(setup.options))
            ),
        }

    def lacks_reach(self, setup: Setup) -> bool:
        """5.2  Do all play something, and is it too little together?"""
        chosen = bool(setup.seats) and all(seat.plays for seat in setup.seats)
        return chosen and not self.drafts(setup) and self.reach(setup) < LEAST_REACH

    def seats(self, setup: Setup = NOTHING_AGREED) -> range:
        """5.2  Two to six players."""
        return range(2, max(TABLE.reach_targets) + 1)

    def factions(self, setup: Setup = NOTHING_AGREED) -> Mapping[str, str]:
        """A.6.5  The factions people can play; some can be played twice (9.7), those of picked hirelings not at all."""
        barred = removed(named(setup.options))
        return {
            role.id: role.name
            for role in ROLES.values()
            if role.faction in BUILT and role.faction not in barred
        }

    def barred(self, plays: str, setup: Setup) -> str:
        """A.6.5  Why a faction cannot be played beside the hirelings that were picked."""
        faction = ROLES[plays].faction if plays in ROLES else plays
        for card in named(setup.options):
            if faction in HIRELINGS[card].removes_factions:
                return (
                    f"{FACTIONS[faction].name} cannot be played: "
                    f"it lends its pieces to {HIRELINGS[card].promoted} / {HIRELINGS[card].demoted} (A.6.5)."
                )
        return ""

    def drafts(self, setup: Setup = NOTHING_AGREED) -> bool:
        """5  Is it the advanced setup?"""
        return setup.options.get("setup") == "advanced"

    def boards(self, setup: Setup = NOTHING_AGREED) -> Mapping[str, str]:
        """A.6.5  The Clockwork bots, by the faction they play."""
        barred = removed(named(setup.options))
        return {
            name: bot.name
            for name, bot in BOTS.items()
            if f"clockwork-{name}" in BUILT and name not in barred
        }

    def board_options(self, faction: str, setup: Setup = NOTHING_AGREED) -> Mapping[str, Choice]:
        """RB 3.3  A bot's difficulty and traits; the Vagabot's character."""
        bot = BOTS[faction]
        levels = {level: level.title() for level in sorted(CLOCKWORK.difficulties, key=_default_first)}
        options = {
            "difficulty": Choice("Difficulty", levels),
            "traits": Choice("Traits", {trait.id: trait.name for trait in bot.traits}, several=True),
        }
        if bot.characters:
            known = {character.id: character.name for character in bot.characters}
            options["character"] = Choice("Character", known, open=True)
        return options

    def reactions(self, plays: str = "") -> Mapping[str, Mapping[str, str]]:
        """4.3  What a player may be asked in another's turn, and the verbs a standing order may give."""
        own = [faction.orders for name, faction in BUILT.items() if not plays or name == plays]
        own += [voice.orders for voice in GUESTS.values() if isinstance(voice, Hireling)]
        return {
            "battle.ambush": {"ambush": "Ambush", "done": "Do not ambush"},
            "battle.foil": {"ambush": "Foil an ambush", "done": "Do not foil an ambush"},
            "battle.enlist": {"enlist": "Enlist a protector", "done": "Enlist nobody"},
            "battle.effects": {"use": "Use battle effects", "done": "Use no battle effects"},
            **{key: verbs for orders in own for key, verbs in orders.items()},
        }

    def problems(self, setup: Setup) -> list[str]:
        """Why the game cannot start like this."""
        return [
            *self._seat_problems(setup),
            *self.wrong_boards(setup),
            *self.wrong_options(setup),
            *self._option_problems(setup),
        ]

    def _option_problems(self, setup: Setup) -> list[str]:
        bots = sum(bool(seat.board) for seat in setup.seats)
        if setup.options.get("cooperative") == "on" and not 0 < bots < len(setup.seats):
            return ["People can only play together against at least one bot."]
        return list(landmark_problems(setup))

    def _seat_problems(self, setup: Setup) -> list[str]:
        problems = self.wrong_count(setup)
        for seat in setup.seats:
            known = self.boards(setup) if seat.board else self.factions(setup)
            replaced = self.barred(seat.plays, setup)
            if replaced:
                problems.append(replaced)
            elif not seat.plays and (seat.board or not self.drafts(setup)):
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
        if self.drafts(setup):
            drafting = [seat for seat in setup.seats if not seat.plays]
            cards = draft_cards(setup)
            if len(drafting) > cards:
                problems.append(f"There are only {cards} setup cards for {len(drafting)} players (A.8.1).")
            return problems
        if too_many_corners(chosen.elements()):
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
        """5.2, A.6.2, RULING 7  Warnings when the factions are a poor mix, or the hirelings do not fit the table."""
        return [*landmark_advice(setup), *self.hireling_advice(setup), *self.reach_advice(setup)]

    def hireling_advice(self, setup: Setup) -> list[str]:
        """A.6.2, R-11  All demoted, for one person alone, or more picked than come to the table."""
        if not wanted(setup.options):
            return []
        advice = []
        people = [seat for seat in setup.seats if not seat.board]
        demoted = HIRELING_TABLE.demoted_by_players.get(len(setup.seats), 0)
        if demoted == HIRELING_TABLE.in_play:
            advice.append(
                f"With {len(setup.seats)} players all hirelings show their demoted, weaker side (A.6.2)."
            )
        if len(people) == 1:
            advice.append("Bots hire nobody: whoever you hire stays with you.")
        return advice

    def reach_advice(self, setup: Setup) -> list[str]:
        """5.2, RULING 7  The factions are a poor mix."""
        target = TABLE.reach_targets.get(len(setup.seats), 0)
        if any(not seat.plays for seat in setup.seats) or self.reach(setup) >= target:
            return []
        return [
            f"The Law recommends a reach of {target} for {len(setup.seats)} players (5.2); "
            f"these factions have {self.reach(setup)}.",
        ]


def map_of(setup: Setup) -> Map:
    """The map that was chosen, or the usual one."""
    return MAPS.get(str(setup.options.get("map"))) or next(iter(MAPS.values()))


def landmark_problems(setup: Setup) -> Iterator[str]:
    """A.5.1, RULING L1  Why these landmarks cannot be set up."""
    chosen = landmarks.wanted(setup.options)
    named = [LANDMARKS[one] for one in chosen if one in LANDMARKS]
    kept = map_landmarks(map_of(setup).id, setup.options)
    for one in named:
        if one.id in kept:
            yield f"{one.name} belongs to this map. Choose another landmark, or leave the map's own out."
    if len(chosen) - len(named) > 1:
        yield "Draw one landmark or two, not both."
    elif landmarks.number(setup.options) > LANDMARK_TABLE.most_in_play:
        yield (
            f"A game has at most {LANDMARK_TABLE.most_in_play} landmarks (A.5.1). "
            "Choose fewer, or say also how many of these are drawn."
        )
    elif named and landmarks.number(setup.options) > len(named):
        yield "Fewer landmarks are named than are to be drawn."


def landmark_advice(setup: Setup) -> Iterator[str]:
    """F.7.1  Landmarks that may come and are not for so few players."""
    if landmarks.wanted(setup.options):
        for one in (LANDMARKS[name] for name in landmarks.pool(map_of(setup).id, setup.options)):
            if len(setup.seats) < one.least_players:
                yield f"{one.name} is for {one.least_players} players or more ({one.clause})."


def too_many_corners(factions: Iterable[str]) -> bool:
    """5  Do more of these factions start in a corner than there are corners?"""
    starters = sum(FACTIONS[name].corner_start for name in factions)
    return starters > min(len(board.corners) for board in MAPS.values())


def faction_of(seat: SeatSetup) -> str:
    """The faction of a seat, also if it is the second of its kind."""
    return ROLES[seat.plays].faction if seat.plays in ROLES else seat.plays


def draft_cards(setup: Setup) -> int:
    """A.6.5, A.8.1  How many setup cards there are to deal."""
    taken = [faction_of(seat) for seat in setup.seats]
    taken += every_card(removed(named(setup.options)), setup.options)
    seats = len(setup.seats)
    return sum(len(cards_of(kind, seats, taken, setup.options)) for kind in (MILITANT, INSURGENT))


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
