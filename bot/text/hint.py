"""What to do with the dice, in words: the best choice, the next ones, and the points that each of those costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.strategist import Advised, Basis, ToWin
from bot.text.names import safe_name
from bot.text.rules import NUMBERS
from engine.dice.dice_game import ROLL, DiceState
from engine.dice.notation import KEEP
from engine.dice.roll import read_keep
from engine.dice.ruleset import Score
from engine.game import Move

__all__ = ["dice_hint", "hints_used"]

NEXT = 3
"""Choices that are named after the best one."""

EQUAL = 1e-3
"""Points by which values may differ that are the same: their last digits are noise."""

SMALL = 0.05

WHENCE: Mapping[Basis, str] = {
    "perfect": "By exact values: what brings most on average.",
    "approximate": "These values come close to perfect play, and are approximate.",
    "plain": "The strategy of these rules is still being worked out; until then this is a rule of thumb.",
}


def dice_hint(state: DiceState, advised: Advised) -> str:
    """What is best for whoever is to move, and what else they might do, as Discord markdown."""
    best, *others = advised.moves
    lines = [_best(state, best.move)]
    for other in others[:NEXT]:
        cost = _cost(best.to_come - other.to_come, exact=advised.basis == "perfect")
        lines.append(f"• {_other(state, other.move)}: {cost}")
    if advised.to_win is not None:
        lines.append(_to_win(state, advised.to_win))
    return "\n".join([*lines, f"-# {WHENCE[advised.basis]}"])


def _to_win(state: DiceState, found: ToWin) -> str:
    """What to do for those who want to win rather than many points."""
    chances = f"about {found.chance:.1%} instead of {found.for_points:.1%}".replace("%", " %")
    return f"To win rather than for points: **{_other(state, found.move)}** ({chances})."


def hints_used(names: Sequence[str], hints: Sequence[int]) -> list[str]:
    """`Ada used 3 hints.`: a line for whoever has used any."""
    used = [(name, number) for name, number in zip(names, hints, strict=False) if number]
    return [f"{safe_name(name)} used {'a hint' if number == 1 else f'{number} hints'}." for name, number in used]


def _cost(points: float, *, exact: bool) -> str:
    if points < EQUAL:
        return "just as good"
    if points < SMALL:
        return "less than 0.1 points less"
    return f"{'' if exact else 'about '}{points:.1f} points less"


# -- the best choice, as an order -------------------------------------------------------------------------------------


def _best(state: DiceState, move: Move) -> str:
    if move == ROLL:
        return "**Roll.**"
    if not KEEP.fullmatch(move):
        return _score(state, move)
    held = read_keep(move, state.turn.dice, state.ruleset.dice)
    if held and _is_held(state, held):
        return "**Roll**: you hold the right dice."
    if held:
        return f"**{_hold(state, held)}** and roll {_rest(state, held)}."
    everything = f"roll all {NUMBERS[state.ruleset.dice]} dice"
    return f"**Hold nothing** and {everything}." if state.turn.held else f"**{everything.capitalize()}** again."


def _score(state: DiceState, box: str) -> str:
    title, score, saved = state.ruleset.box(box).title, _worth(state, box), _saving(state)
    order = f"**Score {title}** ({_points(score)})" if score.points else f"**Cross out {title}**"
    return f"{order} and save {_rolls(saved)}." if saved else f"{order}."


def _is_held(state: DiceState, held: int) -> bool:
    """Whether the held dice are those, or others that are as good."""
    now = state.turn.held
    return now == held or (not _looks_at_positions(state) and _faces(state, now) == _faces(state, held))


def _rest(state: DiceState, held: int) -> str:
    left = state.ruleset.dice - held.bit_count()
    return "the other die" if left == 1 else f"the other {NUMBERS[left]}"


# -- another choice, to compare ---------------------------------------------------------------------------------------


def _other(state: DiceState, move: Move) -> str:
    if move == ROLL:
        return "Roll"
    if KEEP.fullmatch(move):
        held = read_keep(move, state.turn.dice, state.ruleset.dice)
        return _hold(state, held) if held else f"Roll all {NUMBERS[state.ruleset.dice]}"
    title, score, saved = state.ruleset.box(move).title, _worth(state, move), _saving(state)
    what = f"{title} ({_points(score)})" if score.points else f"Cross out {title}"
    return f"{what}, saving {_rolls(saved)}" if saved else what


# -- what both speak of -----------------------------------------------------------------------------------------------


def _hold(state: DiceState, held: int) -> str:
    dice = " ".join(map(str, _faces(state, held)))
    if not _looks_at_positions(state) or not _shares_a_face(state, held):
        return f"Hold {dice}"
    places = [str(die + 1) for die in range(state.ruleset.dice) if held >> die & 1]
    return f"Hold {dice} ({'die' if len(places) == 1 else 'dice'} {', '.join(places)})"


def _shares_a_face(state: DiceState, held: int) -> bool:
    """Whether a die that is not held shows the face of one that is: the faces then don't tell which dice are meant."""
    everything = (1 << state.ruleset.dice) - 1
    return not set(_faces(state, held)).isdisjoint(_faces(state, everything & ~held))


def _faces(state: DiceState, held: int) -> list[int]:
    """The faces of these dice: in their places where those matter, else sorted."""
    faces = [face for die, face in enumerate(state.turn.dice) if held >> die & 1]
    return faces if _looks_at_positions(state) else sorted(faces)


def _looks_at_positions(state: DiceState) -> bool:
    """Whether a box is open for which it matters where the dice lie."""
    return any(box.by_position and box.id not in state.card.scores for box in state.ruleset.boxes)


def _worth(state: DiceState, box: str) -> Score:
    return state.worth().get(box, Score(0))


def _points(score: Score) -> str:
    return f"{score.points} + {score.extra} extra" if score.extra else str(score.points)


def _saving(state: DiceState) -> int:
    """The rolls that a seat has more in store after filling a box now than before."""
    seat = state.turn.seat
    after = state.ruleset.budget.saved_after(state.saved[seat], state.turn.used)
    return max(0, after - state.saved_now(seat))


def _rolls(number: int) -> str:
    return "a roll" if number == 1 else f"{number} rolls"
