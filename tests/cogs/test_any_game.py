"""Every game of the registry, and a toy that no module of the platform knows, through the same cogs.

The toy is played twice: with a small painter of its own, and without one.
"""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator, Sequence

import msgspec
import pytest

from cogs.board.moves import united
from cogs.lobby.plan import Chair, Plan, choices, dealt, fitted, obstacles, setup_of
from cogs.tables import kind_of
from engine import export
from engine.chance import seeded
from engine.games import GAMES
from local import Person
from render import PICTURES, Studio
from tests import toy
from tests.cogs.conftest import House, open_house
from tests.cogs.players import Typist, confirmed, filled
from tests.cogs.tables import board_of, row_of, waiting
from tests.toy.painter import PAINTER

PEOPLE = ("alice", "bob", "carol", "dora")
BARE = "pebbles-in-words"
ALL = (*GAMES, "pebbles", BARE)


class BareRules(toy.PebblesRules):
    """The same rules under another name."""

    game = BARE

    def view(self, state, seat):
        return msgspec.structs.replace(super().view(state, seat), game=BARE)


class Bare(toy.PebblesKind):
    """The toy again, without a painter."""

    def __init__(self) -> None:
        super().__init__()
        self.id, self.name, self.rules = BARE, "Pebbles in words", BareRules()


@pytest.fixture
def toys(monkeypatch) -> None:
    """The toy moves in, twice."""
    monkeypatch.setitem(GAMES, "pebbles", toy.PEBBLES)
    monkeypatch.setitem(GAMES, BARE, Bare())
    monkeypatch.setitem(PICTURES, "pebbles", PAINTER)


@pytest.fixture
async def house(toys, local, tmp_path) -> AsyncIterator[House]:
    """A house that knows the toy, too."""
    async with open_house(local, tmp_path) as running:
        yield running


@pytest.fixture
async def fair_house(toys, local, tmp_path) -> AsyncIterator[House]:
    """The same with real dice."""
    async with open_house(local, tmp_path, chance=seeded) as running:
        yield running


async def opened(house: House, game: str, people: int = 0, **options: str) -> list[Person]:
    """A table with as many people as the game needs, or so many."""
    least = GAMES[game].lobby.seats(setup_of(Plan(options=dict(options)), GAMES[game].lobby))[0]
    seated = [house.person(name) for name in PEOPLE[: people or least]]
    for person in seated:
        person.go("lobby")
    await seated[0].slash("game new", game=game)
    for name, value in options.items():
        await seated[0].slash("game options", option=name, value=value)
    for person in seated[1:]:
        await person.click("Join")
    return seated


async def begun(house: House, game: str, people: int = 0, **options: str) -> tuple[str, list[Person]]:
    """The same, started; everybody looks at its thread."""
    seated = await opened(house, game, people, **options)
    answer = await seated[0].click("Start")
    assert "has begun" in answer.text, answer.text
    await house.settled()
    (row,) = await house.store.games("running")
    for name in PEOPLE:
        house.person(name).go(house.local.core.world.channels[row.channel])
    return row.id, seated


async def decided(house: House, game: str, people: Sequence[Person], times: int, seed: int = 1) -> None:
    """So many decisions, whoever must make them."""
    players = {person.id: Typist(house, person, random.Random(seed)) for person in people}
    for _ in range(times):
        if (await row_of(house, game)).status != "running":
            return
        await players[(await waiting(house, game)).id].decide()
        await house.settled()


# --- every game -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ALL)
async def test_the_lobby_shows_seats_and_factions_and_is_ready_only_when_it_is(house, game):
    lobby = GAMES[game].lobby
    people = await opened(house, game, 1)
    shown = board_of(people[0])
    known = lobby.factions(setup_of(Plan(), lobby))
    assert GAMES[game].name in shown.text
    lacking = lobby.seats()[0] - 1
    assert ("Ready" in shown.text) == (lacking == 0)
    assert (f"{lacking} more players are needed" in shown.text) == (lacking > 1)
    plays, name = next(iter(known.items()))
    await people[0].choose("Choose your faction", plays)
    assert name in board_of(people[0]).text
    for other in PEOPLE[1 : lobby.seats()[0]]:
        house.person(other).go("lobby")
        await house.person(other).click("Join")
    assert "Ready" in board_of(people[0]).text


