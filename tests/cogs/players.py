"""People who play: by clicks alone or by slash commands alone, choosing at random from what they are shown."""

from __future__ import annotations

import asyncio
import random

from cogs.tables import kind_of
from engine.games import GAMES
from local import Person
from local.people import Answer, Seen
from tests.cogs.conftest import House

ENOUGH = {"Done", *(label for kind in GAMES.values() for label in kind.words.file.done.values())}
"""What ends a question, in the words of every game."""
TOOLS = {"My Hand", "Undo", "Rules", "Boards", "Recap", "More…", "Post for Everybody", "Mute"}
PANEL = {"My Turn", "Answer"}
"""What opens the panel."""
NOT_MOVES = TOOLS | {"Back", "Start Over", "Film", "Play Again"}


class Player:
    """Somebody at a table. `steps` counts what they did."""

    def __init__(self, house: House, person: Person, source: random.Random) -> None:
        self.house = house
        self.person = person
        self.source = source
        self.steps = 0

    async def play_on(self) -> None:
        """Decide until nothing waits for this person."""
        raise NotImplementedError

    async def waits(self, game: str) -> bool:
        return any(one[0] == game for one in await self.house.store.waits_for(self.person.id))


class Clicker(Player):
    """Plays with two thumbs: opens the panel from the board, then presses what it offers."""

    async def decide(self) -> None:
        """From the board's button on, as long as the panel offers something."""
        shown: Seen = self.board()
        for _ in range(40):
            if not await self.step(shown):
                return
            assert self.person.last is not None
            answer = await filled(self.person.last)
            assert not answer.failed, answer
            self.steps += 1
            shown = answer

    def board(self) -> Seen:
        """The newest message with something to decide."""
        for message in reversed(self.person.sees()):
            if not message.ephemeral and (message.menus or moves(message)):
                return message
        raise AssertionError(self.person.screen())

    async def step(self, panel: Seen) -> bool:
        """One click on the board or in the panel; False if there is nothing more to choose."""
        if panel.menus:
            select = panel._parts({3})[0]
            most = max(select["min_values"], 1 if select["max_values"] == 1 else select["min_values"])
            values = [option["value"] for option in select["options"]]
            chosen = self.source.sample(values, min(len(values), most))
            if select["min_values"] == 0 and "collect" in select["custom_id"]:
                chosen = values[: select["max_values"]]
            await self.person.choose(select["custom_id"], *chosen, message=panel)
            return True
        labels = moves(panel)
        if not labels:
            return False
        await self.person.click(self.pick(labels), panel)
        return True

    def pick(self, labels: list[str]) -> str:
        """Any of them; to be done is a choice among the rest only now and then, or games would take for ever."""
        busy = [label for label in labels if label not in ENOUGH]
        return self.source.choice(busy if busy and self.source.random() < 0.8 else labels)


async def filled(answer: Answer) -> Answer:
    """The answer once a panel that is edited later shows it."""
    if answer.kind == "nothing":
        async with asyncio.timeout(60):
            await answer.interaction.filled.wait()
    return answer


async def opened(person: Person) -> Answer:
    """The panel that the newest board opens."""
    boards = [one for one in person.sees() if not one.ephemeral and PANEL & set(one.buttons)]
    label = next(label for label in boards[-1].buttons if label in PANEL)
    return await filled(await person.click(label, boards[-1]))


async def confirmed(person: Person, answer: Answer) -> Answer:
    """The answer after «are you sure?», if that was asked."""
    answer = await filled(answer)
    return (
        await filled(await person.click("Yes, Do It", answer)) if "Yes, Do It" in answer.buttons else answer
    )


def moves(message: Seen) -> list[str]:
    return [
        label
        for label in message.buttons
        if label not in NOT_MOVES and not label.startswith(("Page", "No, "))
    ]


class Typist(Player):
    """Plays with slash commands alone: types words and takes what is found. Mostly what a sensible player would."""

    async def decide(self) -> None:
        wanted = await self.sensible() if self.source.random() < 0.8 else ""
        choices = await self.person.autocomplete("play", "choice", wanted[:100])
        if not choices:
            choices = await self.person.autocomplete("play", "choice", "")
        assert choices, (await self.person.slash("play")).text
        busy = [choice for choice in choices if choice.name != "Done"]
        chosen = self.source.choice(busy if busy and self.source.random() < 0.9 else choices)
        answer = await confirmed(self.person, await self.person.slash("play", choice=chosen.value))
        assert not answer.failed
        self.steps += 1

    async def sensible(self) -> str:
        """What the game's own stand-in would do, in words."""
        game, seat, _ = (await self.house.store.waits_for(self.person.id))[0]
        look = await self.house.table.look(game, seat)
        if look.ask is None or look.ask.many:
            return ""
        kind = kind_of(look.game)
        return kind.words.option(look.view, kind.standin(look.view, look.ask))


async def play_to(house: House, game: str, players: list[Player], turn: int) -> None:
    """Let these people play until a turn begins."""
    while (await house.table.look(game)).view.turn < turn:
        for player in players:
            if await player.waits(game):
                await player.decide()
                await house.settled()


async def play_out(house: House, game: str, players: list[Player], limit: int = 3000) -> None:
    """Everybody decides whenever the game waits for them, until it is over."""
    for _ in range(limit):
        await house.settled()
        row = await house.store.game(game)
        assert row is not None
        if row.status != "running":
            return
        waiting = [player for player in players if await player.waits(game)]
        assert waiting, "the game waits for nobody"
        await waiting[0].decide()
    raise AssertionError("the game does not end")
