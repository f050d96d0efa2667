"""The API of the page: what docs/local-discord.md promises, and only what a person may see."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from local import Allow, LocalDiscord, Person
from tests.discord_fixtures import logged_in
from tests.local.tiny_bot import TinyBot, picture


class Page:
    """One window."""

    def __init__(self, local: LocalDiscord, session: aiohttp.ClientSession):
        self.local, self.session = local, session

    async def get(self, path: str, as_: str = "alice", **query: Any) -> tuple[int, Any]:
        url = f"{self.local.page_url}local/{path}"
        async with self.session.get(url, params={"as": as_, **query}) as response:
            return response.status, await response.json()

    async def post(self, path: str, as_: str = "alice", **body: Any) -> tuple[int, Any]:
        url = f"{self.local.page_url}local/{path}"
        async with self.session.post(url, params={"as": as_}, json=body) as response:
            return response.status, await response.json()

    async def do(self, as_: str = "alice", **body: Any) -> Any:
        status, answer = await self.post("interact", as_, **body)
        assert status == 200, answer
        return answer

    @property
    def lobby(self) -> str:
        return self.local.channel("lobby").id

    async def messages(self, as_: str = "alice", channel: str | None = None, **query: Any) -> list[Any]:
        status, answer = await self.get("messages", as_, channel=channel or self.lobby, **query)
        assert status == 200, answer
        return answer["messages"]


@pytest.fixture
async def page(local: LocalDiscord) -> AsyncIterator[Page]:
    async with aiohttp.ClientSession() as session:
        yield Page(local, session)


async def test_people(bot: TinyBot, page: Page):
    _, answer = await page.get("people")
    assert answer["guild"]["name"] == "The Clearing"
    assert [(one["key"], one["manager"]) for one in answer["people"]] == [
        ("alice", False),
        ("bob", False),
        ("carol", False),
        ("dora", True),
    ]
    assert answer["bot"]["name"] == "Glade"
    assert answer["bot"]["online"] is True


async def test_state(bot: TinyBot, page: Page):
    _, state = await page.get("state")
    assert state["me"]["name"] == "Alice"
    assert [(one["kind"], one["name"]) for one in state["channels"]] == [
        ("text", "lobby"),
        ("forum", "tables"),
    ]
    assert [tag["name"] for tag in state["channels"][1]["tags"]] == ["recruiting", "your turn", "finished"]
    commands = {one["path"]: one for one in state["commands"]}
    assert "manage" not in commands
    new = commands["game new"]
    assert new["options"][0]["choices"] == [
        {"name": "Root", "value": "root"},
        {"name": "Harrow", "value": "harrow"},
    ]
    assert [one["kind"] for one in new["options"]] == ["string", "user"]
    assert commands["move"]["options"][1]["autocomplete"]
    assert (commands["move"]["options"][2]["min"], commands["move"]["options"][2]["max"]) == (1, 10)
    assert commands["Quote"]["kind"] == "message"
    _, state = await page.get("state", "dora")
    assert "manage" in {one["path"] for one in state["commands"]}


async def test_nobody_and_nonsense(page: Page):
    assert (await page.get("state", "zoe"))[0] == 400
    assert (await page.get("messages", channel="5"))[0] == 404
    assert (await page.get("messages", channel=page.lobby, limit="many"))[1]["field"] == "limit"
    assert (await page.post("interact", kind="dance"))[1]["field"] == "kind"
    assert (await page.post("interact", kind="slash", channel=page.lobby))[1]["field"] == "command"
    assert (await page.post("interact", kind="click", message="1", custom_id="a"))[0] == 404
    assert (await page.post("message", channel=page.lobby, content=""))[1]["field"] == "content"
    async with page.session.post(f"{page.local.page_url}local/read?as=alice", data="{") as response:
        assert response.status == 400


async def test_a_private_answer_is_only_ones_own(bot: TinyBot, page: Page):
    answer = await page.do(kind="slash", channel=page.lobby, command="hand")
    assert (answer["status"], answer["answer"]) == ("answered", "message")
    (message,) = await page.messages()
    assert message["id"] == answer["message"]
    assert message["local"]["ephemeral"]
    assert message["local"]["used"]["command"] == "/hand"
    assert message["local"]["used"]["person"]["name"] == "Alice"
    assert await page.messages("bob") == []
    assert (await page.post("dismiss", "bob", message=message["id"]))[0] == 404
    assert (await page.post("dismiss", message=message["id"]))[0] == 200
    assert await page.messages() == []


async def test_a_board_is_drawn_clicked_and_chosen_from(bot: TinyBot, page: Page):
    answer = await page.do(kind="slash", channel=page.lobby, command="map", options={})
    assert answer["answer"] == "thinking"
    await page.local.settled()
    (board,) = await page.messages("bob")
    assert board["id"] == answer["message"]
    item = board["components"][0]["components"][2]["items"][0]
    async with page.session.get(item["media"]["url"]) as response:
        assert response.headers["Content-Type"] == "image/png"
        assert await response.read() == picture()
    answer = await page.do("bob", kind="click", message=board["id"], custom_id="g:7:1:march")
    assert answer["answer"] == "update"
    answer = await page.do("bob", kind="select", message=board["id"], custom_id="clearing", values=["2"])
    assert answer["answer"] == "nothing"
    await page.local.settled()
    assert (await page.messages())[-1]["content"] == "bob chose 2"
    status, problem = await page.post(
        "interact", kind="select", message=board["id"], custom_id="clearing", values=["9"]
    )
    assert (status, problem["field"]) == (400, "clearing")


async def test_a_form(bot: TinyBot, page: Page):
    answer = await page.do(kind="slash", channel=page.lobby, command="map")
    await page.local.settled()
    answer = await page.do(kind="click", message=answer["message"], custom_id="report")
    form = answer["modal"]
    assert form["title"] == "Report"
    status, problem = await page.post("interact", kind="submit", modal=form["id"], values={"who": "a"})
    assert (status, problem["field"]) == (400, "why")
    assert (await page.post("interact", "bob", kind="submit", modal=form["id"], values={}))[0] == 404
    await page.do(kind="submit", modal=form["id"], values={"why": "slow", "who": ["a"]})
    assert (await page.messages())[-1]["content"] == "slow/a"


async def test_autocomplete(bot: TinyBot, page: Page):
    answer = await page.do(
        kind="autocomplete",
        channel=page.lobby,
        command="move",
        option="to",
        text="1",
        options={"origin": "1"},
    )
    assert [one["value"] for one in answer["choices"]] == ["10", "11", "12"]


async def test_a_wrong_option_names_its_field(bot: TinyBot, page: Page):
    status, problem = await page.post(
        "interact", kind="slash", channel=page.lobby, command="move", options={"origin": "1"}
    )
    assert (status, problem) == (400, {"error": "Option to is required.", "field": "to"})


async def test_a_file_is_sent(bot: TinyBot, page: Page):
    file = {"filename": "log.json", "data": base64.b64encode(b"{}").decode()}
    await page.do(kind="slash", channel=page.lobby, command="upload", options={"file": file})
    assert (await page.messages())[-1]["content"] == "log.json: 2 bytes"


async def test_the_menu_of_a_message(bot: TinyBot, page: Page):
    _, said = await page.post("message", channel=page.lobby, content="hello")
    await page.do("bob", kind="menu", channel=page.lobby, command="Quote", target=said["message"]["id"])
    assert (await page.messages("bob"))[-1]["content"] == "> hello"


async def test_a_bot_that_does_not_answer(bot: TinyBot, page: Page):
    asking = asyncio.create_task(page.do(kind="slash", channel=page.lobby, command="silent"))
    while not bot.unanswered:
        await asyncio.sleep(0.001)
    page.local.clock.turn(3.5)
    answer = await asking
    assert (answer["status"], answer["reason"]) == ("failed", "The application did not respond")


async def test_writing_replying_and_reading(page: Page):
    _, first = await page.post("message", channel=page.lobby, content="hello bob")
    await page.post("message", "bob", channel=page.lobby, content="hi", reply_to=first["message"]["id"])
    reply = (await page.messages())[-1]
    assert reply["local"]["reply"]["text"] == "hello bob"
    assert reply["local"]["mentions_me"]
    unread = (await page.get("state"))[1]["unread"][page.lobby]
    assert (unread["unread"], unread["mentions"]) == (1, 1)
    await page.post("read", channel=page.lobby, message=None)
    assert (await page.get("state"))[1]["unread"] == {}


async def test_where_one_may_not_write(page: Page):
    page.local.permit("everyone", "lobby", deny=Allow.SEND_MESSAGES)
    assert (await page.get("state"))[1]["channels"][0]["can_send"] is False
    assert (await page.post("message", channel=page.lobby, content="x"))[0] == 403


async def test_pages_of_messages(page: Page):
    for number in range(7):
        await page.post("message", channel=page.lobby, content=str(number))
    _, newest = await page.get("messages", channel=page.lobby, limit=3)
    assert [one["content"] for one in newest["messages"]] == ["4", "5", "6"]
    assert newest["more"]
    before = newest["messages"][0]["id"]
    assert [one["content"] for one in await page.messages(before=before, limit=9)] == ["0", "1", "2", "3"]
    around = await page.messages(around=before, limit=3)
    assert [one["content"] for one in around] == ["3", "4", "5"]


async def test_threads_posts_and_direct_messages(bot: TinyBot, page: Page, bob: Person):
    await page.do(kind="slash", channel=page.lobby, command="game new", options={"game": "root"})
    await page.do(kind="slash", channel=page.lobby, command="game post", options={"name": "Friday"})
    await page.do(kind="slash", channel=page.lobby, command="whisper", options={"to": bob.id, "text": "psst"})
    await page.local.settled()
    _, dm = await page.post("dm", **{"with": page.local.core.world.application.bot_id})
    _, state = await page.get("state")
    kinds = [(one["kind"], one["name"], one["joined"]) for one in state["channels"]]
    assert kinds == [
        ("text", "lobby", True),
        ("private_thread", "whispers", True),
        ("thread", "Root table", True),
        ("forum", "tables", True),
        ("post", "Friday", False),
        ("dm", "Glade", True),
    ]
    assert state["channels"][-1]["id"] == dm["channel"]
    assert state["channels"][-1]["with"]["online"]
    post = state["channels"][-2]
    assert [tag["name"] for tag in post["tags"]] == ["recruiting"]
    await page.post("join", channel=post["id"])
    assert (await page.get("state"))[1]["channels"][-2]["joined"]
    await page.post("leave", channel=post["id"])
    starter = next(one for one in await page.messages() if one["local"]["thread"])
    assert starter["local"]["thread"] == state["channels"][2]["id"]
    seen = {one["name"] for one in (await page.get("state", "carol"))[1]["channels"]}
    assert "whispers" not in seen
    whispers = state["channels"][1]["id"]
    assert (await page.get("messages", "carol", channel=whispers))[0] == 404


async def test_a_reaction(page: Page):
    _, said = await page.post("message", channel=page.lobby, content="x")
    await page.post("react", "bob", message=said["message"]["id"], emoji="👍", on=True)
    assert (await page.messages())[0]["reactions"][0]["count"] == 1
    await page.post("react", "bob", message=said["message"]["id"], emoji="👍", on=False)
    assert "reactions" not in (await page.messages())[0]


class Stream:
    def __init__(self, socket: aiohttp.ClientWebSocketResponse):
        self.socket = socket

    async def next(self, event: str) -> Any:
        async with asyncio.timeout(5):
            while True:
                frame = await self.socket.receive_json()
                if frame["event"] == event:
                    return frame["data"]


@pytest.fixture
async def streams(page: Page) -> AsyncIterator[dict[str, Stream]]:
    opened = {}
    for name in ("alice", "bob"):
        socket = await page.session.ws_connect(f"{page.local.page_url}local/stream?as={name}")
        opened[name] = Stream(socket)
        assert (await opened[name].next("hello"))["run"]
    yield opened
    for one in opened.values():
        await one.socket.close()


async def test_the_stream_tells_what_happens(
    bot: TinyBot, page: Page, streams: dict[str, Stream], alice: Person, bob: Person
):
    answer = await alice.slash("hello", text="hello")
    new = await streams["bob"].next("message")
    assert new["message"]["content"] == "hello"
    message = await bot.get_channel(int(answer.channel_id)).fetch_message(int(answer.id))
    await message.edit(content="edited")
    assert (await streams["bob"].next("edit"))["message"]["content"] == "edited"
    await message.delete()
    assert await streams["bob"].next("delete") == {"channel": page.lobby, "messages": [answer.id]}
    await alice.slash("game post", name="Friday")
    assert (await streams["bob"].next("channel"))["channel"]["name"] == "Friday"
    await bot.get_channel(int(page.lobby)).typing()
    assert (await streams["alice"].next("typing"))["person"]["name"] == "Glade"


async def test_the_stream_keeps_private_things_private(
    bot: TinyBot, page: Page, streams: dict[str, Stream], alice: Person
):
    await alice.slash("hand")
    await alice.slash("hello", text="for all")
    assert (await streams["alice"].next("message"))["message"]["local"]["ephemeral"]
    assert (await streams["bob"].next("message"))["message"]["content"] == "for all"


async def test_the_stream_counts_unread(page: Page, streams: dict[str, Stream], alice: Person, bob: Person):
    await alice.say(f"{bob.mention} come")
    unread = await streams["bob"].next("unread")
    assert (unread["unread"]["unread"], unread["unread"]["mentions"]) == (1, 1)
    await bob.read()
    assert (await streams["bob"].next("unread"))["unread"] is None


async def test_the_stream_tells_of_the_bot(page: Page, streams: dict[str, Stream], alice: Person):
    async with logged_in(TinyBot()):
        assert (await streams["alice"].next("commands"))["commands"]
        assert (await streams["alice"].next("bot"))["online"] is True
    assert (await streams["alice"].next("bot"))["online"] is False
    assert (await page.get("people"))[1]["bot"]["online"] is False


async def test_the_stream_tells_of_a_failure_and_of_a_lost_channel(
    bot: TinyBot, page: Page, streams: dict[str, Stream], alice: Person, bob: Person
):
    started = alice.client.slash(alice.id, alice.place, "silent", {})
    page.local.clock.turn(4)
    assert (await streams["alice"].next("failed"))["interaction"] == started.id
    page.local.permit(bob, "lobby", deny=Allow.VIEW_CHANNEL)
    assert (await streams["bob"].next("channel_gone")) == {"channel": page.lobby}


async def test_the_numbers_of_the_stream_fit_the_state(page: Page, streams: dict[str, Stream], alice: Person):
    await alice.say("one")
    _, state = await page.get("state", "bob")
    await alice.say("two")
    async with asyncio.timeout(5):
        while (frame := await streams["bob"].socket.receive_json())["seq"] <= state["seq"]:
            pass
    assert frame["data"]["message"]["content"] == "two"


async def test_the_server_can_stop_while_pages_are_open(page: Page, streams: dict[str, Stream]):
    async with asyncio.timeout(3):
        await page.local.stop()


async def test_files_outside_the_page_are_not_served(page: Page):
    for path in ("page/../server.py", "page/%2e%2e/server.py", "cdn/attachments/1/2/x", "page/nothing.js"):
        async with page.session.get(page.local.page_url + path) as response:
            assert response.status == 404
