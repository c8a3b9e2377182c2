"""The lobby: who sits, under which rules, and what was committed to."""

from __future__ import annotations

from collections.abc import Iterator

from bot.session import GameSession
from bot.table_options import GRACE, ODDS, TURN_TIME, UNDO, length_of, table_of
from bot.text.chance import promise
from bot.text.names import safe_name
from bot.text.rules import options_in_words
from bot.text.times import relative, span
from bot.ui.components import (
    DANGER,
    PRIMARY,
    SECONDARY,
    SUCCESS,
    Control,
    button,
    container,
    row,
    text,
)
from bot.ui.computer_menu import computer_menu
from bot.wire import Component


def control(session: GameSession, word: str, *arguments: str) -> Control:
    """A control of this session, as it stands."""
    return Control(str(session.id), session.ply, word, arguments)


def lobby(session: GameSession) -> list[Component]:
    """The message of a lobby."""
    return [
        container(
            text(_heading(session)),
            text(_seats(session)),
            text(_house_rules(session)),
            row(*_coming_and_going(session), button("Rules", control(session, "options"))),
            *computer_menu(session),
            row(
                button(_start_label(session), control(session, "start"), SUCCESS),
                button("Cancel", control(session, "cancel"), DANGER),
            ),
            *_closing(session),
            text(f"-# {promise(session.game, session.options, session.commitment)}"),
        )
    ]


def _coming_and_going(session: GameSession) -> list[Component]:
    """Join and Leave; a game for one has neither."""
    most = session.game.seats[-1]
    if most == 1:
        return []
    full = len(session.people) >= most
    join = button("Join", control(session, "join"), PRIMARY, disabled=full)
    return [join, button("Leave", control(session, "leave"))]


def _start_label(session: GameSession) -> str:
    seats = len(session.people)
    return "Start alone" if seats == 1 else f"Start with {seats}"


def _heading(session: GameSession) -> str:
    return f"## {session.game.title}\n{session.game.summary}"


def _seats(session: GameSession) -> str:
    lines = [
        f"{seat}. {safe_name(person.name)}{' (host)' if person.user == session.host else ''}"
        for seat, person in enumerate(session.people, 1)
    ]
    if session.game.seats[-1] == 1:
        return lines[0]
    free = session.game.seats[-1] - len(session.people)
    lines.append("-# Every seat is taken." if not free else f"-# {free} {'seat' if free == 1 else 'seats'} free.")
    return "\n".join(lines)


def _house_rules(session: GameSession) -> str:
    changed = [*options_in_words(session.options), *_table(session)]
    rules = ["-# House rules:", *(f"-# • {line}" for line in changed)] if changed else ["-# The usual rules."]
    return "\n".join([*rules, *_turn_time(session)])


def _turn_time(session: GameSession) -> Iterator[str]:
    length = length_of(session.table, TURN_TIME)
    if TURN_TIME in table_of(session.game):
        yield "-# No time limit for a turn." if length is None else f"-# {span(length)} a turn."


def _table(session: GameSession) -> Iterator[str]:
    """What the table settles beside the rules, where that is not the usual."""
    changed = set(session.table.changed()) & set(table_of(session.game))
    if UNDO in changed:
        yield "A box can't be taken back"
    if GRACE in changed and (grace := length_of(session.table, GRACE)) is not None:
        yield f"Whoever leaves may come back within {span(grace)}"
    if ODDS in changed:
        yield "The board shows the chance of each box"


def _closing(session: GameSession) -> list[Component]:
    if session.expires_at is None:
        return []
    return [text(f"-# This lobby closes {relative(session.expires_at)} if nobody starts the game.")]


def closed_lobby(session: GameSession, why: str) -> list[Component]:
    """What is left of a lobby that was cancelled or has expired."""
    return [container(text(f"## {session.game.title}\n{why}"), accent=SECONDARY)]


def lost_lobby() -> list[Component]:
    """What is left of a lobby of which nothing more is known."""
    return [container(text("This lobby is closed; `/play` opens another one."), accent=SECONDARY)]
