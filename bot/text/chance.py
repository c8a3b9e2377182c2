"""What is said of a game's chance: what was committed to, what the proof is, and where there can be none."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import AnyGame, Options
from engine.match import Match
from engine.record import Difference

__all__ = ["UNPROVEN", "before", "check_label", "promise", "revealed", "running", "verdict"]

CHOSEN = "The deal is one of those that can be won, found ahead: so it can't be verified."
"""Beside a game whose chance does not follow from its secret (DESIGN section 5)."""

UNPROVEN = "Nothing can be verified here: the deal was chosen among those that can be won."


@dataclass(frozen=True, slots=True)
class _Words:
    """What chance is called in a game of one kind."""

    fair: str
    begins: str
    follow: str
    first: str
    all: str
    check: str


DICE = _Words("Fair dice", "anything is rolled", "dice follow", "the first roll", "every roll", "Check the dice")
DEAL = _Words("Fair deal", "a card is dealt", "deal follows", "the deal", "it", "Check the deal")


def _words(game: AnyGame, options: Options) -> _Words:
    """A game that starts by waiting for chance starts with a deal."""
    return DEAL if game.waits(game.start(options, game.seats[0])) else DICE


def promise(game: AnyGame, options: Options, commitment: str) -> str:
    """What a lobby says of the chance to come."""
    if not game.fair(options):
        return f"{CHOSEN} While one is being found, Start has to wait a moment."
    words = _words(game, options)
    return f"{words.fair}: committed to `{commitment}` before {words.begins}. /verify explains it."


def before(game: AnyGame, options: Options, commitment: str) -> str:
    """What stands beside a running match."""
    if not game.fair(options):
        return CHOSEN
    words = _words(game, options)
    return (
        f"The {words.follow} from a secret that was committed to before {words.first}: `{commitment}`. "
        f"It is revealed when the game is over, and /verify recomputes {_recomputed(words)}."
    )


def _recomputed(words: _Words) -> str:
    return "the deal" if words is DEAL else words.all


def running(number: int, game: AnyGame, options: Options, commitment: str) -> str:
    """What /verify says of a match that is not over."""
    if not game.fair(options):
        return f"Game {number} is running. {CHOSEN}"
    words = _words(game, options)
    return (
        f"Game {number} is running. Its {words.follow} from a secret whose SHA-256 is `{commitment}`; "
        f"the secret is revealed when the game is over, and {_recomputed(words)} can then be recomputed."
    )


def revealed(game: AnyGame, options: Options, secret: str, commitment: str) -> list[str]:
    """What stands under a result."""
    if not game.fair(options):
        return [CHOSEN]
    return [
        f"Secret, now revealed: `{secret}`",
        f"Commitment before {_words(game, options).first}: `{commitment}`",
    ]


def check_label(game: AnyGame, options: Options) -> str | None:
    """What the button says that proves a match; None where nothing can be proven."""
    return _words(game, options).check if game.fair(options) else None


def verdict(match: Match, number: int, difference: Difference | None) -> str:
    """What came of recomputing a finished match."""
    if difference is not None:
        return _wrong(difference, number)
    rolls = sum(1 for ply in match.plies if ply.drawn)
    every = "The deal" if match.dealt else "The one roll" if rolls == 1 else f"All {rolls} rolls"
    follow = "follows" if match.dealt or rolls == 1 else "follow"
    return f"✅ {every} of game {number} {follow} from the secret that was committed to."


def _wrong(difference: Difference, number: int) -> str:
    if difference.ply:
        return f"❌ Roll at ply {difference.ply} is {difference.stated}; the secret gives {difference.computed}."
    return f"❌ The deal of game {number} is not the one that its secret gives."
