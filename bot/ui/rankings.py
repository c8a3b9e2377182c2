"""By what each kind of game is ranked: the measures of its boards, as their buttons come, and their values in words.

A skin names one of these tables; the first ranking is the board that is shown where none is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.store import Measure
from engine.game import Options

__all__ = ["KLONDIKE", "USUAL", "Ranking"]

FINISH = "Finish a game, and you are the first: /play"
WIN = "Win a game, and you are the first: /play"
RACE = "Race somebody, and you are the first: /challenge"


def _always(_: Options) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Ranking:
    """One of a game's boards: what the store measures for it, its title, and a value in words.

    `games` is what is counted beside a value, one and several; `empty` says how to be the first on the board. `kept`
    says under which rules there is one, `raced` that it is of the rules of races and not of those in force.
    """

    measure: Measure
    title: str
    value: Callable[[float], str]
    games: tuple[str, str] = ("game", "games")
    empty: str = FINISH
    kept: Callable[[Options], bool] = _always
    raced: bool = False

    def is_called(self, word: str) -> bool:
        """Whether somebody means this one who chose or typed that: the measure, or the title."""
        return word.strip().casefold() in {self.measure, self.title.casefold()}


def _plain(value: float) -> str:
    return f"{value:.0f}"


def _wins(value: float) -> str:
    return "1 win" if value == 1 else f"{value:.0f} wins"


def _moves(value: float) -> str:
    return "1 move" if value == 1 else f"{value:.0f} moves"


def _points(value: float) -> str:
    return "1 point" if value == 1 else f"{value:.0f} points"


def _takings(value: float) -> str:
    """What is left of the stake: `+23`, `−52`."""
    return f"{'−' if value < 0 else '+'}{abs(value):.0f}"


def _clock(value: float) -> str:
    """Seconds as a clock shows them: `3:20`, `1:03:20`."""
    minutes, seconds = divmod(int(value), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


USUAL = (
    Ranking("best", "Best total", _plain),
    Ranking("average", "Average", lambda value: f"{value:.1f}"),
    Ranking("wins", "Wins", _wins),
)

KLONDIKE = (
    Ranking("won", "Wins", _wins),
    Ranking("streak", "Streak", lambda value: f"{value:.0f} in a row", empty=WIN),
    Ranking("time", "Best time", _clock, empty=WIN),
    Ranking("moves", "Fewest moves", _moves, empty=WIN),
    Ranking("best", "Score", _points, kept=lambda options: options.word("scoring") == "standard"),
    Ranking("best", "Score", _takings, kept=lambda options: options.word("scoring") == "vegas"),
    Ranking("races", "Races", lambda value: f"{value:.0f} won", games=("race", "races"), empty=RACE, raced=True),
)
