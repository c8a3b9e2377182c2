"""Lists of open sessions, for one member to see: all of a server's, or those in which the member sits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.ids import UserId
from bot.session import GameSession
from bot.text.names import plain_name, safe_name
from bot.text.times import moment, relative, until
from bot.ui.components import DANGER, MOST_BUTTONS, PRIMARY, Control, button, choice, container, menu, row, text
from bot.ui.links import jump_link
from bot.ui.race import race_heading
from bot.ui.stopping import ends_own_game
from bot.wire import Component

PER_PAGE = 10


@dataclass(frozen=True, slots=True)
class Page:
    """One page of sessions, `number` of `pages` (both from 1)."""

    sessions: Sequence[GameSession]
    number: int
    pages: int


def sessions_page(page: Page, stoppable: Sequence[GameSession]) -> list[Component]:
    """The open sessions of a server, and a menu of those that the member may stop."""
    lines = [f"• {_line(session)}" for session in page.sessions]
    parts = [text("\n".join(["## Open games", *(lines or ["There are none."])]))]
    if stoppable:
        entries = [choice(_title(session), str(session.id), _names(session)) for session in stoppable]
        parts.append(menu("Stop one…", Control("0", page.number, "stopone"), entries))
    return [container(*parts, *_pages(page, "sessions"))]


def turns_page(page: Page, user: UserId) -> list[Component]:
    """The open sessions in which the member sits: those that wait for them, and the others."""
    mine = [session for session in page.sessions if session.waits_for(user)]
    others = [session for session in page.sessions if not session.waits_for(user)]
    lines = ["## Your turn", *(f"• {_own_line(s)}" for s in mine)] if mine else ["## No game waits for you"]
    if others:
        lines += ["**You wait in**", *(f"• {_line(session)}" for session in others)]
    return [container(text("\n".join(lines)), *_bringing(page), *_pages(page, "turns"))]


def _bringing(page: Page) -> list[Component]:
    """Buttons for the games that are shown nowhere."""
    lost = [session for session in page.sessions if session.message is None]
    if not lost:
        return []
    label = "Bring it here" if len(lost) == 1 else "Bring game {id} here"
    buttons = [button(label.format(id=s.id), Control(str(s.id), s.ply, "here"), PRIMARY) for s in lost]
    rows = [row(*buttons[i : i + MOST_BUTTONS]) for i in range(0, len(buttons), MOST_BUTTONS)]
    told = "Its channel or its board is gone" if len(lost) == 1 else "Their channels or their boards are gone"
    return [text(f"{', '.join(_title(s) for s in lost)}: {told}; the game goes on where you bring it."), *rows]


def _pages(page: Page, word: str) -> list[Component]:
    if page.pages < 2:
        return []
    back, more = page.number - 1, page.number + 1
    return [
        row(
            button("◀ Back", Control("0", page.number, word, (str(back),)), disabled=back < 1),
            button("Next ▶", Control("0", page.number, word, (str(more),)), disabled=more > page.pages),
        ),
        text(f"-# Page {page.number} of {page.pages}"),
    ]


# -- one session ------------------------------------------------------------------------------------------------------


def _title(session: GameSession) -> str:
    return f"{session.game.title}, game {session.id}"


def _names(session: GameSession) -> str:
    return ", ".join(plain_name(name) for name in session.names)


def _line(session: GameSession) -> str:
    """`Yatzy in #dice: Bo's turn, until …`."""
    return f"{_where(session)}: {_standing(session)}"


def _own_line(session: GameSession) -> str:
    """The same where the member knows whose turn it is."""
    standing = "press Start when you are ready" if session.match is None else _since(session)
    return f"{_where(session)}: {standing}"


def _where(session: GameSession) -> str:
    url = jump_link(session)
    if url is None:
        return f"**{session.game.title}**, shown nowhere"
    return f"**{session.game.title}** in <#{session.channel}> ([board]({url}))"


def _standing(session: GameSession) -> str:
    if session.match is None:
        closing = f", closes {relative(session.expires_at)}" if session.expires_at is not None else ""
        return f"lobby of {safe_name(session.host_name)}{closing}"
    if session.to_move is None:
        return "over"
    if session.race is not None:
        return f"{race_heading(session)}, {_since(session)}"
    away = " (away)" if (seat := session.match.to_move) is not None and session.is_away(seat) else ""
    return f"{safe_name(session.to_move.name)}'s turn{away}, {_since(session)}"


def _since(session: GameSession) -> str:
    """Until when the turn lasts, or the game waits; else since when."""
    pace, deadline = session.pace, session.deadline
    assert pace is not None
    if deadline is not None:
        return f"time is up {until(deadline, deadline - pace.since)}"
    return f"since {moment(pace.since)}"


# -- stopping one -----------------------------------------------------------------------------------------------------


def stopping(session: GameSession, user: UserId, page: int) -> list[Component]:
    """Asks that member whether to stop a session."""
    names = ", ".join(safe_name(name) for name in session.names)
    counts = "Your game counts as far as it went" if ends_own_game(session, user) else "A stopped game counts nowhere"
    asked = f"Stop **{session.game.title}** in <#{session.channel}> ({names})?\n{counts}."
    return [
        container(
            text(asked),
            row(
                button("Yes, stop it", Control(str(session.id), session.ply, "stopit"), DANGER),
                button("Back", Control("0", session.ply, "sessions", (str(page),))),
            ),
        )
    ]
