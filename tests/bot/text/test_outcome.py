"""What happened last, how a match ended, and who came where."""

from itertools import islice

import pytest

from bot.text.outcome import duration, ending, last_event, places
from engine import record
from engine.game import Seat
from engine.games import catalogue
from engine.match import Match, Player

BEGIN = '[Game "yatzy"]\n[Seat 1 "Ada"]\n[Seat 2 "Bo"]\n\n'
THREE = BEGIN.replace("\n\n", '\n[Seat 3 "Cy"]\n\n')


def plain(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


def match(text: str) -> Match:
    return record.read(text)[0].replay()


def event(text: str) -> str:
    return plain(last_event(match(text)))


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("", "Ada begins."),
        ("1 12346", "Ada rolled all 5 dice."),
        ("1 12346 12__6 12336", "Ada rolled 2 of 5 dice."),
        ("1 66612 sixes=18", "Ada scored 18 in Sixes."),
        ("1 66612 yatzy=0", "Ada put 0 in Yatzy."),
        ("1 66612 sixes=18!", "Ada scored 18 in Sixes when the time was up."),
        ("1 66612 sixes=18\n1 undo", "Ada took back Sixes."),
        ("1 66612 sixes=18\n2 skip", "Bo's time was up: 0 in Ones."),
        ("1 66612 sixes=18\n1 resign", "Ada resigned."),
        ("stop", "The game was stopped."),
    ],
)
def test_the_last_event(moves: str, expected: str) -> None:
    assert event(f"{BEGIN}{moves}\n") == expected


@pytest.mark.parametrize(
    ("moves", "absent", "expected"),
    [
        ("1 66612 sixes=18\n2 skip", "late", "Bo's time was up: 0 in Ones."),
        ("1 66612 sixes=18\n2 skip", "away", "Bo is away: 0 in Ones."),
        ("2 resign", "left", "Bo left the game."),
        ("2 resign", "server", "Bo left the server."),
        ("2 resign", "kicked", "Bo was taken out of the game."),
        ("2 resign", "late", "Bo ran out of time."),
        ("2 resign", "away", "Bo ran out of time."),
        ("1 66612 sixes=18", "kicked", "Ada scored 18 in Sixes."),
    ],
)
def test_what_somebody_who_is_not_there_did(moves: str, absent: str, expected: str) -> None:
    assert plain(last_event(match(f"{THREE}{moves}\n"), {Seat(1): absent})) == expected


def test_extras_and_bonuses_are_named_when_they_come() -> None:
    yahtzee = '[Game "yahtzee"]\n[Seat 1 "Ada"]\n\n1 66666 yahtzee=50\n1 66666 sixes=30\n'
    assert event(yahtzee) == "Ada scored 30 in Sixes, +100 extra."
    uppers = "".join(f"1 {face * 5} {box}\n" for face, box in zip("12345", UPPER, strict=False))
    assert event(f'[Game "yatzy"]\n[Seat 1 "Ada"]\n\n{uppers}') == "Ada scored 25 in Fives, +50 as the upper bonus."


UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")


def test_a_zero_with_an_extra_is_no_loss() -> None:
    yahtzee = '[Game "yahtzee"]\n[Options "joker=free_choice"]\n[Seat 1 "Ada"]\n\n1 66666 yahtzee=50\n1 66666 twos=0\n'
    assert event(yahtzee) == "Ada put 0 in Twos, +100 extra."


def test_the_automatic_roll_does_not_hide_what_was_scored() -> None:
    begin = '[Game "figure_yatzy"]\n[Seat 1 "Ada"]\n[Seat 2 "Bo"]\n\n1 66612'
    assert event(begin) == "Ada begins."
    assert event(f"{begin} sixes\n2 12345") == "Ada scored 18 in Sixes."
    assert event(f"{begin} sixes\n2 12345 ____5 12365") == "Bo rolled 4 of 5 dice."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (BEGIN, "The game goes on."),
        (BEGIN + "stop", "The game was stopped; it does not count."),
        (BEGIN + "1 66612 sixes\n2 resign", "Bo resigned: Ada wins with 18 points."),
        (BEGIN.replace('2 "Bo"]', '2 "Bo"]\n[Options "clock_seconds_per_player=60"]') + "1 66612 sixes\n2 timeout",
         "Bo ran out of time: Ada wins with 18 points."),
        (BEGIN.replace('2 "Bo"]', '2 "Bo"]\n[Options "clock_seconds_per_player=60"]') + "1 timeout",
         "Ada ran out of time: Ada and Bo share the win with 0 points each."),
        ('[Game "yatzy"]\n[Seat 1 "Ada"]\n\n1 66612 sixes\n1 end', "Ada ended the game early: 18 points in the end."),
        ('[Game "yatzy"]\n[Seat 1 "Ada"]\n\n1 66612 ones\n1 resign', "Ada resigned: 1 point in the end."),
    ],
)  # fmt: skip
def test_how_it_ended(text: str, expected: str) -> None:
    assert plain(ending(match(text))) == expected


def complete(*faces: str) -> Match:
    """Everybody fills the whole card of Yatzy with dice that show one face."""
    boxes = [box.id for box in catalogue["yatzy"].start(catalogue["yatzy"].complete(), 1).ruleset.boxes]
    lines = (f"{seat} {face * 5} {box}" for box in boxes for seat, face in enumerate(faces, 1))
    seats = "\n".join(f'[Seat {seat} "{name}"]' for seat, name in islice(enumerate(("Ada", "Bo", "Cy"), 1), len(faces)))
    return match('[Game "yatzy"]\n' + seats + "\n\n" + "\n".join(lines))


