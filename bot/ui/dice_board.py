"""The board of a dice match: whose turn it is, the card, a button for each die, and what each box would give."""

from __future__ import annotations

from bot.session import GameSession
from bot.text.names import safe_name
from bot.text.odds import odds_told
from bot.text.outcome import last_event
from bot.ui.components import (
    PRIMARY,
    SECONDARY,
    SUCCESS,
    Control,
    button,
    choice,
    container,
    line,
    menu,
    row,
    text,
)
from bot.ui.showing import Showing
from bot.ui.waiting import waiting
from bot.wire import Component
from engine.dice.dice_game import DiceState
from engine.dice.ruleset import Score
from engine.match import Match


def dice_board(session: GameSession, match: Match, card: Component, showing: Showing) -> list[Component]:
    """The message of a running dice match, around its card (text or a picture)."""
    state: DiceState = match.state
    controls = _Controls(str(session.id), match.ply)
    return [
        container(
            text(_heading(session, match, state)),
            card,
            line(),
            *_odds(state, showing),
            *_dice(state, controls, showing),
            _boxes(state, controls),
            row(_roll(state, controls), *_hint(controls, showing), button("More", controls.of("more"))),
            *_second_thoughts(session, state, controls),
        )
    ]


class _Controls:
    """Makes this board's controls: session and ply are the same for all of them."""

    def __init__(self, subject: str, ply: int) -> None:
        self._subject = subject
        self._ply = ply

    def of(self, word: str) -> Control:
        return Control(self._subject, self._ply, word)


def _heading(session: GameSession, match: Match, state: DiceState) -> str:
    name = safe_name(session.people[state.turn.seat].name)
    turn, boxes = len(state.card.scores) + 1, len(state.ruleset.boxes)
    whose = "Your game" if len(session.people) == 1 else f"{name}'s turn"
    lines = [f"## {session.game.title} · {whose}", f"Turn {turn} of {boxes} · {_rolls(state)}"]
    if event := last_event(match, session.absent):
        lines.append(f"-# {event}")
    return "\n".join([*lines, *waiting(session)])


def _rolls(state: DiceState) -> str:
    budget = state.ruleset.budget
    saved = state.saved[state.turn.seat]
    total = budget.available(saved)
    used = f"roll {state.turn.used} of {total}" if state.turn.used else f"{total} rolls"
    return f"{used} ({budget.per_turn} new + {saved} saved)" if budget.saves else used


def _odds(state: DiceState, showing: Showing) -> list[Component]:
    """Over the dice: what is under it stays where it is on a screen when the chances take another line."""
    return [text(f"-# {odds_told(state, showing.odds)}")] if showing.odds else []


def _dice(state: DiceState, controls: _Controls, showing: Showing) -> list[Component]:
    size = state.ruleset.dice
    buttons = [_die(state, controls, die, showing) for die in range(1, size + 1)]
    # No row may wrap on a phone: five plain labels fit there, or three with an emoji.
    per_row = size if size <= 5 and showing.emojis.component(1, False) is None else 3
    return [row(*buttons[i : i + per_row]) for i in range(0, size, per_row)]


def _die(state: DiceState, controls: _Controls, die: int, showing: Showing) -> Component:
    turn = state.turn
    if not turn.dice:
        return button("–", controls.of(f"h{die}+"), disabled=True)
    face, held = turn.dice[die - 1], bool(turn.held >> (die - 1) & 1)
    return button(
        f"{face} ✓" if held else str(face),
        controls.of(f"h{die}{'-' if held else '+'}"),
        SUCCESS if held else SECONDARY,
        disabled=not state.rolls_left,
        emoji=showing.emojis.component(face, held),
    )


def _roll(state: DiceState, controls: _Controls) -> Component:
    left = state.rolls_left
    every_held = bool(state.turn.dice) and state.turn.held == (1 << state.ruleset.dice) - 1
    # "Roll again (10 left)" does not fit beside Hint and More on a phone.
    again = bool(state.turn.dice) and left < 10
    label = "No rolls left" if not left else f"{'Roll again' if again else 'Roll'} ({left} left)"
    return button(label, controls.of("roll"), PRIMARY, disabled=not left or every_held)


def _hint(controls: _Controls, showing: Showing) -> list[Component]:
    return [button("Hint", controls.of("hint"))] if showing.hints else []


def _second_thoughts(session: GameSession, state: DiceState, controls: _Controls) -> list[Component]:
    """A row for whoever wants their last box back, and for those who are away; none where there is nobody like that."""
    buttons = []
    if (placed := session.undoable) is not None:
        buttons.append(button(f"Take back {state.ruleset.box(placed.box).title}", controls.of("undo")))
    if session.anybody_away:
        buttons.append(button("I'm back", controls.of("back"), SUCCESS))
    return [row(*buttons)] if buttons else []


def _boxes(state: DiceState, controls: _Controls) -> Component:
    worth = state.worth()
    if not worth:
        return menu("Roll first, then score", controls.of("box"), [choice("–", "-")], disabled=True)
    entries = [_entry(state, box, score) for box, score in worth.items()]
    return menu("Score in…", controls.of("box"), entries)


def _entry(state: DiceState, box_id: str, score: Score) -> Component:
    box = state.ruleset.box(box_id)
    extra = f" + {score.extra} extra" if score.extra else ""
    if score.points:
        label = f"{box.title}: {score.points} {'point' if score.points == 1 else 'points'}{extra}"
        return choice(label, box_id, box.needs)
    return choice(f"{box.title}: 0, crosses it out{extra}", box_id, f"these dice don't fit; it wants {box.needs}")
