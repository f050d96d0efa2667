"""Looking at the table: everything privately, nothing that is not one's own."""

from __future__ import annotations

import json
import random
import re

import pytest

from tests.cogs.board.test_preview import decided_until, player_of
from tests.cogs.players import Typist, filled, play_out
from tests.cogs.tables import begin, board_of, waiting


async def test_the_map_now_earlier_close_and_in_words(house, alice, dora):
    game = await begin(house, ["alice"], bots=2)
    player = Typist(house, alice, random.Random(1))
    for _ in range(12):
        if await player.waits(game):
            await player.decide()
            await house.settled()
    for person in (alice, dora):
        now = await person.slash("map")
        assert now.ephemeral
        assert now.attachments[0].filename.startswith("board-turn-")
        earlier = await person.slash("map", turn=1)
        assert earlier.attachments[0].filename == "board-turn-1.png"
        close = await person.slash("map", zoom="5")
        assert close.attachments[0].filename == "place-5.png"
        words = await person.slash("map", text=True)
        assert "clearing" in words.text.lower()
    missing = await alice.slash("map", turn=999)
    assert "There is no turn 999" in missing.text
    nowhere = await alice.slash("map", zoom="13")
    assert "no 13 on this map" in nowhere.text


async def test_boards_by_command_and_by_button(house, alice, dora):
    await begin(house, ["alice"], bots=1)
    seats = [choice.value for choice in await dora.autocomplete("board", "faction", "")]
    assert len(seats) == 2
    for seat in seats:
        shown = await dora.slash("board", faction=seat)
        assert shown.attachments[0].filename == f"board-{seat}.png"
    together = await dora.slash("board")
    assert together.attachments[0].filename == "boards.png"
    pressed = await filled(await alice.click("Boards"))
    assert pressed.ephemeral
    assert pressed.attachments[0].filename == "boards.png"
    turned = await filled(await alice.choose("Which board", seats[0], message=pressed))
    assert turned.attachments[0].filename == f"board-{seats[0]}.png"
    nobody = await alice.slash("board", faction="lizards")
    assert "Nobody plays lizards" in nobody.text


async def test_the_hand_is_only_ones_own(house, alice, bob, dora):
    await begin(house, ["alice", "bob"])
    mine = await alice.slash("hand")
    assert mine.ephemeral
    assert mine.attachments[0].filename == "hand.png"
    assert mine.text.count("- ") == 3
    button = await bob.click("My Hand")
    assert button.ephemeral
    assert button.text.count("- ") == 3
    manager = await dora.slash("hand")
    assert "do not sit" in manager.text
    pressed = await dora.click("My Hand", board_of(dora))
    assert "do not sit" in pressed.text


async def test_the_log_has_pages_and_keeps_private_lines_private(house, alice, bob, dora):
    game = await begin(house, ["alice", "bob"])
    source = random.Random(2)
    players = [Typist(house, person, source) for person in (alice, bob)]
    for _ in range(60):
        await house.settled()
        for player in players:
            if await player.waits(game):
                await player.decide()
    log = await alice.slash("log")
    assert "Page" in log.text
    if "Earlier" in log.buttons:
        earlier = await filled(await alice.click("Earlier", log))
        assert earlier.text != ""
    public = await dora.slash("log")
    assert "You draw" not in public.text


