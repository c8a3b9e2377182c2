"""What happened in a match, in sentences: the last event, how it ended, who came where.

Whoever is not there is `absent`, by seat: `left`, `server` (left it) or `kicked`; by the clock `late` once, or `away`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.text.names import safe_name
from engine.dice.dice_game import ROLL, DiceState, Placement
from engine.dice.roll import ROLLED
from engine.dice.scorecard import totals
from engine.game import Ply, Seat
from engine.match import Match

__all__ = ["UNATTENDED", "duration", "ending", "last_event", "listed", "places"]

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
OUT = "🏳️"

Absent = Mapping[Seat, str]
NOBODY: Absent = {}

WENT = {
    "left": ("left", "{who} left the game"),
    "server": ("left the server", "{who} left the server"),
    "kicked": ("removed", "{who} was taken out of the game"),
    "late": ("out of time", "{who} ran out of time"),
    "away": ("out of time", "{who} ran out of time"),
}
"""How somebody went who is out of the match: beside a name, and as the beginning of a sentence."""

RESIGNED = ("resigned", "{who} resigned")


def places(match: Match, absent: Absent = NOBODY) -> list[str]:
    """A line for each seat, best first: place, name, total; equal totals share a place. Alone, there is no place."""
    return [_place(match, seat, absent) for seat in match.outcome.ranking()]


def _place(match: Match, seat: Seat, absent: Absent) -> str:
    outcome = match.outcome
    line = f"{_name(match, seat)} — {outcome.totals[seat]}"
    if seat in outcome.resigned:
        return f"{OUT} {line} ({_why_out(match, seat, absent)})"
    if len(match.players) == 1 or outcome.ended == "stopped":
        return line
    place = outcome.places[seat]
    medal = MEDALS.get(place) if match.over else None
    return f"{medal or f'**{place}.**'} {line}"


def _why_out(match: Match, seat: Seat, absent: Absent) -> str:
    timed_out = any(ply.seat == seat and ply.move == "timeout" for ply in match.plies)
    return "out of time" if timed_out else WENT.get(absent.get(seat, ""), RESIGNED)[0]


def _going(match: Match, seat: Seat | None, absent: Absent) -> str:
    """How a seat that has resigned went."""
    return WENT.get("" if seat is None else absent.get(seat, ""), RESIGNED)[1].format(who=_name(match, seat))


# -- how it ended -----------------------------------------------------------------------------------------------------


def ending(match: Match, absent: Absent = NOBODY, why: str | None = None) -> str:
    """One sentence on how the match ended; that it goes on while it does. `why` is said where nobody ended it."""
    ended = match.outcome.ended
    if ended == "running":
        return "The game goes on."
    if ended == "stopped":
        return f"{UNATTENDED.get(why, 'The game was stopped')}; it does not count."
    return f"{_cause(match, absent, why)}: {_decided(match)}."


UNATTENDED: Mapping[str | None, str] = {
    "away": "Everybody was away for too long, so the game was stopped",
    "idle": "Nobody has played for two weeks, so the game was stopped",
    "empty": "No player is left, so the game was stopped",
}

ALONE: Mapping[str | None, str] = {
    "away": "{who} was away for too long",
    "idle": "{who} has not played for two weeks",
}

CAUSES = {
    "timeout": "{who} ran out of time",
    "ended_early": "{who} ended the game early",
}


def _cause(match: Match, absent: Absent, why: str | None) -> str:
    seat, ended = match.plies[-1].seat if match.plies else None, match.outcome.ended
    if ended == "resigned" or (ended == "ended_early" and seat in absent and why is None):
        return _going(match, seat, absent)
    if ended == "complete":
        return "Every box is filled" if isinstance(match.state, DiceState) else "Everything is played"
    cause = ALONE.get(why) or CAUSES.get(ended, "{who} ended the game")
    return cause.format(who=_name(match, seat))


def _decided(match: Match) -> str:
    winners = match.outcome.winners()
    if len(match.players) == 1 or not winners:
        return f"{_points(max(match.outcome.totals))} in the end"
    total = _points(match.outcome.totals[winners[0]])
    if len(winners) == 1:
        return f"{_name(match, winners[0])} wins with {total}"
    return f"{listed([_name(match, seat) for seat in winners])} share the win with {total} each"


def _points(number: int) -> str:
    return f"{number} point" if number == 1 else f"{number} points"


def listed(words: Sequence[str]) -> str:
    """`Ada, Bo and Cleo`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


