"""Ids that Discord or the store gave out: each its own type, so that none is taken for another."""

from typing import NewType

GuildId = NewType("GuildId", int)
ChannelId = NewType("ChannelId", int)
MessageId = NewType("MessageId", int)
UserId = NewType("UserId", int)
SessionId = NewType("SessionId", int)
ChallengeId = NewType("ChallengeId", int)
RaceId = NewType("RaceId", int)