async def test_a_recap_tells_what_touched_me_first(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    source = random.Random(3)
    first = await waiting(house, game)
    other = bob if first is alice else alice
    nothing = await first.slash("recap")
    assert nothing.ephemeral
    house.local.clock.turn(minutes=5)
    player = Typist(house, first, source)
    while await player.waits(game):
        await player.decide()
        await house.settled()
    house.local.clock.turn(minutes=5)
    recap = await other.slash("recap")
    assert "Since you were away" in recap.text
    assert recap.attachments
    again = await other.slash("recap")
    assert "Nothing has happened" in again.text


async def test_a_replay_steps_through_the_turns(house, alice):
    game = await begin(house, ["alice"], bots=2)
    player = Typist(house, alice, random.Random(4))
    for _ in range(30):
        if await player.waits(game):
            await player.decide()
            await house.settled()
    shown = await alice.slash("replay", turn=1)
    assert "turn 1 of" in shown.text
    shown = await filled(await alice.click("Next ▶", shown))
    assert "turn 2 of" in shown.text
    shown = await filled(await alice.click("⏮ First", shown))
    assert "turn 0 of" in shown.text
    shown = await filled(await alice.click("Last ⏭", shown))
    assert "⏮ First" in shown.buttons
    assert "Last ⏭" not in shown.buttons
    shown = await filled(await alice.click("My Last Turn", shown))
    assert shown.attachments


async def test_the_last_battle_of_a_turn_is_shown_as_a_picture(house, alice):
    game = await begin(house, ["alice"], bots=2)
    player = Typist(house, alice, random.Random(4))
    while "Last Battle" not in (more := await alice.click("More…", board_of(alice))).buttons:
        assert await player.waits(game), "nobody ever fights"
        await player.decide()
        await house.settled()
    shown = await filled(await alice.click("Last Battle", more))
    assert shown.ephemeral
    assert shown.attachments[0].filename == "battle.png"
    turn = int(shown.text.partition("turn ")[2].split(".")[0])
    replay = await alice.slash("replay", turn=turn)
    assert "Last Battle" in replay.buttons


async def test_the_film_and_the_whole_export_come_at_the_end(house, alice):
    game = await begin(house, ["alice"], bots=2)
    early = await alice.slash("replay", film=True)
    assert "when the game is over" in early.text
    running = await alice.slash("export")
    data = json.loads(running.file())
    assert "seed" not in data
    assert "entries" not in data
    assert all(not event.get("only") for event in data["events"])
    await play_out(house, game, [Typist(house, alice, random.Random(5))])
    film = await alice.click("Film")
    assert film.attachments[0].filename == "film.gif"
    whole = json.loads((await alice.slash("export")).file())
    assert whole["seed"]
    assert whole["entries"]
    again = await alice.click("Play Again")
    assert "Start" in again.buttons


async def test_a_report_holds_no_secret_of_a_running_game(house, alice, tmp_path):
    game = await begin(house, ["alice"], bots=1)
    answer = await alice.slash("report", text="The fox moved twice")
    assert "number" in answer.text
    (file,) = (tmp_path / "reports").iterdir()
    assert file.stat().st_mode & 0o077 == 0
    kept = json.loads(file.read_text())
    assert kept["text"] == "The fox moved twice"
    assert kept["game"] == game
    assert "seed" not in kept["public"]
    secret = (await house.store.secret(game)).decode()
    assert secret not in file.read_text()


@pytest.mark.parametrize("clause", ["4.3", "4.3.2", "rulings", "battle"])
async def test_any_clause_can_be_read(house, alice, clause):
    answer = await alice.slash("rules", clause=clause)
    assert answer.ephemeral
    assert len(answer.text) > 40


async def test_rules_of_the_decision_at_hand(house, alice, dora):
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    by_command = await one.slash("rules")
    assert "decision at hand" in by_command.text
    by_button = await dora.click("Rules", board_of(dora))
    assert "decision at hand" in by_button.text
    found = [choice.value for choice in await alice.autocomplete("rules", "clause", "4.3")]
    assert found[0] == "4.3"
    unknown = await alice.slash("rules", clause="99.9")
    assert "I know no clause" in unknown.text


async def test_why_names_the_clause(house, alice, bob):
    game = await begin(house, ["alice", "bob"])
    one = await waiting(house, game)
    wishes = await one.autocomplete("why", "wish", "battle")
    assert "battle" in [choice.value for choice in wishes]
    fields = await one.autocomplete("why", "first", "", wish="battle")
    assert any(choice.value.startswith("clearing=") for choice in fields)
    answer = await one.slash("why", wish="battle", first="clearing=5")
    assert "(" in answer.text
    assert answer.ephemeral
    other = bob if one is alice else alice
    waits = await other.slash("why", wish="battle")
    assert "waits for" in waits.text or "not" in waits.text
    nonsense = await one.slash("why", wish="dance")
    assert "do not understand" in nonsense.text


async def test_why_offers_what_one_could_mean_and_names_what_is_missing(house, alice, bob):
    # given a Marquise in Daylight whose wood does not reach for a building
    game = await begin(house, ["alice", "bob"])
    look = await decided_until(house, game, "marquise.daylight")
    while any(option.verb == "build" for option in look.ask.options):
        build = next(option for option in look.ask.options if option.verb == "build")
        await house.table.answer(game, look.seat, build)
        look = await decided_until(house, game, "marquise.daylight")
    person = player_of(look, alice, bob)
    # when she asks why, then the list holds what she could mean: no parts of other choices, no cards that are not in play
    offered = {choice.value for choice in await person.autocomplete("why", "wish", "")}
    assert {"build", "move", "battle", "recruit", "craft", "overwork"} <= offered
    assert not offered & {
        "wood",
        "pay",
        "spend",
        "hospital",
        "coffin_makers",
        "royal_claim",
        "revolt",
        "decree",
        "done",
    }
    # and kinds of building are buildings
    fields = [choice.name for choice in await person.autocomplete("why", "first", "", wish="build")]
    assert any("Sawmill" in name for name in fields)
    assert not any("Eyrie" in name or "Ambush" in name for name in fields)
    # and the answer names the nearest building and the wood it lacks
    answer = await person.slash("why", wish="build")
    assert "none of that building" not in answer.text.lower()
    assert re.search(r"You need \d wood connected to \d+ .*; you have \d\. \(6\.5\.4\.II\)", answer.text), (
        answer.text
    )


async def test_why_understands_what_people_call_it_and_blames_no_list(house, alice):
    # given a Vagabond, whose move is a verb of its own
    game = await begin(house, ["alice"], bots=2, plays=("vagabond",))
    look = await decided_until(house, game, "vagabond.daylight")
    listed = {choice.name: choice.value for choice in await alice.autocomplete("why", "wish", "")}
    # then "Move" stands in the list once, nothing of hirelings or landmarks does, and typing the word is enough
    assert listed["Move"] == "travel"
    assert not any("ireling" in name or "landmark" in name for name in listed)
    typed, chosen = await alice.slash("why", wish="move"), await alice.slash("why", wish="travel")
    assert typed.text == chosen.text
    # and what is on offer is said to be on offer, without being filled in
    verb = next(option.verb for option in look.ask.options if option.verb in listed.values())
    assert "on offer" in (await alice.slash("why", wish=verb)).text
