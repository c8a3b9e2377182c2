"""What holds for every game in the catalogue; a game that is left out fails."""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest

import engine.games
from engine import record
from engine.dice.dice_game import DiceGame
from engine.game import BadOption, Game, GameError, Move, Option, Options, OptionValue, Ply, Seat, Written
from engine.games import catalogue
from engine.match import Match, Player, replay
from engine.option import number
from tests.engine.table import DATA, DICE_GAMES, NAMES, Seeded, box_ids

GAMES = [pytest.param(game, id=game.id) for game in catalogue.values()]
OPTIONS = [
    pytest.param(game, option, id=f"{game.id}-{option.id}") for game in catalogue.values() for option in game.options
]
DICE = [pytest.param(game, id=game.id) for game in DICE_GAMES]
ENOUGH = 2_000
NONSENSE = (
    "",
    "nonsense",
    "roll!",
    "ones_",
    "_____",
    "______",
    "123456",
    "12345",
    "9",
    "undo ",
    "\N{SNOWMAN}",
    "-1",
    "stop",
)


def values(option: Option) -> list[OptionValue]:
    """Every choice, the word for none, and the ends of the range."""
    found = list(option.choices)
    if option.none is not None:
        found.append(None)
    if option.numbers is not None:
        found += [option.numbers[0], option.numbers[-1]]
    return found


def played(game: Game[Any], options: Options, seats: int, seed: int) -> Match:
    """A whole match of legal moves, one after the other through the list of them; given up when it leads nowhere."""
    chance = Seeded(seed)
    match = Match.start(game, options, [Player(name) for name in NAMES[:seats]]).proceed(chance)
    for turn in range(ENOUGH):
        if match.to_move is None:
            return match
        moves = game.legal_moves(match.state, match.to_move) or (Move("end"),)
        match = match.play(match.to_move, moves[(turn * 7 + seed) % len(moves)], chance, ply=match.ply)
    assert not isinstance(game, DiceGame), "this match does not end"
    assert match.to_move is not None
    return match.play(match.to_move, Move("end"), chance)


def test_every_module_is_a_game_of_the_catalogue() -> None:
    modules = {module.name for module in pkgutil.iter_modules(engine.games.__path__)}
    assert modules == set(catalogue)


@pytest.mark.parametrize("game", GAMES)
def test_it_has_a_sample_record(game: Game[Any]) -> None:
    samples = [path for path in (DATA / "records").glob("*.game") if f'[Game "{game.id}"]' in path.read_text("utf-8")]
    assert samples, f"give {game.id} a record in {DATA / 'records'}"
    for path in samples:
        (entry,) = record.read(path.read_text("utf-8"))
        assert entry.replay().over


@pytest.mark.parametrize("game", GAMES)
def test_what_it_is_called(game: Game[Any]) -> None:
    assert catalogue[game.id] is game
    assert game.id.isascii()
    assert game.id == game.id.lower()
    assert 0 < len(game.title) <= 40
    assert 0 < len(game.summary) <= 100, "Discord shows 100 characters of a description"
    assert game.seats[0] == 1
    assert len({other.title for other in catalogue.values()}) == len(catalogue)


