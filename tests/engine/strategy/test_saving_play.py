"""Many seats of six dice played in step: from any card on, and with the errors of computer players."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from engine.strategy import Model, computers
from engine.strategy.plain import plain
from engine.strategy.saving.choosing import ROLLS_ON, Choosing
from engine.strategy.saving.play import Player, copied
from engine.strategy.saving.seats import Seats
from engine.strategy.saving.turn import Turn
from engine.strategy.saving.worth import worths
from engine.strategy.sight import seen
from engine.strategy.throws import Begun
from tests.engine.strategy.models import bare
from tests.engine.strategy.tables import ruleset

CARD = {box.id: 2 * (box.face or 5) for box in ruleset("maxi_yatzy").boxes[:17]}
"""Three boxes are open: full house or tower, chance and Maxi Yatzy."""

DICE = (1, 1, 1, 4, 5, 6)
ASTRAY = (3, 3, 1, 6, 3, 2)
"""No die lies where Mega Yatzy's Straight Flush wants it: play in step knows less of positions than advice does."""


def ordered() -> Model:
    """A model that is exact, as boxes have an order."""
    return bare("maxi_yatzy", order="top_down")


def player(model: Model, error: float = 0.0) -> Player:
    values = model.values
    return Player(values.sheet, values.chase, values.levels, np.random.default_rng(4), error)


def played_on(playing: Player, seats: Seats, begun: Begun | None = None) -> Seats:
    """The seats once their three boxes are filled."""
    for _ in range(3):
        seats, begun = playing.turn(seats, begun), None
    return seats


@pytest.mark.parametrize(("saved", "begun"), [(0, None), (6, None), (6, Begun(DICE, 7)), (2, Begun(DICE, 0))], ids=str)
def test_playing_on_brings_what_the_model_expects(saved: int, begun: Begun | None) -> None:
    playing = player(ordered())
    seats = played_on(playing, playing.seats(CARD, 2000, saved=saved, total=100), begun)
    if begun is None:
        to_come = ordered().to_come(CARD, saved)
    else:
        to_come = ordered().advise(begun.dice, rolls_left=begun.rolls_left, card=CARD)[0].to_come
    error = seats.total.std() / len(seats) ** 0.5
    assert seats.total.mean() == pytest.approx(100 + to_come, abs=4 * error)
    error = seats.expected.std() / len(seats) ** 0.5
    assert seats.expected.mean() == pytest.approx(100 + to_come, abs=4 * error + 1e-3)


def test_errors_cost_points_and_more_of_them_more() -> None:
    totals = []
    for error in (0.0, 3.0, 12.0):
        playing = player(ordered(), error)
        totals.append(played_on(playing, playing.seats(CARD, 1000, saved=6)).total.mean())
    assert totals[0] > totals[1] + 1 > totals[2] + 5


@pytest.mark.parametrize(("game", "left"), [("maxi_yatzy", 0), ("maxi_yatzy", 3), ("mega_yatzy", 2)])
def test_errors_are_those_of_a_computer_that_is_asked_for_each_choice(game: str, left: int) -> None:
    model = plain(ruleset(game))
    assert isinstance(model, Model)
    card = {box.id: 2 * (box.face or 5) for box in ruleset(game).boxes[:9]}
    error, trials = 3.0, 4000
    in_step = chosen(model, card, left, error, trials)
    found = computers.choices(model.advise(ASTRAY, rolls_left=left, card=card))
    worth, luck = np.array([one.to_come for one in found]), np.random.default_rng(6)
    asked = Counter(computers.choice(found[seen(worth, error, luck).argmax()].move) for _ in range(trials))
    apart = sum(abs(asked[key] - in_step[key]) for key in asked | in_step) / 2 / trials
    assert set(asked) & set(in_step)
    assert apart < 0.06


def chosen(model: Model, card: dict[str, int], left: int, error: float, trials: int) -> Counter[str]:
    """What so many seats with the same card and dice choose, as computers.choice writes it."""
    values = model.values
    sheet = values.sheet
    cards = Player(sheet, values.chase, values.levels, np.random.default_rng()).seats(card, 1).cards
    found = worths(sheet, len(card), cards, values.levels[len(card) + 1])
    stages = [copied(one) for one in Turn(sheet, values.chase, 1).stages(found, 1, left, keeps=True)]
    choosing = Choosing(sheet, values.chase, error, np.random.default_rng(5))
    dice, column = np.tile(ASTRAY, (trials, 1)), np.zeros(trials, np.intp)
    choices = choosing.choose(found, stages[left], dice, column)
    return Counter(
        computers.choice("".join(str(die) if on else "_" for die, on in zip(ASTRAY, held, strict=True)))
        if box == ROLLS_ON
        else sheet.numbers.boxes[box].id
        for box, held in zip(choices.box.tolist(), choices.held.tolist(), strict=True)
    )
