"""Sessions without Discord: seats with names, an optional match, and dice from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from bot import lobbies
from bot.ids import ChannelId, GuildId, MessageId, SessionId, UserId
from bot.session import GameSession, Person
from engine.dice.dice_game import DiceGame
from engine.fairdice import PACK
from engine.game import OptionValue
from engine.games import catalogue

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
LATER = NOON + timedelta(minutes=5)
LARGEST_ID = 2**63 - 1
DICE_GAMES = tuple(game_id for game_id, game in catalogue.items() if isinstance(game, DiceGame))
"""The ids of the catalogue's dice games."""


@dataclass
class Seeded:
    """Dice from a seed."""

    random: Random

    def dice(self, counter: str, count: int) -> tuple[int, ...]:
        return tuple(self.random.randint(1, 6) for _ in range(count))

    def deck(self, counter: str) -> tuple[str, ...]:
        return tuple(self.random.sample(PACK, len(PACK)))


def user(seat: int) -> UserId:
    """The member on that seat (0-based)."""
    return UserId(100 + seat)


def lobby(game: str, names: Sequence[str], **options: OptionValue) -> GameSession:
    """A lobby whose first member is the host."""
    return GameSession(
        SessionId(LARGEST_ID),
        GuildId(LARGEST_ID),
        ChannelId(LARGEST_ID),
        user(0),
        catalogue[game],
        catalogue[game].complete(options),
        tuple(Person(user(seat), name) for seat, name in enumerate(names)),
        bytes(range(32)),
        NOON,
        message=MessageId(LARGEST_ID),
        nonce=str(LARGEST_ID),
    )


def begun(game: str, names: Sequence[str], seed: int = 1, **options: OptionValue) -> GameSession:
    """The match that the host of such a lobby has started."""
    return lobbies.start(lobby(game, names, **options), user(0), NOON, Seeded(Random(seed)))
