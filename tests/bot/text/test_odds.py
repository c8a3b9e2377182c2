"""The chances of boxes in words."""

from __future__ import annotations

import pytest

from bot.text.odds import chance, odds_told
from engine import record


@pytest.mark.parametrize(
    ("probability", "words"),
    [
        (1.0, "sure"),
        (0.9999, "over 99 %"),
        (0.99, "99 %"),
        (0.1234, "12 %"),
        (0.01, "1 %"),
        (0.0099, "under 1 %"),
        (1e-6, "under 1 %"),
        (0.0, "0 %"),
    ],
)
def test_a_chance(probability: float, words: str) -> None:
    assert chance(probability) == words


def test_open_boxes_of_whoever_is_to_move_in_the_order_of_the_card() -> None:
    begun = '[Game "yatzy"]\n[Seat 1 "Ada"]\n[Seat 2 "Bo"]\n\n'
    match = record.read(f"{begun}1 12346 chance=16\n2 11111 yatzy=50\n")[0].replay()
    odds = {box.id: 0.5 for box in match.state.ruleset.boxes} | {"yatzy": 0.001}
    told = odds_told(match.state, odds).replace("\u00a0", " ").split(" · ")
    assert told[0] == "Ones **50 %**"
    assert told[-1] == "Yatzy **under 1 %**", "Ada's chance is filled, and Bo's card is another one"
    assert len(told) == len(match.state.ruleset.boxes) - 1
