"""Edge cases of the specification that wait for a part of the game that is not built yet."""

PENDING: dict[str, str] = {
    "CORE-T37": "an effect that swaps pieces: the Corvid Conspiracy (13)",
    "DECK-T4 Lost City": "landmarks (F): Partisans of every suit work in the Lost City",
    "DECK-T6": "hirelings (E): footholds do not count for Soup Kitchens",
    "DECK-T12": "the Lord of the Hundreds (14): False Orders cannot move the warlord",
    "DECK-T17 Snare": "the Corvid Conspiracy (13): a snare holds Corvid Planners",
    "DECK-T25": "the Riverfolk Company (11): Swap Meet on an open hand",
    "DECK-T27": "hirelings (E): bandits on a path do not guard the river",
    "MAP-T5": "hirelings (E): a hireling moved by Ferry uses the player's one Ferry move",
    "MAP-T7": "the Corvid Conspiracy (13): a snare in the Ferry's clearing",
    "MAP-T9": "the Riverfolk Company (11): Swimmers cross the lake",
    "MAP-T13 relics": "the Keepers in Iron (15): a relic in each forest",
    "MAP-T17": "hirelings (E): a hireling is no piece for opening a path",
    "MAP-T23": "hirelings (E): a marker passed by the point of the Tower",
    "MAP-T26": "hirelings (E): bandits on closed and opened paths",
    "MAP-T27 encamp": "the Keepers in Iron (15): encamping on the map edge",
    "MAP-T29": "hirelings (E): Prophets force a move by Ferry",
    "MAP-T30": "the Corvid Conspiracy (13): a raid next to closed paths",
    "SETUP-T18": "hirelings (E): the Furious Protector bars a homeland",
}
