"""Fair dice: a commitment first, dice that follow from it, and a proof when the secret is revealed (DESIGN section 5).

A session commits to a secret before anything is rolled. Every die is HMAC-SHA-256 of that secret over the stream, the
counter and a nonce that nobody can choose, so that anyone can recompute all of them afterwards.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass

VERSION = "parlour-1"
SECRET_BYTES = 32
WORD = 1 << 32
SUITS, RANKS = "CDHS", "A23456789TJQK"
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)


def commitment(secret: bytes) -> str:
    """The SHA-256 of a secret in lower-case hex: what is shown before the first roll."""
    return hashlib.sha256(secret).hexdigest()


def _message(*parts: str) -> bytes:
    # Lengths in front, so that no two lists of parts give the same bytes.
    encoded = [part.encode() for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in encoded)


@dataclass(frozen=True, slots=True, repr=False)
class FairDice:
    """Dice and deals that follow from a secret, a nonce and a stream; a source of chance for a match."""

    secret: bytes
    nonce: str
    stream: str

    def dice(self, counter: str, count: int) -> tuple[int, ...]:
        """`count` dice for this counter, each 1 to 6."""
        words = self._words(counter)
        return tuple(_below(words, 6) + 1 for _ in range(count))

    def deck(self, counter: str) -> tuple[str, ...]:
        """A shuffled pack for this counter: Fisher and Yates, from the last card down."""
        words, cards = self._words(counter), list(PACK)
        for i in range(len(cards) - 1, 0, -1):
            j = _below(words, i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return tuple(cards)

    def _words(self, counter: str) -> Iterator[int]:
        block = 0
        while True:
            text = _message(VERSION, self.stream, counter, str(block), self.nonce)
            digest = hmac.digest(self.secret, text, "sha256")
            yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))
            block += 1


def _below(words: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1; words past the last whole multiple of n are rejected, so that none is likelier."""
    limit = WORD // n * n
    return next(word for word in words if word < limit) % n
