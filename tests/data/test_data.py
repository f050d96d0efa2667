"""The printed facts are whole and agree with each other."""

import json
import re
from collections import Counter
from itertools import combinations, pairwise
from math import hypot

import pytest

from engine.root import data
from engine.root.data import BOTS, CARDS, DECKS, FACTIONS, LAW, MAPS, QUESTS, RULINGS, Map
from engine.root.factions.eyrie.facts import LEADERS
from engine.root.factions.vagabond.facts import CHARACTERS, RELATIONSHIPS

MAP_NAMES = ("autumn", "winter", "lake", "mountain")
DECK_NAMES = ("base", "exiles")
ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9}


@pytest.fixture(params=MAP_NAMES)
def a_map(request: pytest.FixtureRequest) -> Map:
    return MAPS[request.param]


@pytest.fixture(params=DECK_NAMES)
def deck(request: pytest.FixtureRequest) -> Counter[str]:
    return Counter(DECKS[request.param])


def place_in_law(clause: str) -> tuple[bool, list[tuple[int, int]]]:
    """The order of the Law: numbers, then roman, then letters; 4.3 before 4.3.1; the bots' rules last."""
    bots = clause.startswith("RB ")
    parts = clause.removeprefix("RB ").split(".")
    order = []
    for depth, part in enumerate(parts):
        if part.isdigit():
            order.append((1, int(part)))
        elif depth == 0:
            order.append((2, ord(part)))
        else:
            order.append((0, ROMAN.get(part, ord(part[0]))))
    return bots, order


# Decks


def test_2_1_each_deck_has_54_cards_in_the_printed_suits(deck):
    assert deck.total() == 54
    suits = Counter()
    for card, copies in deck.items():
        suits[CARDS[card].suit] += copies
    assert suits == {"bird": 14, "fox": 14, "rabbit": 13, "mouse": 13}


def test_2_1_5_each_deck_has_five_ambush_cards(deck):
    ambushes = {card: copies for card, copies in deck.items() if CARDS[card].kind == "ambush"}
    assert ambushes == {"ambush-bird": 2, "ambush-fox": 1, "ambush-rabbit": 1, "ambush-mouse": 1}


def test_3_3_each_deck_has_one_dominance_card_of_each_suit(deck):
    dominance = {CARDS[card].suit: copies for card, copies in deck.items() if CARDS[card].kind == "dominance"}
    assert dominance == {"bird": 1, "fox": 1, "rabbit": 1, "mouse": 1}


def test_4_1_2_each_deck_has_the_same_twenty_item_cards(deck):
    items = Counter()
    for card, copies in deck.items():
        if CARDS[card].kind == "item":
            items[CARDS[card].item] += copies
    assert items == {"bag": 4, "boot": 4, "sword": 3, "tea": 3, "coin": 3, "crossbow": 2, "hammer": 1}


def test_base_deck_has_three_favors_and_22_persistent_cards():
    kinds = Counter()
    for card, copies in DECKS["base"].items():
        kinds[CARDS[card].kind] += copies
    assert kinds == {"ambush": 5, "dominance": 4, "item": 20, "immediate": 3, "persistent": 22}


def test_exiles_deck_has_25_persistent_cards_and_no_favors():
    kinds = Counter()
    for card, copies in DECKS["exiles"].items():
        kinds[CARDS[card].kind] += copies
    assert kinds == {"ambush": 5, "dominance": 4, "item": 20, "persistent": 25}


def test_the_decks_share_exactly_29_cards():
    shared = Counter(DECKS["base"]) & Counter(DECKS["exiles"])
    assert shared.total() == 29
    assert {CARDS[card].kind for card in shared} == {"ambush", "dominance", "item"}


@pytest.mark.parametrize(
    ("card", "suit", "cost", "points"),
    [
        ("armorers", "bird", "F", 0),
        ("royal-claim", "bird", "????", 0),
        ("tax-collector", "fox", "FRM", 0),
        ("stand-and-deliver", "fox", "MMM", 0),
        ("favor-of-the-mice", "mouse", "MMM", 0),
        ("protection-racket", "fox", "RR", 3),
        ("anvil", "fox", "F", 2),
        ("root-tea-mouse", "mouse", "M", 2),
        ("sword", "mouse", "FF", 2),
        ("crossbow-bird", "bird", "F", 1),
        ("soup-kitchens", "bird", "FRM", 0),
        ("propaganda-bureau", "fox", "???", 0),
        ("eyrie-emigre", "bird", "FF", 0),
        ("coffin-makers", "rabbit", "RR", 0),
        ("murine-broker", "mouse", "MM", 0),
    ],
)
def test_4_1_1_costs_and_points_as_printed(card, suit, cost, points):
    letters = {"F": "fox", "R": "rabbit", "M": "mouse", "?": "any"}
    assert CARDS[card].suit == suit
    assert CARDS[card].cost == tuple(letters[letter] for letter in cost)
    assert CARDS[card].points == points