STOPPED, ALONE = match(BEGIN + "1 66612 sixes\nstop"), match('[Game "yatzy"]\n[Seat 1 "Ada"]\n\n1 66612 sixes\n1 end')
RESIGNED = match(BEGIN + "1 66612 sixes\n2 resign")


@pytest.mark.parametrize(
    ("over", "why", "absent", "expected"),
    [
        (STOPPED, "away", {}, "Everybody was away for too long, so the game was stopped; it does not count."),
        (STOPPED, "idle", {}, "Nobody has played for two weeks, so the game was stopped; it does not count."),
        (STOPPED, "empty", {}, "No player is left, so the game was stopped; it does not count."),
        (STOPPED, None, {1: "left"}, "The game was stopped; it does not count."),
        (ALONE, "idle", {}, "Ada has not played for two weeks: 18 points in the end."),
        (ALONE, "away", {0: "server"}, "Ada was away for too long: 18 points in the end."),
        (ALONE, None, {0: "server"}, "Ada left the server: 18 points in the end."),
        (RESIGNED, None, {1: "kicked"}, "Bo was taken out of the game: Ada wins with 18 points."),
        (RESIGNED, None, {1: "server"}, "Bo left the server: Ada wins with 18 points."),
        (RESIGNED, None, {1: "left"}, "Bo left the game: Ada wins with 18 points."),
        (RESIGNED, None, {1: "late"}, "Bo ran out of time: Ada wins with 18 points."),
        (RESIGNED, None, {0: "left"}, "Bo resigned: Ada wins with 18 points."),
        (complete("6", "6"), None, {0: "late"}, "Every box is filled: Ada and Bo share the win with 164 points each."),
    ],
)
def test_how_it_ended_without_those_who_went(
    over: Match, why: str | None, absent: dict[Seat, str], expected: str
) -> None:
    assert plain(ending(over, absent, why)) == expected


@pytest.mark.parametrize(
    ("absent", "expected"),
    [("left", "left"), ("server", "left the server"), ("kicked", "removed"), ("late", "out of time"), ("", "resigned")],
)
def test_beside_the_name_it_is_said_how_somebody_went(absent: str, expected: str) -> None:
    assert [plain(line) for line in places(RESIGNED, {Seat(1): absent})] == ["🥇 Ada — 18", f"🏳️ Bo — 0 ({expected})"]


def test_a_full_game_has_a_winner_or_several() -> None:
    assert plain(ending(complete("6", "1"))).startswith("Every box is filled: Ada wins with ")
    assert plain(ending(complete("6", "6"))).startswith("Every box is filled: Ada and Bo share the win with ")
    assert plain(ending(complete("6"))).endswith("points in the end.")


def test_ties_share_a_place_and_the_next_one_is_left_out() -> None:
    high, low = (complete(face).outcome.totals[0] for face in "61")
    assert [plain(line) for line in places(complete("1", "6", "6"))] == [
        f"🥇 Bo — {high}",
        f"🥇 Cy — {high}",
        f"🥉 Ada — {low}",
    ]


def test_alone_there_are_no_places() -> None:
    assert [plain(line) for line in places(match('[Game "yatzy"]\n[Seat 1 "Ada"]\n\n1 66612 sixes\n1 end'))] == [
        "Ada — 18"
    ]


def test_who_left_is_last_and_gets_no_medal() -> None:
    lines = [plain(line) for line in places(match(THREE + "1 66612 sixes\n1 resign\n2 12345 ones\n3 resign"))]
    assert lines == ["🥇 Bo — 1", "🏳️ Ada — 18 (resigned)", "🏳️ Cy — 0 (resigned)"]
    forfeit = THREE.replace("\n\n", '\n[Options "clock_seconds_per_player=60 on_timeout=forfeit"]\n\n')
    lines = [plain(line) for line in places(match(forfeit + "1 timeout\n2 timeout"))]
    assert lines == ["🥇 Cy — 0", "🏳️ Ada — 0 (out of time)", "🏳️ Bo — 0 (out of time)"]


def test_medals_are_for_games_that_count() -> None:
    assert [plain(line) for line in places(match(BEGIN + "stop"))] == ["Ada — 0", "Bo — 0"]
    assert [plain(line) for line in places(match(BEGIN + "1 66612 sixes"))] == ["**1.** Ada — 18", "**2.** Bo — 0"]


def test_names_are_safe_in_every_sentence() -> None:
    game = catalogue["yatzy"]
    evil = Match.start(game, game.complete(), [Player("@everyone"), Player("**x**")])
    for text in (last_event(evil), *places(evil)):
        assert "@everyone" not in text
        assert "**x**" not in text


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (-1, "0 s"),
        (0, "0 s"),
        (45, "45 s"),
        (60, "1 min"),
        (725, "12 min 5 s"),
        (3_600, "1 h"),
        (12_034, "3 h 20 min"),
        (3_605, "1 h"),
        (200_000, "2 d 7 h"),
    ],
)
def test_a_duration(seconds: int, expected: str) -> None:
    assert duration(seconds) == expected
