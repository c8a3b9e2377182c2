"""What the store refuses, and what goes wrong with a database.

StoreError                 its text is a sentence that may be shown to the operator
├── DuplicatePly           the ply is stored already: somebody else was first
├── WrongStatus            the session is not (or no longer) in the status that the change needs
├── ChannelTaken           the channel has a lobby or a running session
├── GuildFull              the guild has as many open sessions as it may
└── OpenChallenge          the same challenge is still open
"""

from __future__ import annotations

from bot.ids import ChallengeId, SessionId


class StoreError(Exception):
    """The database cannot be used, or refuses a change; the text is one sentence. The store stays usable."""


class DuplicatePly(StoreError):
    """A move of this session and ply is stored already; nothing of the refused change was applied."""

    def __init__(self, session_id: SessionId, ply: int) -> None:
        super().__init__(f"Session {session_id} has a move at ply {ply} already.")
        self.session_id = session_id
        self.ply = ply


class WrongStatus(StoreError):
    """The session's status (`None`: there is no such session) does not allow the change."""

    def __init__(self, session_id: SessionId, *, wanted: str, found: str | None) -> None:
        super().__init__(f"Session {session_id} is {found or 'unknown'}, not {wanted}.")
        self.session_id = session_id
        self.wanted = wanted
        self.found = found


class ChannelTaken(StoreError):
    """The channel has an open session: `session_id`."""

    def __init__(self, session_id: SessionId) -> None:
        super().__init__(f"Session {session_id} is still open in this channel.")
        self.session_id = session_id


class GuildFull(StoreError):
    """The guild has as many open sessions as it may: `most`."""

    def __init__(self, most: int) -> None:
        super().__init__(f"The guild has {most} open sessions already.")
        self.most = most


class OpenChallenge(StoreError):
    """The challenger has an open challenge to this member in this guild: `challenge_id`."""

    def __init__(self, challenge_id: ChallengeId) -> None:
        super().__init__(f"Challenge {challenge_id} is still open.")
        self.challenge_id = challenge_id