def test_every_card_is_in_a_deck_and_tells_its_effect():
    assert set(CARDS) == set(DECKS["base"]) | set(DECKS["exiles"])
    for key, card in CARDS.items():
        assert key == card.id
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", key)
        assert 0 < len(card.text) <= 140, key
        assert (card.item is not None) == (card.kind == "item") == (card.points > 0), key
        assert bool(card.cost) == (card.kind not in ("ambush", "dominance")), key


def test_4_1_4_only_copies_of_one_card_share_a_lasting_effect():
    effects = Counter(card.effect for card in CARDS.values() if card.kind == "persistent")
    assert set(effects.values()) == {1}


# Maps


def test_2_2_a_map_has_twelve_connected_clearings(a_map):
    assert a_map.clearings == tuple(range(1, 13))
    assert all(a_map.distance(a, b) >= 0 for a in a_map.clearings for b in a_map.clearings)


def test_2_2_1_paths_and_rivers_lead_both_ways(a_map):
    for links in (a_map.adjacent, a_map.closed_adjacent, a_map.rivers):
        assert len(links) == 13
        assert links[0] == ()
        for here in a_map.clearings:
            assert list(links[here]) == sorted(set(links[here]))
            assert all(here in links[there] for there in links[here])
    for here in a_map.clearings:
        assert not set(a_map.adjacent[here]) & set(a_map.rivers[here])
        assert all(a_map.distance(here, there) == a_map.distance(there, here) for there in a_map.clearings)


@pytest.mark.parametrize(
    ("name", "paths", "closed", "forests", "slots", "rivers"),
    [
        ("autumn", 18, 0, 7, 22, {4, 5, 7, 10, 11}),
        ("winter", 16, 0, 8, 22, {7, 10, 11, 12}),
        ("lake", 17, 0, 9, 22, {1, 10, 11, 12}),
        ("mountain", 21, 6, 10, 23, {2, 4, 10}),
    ],
)
def test_2_2_counts_of_each_map(name, paths, closed, forests, slots, rivers):
    board = MAPS[name]
    assert len(board.paths) == paths
    assert len(board.closed) == closed
    assert len(board.forests) == forests
    assert sum(board.slots) == slots
    assert {c for c in board.clearings if board.rivers[c]} == rivers


@pytest.mark.parametrize(
    ("name", "ruins"),
    [
        ("autumn", (6, 10, 11, 12)),
        ("winter", (8, 9, 11, 12)),
        ("lake", (5, 10, 11, 12)),
        ("mountain", (9, 10, 11, 12)),
    ],
)
def test_2_2_4_four_ruins_stand_on_slots_and_leave_another(name, ruins):
    assert MAPS[name].ruins == ruins
    assert all(MAPS[name].slots[c] >= 2 for c in ruins)


def test_2_2_2_only_autumn_has_printed_suits_four_of_each():
    suits = {
        "fox": {1, 6, 8, 12},
        "rabbit": {3, 4, 5, 10},
        "mouse": {2, 7, 9, 11},
    }
    for suit, clearings in suits.items():
        assert {c for c in range(1, 13) if MAPS["autumn"].printed_suits[c] == suit} == clearings
    for name in ("winter", "lake", "mountain"):
        assert set(MAPS[name].printed_suits) == {None}


def test_3_3_1_II_corners_are_1_to_4_in_opposite_pairs(a_map):
    assert a_map.corners == (1, 2, 3, 4)
    for corner in a_map.corners:
        assert a_map.opposite[corner] != corner
        assert a_map.opposite[a_map.opposite[corner]] == corner
    assert not any(a_map.opposite[c] for c in range(5, 13))
    pairs = {(1, 2), (3, 4)} if a_map.id == "lake" else {(1, 3), (2, 4)}
    assert {tuple(sorted((c, a_map.opposite[c]))) for c in a_map.corners} == pairs


