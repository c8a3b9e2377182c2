"""The review of a match in words: what dice and choices did, the largest mistakes, and the luckiest roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.account import Account
from bot.text.balance import MINUS, Balance, balances, in_points, percentages, signed
from bot.text.names import safe_name
from engine.dice.dice_game import ROLL, DiceState
from engine.dice.roll import ROLLED, Dice
from engine.dice.ruleset import Ruleset
from engine.game import Move, Seat
from engine.match import Match
from engine.strategy.review import LuckyRoll, Mistake, Review

__all__ = ["account_lines", "ahead", "luckiest_lines", "mistake_lines", "sums"]

SEVERAL = 4

ROLLS_LEFT = ("no roll left", "one roll left", "two rolls left", "three rolls left")

APPROXIMATE = "Approximate: for six dice nobody knows perfect play exactly, only what comes close to it."

UNPLAYED = "Unplayed: what would still have come on average, where a seat has not played to the end."


# -- in the result ----------------------------------------------------------------------------------------------------


def account_lines(match: Match, account: Account | None) -> list[str]:
    """A short line for each seat, best first: its luck and what it gave away, in points; none where nobody knows."""
    if account is None or len(account.seats) != len(match.players):
        return []
    about = "about " if account.approximate else ""
    lines = [
        f"-# {_short_name(match, seat)}: {about}{_short(match, account, seat)}" for seat in match.outcome.ranking()
    ]
    return [*lines, *(f"-# {line}" for line in _before_the_last_round(match, account.chances))]


def _short(match: Match, account: Account, seat: Seat) -> str:
    parts = account.seats[seat]
    luck, given_away, unplayed = map(round, (parts.luck, parts.given_away, parts.unplayed))
    return f"luck {signed(luck)}, given away {given_away}{f', unplayed {unplayed}' if unplayed else ''}"


def _before_the_last_round(match: Match, chances: Sequence[float]) -> Iterator[str]:
    if len(chances) == len(match.players) > 1:
        yield f"Chances to win before the last round, if played perfectly: {_chances(match, chances)}."


# -- on demand --------------------------------------------------------------------------------------------------------


def ahead(match: Match, chances: Sequence[float]) -> str:
    """Who is ahead in a running match: each seat's chance of winning it."""
    too = ", in which computers play perfectly, too" if any(player.computer for player in match.players) else ""
    perfectly = f"{_chances(match, chances)}, if everybody played on perfectly."
    rough = ", give or take a few per cent" if _ruleset(match).budget.saves else ""
    return f"{perfectly}\n-# By simulation{rough}{too}; seats in a tie share it."


def _chances(match: Match, chances: Sequence[float]) -> str:
    """The chances of those who are still in, best first."""
    playing = [Seat(i) for i in range(len(chances)) if i not in match.resigned or chances[i]]
    shown = dict(zip(playing, percentages([chances[seat] for seat in playing]), strict=True))
    by_chance = sorted(playing, key=lambda seat: -chances[seat])
    return ", ".join(f"{_short_name(match, seat)} {shown[seat]}" for seat in by_chance)


# -- the review -------------------------------------------------------------------------------------------------------


def sums(match: Match, review: Review) -> list[str]:
    """A line for each seat, best first, in which the figures add up to its total; and what is to be known of them."""
    totals, found = match.outcome.totals, balances(match, review)
    lines = [f"{_name(match, seat)}: {_sum(shown, totals[seat])}" for seat, shown in found.items()]
    if any(shown.unplayed for shown in found.values()):
        lines.append(f"-# {UNPLAYED}")
    return [*lines, *([f"-# {APPROXIMATE}"] if review.approximate else [])]


def _sum(shown: Balance, total: int) -> str:
    sign = MINUS if shown.luck < 0 else "+"
    words = [f"{in_points(shown.average)} on average", f"{sign} {in_points(abs(shown.luck))} luck"]
    words.append(f"{MINUS} {in_points(shown.given_away)} given away")
    if shown.unplayed:
        words.append(f"{MINUS} {in_points(shown.unplayed)} unplayed")
    return f"{' '.join(words)} = **{total}**"