@pytest.mark.parametrize("game", GAMES)
def test_its_options_are_told_apart(game: Game[Any]) -> None:
    assert len({option.id for option in game.options}) == len(game.options)
    assert len({option.title for option in game.options}) == len(game.options)
    assert all(0 < len(option.title) <= 45 for option in game.options), "a modal's label holds 45 characters"


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_an_option_takes_its_values(game: Game[Any], option: Option) -> None:
    assert option.default in values(option) or (option.numbers is not None and option.default in option.numbers)
    for value in values(option):
        options = game.complete({option.id: value})
        assert options[option.id] == value
        assert option.parse(option.spell(value)) == value
        assert type(option.parse(option.spell(value))) is type(value)
        assert (options.spelled() == "") == (value == option.default)
        assert (options.rules() == "") == (value == option.default or not option.ranked)
        assert option.spell(value) in option.allowed() or option.numbers is not None
        assert len({options, game.complete({option.id: value}), game.complete()}) == (
            1 if value == option.default else 2
        )


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_an_option_takes_nothing_else(game: Game[Any], option: Option) -> None:
    wrong: list[Any] = ["nonsense", "", -1, 10**9, 1.5, [], {}]
    wrong += [value for value in (True, False, 1, 0, 3, None) if not any(same(value, good) for good in values(option))]
    wrong = [
        value for value in wrong if not (type(value) is int and option.numbers is not None and value in option.numbers)
    ]
    for value in wrong:
        with pytest.raises(BadOption) as refusal:
            game.complete({option.id: value})
        assert option.id in str(refusal.value)
        assert option.allowed() in str(refusal.value), "the refusal says what would be right"
    for text in (
        "nonsense",
        "",
        "1e3",
        "+1",
        "-1",
        "\N{ARABIC-INDIC DIGIT THREE}",
        "99999999999999999999",
        "true",
        "None",
    ):
        with pytest.raises(BadOption):
            option.parse(text)


def same(a: object, b: object) -> bool:
    return type(a) is type(b) and a == b


@pytest.mark.parametrize("game", GAMES)
def test_an_unknown_option_is_refused(game: Game[Any]) -> None:
    with pytest.raises(BadOption, match="no such option"):
        game.complete({"nonsense": 1})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [0, 9, 100])
def test_seats_that_it_does_not_take(game: Game[Any], seats: int) -> None:
    with pytest.raises(GameError, match=r"takes 1 (seat|to 8 seats), not"):
        Match.start(game, game.complete(), [Player("x")] * seats)


@pytest.mark.parametrize("game", GAMES)
def test_a_fresh_match(game: Game[Any]) -> None:
    for seats in game.seats:
        match = Match.start(game, game.complete(), [Player(name) for name in NAMES[:seats]])
        assert (match.ply, match.over, match.to_move) == (0, False, Seat(0))
        assert match.outcome.ended == "running"
        assert match.outcome.places == (1,) * seats or min(match.outcome.totals) < max(match.outcome.totals)
        assert game.legal_moves(match.state, Seat(0)) or game.continues(match.state) or match.waits_for_deal
        assert match.proceed(Seeded(1)).opening() == match.proceed(Seeded(1)) or game.continues(match.state)
        assert all(game.legal_moves(match.state, Seat(other)) == () for other in range(1, seats))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [1, 2, 8])
def test_legal_moves_lead_to_an_end_and_the_record_says_the_same(game: Game[Any], seats: int) -> None:
    if seats not in game.seats:
        return
    match = played(game, game.complete(), seats, seed=seats)
    assert match.outcome.ended == "complete" or not isinstance(game, DiceGame)
    assert all(game.finished(match.state, Seat(i)) == (match.outcome.ended == "complete") for i in range(seats))
    assert sorted(match.outcome.places)[0] == 1
    assert replay(match.opening(), match.plies) == match
    text = record.write(match, {"Event": 'a "quoted" \\ event'})
    (entry,) = record.read(text)
    assert entry.replay() == match
    assert entry.tags["Event"] == 'a "quoted" \\ event'
    assert record.write(entry.replay(), {"Event": entry.tags["Event"]}) == text
    assert all(json.dumps(seat) for seat in game.report(match.state))


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_is_accepted(game: Game[Any]) -> None:
    match = Match.start(game, game.complete(), [Player("Ada"), Player("Bo")][: game.seats[-1]]).proceed(Seeded(1))
    for turn in range(12):
        assert match.to_move is not None
        moves = game.legal_moves(match.state, match.to_move)
        assert len(set(moves)) == len(moves) > 0
        following = [match.play(match.to_move, move, Seeded(turn)) for move in moves]
        assert all(one.ply > match.ply for one in following)
        match = following[(turn * 5) % len(following)]


