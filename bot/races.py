"""Races: their deals, and how their two sessions begin. From then on they are the arbiter's, as every session is."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot import archive, lobbies, timekeeping
from bot.arbiter import Arbiter
from bot.dealer import Dealer
from bot.errors import NoDealYet
from bot.ids import ChannelId, GuildId, MessageId, SessionId
from bot.session import GameSession, Person
from bot.store import Store
from engine.fairdice import SECRET_BYTES
from engine.game import AnyGame, Chance, Options

__all__ = ["Races", "Terms"]


@dataclass(frozen=True, slots=True)
class Terms:
    """What two members race under: `message` in `channel` tells of the race."""

    guild: GuildId
    channel: ChannelId
    message: MessageId
    game: AnyGame
    options: Options
    table: Options


class Races:
    """Begins races in the store; `chance` is asked for nothing, as a race has a chosen deal."""

    def __init__(
        self,
        store: Store,
        arbiter: Arbiter,
        deals: Dealer,
        *,
        now: Callable[[], datetime],
        chance: Callable[[GameSession], Chance],
    ) -> None:
        self._store = store
        self._arbiter = arbiter
        self._deals = deals
        self._now = now
        self._chance = chance

    def prepare(self, game: AnyGame, options: Options) -> None:
        """Members are about to race under these options."""
        self._deals.prepare(game, options)

    async def deal(self, game: AnyGame, options: Options) -> str:
        """A deal that can be won, which nobody gets again; raises NoDealYet while there is none."""
        deal = await self._deals.take(game, options)
        if deal is None:
            raise NoDealYet
        return deal

    async def begin(
        self, terms: Terms, racers: Sequence[tuple[ChannelId, Person]], deal: str, *, most: int | None
    ) -> tuple[GameSession, ...]:
        """The two running sessions, each in its channel and not shown yet; raises ChannelTaken and TooManyGames."""
        begun = [self._begun(terms, channel, person, deal) for channel, person in racers]
        dealt = archive.deal(begun[0], None, self._now())
        assert dealt is not None
        with archive.refusals():
            race = await self._store.create_race(
                terms.channel, terms.message, [archive.to_row(session) for session in begun], dealt, most=most
            )
        sessions = [await self._arbiter.session(racer) for racer in race.racers]
        for session in sessions:
            if (due := timekeeping.due(session)) is not None:
                self._arbiter.sessions.expect(due)
        return tuple(sessions)

    def _begun(self, terms: Terms, channel: ChannelId, person: Person, deal: str) -> GameSession:
        assert person.user is not None
        lobby = GameSession(
            SessionId(0),
            terms.guild,
            channel,
            person.user,
            terms.game,
            terms.options,
            (person,),
            secrets.token_bytes(SECRET_BYTES),
            self._now(),
            nonce=str(terms.message),
            table=terms.table,
        )
        return lobbies.start(lobby, person.user, self._now(), self._chance(lobby), deal)