def mistake_lines(match: Match, review: Review, seat: Seat) -> list[str]:
    """Whose mistakes these are, and the largest ones, a line each."""
    seen = review.seats[seat]
    name = _name(match, seat)
    if seen.mistakes:
        head = f"**{name}'s largest mistake{'s' if len(seen.mistakes) > 1 else ''}**"
    else:
        head = f"**{name} made no mistake.**"
    return [head, *(f"{i}. {_mistake(match, mistake)}" for i, mistake in enumerate(seen.mistakes, 1))]


def luckiest_lines(review: Review, seat: Seat) -> list[str]:
    """One seat's luckiest roll; nothing where there was none."""
    luckiest = review.seats[seat].luckiest
    return [] if luckiest is None else [_luckiest(luckiest)]


def _mistake(match: Match, mistake: Mistake) -> str:
    there = f"Turn {mistake.turn}, {_lying(mistake.dice, mistake.rolls_left)}"
    better = f"{_doing(_ruleset(match), mistake)} was {mistake.cost:.1f} better"
    return f"{there}: {_done(_ruleset(match), mistake)}; {better}."


def _lying(dice: Dice, rolls_left: int) -> str:
    if not dice:
        return "before the first roll"
    left = ROLLS_LEFT[rolls_left] if rolls_left < len(ROLLS_LEFT) else f"{rolls_left} rolls left"
    return f"{_spaced(dice)} with {left}"


def _done(ruleset: Ruleset, mistake: Mistake) -> str:
    """A move as it was made."""
    move = mistake.move
    if move == "skip":
        return "the turn was skipped"
    if move.endswith("!"):
        return f"the time was up, {ruleset.box(move[:-1]).title}"
    if move in ruleset.index:
        title = ruleset.box(move).title
        return f"put 0 in {title}" if _crosses_out(ruleset, mistake.dice, move) else f"scored {title}"
    held = _held(move)
    return f"held {held}" if held else "rolled all dice"


def _crosses_out(ruleset: Ruleset, dice: Dice, box: str) -> bool:
    """Whether a box gets nothing for these dice; a joker may pay there whatever the box looks for."""
    joker = ruleset.joker is not None and len(set(dice)) == 1
    return not joker and not (dice and ruleset.box(box).points(dice))


def _doing(ruleset: Ruleset, mistake: Mistake) -> str:
    """The move that could have been made."""
    move = mistake.better
    if move in ruleset.index:
        title = ruleset.box(move).title
        return f"putting 0 in {title}" if _crosses_out(ruleset, mistake.dice, move) else title
    held = _held(move)
    return f"holding {held}" if held else "rolling all dice"


def _luckiest(lucky: LuckyRoll) -> str:
    held = _held(lucky.kept)
    after = f" after holding {held}" if held else ""
    return f"Luckiest roll: turn {lucky.turn}, {_spaced(lucky.dice)}{after}, worth {lucky.gain:.1f} more than expected."


# -- words ------------------------------------------------------------------------------------------------------------


def _held(move: Move) -> str:
    """The dice that a keep holds; none for a roll of all."""
    return "" if move == ROLL else _spaced(move.replace(ROLLED, ""))


def _spaced(dice: Dice | str) -> str:
    return " ".join(map(str, dice))


def _ruleset(match: Match) -> Ruleset:
    state = match.state
    assert isinstance(state, DiceState), "only dice games are reviewed"
    return state.ruleset


def _short_name(match: Match, seat: Seat) -> str:
    """A name that leaves room for the rest of a full table's result, which has all names in full above."""
    return safe_name(match.players[seat].name, 32 if len(match.players) <= SEVERAL else 16)


def _name(match: Match, seat: Seat) -> str:
    return safe_name(match.players[seat].name)