def test_G_1_18_the_map_edge_is_a_closed_loop_of_paths(a_map):
    loop = a_map.edge_loop
    assert len(set(loop)) == len(loop)
    assert all(data.link(a, b) in a_map.paths for a, b in pairwise((*loop, loop[0])))
    assert set(a_map.corners) < a_map.edge == set(loop)


def test_2_4_forests_touch_the_clearings_in_their_name(a_map):
    for key, forest in a_map.forests.items():
        assert key == forest.id == "_".join(str(c) for c in forest.clearings)
        assert 0 < forest.x < 1
        assert 0 < forest.y < 1
        for clearing in a_map.clearings:
            assert (key in a_map.forests_at[clearing]) == (clearing in forest.clearings)


def test_2_4_1_adjacent_forests_share_a_border(a_map):
    for key, forest in a_map.forests.items():
        assert forest.adjacent
        for other in forest.adjacent:
            assert key in a_map.forests[other].adjacent
            shared = set(forest.clearings) & set(a_map.forests[other].clearings)
            assert len(shared) >= (1 if a_map.id == "lake" else 2)


def test_2_4_forests_fill_the_areas_between_paths(a_map):
    # Euler: enclosed areas = lines - clearings + 1. In winter the river is a line too (C.1.1);
    # the lake has a shore of four lines and is no forest itself (C.2.2).
    lines = len(a_map.paths)
    if a_map.id == "winter":
        lines += len(a_map.river_links)
    shore = {"lake": (4, 1)}.get(a_map.id, (0, 0))
    assert len(a_map.forests) == lines + shore[0] - 12 + 1 - shore[1]


def test_C_2_4_coastal_forests_are_adjacent_along_the_shore():
    forests = MAPS["lake"].forests
    shore = ("7_10_11", "1_5_11", "1_9_12", "3_8_10_12")
    for here, there in pairwise((*shore, shore[0])):
        assert there in forests[here].adjacent
    assert "1_9_12" not in forests["7_10_11"].adjacent
    assert "3_8_10_12" not in forests["1_5_11"].adjacent
    assert "2_8_10" not in forests["7_10_11"].adjacent


def test_C_2_2_the_lake_links_every_coastal_clearing():
    for c in (1, 10, 11, 12):
        assert set(MAPS["lake"].rivers[c]) == {1, 10, 11, 12} - {c}
    assert MAPS["lake"].landmarks == {"ferry": 1}


def test_C_3_1_six_closed_paths_and_the_pass():
    mountain = MAPS["mountain"]
    assert mountain.closed == ((2, 5), (3, 7), (5, 9), (6, 11), (8, 9), (11, 12))
    assert mountain.landmarks == {"tower": 10}
    assert [MAPS[name].landmarks for name in ("autumn", "winter")] == [{}, {}]


def test_C_3_2_a_closed_path_joins_nothing_until_it_is_opened():
    mountain = MAPS["mountain"]
    assert mountain.neighbours(11, mountain.closed) == (2, 3, 5, 10)
    assert set(mountain.neighbours(11, {(11, 12)})) == {2, 3, 5, 6, 10}
    assert set(mountain.neighbours(11)) == {2, 3, 5, 6, 10, 12}


@pytest.mark.parametrize(
    ("name", "distances"),
    [("autumn", (2, 4, 2, 2, 3, 3)), ("mountain", (4, 4, 2, 2, 4, 4))],
)
def test_A_8_2_II_distances_between_corners(name, distances):
    pairs = ((1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))
    assert tuple(MAPS[name].distance(*pair) for pair in pairs) == distances


def test_clearings_can_be_drawn_apart(a_map):
    spots = a_map.positions[1:]
    assert all(0 < x < 1 and 0 < y < 1 for x, y in spots)
    assert all(hypot(x1 - x2, y1 - y2) > 0.12 for (x1, y1), (x2, y2) in combinations(spots, 2))


# Items, quests, characters


def test_5_1_5_the_item_supply_has_twelve_items():
    assert sum(data.ITEM_SUPPLY.values()) == 12
    assert set(data.ITEM_SUPPLY) == set(data.ITEMS)


def test_9_3_4_ruin_items():
    assert sorted(data.RUIN_ITEMS) == ["bag", "boot", "hammer", "sword"]


def test_9_3_3_fifteen_quests_five_of_each_suit():
    assert Counter(q.suit for q in QUESTS.values()) == {"fox": 5, "rabbit": 5, "mouse": 5}
    assert all(len(q.items) == 2 for q in QUESTS.values())


