"""The gateway: hello, identify, heartbeats, events, and a resume that replays what was missed."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections import deque
from typing import TYPE_CHECKING, Any

import msgspec
from aiohttp import WSMsgType, web

from local import limits, permissions
from local.state import Channel, Message

if TYPE_CHECKING:
    from local.core import Core

Json = dict[str, Any]

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME = 0, 1, 2, 3, 4, 6
ACK_AFTER = 0.02
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 8, 9, 10, 11

GUILDS, GUILD_MEMBERS, GUILD_PRESENCES = 1 << 0, 1 << 1, 1 << 8
GUILD_MESSAGES, GUILD_REACTIONS, GUILD_TYPING = 1 << 9, 1 << 10, 1 << 11
DIRECT_MESSAGES, DIRECT_REACTIONS, DIRECT_TYPING = 1 << 12, 1 << 13, 1 << 14
MESSAGE_CONTENT = 1 << 15
PRIVILEGED = {"members": GUILD_MEMBERS, "presences": GUILD_PRESENCES, "message_content": MESSAGE_CONTENT}

DECODE_ERROR, NOT_AUTHENTICATED, ALREADY_AUTHENTICATED = 4002, 4003, 4005
RATE_LIMITED, SESSION_TIMED_OUT, INVALID_SHARD, DISALLOWED_INTENTS = 4008, 4009, 4010, 4014

# The intent an event needs: in a server, in a direct message.
NEEDS: dict[str, tuple[int, int]] = {
    "GUILD_MEMBER_ADD": (GUILD_MEMBERS, 0),
    "GUILD_MEMBER_UPDATE": (GUILD_MEMBERS, 0),
    "GUILD_MEMBER_REMOVE": (GUILD_MEMBERS, 0),
    "MESSAGE_CREATE": (GUILD_MESSAGES, DIRECT_MESSAGES),
    "MESSAGE_UPDATE": (GUILD_MESSAGES, DIRECT_MESSAGES),
    "MESSAGE_DELETE": (GUILD_MESSAGES, DIRECT_MESSAGES),
    "MESSAGE_DELETE_BULK": (GUILD_MESSAGES, DIRECT_MESSAGES),
    "MESSAGE_REACTION_ADD": (GUILD_REACTIONS, DIRECT_REACTIONS),
    "MESSAGE_REACTION_REMOVE": (GUILD_REACTIONS, DIRECT_REACTIONS),
    "TYPING_START": (GUILD_TYPING, DIRECT_TYPING),
    "CHANNEL_PINS_UPDATE": (GUILDS, DIRECT_MESSAGES),
}
ALWAYS = {"READY", "RESUMED", "INTERACTION_CREATE"}


class Session:
    """One logged-in shard. It outlives its socket, so that a resume can go on where the line broke."""

    def __init__(self, shard: int, shards: int, intents: int):
        self.id = secrets.token_hex(16)
        self.shard, self.shards, self.intents = shard, shards, intents
        self.seq = 0
        self.sent: deque[tuple[int, bytes]] = deque(maxlen=2000)
        self.line: Line | None = None

    def owns(self, guild_id: str | None) -> bool:
        return (int(guild_id) >> 22) % self.shards == self.shard if guild_id else self.shard == 0

    def wants(self, event: str, guild_id: str | None) -> bool:
        if event in ALWAYS:
            return True
        in_guild, in_dm = NEEDS.get(event, (GUILDS, 0))
        needed = in_guild if guild_id else in_dm
        return not needed or bool(self.intents & needed)

    def send(self, event: str, data: bytes) -> None:
        self.seq += 1
        frame = b'{"op":0,"t":"%s","s":%d,"d":%s}' % (event.encode(), self.seq, data)
        self.sent.append((self.seq, frame))
        if self.line is not None:
            self.line.write(frame)


class Line:
    """One open socket. Frames leave in the order they were written."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request):
        self.socket = socket
        self._request = request
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._writer = asyncio.get_running_loop().create_task(self._write())

    def write(self, frame: bytes) -> None:
        self._waiting.put_nowait(frame)

    def write_op(self, op: int, data: Any = None) -> None:
        self.write(msgspec.json.encode({"op": op, "d": data, "s": None, "t": None}))

    @property
    def is_idle(self) -> bool:
        return self._waiting.empty()

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError, RuntimeError):
            while (frame := await self._waiting.get()) is not None:
                await self.socket.send_frame(frame, WSMsgType.TEXT)

    def cut(self) -> None:
        """Break the line without a word, as a lost network does."""
        self._writer.cancel()
        if self._request.transport is not None:
            self._request.transport.abort()

    async def close(self, code: int = 1000) -> None:
        self._writer.cancel()
        with contextlib.suppress(ConnectionError, RuntimeError):
            await self.socket.close(code=code)


