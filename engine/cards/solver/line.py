"""A search's steps as the moves of a player, on the table itself."""

from __future__ import annotations

from engine.cards.card import Card, suit
from engine.cards.history import step_of
from engine.cards.rules import DRAW, RECYCLE, Rules, autofinishes, fits, goes_up, turns
from engine.cards.solver.bits import CARDS
from engine.cards.solver.position import DOWN, MOVE, OUT, OUT_UP, UP, Trail, in_order
from engine.cards.table import PILES, Place, Table
from engine.fairdice import SUITS
from engine.game import Move


def line_of(trail: Trail | None, table: Table, rules: Rules) -> tuple[Move, ...]:
    """The moves that take these steps, up to where the table is won or the rest goes up by itself."""
    hand = _Hand(table, rules)
    for deed, card in in_order(trail):
        if hand.done:
            break
        hand.take(deed, CARDS[card])
    hand.catch_up()
    return tuple(hand.moves)


def turned_up(table: Table) -> tuple[Table, tuple[Move, ...]]:
    """The table with the top card of every pile turned up, which is never wrong, and the moves for it."""
    bare = [pile for pile in range(PILES) if turns(table, pile)]
    for pile in bare:
        table = table.turned_up(pile)
    return table, tuple(Move(f"x{pile + 1}") for pile in bare)


class _Hand:
    """A player who takes steps on a table, and with them the moves that they need.

    Where every card of the stock can be had at any time, those that go up wait until they come by or are needed: going
    after each of them would double the draws. When all is done, nothing more is taken.
    """

    def __init__(self, table: Table, rules: Rules) -> None:
        self.table, self.rules = table, rules
        self.patient = rules.any_order
        self.waiting: list[Card] = []
        self.moves: list[Move] = []
        self._take = {UP: self._up, MOVE: self._move, OUT: self._out, OUT_UP: self._out_up, DOWN: self._down}

    @property
    def done(self) -> bool:
        """Whether nothing is left to do."""
        return self.table.won or autofinishes(self.table, self.rules)

    def take(self, deed: int, card: Card) -> None:
        """Do that with the card."""
        self._take[deed](card)

    def _play(self, word: str) -> None:
        if self.done:
            return
        move = Move(word)
        step = step_of(self.table, self.rules, move)
        self.table = step.done(self.table)
        self.moves.append(move)
        if step.source < PILES and turns(self.table, step.source):
            self._play(f"x{step.source + 1}")

    def catch_up(self, of: int | None = None) -> None:
        """Take up the cards that wait, those of a suit or all, and others that come by."""
        while not self.done and any(of in {None, suit(card)} for card in self.waiting):
            self._draw()

    def _draw(self) -> None:
        self._play(DRAW if self.table.stock_count else RECYCLE)
        self._take_what_waits()

    def _take_what_waits(self) -> None:
        while self.table.waste and (top := self.table.waste[-1]) in self.waiting and goes_up(self.table, top):
            self.waiting.remove(top)
            self._play("w>f")

    def _up(self, card: Card) -> None:
        self.catch_up(suit(card))
        pile = self._pile(card)
        run = self.table.runs[pile]
        if run[-1] != card:
            # What it carries goes over to its mate, which carries nothing.
            self._play(f"{pile + 1}>{self._place_for(run[run.index(card) + 1]) + 1}")
        self._play(f"{pile + 1}>f")

    def _move(self, card: Card) -> None:
        self._play(f"{self._pile(card) + 1}>{self._place_for(card) + 1}")

    def _out(self, card: Card) -> None:
        self._draw_to(card)
        self._play(f"w>{self._place_for(card) + 1}")

    def _out_up(self, card: Card) -> None:
        if self.patient:
            self.waiting.append(card)
            self._take_what_waits()
        else:
            self._draw_to(card)
            self._play("w>f")

    def _down(self, card: Card) -> None:
        self.catch_up(suit(card))
        self._play(f"{SUITS[suit(card)]}>{self._place_for(card) + 1}")

    def _draw_to(self, card: Card) -> None:
        while not self.done and self.table.waste[-1:] != (card,):
            self._draw()

    def _pile(self, card: Card) -> Place:
        return next(pile for pile, run in enumerate(self.table.runs) if card in run)

    def _place_for(self, card: Card) -> Place:
        return next(pile for pile in range(PILES) if fits(self.table, card, pile))