def test_D_nine_characters_with_a_torch_each():
    assert list(CHARACTERS) == [
        "thief", "tinker", "ranger", "vagrant", "arbiter", "scoundrel", "adventurer", "ronin", "harrier",
    ]  # fmt: skip
    for character in CHARACTERS.values():
        assert "torch" in character.items
        assert character.special.clause in LAW
    without = {c.id for c in CHARACTERS.values() if not c.needs_torch}
    assert without == {"arbiter", "adventurer", "ronin"}


def test_9_2_9_relationship_chart():
    chart = RELATIONSHIPS
    assert chart.names == ("indifferent", "amiable", "friendly", "allied")
    assert (chart.aids, chart.points, chart.allied_points) == ((1, 2, 3), (1, 2, 2), 2)


# Factions and bots


def test_5_1_7_setup_letters_follow_the_boards():
    letters = {f.id: f.letter for f in FACTIONS.values()}
    assert "".join(letters.values()) == "ABCDFGHIJK"
    assert list(letters) == [
        "marquise", "eyrie", "alliance", "vagabond", "lizards",
        "riverfolk", "duchy", "corvids", "hundreds", "keepers",
    ]  # fmt: skip


def test_5_2_reach_of_every_faction():
    reach = {f.id: f.reach for f in FACTIONS.values()}
    assert reach == {
        "marquise": 10, "hundreds": 9, "keepers": 8, "duchy": 8, "eyrie": 7,
        "vagabond": 5, "riverfolk": 5, "alliance": 3, "corvids": 3, "lizards": 2,
    }  # fmt: skip
    assert data.TABLE.reach_targets == {2: 17, 3: 18, 4: 21, 5: 25, 6: 28}


def test_A_8_1_five_militants_and_five_insurgents():
    militant = {f.id for f in FACTIONS.values() if f.kind == "militant"}
    assert militant == {"marquise", "eyrie", "duchy", "hundreds", "keepers"}


def test_6_5_4_marquise_tracks():
    tracks = FACTIONS["marquise"].tracks
    assert tracks["cost"] == (0, 1, 2, 3, 3, 4)
    assert tracks["sawmill_points"] == (0, 1, 2, 3, 4, 5)
    assert tracks["workshop_points"] == (0, 2, 2, 3, 4, 5)
    assert tracks["recruiter_points"] == (0, 1, 2, 3, 3, 4)
    assert tracks["draw"] == tuple(1 + (n >= 3) + (n >= 5) for n in range(7))


def test_7_6_eyrie_roost_track_and_leaders():
    eyrie = FACTIONS["eyrie"]
    assert eyrie.tracks["points"] == (0, 0, 1, 2, 3, 4, 4, 5)
    assert eyrie.tracks["draw"] == tuple(1 + (n >= 3) + (n >= 6) for n in range(8))
    assert {leader.id: leader.columns for leader in LEADERS.values()} == {
        "builder": ("recruit", "move"),
        "charismatic": ("recruit", "battle"),
        "commander": ("move", "battle"),
        "despot": ("move", "build"),
    }


def test_8_4_2_alliance_sympathy_track():
    tracks = FACTIONS["alliance"].tracks
    assert tracks["cost"] == (1, 1, 1, 2, 2, 2, 3, 3, 3, 3)
    assert tracks["points"] == (0, 1, 1, 1, 2, 2, 3, 4, 4, 4)
    assert tracks["draw"] == (1, 2, 3, 4)


def test_RB_3_3_every_bot_has_four_difficulties_and_its_traits():
    assert len(BOTS) == 8
    assert sum(len(bot.traits) for bot in BOTS.values()) == 36
    for bot in BOTS.values():
        assert (
            tuple(bot.difficulties)
            == data.CLOCKWORK.difficulties
            == ("easy", "default", "challenging", "nightmare")
        )
        assert BOTS[bot.faction] == bot
        assert bot.faction in FACTIONS
        assert bot.letter == FACTIONS[bot.faction].letter
        assert [bot.difficulties[level]["evening_points"] for level in bot.difficulties] == [0, 0, 0, 1]
        nightmare = bot.difficulties["nightmare"] | {"evening_points": 0}
        assert nightmare == bot.difficulties["challenging"]
        assert bot.section in data.SECTIONS