@pytest.mark.parametrize("game", GAMES)
def test_a_refused_move_changes_nothing(game: Game[Any]) -> None:
    match = Match.start(game, game.complete(), [Player("Ada"), Player("Bo")][: game.seats[-1]]).proceed(Seeded(1))
    for turn in range(6):
        assert match.to_move is not None
        before, shown = match, repr(match)
        for seat in (None, Seat(-1), Seat(0), Seat(1), Seat(2), Seat(99)):
            for text in NONSENSE:
                if (seat, text) == (None, "stop") or (Move(text) in game.legal_moves(match.state, seat or Seat(0))):
                    continue
                with pytest.raises(GameError):
                    match.play(seat, Move(text), Seeded(1))
        assert match == before
        assert repr(match) == shown
        moves = game.legal_moves(match.state, match.to_move)
        match = match.play(match.to_move, moves[turn % len(moves)], Seeded(turn))


@pytest.mark.parametrize("game", GAMES)
def test_its_notation_is_read_as_it_is_written(game: Game[Any]) -> None:
    match = played(game, game.complete(), 1, seed=3)
    written = [Written(ply) for ply in match.plies]
    assert [entry for line in game.write(written) for entry in game.read(line.split())] == written


# -- dice games ------------------------------------------------------------------------------------------------------


def sheets(game: DiceGame) -> Iterator[tuple[Any, Options]]:
    for option in game.options:
        for value in values(option):
            options = game.complete({option.id: value})
            yield game.rules(options), options


@pytest.mark.parametrize("game", DICE)
def test_its_boxes_are_told_apart_on_a_narrow_card(game: DiceGame) -> None:
    for rules, _ in sheets(game):
        for name in ("id", "title", "short"):
            names = [getattr(box, name) for box in rules.boxes]
            assert len(set(names)) == len(names) > 0
        assert all(0 < len(box.short) <= 8 for box in rules.boxes)
        assert all(0 < len(box.title) <= 20 for box in rules.boxes)
        assert all(box.needs for box in rules.boxes)
        assert [box.face for box in rules.boxes[:6]] == [1, 2, 3, 4, 5, 6]
        assert all(box.face is None for box in rules.boxes[6:])


@pytest.mark.parametrize("game", DICE)
def test_its_sheet_names_only_boxes_that_it_has(game: DiceGame) -> None:
    for rules, _ in sheets(game):
        named = set(rules.sets.boxes if rules.sets else ()) | set(rules.joker.wild if rules.joker else ())
        named |= {rules.joker.box} if rules.joker else set()
        assert named <= set(rules.index)


@pytest.mark.parametrize("game", DICE)
def test_every_option_value_can_be_played(game: DiceGame) -> None:
    for i, (_, options) in enumerate(sheets(game)):
        match = played(game, options, 2, seed=i)
        (entry,) = record.read(record.write(match))
        assert entry.replay() == match


@pytest.mark.parametrize("game", DICE)
def test_its_tips_and_kin_are_said(game: DiceGame) -> None:
    assert game.tips
    assert game.kin
    assert box_ids(game)[:6] == ("ones", "twos", "threes", "fours", "fives", "sixes")


def test_a_number_may_have_a_word_of_its_own_for_none() -> None:
    redeals = number("redeals", "Redeals", None, 0, 9, none="unlimited")
    assert redeals.spell(None) == "unlimited"
    assert redeals.parse("unlimited") is None
    assert redeals.parse("none") is None
    assert redeals.allowed() == "unlimited or 0 to 9"


def test_a_ply_says_who_what_and_what_chance_gave() -> None:
    match = played(catalogue["yatzy"], catalogue["yatzy"].complete(), 1, seed=0)
    assert match.plies[0] == Ply(Seat(0), Move("roll"), match.plies[0].drawn)
    assert len(match.plies[0].drawn) == 5
