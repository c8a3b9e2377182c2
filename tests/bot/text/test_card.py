"""The text card: what stands in it, and that it fits a phone and a message."""

import random

import pytest

from bot.text.card import text_card
from bot.text.names import columns
from engine.dice.dice_game import DiceGame, DiceState
from engine.game import Game, Move, Seat
from engine.games import catalogue
from engine.match import Match, Player

DICE = {game_id: game for game_id, game in catalogue.items() if isinstance(game, DiceGame)}
NAMES = ["Ada", "Bo", "Cy", "Dee", "Eve", "Finn", "Gus", "Hal"]
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
WORST = [
    FAMILY * 8,
    "\U0001f600" * 32,
    "z" + "\u0301" * 31,
    ("z" + "\u0301" * 3) * 8,
    "שלום" * 8,
    "```" * 10,
    "田" * 32,
    "\u200b" * 32,
]


class Dice:
    """Dice that follow from a number."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def dice(self, counter: str, count: int) -> tuple[int, ...]:
        return tuple(self._random.randint(1, 6) for _ in range(count))

    def deck(self, counter: str) -> tuple[str, ...]:
        raise AssertionError("a dice game deals no cards")


def start(game: Game[DiceState], names: list[str], **options: int | str | bool) -> Match:
    match = Match.start(game, game.complete(options), [Player(name) for name in names])
    return match.proceed(Dice(0))


def played(match: Match, turns: int) -> Match:
    """The match after so many turns of one roll each, every time into the first box that is legal."""
    dice = Dice(turns)
    for _ in range(turns):
        if match.to_move is None:
            break
        if not match.state.turn.dice:
            match = match.play(match.to_move, Move("roll"), dice)
        match = match.play(match.to_move, Move(next(iter(match.state.worth()))), dice)
    return match


def row(card: str, label: str) -> list[list[str]]:
    """The values of the lines with this label, one list a block."""
    return [line[8:].split() for line in card.splitlines() if line[:8].strip() == label]


@pytest.mark.parametrize("turns", [0, 31, 500], ids=["start", "middle", "end"])
@pytest.mark.parametrize("seats", range(1, 9))
@pytest.mark.parametrize("game_id", DICE)
def test_the_card_fits_a_phone_and_a_message(game_id: str, seats: int, turns: int) -> None:
    for names in (NAMES, WORST):
        match = played(start(DICE[game_id], names[:seats]), turns)
        card = text_card(match)
        lines = card.splitlines()
        assert lines[0] == lines[-1] == "```"
        assert card.count("```") == 2
        assert max(map(columns, lines)) <= 28
        assert len(card) < 2600
        totals = [value for block in row(card, "TOTAL") for value in block]
        assert totals == [str(total) for total in match.outcome.totals]
        for box in match.state.ruleset.boxes:
            assert len([v for block in row(card, box.short) for v in block]) == seats


@pytest.mark.parametrize("game_id", DICE)
def test_extreme_options_still_fit(game_id: str) -> None:
    match = played(start(DICE[game_id], NAMES, upper_threshold=200, upper_bonus=200), 60)
    assert max(map(columns, text_card(match).splitlines())) <= 28
    assert row(text_card(match), "Up/200")


def test_open_boxes_zeros_and_points_look_different() -> None:
    match = start(DICE["yatzy"], ["Ada", "Bo"])
    script = [("roll", "66612"), ("sixes", ""), ("roll", "12346"), ("yatzy", "")]
    card = text_card(scripted(match, script))
    assert row(card, "Sixes") == [["18", "."]]
    assert row(card, "Yatzy") == [[".", "-"]]
    assert row(card, "Upper/63") == [["18", "0"]]
    assert row(card, "Bonus") == [[".", "."]]
    assert row(card, "TOTAL") == [["18", "0"]]


def test_the_seat_to_move_and_a_resigned_one_are_marked() -> None:
    match = start(DICE["yatzy"], ["Ada", "Bo", "Cy"])
    assert ">Ada" in text_card(match)
    gone = match.play(Seat(1), Move("resign"), Dice(0))
    header = text_card(gone).splitlines()[1]
    assert header.split() == [">Ada", "×Bo", "Cy"]


def test_nobody_is_to_move_when_it_is_over() -> None:
    assert ">" not in text_card(played(start(DICE["yatzy"], ["Ada", "Bo"]), 99))


def test_a_lost_bonus_is_no_longer_open() -> None:
    match = played(start(DICE["yatzy"], ["Ada"]), 6)
    assert row(text_card(match), "Bonus") == [["-"]]


def test_extras_figures_and_saved_rolls_stand_only_where_the_game_has_them() -> None:
    rows = {
        game_id: {label for label in ("Figures", "Extra", "Saved") if row(text_card(start(game, ["Ada"])), label)}
        for game_id, game in DICE.items()
    }
    assert rows == {
        "figure_yatzy": {"Figures", "Extra"},
        "maxi_yatzy": {"Saved"},
        "mega_yatzy": {"Saved"},
        "yahtzee": {"Extra"},
        "yatzy": set(),
    }
    assert not row(text_card(start(DICE["maxi_yatzy"], ["Ada"], carry_cap=0)), "Saved")
    assert not row(text_card(start(DICE["yahtzee"], ["Ada"], multiple_yahtzees=False)), "Extra")
    assert not row(text_card(start(DICE["yatzy"], ["Ada"], upper_bonus=0)), "Bonus")


def test_saved_rolls_shrink_as_the_turn_uses_them() -> None:
    match = scripted(start(DICE["maxi_yatzy"], ["Ada"]), [("roll", "123456"), ("chance", "")])
    assert row(text_card(match), "Saved") == [["2"]]
    match = scripted(match, [("roll", "123456"), *[("_23456", "123456")] * 3])
    assert row(text_card(match), "Saved") == [["1"]]


def test_eight_seats_stand_in_two_blocks_and_five_are_shared_out() -> None:
    assert [len(block) for block in row(text_card(start(DICE["yahtzee"], NAMES)), "TOTAL")] == [4, 4]
    assert [len(block) for block in row(text_card(start(DICE["yahtzee"], NAMES[:5])), "TOTAL")] == [3, 2]


def test_two_players_of_one_name_can_be_told_apart() -> None:
    header = text_card(start(DICE["yatzy"], ["Ada", "Ada"])).splitlines()[1]
    assert header.split() == [">Ada1", "Ada2"]


def scripted(match: Match, moves: list[tuple[str, str]]) -> Match:
    """The match after these moves with these dice, by whoever is to move."""
    for move, drawn in moves:
        assert match.to_move is not None
        match = match.play(match.to_move, Move(move), Fixed(drawn))
    return match


class Fixed:
    """The dice that were asked for."""

    def __init__(self, drawn: str) -> None:
        self._drawn = drawn

    def dice(self, counter: str, count: int) -> tuple[int, ...]:
        return tuple(map(int, self._drawn))

    def deck(self, counter: str) -> tuple[str, ...]:
        raise AssertionError("a dice game deals no cards")