# -- what happened last -----------------------------------------------------------------------------------------------


def last_event(match: Match, absent: Absent = NOBODY) -> str:
    """One sentence on what happened last; an automatic first roll is passed over for the box before it."""
    state, plies = match.state, match.plies
    if isinstance(state, DiceState) and state.ruleset.budget.automatic and plies and plies[-1].move == ROLL:
        plies = plies[:-1]
    if not plies:
        return f"{_name(match, match.to_move)} begins."
    ply = plies[-1]
    if ply.move in WORDS:
        return WORDS[ply.move](match, plies, absent)
    who = _name(match, ply.seat)
    if isinstance(state, DiceState):
        return _rolled(state, ply, who) if ply.drawn else _placed(state, who)
    return f"{who} played {ply.move}."


def _skipped(match: Match, plies: Sequence[Ply], absent: Absent) -> str:
    seat, last = plies[-1].seat, match.state.last if isinstance(match.state, DiceState) else None
    who = _name(match, seat)
    why = f"{who} is away" if seat is not None and absent.get(seat) == "away" else f"{who}'s time was up"
    return why + (f": 0 in {_title(match, last.box)}." if last else ".")


def _took_back(match: Match, plies: Sequence[Ply], _absent: Absent) -> str:
    boxes = (p.move for p in reversed(plies) if p.seat == plies[-1].seat and not p.drawn and p.move not in WORDS)
    return f"{_name(match, plies[-1].seat)} took back {_title(match, next(boxes, 'the last box'))}."


def _ran_out(match: Match, plies: Sequence[Ply], _absent: Absent) -> str:
    return f"{_name(match, plies[-1].seat)} ran out of time."


def _ended(match: Match, plies: Sequence[Ply], _absent: Absent) -> str:
    return f"{_name(match, plies[-1].seat)} ended the game early."


WORDS: Mapping[str, Callable[[Match, Sequence[Ply], Absent], str]] = {
    "undo": _took_back,
    "skip": _skipped,
    "resign": lambda match, plies, absent: f"{_going(match, plies[-1].seat, absent)}.",
    "timeout": _ran_out,
    "end": _ended,
    "stop": lambda _match, _plies, _absent: "The game was stopped.",
}


def _title(match: Match, box_id: str) -> str:
    boxes = match.state.ruleset.boxes if isinstance(match.state, DiceState) else ()
    return next((box.title for box in boxes if box.id == box_id), box_id)


def _rolled(state: DiceState, ply: Ply, who: str) -> str:
    dice = state.ruleset.dice
    rolled = dice if ply.move == ROLL else ply.move.count(ROLLED)
    return f"{who} rolled all {dice} dice." if rolled == dice else f"{who} rolled {rolled} of {dice} dice."


def _placed(state: DiceState, who: str) -> str:
    last = state.last
    if last is None:
        return f"{who} filled a box."
    box = state.ruleset.box(last.box).title
    points = last.score.points
    what = f"scored {points} in {box}" if points else f"put 0 in {box}"
    by_clock = " when the time was up" if last.by == "clock" else ""
    return f"{who} {what}{by_clock}{_gains(state, last)}."


def _gains(state: DiceState, last: Placement) -> str:
    """What the placement brought outside its box: extra points, and bonuses that it completed."""
    card = state.cards[last.turn.seat]
    now, before = totals(state.ruleset, card), totals(state.ruleset, card.without(last.box))
    gains = {
        "extra": now.extra - before.extra,
        "as the upper bonus": now.upper_bonus - before.upper_bonus,
        "for all figures": now.set_bonus - before.set_bonus,
    }
    words = [f"+{points} {what}" for what, points in gains.items() if points]
    return f", {listed(words)}" if words else ""


def _name(match: Match, seat: Seat | None) -> str:
    return "Somebody" if seat is None else safe_name(match.players[seat].name)


def duration(seconds: int) -> str:
    """A time in its two largest units: `45 s`, `12 min 5 s`, `3 h 20 min`."""
    units = (("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1))
    left, words = max(0, seconds), []
    for unit, size in units:
        count, left = divmod(left, size)
        words.append((count, unit))
    while len(words) > 1 and not words[0][0]:
        words.pop(0)
    kept = [f"{count} {unit}" for i, (count, unit) in enumerate(words[:2]) if count or i == 0]
    return " ".join(kept)
