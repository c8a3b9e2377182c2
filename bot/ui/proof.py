"""The proof of a match's dice, recomputed from its secret, and its record for checking elsewhere."""

from __future__ import annotations

from bot.session import GameSession
from bot.text.names import plain_name
from engine import record
from engine.match import Match, Player


def record_of(session: GameSession) -> str:
    """The session's record; the secret is in it only when the match is over."""
    match = session.running()
    named = Match(
        match.game,
        match.options,
        tuple(Player(plain_name(p.name), p.computer) for p in match.players),
        match.state,
        match.plies,
    )
    tags = {"Session": str(session.id), "Nonce": session.nonce or "", "Commitment": session.commitment}
    if match.over:
        tags["Secret"] = session.secret.hex()
    return record.write(named, tags)


def proof(session: GameSession) -> str:
    """What can be said of the dice: the commitment while the match runs, the recomputed rolls when it is over."""
    match = session.running()
    if not match.over:
        return (
            f"Game {session.id} is running. Its dice follow from a secret whose SHA-256 is `{session.commitment}`; "
            f"the secret is revealed when the game is over, and every roll can then be recomputed."
        )
    difference = record.verify(record.read(record_of(session))[0])
    rolls = sum(1 for ply in match.plies if ply.drawn)
    every = "The one roll" if rolls == 1 else f"All {rolls} rolls"
    verdict = (
        f"✅ {every} of game {session.id} follow{'s' if rolls == 1 else ''} from the secret that was committed to."
        if difference is None
        else f"❌ Roll at ply {difference.ply} is {difference.stated}; the secret gives {difference.computed}."
    )
    return "\n".join(
        [
            verdict,
            f"-# Secret `{session.secret.hex()}`",
            f"-# Its SHA-256, shown before the first roll: `{session.commitment}`",
            f"-# Nonce (the message that showed it): `{session.nonce}`",
            "-# Anybody can check: `python -m engine verify` reads the game's record (/verify attaches it).",
        ]
    )
