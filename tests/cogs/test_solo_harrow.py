"""H6  The solo game of Harrow County on the local Discord, by clicks alone: lost, won, and with the bot killed in between."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cogs.board.drill import Menu, drill, read_path
from cogs.board.panel import CHOICE, MANY, PICK, SURE, VALUE
from engine.chance import seeded
from engine.flow import Answer, Ask, Chance, Done, Option
from engine.game import Game
from engine.harrow.rules import RULES
from engine.rules import TURN_END, Event, SeatSetup, Setup
from local.people import Seen
from tests.cogs.conftest import House, open_house
from tests.cogs.players import Clicker, Typist, filled, play_out
from tests.cogs.tables import begin

ID = re.compile(r"[bm]:(?P<kind>[a-z]+):(?P<game>[\w-]+):(?P<rev>\d+)(:(?P<rest>.*))?")
WON = json.loads((Path(__file__).parent / "solo_win.json").read_text())
"""The answers of a game that Hester wins, with the chance of every test."""
OPTIONS = {"mode": "SOLO", "map": "a", "level": "1", "decides": "you"}


class Recorded:
    """What chance gave in the game that was won, for a table where nobody's turn ends by itself."""

    def __init__(self) -> None:
        self.rest = seeded("the same in every test")
        values: list[tuple[int, ...]] = []
        self.at: dict[int, tuple[int, ...]] = {}

        def keep(index: int, chance: Chance) -> tuple[int, ...]:
            values.append(self.rest(index, chance))
            return values[-1]

        def again(index: int, chance: Chance) -> tuple[int, ...]:
            self.at[index] = values.pop(0)
            return self.at[index]

        setup = Setup((SeatSetup("alice", "hester"),), OPTIONS)
        first = Game(RULES, setup, keep).start()
        self.answers = [first.decode_answer(plain) for plain in WON]
        for answer in self.answers:
            first.answer("hester", answer)
        assert first.state.winners == ["hester"]
        held, left = Game(RULES, setup, again, holds=True).start(), list(self.answers)
        while not held.over:
            ending = held.waiting()[0].key == TURN_END
            held.answer("hester", Done() if ending else left.pop(0))

    def __call__(self, index: int, chance: Chance) -> tuple[int, ...]:
        return self.at.get(index) or self.rest(index, chance)


class Follower(Clicker):
    """Clicks towards answers that are known before."""

    def __init__(self, house: House, person: Any, known: Recorded) -> None:
        super().__init__(house, person, random.Random(0))
        self.answers = list(known.answers)

    async def decide(self) -> None:
        game, seat, _ = (await self.house.store.waits_for(self.person.id))[0]
        ask = (await self.house.table.look(game, seat)).ask
        assert ask is not None
        wanted: Answer = Done() if ask.key == TURN_END else self.answers.pop(0)
        before = (await self.house.store.game(game)).rev
        shown: Seen = self.board()
        for _ in range(8):
            await self.towards(shown, ask, wanted)
            assert self.person.last is not None
            shown = await filled(self.person.last)
            assert not shown.failed, shown
            await self.house.settled()
            if (await self.house.store.game(game)).rev != before:
                return
        raise AssertionError(f"{wanted} cannot be reached by clicks: {self.person.screen()}")

    async def towards(self, panel: Seen, ask: Ask, wanted: Answer) -> None:
        """One click on the way to an answer."""
        listed = [
            (ID.fullmatch(part["custom_id"]), part) for part in panel._parts({2, 3}) if part.get("custom_id")
        ]
        for match, part in listed:
            if match is None:
                continue
            values = leads(match["kind"], match["rest"] or "", part, ask, wanted)
            if values is None:
                continue
            if values:
                await self.person.choose(part["custom_id"], *values, message=panel)
            else:
                await self.person.click(part["custom_id"], panel)
            return
        opening = next((p for match, p in listed if match and match["kind"] in ("page", "panel")), None)
        assert opening, f"{wanted} ({ask.key}) is not among {[part['custom_id'] for _, part in listed]}"
        await self.person.click(opening["custom_id"], panel)


