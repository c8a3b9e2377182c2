"""Policies at hand: from files where they are in order, else built, once, and whatever happens meanwhile."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from pathlib import Path

import pytest
import pytest_asyncio

from bot.policies import Builder, Policies, Wanted, files
from bot.policies.shelf import RETRY_SECONDS
from bot.worker import WorkerDied
from engine.strategy import Policy, kept
from tests.bot.policies.builders import BuilderHere, DyingBuilder, HeldBuilder, wanted

WAIT = 60
"""Seconds; only a test that is about to fail waits so long."""

RULES = wanted(multiple_yahtzees=False)
ALIKE = wanted(multiple_yahtzees=False, joker="free_choice")
OTHERS = (wanted("yatzy"), wanted("figure_yatzy"))
Shelf = Callable[..., Policies]


@pytest.fixture(autouse=True)
def _log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)


@pytest_asyncio.fixture
async def shelf(tmp_path: Path) -> AsyncIterator[Shelf]:
    """Makes shelves over one folder, as bots do that share it."""
    made: list[Policies] = []

    def make(builder: Builder, *, folder: Path = tmp_path / "strategy", **more: object) -> Policies:
        made.append(Policies(folder, builder, **more))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for one in made:
        await one.close()


def fetch(policies: Policies, rules: Wanted = RULES) -> Policy:
    return policies.coming(rules).result(WAIT)


def file_of(tmp_path: Path, rules: Wanted = RULES) -> Path:
    return files.path_of(tmp_path / "strategy", rules.key)


async def test_there_is_none_until_it_is_built_and_it_is_built_once(
    shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    builder = HeldBuilder()
    policies = shelf(builder)
    assert policies.get(RULES) is None
    assert policies.get(ALIKE) is None
    waiting = [policies.coming(RULES), policies.coming(ALIKE)]
    builder.leave.set()
    found = {id(one.result(WAIT)) for one in waiting}
    assert found == {id(policies.get(RULES))}
    assert builder.built == [RULES]
    assert builder.rests == 1
    told = [record.getMessage() for record in caplog.records]
    assert told == [
        "building the strategy of Yahtzee",
        *(f"building the strategy of Yahtzee: {share} %" for share in (20, 40, 60, 80, 100)),
    ]


async def test_what_another_bot_has_built_is_mapped(shelf: Shelf) -> None:
    fetch(shelf(BuilderHere()))
    other = BuilderHere()
    policy = shelf(other).get(RULES)
    assert policy is not None
    assert policy.to_come() == kept.made(RULES.ruleset).to_come()
    assert not other.built


async def test_two_bots_that_build_the_same_at_once_do_each_other_no_harm(shelf: Shelf, tmp_path: Path) -> None:
    builders = HeldBuilder(), HeldBuilder()
    first, second = (shelf(builder).coming(RULES) for builder in builders)
    for builder in builders:
        builder.leave.set()
    assert first.result(WAIT).to_come() == second.result(WAIT).to_come()
    assert list((tmp_path / "strategy").iterdir()) == [file_of(tmp_path)]


async def test_one_that_came_while_others_were_built_is_not_built_again(shelf: Shelf) -> None:
    builder = HeldBuilder()
    policies = shelf(builder)
    coming = [policies.coming(rules) for rules in (OTHERS[0], RULES)]
    fetch(shelf(BuilderHere()))
    builder.leave.set()
    for one in coming:
        one.result(WAIT)
    assert builder.built == [OTHERS[0]]


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def _spoil(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[-1] ^= 1
    path.write_bytes(raw)


def _exchange(path: Path) -> None:
    files.write(path, "another key", kept.arrays(kept.made(RULES.ruleset)))


def _of_other_rules(path: Path) -> None:
    files.write(path, RULES.key, kept.arrays(kept.made(OTHERS[0].ruleset)))


def _foreign(path: Path) -> None:
    path.write_text("This is a letter. " * 10)


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (_cut, "it is damaged"),
        (_spoil, "it is damaged"),
        (_exchange, "it is of other rules"),
        (_of_other_rules, "values is float32"),
        (_foreign, "it is none of ours"),
    ],
)
async def test_a_file_that_will_not_do_is_built_anew_with_a_line_in_the_log(
    shelf: Shelf, tmp_path: Path, caplog: pytest.LogCaptureFixture, harm: Callable[[Path], None], says: str
) -> None:
    path = file_of(tmp_path)
    fetch(shelf(BuilderHere()))
    harm(path)
    caplog.clear()
    builder = BuilderHere()
    assert fetch(shelf(builder)).to_come() == kept.made(RULES.ruleset).to_come()
    assert builder.built == [RULES]
    (line,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert str(path) in line
    assert says in line
    assert shelf(HeldBuilder()).get(RULES) is not None


async def test_where_no_file_can_be_written_it_is_kept_in_memory(
    shelf: Shelf, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "taken").write_text("a file, and no folder")
    builder = BuilderHere()
    policies = shelf(builder, folder=tmp_path / "taken" / "strategy")
    assert fetch(policies).to_come() == kept.made(RULES.ruleset).to_come()
    assert policies.get(RULES) is not None
    assert builder.built == [RULES]
    (line,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert line.startswith("the strategy of Yahtzee is kept in memory only: ")


async def test_a_build_that_failed_is_tried_again_but_not_at_once(
    shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    builder, clock = DyingBuilder(deaths=1), [1000.0]
    policies = shelf(builder, now=lambda: clock[0])
    with pytest.raises(WorkerDied):
        fetch(policies)
    assert "the strategy of Yahtzee could not be built" in caplog.text
    assert builder.rests == 1
    clock[0] += RETRY_SECONDS - 1
    assert policies.get(RULES) is None
    with pytest.raises(WorkerDied):
        fetch(policies)
    assert len(builder.built) == 1
    fetch(policies, OTHERS[0])
    clock[0] += 1
    assert fetch(policies).to_come() > 0


async def test_only_so_many_are_at_hand(shelf: Shelf, tmp_path: Path) -> None:
    policies = shelf(BuilderHere(), most=2)
    first = fetch(policies)
    second = fetch(policies, OTHERS[0])
    assert policies.get(RULES) is first
    fetch(policies, OTHERS[1])
    assert policies.get(RULES) is first
    again = policies.get(OTHERS[0])
    assert again is not None, "its file is there"
    assert again is not second


async def test_only_so_many_wait_to_be_built(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lobby's host may try one bonus after another, each of which is a table of its own."""
    monkeypatch.setattr("bot.policies.shelf.MOST_COMING", 2)
    builder = HeldBuilder()
    policies = shelf(builder)
    coming = [policies.coming(wanted(upper_bonus=bonus)) for bonus in range(2)]
    assert policies.get(OTHERS[0]) is None
    with pytest.raises(WorkerDied):
        fetch(policies, OTHERS[0])
    assert policies.coming(wanted(upper_bonus=0)) is coming[0], "who waits already still does"
    builder.leave.set()
    for one in coming:
        one.result(WAIT)
    assert OTHERS[0] not in builder.built
    assert fetch(policies, OTHERS[0]).to_come() > 0, "as soon as there is room"


async def test_closing_gives_up_all_builds(shelf: Shelf, caplog: pytest.LogCaptureFixture) -> None:
    builder = HeldBuilder()
    policies = shelf(builder)
    coming: list[Future[Policy]] = [policies.coming(RULES), policies.coming(OTHERS[0])]
    await policies.close()
    for one in coming:
        with pytest.raises(WorkerDied):
            one.result(WAIT)
    assert policies.get(OTHERS[1]) is None
    assert not builder.built
    assert "could not be built" not in caplog.text
