"""Reviews, the account of luck and skill in a result, and who is ahead: pressed, waited for, and after restarts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.account import Account, SeatAccount
from bot.errors import NoStrategy, TooManyQuestions
from bot.pictures.specimens import CHANCE, specimen
from bot.reviews import MOST_ASKING, PATIENCE, PAUSE, before_the_last_round
from bot.store import Store, StoreError
from engine.game import Move, Seat
from engine.match import Match
from engine.strategy.review import LuckyRoll, Mistake, Review, SeatReview
from tests.bot.board import Board, told, walk
from tests.bot.table import Table

MISTAKE = Mistake(1, 1, (6, 6, 6, 6, 6), 2, Move("chance"), Move("yatzy"), 21.53)
LUCK = LuckyRoll(1, 1, Move("roll"), (6, 6, 6, 6, 6), 30.2)
REVIEW = Review(
    (
        SeatReview(248.44, -3.1, 21.53, 193.81, 30, (MISTAKE,), LUCK),
        SeatReview(248.44, 0.0, 0.0, 248.44, 0, (), None),
    ),
    approximate=False,
)
"""What there is to say of the games that are played here: Ada has 30 points, and Bo has resigned."""

ACCOUNT = ["-# Ada: luck −3, given away 22, unplayed 194", "-# Bo: luck 0, given away 0, unplayed 248"]
SUMS = [
    "Ada: 248.4 on average − 3.1 luck − 21.5 given away − 193.8 unplayed = **30**",
    "Bo: 248.4 on average + 0.0 luck − 0.0 given away − 248.4 unplayed = **0**",
]


def lines(text: str) -> list[str]:
    return text.replace("\u2068", "").replace("\u2069", "").splitlines()


def says(board: Board, wanted: list[str]) -> bool:
    """Whether the message has all these lines."""
    return set(wanted) <= set(lines(board.shown.text))


async def begun(table: Table, *members: MemberActor, channel: Any = None) -> Board:
    """A game in which the first has scored 30 points."""
    table.roll_next("66666")
    board = await table.play("yatzy", *(members or (table.ada, table.bo)), channel=channel)
    await board.press(table.ada, "Roll")
    await board.choose(table.ada, "chance")
    return board


async def over(table: Table, *members: MemberActor, channel: Any = None) -> Board:
    """The same game after the last one has gone."""
    board = await begun(table, *members, channel=channel)
    await go(board, table.bo if len(members) != 1 else table.ada, "resign" if len(members) != 1 else "end")
    return board


async def go(board: Board, member: MemberActor, word: str) -> None:
    await board.forge(member, f"v1:1:0:{word}.yes")


def private(table: Table, result: InteractionResult) -> Board:
    """The message that only the member sees."""
    [answer] = [m for m in (result.response, *result.followups) if m is not None and m.ephemeral]
    return table.at(answer)


def reviewed_by(table: Table, work: Callable[[Match], Awaitable[Review]]) -> list[Match]:
    """Have the strategist work so on reviews from now on; returns the matches that it is asked about."""
    asked: list[Match] = []

    async def review(match: Match) -> Review:
        asked.append(match)
        return await work(match)

    table.strategist.review = review
    return asked


async def at_once(_match: Match) -> Review:
    return REVIEW


async def never(_match: Match) -> Review:
    raise NoStrategy


A_WHILE = 60


async def in_a_while(_match: Match) -> Review:
    await asyncio.sleep(A_WHILE)
    return REVIEW


# -- the review -------------------------------------------------------------------------------------------------------


async def test_a_player_sees_all_sums_and_their_own_mistakes(table: Table) -> None:
    table.strategist.reviews.append(REVIEW)
    board = await over(table)
    review = private(table, await board.press(table.ada, "Review"))
    assert says(review, SUMS)
    assert lines(review.shown.text)[-3:] == [
        "**Ada's largest mistake**",
        "1. Turn 1, 6 6 6 6 6 with two rolls left: scored Chance; Yatzy was 21.5 better.",
        "Luckiest roll: turn 1, 6 6 6 6 6, worth 30.2 more than expected.",
    ]
    [numbered] = [part["content"] for part in walk(review.shown.components) if "\n1. " in part.get("content", "")]
    assert "Luckiest" not in numbered, "it would be drawn as a part of the last mistake"
    assert review.pictured.size == (1100, 700)
    assert review.shown.alt_text.startswith("Ada wins with 30. Luck and skill, in points. Perfect play averages 248.")
    theirs = private(table, await board.press(table.bo, "Review"))
    assert lines(theirs.shown.text)[-1] == "**Bo made no mistake.**"


async def test_an_onlooker_sees_the_winners_mistakes_and_then_another_seats(table: Table) -> None:
    asked = reviewed_by(table, at_once)
    board = await over(table)
    review = private(table, await board.press(table.cleo, "Review"))
    assert "**Ada's largest mistake**" in lines(review.shown.text)
    assert [(entry["label"], entry.get("default")) for entry in review.shown.menu["options"]] == [
        ("Mistakes of Ada", True),
        ("Mistakes of Bo", None),
    ]
    picture = review.pictured
    await review.choose(table.cleo, "1")
    assert says(review, SUMS)
    assert lines(review.shown.text)[-1] == "**Bo made no mistake.**"
    assert review.pictured == picture, "it is kept, and not sent again"
    assert len(asked) == 1, "what is known is not asked for again"


async def test_a_forged_seat_is_none(table: Table) -> None:
    table.strategist.reviews.append(REVIEW)
    board = await over(table)
    menu = private(table, await board.press(table.ada, "Review")).shown.menu["custom_id"]
    for value in ("2", "-1", "x", "٣"):
        assert "doesn't work any more" in told(await board.forge(table.ada, menu, value))


async def test_alone_there_is_nobody_to_choose(table: Table) -> None:
    table.strategist.reviews.append(Review(REVIEW.seats[:1], approximate=False))
    board = await over(table, table.ada)
    review = private(table, await board.press(table.bo, "Review"))
    assert says(review, SUMS[:1])
    assert review.shown.custom_ids == []


async def test_who_prefers_text_gets_text_and_the_others_a_picture(table: Table) -> None:
    reviewed_by(table, at_once)
    board = await over(table)
    await table.cleo.slash(table.channel, "card", how="text")
    review = private(table, await board.press(table.cleo, "Review"))
    assert review.picture is None
    assert says(review, SUMS)
    await review.choose(table.cleo, "1")
    assert (review.picture, says(review, SUMS)) == (None, True)
    assert private(table, await board.press(table.bo, "Review")).picture is not None


async def test_where_no_file_may_be_attached_it_is_text(table: Table) -> None:
    reviewed_by(table, at_once)
    denied = {table.guild.default_role: discord.PermissionOverwrite(attach_files=False)}
    board = await over(table, channel=table.guild.create_text_channel("bare", overwrites=denied))
    review = private(table, await board.press(table.bo, "Review"))
    assert review.picture is None
    assert says(review, SUMS)


async def test_where_discord_refuses_the_picture_it_is_text(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    reviewed_by(table, at_once)
    board = await over(table)
    table.env.inject_error("POST", "/interactions/*/*/callback", status=413, code=40005)
    review = private(table, await board.press(table.bo, "Review"))
    assert review.picture is None
    assert says(review, SUMS)
    assert "refused the picture" in caplog.text


async def test_who_waits_for_a_table_sees_that_the_bot_is_thinking(table: Table) -> None:
    reviewed_by(table, never)
    board = await over(table)
    reviewed_by(table, in_a_while)
    press = board.emit(table.cleo, board.shown.custom_id("Review"))
    await table.env.advance_time(2)
    assert press.acknowledged
    assert press.ephemeral, "and not in public"
    await table.env.advance_time(60)
    assert says(private(table, press), SUMS)
    assert private(table, press).picture is not None


async def test_who_waits_for_a_table_keeps_nobody_else_out(table: Table) -> None:
    await table.restart(presses_in_flight=1)
    reviewed_by(table, never)
    board = await over(table)
    reviewed_by(table, in_a_while)
    press = board.emit(table.cleo, board.shown.custom_id("Review"))
    await table.env.advance_time(2)
    table.roll_next("12345")
    other = await table.play("yatzy", table.bo)
    await other.press(table.bo, "Roll")
    assert (await table.session()).running().state.turn.dice == (1, 2, 3, 4, 5)
    await table.env.advance_time(60)
    assert says(private(table, press), SUMS)


async def test_what_cannot_be_had_is_said_in_a_sentence(table: Table) -> None:
    board = await over(table)
    rows = table.rows()
    assert told(await board.press(table.ada, "Review")) == (
        "I couldn't work that out just now; please try again in a minute."
    )
    assert table.rows() == rows


async def test_a_running_game_is_not_reviewed(table: Table) -> None:
    board = await begun(table)
    rows = table.rows()
    for word in ("review", "reviewof"):
        said = told(
            await board.forge(table.ada, f"v1:1:{(await table.session()).ply}:{word}", *["0"] * (word != "review"))
        )
        assert said == "A review looks at a game that is over: come back when this one is."
    assert table.rows() == rows


async def test_a_stopped_game_has_neither_review_nor_account(table: Table) -> None:
    asked = reviewed_by(table, at_once)
    board = await begun(table)
    await table.ada.slash(table.channel, "stop")
    assert "result" in board.shown.text
    assert "Review" not in board.shown.labels
    assert told(await board.forge(table.bo, "v1:1:2:review")).startswith("There is nothing to review here")
    assert "luck" not in board.shown.text
    assert asked == []


async def test_where_nobody_played_there_is_nothing_to_review(table: Table) -> None:
    asked = reviewed_by(table, at_once)
    board = await table.play("yatzy", table.ada, table.bo)
    await go(board, table.bo, "resign")
    assert board.shown.labels == ["Rematch", "Check the dice"]
    assert asked == []


async def test_klondike_is_not_reviewed(table: Table) -> None:
    asked = reviewed_by(table, at_once)
    board = await table.play("klondike")
    await board.press(table.ada, "Draw")
    await go(board, table.ada, "end")
    assert "Review" not in board.shown.labels
    assert told(await board.forge(table.ada, "v1:1:2:review")).startswith("There is nothing to review here")
    assert asked == []


# -- the account ------------------------------------------------------------------------------------------------------


async def test_the_result_says_what_luck_and_skill_did(table: Table) -> None:
    table.strategist.reviews.append(REVIEW)
    board = await over(table)
    assert lines(board.shown.text)[2:6] == ["🥇 Ada — 30", "🏳️ Bo — 0 (resigned)", *ACCOUNT]
    assert board.pictured.name.startswith("result-")
    stored = (await table.stored()).account
    assert stored == Account(tuple(map(SeatAccount.of, REVIEW.seats)))


async def test_the_press_that_ends_the_game_is_answered_before_anybody_is_asked(table: Table) -> None:
    seen: list[str] = []

    async def looking(_match: Match) -> Review:
        seen.append(board.shown.text)
        return REVIEW

    reviewed_by(table, looking)
    board = await begun(table)
    await go(board, table.bo, "resign")
    [shown] = seen
    assert "## Yatzy · result" in shown
    assert "luck" not in shown


async def test_it_is_there_after_a_restart(table: Table) -> None:
    table.strategist.reviews.append(REVIEW)
    board = await over(table)
    await table.restart()
    asked = reviewed_by(table, at_once)
    await board.forge(table.ada, "v1:1:0:roll")  # an old button, which shows the true result
    assert says(board, ACCOUNT)
    assert asked == []


async def test_after_a_crash_it_comes_with_the_review(table: Table) -> None:
    """The process ended before the strategist had answered."""
    reviewed_by(table, in_a_while)
    board = await over(table)
    await table.restart()
    reviewed_by(table, at_once)
    assert not says(board, ACCOUNT)
    review = private(table, await board.press(table.cleo, "Review"))
    assert says(review, SUMS)
    assert says(board, ACCOUNT)


async def test_the_bot_ends_while_the_strategist_thinks(table: Table) -> None:
    asked = reviewed_by(table, in_a_while)
    board = await over(table)
    assert len(asked) == 1
    async with asyncio.timeout(5):
        await table.bot.close()
    assert (await table.stored()).account is None
    assert "result" in board.shown.text


async def test_what_takes_long_is_asked_for_once_and_shown_when_it_is_there(table: Table) -> None:
    """A match of eight is thought about for seconds, on a slow machine for longer than anybody waits at a time."""
    asked = reviewed_by(table, in_a_while)
    board = await over(table)
    await table.env.advance_time(2 * (PATIENCE + PAUSE))
    assert not says(board, ACCOUNT)
    await table.env.advance_time(A_WHILE)
    assert says(board, ACCOUNT)
    assert len(asked) == 1


async def test_while_there_is_no_time_for_it_it_is_asked_for_again(table: Table) -> None:
    asked = reviewed_by(table, too_many)
    board = await over(table)
    assert (len(asked), says(board, ACCOUNT)) == (1, False)
    reviewed_by(table, at_once)
    await table.env.advance_time(PAUSE + 1)
    assert says(board, ACCOUNT)


async def too_many(_match: Match) -> Review:
    raise TooManyQuestions


async def test_it_is_not_asked_for_for_ever(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.reviews.TRIES", 2)
    asked = reviewed_by(table, in_a_while)
    board = await over(table)
    await table.env.advance_time(2 * A_WHILE)
    assert (len(asked), says(board, ACCOUNT)) == (1, False)


async def test_many_games_that_end_at_once_all_get_theirs(table: Table) -> None:
    thinking = Thinking()
    reviewed_by(table, thinking)
    boards = []
    for number in range(1, MOST_ASKING + 2):
        board = await table.play("yatzy", table.cleo, channel=table.guild.create_text_channel(f"room-{number}"))
        await board.press(table.cleo, "Roll")
        await board.forge(table.cleo, f"v1:{number}:0:end.yes")
        boards.append(board)
    for _ in range(6):
        await table.env.advance_time(PAUSE)
    assert ["Cleo: luck" in "\n".join(lines(board.shown.text)) for board in boards] == [True] * len(boards)
    assert thinking.most <= MOST_ASKING, "and members who ask have a place left"


@dataclass
class Thinking:
    """A strategist's moment for each match; `most` is of how many it has thought at once."""

    now: int = 0
    most: int = 0

    async def __call__(self, _match: Match) -> Review:
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(5.5)
        self.now -= 1
        return Review(REVIEW.seats[1:], approximate=False)


