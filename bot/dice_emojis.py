"""Dice as emojis of the application: uploaded once, recognised at every later start, replaced when they are redrawn.

A picture's digest is part of its emoji's name, so a name says whether the emoji shows what we draw today.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import aiohttp
import discord

from bot.wire import Component

log = logging.getLogger(__name__)

PAUSE = timedelta(hours=1)
"""How long dice have plain labels after Discord has refused a board because of their emojis."""

INVALID_FORM = 50035
"""Discord's code for a message with something in it that it does not take."""

_Die = tuple[int, bool]
_TROUBLE = (discord.DiscordException, aiohttp.ClientError, OSError, ImportError)


class DiceEmojis:
    """The emojis of the dice: all twelve, or none as long as any is missing, since a mixed board looks broken."""

    def __init__(self) -> None:
        self._known: Mapping[_Die, Component] = {}
        self._paused_until: datetime | None = None
        self._task: asyncio.Task[None] | None = None

    @classmethod
    def none(cls) -> DiceEmojis:
        """Dice with plain labels."""
        return cls()

    def component(self, face: int, held: bool) -> Component | None:
        """The `emoji` of a die's button; None where the die needs a plain label. Faces are 1 to 6."""
        if self._paused_until is not None and discord.utils.utcnow() < self._paused_until:
            return None
        return self._known.get((face, held))

    def refused(self, error: discord.HTTPException) -> bool:
        """Whether Discord refused a message because of an emoji; if so, dice have plain labels for the next hour.

        Somebody may have deleted one, or a newer version of the bot that runs beside this one.
        """
        if error.code != INVALID_FORM or "emoji" not in error.text.lower():
            return False
        self._paused_until = discord.utils.utcnow() + PAUSE
        log.warning("dice have plain labels for an hour, as Discord refused their emojis: %s", _sentence(error))
        return True

    def start(self, client: discord.Client) -> None:
        """Begin to get the emojis ready, beside whatever the client does; it must be logged in."""
        self._task = asyncio.create_task(self.prepare(client), name="dice emojis")

    async def stop(self) -> None:
        """Leave the emojis as they are; to be called before the client closes."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def prepare(self, client: discord.Client) -> None:
        """Get the emojis ready; whatever fails is logged, and raises nothing."""
        try:
            there = await client.fetch_application_emojis()
            # Drawing takes a tenth of a second, and the names are made from what was drawn.
            plan = await asyncio.to_thread(_plan, there)
            self._known = await _complete(client, plan)
            await _delete(plan.outdated)
        except _TROUBLE as trouble:
            dice = "outdated dice emojis are still there" if self._known else "dice have plain labels instead of emojis"
            log.warning("%s: %s", dice, _sentence(trouble))
        except Exception:
            log.exception("dice have plain labels instead of emojis")


def _sentence(trouble: Exception) -> str:
    """The trouble in one line; a connection's often says nothing but its kind."""
    return " ".join(str(trouble).split()) or type(trouble).__name__


@dataclass(frozen=True, slots=True)
class _Plan:
    """What there is, and what there should be; an emoji is named as it is uploaded."""

    names: Mapping[_Die, str]
    images: Mapping[str, bytes]
    found: Mapping[str, discord.Emoji]
    outdated: Sequence[discord.Emoji]


def _plan(there: Sequence[discord.Emoji]) -> _Plan:
    from bot.pictures import emojis  # noqa: PLC0415  it draws when imported: not on the event loop, nor without need

    dice = {(face, held): emojis.emoji_name(face, held) for face in range(1, 7) for held in (False, True)}
    names = {die: emojis.uploaded_name(name) for die, name in dice.items()}
    images = {names[die]: emojis.EMOJIS[name] for die, name in dice.items()}
    outdated = [emoji for emoji in there if emojis.own_name(emoji.name) and emoji.name not in images]
    return _Plan(names, images, _by_name(there), outdated)


def _by_name(emojis: Iterable[discord.Emoji]) -> dict[str, discord.Emoji]:
    """Of several with one name the eldest, so that every process takes the same."""
    return {emoji.name: emoji for emoji in sorted(emojis, key=lambda emoji: emoji.id, reverse=True)}


async def _complete(client: discord.Client, plan: _Plan) -> dict[_Die, Component]:
    """Upload what is missing; the buttons' emojis of all the dice."""
    missing = plan.images.keys() - plan.found.keys()
    uploaded = {name: await _upload(client, name, plan.images[name]) for name in sorted(missing)}
    if uploaded:
        log.info("%s dice emojis uploaded", len(uploaded))
    emojis = {**plan.found, **uploaded}
    return {die: {"id": str(emojis[name].id), "name": name} for die, name in plan.names.items()}


async def _upload(client: discord.Client, name: str, image: bytes) -> discord.Emoji:
    try:
        return await client.create_application_emoji(name=name, image=image)
    except discord.HTTPException as refusal:
        if refusal.status != 400:
            raise
        # A process that started together with this one may have been quicker, and the name is taken.
        found = _by_name(await client.fetch_application_emojis())
        if name not in found:
            raise
        return found[name]


async def _delete(emojis: Iterable[discord.Emoji]) -> None:
    for emoji in emojis:
        with contextlib.suppress(discord.NotFound):  # another process was quicker
            await emoji.delete()
