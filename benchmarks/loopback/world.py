"""What simulated Discord knows: guilds, channels, members, messages, commands and the interactions under way."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]

DISCORD_EPOCH_MS = 1_420_070_400_000
ALL_PERMISSIONS = (1 << 50) - 1
MEMBER_PERMISSIONS = 0x0000_0008_0000_0C00 | 1 << 31  # sees the channel, writes, uses commands; moderates nothing
EPHEMERAL = 1 << 6
LOADING = 1 << 7
COMPONENTS_V2 = 1 << 15


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who presses buttons."""

    id: int
    name: str
    permissions: int = MEMBER_PERMISSIONS


@dataclass(slots=True)
class Guild:
    """A guild with its text channels."""

    id: int
    name: str
    channels: list[Channel] = field(default_factory=list)


@dataclass(slots=True)
class Channel:
    """A text channel, or a thread when it has a parent."""

    id: int
    name: str
    guild: Guild
    parent: Channel | None = None


@dataclass(slots=True)
class Message:
    """A message of the bot as Discord keeps it; `components` are the current ones, numbered.

    `attachments` are all of its files, those that components show included.
    """

    id: int
    channel: Channel
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    flags: int = 0
    edited: bool = False

    @property
    def private(self) -> bool:
        """Whether only the member who caused it sees it."""
        return bool(self.flags & EPHEMERAL)

    def controls(self) -> dict[str, Json]:
        """The buttons and menus on it by custom_id."""
        return {part["custom_id"]: part for part in walk(self.components) if "custom_id" in part}

    def text(self) -> str:
        """Everything that a member reads on it, controls apart."""
        shown = [str(part["content"]) for part in walk(self.components) if "content" in part]
        return "\n".join(filter(None, [self.content, *shown]))

    def pictures(self) -> list[Json]:
        """What its galleries show: each with its `media` and its `description`."""
        return [item for part in walk(self.components) for item in part.get("items", [])]


@dataclass(frozen=True, slots=True)
class Answer:
    """The bot's callback: its type by Discord's numbers, its data, its size in bytes, and when it came (monotonic)."""

    kind: int
    data: Json
    size: int
    at: float


@dataclass(frozen=True, slots=True)
class Refusal:
    """A request that simulated Discord refused, as Discord would have."""

    method: str
    path: str
    status: int
    code: int
    reason: str


@dataclass(slots=True)
class Interaction:
    """One command, press, choice or submitted modal, and what the bot made of it."""

    id: int
    kind: int
    member: Member
    channel: Channel
    data: Json
    source: Message | None
    sent_at: float
    answer: asyncio.Future[Answer]
    edited: asyncio.Event = field(default_factory=asyncio.Event)
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)

    @property
    def token(self) -> str:
        """A token as long as Discord's."""
        return f"loopback{self.id}".ljust(200, "x")

    @property
    def latency(self) -> float:
        """Seconds from the event to the callback; only once answered."""
        return self.answer.result().at - self.sent_at


class World:
    """The whole of it, kept while the bot dies and returns."""

    def __init__(self) -> None:
        self._last_id = 0
        self.application_id = self.new_id()
        self.owner = Member(self.new_id(), "Operator", ALL_PERMISSIONS)
        self.guilds: list[Guild] = []
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.commands: dict[str, Json] = {}
        self.emojis: dict[str, Json] = {}
        self.interactions: dict[int, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}
        self.refusals: list[Refusal] = []

    def new_id(self) -> int:
        """A snowflake of now, larger than all before it."""
        now = (time.time_ns() // 1_000_000 - DISCORD_EPOCH_MS) << 22
        self._last_id = max(self._last_id + 1, now)
        return self._last_id

    def add_guild(self, name: str, channels: int = 1) -> Guild:
        """A guild with so many text channels."""
        guild = Guild(self.new_id(), name)
        self.guilds.append(guild)
        for number in range(1, channels + 1):
            self.add_channel(guild, f"games-{number}")
        return guild

    def add_channel(self, guild: Guild, name: str, parent: Channel | None = None) -> Channel:
        """A text channel of `guild`, or a thread under `parent`."""
        channel = Channel(self.new_id(), name, guild, parent)
        guild.channels.append(channel)
        self.channels[channel.id] = channel
        return channel

    def add_member(self, name: str, permissions: int = MEMBER_PERMISSIONS) -> Member:
        """A member of every guild."""
        return Member(self.new_id(), name, permissions)

    def add_message(self, channel: Channel) -> Message:
        """An empty message of the bot."""
        message = Message(self.new_id(), channel)
        self.messages[message.id] = message
        return message

    def begin(self, kind: int, member: Member, channel: Channel, data: Json, source: Message | None) -> Interaction:
        """A new interaction, waiting for its answer."""
        answer = asyncio.get_running_loop().create_future()
        begun = Interaction(self.new_id(), kind, member, channel, data, source, time.monotonic(), answer)
        self.interactions[begun.id] = begun
        self.by_token[begun.token] = begun
        return begun

    def forget(self, interaction: Interaction) -> None:
        """Drop a finished interaction, so that a long run stays small; its token is refused from now on."""
        del self.interactions[interaction.id], self.by_token[interaction.token]

    def in_channel(self, channel: Channel) -> list[Message]:
        """The public messages there, oldest first."""
        return [kept for kept in self.messages.values() if kept.channel is channel and not kept.private]


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component with those inside it, in the order that Discord numbers them."""
    for part in components:
        yield part
        inside = [*part.get("components", []), *filter(None, [part.get("accessory"), part.get("component")])]
        yield from walk(inside)


def timestamp(snowflake: int) -> str:
    """When an id was made, as Discord writes times."""
    seconds = ((snowflake >> 22) + DISCORD_EPOCH_MS) / 1000
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