@pytest.mark.parametrize("failure", [StoreError("The disk is full."), RuntimeError("a fault")], ids=["store", "fault"])
async def test_a_failure_leaves_the_result_as_it_was(
    table: Table, failure: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table.strategist.reviews.append(REVIEW)

    async def fail(*_args: Any, **_more: Any) -> None:
        raise failure

    with monkeypatch.context() as patch:
        patch.setattr(Store, "save_account", fail)
        board = await over(table)
    assert "result" in board.shown.text
    assert not says(board, ACCOUNT)
    [logged] = [entry for entry in caplog.records if entry.levelno >= logging.WARNING]
    assert "says nothing of luck and skill" in logged.message
    assert says(private(table, await board.press(table.ada, "Review")), SUMS)
    assert says(board, ACCOUNT), "and the next one who asks brings it"


async def test_the_result_tells_the_chances_before_the_last_round(table: Table) -> None:
    asked: list[Match] = []

    async def chances(match: Match) -> tuple[float, ...]:
        asked.append(match)
        return (0.25, 0.75)

    table.strategist.chances = chances
    table.strategist.reviews.append(REVIEW)
    table.roll_next("66666", "11111")
    board = await table.play("yatzy", table.ada, table.bo)
    for member in (table.ada, table.bo):
        await board.press(member, "Roll")
        await board.choose(member, "chance")
    await go(board, table.ada, "resign")
    assert "-# Chances to win before the last round, if played perfectly: Bo 75 %, Ada 25 %." in lines(board.shown.text)
    [match] = asked
    assert [len(card.scores) for card in match.state.cards] == [1, 1]
    assert match.to_move == Seat(0)


def test_the_last_round_begins_with_one_open_box_each() -> None:
    match = before_the_last_round(specimen("yatzy", 3, "end"))
    assert match is not None
    assert [len(card.scores) for card in match.state.cards] == [14] * 3
    assert (match.to_move, match.state.turn.used) == (Seat(0), 0)


def test_a_first_roll_that_is_made_by_itself_belongs_to_the_last_round() -> None:
    match = before_the_last_round(specimen("figure_yatzy", 2, "end"))
    assert match is not None
    assert match.state.turn.dice == ()


def test_where_there_was_no_round_before_nobody_had_a_chance() -> None:
    assert before_the_last_round(specimen("yatzy", 1, "end")) is None
    start = specimen("yatzy", 2, "start")
    assert before_the_last_round(start.play(Seat(1), Move("resign"), CHANCE)) is None


# -- who is ahead -----------------------------------------------------------------------------------------------------


async def test_who_is_ahead_is_told_on_demand(table: Table) -> None:
    table.strategist.winning.extend([(0.624, 0.376), (0.5, 0.5)])
    board = await begun(table)
    more = private(table, await board.press(table.cleo, "More"))
    await more.press(table.cleo, "Who is ahead?")
    assert lines(more.shown.text)[0] == "Ada 62 %, Bo 38 %, if everybody played on perfectly."
    again = private(table, await board.press(table.bo, "More"))
    await again.press(table.bo, "Who is ahead?")
    assert lines(again.shown.text) == lines(more.shown.text), "nothing has happened since"
    await board.press(table.bo, "Roll")
    later = private(table, await board.press(table.bo, "More"))
    await later.press(table.bo, "Who is ahead?")
    assert lines(later.shown.text)[0] == "Ada 50 %, Bo 50 %, if everybody played on perfectly."


async def test_alone_nobody_is_ahead(table: Table) -> None:
    board = await begun(table, table.ada)
    more = private(table, await board.press(table.ada, "More"))
    assert more.shown.labels == ["Rules", "Card as text", "Odds", "End game"]
    assert told(await board.forge(table.ada, "v1:1:2:ahead")) == "Nobody is left to be ahead of."


async def test_nobody_is_ahead_in_a_game_that_is_over(table: Table) -> None:
    board = await begun(table)
    more = private(table, await board.press(table.bo, "More"))
    await go(board, table.bo, "resign")
    assert told(await more.press(table.bo, "Who is ahead?")) == "This game is over; `/play` starts a new one."
