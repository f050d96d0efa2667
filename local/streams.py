"""The streams of the page: every change that a person may see, to all their open windows."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from local.core import Core
from local.state import Channel, Message, User
from local.view import View

Json = dict[str, Any]


class Streams:
    def __init__(self, core: Core, view: View):
        self.core, self.view = core, view
        self.run = secrets.token_hex(8)
        self.seq: dict[str, int] = {}
        self._windows: dict[str, set[asyncio.Queue[bytes | None]]] = {}
        self._wanted: dict[str, int] = {}

    def send(
        self,
        user: User,
        event: str,
        *,
        data: Json | None = None,
        message: Message | None = None,
        channel: Channel | None = None,
    ) -> None:
        """One frame. It is put together only if somebody listens."""
        if event == "unread":
            self._tell_wanted()
        seq = self.seq[user.id] = self.seq.get(user.id, 0) + 1
        windows = self._windows.get(user.id)
        if not windows:
            return
        frame = msgspec.json.encode(
            {"seq": seq, "event": event, "data": self._data(user, event, data, message, channel)}
        )
        for window in windows:
            window.put_nowait(frame)

    def _tell_wanted(self) -> None:
        """Everybody's switch shows who is called; of the messages themselves it tells nothing."""
        wanted = {user.username: self.view.wanted(user) for user in self.core.world.people}
        if wanted != self._wanted:
            self._wanted = wanted
            for user in self.core.world.people:
                self.send(user, "wanted", data={"people": wanted})

    def _data(
        self, user: User, event: str, data: Json | None, message: Message | None, channel: Channel | None
    ) -> Json:
        if message is not None:
            return {"message": self.view.message(user, message)}
        if channel is not None:
            return {"channel": self.view.channel(user, channel)}
        if event == "unread" and data is not None:
            return {**data, "unread": self.view.unread(user, data["channel"])}
        if event == "typing" and data is not None:
            return {**data, "person": self.view.person(self.core.world.users[data["person"]])}
        if event == "commands":
            return {"commands": self.view.commands(user)}
        return data or {}

    async def serve(self, request: web.Request, user: User) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=20.0)
        await socket.prepare(request)
        waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        seq = self.seq.get(user.id, 0)
        hello = {"seq": seq, "event": "hello", "data": {"seq": seq, "run": self.run}}
        waiting.put_nowait(msgspec.json.encode(hello))
        self._windows.setdefault(user.id, set()).add(waiting)
        writer = asyncio.get_running_loop().create_task(self._write(socket, waiting))
        try:
            async for _ in socket:
                pass
        finally:
            self._windows[user.id].discard(waiting)
            writer.cancel()
        return socket

    async def _write(self, socket: web.WebSocketResponse, waiting: asyncio.Queue[bytes | None]) -> None:
        with contextlib.suppress(ConnectionError, RuntimeError):
            while (frame := await waiting.get()) is not None:
                await socket.send_frame(frame, WSMsgType.TEXT)
            await socket.close(code=1001)

    def close(self) -> None:
        """Tell every window that the server goes."""
        for windows in self._windows.values():
            for window in windows:
                window.put_nowait(None)
