"""Hypothesis strategies for matches: any game, any options, one to three seats, and whatever can happen to them."""

from __future__ import annotations

import random
from dataclasses import dataclass

from hypothesis import strategies as st

from engine.dice.dice_game import DiceGame
from engine.game import GameError, Move, Option, OptionValue, Seat
from engine.match import Match, Player
from tests.engine.table import DICE_GAMES, Seeded

WORDS = ("undo", "resign", "skip", "timeout", "end", "stop")
WARM_UP = ("",) * 12 + ("clock", "undo", "undo", "skip", "resign", "timeout")
names = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=12)


def option_values(option: Option) -> st.SearchStrategy[OptionValue]:
    """The values that an option takes."""
    kinds: list[st.SearchStrategy[OptionValue]] = []
    if option.choices:
        kinds.append(st.sampled_from(option.choices))
    if option.none is not None:
        kinds.append(st.none())
    if option.numbers is not None:
        kinds.append(st.sampled_from(option.numbers))
    return st.one_of(kinds)


@st.composite
def starts(draw: st.DrawFn) -> Match:
    """A match at ply 0."""
    game: DiceGame = draw(st.sampled_from(DICE_GAMES))
    changed = draw(st.lists(st.sampled_from(game.options), max_size=5, unique_by=lambda option: option.id))
    options = game.complete({option.id: draw(option_values(option)) for option in changed})
    players = [Player(draw(names)) for _ in range(draw(st.integers(1, 3)))]
    return Match.start(game, options, players)


@dataclass(frozen=True)
class Deed:
    """Something tried at a table: mostly a legal move, else a word, or a box that the clock places."""

    pick: int
    word: str
    seat: int


deeds = st.builds(
    Deed,
    pick=st.integers(0, 2**16),
    word=st.sampled_from(("", "", "", "", "", "", "clock", *WORDS)),
    seat=st.integers(0, 3),
)


def tried(match: Match, deed: Deed, chance: Seeded) -> Match:
    """The match after a deed, or as it was where the deed is refused."""
    if match.over:
        return match
    mover = match.to_move
    assert mover is not None
    moves = match.game.legal_moves(match.state, mover)
    move = moves[deed.pick % len(moves)]
    seat: Seat | None = mover
    if deed.word == "clock":
        move = Move(moves[-1] + "!")
    elif deed.word in WORDS:
        move, seat = Move(deed.word), None if deed.word == "stop" else Seat(deed.seat)
        # Matches that end at once are dull: most of their endings are let go by.
        if deed.word in {"stop", "resign", "end", "timeout"} and deed.pick % 8:
            return match
    before = match
    try:
        return match.play(seat, move, chance, ply=match.ply)
    except GameError:
        assert deed.word, f"{move} was said to be legal"
        assert match == before
        return match


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """A match in which anything may have happened; running or over."""
    seed = draw(st.integers(0, 2**32))
    chance, luck = Seeded(seed), random.Random(seed)
    match = draw(starts()).proceed(chance)
    # Hypothesis' own lists are short, and a match is long: a warm-up from the seed leads into its middle.
    for _ in range(draw(st.integers(0, 120))):
        match = tried(match, Deed(luck.randrange(2**16), luck.choice(WARM_UP), luck.randrange(4)), chance)
    for deed in draw(st.lists(deeds, max_size=12)):
        match = tried(match, deed, chance)
    return match
