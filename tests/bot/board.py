"""A message of the bot's as a member sees it: its text, and controls to press by what they say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import discord
from simcord import InteractionResult, MemberActor, ResponseMessage, interactions
from simcord.backend import serializers

if TYPE_CHECKING:
    from tests.bot.table import Table

Component = Mapping[str, Any]
BUTTON, MENU, TEXT, GALLERY = 2, 3, 10, 12
PRESS, MODAL = 3, 5


def walk(components: Sequence[Component]) -> Iterator[Component]:
    """Every component, the nested ones after what they are in."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))


@dataclass(frozen=True)
class Shown:
    """What a message shows."""

    components: Sequence[Component]

    @property
    def text(self) -> str:
        return "\n".join(part["content"] for part in walk(self.components) if part["type"] == TEXT)

    @property
    def pictures(self) -> list[Component]:
        """The pictures, each with its `media` and its `description`."""
        return [item for part in walk(self.components) if part["type"] == GALLERY for item in part["items"]]

    @property
    def alt_text(self) -> str:
        """What a screen reader reads out of the pictures."""
        return "\n".join(item["description"] for item in self.pictures)

    @property
    def buttons(self) -> list[Component]:
        return [part for part in walk(self.components) if part["type"] == BUTTON]

    @property
    def labels(self) -> list[str]:
        return [button["label"] for button in self.buttons]

    @property
    def usable(self) -> list[str]:
        return [button["label"] for button in self.buttons if not button.get("disabled")]

    @property
    def rows(self) -> list[list[str]]:
        """The labels of the buttons, row by row."""
        rows = (part["components"] for part in walk(self.components) if part["type"] == 1)
        return [[button["label"] for button in row] for row in rows if row[0]["type"] == BUTTON]

    @property
    def dice(self) -> list[str]:
        """What the dice buttons say, by position."""
        return [button["label"] for button in self._dice()]

    @property
    def emojis(self) -> list[str]:
        """What the dice buttons show beside their labels, by position: the emojis' names without their digests."""
        return [die["emoji"]["name"].rpartition("_")[0] if "emoji" in die else "" for die in self._dice()]

    def _dice(self) -> list[Component]:
        return [b for b in self.buttons if re.fullmatch("h[0-9][+-]", b.get("custom_id", "").rpartition(":")[2])]

    @property
    def menu(self) -> Component:
        return next(part for part in walk(self.components) if part["type"] == MENU)

    @property
    def boxes(self) -> dict[str, str]:
        """The menu's entries: what they say, by value."""
        return {entry["value"]: entry["label"] for entry in self.menu["options"]}

    @property
    def custom_ids(self) -> list[str]:
        return [part["custom_id"] for part in walk(self.components) if "custom_id" in part]

    def custom_id(self, label: str) -> str:
        """The custom_id behind a label; a label that begins with the words is enough."""
        found = [b["custom_id"] for b in self.buttons if b["label"].startswith(label) and "custom_id" in b]
        assert len(found) == 1, (label, self.labels)
        return str(found[0])

    def die(self, position: int) -> str:
        """The custom_id of a die (1-based)."""
        return str(self._dice()[position - 1]["custom_id"])


@dataclass(frozen=True)
class Picture:
    """The picture that a message shows, as its viewers load it."""

    id: int
    name: str
    png: bytes

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, from the PNG's header."""
        assert self.png.startswith(b"\x89PNG\r\n\x1a\n")
        return int.from_bytes(self.png[16:20]), int.from_bytes(self.png[20:24])


def told(result: InteractionResult) -> str:
    """The sentence that only the member saw; the answer must have been private."""
    assert result.acknowledged, "Discord would say that the interaction failed"
    answers = [m for m in (result.response, *result.followups) if m is not None and m.ephemeral]
    assert len(answers) == 1, answers
    return answers[0].content or Shown(answers[0].components).text


class Board:
    """One message, watched and pressed; it always shows what the message shows now."""

    def __init__(self, table: Table, channel: int, message: int) -> None:
        self.table = table
        self.channel = channel
        self.id = message

    @property
    def stored(self) -> Any:
        return self.table.env.backend.get_message(self.channel, self.id)

    @property
    def shown(self) -> Shown:
        return Shown(self.stored.components)

    @property
    def picture(self) -> Picture | None:
        """The picture on the message, which has no other file; None where the card is text, or there is none."""
        files = [attachment["id"] for attachment in self.stored.attachments]
        if not self.shown.pictures:
            assert files == [], "a file that nothing shows"
            return None
        [item] = self.shown.pictures
        url, png = item["media"]["url"], self.table.env.backend.cdn.get(item["media"]["url"])
        assert png is not None, "the message shows a picture that is gone"
        assert files == [item["media"]["attachment_id"]]
        return Picture(int(files[0]), url.rpartition("/")[2], png)

    @property
    def pictured(self) -> Picture:
        """The picture on the message, which must have one."""
        assert self.picture is not None, self.shown.text
        return self.picture

    async def press(self, member: MemberActor, label: str) -> InteractionResult:
        """Click the button that says this, as a client lets one."""
        return await self.click(member, self.shown.custom_id(label))

    async def click(self, member: MemberActor, custom_id: str) -> InteractionResult:
        return await member.click(ResponseMessage(self.table.env, self.stored), custom_id=custom_id)

    async def hold(self, member: MemberActor, *positions: int) -> None:
        """Click dice (1-based): each is held if it was free, and free if it was held."""
        for position in positions:
            await self.click(member, self.shown.die(position))

    async def choose(self, member: MemberActor, value: str) -> InteractionResult:
        """Choose an entry of the menu."""
        return await member.select(ResponseMessage(self.table.env, self.stored), [value])

    async def forge(self, member: MemberActor, custom_id: str, *values: str) -> InteractionResult:
        """Press what no client offers: any custom_id, any values."""
        [result] = await self.at_once((member, custom_id, *values))
        return result

    async def at_once(self, *presses: tuple[Any, ...]) -> list[InteractionResult]:
        """Several presses, all sent before any is answered: each is a member, a custom_id, and values."""
        sent = [self.emit(*press) for press in presses]
        await self.table.env.settle()
        return sent

    async def submit(self, member: MemberActor, custom_id: str, **typed: str) -> InteractionResult:
        """Submit a modal that was opened from this message, or never: fields by custom_id."""
        fields = [{"type": 18, "component": {"type": 4, "custom_id": k, "value": v}} for k, v in typed.items()]
        result = self._emit(MODAL, member, {"custom_id": custom_id, "components": fields})
        await self.table.env.settle()
        return result

    def emit(
        self, member: MemberActor, custom_id: str, *values: str, times: int = 1, seconds_ago: float = 0
    ) -> InteractionResult:
        """Send a press to the bot, as often and as late as that: a gateway may deliver one twice, or late."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": MENU if values else BUTTON}
        return self._emit(PRESS, member, data | ({"values": list(values)} if values else {}), times, seconds_ago)

    def _emit(
        self, kind: int, member: MemberActor, data: dict[str, Any], times: int = 1, seconds_ago: float = 0
    ) -> InteractionResult:
        env = self.table.env
        record, payload = interactions.base_payload(
            env.backend, type=kind, channel_id=self.channel, guild_id=self.table.guild.id, user_id=member.id, data=data
        )
        record.source_message_id = self.id
        payload["message"] = dict(serializers.message_payload(env.backend, self.stored))
        if seconds_ago:
            payload["id"] = str(discord.utils.time_snowflake(env.now() - timedelta(seconds=seconds_ago)))
        for _ in range(times):
            env.backend.emit("INTERACTION_CREATE", payload)
        return InteractionResult(env, record)
