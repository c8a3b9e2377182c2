"""Challenges: one member dares another to a match; bound to both, to the game and to the channel, and they expire."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from bot.errors import (
    ChallengeClosed,
    ChallengedBot,
    ChallengedOutsider,
    ChallengedSelf,
    ChallengeOpen,
    NotYourChallenge,
)
from bot.ids import ChallengeId, ChannelId, GuildId, MessageId, UserId
from bot.session import Person
from bot.store import ChallengeRow, ChallengeStatus, OpenChallenge, Store
from bot.timekeeping import nobody_waits
from engine.game import AnyGame, Options
from engine.games import catalogue


def check_opponent(challenger: UserId, opponent: UserId, *, is_bot: bool, sees_channel: bool) -> None:
    """Raise a ChallengeRefused unless that member may be challenged."""
    if opponent == challenger:
        raise ChallengedSelf
    if is_bot:
        raise ChallengedBot
    if not sees_channel:
        raise ChallengedOutsider


class Challenges:
    """The challenges of every guild, kept in the store; `expect` is told when one will expire."""

    def __init__(self, store: Store, *, now: Callable[[], datetime], lifetime: timedelta) -> None:
        self._store = store
        self._now = now
        self._lifetime = lifetime
        self.expect: Callable[[datetime], None] = nobody_waits

    async def issue(
        self,
        guild: GuildId,
        channel: ChannelId,
        challenger: Person,
        opponent: Person,
        game: AnyGame,
        options: Options,
    ) -> ChallengeRow:
        """A new challenge, not shown yet; raises ChallengeOpen while the same one stands."""
        assert challenger.user is not None
        assert opponent.user is not None
        now = self._now()
        row = ChallengeRow(
            id=ChallengeId(0),
            guild_id=guild,
            channel_id=channel,
            message_id=None,
            challenger_id=challenger.user,
            challenger_name=challenger.name,
            opponent_id=opponent.user,
            opponent_name=opponent.name,
            game=game.id,
            options=json.dumps(dict(options)),
            status="open",
            created_at=now,
            expires_at=now + self._lifetime,
        )
        try:
            challenge = await self._store.create_challenge(row)
        except OpenChallenge as error:
            if not await self._expired(error.challenge_id):
                raise ChallengeOpen from error
            challenge = await self._store.create_challenge(row)
        self.expect(row.expires_at)
        return replace(row, id=challenge)

    async def _expired(self, challenge: ChallengeId) -> bool:
        """Close the challenge if its time is up; whether that was so."""
        row = await self._store.load_challenge(challenge)
        if row is None or row.expires_at > self._now():
            return False
        await self._store.close_challenge(challenge, "expired")
        return True

    async def shown(self, challenge: ChallengeId, message: MessageId) -> None:
        """Remember which message shows the challenge."""
        await self._store.set_challenge_message(challenge, message)

    async def answerable(self, challenge: ChallengeId, by: UserId, channel: ChannelId) -> ChallengeRow:
        """The open challenge that this member may accept or decline here; raises NotYourChallenge, ChallengeClosed."""
        row = await self._open(challenge, channel)
        if by != row.opponent_id:
            raise NotYourChallenge(row.opponent_name)
        return row

    async def withdrawable(self, challenge: ChallengeId, by: UserId, channel: ChannelId) -> ChallengeRow:
        """The open challenge that this member made here; raises NotYourChallenge, ChallengeClosed."""
        row = await self._open(challenge, channel)
        if by != row.challenger_id:
            raise NotYourChallenge(row.challenger_name)
        return row

    async def _open(self, challenge: ChallengeId, channel: ChannelId) -> ChallengeRow:
        row = await self._store.load_challenge(challenge)
        if row is None or row.channel_id != channel or row.status != "open":
            raise ChallengeClosed
        if row.expires_at <= self._now():
            raise ChallengeClosed
        return row

    async def closed(self, challenge: ChallengeId) -> ChallengeRow | None:
        """The challenge if it stands no more, one whose time is up as expired; else None."""
        row = await self._store.load_challenge(challenge)
        if row is None or row.status != "open":
            return row
        return replace(row, status="expired") if row.expires_at <= self._now() else None

    async def close(self, row: ChallengeRow, status: ChallengeStatus) -> None:
        """Settle an open challenge; raises ChallengeClosed when somebody was first."""
        if not await self._store.close_challenge(row.id, status):
            raise ChallengeClosed

    async def expire(self) -> list[ChallengeRow]:
        """Close the challenges whose time is up and return them; the others are expected."""
        now, found = self._now(), await self._store.open_challenges()
        for row in found:
            if row.expires_at > now:
                self.expect(row.expires_at)
        due = [row for row in found if row.expires_at <= now]
        return [row for row in due if await self._store.close_challenge(row.id, "expired")]


def options_of(row: ChallengeRow) -> Options:
    """The options that the challenge was made under."""
    return catalogue[row.game].complete(json.loads(row.options))