@pytest.mark.parametrize("game", ALL)
async def test_every_choice_of_the_lobby_can_be_made_and_is_explained_to_the_host(house, game):
    lobby = GAMES[game].lobby
    people = await opened(house, game, 1)
    panel = await people[0].click("Settings…")
    leading = [choice.title for choice in lobby.choices().values() if choice.matters and choice.values]
    assert set(leading) <= set(panel.menus)
    for name, choice in choices(Plan(), lobby).items():
        for value in list(choice.values)[-1:]:
            answer = await people[0].slash("game options", option=name, value=value)
            assert "cannot read" not in answer.text, (name, value)


@pytest.mark.parametrize("game", ALL)
async def test_board_panel_hand_map_and_boards(house, game):
    id, people = await begun(house, game)
    mover = await waiting(house, id)
    board = board_of(mover)
    look = await house.table.look(id, None)
    for seat in look.view.seats:
        assert kind_of(look.game).words.seat(look.view, seat.seat) in board.text
    assert board.attachments
    assert "dominance" not in board.text
    panel = await mover.slash("play")
    assert panel.ephemeral
    assert panel.buttons or panel.menus
    hand = await mover.slash("hand")
    mine = await house.table.look(id, (await house.store.waits_for(mover.id))[0][1])
    held = mine.view.held()
    assert hand.ephemeral
    assert hand.text.count("- ") == len(held or ()) if held else "hand" in hand.text
    shown = await mover.slash("map")
    assert shown.ephemeral
    assert shown.attachments[0].filename.startswith("board-turn-")
    words = await mover.slash("map", text=True)
    assert len(words.text) > 20
    for place in await mover.autocomplete("map", "zoom", ""):
        close = await mover.slash("map", zoom=place.value)
        assert close.attachments[0].filename == f"place-{place.value}.png"
        break
    assert "There is no nowhere" in (await mover.slash("map", zoom="nowhere")).text
    boards = await mover.autocomplete("board", "faction", "")
    assert [choice.value for choice in boards] == list(look.view.boards())
    for choice in boards:
        one = await mover.slash("board", faction=choice.value)
        assert one.attachments[0].filename == f"board-{choice.value}.png"
    onlooker = house.person("dora")
    if onlooker not in people:
        assert "do not sit" in (await onlooker.slash("hand")).text
        assert (await onlooker.slash("map")).attachments


@pytest.mark.parametrize("game", ALL)
async def test_log_replay_rules_why_and_recap(house, game):
    id, people = await begun(house, game)
    await decided(house, id, people, 12)
    person = people[0]
    assert (await person.slash("log")).text.count("- ") >= 1
    replay = await person.slash("replay")
    assert replay.attachments
    earlier = await filled(await person.click("⏮ First", replay))
    assert earlier.attachments
    rules = await person.slash("rules")
    assert "decision at hand" in rules.text
    words = GAMES[game].words
    clause = next(iter(words.clauses()), None)
    if clause:
        assert words.clauses()[clause] in (await person.slash("rules", clause=clause)).text
    wishes = await person.autocomplete("why", "wish", "")
    assert wishes
    assert (await person.slash("why", wish=wishes[0].value)).ephemeral
    assert (await person.slash("orders")).ephemeral
    assert (await person.slash("recap")).ephemeral
    assert (await person.slash("game info")).text


