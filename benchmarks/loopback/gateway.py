"""The gateway: HELLO, IDENTIFY or RESUME, heartbeats, and events in order; one shard."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import deque
from enum import IntEnum

from aiohttp import WSMsgType, web

from benchmarks.loopback import payloads
from benchmarks.loopback.world import Json, World

HEARTBEAT_INTERVAL_MS = 41_250
REPLAYED_EVENTS = 2000
GUILD_MESSAGES = 1 << 9


class Op(IntEnum):
    """What a gateway payload is."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    RESUME = 6
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Connection:
    """One socket of the bot; what is sent waits in a queue, so that the driver never waits for the bot."""

    def __init__(self, socket: web.WebSocketResponse, *, compressed: bool) -> None:
        self._socket = socket
        self._deflate = zlib.compressobj() if compressed else None
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, payload: Json) -> None:
        self._waiting.put_nowait(json.dumps(payload))

    async def _write(self) -> None:
        while True:
            text = await self._waiting.get()
            try:
                await self._send_now(text)
            except ConnectionError:
                return

    async def _send_now(self, text: str) -> None:
        if self._deflate is None:
            await self._socket.send_str(text)
        else:
            block = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
            await self._socket.send_bytes(block)

    async def close(self, code: int) -> None:
        self._writer.cancel()
        await self._socket.close(code=code)


class Gateway:
    """The bot's session: at most one, kept over a lost connection so that it can be resumed."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._connection: Connection | None = None
        self._events: deque[Json] = deque(maxlen=REPLAYED_EVENTS)
        self._sequence = 0
        self._session = ""
        self.intents = 0
        self.arrivals = 0
        """How often a bot has identified."""
        self.resumes = 0
        self.repeated = 0
        """So many events that the bot has seen are sent again when it resumes: Discord does not know what arrived."""
        self.arrival = asyncio.Event()
        """Set when a bot identifies; then a new one waits for the next."""

    def dispatch(self, event: str, data: Json) -> None:
        """Send an event, now or when the bot resumes; lost when it identifies anew, as Discord's are."""
        self._sequence += 1
        payload = {"op": Op.DISPATCH, "t": event, "s": self._sequence, "d": data}
        self._events.append(payload)
        if self._connection is not None:
            self._connection.send(payload)

    def dispatch_message(self, event: str, data: Json) -> None:
        """A message event: it reaches only a bot that asked for guild messages."""
        if self.intents & GUILD_MESSAGES:
            self.dispatch(event, data)

    def forget(self) -> None:
        """The bot's session is invalid from now on: when it tries to resume it has to identify anew."""
        self._session = ""

    async def drop(self, code: int = 4000) -> None:
        """Close the bot's connection, as Discord does now and then."""
        if self._connection is not None:
            await self._connection.close(code)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """The handler of the gateway's address."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        connection = Connection(socket, compressed=request.query.get("compress") == "zlib-stream")
        connection.send({"op": Op.HELLO, "d": {"heartbeat_interval": HEARTBEAT_INTERVAL_MS}})
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._receive(connection, json.loads(message.data), str(request.url))
        finally:
            self._lost(connection)
            await connection.close(1000)
        return socket

    def _receive(self, connection: Connection, payload: Json, url: str) -> None:
        match payload["op"]:
            case Op.HEARTBEAT:
                connection.send({"op": Op.HEARTBEAT_ACK})
            case Op.IDENTIFY:
                self._identify(connection, payload["d"], url)
            case Op.RESUME:
                self._resume(connection, payload["d"])

    def _identify(self, connection: Connection, data: Json, url: str) -> None:
        self.arrivals += 1
        self.intents = int(data["intents"])
        self._session = f"session-{self.arrivals}"
        self._sequence = 0
        self._events.clear()
        self._connection = connection
        self.dispatch("READY", self._ready(url.partition("?")[0].replace("http", "ws", 1)))
        for guild in self._world.guilds:
            self.dispatch("GUILD_CREATE", payloads.guild(self._world, guild))
        self.arrival.set()
        self.arrival = asyncio.Event()

    def _ready(self, url: str) -> Json:
        application = {"id": str(self._world.application_id), "flags": 0}
        return {
            "v": 10,
            "user": payloads.bot_user(self._world),
            "session_id": self._session,
            "resume_gateway_url": url,
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in self._world.guilds],
            "application": application,
            "shard": [0, 1],
        }

    def _resume(self, connection: Connection, data: Json) -> None:
        if data["session_id"] != self._session:
            connection.send({"op": Op.INVALID_SESSION, "d": False})
            return
        self.resumes += 1
        for event in self._events:
            if event["s"] > data["seq"] - self.repeated:
                connection.send(event)
        self._connection = connection
        self.dispatch("RESUMED", {})

    def _lost(self, connection: Connection) -> None:
        if self._connection is connection:
            self._connection = None
