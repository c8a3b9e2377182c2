"""What is said of a race: to its racers how the other stands, and in a message of its own where and how it is run."""

from __future__ import annotations

from bot.racing import is_decided, places, rival_of
from bot.session import GameSession
from bot.text.klondike_outcome import standing
from bot.text.names import plain_name, safe_name
from bot.text.times import until
from bot.ui.components import DONE, PRIMARY, Control, button, container, link, row, text
from bot.ui.links import jump_link
from bot.wire import Component
from engine.games.klondike import Klondike

__all__ = ["race_ending", "race_heading", "race_message", "rival_line"]


def race_heading(session: GameSession) -> str:
    """Whose table that is, and against whom."""
    assert session.race is not None
    return f"{safe_name(session.names[0])}'s race against {safe_name(session.race.rival.names[0])}"


def _racer_line(session: GameSession) -> str:
    """How far a racer has come, and nothing of the table: `Bo: 12 of 52 cards up · 40 moves`."""
    match = session.running()
    assert isinstance(match.game, Klondike)
    done = " (done)" if match.over else ""
    return f"{safe_name(session.names[0])}: {standing(match.game.view(match.state))}{done}"


def rival_line(session: GameSession) -> str:
    """How far the other racer had come at the last look."""
    assert session.race is not None
    return f"-# 🏁 {_racer_line(session.race.rival)}"


def race_ending(session: GameSession) -> list[str]:
    """How the race ended, or what it waits for while the other still plays."""
    assert session.race is not None
    rival = session.race.rival
    if not is_decided(session):
        still = session if session.status == "running" else rival
        return [f"🏁 {safe_name(still.names[0])} still plays; whoever has come further then has won."]
    if session.running().outcome.ended == "stopped":
        return ["🏁 The race was stopped; it counts nowhere."]
    first, second = places(session, rival)
    if first == second:
        return ["🏁 The race is a tie."]
    return [f"🏁 **{safe_name((session if first == 1 else rival).names[0])} has won the race.**"]


def _racers(session: GameSession) -> tuple[GameSession, GameSession]:
    """Both racers, the challenger first."""
    assert session.race is not None
    other = rival_of(session)
    return (session, other) if session.race.number == 0 else (other, session)


# -- the message of its own --------------------------------------------------------------------------------------------


def race_message(session: GameSession) -> list[Component]:
    """The race as it stands, as either racer's session knows it."""
    both = _racers(session)
    title = f"## {session.game.title} · race"
    if is_decided(session):
        standing = [_racer_line(racer) for racer in both]
        again = button("Rematch", Control("0", 0, "rerace", (str(session.id),)), PRIMARY)
        return [container(text("\n".join([title, *race_ending(session), *standing])), row(again), accent=DONE)]
    rules = "The same deal for both, and it can be won: the first with all cards up wins."
    return [container(text("\n".join([title, rules, *_limit(session)])), *_links(both))]


def _limit(session: GameSession) -> list[str]:
    ends, pace = session.clock_ends, session.pace
    if ends is None or pace is None:
        return []
    return [f"-# ⏳ Time is up {until(ends, ends - pace.since)}; then the most cards up count, then the fewer moves."]


def _links(both: tuple[GameSession, GameSession]) -> list[Component]:
    links = [
        link(f"{plain_name(racer.names[0])}'s table"[:80], url)
        for racer in both
        if (url := jump_link(racer)) is not None
    ]
    return [row(*links)] if links else []
