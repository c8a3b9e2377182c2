"""The proof of a match's chance, recomputed from its secret, and its record for checking elsewhere."""

from __future__ import annotations

from dataclasses import replace

from bot.session import GameSession
from bot.text.chance import UNPROVEN, running, verdict
from bot.text.names import plain_name
from engine import record
from engine.match import Player


def record_of(session: GameSession) -> str | None:
    """The session's record, with the secret when the match is over; None while it would show hidden cards."""
    match = session.running()
    if match.dealt and not match.over:
        return None
    named = replace(match, players=tuple(Player(plain_name(p.name), p.computer) for p in match.players))
    tags = {"Session": str(session.id), "Nonce": session.nonce or "", "Commitment": session.commitment}
    if match.over:
        tags["Secret"] = session.secret.hex()
    return record.write(named, tags)


def proof(session: GameSession) -> str:
    """What can be said of the chance: the commitment while the match runs, what was recomputed when it is over."""
    match = session.running()
    if not match.over:
        return running(session.id, match.game, match.options, session.commitment)
    if not match.game.fair(match.options):
        return UNPROVEN
    written = record_of(session)
    assert written is not None, "the match is over"
    difference = record.verify(record.read(written)[0])
    return "\n".join(
        [
            verdict(match, session.id, difference),
            f"-# Secret `{session.secret.hex()}`",
            f"-# Its SHA-256, shown before anything was drawn: `{session.commitment}`",
            f"-# Nonce (the message that showed it): `{session.nonce}`",
            "-# Anybody can check: `python -m engine verify` reads the game's record (/verify attaches it).",
        ]
    )