@pytest.mark.parametrize(
    ("bot", "key", "values"),
    [
        ("marquise", "recruit", (2, 4, 4, 4)),
        ("eyrie", "viziers", (1, 2, 2, 2)),
        ("alliance", "organize_warriors", (4, 3, 2, 2)),
        ("vagabond", "refresh_damaged", (3, 4, 5, 5)),
        ("vagabond", "refresh_undamaged", (5, 6, 7, 7)),
        ("lizards", "rituals", (3, 4, 5, 5)),
        ("riverfolk", "garrison", (0, 1, 2, 2)),
        ("duchy", "recruit", (1, 2, 3, 3)),
        ("corvids", "recruit", (1, 2, 3, 3)),
    ],
)
def test_RB_3_3_1_difficulty_numbers(bot, key, values):
    assert tuple(level[key] for level in BOTS[bot].difficulties.values()) == values


def test_RB_6_5_1_the_automated_alliance_has_its_own_track():
    assert BOTS["alliance"].tracks["points"] == (0, 1, 1, 1, 1, 2, 2, 3, 3, 4)


def test_A_6_thirteen_hirelings_rule_out_known_factions():
    hirelings = data.HIRELINGS
    assert len(hirelings) == 13
    assert {f for h in hirelings.values() for f in h.removes_factions} == set(FACTIONS)
    assert [(face.gold, face.all) for face in data.HIRELING_TABLE.control_die] == [
        (1, 2), (1, 2), (1, 2), (2, 3), (2, 3), (2, 4),
    ]  # fmt: skip


def test_A_5_six_landmarks_and_the_forge_takes_items_of_the_supply():
    landmarks = data.LANDMARKS
    assert len(landmarks) == 6
    forged = Counter(item for items in landmarks["legendary-forge"].items.values() for item in items)
    assert forged == Counter({item: n for item, n in data.ITEM_SUPPLY.items() if n})


# The Law


def test_the_law_is_sorted_and_each_clause_stands_once():
    told = []
    for file in data.files("law.json"):
        numbers = [entry["clause"] for entry in json.loads((data.FOLDER / file).read_text())["clauses"]]
        assert numbers == sorted(numbers, key=place_in_law), file
        told += numbers
    assert len(set(told)) == len(told) == len(LAW)
    assert list(LAW) == sorted(told, key=place_in_law)
    assert list(data.SECTIONS) == sorted(data.SECTIONS, key=place_in_law)


def test_a_part_tells_only_the_law_of_its_own_sections():
    for kind, parts in (("factions", FACTIONS), ("clockwork", BOTS)):
        for name, part in parts.items():
            own = {part.section, *getattr(part, "also", ())}
            told = data.load(f"{kind}/{name}/law.json", data.LawFile)
            assert {section.id for section in told.sections} <= own, name
            assert {clause.section for clause in told.clauses} == {section.id for section in told.sections}


def test_every_clause_is_short_and_in_its_section():
    for number, clause in LAW.items():
        assert 0 < len(clause.title) <= 40, number
        assert 0 < len(clause.text) <= 200, number
        assert clause.text[0].isupper() or clause.text[0] in "\"'", number
        assert clause.text.endswith("."), number
        assert clause.section in data.SECTIONS, number
        assert number == clause.section or number.startswith(clause.section + "."), number
    assert {clause.section for clause in LAW.values()} == set(data.SECTIONS)


def test_no_clause_is_missing_between_its_neighbours():
    # 4.3.2 asks for 4.3.1 and 4.3; 4.3.3.II asks for 4.3.3.I.
    letters = {number: roman for roman, number in ROMAN.items()}
    for number in LAW:
        if number in data.SECTIONS:
            continue
        parent, _, last = number.rpartition(".")
        assert parent in LAW or parent in data.SECTIONS or parent == "G.1", number
        if last.isdigit() and int(last) > 1:
            before = str(int(last) - 1)
        elif last in ROMAN and ROMAN[last] > 1:
            before = letters[ROMAN[last] - 1]
        elif len(last) == 1 and last.islower() and last != "a":
            before = chr(ord(last) - 1)
        else:
            continue
        assert f"{parent}.{before}" in LAW, number


def test_every_ruling_fills_a_clause():
    for key, ruling in RULINGS.items():
        assert ruling.clause in LAW, key
        assert 0 < len(ruling.text) <= 200, key
        assert ruling.text.endswith("."), key