class Gateway:
    def __init__(self, core: Core, privileged: set[str]):
        self.core = core
        self.allowed_privileged = sum(PRIVILEGED[name] for name in privileged)
        self.sessions: dict[str, Session] = {}
        self.lines: set[Line] = set()
        self.identifies = 0
        self.resumes = 0
        self.url = ""
        self.heartbeat_ms = 41_250

    @property
    def online(self) -> bool:
        return any(session.line is not None for session in self.sessions.values())

    # telling the bot

    def tell(self, event: str, data: Json, guild_id: str | None) -> None:
        """Send an event to the shard that owns the server. Faults may double it or hold it back."""
        if not self.sessions:
            return
        encoded = msgspec.json.encode(data)
        for name, body, guild in self.core.faults.deliveries(event, encoded, guild_id):
            for session in self.sessions.values():
                if session.owns(guild) and session.wants(name, guild):
                    session.send(name, body)

    def tell_channel(self, event: str, data: Json, channel: Channel) -> None:
        """An event of one channel, if the bot may see that channel."""
        bot = self.core.world.application.bot_id
        if self._knows(channel.guild_id) and permissions.may_see(self.core.world, channel, bot):
            self.tell(event, data, channel.guild_id)

    def tell_guild(self, event: str, data: Json, guild_id: str) -> None:
        if self._knows(guild_id):
            self.tell(event, data, guild_id)

    def tell_message(self, event: str, message: Message, channel: Channel) -> None:
        if not any(session.wants(event, channel.guild_id) for session in self.sessions.values()):
            return
        data = self.core.payloads.message_event(message)
        bot = self.core.world.application.bot_id
        own = message.author_id == bot or bot in message.mentions or channel.guild_id is None
        if not own and not self.allowed_privileged & MESSAGE_CONTENT:
            data |= {"content": "", "embeds": [], "components": [], "attachments": []}
        self.tell_channel(event, data, channel)

    def _knows(self, guild_id: str | None) -> bool:
        return guild_id is None or self.core.world.guilds[guild_id].has_bot

    # the socket

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False, max_msg_size=1 << 20)
        await socket.prepare(request)
        line = Line(socket, request)
        self.lines.add(line)
        session: Session | None = None
        received: deque[float] = deque()
        line.write_op(HELLO, {"heartbeat_interval": self.heartbeat_ms})
        try:
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    continue
                problem = self._check_frame(frame.data, received)
                if problem:
                    await line.close(problem)
                    break
                try:
                    packet = msgspec.json.decode(frame.data)
                    op, data = packet["op"], packet.get("d")
                except (msgspec.DecodeError, KeyError, TypeError):
                    await line.close(DECODE_ERROR)
                    break
                if op == HEARTBEAT:  # at once would be before discord.py has noted that it sent one
                    asyncio.get_running_loop().call_later(ACK_AFTER, line.write_op, HEARTBEAT_ACK)
                elif op == IDENTIFY and session is None:
                    session = await self._identify(line, data)
                elif op == RESUME and session is None:
                    session = self._resume(line, data)
                elif op == IDENTIFY or session is None:
                    await line.close(ALREADY_AUTHENTICATED if session else NOT_AUTHENTICATED)
                elif op == REQUEST_MEMBERS:
                    self._members(session, data)
        finally:
            self.lines.discard(line)
            await line.close()
            if session is not None and session.line is line:
                session.line = None
                if socket.close_code in (1000, 1001):
                    self.sessions.pop(session.id, None)
                self.core.bot_came_or_went()
        return socket

    def _check_frame(self, frame: str, received: deque[float]) -> int | None:
        if len(frame.encode()) > limits.GATEWAY_BYTES:
            return DECODE_ERROR
        most, within = limits.GATEWAY_SENDS
        now = self.core.clock.now()
        received.append(now)
        while received and received[0] < now - within:
            received.popleft()
        return RATE_LIMITED if len(received) > most else None

    async def _identify(self, line: Line, data: Json) -> Session | None:
        intents = int(data.get("intents", 0))
        asked = intents & sum(PRIVILEGED.values())
        if asked & ~self.allowed_privileged:
            await line.close(DISALLOWED_INTENTS)
            return None
        shard, shards = data.get("shard") or (0, 1)
        if not 0 <= shard < shards:
            await line.close(INVALID_SHARD)
            return None
        self.identifies += 1
        session = Session(shard, shards, intents)
        # the same shard logging in again has no use for its dead predecessor
        for old in [one for one in self.sessions.values() if one.shard == shard and one.line is None]:
            del self.sessions[old.id]
        session.line = line
        self.sessions[session.id] = session
        payloads, world = self.core.payloads, self.core.world
        guilds = [guild for guild in world.guilds.values() if guild.has_bot and session.owns(guild.id)]
        ready = {
            "v": 10,
            "user": payloads.user(world.bot),
            "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [shard, shards],
            "application": {"id": world.application.id, "flags": 0},
        }
        session.send("READY", msgspec.json.encode(ready))
        for guild in guilds:
            session.send("GUILD_CREATE", msgspec.json.encode(payloads.guild(guild, full=True)))
        self.core.bot_came_or_went()
        return session

    def _resume(self, line: Line, data: Json) -> Session | None:
        session = self.sessions.get(data.get("session_id", ""))
        seen = data.get("seq") or 0
        if session is None or (session.sent and session.sent[0][0] > seen + 1):
            line.write_op(INVALID_SESSION, False)
            return None
        self.resumes += 1
        session.line = line
        for seq, frame in list(session.sent):
            if seq > seen:
                line.write(frame)
        session.send("RESUMED", b'{"_trace":[]}')
        self.core.bot_came_or_went()
        return session

    def _members(self, session: Session, data: Json) -> None:
        """Request Guild Members: by ids, or by the beginning of a name."""
        guild = self.core.world.guilds.get(str(data.get("guild_id")))
        if guild is None:
            return
        ids = data.get("user_ids")
        ids = [str(ids)] if isinstance(ids, str | int) else [str(one) for one in ids or []]
        query = (data.get("query") or "").lower()
        users = self.core.world.users
        found = [
            member
            for member in guild.members.values()
            if (member.user_id in ids if ids else users[member.user_id].username.startswith(query))
        ]
        limit = data.get("limit") or len(found)
        chunk = {
            "guild_id": guild.id,
            "members": [self.core.payloads.member(guild, member) for member in found[:limit]],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [one for one in ids if one not in guild.members],
            "nonce": data.get("nonce"),
        }
        session.send("GUILD_MEMBERS_CHUNK", msgspec.json.encode(chunk))

    # on demand

    def cut_lines(self) -> None:
        for session in self.sessions.values():
            if session.line is not None:
                session.line.cut()
                session.line = None

    def ask_to_reconnect(self) -> None:
        for session in self.sessions.values():
            if session.line is not None:
                session.line.write_op(RECONNECT)

    def invalidate(self, *, resumable: bool = False) -> None:
        for session in list(self.sessions.values()):
            if session.line is not None:
                session.line.write_op(INVALID_SESSION, resumable)
            if not resumable:
                del self.sessions[session.id]

    async def close(self) -> None:
        for line in list(self.lines):
            await line.close(1001)
        self.lines.clear()
