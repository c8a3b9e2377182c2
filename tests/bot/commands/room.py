"""A room to try commands in: a guild with two channels and members of every kind, over simulated Discord."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import simcord

from bot.client import ParlourBot
from bot.config import Settings
from bot.text.names import FSI, PDI
from tests.bot.table import LoadedStrategist

COMPONENT = 3  # Discord's interaction type of a press
BUTTON, MENU = 2, 3


CHALLENGE_MINUTES, LOBBY_MINUTES = 2, 4  # an hour of simulated time is 120 looks of the clock: slow


def settings_for(folder: Path) -> Settings:
    """Settings with a database in this folder, and a clock in a hurry."""
    return Settings(
        database=str(folder / "parlour.db"), challenge_minutes=CHALLENGE_MINUTES, lobby_minutes=LOBBY_MINUTES
    )


@dataclass
class Room:
    """Ada, Bo and Cleo play; Mo may manage messages, Max the server."""

    env: simcord.Env
    folder: Path
    guild: Any
    channel: Any
    elsewhere: Any
    ada: Any
    bo: Any
    cleo: Any
    mo: Any
    max: Any

    @property
    def bot(self) -> Any:
        return self.env.bot

    @property
    def store(self) -> Any:
        return self.bot._store

    async def restart(self) -> None:
        """Another process on the same database."""
        old = self.bot
        await self.env.restart_bot(ParlourBot(settings_for(self.folder), strategist=LoadedStrategist()))
        await old.close()

    def public(self, channel: Any = None) -> list[Any]:
        """What everybody sees in the channel, oldest first."""
        return [m for m in (channel or self.channel).history() if not m.flags.ephemeral]

    def message(self, message: Any) -> Any:
        """The message as it is now."""
        return next(m for m in self.channel.history() if m.id == message.id)

    async def press_forged(self, member: Any, message: Any, custom_id: str, values: Sequence[str] = ()) -> Any:
        """A press of a control that is not, or not any more, on the message."""
        payload = self.forged(member, message, custom_id, values)
        record = self.env.backend.interactions[int(payload["id"])]
        self.env.backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()
        return simcord.InteractionResult(self.env, record)

    async def at_once(self, *presses: tuple[Any, Any, str]) -> list[Any]:
        """Presses (member, message, custom_id) that arrive in the same moment."""
        payloads = [self.forged(*press) for press in presses]
        for payload in payloads:
            self.env.backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()
        interactions = self.env.backend.interactions
        return [simcord.InteractionResult(self.env, interactions[int(p["id"])]) for p in payloads]

    def forged(self, member: Any, message: Any, custom_id: str, values: Sequence[str] = ()) -> dict[str, Any]:
        """The event of a press, as Discord sends it."""
        backend = self.env.backend
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": MENU if values else BUTTON}
        if values:
            data["values"] = list(values)
        record, payload = simcord.interactions.base_payload(
            backend,
            type=COMPONENT,
            channel_id=message.channel.id if hasattr(message, "channel") else message.channel_id,
            guild_id=self.guild.id,
            user_id=member.id,
            data=data,
        )
        stored = backend.get_message(record.channel_id, message.id)
        payload["message"] = dict(simcord.backend.serializers.message_payload(backend, stored))
        record.source_message_id = message.id
        return payload


def parts(message: Any) -> Iterator[dict[str, Any]]:
    """Every component of a message, nested ones included."""
    roots = message.components
    yield from simcord.components.walk_components(
        [root if isinstance(root, dict) else root.to_dict() for root in roots]
    )


def words(message: Any) -> str:
    """All that a member reads in a message; the marks around names cannot be seen."""
    read = "\n".join([message.content, *(str(p["content"]) for p in parts(message) if p["type"] == 10)])
    return read.translate({ord(mark): None for mark in (FSI, PDI)}).strip()


def buttons(message: Any) -> list[str]:
    """The labels of the buttons that can be pressed."""
    return [part["label"] for part in parts(message) if part["type"] == BUTTON and not part.get("disabled")]


def entries(message: Any) -> dict[str, dict[str, Any]]:
    """The entries of the message's menu, by value."""
    return {entry["value"]: entry for part in parts(message) if part["type"] == MENU for entry in part["options"]}


def control(message: Any, label: str) -> str:
    """The custom_id behind a button."""
    return next(str(p["custom_id"]) for p in parts(message) if p["type"] == BUTTON and p.get("label") == label)


def told(result: Any) -> str:
    """The sentence that a member was told privately."""
    assert result.acknowledged, "no answer at all"
    answers = [*([result.response] if result.response else []), *result.followups]
    private = [answer for answer in answers if answer.ephemeral]
    assert len(private) == 1, f"one private answer is wanted, not {answers}"
    return words(private[0])
