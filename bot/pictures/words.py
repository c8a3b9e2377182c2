"""The sentences of pictures and of their alt texts, in plain text (markdown means nothing in either)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.dice.dice_game import DiceState, Placement
from engine.dice.scorecard import Totals
from engine.game import Seat
from engine.match import Match

BY = {"clock": " (time was up)", "skip": " (turn skipped)"}

MOST_NAMED = 3


def headline(match: Match, names: Sequence[str]) -> str:
    """Whose turn it is, or how the match ended."""
    outcome = match.outcome
    if match.to_move is not None:
        return f"{names[match.to_move]}’s turn"
    if outcome.ended == "stopped":
        return "The game was stopped"
    winners = outcome.winners()
    if len(names) == 1 or not winners:
        return f"{points(max(outcome.totals))} in the end"
    total = outcome.totals[winners[0]]
    if len(winners) == 1:
        return f"{names[winners[0]]} wins with {total}"
    who = listed([names[seat] for seat in winners]) if len(winners) <= MOST_NAMED else f"{len(winners)} players"
    return f"{who} share the win with {total}"


ENDINGS = {
    "running": "the game goes on",
    "complete": "every box is filled",
    "timeout": "out of time",
    "resigned": "the others resigned",
    "ended_early": "ended early",
    "stopped": "it does not count",
}


def ending(match: Match) -> str:
    """How the match ended, in a few words."""
    return ENDINGS.get(match.outcome.ended, "over")


def out(match: Match, seat: Seat) -> str:
    """Why a seat is out of the match; empty while it is in."""
    if seat not in match.resigned:
        return ""
    timed_out = any((ply.seat, ply.move) == (seat, "timeout") for ply in match.plies)
    return "out of time" if timed_out else "resigned"


def brought(sums: Totals) -> Iterator[str]:
    """What a card brought in sections and beside its boxes: `upper 68 + 35`, `extra 100`."""
    yield f"upper {sums.upper}" + (f" + {sums.upper_bonus}" if sums.upper_bonus else "")
    if sums.set_bonus:
        yield f"figures {sums.set_bonus}"
    if sums.extra:
        yield f"extra {sums.extra}"


def points(number: int) -> str:
    """`1 point`, `2 points`."""
    return f"{number} point" if number == 1 else f"{number} points"


def listed(words: Sequence[str]) -> str:
    """`A, B and C`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def last_score(state: DiceState) -> str:
    """What was scored last, without by whom: `18 in Sixes`; empty when nothing was."""
    last = state.last
    return f"{_scored(last)} in {state.ruleset.box(last.box).title}{BY.get(last.by, '')}" if last else ""


def _scored(last: Placement) -> str:
    extra = f" + {last.score.extra} extra" if last.score.extra else ""
    return f"{last.score.points}{extra}"


def rolls(state: DiceState) -> str:
    """Which roll of the turn it is: `Roll 2 of 3`."""
    used = state.turn.used
    return f"Roll {used} of {used + state.rolls_left}"