@pytest.mark.parametrize("game", ALL)
async def test_a_choice_is_taken_back(house, game):
    id, people = await begun(house, game)
    for step in range(60):
        await decided(house, id, people, 1, seed=step)
        for person in people:
            seat = next(s.seat for s in await house.store.seats(id) if s.user == person.id)
            look = await house.table.look(id, seat)
            if look.undo:
                before = look.game.seq
                answer = await person.slash("undo")
                await house.settled()
                assert answer.ephemeral
                after = await house.table.look(id, seat)
                assert after.game.seq > before  # the log only grows
                assert after.ask is not None
                return
    pytest.fail("nothing could be taken back")


@pytest.mark.parametrize("game", ALL)
async def test_an_export_of_a_running_game_tells_only_what_everybody_knows(house, game):
    id, people = await begun(house, game)
    await decided(house, id, people, 3)
    kept = json.loads((await people[0].slash("export")).file())
    assert kept["kind"] == game
    assert "seed" not in kept
    assert "entries" not in kept
    assert all(not event.get("only") for event in kept["events"])


@pytest.mark.parametrize("game", ["pebbles", BARE])
async def test_a_whole_game_by_typing_and_its_end(fair_house, game):
    house = fair_house
    id, people = await begun(house, game, heap="12")
    await decided(house, id, people, 200)
    row = await row_of(house, id)
    assert row.status == "finished"
    board = board_of(people[0])
    assert "won by points" in board.text
    answer = await people[0].slash("export")
    verdict = export.verify(export.read(answer.file()), GAMES)
    assert verdict.fair, verdict.sentence
    film = await people[0].click("Film", board)
    assert (await filled(film)).attachments[0].filename == "film.gif"


# --- choosing a game --------------------------------------------------------------------------------------


async def test_of_several_games_one_is_chosen_first_and_then_how_it_is_played(house, alice, bob):
    alice.go("lobby")
    bob.go("lobby")
    asked = await alice.slash("game new", title="Stones", bots=1)
    assert asked.ephemeral
    assert "Which game?" in asked.text
    select = asked._parts({3})[0]
    lines = {option["value"]: option.get("description") for option in select["options"]}
    assert lines["pebbles"] == "Players take pebbles from a heap"
    assert set(lines) == set(GAMES)
    await filled(await alice.choose("Choose a game", "pebbles", message=asked))
    await house.settled()
    # then the table is open for everybody, with its title and its bot
    await house.settled()
    lobby = board_of(bob)
    assert "Stones" in lobby.text
    assert "🤖" in lobby.text
    # and the host's own message asks how it is played, one line for each value
    panel = [message for message in alice.sees() if message.ephemeral][-1]
    mode = next(part for part in panel._parts({3}) if part["placeholder"] == "Mode")
    assert {o["value"]: o["description"] for o in mode["options"]}["alone"] == (
        "You against a crow that plays by itself."
    )
    await alice.choose("Mode", "two", message=panel)
    await house.settled()
    assert "Mode: Two" in board_of(bob).text


async def test_the_first_game_of_each_game_is_begun_at_once(house, alice):
    alice.go("lobby")
    asked = await alice.slash("tutorial")
    assert "learn" in asked.text
    await filled(await alice.choose("Choose a game", "pebbles", message=asked))
    await house.settled()
    (row,) = await house.store.games("running")
    assert row.kind == "pebbles"
    alice.go(house.local.core.world.channels[row.channel])
    assert "Take as many as you dare." in board_of(alice).text


async def test_the_greeting_names_every_game(house):
    from cogs.lobby.guide import greeting, help_text

    text = next(item.content for item in greeting().walk_children() if hasattr(item, "content"))
    for kind in GAMES.values():
        assert kind.name in text
        assert kind.about.line in text
        for command in kind.about.commands:
            assert f"`/{command.name}`" in help_text()


# --- a lobby whose options depend on options --------------------------------------------------------------


async def test_seats_and_factions_follow_the_mode(house, alice, bob):
    for person in (alice, bob):
        person.go("lobby")
    await alice.slash("game new", game="pebbles")
    await bob.click("Join")
    await bob.choose("Choose your faction", "green")
    await house.settled()
    assert "3 play" in board_of(alice).text
    # when the mode has no third faction, whoever plays it chooses anew
    await alice.slash("game options", option="mode", value="two")
    await house.settled()
    lobby = board_of(alice)
    assert "2 play" in lobby.text
    assert "**Green**" not in lobby.text
    assert "Ready" in lobby.text
    refused = await house.person("carol").slash("game join")
    assert "The table is full: 2 can play." in refused.text


