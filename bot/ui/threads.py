"""Games in threads of their own: the thread, the game's message in it, and the line that leads there."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.errors import MayNot, NoThread
from bot.hosting import PLACE
from bot.ids import ChannelId, MessageId
from bot.session import GameSession, Person
from bot.text.names import plain_name, safe_name
from bot.ui.answer import Answer
from bot.ui.components import container, text
from bot.ui.opening import Here, Place, Room, check_place
from bot.ui.press import Services
from bot.ui.trouble import MISSING_PERMISSIONS
from engine.game import AnyGame

log = logging.getLogger(__name__)

THREAD_NEEDS = {
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}


@dataclass(frozen=True, slots=True)
class InThread:
    """A thread that was made for a game, which is shown there through the bot itself."""

    services: Services
    answer: Answer
    thread: discord.Thread
    place: Place

    async def post(self, session: GameSession) -> MessageId:
        """Show the session in its first message; raises MayNot where the thread takes none."""
        message = await self.answer.during(self.services.presenter.post(session))
        if message is None:
            raise MayNot("I", (THREAD_NEEDS["send_messages_in_threads"],))
        return message

    async def revise(self, session: GameSession) -> None:
        """Show the session as it is now; its message has been noted by now."""
        await self.answer.during(self.services.presenter.show(session))

    async def announce(self, session: GameSession) -> None:
        """Tell the channel where the game is, as the answer."""
        await self.answer.post([container(text(_announcement(session)))])

    async def give_up(self) -> None:
        """Nothing is played here: the thread is put away."""
        try:
            await self.thread.edit(archived=True)
        except discord.HTTPException as error:
            log.warning("thread %s stays, though it has no game: %s", self.thread.id, error)


PRIVATE_NEEDS = ("create_private_threads", "send_messages_in_threads")


def can_have_private_threads(interaction: discord.Interaction[Any]) -> bool:
    """Whether the bot may make private threads here; there are none in announcements, nor in threads."""
    channel, permissions = interaction.channel, interaction.app_permissions
    is_text = isinstance(channel, discord.TextChannel) and not channel.is_news()
    return is_text and all(getattr(permissions, name) for name in PRIVATE_NEEDS)


async def private_thread(answer: Answer, game: AnyGame, person: Person) -> ChannelId:
    """A new thread of this channel that only this member and moderators see; raises NoThread."""
    channel = answer.interaction.channel
    assert isinstance(channel, discord.TextChannel), "it can have private threads"
    return ChannelId(await answer.during(_make_private(channel, f"{game.title} · {_names([person])}", person)))


async def _make_private(channel: discord.TextChannel, name: str, person: Person) -> int:
    assert person.user is not None
    try:
        thread = await channel.create_thread(name=name, type=discord.ChannelType.private_thread, invitable=False)
        await thread.add_user(discord.Object(person.user))
    except discord.HTTPException as error:
        log.warning("channel %s gets no private thread: %s", channel.id, error)
        raise NoThread from error
    return thread.id


def can_have_threads(interaction: discord.Interaction[Any]) -> bool:
    """Whether there are threads in this kind of channel; there are none in a thread."""
    return isinstance(interaction.channel, discord.TextChannel)


def lacking_for_threads(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """The permissions for a game in a thread that the bot lacks here."""
    permissions = interaction.app_permissions
    return tuple(title for name, title in THREAD_NEEDS.items() if not getattr(permissions, name))


async def chosen_room(services: Services, answer: Answer, game: AnyGame, people: Sequence[Person]) -> Room:
    """Where a game opens as the guild has chosen: here, or in a new thread if one can be made.

    Raises ChannelRefused and TooManyGames before anything is made.
    """
    place = Place.of(answer.interaction)
    wanted = (await services.hosting.options(place.guild)).word(PLACE.id)
    if wanted != "thread" or not can_have_threads(answer.interaction):
        return Here(services, answer)
    try:
        return await in_thread(services, answer, game, people)
    except (MayNot, NoThread) as error:
        return Here(services, answer, why=error)


async def in_thread(services: Services, answer: Answer, game: AnyGame, people: Sequence[Person]) -> InThread:
    """A new public thread of this channel, for a game of these people.

    Raises ChannelRefused, TooManyGames, MayNot and NoThread, and then nothing has been made.
    """
    interaction = answer.interaction
    channel, place = interaction.channel, Place.of(interaction)
    await check_place(services, place)
    if not isinstance(channel, discord.TextChannel):
        raise NoThread
    if lacking := lacking_for_threads(interaction):
        raise MayNot("I", lacking)
    made = await answer.during(_make(channel, f"{game.title} · {_names(people)}"))
    return InThread(services, answer, made, place.thread(made.id))


async def _make(channel: discord.TextChannel, name: str) -> discord.Thread:
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    try:
        return await channel.create_thread(name=name, type=kind)
    except discord.HTTPException as error:
        if error.code == MISSING_PERMISSIONS:
            raise MayNot("I", (THREAD_NEEDS["create_public_threads"],)) from error
        log.warning("channel %s gets no thread: %s", channel.id, error)
        raise NoThread from error


def _names(people: Sequence[Person]) -> str:
    return " & ".join(plain_name(person.name) for person in people)


def _announcement(session: GameSession) -> str:
    names = [safe_name(name) for name in session.names]
    where = f"{session.game.title} in <#{session.channel}>"
    if session.status == "lobby":
        return f"{names[0]} opened a game of {where}: come and join."
    return f"{' and '.join(names)} {'plays' if len(names) == 1 else 'play'} {where}."
