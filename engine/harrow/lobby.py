"""What is agreed before a game of Harrow County: the mode, which side of the map, who plays whom (H0.3)."""

from __future__ import annotations

from collections.abc import Mapping

import engine.harrow.rules  # noqa: F401  makes the factions known
from engine.harrow.data import COUNTIES, MODES, REACTIONS, TABLE, ModeData
from engine.harrow.faction import FACTIONS
from engine.harrow.wording import NAMES, faction_name
from engine.lobby import NOTHING_AGREED, Choice, Lobby
from engine.rules import Setup


def mode_of(setup: Setup) -> ModeData:
    """The mode agreed so far; the first one otherwise."""
    return MODES.get(str(setup.options.get("mode")), next(iter(MODES.values())))


class HarrowLobby(Lobby):
    """The lobby of Harrow County."""

    name = NAMES["game"]

    def choices(self, setup: Setup = NOTHING_AGREED) -> Mapping[str, Choice]:
        """H0.3, HM.1.1, HP.1.3, HP.1.7  The mode first, of those with room for all who sit; then what it leaves to agree on."""
        sides = {side: county.name for side, county in COUNTIES.items()}
        mode = mode_of(setup)
        modes = {id: one.name for id, one in MODES.items() if one.seats >= len(setup.seats) or one is mode}
        levels = {level: NAMES[f"level.{level}"] for one in MODES.values() for level in one.levels}
        who = {value: NAMES[f"decides.{value}"] for value in ("you", "rules")}
        return {
            "mode": Choice(NAMES["lobby.mode"], modes, leads=True),
            "map": Choice(NAMES["lobby.map"], sides, open=True, matters=mode.map_chosen),
            "level": Choice(NAMES["lobby.level"], levels, matters=bool(mode.levels)),
            "decides": Choice(NAMES["lobby.decides"], who, matters=bool(mode.automated)),
        }

    def seats(self, setup: Setup = NOTHING_AGREED) -> range:
        """H0.3"""
        return range(mode_of(setup).seats, mode_of(setup).seats + 1)

    def factions(self, setup: Setup = NOTHING_AGREED) -> Mapping[str, str]:
        """H0.3  The factions of the mode."""
        playing = {owner for table in mode_of(setup).tables for owner in table}
        return {owner: faction_name(owner) for owner in TABLE.factions if owner in playing & FACTIONS.keys()}

    def reactions(self, plays: str = "") -> Mapping[str, Mapping[str, str]]:
        """HP.6.1  What a player may be asked in another's turn, and the verbs a standing order may give."""
        return {key: order.verbs for key, order in REACTIONS.items() if not plays or plays in order.asks}

    def problems(self, setup: Setup) -> list[str]:
        """H0.3  Factions that may not meet in this mode, besides what stands in the way of any game."""
        wrong = super().problems(setup)
        plays = {seat.plays for seat in setup.seats}
        tables = mode_of(setup).tables
        if not wrong and not any(plays == set(table) for table in tables):
            listed = "; ".join(NAMES["lobby.and"].join(map(faction_name, table)) for table in tables)
            wrong.append(NAMES["lobby.tables"].format(mode=mode_of(setup).name, tables=listed))
        return wrong


LOBBY = HarrowLobby()