def leads(kind: str, rest: str, part: Any, ask: Ask, wanted: Answer) -> list[str] | None:
    """What to choose of a part that leads on; an empty list for a button, None if it leads elsewhere."""
    if kind == SURE:
        return []
    if isinstance(wanted, tuple):
        if kind != MANY or part["type"] != 3:
            return None
        numbers: list[int] = []
        for one in wanted:
            numbers.append(next(i for i, o in enumerate(ask.options) if o == one and i not in numbers))
        return [str(number) for number in numbers]
    verb, _, path = rest.partition(":")
    if verb != wanted.verb:
        return None
    if kind == CHOICE:
        return []
    steps = read_path(path)
    if kind == VALUE:
        return [] if fits(drill(ask, verb, steps[:-1]), int(str(steps[-1])), wanted) else None
    if kind == PICK:
        menu = drill(ask, verb, steps)
        shown = [option["value"] for option in part["options"]]
        return next(([value] for value in shown if fits(menu, int(value), wanted)), None)
    return None


def fits(menu: Any, number: int, wanted: Option) -> bool:
    assert isinstance(menu, Menu)
    return all(getattr(wanted, name) == value for name, value in menu.choices[number].fields)


async def test_a_solo_game_is_lost_by_clicks_alone(house):
    game = await begin(house, ["alice"], kind="harrow", **{**OPTIONS, "decides": "rules"})
    alice = house.person("alice")
    await play_out(house, game, [Clicker(house, alice, random.Random("lost"))], limit=3000)
    look = await house.table.look(game)
    assert look.view.end in ("solo.points", "solo.cards")
    assert "hester" not in look.view.winners
    told = "\n".join(message.text for message in alice.sees())
    assert "Hester has lost" in told
    assert not re.search(r"\{|\b(deck|symbol|field|colour|pay)\.\w", told)


async def test_a_solo_game_is_won_by_clicks_alone(local, tmp_path):
    chance = Recorded()
    async with open_house(local, tmp_path, chance=lambda seed: chance) as house:
        game = await begin(house, ["alice"], kind="harrow", **OPTIONS)
        alice = house.person("alice")
        await play_out(house, game, [Follower(house, alice, chance)], limit=400)
        look = await house.table.look(game)
        assert look.view.winners == ("hester",)
        board = [message for message in alice.sees() if not message.ephemeral][-1]
        assert "won" in board.text


async def test_killed_between_the_moves_of_the_bots_nothing_is_told_twice(local, tmp_path):
    """The bot is stopped and started again after every few decisions: the same game, every turn told once."""
    source = random.Random("killed")
    game, limit = "", 6
    for _ in range(6):
        async with open_house(local, tmp_path) as house:
            if not game:
                game = await begin(house, ["alice"], kind="harrow", **{**OPTIONS, "decides": "rules"})
            person = house.person("alice")
            row = await house.store.game(game)
            person.go(house.local.core.world.channels[row.channel])
            clicker = Clicker(house, person, source)
            await house.settled()
            for _ in range(limit):
                if (await house.store.game(game)).status != "running":
                    break
                await clicker.decide()
                await house.settled()
            events = [msgspec.json.decode(row.data, type=Event) for row in await house.store.events(game)]
            cards = [event.about["card"] for event in events if event.key == "solo.card"]
            assert len(cards) == len(set(cards)), "a card was told twice"
            rounds = [event.about["round"] for event in events if event.key == "round"]
            assert rounds == sorted(set(rounds))
    assert cards


@pytest.mark.parametrize(("how", "people", "bots"), [(Clicker, ["alice", "bob"], 1), (Typist, ["alice"], 2)])
async def test_a_game_of_three_with_hester_is_played_out(house, how, people, bots):
    """H5  The mode first, then the people and bots it has room for; everybody's stand-in plays, too."""
    host, *others = [house.person(name) for name in people]
    for person in (host, *others):
        person.go("lobby")
    await host.slash("game new", game="harrow")
    await host.slash("game options", option="mode", value="C5")
    for person in others:
        await person.click("Join")
    for _ in range(bots):
        await host.click("Add Bot")
    answer = await host.click("Start")
    assert "has begun" in answer.text, answer.text
    await house.settled()
    (row,) = await house.store.games("running")
    for name in people:
        house.person(name).go(house.local.core.world.channels[row.channel])
    source = random.Random(f"three {how.__name__}")
    await play_out(house, row.id, [how(house, house.person(name), source) for name in people], limit=4000)
    look = await house.table.look(row.id)
    assert look.view.winners
    told = "\n".join(message.text for message in host.sees())
    assert not re.search(r"hidden_|\{|\b(token|faction|pay|colour)\.\w", told)
