"""`replay`: how a record ends."""

from __future__ import annotations

from engine.commands.printable import one_line
from engine.record import Record


def replayed(entry: Record) -> str:
    """The match at a record's end as JSON; raises BadRecord."""
    match = entry.replay()
    reports = match.game.report(match.state)
    result = {
        "game": match.game.id,
        "options": dict(match.options),
        "seats": [{"name": player.name, **seat} for player, seat in zip(match.players, reports, strict=True)],
        "over": match.over,
        "ended": match.outcome.ended,
        "ply": match.ply,
    }
    return one_line(result)