async def test_a_bot_without_a_faction_left_leaves(house):
    lobby = toy.PEBBLES.lobby
    plan = Plan((Chair(user="1", plays="red"), Chair(plays="blue", board="clockwork"), Chair(plays="green")))
    two = fitted(plan.with_option("mode", "two"), lobby, random.Random(1))
    assert [(chair.user, chair.plays) for chair in two.chairs] == [("1", "red"), ("", "blue")]
    alone = fitted(plan.with_option("mode", "alone"), lobby, random.Random(1))
    assert [chair.plays for chair in alone.chairs] == ["red"]


async def test_what_can_no_longer_be_chosen_has_its_default_again(house):
    lobby = toy.PEBBLES.lobby
    plan = Plan(options={"mode": "two", "extras": ["rival", "night"], "light": "oil"})
    assert setup_of(plan, lobby).options["extras"] == ["rival", "night"]
    three = setup_of(plan.with_option("mode", "three"), lobby)
    assert three.options["extras"] == []
    assert three.options["mode"] == "three"


async def test_several_values_are_chosen_in_one_menu(house, alice):
    alice.go("lobby")
    await alice.slash("game new", game="pebbles")
    panel = await alice.click("Settings…")
    assert "Light" not in panel.menus  # it matters by candlelight alone
    panel = await filled(await alice.choose("Extras", "safe", "night", message=panel))
    await house.settled()
    assert "Extras: No dares, By candlelight" in board_of(alice).text
    assert "Light" in panel.menus
    await filled(await alice.choose("Extras", message=panel))
    await house.settled()
    assert "Extras" not in board_of(alice).text
    await alice.slash("game options", option="extras", value="night+safe")
    await house.settled()
    assert "Extras: By candlelight, No dares" in board_of(alice).text
    refused = await alice.slash("game options", option="extras", value="night+moon")
    assert "cannot read" in refused.text


async def test_a_lobby_with_problems_is_not_ready(house, alice, bob):
    for person in (alice, bob):
        person.go("lobby")
    await alice.slash("game new", game="pebbles")
    await alice.slash("game options", option="mode", value="two")
    await bob.click("Join")
    await house.settled()
    assert "Ready" in board_of(alice).text
    await alice.slash("game options", option="extras", value="safe+rival")
    # though nobody has chosen a faction yet
    await house.settled()
    lobby = board_of(alice)
    assert "⚠️ Rivals need dares." in lobby.text
    assert "Ready" not in lobby.text
    assert "Rivals need dares." in (await alice.click("Start")).text


async def test_a_bot_is_what_its_game_lets_it_be(house, alice):
    alice.go("lobby")
    await alice.slash("game new", game="pebbles", bots=1)
    panel = await alice.click("Bots…")
    await filled(await alice.choose("Traits", "quick", "greedy", message=panel))
    await house.settled()
    assert "Blue by itself** (Quick, Greedy)" in board_of(alice).text


async def test_someone_may_play_alone_beside_what_plays_by_itself_without_a_seat(house):
    id, people = await begun(house, "pebbles", mode="alone")
    board = board_of(people[0])
    assert "Red: **0**" in board.text
    assert "the crow" in board.text
    assert "the crow: " not in board.text  # it keeps no score
    await decided(house, id, people, 3)


# --- one tree of commands ---------------------------------------------------------------------------------


