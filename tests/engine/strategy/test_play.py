"""Many matches played in step: they end with what the rules give, and on average with what the table says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.dice.roll import Dice
from engine.dice.ruleset import Ruleset
from engine.dice.scorecard import Scorecard, totals
from engine.strategy.ends import ByPoints, Choices, Ends
from engine.strategy.lattice import Index, lattice
from engine.strategy.numbers import Numbers
from engine.strategy.placing import Hands
from engine.strategy.play import Player
from engine.strategy.round import Nerves
from engine.strategy.seats import Seats, empty, seats_of
from engine.strategy.throws import Begun
from engine.strategy.worth import FLOOR
from tests.engine.strategy.tables import ruleset, table
from tests.engine.strategy.test_endgames import CASES

MATCHES = 2000
NO_BONUS: dict[str, Any] = {"upper_bonus": 0}
"""Tables without an upper bonus are built in no time."""


class Loaded(np.random.Generator):
    """Dice that are often all equal, for that is where the rules differ."""

    def random(self, *args: Any, **named: Any) -> Any:
        # The last rolls of the lattice are those of all dice equal.
        return super().random(*args, **named) ** np.float32(0.02)


class Watched(ByPoints):
    """A judge that remembers the hands and the boxes of the one seat that it judges for."""

    def __init__(self, numbers: Numbers, values: Any) -> None:
        super().__init__(numbers, values)
        self.numbers = numbers
        self.filled: list[tuple[str, Dice, int]] = []

    def ends(self, seats: Seats, which: Index) -> Ends:
        return WatchedEnds(super().ends(seats, which), self)


class WatchedEnds:
    def __init__(self, ends: Ends, judge: Watched) -> None:
        self.stop, self._ends, self._judge = ends.stop, ends, judge

    def of_hands(self, hands: Hands) -> Choices:
        choices, numbers = self._ends.of_hands(hands), self._judge.numbers
        box = numbers.boxes[int(choices.worth[:, 0].argmax())].id
        self._judge.filled.append((box, numbers.lattice.multisets[hands.row[0]], int(hands.unused[0])))
        return choices


def scored(rules: Ruleset, filled: list[tuple[str, Dice, int]]) -> Scorecard:
    """The card of a seat that fills these boxes; the rules refuse what can't be."""
    card = Scorecard()
    for box, dice, unused in filled:
        card = card.with_score(box, rules.place(card.points(), box, dice, unused))
    return card


@pytest.mark.parametrize(("game", "options"), CASES, ids=[f"{game} {options}" for game, options in CASES])
def test_every_ruleset_is_played_to_the_end_by_its_rules(game: str, options: dict[str, Any]) -> None:
    rules = ruleset(game, **options)
    numbers = Numbers(rules)
    # Any values lead to legal boxes; random ones to all kinds of cards.
    shape = (numbers.rows, numbers.flags.count, numbers.upper.columns + 1)
    for seed in range(8):
        values = np.random.default_rng(seed).random(shape, np.float32) * 60
        values[..., -1] = -1e9
        values[-1, :, numbers.upper.first[-2]] = 0
        watched = Watched(numbers, values)
        luck = Loaded(np.random.PCG64(seed))
        played = Player(numbers, values, luck, judge=watched).play(empty(numbers, 1))
        card = scored(rules, watched.filled)
        assert card.full(rules)
        assert played.totals[0] == totals(rules, card).total, watched.filled


def test_perfect_play_earns_what_the_table_expects_and_what_luck_brings() -> None:
    perfect = table("yatzy", **NO_BONUS)
    played = Player(perfect.numbers, perfect.values, np.random.default_rng(1)).play(empty(perfect.numbers, MATCHES))
    assert played.totals - played.luck == pytest.approx(perfect.to_come(), abs=0.01)
    assert abs(played.luck.mean()) < 4 * played.luck.std() / MATCHES**0.5
    assert played.given_away == pytest.approx(0, abs=0.01)


def test_errors_give_points_away_and_nothing_else() -> None:
    perfect = table("yatzy", **NO_BONUS)
    given_away = []
    for error in (0.5, 2.0):
        player = Player(perfect.numbers, perfect.values, np.random.default_rng(1), error=error)
        played = player.play(empty(perfect.numbers, MATCHES))
        assert played.totals - played.luck + played.given_away == pytest.approx(perfect.to_come(), abs=0.01)
        assert played.given_away.min() > -0.01
        assert abs(played.luck.mean()) < 4 * played.luck.std() / MATCHES**0.5
        given_away.append(played.given_away.mean())
    assert 0 < given_away[0] < given_away[1] / 2


def test_of_equal_keeps_an_error_has_one() -> None:
    grid = lattice(5)
    rolls = [(1, 1, 1, 1, 1), (1, 1, 2, 2, 2), (1, 2, 3, 4, 5)]
    rows = np.array([grid.row[roll] for roll in rolls])
    seen = Nerves(grid, 1.0, np.random.default_rng(1)).keeps(rows, np.zeros((3, 31)))
    assert (seen > FLOOR).sum(axis=1).tolist() == [5, 11, 31]


def test_a_turn_that_has_begun_is_played_on_from_its_dice() -> None:
    perfect = table("yatzy", **NO_BONUS)
    numbers, card = perfect.numbers, Scorecard.of({box.id: 0 for box in perfect.numbers.boxes if box.id != "yatzy"})
    player = Player(numbers, perfect.values, np.random.default_rng(2))
    played = player.play(player.turn(seats_of(numbers, card, MATCHES), Begun((5, 6, 5, 5, 5), 1)))
    assert set(played.totals.tolist()) == {0.0, 50.0}
    assert played.totals.mean() == pytest.approx(50 / 6, abs=4 * 50 * (5 / 36 / MATCHES) ** 0.5)
    made = player.play(player.turn(seats_of(numbers, card, 3), Begun((1,) * 5, 0)))
    assert made.totals.tolist() == [50.0] * 3
