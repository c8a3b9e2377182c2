"""Hosting: where, how many and how games are hosted in a guild, when members are reminded, and who gets hints."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot import hinting, quiet_hours
from bot.chosen import EVERY_GAME, Chosen
from bot.errors import ChannelRefused, HintsOff
from bot.ids import ChannelId, GuildId
from bot.quiet_hours import QuietHours, time_zone
from bot.session import GameSession
from bot.store import Store
from bot.typed_text import TypedText
from engine.option import BadOption, Option, Options, OptionValue, choice, number, switch

EVERYWHERE, ONLY, EXCEPT = "everywhere", "only", "except"
ALWAYS, UNRATED, NEVER = "always", "unrated", "never"

CHANNELS = choice("channels", "Channels for games", EVERYWHERE, ONLY, EXCEPT, ranked=False)
MOST_GAMES = number("most_games", "Most games at once", 25, 1, 1000, none="unlimited", ranked=False)
PLACE = choice("place", "Where a game is played", "channel", "thread", ranked=False)
REPOST_AFTER = number("repost_after", "Board comes down after other messages", None, 5, 500, none="off", ranked=False)
REMINDERS = switch("reminders", "Reminders", True, ranked=False)
QUIET_HOURS = TypedText(
    quiet_hours.QUIET_HOURS,
    "Quiet hours",
    quiet_hours.OFF,
    ranked=False,
    read=lambda text: str(QuietHours.parse(text)),
    takes="off, or two hours of the day like 22-7",
)
TIME_ZONE = TypedText(
    quiet_hours.TIME_ZONE,
    "Time zone",
    quiet_hours.UTC,
    ranked=False,
    read=lambda text: time_zone(text).key,
    takes="the name of a time zone, like Europe/Berlin",
)

HINTS = choice("hints", "Hints", ALWAYS, UNRATED, NEVER, ranked=False)

WHERE = (CHANNELS, MOST_GAMES, PLACE, REPOST_AFTER)
"""What a guild may choose about where games are, beside the list of channels."""

WHEN = (REMINDERS, QUIET_HOURS, TIME_ZONE)
"""What a guild may choose about reminders."""

STRATEGY = (HINTS,)
"""What a guild may choose about what its players are told."""

ALL = (*WHERE, *WHEN, *STRATEGY)

MOST_CHANNELS = 25
"""Discord's limit for a menu."""


def _listed(text: str) -> list[ChannelId]:
    return [ChannelId(int(word)) for word in text.split(",") if word]


def _spelled(channels: Iterable[ChannelId]) -> str:
    return ",".join(map(str, sorted(channels)))


def _read_channels(text: str) -> str:
    words = text.split(",") if text else []
    if len(words) > MOST_CHANNELS or not all(word.isdecimal() and word.isascii() and len(word) < 20 for word in words):
        raise BadOption("channel_list", text, f"takes up to {MOST_CHANNELS} channels")
    return _spelled(set(_listed(text)))


_CHANNEL_LIST = TypedText("channel_list", "Listed channels", "", ranked=False, read=_read_channels)


class Hosting:
    """What guilds have chosen, read from the store once and kept."""

    def __init__(self, store: Store) -> None:
        self._chosen = Chosen(store, EVERY_GAME, ALL)
        self._channels = Chosen(store, EVERY_GAME, (_CHANNEL_LIST,))

    async def options(self, guild: GuildId) -> Options:
        """What the guild has chosen, complete with defaults; the list of channels is apart."""
        return await self._chosen.get(guild)

    async def channels(self, guild: GuildId) -> frozenset[ChannelId]:
        """The channels that "only" and "except" mean."""
        return frozenset(_listed((await self._channels.get(guild)).word(_CHANNEL_LIST.id)))

    async def most_games(self, guild: GuildId) -> int | None:
        """How many games the guild hosts at once; None for any number."""
        return (await self.options(guild)).number(MOST_GAMES.id) or None

    async def choose(self, guild: GuildId, option_id: str, value: OptionValue) -> Options:
        """Set one option in this guild; raises BadOption."""
        return await self._chosen.choose(guild, option_id, value)

    async def choose_channels(self, guild: GuildId, channels: Collection[ChannelId]) -> None:
        """Replace the list of channels; raises BadOption where there are too many."""
        await self._channels.choose(guild, _CHANNEL_LIST.id, _spelled(channels))

    async def reset(self, guild: GuildId, options: Collection[Option] = ALL) -> Options:
        """These options, or all, back to their defaults; with that of the channels, their list is empty again."""
        if CHANNELS in options:
            await self._channels.reset(guild)
        return await self._chosen.reset(guild, options)

    async def gives_hints(self, session: GameSession) -> bool:
        """Whether the guild lets a player of the session have hints."""
        allowed = (await self.options(session.guild)).word(HINTS.id)
        return allowed == ALWAYS or (allowed == UNRATED and not hinting.is_rated(session))

    async def check_hints(self, session: GameSession) -> None:
        """Raise HintsOff where it doesn't."""
        if not await self.gives_hints(session):
            raise HintsOff(rated=(await self.options(session.guild)).word(HINTS.id) == UNRATED)

    async def check_channel(self, guild: GuildId, channel: ChannelId, parent: ChannelId | None) -> None:
        """Raise ChannelRefused unless games are allowed in the channel; a thread counts as its `parent`."""
        where = (await self.options(guild)).word(CHANNELS.id)
        if where == EVERYWHERE:
            return
        listed = await self.channels(guild)
        if ((parent or channel) in listed) != (where == ONLY):
            raise ChannelRefused(tuple(sorted(listed)) if where == ONLY else ())