@pytest.mark.parametrize(
    ("prefix", "numbers"),
    [
        ("RULING ", range(1, 11)), ("MC", range(1, 3)), ("E", range(1, 6)), ("A", range(1, 4)),
        ("V", range(1, 11)), ("S", range(1, 12)), ("M", range(1, 7)), ("D", range(1, 10)),
        ("L", range(1, 10)), ("H", range(1, 23)), ("R-MM-", range(1, 5)), ("R-EE-", range(1, 4)),
        ("R-AA-", range(1, 8)), ("R-VT-", range(1, 14)), ("R-LL-", range(1, 4)), ("R-RR-", range(1, 5)),
        ("R-DD-", range(1, 8)), ("R-CR-", range(1, 6)),
    ],
)  # fmt: skip
def test_no_ruling_is_missing(prefix, numbers):
    assert [n for n in numbers if f"{prefix}{n}" not in RULINGS] == []


def test_common_rulings_of_the_bots_are_all_there():
    assert [n for n in range(1, 24) if f"R-{n:02}" not in RULINGS] == []


def test_omissions_name_clauses_and_give_a_reason():
    for clause, reason in data.OMISSIONS.items():
        assert clause in LAW
        assert reason


def test_a_part_leaves_out_only_clauses_of_its_own():
    told = [clause for file in data.files("omissions.json") for clause in data.load(file, dict[str, str])]
    assert len(set(told)) == len(told)
    for kind, parts in (("factions", FACTIONS), ("clockwork", BOTS)):
        for name, part in parts.items():
            own = {part.section, *getattr(part, "also", ())}
            file = f"{kind}/{name}/omissions.json"
            left_out = data.load(file, dict[str, str]) if file in data.files("omissions.json") else {}
            assert {LAW[clause].section for clause in left_out} <= own, name


def clauses_of(value: object) -> list[str]:
    """All clauses named in a file of facts."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    own = [value["clause"]] if isinstance(value, dict) and "clause" in value else []
    return [*own, *(clause for one in inner for clause in clauses_of(one))]


def test_clauses_named_in_the_data_exist():
    files = [*data.FOLDER.glob("*/*/facts.json"), data.FOLDER / "clockwork.json"]
    named = [clause for file in files for clause in clauses_of(json.loads(file.read_text()))]
    assert len(named) > 50
    assert [clause for clause in named if clause not in LAW] == []


def test_a_part_is_called_by_the_name_of_its_folder():
    for kind in ("factions", "hirelings", "landmarks", "decks", "maps"):
        assert {name: facts["id"] for name, facts in data.facts_of(kind, dict).items()} == {
            name: name for name in data.parts(kind)
        }


def test_no_word_is_defined_twice():
    seen = [
        (group, key)
        for file in data.files("words.json")
        for group, words in data.load(file, dict[str, dict[str, str]]).items()
        for key in words
    ]
    assert [key for key, count in Counter(seen).items() if count > 1] == []


# Languages


@pytest.mark.parametrize("language", ["cs", "pl"])
def test_locales_translate_the_names_of_the_base_factions(language):
    file = json.loads((data.FOLDER.parent / "locales" / f"{language}.json").read_text())
    terms = file["terms"]
    assert all(term and term == term.strip() for pair in terms.items() for term in pair)
    names = [FACTIONS[faction].name for faction in ("marquise", "eyrie", "alliance", "vagabond")]
    names += [leader.name for leader in LEADERS.values()]
    names += [character.name for character in CHARACTERS.values()]
    names += [character.special.name for character in CHARACTERS.values()]
    names += list(data.ITEMS) + list(data.SUITS)
    assert [name for name in names if name not in terms] == []


@pytest.mark.parametrize("language", ["cs", "pl"])
def test_locale_messages_keep_the_names_in_braces(language):
    messages = json.loads((data.FOLDER.parent / "locales" / f"{language}.json").read_text())["messages"]
    for english, other in messages.items():
        assert Counter(re.findall(r"\{[^}]*\}", english)) == Counter(re.findall(r"\{[^}]*\}", other)), english


def test_no_data_file_names_a_machine_path_or_a_source():
    for folder in (data.FOLDER, data.FOLDER.parent / "locales"):
        for path in folder.rglob("*.json"):
            text = path.read_text()
            assert not re.search(r"(^|[\s\"'])/(work|root|tmp|home)/", text), path.name
            assert '"sources"' not in text, path.name


def test_a_kind_of_piece_has_one_spelling():
    """One word; what is printed on the piece stands behind a hyphen: "keep", "base-fox", "tablet-3"."""
    kinds = [kind for faction in FACTIONS.values() for kind in (*faction.buildings, *faction.tokens)]
    assert [kind for kind in kinds if not re.fullmatch(r"[a-z]+(-([a-z]+|\d))?", kind)] == []
