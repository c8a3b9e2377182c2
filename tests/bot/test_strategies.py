"""The strategist: plain until its table is there, then perfect; what takes long is done by a process, and in order."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
import pytest_asyncio

from bot.errors import NoStrategy, TooManyQuestions
from bot.policies import Builder
from bot.strategies import MOST_ADVISED, MOST_THOUGHT_OF, Strategies
from bot.text.sentences import sentence
from bot.worker import Worker
from engine.dice.dice_game import Turn
from engine.dice.ruleset import Score
from engine.dice.scorecard import Scorecard
from engine.game import Seat, Unsupported
from engine.games import catalogue
from engine.match import Match, Player
from engine.strategy import kept
from engine.strategy.computers import LEVELS
from engine.strategy.plain import plain
from engine.strategy.position import advise_state
from engine.strategy.review import review
from tests.bot.policies.builders import BuilderHere, DyingBuilder, HeldBuilder, wanted
from tests.bot.seated import Seeded

GAME = catalogue["yahtzee"]
OPTIONS = GAME.complete({"order": "top_down", "multiple_yahtzees": False})
RULES = wanted(multiple_yahtzees=False).ruleset
"""Their table takes a moment."""


def begun(options: object = OPTIONS) -> Match:
    """A match whose first dice lie there."""
    match = Match.start(GAME, options, (Player("Ada"), Player("Computer", "casual")))  # type: ignore[arg-type]
    return match.play(match.to_move, match.game.legal_moves(match.state, match.to_move)[0], Seeded(Random(1)))  # type: ignore[arg-type]


@cache
def played() -> Match:
    """A match to its end, each turn a single roll."""
    match, dice = begun(), Seeded(Random(1))
    while (seat := match.to_move) is not None:
        match = match.play(seat, match.game.legal_moves(match.state, seat)[-1], dice)
    return match


Make = Callable[..., Strategies]


@pytest_asyncio.fixture
async def make(tmp_path: Path) -> AsyncIterator[Make]:
    """Makes strategists over one folder; they end with the test, and leave no process."""
    made: list[Strategies] = []

    def strategies(builder: Builder | None = None, folder: Path = tmp_path / "strategy", **more: object) -> Strategies:
        made.append(Strategies(folder, builder=builder, **more))  # type: ignore[arg-type]
        return made[-1]

    yield strategies
    for one in made:
        await one.close()
    assert not multiprocessing.active_children()


async def perfect(strategies: Strategies, match: Match) -> None:
    """Ask for advice until the table is there."""
    while (await strategies.advise(match)).basis == "plain":
        pass


async def test_a_plain_policy_answers_until_the_table_is_there(make: Make) -> None:
    builder = HeldBuilder()
    strategies, match = make(builder), begun()
    first = await strategies.advise(match)
    assert first.basis == "plain"
    assert list(first.moves) == advise_state(plain(RULES), match.state)
    builder.leave.set()
    await perfect(strategies, match)
    then = await strategies.advise(match)
    assert then.basis == "perfect"
    assert list(then.moves) == advise_state(kept.made(RULES), match.state)


def last_turn(lead: int) -> Match:
    """A match whose second seat has thrown 66654 for its last box, chance, one roll being left: so far behind."""
    match = begun()
    full = Scorecard(dict.fromkeys(RULES.index, Score(0)))
    cards = (full.without("chance").with_score("chance", Score(lead)), full.without("chance"))
    return match.with_state(replace(match.state, cards=cards, turn=Turn(Seat(1), (6, 6, 6, 5, 4), used=2)))


@pytest.mark.parametrize(("lead", "chance"), [(28, 0.25), (29, 1 / 12)])
async def test_who_is_behind_is_told_what_wins(make: Make, lead: int, chance: float) -> None:
    strategies, match = make(BuilderHere()), last_turn(lead)
    await perfect(strategies, match)
    advised = await strategies.advise(match)
    assert advised.moves[0].move == "chance", "27 points are more than a roll brings"
    assert advised.to_win is not None
    assert advised.to_win.move == "6665_"
    assert advised.to_win.chance == pytest.approx(chance, abs=1e-3)
    assert advised.to_win.for_points == pytest.approx(0, abs=1e-3)


async def test_who_wins_by_playing_for_points_is_told_nothing_else(make: Make) -> None:
    strategies, match = make(BuilderHere()), last_turn(20)
    await perfect(strategies, match)
    assert (await strategies.advise(match)).to_win is None


async def test_whoever_prepares_finds_it_built(make: Make) -> None:
    builder = BuilderHere()
    strategies = make(builder)
    for _ in range(3):
        strategies.prepare(GAME, OPTIONS)
    await perfect(strategies, begun())
    assert len(builder.built) == 1


async def test_a_computer_plays_at_its_level(make: Make) -> None:
    strategies = make(BuilderHere(), luck=lambda: np.random.default_rng(7))
    match = begun()
    await perfect(strategies, match)
    moves = {level: await strategies.choose(match, level) for level in LEVELS}
    assert moves["perfect"] == (await strategies.advise(match)).moves[0].move
    assert moves["careless"] != moves["perfect"]


async def test_games_without_a_strategy_are_refused(make: Make) -> None:
    strategies = make(BuilderHere())
    klondike = catalogue["klondike"]
    options = klondike.complete()
    strategies.check(GAME, OPTIONS)
    with pytest.raises(Unsupported, match="Klondike"):
        strategies.check(klondike, options)
    strategies.prepare(klondike, options)
    with pytest.raises(Unsupported, match="Klondike"):
        await strategies.advise(Match.start(klondike, options, (Player("Ada"),)))


async def test_a_process_of_its_own_builds_and_another_reviews(
    make: Make, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    thinker = Worker("the thinker")
    strategies = make(thinker=thinker)
    told = await strategies.review(played())
    assert told == review(kept.made(RULES), played())
    assert "building the strategy of Yahtzee: 100 %" in caplog.text
    (file,) = (tmp_path / "strategy").iterdir()
    assert file.suffix == ".strategy"

    assert thinker.pid is not None
    os.kill(thinker.pid, signal.SIGKILL)
    with pytest.raises(NoStrategy):
        await strategies.review(played())
    assert await strategies.review(played()) == told


async def test_where_no_file_can_be_written_there_are_reviews_as_well(make: Make, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file, and no folder")
    strategies = make(BuilderHere(), folder=tmp_path / "taken" / "strategy")
    assert await strategies.review(played()) == review(kept.made(RULES), played())
    assert (await strategies.advise(begun())).basis == "perfect"
    winner = played().outcome.winners()
    assert await strategies.chances(played()) == tuple(float(seat in winner) for seat in range(2))
    first, second = await strategies.chances(begun())
    assert 0 < first < 1
    assert first + second == pytest.approx(1)


async def test_a_review_without_its_table_is_refused_with_a_sentence(make: Make) -> None:
    strategies = make(DyingBuilder(deaths=1))
    with pytest.raises(NoStrategy) as refused:
        await strategies.review(played())
    assert sentence(refused.value) == "I couldn't work that out just now; please try again in a minute."
    assert (await strategies.advise(begun())).basis == "plain"


async def test_of_too_many_reviews_the_last_ones_are_refused(make: Make) -> None:
    builder = HeldBuilder()
    strategies = make(builder)
    waiting = [asyncio.create_task(strategies.review(played())) for _ in range(MOST_THOUGHT_OF)]
    await asyncio.sleep(0)
    with pytest.raises(TooManyQuestions) as refused:
        await strategies.review(played())
    assert "try again in a moment" in sentence(refused.value)
    builder.leave.set()
    assert len(await asyncio.gather(*waiting)) == MOST_THOUGHT_OF


async def test_of_too_many_hints_the_last_ones_are_refused_but_no_computer_is(make: Make) -> None:
    strategies, match = make(HeldBuilder()), begun()
    hints = [asyncio.create_task(strategies.advise(match)) for _ in range(MOST_ADVISED)]
    await asyncio.sleep(0)
    with pytest.raises(TooManyQuestions):
        await strategies.advise(match)
    assert await strategies.choose(match, "strong")
    assert {advised.basis for advised in await asyncio.gather(*hints)} == {"plain"}
    assert (await strategies.advise(match)).basis == "plain"


async def test_closing_ends_a_build_and_whoever_waits_for_it(make: Make, caplog: pytest.LogCaptureFixture) -> None:
    slow = begun(GAME.complete({"multiple_yahtzees": True}))
    strategies = make()
    waiting = asyncio.create_task(strategies.review(slow))
    while not multiprocessing.active_children():
        assert (await strategies.advise(slow)).basis == "plain"
    await strategies.close()
    assert not multiprocessing.active_children()
    with pytest.raises(NoStrategy):
        await waiting
    with pytest.raises(NoStrategy):
        await strategies.advise(slow)
    strategies.prepare(GAME, OPTIONS)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
