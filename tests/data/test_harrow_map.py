"""The map of Harrow County is whole and keeps the facts the rules state (HM)."""

import json
from collections import Counter
from pathlib import Path

import pytest

FILE = Path(__file__).resolve().parents[2] / "data" / "harrow" / "map.json"
DATA = json.loads(FILE.read_text("utf-8"))
TERRAIN = {"bog", "wetlands", "plains", "forest"}


class Side:
    """One side of the board, with the geometry of HM.2 worked out from coordinates alone."""

    def __init__(self, key: str) -> None:
        self.hexes = {h["id"]: h for h in DATA["sides"][key]["hexes"]}
        self.at = {(h["q"], h["r"]): n for n, h in self.hexes.items()}
        steps = DATA["directions"].values()
        self.near = {
            n: {self.at[s] for a, b in steps if (s := (h["q"] + a, h["r"] + b)) in self.at}
            for n, h in self.hexes.items()
        }
        self.homes = {h["home"]: n for n, h in self.hexes.items() if h["home"]}

    def named(self, name: str) -> int:
        return next(n for n, h in self.hexes.items() if h["name"] == name)

    def distance(self, one: int, other: int) -> int:
        a, b = self.hexes[one], self.hexes[other]
        q, r = a["q"] - b["q"], a["r"] - b["r"]
        return max(abs(q), abs(r), abs(q + r))


@pytest.fixture(params=["a", "b"])
def side(request: pytest.FixtureRequest) -> Side:
    return Side(request.param)


def test_HM_1_1_there_are_two_sides():
    assert set(DATA["sides"]) == {"a", "b"}


def test_HM_2_2_a_hexagon_of_radius_3_has_37_hexes(side):
    assert len(side.at) == len(side.hexes) == 37
    assert all(max(abs(q), abs(r), abs(q + r)) <= 3 for q, r in side.at)


def test_HM_2_3_six_directions_come_in_opposite_pairs():
    steps = {tuple(step) for step in DATA["directions"].values()}
    assert len(steps) == 6
    assert all((-a, -b) in steps for a, b in steps)
    assert DATA["directions"]["N"] == [0, -1]
    assert DATA["directions"]["SE"] == [1, 0]


def test_HM_3_numbers_run_column_by_column_from_the_north(side):
    ordered = sorted(side.hexes.values(), key=lambda h: (h["q"], h["r"]))
    assert [h["id"] for h in ordered] == list(range(1, 38))
    for h in ordered:
        column, row = h["name"][0], int(h["name"][1:])
        assert h["q"] == "ABCDEFG".index(column) - 3
        assert h["r"] == row - 1 + max(-3, -3 - h["q"])


@pytest.mark.parametrize(
    ("name", "number", "place"),
    [("A1", 1, (-3, 0)), ("B1", 5, (-2, -1)), ("C1", 10, (-1, -2)), ("D1", 16, (0, -3)), ("D4", 19, (0, 0))]
    + [("D7", 22, (0, 3)), ("E1", 23, (1, -3)), ("F3", 31, (2, -1)), ("G1", 34, (3, -3)), ("G4", 37, (3, 0))],
)
def test_HM_3_check_values(side, name, number, place):
    assert side.named(name) == number == side.at[place]


def test_HM_1_3_exactly_one_hex_is_brambles_and_it_is_the_middle(side):
    assert [h["name"] for h in side.hexes.values() if h["kind"] == "brambles"] == ["D4"]


def test_HM_1_2_every_kind_is_named_and_four_of_them_are_terrain(side):
    assert {h["kind"] for h in side.hexes.values()} == set(DATA["kinds"])
    assert {kind for kind, facts in DATA["kinds"].items() if facts["terrain"]} == TERRAIN


def test_HM_4_HM_5_eight_hexes_of_each_terrain_and_four_mountains(side):
    kinds = Counter(h["kind"] for h in side.hexes.values())
    assert kinds == {**dict.fromkeys(TERRAIN, 8), "mountain": 4, "brambles": 1}


def test_HM_3_1_homes_lie_opposite_each_other_on_terrain(side):
    assert side.homes == {"north": side.named("D2"), "south": side.named("D6")}
    assert side.distance(*side.homes.values()) == 4
    assert all(side.hexes[n]["kind"] in TERRAIN for n in side.homes.values())
    assert DATA["homes"] == {"north": "family", "south": "protectors"}


def test_HM_1_8_each_home_has_three_neighbours_on_the_edge(side):
    found = {
        home: sorted(side.hexes[m]["name"] for m in side.near[n] if side.hexes[m]["edge"])
        for home, n in side.homes.items()
    }
    assert found == {"north": ["C1", "D1", "E1"], "south": ["C6", "D7", "E6"]}


def test_HM_2_5_edge_and_corners_are_what_the_neighbours_say(side):
    for n, h in side.hexes.items():
        assert h["edge"] == (len(side.near[n]) < 6), h
        assert h["corner"] == (len(side.near[n]) == 3), h
    assert sum(h["edge"] for h in side.hexes.values()) == 18
    corners = {h["name"] for h in side.hexes.values() if h["corner"]}
    assert corners == {"D1", "G1", "G4", "D7", "A4", "A1"}


def test_HM_1_7_three_corners_are_farthest_from_each_home(side):
    corners = [n for n, h in side.hexes.items() if h["corner"]]
    for home, names in (("south", {"A1", "D1", "G1"}), ("north", {"A4", "D7", "G4"})):
        far = max(side.distance(side.homes[home], n) for n in corners)
        found = {side.hexes[n]["name"] for n in corners if side.distance(side.homes[home], n) == far}
        assert (found, far) == (names, 5)


def test_HM_1_6_terrain_carries_a_symbol_but_not_at_a_home(side):
    around = set(side.homes.values()).union(*(side.near[n] for n in side.homes.values()))
    for n, h in side.hexes.items():
        assert h["symbol"] == (h["kind"] in TERRAIN and n not in around), h


@pytest.mark.parametrize(
    ("key", "symbols", "storms"),
    [
        ("a", {"bog": 4, "wetlands": 4, "plains": 4, "forest": 6}, {"B3", "F3"}),
        ("b", {"bog": 6, "wetlands": 4, "plains": 4, "forest": 4}, {"B2", "F4"}),
    ],
)
def test_HM_4_HM_5_symbols_and_printed_storms_of_each_side(key, symbols, storms):
    side = Side(key)
    assert Counter(h["kind"] for h in side.hexes.values() if h["symbol"]) == symbols
    assert {h["name"] for h in side.hexes.values() if h["storm"]} == storms
    assert max(symbols.values()) <= 10  # HM.6.3: only ten legend tokens exist


def test_HM_4_HM_5_a_side_looks_the_same_turned_round(side):
    for (q, r), n in side.at.items():
        h, turned = side.hexes[n], side.hexes[side.at[-q, -r]]
        assert (h["kind"], h["storm"], h["symbol"]) == (turned["kind"], turned["storm"], turned["symbol"])


def test_HM_6_3_no_storm_on_the_brambles_and_every_hex_can_be_reached(side):
    assert not any(h["storm"] for h in side.hexes.values() if h["kind"] == "brambles")
    reached, edge = {1}, [1]
    while edge:
        new = side.near[edge.pop()] - reached
        reached |= new
        edge.extend(new)
    assert reached == set(side.hexes)
