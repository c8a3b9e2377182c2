"""Strategy for saved rolls: what fitting a model costs, what a question costs, and how well its advice plays."""

from __future__ import annotations

import time
from itertools import cycle, islice
from statistics import median

import numpy as np

from engine.dice.ruleset import Ruleset
from engine.games import dice_game
from engine.strategy import Model, model, plain
from engine.strategy.saving.levels import Level, Over
from engine.strategy.saving.play import Played, Player

GAMES = ("maxi_yatzy", "mega_yatzy")
MATCHES = {"maxi_yatzy": 100_000, "mega_yatzy": 20_000}
SIMPLE_MATCHES = 10_000
PERFECT = {"maxi_yatzy": 496.634}
"""Worked out once in C, in 749 s of CPU and 2.85 GB."""

TARGET = 495.8
QUERY_TARGET_MS = 10
PER_SAVED = (2.5, 4.0, 6.0, 8.0, 10.0)
TRIED = 2000


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
    nothing: list[Level] = [Over(sheet)] * (sheet.size + 1)
    row(game_id, "most points now", play(fitted, nothing, SIMPLE_MATCHES), exact=False)
    par = plain.pars(sheet.numbers, values.chase)
    best = max(PER_SAVED, key=lambda each: play(fitted, plain.levels(sheet, par, each), TRIED).totals.mean())
    for name, per_saved in (("as the bot's", plain.PER_SAVED), (f"the best of {PER_SAVED}", best)):
        simple = play(fitted, plain.levels(sheet, par, per_saved), SIMPLE_MATCHES)
        row(game_id, f"most points above par, {per_saved:g} a saved roll ({name})", simple, exact=False)
    row(game_id, "the model", play(fitted, values.levels, MATCHES[game_id]), exact=values.chase is None)
    if game_id in PERFECT:
        print(f"| {game_id} | perfect play | | {PERFECT[game_id]} | | |", flush=True)


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
