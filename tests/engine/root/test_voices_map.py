"""What a voice may say about the map: places, suits, moves, pieces face down. Each hook with a tiny voice."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.flow import Ask, Done, Flow, ask
from engine.root.actions.battle import battle
from engine.root.actions.craft import Craft, craft
from engine.root.actions.move import Move, moves, take_move, why_no_move
from engine.root.factions.eyrie.faction import Eyrie
from engine.root.factions.marquise.faction import Marquise
from engine.root.hidden import token_group, unseen_piles, with_hidden_parts_shuffled
from engine.root.rule import (
    clearings,
    fits,
    near_clearings,
    near_forests,
    neighbours,
    of_suit,
    ruled,
    ruler,
    suits,
)
from engine.root.rules import RULES
from engine.root.standin.sight import Sight
from engine.root.state import BURROW, Owner, Piece, Place, Root, path_place
from engine.root.verbs import (
    Taking,
    draw,
    flip,
    give,
    move_token,
    place_token,
    place_warriors,
    remove,
    remove_warriors,
    replace_building,
    replace_warrior,
    show_card,
    swap,
    take_back,
    take_up,
)
from engine.root.voice import Journey, Pile
from engine.root.words import WORDS
from engine.rules import Refusal
from tests.engine.root.board import Play, Table
from tests.engine.root.voices import (
    FOREST,
    NO,
    Hireling,
    Landmark,
    Wave,
    notes,
    only_today,  # noqa: F401  a fixture
    sits,
    sweep_one,
    two,
)

# --- places -----------------------------------------------------------------------------------------------


class Cellar(Landmark):
    """A clearing beside the map, next to clearing 3, that the Eyrie always rule."""

    id = "test-cellar"

    def adds_clearings(self, game: Root, me: Owner) -> Sequence[int]:
        return (BURROW,)

    def extra_adjacent(self, game: Root, me: Owner, mover: Owner, place: Place) -> Sequence[Place]:
        if mover != "eyrie":
            return ()
        return (3,) if place == BURROW else (BURROW,) if place == 3 else ()

    def bars_placing(self, game: Root, me: Owner, placer: Owner, place: Place) -> Refusal | None:
        return NO if place == BURROW and placer != "eyrie" else None


def test_12_2_2_a_clearing_beside_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Eyrie, "rules_outright", lambda self, game, me, c: c == BURROW)
    table = sits(two(), Cellar).warriors("eyrie", 2, at=BURROW).warriors("marquise", 5, at=3)
    state = table.state
    assert list(clearings(state)) == [*range(1, 13), BURROW]
    assert neighbours(state, None, BURROW) == ()
    assert neighbours(state, "eyrie", BURROW) == (3,)
    assert BURROW in neighbours(state, "eyrie", 3)
    assert BURROW not in neighbours(state, "marquise", 3)
    assert ruler(state, BURROW) == "eyrie"
    assert BURROW in ruled(state, "eyrie")
    assert not state.has_open_slot(BURROW)
    assert suits(state, BURROW) == ()
    assert not fits(state, "armorers", BURROW)
    # when warriors move out, then rule of the cellar is enough
    assert Move(BURROW, 3, 2) in moves(state, "eyrie")
    play = table.play(take_move, "eyrie", Move(BURROW, 3, 2))
    assert play.warriors("eyrie", at=3) == 2
    assert [place.id for place in RULES.view(play.state, None).places] == [BURROW]


def test_12_2_2_a_stand_in_sees_the_clearing_beside_the_map() -> None:
    # given warriors in the cellar
    state = sits(two(), Cellar).warriors("eyrie", 2, at=BURROW).state
    # when a stand-in looks, then it sees them there, and no slots
    sight = Sight(RULES.view(state, "eyrie"), Ask("eyrie", "any", "4.2", ()))
    assert (sight.warriors("eyrie", BURROW), sight.open_slots(BURROW)) == (2, 0)


def test_12_2_2_without_it_the_burrow_is_no_place_to_go() -> None:
    state = two().warriors("eyrie", 1, at=3).state
    refusal = why_no_move(state, "eyrie", Move(3, BURROW, 1))
    assert refusal
    assert refusal.clause == "2.2.1"
    assert list(clearings(state)) == list(range(1, 13))


def test_2_4_1_every_place_has_its_neighbours() -> None:
    state = two().state
    assert set(near_clearings(state, None, FOREST)) == {1, 2, 5, 10}
    assert set(near_forests(state, FOREST)) == {"1_9_10_12", "2_6_10_11_12"}
    assert set(near_clearings(state, None, path_place(5, 1))) == {1, 5}
    assert near_clearings(state, None, 1) == neighbours(state, None, 1)
    assert FOREST in near_forests(state, 1)
    assert near_forests(state, BURROW) == ()
    assert near_clearings(state, None, "nowhere") == ()


def test_warriors_and_tokens_lie_at_any_place() -> None:
    table = sits(two(), Hireling, supply=3)
    state, path = table.state, path_place(1, 5)
    place_warriors(state, "guest", path, 1, "E")
    place_token(state, "eyrie", FOREST, "relic", "15")
    assert state.warriors_of("guest", path) == 1
    assert state.has_piece("guest", path)
    assert state.has_piece("eyrie", FOREST)
    view = RULES.view(state, None)
    assert [(place.id, place.warriors) for place in view.places] == [(path, {"guest": 1})]
    assert next(f for f in view.forests if f.id == FOREST).tokens[0].kind == "relic"
    move_token(state, Piece("eyrie", "relic"), FOREST, 5, "15")
    assert state.tokens_at(FOREST) == []
    assert state.clearings_with("eyrie", "relic") == [5]
    remove(state, [Taking(path, (("guest", 1),), (), "eyrie")], "1")
    assert state.elsewhere == {}
    assert state.guests["guest"].supply == 3


# --- suits, slots, items ----------------------------------------------------------------------------------


class City(Landmark):
    """Clearing 5 has every suit and one more slot."""

    id = "test-city"

    def adds_suits(self, game: Root, me: Owner, clearing: int) -> Sequence[str]:
        return ("fox", "rabbit", "mouse") if clearing == 5 else ()

    def adds_slots(self, game: Root, me: Owner, clearing: int) -> int:
        return int(clearing == 5)


def test_G_1_21_a_clearing_of_several_suits() -> None:
    state = sits(two(), City).state
    own = state.suit(5)
    assert set(suits(state, 5)) == {"fox", "rabbit", "mouse"}
    assert suits(state, 5)[0] == own
    assert all(5 in of_suit(state, suit) for suit in ("fox", "rabbit", "mouse"))
    assert all(
        fits(state, card, 5) for card in ("ambush-fox", "ambush-mouse", "ambush-rabbit", "ambush-bird")
    )
    assert len(RULES.view(state, None).clearings[4].more_suits) == 2


def test_2_2_3_a_slot_added_by_a_voice() -> None:
    plain, more = two().state, sits(two(), City).state
    assert more.slots(5) == plain.slots(5) + 1
    assert RULES.view(more, None).clearings[4].slots == more.slots(5)


def test_4_1_1_a_crafting_piece_there_has_one_of_the_suits() -> None:
    # given workshops in the city and in a fox clearing, and a card that costs two foxes
    table = sits(two(), City).building("marquise", "workshop", at=5).suit(5, "rabbit")
    table.suit(1, "fox").building("marquise", "workshop", at=1).hand("marquise", "foxfolk-steel", "sappers")
    play = table.turn("marquise", "daylight.actions").start()
    assert play.offers("craft", card="foxfolk-steel")
    assert play.offers("craft", card="sappers")
    # when it is crafted, then both pieces are used
    play.choose("craft", card="foxfolk-steel")
    assert sorted(play.state.players["marquise"].activated) == [1, 5]


class Forge(Landmark):
    id = "test-forge"

    def item_pile(self, game: Root, me: Owner, crafter: Owner, item: str) -> dict[str, int] | Refusal | None:
        if item not in notes(game, me).items:
            return None
        return notes(game, me).items if game.has_piece(crafter, 7) else NO

    def item_points(self, game: Root, me: Owner, crafter: Owner, item: str, source: Owner) -> int:
        return int(source == me)

    def kept_items(self, game: Root, me: Owner) -> Sequence[str]:
        return [item for item, count in notes(game, me).items.items() for _ in range(count)]


def forge(at: int) -> Play:
    table = sits(two(), Forge).hand("marquise", "root-tea-fox").suit(1, "mouse")
    table.building("marquise", "workshop", at=1).warriors("marquise", 1, at=at)
    table.state.item_supply["tea"] = 0
    notes(table.state, "guest").items["tea"] = 1
    return table.turn("marquise", "daylight.actions").start()


def test_3_5_items_of_another_pile_need_what_it_asks_for() -> None:
    play = forge(at=2)
    assert play.refused("marquise", Craft("root-tea-fox")) == NO
    play = forge(at=7).choose("craft", card="root-tea-fox")
    assert play.state.players["marquise"].items == ["tea"]
    assert notes(play.state, "guest").items == {"tea": 0}
    assert play.score("marquise") == 3  # two printed, one more from the forge


class Archive(Landmark):
    id = "test-archive"

    def keeps_crafted(self, game: Root, me: Owner, crafter: Owner, card: str) -> Flow[bool]:
        choice = yield from ask(crafter, "setup.homeland", "4.1.2", [Wave(), Done()])
        if isinstance(choice, Wave):
            notes(game, me).cards.append(card)
        return isinstance(choice, Wave)


def test_4_1_2_a_crafted_card_may_go_elsewhere() -> None:
    table = sits(two(), Archive).hand("marquise", "root-tea-fox").suit(1, "mouse")
    table.building("marquise", "workshop", at=1)
    play = table.turn("marquise", "daylight.actions").play(craft, "marquise", Craft("root-tea-fox"))
    play.choose("test_wave")
    assert notes(play.state, "guest").cards == ["root-tea-fox"]
    assert play.state.discard == []


def test_4_1_1_crafting_may_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Marquise, "most_tools", lambda self, game, owner: 1)
    table = two().suit(1, "fox").suit(2, "fox").hand("marquise", "foxfolk-steel")
    table.building("marquise", "workshop", at=1).building("marquise", "workshop", at=2)
    play = table.turn("marquise", "daylight.actions").start()
    assert play.refused("marquise", Craft("foxfolk-steel")).clause == "4.1.1"


# --- on the way -------------------------------------------------------------------------------------------


class Toll(Landmark):
    """Takes one warrior of who walks the path 1 - 5."""

    id = "test-toll"

    def on_the_way(self, game: Root, me: Owner, journey: Journey) -> Flow[None]:
        if journey.path and {journey.origin, journey.to} == {1, 5} and journey.warriors.get("marquise"):
            journey.warriors["marquise"] -= 1
            remove_warriors(game, "marquise", journey.origin, 1, me, "H8")
        yield from ()


def test_H8_a_toll_is_paid_before_arrival() -> None:
    play = sits(two(), Toll).warriors("marquise", 3, at=1).play(take_move, "marquise", Move(1, 5, 3))
    assert (play.warriors("marquise", at=1), play.warriors("marquise", at=5)) == (0, 2)
    play = sits(two(), Toll).warriors("marquise", 1, at=1).play(take_move, "marquise", Move(1, 5, 1))
    assert play.warriors("marquise", at=5) == 0
    assert play.noted("moved.warriors") == []


class Porter(Landmark):
    """Whoever moves carries the tokens along, one for each warrior."""

    id = "test-porter"

    def on_the_way(self, game: Root, me: Owner, journey: Journey) -> Flow[None]:
        tokens = game.tokens_of(journey.mover, journey.origin)
        journey.carried += tokens[: journey.warriors.get(journey.mover, 0)]
        yield from ()


def test_15_2_4_tokens_are_carried_along() -> None:
    table = sits(two(), Porter).warriors("eyrie", 2, at=1).token("eyrie", "relic", at=1, count=3)
    play = table.play(take_move, "eyrie", Move(1, 5, 2))
    assert play.pieces("eyrie", "relic") == [1, 5, 5]


def test_14_2_2_some_warriors_stay_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Eyrie, "movable_warriors", lambda self, game, me, origin, to: game.warriors_of(me, origin) - 1
    )
    table = two().warriors("eyrie", 3, at=1)
    assert {move.warriors for move in moves(table.state, "eyrie")} == {2}
    table = two().warriors("eyrie", 1, at=1)
    assert moves(table.state, "eyrie") == []
    refusal = why_no_move(table.state, "eyrie", Move(1, 5, 1))
    assert refusal
    assert refusal.clause == "4.2"


def test_14_2_2_some_warriors_are_only_removed_in_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Eyrie,
        "removable_warriors",
        lambda self, game, me, clearing, by, in_battle: game.warriors_of(me, clearing) - (not in_battle),
    )
    table = two().warriors("eyrie", 2, at=5).warriors("marquise", 3, at=5)
    assert table.play(lambda game: sweep_one(game, "marquise", 5)).warriors("eyrie", at=5) == 1
    table = two().warriors("eyrie", 2, at=5).warriors("marquise", 3, at=5).dice(2, 0)
    assert table.play(battle, "marquise", 5, "eyrie").warriors("eyrie", at=5) == 0


# --- verbs ------------------------------------------------------------------------------------------------


def hidden_pair() -> Table:
    table = two()
    place_token(table.state, "eyrie", 5, "bomb", "13", hidden=True)
    place_token(table.state, "eyrie", 6, "snare", "13", hidden=True)
    return table


def test_1_2_1_a_face_down_token_is_seen_by_its_owner_alone() -> None:
    table = hidden_pair()
    seen = {
        seat: RULES.view(table.state, seat).clearings[4].tokens[0] for seat in ("eyrie", "marquise", None)
    }
    assert (seen["eyrie"].kind, seen["eyrie"].hidden) == ("bomb", True)
    assert (seen["marquise"].kind, seen[None].kind) == ("face-down", "face-down")
    public = [event for event in table.state.notes if not event.only]
    assert [event.about["kind"] for event in public] == ["face-down", "face-down"]
    own = [event for event in table.state.notes if event.only]
    assert [event.about["kind"] for event in own] == ["bomb", "snare"]


def test_13_4_2_flip_and_swap() -> None:
    state = hidden_pair().state
    swap(state, Piece("eyrie", "bomb", True), 5, Piece("eyrie", "snare", True), 6, "G.1.32")
    assert state.tokens_at(5) == [Piece("eyrie", "snare", True)]
    turned = flip(state, Piece("eyrie", "snare", True), 5, "13.4.2")
    assert turned == Piece("eyrie", "snare")
    assert state.learned
    assert RULES.view(state, None).clearings[4].tokens[0].kind == "snare"
    assert state.on_map("eyrie", "bomb") == 0
    assert state.on_map("eyrie", "bomb", hidden=True) == 1


def test_13_a_removed_face_down_token_stays_hidden() -> None:
    table = hidden_pair().warriors("marquise", 1, at=5).dice(0, 0)
    play = table.play(battle, "marquise", 5, "eyrie")
    assert play.noted("removed")[0].about["pieces"] == [("eyrie", "face-down")]
    assert play.score("marquise") == 1


def test_12_2_4_take_back_scoresnothing() -> None:
    state = two().token("eyrie", "tunnel", at=5).state
    take_back(state, Piece("eyrie", "tunnel"), 5, "12.2.4")
    assert state.clearings_with("eyrie", "tunnel") == []
    assert state.happened == []


def test_G_1_13_replace() -> None:
    table = two().warriors("eyrie", 1, at=5).building("eyrie", "roost", at=5)
    replace_warrior(table.state, "eyrie", 5, "marquise", "G.1.13")
    assert table.state.warriors_of("marquise", 5) == 1
    replace_building(table.state, Piece("eyrie", "roost"), 5, "marquise", "sawmill", "G.1.13")
    assert table.state.buildings_at(5) == [Piece("marquise", "sawmill")]
    assert table.state.players["marquise"].score == 1


def test_cards_are_shown_to_one_and_taken_up_again() -> None:
    state = two().hand("marquise", "sappers").state
    show_card(state, "marquise", "eyrie", "sappers", "G.1.30")
    assert [event.only for event in state.notes] == [(), ("marquise", "eyrie")]
    pile: list[str] = []
    state.players["marquise"].hand.remove("sappers")
    pile.append("sappers")
    take_up(state, "marquise", ["sappers"], pile, "revealed", "10.6.1")
    assert (state.players["marquise"].hand, pile) == (["sappers"], [])


def test_11_2_3_what_an_open_hand_gets_or_gives_everybody_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Eyrie, "hand_is_public", lambda self, game, owner: True)
    play = two().deck("sappers").play(draw, "eyrie", 1)
    assert [event.about["cards"] for event in play.noted("drew.openly")] == [("sappers",)]
    give(play.state, "eyrie", "marquise", "sappers", "1.3.2")
    assert play.state.notes[-1].about["card"] == "sappers"
    assert play.state.notes[-1].only == ()
    assert RULES.view(play.state, "marquise").players[1].hand == ()


# --- hidden piles -----------------------------------------------------------------------------------------


class Chest(Landmark):
    """Cards nobody may look at, and tokens in supply that only the Eyrie may."""

    id = "test-chest"

    def hidden_piles(self, game: Root, me: Owner) -> Sequence[Pile]:
        own = notes(game, me)
        tokens = list(own.items)
        return (Pile(things=own.cards), Pile(things=tokens, group="other", seen_by=("eyrie",)))


def test_1_2_1_hidden_piles_have_groups_and_lookers() -> None:
    table = sits(two(), Chest)
    own = notes(table.state, "guest")
    own.cards, own.items = ["sappers", "armorers"], {"bomb": 1}
    assert any(pile is own.cards for pile in unseen_piles(table.state, "eyrie"))
    assert any(pile is own.cards for pile in unseen_piles(table.state, None))
    assert unseen_piles(table.state, "eyrie", "other") == []
    assert unseen_piles(table.state, "marquise", "other") == [["bomb"]]


def test_1_2_1_a_twin_has_other_tokens_face_down_for_those_who_may_not_look() -> None:
    import random

    table = hidden_pair()
    place_token(table.state, "eyrie", 7, "raid", "13", hidden=True)
    twins = [with_hidden_parts_shuffled(RULES, table.state, "marquise", random.Random(n)) for n in range(20)]
    kinds = {tuple(twin.tokens_at(c)[0].kind for c in (5, 6, 7)) for twin in twins}
    assert len(kinds) > 1
    assert all(sorted(three) == ["bomb", "raid", "snare"] for three in kinds)
    assert all(RULES.view(t, "marquise") == RULES.view(table.state, "marquise") for t in twins)
    same = with_hidden_parts_shuffled(RULES, table.state, "eyrie", random.Random(1))
    assert [same.tokens_at(c) for c in (5, 6, 7)] == [table.state.tokens_at(c) for c in (5, 6, 7)]
    assert token_group("eyrie", "face-down") == "eyrie:face-down"


# --- words ------------------------------------------------------------------------------------------------


def test_places_have_words() -> None:
    table = sits(two(), Hireling, supply=2)
    place_warriors(table.state, "guest", path_place(5, 1), 1, "E")
    place_warriors(table.state, "guest", FOREST, 1, "E")
    view = RULES.view(table.state, None)
    told = [WORDS.event(view, event) for event in table.state.notes]
    assert told == [
        "Guest places 1 warrior in the path between 1 and 5.",
        "Guest places 1 warrior in the forest between 1, 2, 5 and 10.",
    ]
