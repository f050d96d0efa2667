"""What is agreed before a game of Pebbles: who can play, and which extras there are, depends on the mode."""

from __future__ import annotations

from collections.abc import Mapping

from engine.lobby import NOTHING_AGREED, Choice, Lobby
from engine.rules import Setup

COLOURS = {"red": "Red", "blue": "Blue", "green": "Green"}
PLAYERS = {"three": 3, "two": 2, "alone": 1}


class PebblesLobby(Lobby):
    """The lobby of Pebbles."""

    name = "Pebbles"

    def choices(self, setup: Setup = NOTHING_AGREED) -> Mapping[str, Choice]:
        extras = {"safe": "No dares", "night": "By candlelight"}
        if players(setup) < 3:
            extras["rival"] = "Rivals"
        return {
            "mode": Choice("Mode", {"three": "Three", "two": "Two", "alone": "Alone"}, leads=True),
            "heap": Choice("Heap", {"30": "30 pebbles", "12": "12 pebbles"}),
            "extras": Choice("Extras", extras, several=True, most=2),
            "light": Choice("Light", {"wax": "Wax", "oil": "Oil"}, matters="night" in chosen(setup)),
        }

    def seats(self, setup: Setup = NOTHING_AGREED) -> range:
        return range(players(setup), players(setup) + 1)

    def factions(self, setup: Setup = NOTHING_AGREED) -> Mapping[str, str]:
        return dict(list(COLOURS.items())[: players(setup)])

    def boards(self, setup: Setup = NOTHING_AGREED) -> Mapping[str, str]:
        return {"blue": "Blue by itself"} if players(setup) > 1 else {}

    def board_options(self, faction: str, setup: Setup = NOTHING_AGREED) -> Mapping[str, Choice]:
        return {
            "difficulty": Choice("Difficulty", {"default": "Default", "easy": "Easy"}),
            "traits": Choice("Traits", {"quick": "Quick", "greedy": "Greedy"}, several=True),
        }

    def reactions(self, plays: str = "") -> Mapping[str, Mapping[str, str]]:
        return {} if plays == "green" else {"toy.bid": {"bid": "Bid my lowest card"}}

    def problems(self, setup: Setup) -> list[str]:
        rivals = "rival" in chosen(setup) and "safe" in chosen(setup)
        return super().problems(setup) + (["Rivals need dares."] if rivals else [])

    def advice(self, setup: Setup) -> list[str]:
        return ["A small heap is soon empty."] if setup.options.get("heap") == "12" else []


def players(setup: Setup) -> int:
    return PLAYERS.get(str(setup.options.get("mode")), 3)


def chosen(setup: Setup) -> list[str]:
    return list(setup.options.get("extras", ()))


LOBBY = PebblesLobby()