async def test_a_game_is_played_by_its_own_commands(house):
    id, _ = await begun(house, "pebbles")
    mover = await waiting(house, id)
    offered = await mover.autocomplete("take", "pebbles", "")
    assert [choice.name for choice in offered] == ["1 · +1 point", "2 · +2 points", "3 · +3 points"]
    taken = await mover.slash("take", pebbles="2")
    assert "Take 2 pebbles" in taken.text
    await house.settled()
    assert (await house.table.look(id, None)).view.heap == 28
    dared = await confirmed(
        mover, await mover.slash("recruit")
    )  # the name belongs to two games; here it is a dare
    assert "✓ Dare a roll" in dared.text
    refused = await mover.slash("bid", card="1")
    assert "(2)" in refused.text


async def test_a_command_of_another_game_answers_kindly_and_names_what_fits(house):
    id, _ = await begun(house, "pebbles")
    mover = await waiting(house, id)
    before = (await row_of(house, id)).seq
    other = await mover.slash("battle")
    assert other.ephemeral
    assert other.text == (
        "Pebbles has no `/battle`. It has `/take` `/recruit` `/bid`, and `/play` finds everything you can do."
    )
    assert await mover.autocomplete("battle", "clearing", "") == []
    field = await mover.slash("recruit", clearing="5")
    assert field.text == "In Pebbles, `/recruit` has no `clearing`. It has: none."
    assert (await row_of(house, id)).seq == before


async def test_names_that_two_games_share_stand_in_the_tree_once(house):
    tree = {command.name: command for command in house.bot.tree.get_commands()}
    both = united([GAMES["root"], toy.PEBBLES])
    recruit = tree["recruit"]
    assert recruit.description == both["recruit"].about == "Recruit warriors. / Dare a roll."
    assert [parameter.name for parameter in recruit.parameters] == ["clearing"]
    assert not recruit.parameters[0].required
    assert tree["move"].parameters[0].required
    assert len(tree) <= 100


# --- pictures and orders ----------------------------------------------------------------------------------


async def test_a_game_without_a_painter_has_a_board_in_words(house):
    id, _ = await begun(house, BARE)
    view = (await house.table.look(id, None)).view
    studio = Studio()
    made = await studio.board(view, recent=["Red takes 2 pebbles."])
    studio.close()
    assert made.faults == ()
    assert made.height > 100
    assert "Heap: 30" in made.alt_text


async def test_map_shows_what_the_asker_may_know_and_nobody_else(house):
    id, people = await begun(house, "pebbles")
    seats = {seat.user: seat.seat for seat in await house.store.seats(id)}
    asker = people[0]
    mine = (await house.table.look(id, seats[asker.id])).view.held()
    told = await asker.slash("map", text=True)
    assert f"Hand: {'; '.join(map(str, mine))}" in told.text
    assert "Hand:" not in (await house.person("dora").slash("map", text=True)).text
    await decided(house, id, people, 20)
    earlier = await asker.slash("map", text=True, turn=1)
    assert f"Hand: {'; '.join(map(str, mine))}" in earlier.text


async def test_standing_orders_are_those_of_the_seat(house):
    id, people = await begun(house, "pebbles")
    plays = {s.user: s.seat for s in await house.store.seats(id)}
    by_colour = {plays[person.id]: person for person in people}
    assert "Bid my lowest card" in (await by_colour["red"].slash("orders")).menus
    assert "ever asked of Green" in (await by_colour["green"].slash("orders")).text


async def test_more_seats_than_factions_are_told_in_one_sentence():
    lobby = toy.PEBBLES.lobby
    plan = Plan(tuple(Chair(user=str(n)) for n in range(4)))
    after = dealt(plan, lobby, random.Random(0))
    assert obstacles(after, lobby) == ["There are 3 factions for 4 seats. Somebody has to leave."]
    assert obstacles(dealt(plan.remove(0), lobby, random.Random(0)), lobby) == []


async def test_whoever_chose_nothing_is_dealt_what_fits():
    lobby = toy.PEBBLES.lobby
    plan = Plan(tuple(Chair(user=str(n)) for n in range(3)))
    for seed in range(5):
        assert lobby.problems(setup_of(dealt(plan, lobby, random.Random(seed)), lobby)) == []
