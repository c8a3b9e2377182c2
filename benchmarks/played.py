"""What the arms play: a game, who sits there, and the presses that people make on its boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from benchmarks.loopback import Board, Message, Press, presses, read_board

Offered = Callable[[Message], tuple[Press, ...]]


@dataclass(frozen=True, slots=True)
class Played:
    """A game as it is played here.

    `kinds` are the presses of each kind that a message offers, and `turn` those kinds in the order in which they are
    measured one by one; `press` is one such as people make, None where the game is over and does not go on.
    """

    game: str
    members: tuple[str, ...]
    kinds: Mapping[str, Offered]
    turn: tuple[str, ...]
    press: Callable[[Message, Random], Press | None]

    @property
    def seats(self) -> str:
        """How many play at a table."""
        return "alone" if len(self.members) == 1 else f"of {len(self.members)} members"


# -- dice -------------------------------------------------------------------------------------------------------------


def _on_board(part: Callable[[Board], tuple[Press, ...]]) -> Offered:
    def offered(message: Message) -> tuple[Press, ...]:
        board = read_board(message)
        return () if board is None else part(board)

    return offered


def _with_dice(message: Message, random: Random) -> Press | None:
    board = read_board(message)
    return None if board is None else board.some_press(random)


YATZY = Played(
    "yatzy",
    ("Ada", "Bo"),
    {
        "roll": _on_board(lambda board: board.rolls),
        "hold": _on_board(lambda board: board.holds),
        "score": _on_board(lambda board: board.boxes),
    },
    ("roll", "hold", "roll", "hold", "score"),
    _with_dice,
)


# -- cards ------------------------------------------------------------------------------------------------------------

BEST_MOVES = 3
"""Most people take one of the first entries of the menu, the most useful ones; so a game goes on as games do."""

MIX = {"draw": 50, "move": 40, "undo": 10}


def _controls(word: str, most: int | None = None) -> Offered:
    return lambda message: presses(message, word)[:most]


CARD_KINDS = {"draw": _controls("draw"), "move": _controls("move", BEST_MOVES), "undo": _controls("takeback")}


def _with_cards(message: Message, random: Random) -> Press | None:
    offered = {kind: found for kind in MIX if (found := CARD_KINDS[kind](message))}
    if not offered:
        return next(iter(presses(message, "again")), None)
    [kind] = random.choices(list(offered), [MIX[kind] for kind in offered])
    return random.choice(offered[kind])


KLONDIKE = Played("klondike", ("Ada",), CARD_KINDS, ("draw", "move", "draw", "move", "undo"), _with_cards)
