"""Strategy for saved rolls: what fitting a model costs, what a question costs, and how well its advice plays."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import cycle, islice
from statistics import median

import numpy as np

from engine.dice.ruleset import Ruleset
from engine.games import dice_game
from engine.strategy import Model, model
from engine.strategy.lattice import Floats
from engine.strategy.saving.levels import Level, Over
from engine.strategy.saving.play import Played, Player
from engine.strategy.saving.sheet import Cards, Sheet

GAMES = ("maxi_yatzy", "mega_yatzy")
MATCHES = {"maxi_yatzy": 100_000, "mega_yatzy": 20_000}
SIMPLE_MATCHES = 10_000
PERFECT = {"maxi_yatzy": 496.634}
"""Worked out once in C, in 749 s of CPU and 2.85 GB."""

TARGET = 495.8
QUERY_TARGET_MS = 10
PAR_SAVED = 5
"""A box's par is what it is worth alone, with so many rolls saved."""

PER_SAVED = (2.5, 4.0, 6.0, 8.0, 10.0)
TRIED = 2000


class Par:
    """A level of a simple policy: each open box is worth a fixed number of points, and so is each saved roll."""

    def __init__(self, sheet: Sheet, filled: int, par: Sequence[float], per_saved: float) -> None:
        self._sheet, self._par = sheet, np.array(par, np.float32)
        self._saved = per_saved * np.arange(sheet.most_saved(filled) + 1, dtype=np.float32)

    def values(self, cards: Cards) -> Floats:
        open_ = np.stack([self._sheet.is_open(cards, box) for box in range(self._sheet.size)], axis=1)
        worth: Floats = (open_ @ self._par)[:, np.newaxis] + self._saved
        return worth


def main() -> None:
    """Measure, and print Markdown."""
    print("### Cost of a model\n")
    print("| game | CPU s to fit | bytes | ms a question (median) | most |\n|---|---|---|---|---|")
    models = {game: measured(game) for game in GAMES}
    print(f"\nTarget: at most {QUERY_TARGET_MS} ms a question.\n")
    print("### Average totals\n")
    print("The last column takes the luck of the dice out of the mean, which is exact where dice have no position.\n")
    print("| game | policy | matches | mean | sd | mean without luck |\n|---|---|---|---|---|---|")
    for game, fitted in models.items():
        compared(game, fitted)
    print(f"\nTarget for maxi_yatzy: {TARGET} or better.")


def rules_of(game_id: str) -> Ruleset:
    game = dice_game(game_id)
    return game.rules(game.complete())


def measured(game_id: str) -> Model:
    """The model, its cost printed as a row."""
    rules, before = rules_of(game_id), time.process_time()
    found = model(rules)
    spent = time.process_time() - before
    size = sum(array.nbytes for array in found.values.arrays.values())
    asked = questions(found, rules)
    print(f"| {game_id} | {spent:.1f} | {size:,} | {median(asked):.1f} | {max(asked):.1f} |", flush=True)
    return found


def questions(asked: Model, rules: Ruleset) -> list[float]:
    """Milliseconds of CPU to answer about each of some cards, with all numbers of rolls that play leaves."""
    luck, costs = np.random.default_rng(1), []
    for filled, left in islice(zip(cycle(range(len(rules.boxes))), cycle((1, 2, 3, 5, 8, 12, 16))), 200):
        boxes = luck.permutation(len(rules.boxes))[:filled]
        card = {rules.boxes[box].id: 2 * (rules.boxes[box].face or 5) for box in boxes}
        dice = luck.integers(1, 7, rules.dice).tolist()
        before = time.process_time()
        asked.advise(dice, rolls_left=min(left, 2 * filled + 2), card=card)
        costs.append((time.process_time() - before) * 1000)
    return costs


def compared(game_id: str, fitted: Model) -> None:
    """Rows for simple policies and the model."""
    sheet, values = fitted.values.sheet, fitted.values
    row(game_id, "most points now", play(fitted, policy(sheet, [0.0] * sheet.size, 0.0), SIMPLE_MATCHES), exact=False)
    par = pars(fitted)
    per_saved = max(PER_SAVED, key=lambda each: play(fitted, policy(sheet, par, each), TRIED).totals.mean())
    name = f"most points above par, {per_saved} a saved roll (the best of {PER_SAVED})"
    row(game_id, name, play(fitted, policy(sheet, par, per_saved), SIMPLE_MATCHES), exact=False)
    row(game_id, "the model", play(fitted, values.levels, MATCHES[game_id]), exact=values.chase is None)
    if game_id in PERFECT:
        print(f"| {game_id} | perfect play | | {PERFECT[game_id]} | | |", flush=True)


def pars(fitted: Model) -> list[float]:
    """What each box is worth as the last one, the bonus being decided."""
    sheet, last = fitted.values.sheet, fitted.values.levels[-2]
    masks = [(sheet.full, 63 - (1 << face)) for face in range(6)]
    masks += [(sheet.full - (1 << box), 63) for box in range(sheet.size - 6)]
    cards = Cards(np.array([lower for lower, _ in masks]), np.array([sheet.upper.decided(upper) for _, upper in masks]))
    found: list[float] = last.values(cards)[:, PAR_SAVED].tolist()
    return found


def policy(sheet: Sheet, par: list[float], per_saved: float) -> list[Level]:
    """The levels of a simple policy."""
    return [*(Par(sheet, filled, par, per_saved) for filled in range(sheet.size)), Over(sheet)]


def play(fitted: Model, levels: list[Level], matches: int) -> Played:
    """So many matches by these levels, always the same ones."""
    return Player(fitted.values.sheet, fitted.values.chase, levels, np.random.default_rng(2)).play(matches)


def row(game_id: str, name: str, played: Played, *, exact: bool) -> None:
    """What came of a policy; the second mean needs values that foresee a turn exactly."""
    matches = len(played.totals)
    mean, spread = played.totals.mean(), played.totals.std()
    without = f"{played.expected.mean():.3f} ± {played.expected.std() / matches**0.5:.3f}" if exact else ""
    error = spread / matches**0.5
    print(f"| {game_id} | {name} | {matches:,} | {mean:.2f} ± {error:.2f} | {spread:.1f} | {without} |", flush=True)


if __name__ == "__main__":
    main()
