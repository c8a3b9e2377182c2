"""Klondike: seven piles, a stock, and four foundations to build up from the aces (RULES section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.cards import history, notation
from engine.cards.card import read_deck
from engine.cards.menu import effect, menu, safe, words
from engine.cards.notation import END, STOP, TIMEOUT, UNDO
from engine.cards.rules import Rules, autofinishes, shift
from engine.cards.solver import NODES, Solution, solve
from engine.cards.table import Table
from engine.cards.view import View
from engine.game import Chance, Game, IllegalMove, MatchOver, Move, Options, Outcome, Seat, Written
from engine.option import choice, number, switch

SOLE = Seat(0)
NOBODY = frozenset[Seat]()
"""Who has resigned: whoever plays alone ends the game."""

STAKE, PAID = 52, 5
"""Vegas: what the pack costs, and what each card on a foundation pays."""

RACE_SECONDS = 1800
"""How long a race lasts at most, where the options set no limit."""


@dataclass(frozen=True, slots=True)
class KlondikeState:
    """A game between two plies; it waits for the deal while there is no table, `ended` says how it ended.

    `moves` is the counter that players see, `points` what standard scoring keeps, `past` what undo takes back
    (engine.cards.history). It knows every hidden card: show players its view.
    """

    options: Options
    table: Table | None = None
    moves: int = 0
    points: int = 0
    past: bytes = b""
    auto_finished: int = 0
    ended: str = "running"

    @property
    def rules(self) -> Rules:
        """What the options say of moves."""
        return Rules.of(self.options)

    @property
    def dealt(self) -> Table:
        """The table; raises IllegalMove before the deal."""
        if self.table is None:
            raise IllegalMove("the cards are not dealt yet")
        return self.table

    @property
    def foundation_cards(self) -> int:
        """The number of cards on the foundations."""
        return 0 if self.table is None else self.table.foundation_cards

    @property
    def score(self) -> int | None:
        """The score as it stands; None where none is kept."""
        match self.options.word("scoring"):
            case "standard":
                return self.points
            case "vegas":
                return PAID * self.foundation_cards - STAKE
            case _:
                return None


class Klondike(Game[KlondikeState]):
    """The one game of solitaire: a seat, a deal at ply 0, and one ply for each word."""

    id = "klondike"
    title = "Klondike"
    summary = "The solitaire: build four suits up from the aces, alone or in a race on the same deal."
    seats = range(1, 2)
    clock = "seconds"
    options = (
        choice("draw", "Cards drawn at a time", 1, 3),
        number("redeals", "Times the waste may be turned over", None, 0, 9, none="unlimited"),
        switch("worry_back", "Cards may come back from the foundations", True),
        switch("auto_flip", "Cards turn up by themselves", True),
        switch("early_autofinish", "Finish with cards in the stock (draw 1)", False),
        choice("scoring", "Scoring", "none", "standard", "vegas"),
        switch("winnable", "Only deals that can be won", False),
        # Not ranked: whoever wins within a limit would have won without it, in the same time and moves.
        number("seconds", "Time limit in seconds", None, 60, 86400, none="none", ranked=False),
    )
    tips = (
        "Turn up face-down cards first, where most of them lie.",
        "Empty a pile only when a king is waiting for it.",
        "Before turning the waste over, look at what it would free; aces and twos always go up.",
    )
    kin = "Nobody can win 18 % of deals with draw 3, or 10 % with draw 1; the option winnable leaves them out."

    # -- states ---------------------------------------------------------------------------------------------------

    def start(self, options: Options, seats: int) -> KlondikeState:
        return KlondikeState(options)

    def to_move(self, state: KlondikeState) -> Seat | None:
        return SOLE if state.ended == "running" else None

    def outcome(self, state: KlondikeState) -> Outcome:
        total = state.foundation_cards if state.score is None else state.score
        return Outcome(state.ended, (total,), (1,), NOBODY)

    def resigned(self, state: KlondikeState) -> frozenset[Seat]:
        return NOBODY

    def finished(self, state: KlondikeState, seat: Seat) -> bool:
        return state.table is not None and state.table.won

    def moves(self, state: KlondikeState) -> int:
        return state.moves

    def racing(self, options: Options) -> Options:
        """A deal that can be won, and half an hour for it unless the options say otherwise."""
        seconds = options["seconds"] or RACE_SECONDS
        return self.complete({**options, "winnable": True, "seconds": seconds})

    def progress(self, state: KlondikeState) -> tuple[int, int]:
        """How far a racer has come, the further the greater: the foundation cards, then the fewer moves.

        Without a card up nobody has come further than another, least of all by giving up at once.
        """
        cards = state.foundation_cards
        return cards, -state.moves if cards else 0

    def view(self, state: KlondikeState) -> View:
        """What a player sees; raises IllegalMove before the deal."""
        table, rules = state.dealt, state.rules
        return View(
            rules=rules,
            covered=table.covered,
            runs=table.runs,
            stock_count=table.stock_count,
            waste_count=table.waste_count,
            waste=table.waste[-rules.draw :],
            foundations=table.foundations,
            recycles=table.recycles,
            moves=state.moves,
            score=state.score,
            undoable=history.length(state.past) if state.ended == "running" else 0,
            auto_finished=state.auto_finished,
            ended=state.ended,
        )

    def legal_moves(self, state: KlondikeState, seat: Seat) -> tuple[Move, ...]:
        """Every move of cards, the most useful first; undo and endings are apart, as in every game."""
        if seat != SOLE or state.ended != "running" or state.table is None:
            return ()
        return tuple(entry.move for entry in menu(self.view(state)))

    def is_legal(self, state: KlondikeState, seat: Seat, move: Move) -> bool:
        if self.to_move(state) != seat or state.table is None:
            return False
        try:
            shift(state.table, state.rules, move)
        except IllegalMove:
            return False
        return True

    def words(self, view: View, move: Move) -> str:
        """A legal move in plain words, from what a player sees: `7♥ from 3 to 6`."""
        return words(view, shift(view, view.rules, move))

    def effect(self, view: View, move: Move) -> str:
        """What a legal move brings beside what its words say, `turns up a card`; may be empty."""
        return effect(view, shift(view, view.rules, move))

    def safe(self, state: KlondikeState) -> Move | None:
        """A move of a card up that no other card can still need; None where there is none."""
        return safe(menu(self.view(state))) if state.ended == "running" and state.table is not None else None

    def solve(self, state: KlondikeState, *, nodes: int = NODES) -> Solution:
        """Whether the game can be won from here by someone who knows every card, and how; even after it was given up.

        It looks at no more than `nodes` positions, some 50,000 a second: nothing for an event loop.
        """
        return solve(state.dealt, state.rules, nodes=nodes)

    # -- moves ----------------------------------------------------------------------------------------------------

    def play(self, state: KlondikeState, seat: Seat | None, move: Move) -> tuple[KlondikeState, Move]:
        if state.ended != "running":
            raise MatchOver
        if move == STOP:
            if seat is not None:
                raise IllegalMove("stop is nobody's move: it stands without a seat")
            return replace(state, ended="stopped"), move
        if seat != SOLE:
            raise IllegalMove(f"there is no seat {'' if seat is None else seat + 1}; Klondike has one")
        if move in {END, TIMEOUT}:
            return self._end(state, move), move
        return self._undo(state) if move == UNDO else self._move(state, move), move

    def _end(self, state: KlondikeState, move: Move) -> KlondikeState:
        if move == END:
            return replace(state, ended="ended_early")
        if state.options["seconds"] is None:
            raise IllegalMove("timeout needs a time limit (option seconds), and there is none")
        return replace(state, ended="timeout")

    def _move(self, state: KlondikeState, move: Move) -> KlondikeState:
        table, rules = state.dealt, state.rules
        step = history.step_of(table, rules, move)
        table = step.done(table)
        points = max(0, state.points + step.earns(table, rules.draw)) if self._keeps_points(state) else 0
        past = history.push(state.past, step._replace(gained=points - state.points))
        return self._finish(replace(state, table=table, moves=state.moves + 1, points=points, past=past))

    def _keeps_points(self, state: KlondikeState) -> bool:
        return state.options.word("scoring") == "standard"

    def _finish(self, state: KlondikeState) -> KlondikeState:
        """The state after what goes up by itself, which counts no move, and over if all cards are up."""
        table = state.dealt
        if autofinishes(table, state.rules):
            cleared = table.cleared()
            cards = cleared.foundation_cards - table.foundation_cards
            points = state.points + 10 * cards if self._keeps_points(state) else 0
            state = replace(state, table=cleared, auto_finished=cards, points=points)
        # What is over is never taken back.
        return replace(state, ended="complete", past=b"") if state.dealt.won else state

    def _undo(self, state: KlondikeState) -> KlondikeState:
        table = state.dealt
        if not state.past:
            raise IllegalMove("there is nothing to take back: this is the deal")
        past, step = history.pop(state.past)
        return replace(
            state, table=step.undone(table), moves=state.moves + 1, points=state.points - step.gained, past=past
        )

    # -- chance ---------------------------------------------------------------------------------------------------

    def fair(self, options: Options) -> bool:
        return not options.on("winnable")

    def waits(self, state: KlondikeState) -> bool:
        return state.table is None and state.ended == "running"

    def draw(self, state: KlondikeState, chance: Chance, ply: int, *, shared: bool = False) -> str:
        return " ".join(chance.deck(str(ply)))

    def settle(self, state: KlondikeState, drawn: str) -> KlondikeState:
        return replace(state, table=Table.deal(read_deck(drawn.split())))

    def continues(self, state: KlondikeState) -> Move | None:
        return None

    # -- records --------------------------------------------------------------------------------------------------

    def read(self, words: Sequence[str]) -> list[Written]:
        return notation.read(words)

    def write(self, written: Sequence[Written]) -> list[str]:
        return notation.write(written)

    def points(self, state: KlondikeState) -> int | None:
        return None

    def report(self, state: KlondikeState) -> list[dict[str, Any]]:
        table = state.table
        return [
            {
                "won": table is not None and table.won,
                "moves": state.moves,
                "foundation_cards": state.foundation_cards,
                "auto_finished_cards": state.auto_finished,
                "recycles": 0 if table is None else table.recycles,
                "score": state.score,
                "total": self.outcome(state).totals[0],
                "place": 1,
            }
        ]


GAME = Klondike()
