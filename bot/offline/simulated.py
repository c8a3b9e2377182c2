"""All that Parlour touches of simcord's private parts; simcord is pinned to 3.2.1 for their sake."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import simcord
from simcord.backend.cdn import CDN_BASE

from bot.pictures.emojis import EMOJIS, own_name

# Enough to look into the last few presses; an event that carries a board takes some 10 KB.
_EVENTS_KEPT = 100
_REQUESTS_KEPT = 100


class Traffic:
    """Everything that crossed between the bot and simulated Discord; it grows for ever if nobody trims it."""

    def __init__(self, env: simcord.Env) -> None:
        self._env = env
        self._seen = self._length()

    def _length(self) -> int:
        return len(self._env.backend.transcript)

    @property
    def unseen(self) -> bool:
        """Whether the bot or a member did something since the last `trim`."""
        return self._length() != self._seen

    def trim(self) -> None:
        """Forget old events, old requests, and the pictures that no message shows any more."""
        backend = self._env.backend
        del backend.transcript[:-_EVENTS_KEPT]
        del backend.http_requests[:-_REQUESTS_KEPT]
        _forget_unused_pictures(backend)
        self._seen = self._length()


def _forget_unused_pictures(backend: Any) -> None:
    used = {
        attachment["url"]
        for messages in backend.messages.values()
        for message in messages.values()
        for attachment in message.attachments
    }
    blobs = backend.cdn._blobs
    for url in blobs.keys() - used:
        del blobs[url]


def emoji_pictures(env: simcord.Env) -> dict[str, tuple[str, bytes]]:
    """File name and picture of each die that was uploaded, by its address: simulated Discord keeps only its name."""
    return {
        f"{CDN_BASE}/emojis/{emoji.id}.png": (f"{emoji.name}.png", EMOJIS[die])
        for emoji in env.backend.application_emojis.values()
        if (die := own_name(emoji.name)) is not None
    }


async def publish(preview: simcord.Preview, traffic: Traffic) -> None:
    """Show every open page what was not seen yet.

    Raises TimeoutError, simcord.SetupError where the bot is busy or the page is closing; nothing is seen then.
    """
    if traffic.unseen and not preview._closed:
        await preview.refresh()
        traffic.trim()


def take_turns(preview: simcord.Preview, lock: asyncio.Lock, traffic: Traffic) -> None:
    """Let the page's actions wait for `lock`: by itself simcord refuses an action while the clock is being moved.

    After an action that changed something every open page is published again, since simcord publishes only to the
    page that acted; done under the same lock, it cannot outdate a press that another page is about to make.
    """
    act = preview._action

    async def locked(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with lock:
            receipt = await act(context_id, body)
            # The bot may be at work on it still; then it is shown at a tick of the clock, and the page has its answer.
            with suppress(TimeoutError, simcord.SetupError):
                await publish(preview, traffic)
            return receipt

    preview._action = locked  # type: ignore[method-assign]
