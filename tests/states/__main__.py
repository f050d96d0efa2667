import msgspec

from engine.games import GAMES
from tests.states import SETUPS, file_of, sample

for game in SETUPS:
    path = file_of(game, GAMES[game].rules.version)
    path.write_bytes(b"[\n" + b",\n".join(msgspec.json.encode(state) for state in sample(game)) + b"\n]\n")
    print(f"written: {path}")
