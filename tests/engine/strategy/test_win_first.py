"""Playing to win: last turns against counts that know nothing of tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from engine.dice.roll import Dice
from engine.game import IllegalMove, MatchOver, Move, Seat, Unsupported
from engine.match import Match
from engine.strategy.plain import plain
from engine.strategy.win_first import Prospect, advise_to_win
from tests.engine.strategy.tables import ruleset
from tests.engine.strategy.test_winning import NO_BONUS, at, but, sixes
from tests.engine.table import Seeded, start

CLOSE = 0.001
"""Equal chances are told apart by points, which count for less than this."""


def advice(match: Match) -> list[Prospect]:
    return advise_to_win(plain(match.state.ruleset), match)


def last(total: int, other: dict[str, int], dice: Dice, used: int) -> Match:
    """The first seat has but its chance left, and these dice."""
    match = start("yatzy", 2, **NO_BONUS)
    boxes = [box.id for box in match.state.ruleset.boxes if box.id != "chance"]
    return at(match, [{**dict.fromkeys(boxes, 0), "yatzy": total}, other], dice=dice, used=used)


def counted(dice: Dice, wins: Callable[[int], float]) -> dict[str, float]:
    """The chance of each keep with one roll left, if a sum of dice wins so often."""
    found = {}
    for held in product((True, False), repeat=5):
        kept = [die for die, hold in zip(dice, held, strict=True) if hold]
        thrown = list(product(range(1, 7), repeat=5 - len(kept)))
        if thrown != [()]:
            move = "".join(str(die) if hold else "_" for die, hold in zip(dice, held, strict=True))
            found[move] = sum(wins(sum(kept) + sum(more)) for more in thrown) / len(thrown)
    return found


def test_a_sure_win_is_taken_though_more_points_are_to_be_had() -> None:
    over = {box.id: 0 for box in ruleset("yatzy").boxes}
    match = last(100, {**over, "chance": 121}, (5, 5, 2, 5, 5), 2)
    best, second = advice(match)[:2]
    assert (best.move, second.move) == ("chance", "55_55")
    assert (best.chance, second.chance) == pytest.approx((1.0, 5 / 6 + 1 / 12), abs=CLOSE)
    for_points = plain(match.state.ruleset).advise((5, 5, 2, 5, 5), rolls_left=1, card=match.state.card.points())
    assert for_points[0].move == "55_55"


@pytest.mark.parametrize(("behind", "dice"), [(28, (5, 5, 2, 5, 5)), (18, (1, 2, 3, 4, 6)), (24, (6, 4, 6, 1, 3))])
def test_a_last_turn_against_one_who_is_done_is_counted_right(behind: int, dice: Dice) -> None:
    over = {box.id: 0 for box in ruleset("yatzy").boxes}

    def wins(points: int) -> float:
        return 1.0 if points > behind else 0.5 if points == behind else 0.0

    expected = {**counted(dice, wins), "chance": wins(sum(dice))}
    found = advice(last(100, {**over, "chance": 100 + behind}, dice, 2))
    assert found == sorted(found, key=lambda one: -round(one.chance, 6))
    for prospect in found:
        assert prospect.chance == pytest.approx(expected[prospect.move], abs=CLOSE), prospect.move


def test_a_last_turn_against_one_who_has_one_too_is_counted_right() -> None:
    dice, theirs = (6, 4, 6, 1, 3), sixes(5, 3)

    def wins(points: int) -> float:
        ahead = {6 * n + 12 - points: chance for n, chance in theirs.items()}
        return sum(chance * (1.0 if by < 0 else 0.5 if by == 0 else 0.0) for by, chance in ahead.items())

    other = but(start("yatzy", 2, **NO_BONUS), "sixes", 112)
    expected = {**counted(dice, wins), "chance": wins(sum(dice))}
    for prospect in advice(last(100, other, dice, 2)):
        assert prospect.chance == pytest.approx(expected[prospect.move], abs=CLOSE), prospect.move


def leading(by: int) -> Match:
    """The first seat is so far ahead after the first turns, and has dice that could become all equal."""
    match = start("yatzy", 2, **NO_BONUS)
    return at(match, [{"chance": max(by, 0)}, {"chance": max(-by, 0)}], dice=(6, 6, 6, 2, 1), used=1)


def test_chances_rise_with_the_lead() -> None:
    found = [advice(leading(by))[0].chance for by in (-100, -20, 0, 20, 100)]
    assert found == sorted(found)
    assert 0.5 < found[2] < 0.7, "three sixes are worth something"
    assert 0 < found[0] < 0.05
    assert 0.95 < found[4] <= 1


def test_more_is_risked_from_behind() -> None:
    boxes = [box.id for box in ruleset("yatzy").boxes]

    def gained(ahead: int) -> float:
        """How much likelier a win is by keeping three twos for the yatzy than by a pair of sixes."""
        card = dict.fromkeys([box for box in boxes if box not in ("yatzy", "one_pair")], 0)
        match = start("yatzy", 2, **NO_BONUS)
        cards = [{**card, "chance": ahead + 50}, {**card, "chance": 50, "yatzy": 0}]
        found = {str(one.move): one.chance for one in advice(at(match, cards, dice=(2, 2, 2, 6, 6), used=1))}
        return found["222__"] - found["___66"]

    assert gained(-40) > 0.02
    assert gained(5) < -0.02


def test_the_other_seat_is_the_one_that_still_plays() -> None:
    match = start("yatzy", 3).proceed(Seeded(1))
    with pytest.raises(Unsupported, match="two seats"):
        advice(match)
    two = match.play(Seat(1), Move("resign"), Seeded(1))
    assert [one.move for one in advice(two)] == ["roll"]


def bad(game: str, **change: Any) -> Match:
    match = start(game, 2)
    return match.with_state(replace(match.state, **change))


def test_what_it_cannot_tell_is_refused() -> None:
    with pytest.raises(IllegalMove, match="rolling"):
        advice(bad("yatzy", rolling=True))
    with pytest.raises(MatchOver):
        advice(bad("yatzy", ended="stopped"))
    with pytest.raises(Unsupported, match="five dice"):
        advice(bad("maxi_yatzy"))
