"""What the bot refuses by itself, beside what the engine refuses.

engine.game.GameError
└── Refusal
    ├── NoSession            there is no such session any more
    ├── NoGameHere           no lobby and no match in this channel
    ├── ChannelTaken         the channel has a session already
    ├── NotSeated            only a seated member may do that
    ├── AlreadySeated        a member has one seat
    ├── LobbyFull            every seat is taken
    ├── NotHost              only the lobby's host may do that
    ├── NotStarted           the match has not begun
    ├── AlreadyStarted       the lobby is a match by now
    ├── OldBoard             the pressed message is not the session's board any more
    ├── UnknownControl       a custom_id that this version does not know
    ├── MayNot               a Discord permission is missing, the member's or the bot's
    ├── ChallengeRefused     nobody can be challenged like that
    │   ├── ChallengedSelf
    │   ├── ChallengedBot
    │   ├── ChallengedOutsider   the member does not see the channel
    │   └── ChallengeOpen        the same challenge stands already
    ├── NotYourChallenge     the challenge is somebody else's
    └── ChallengeClosed      accepted, declined, withdrawn or expired by now
"""

from __future__ import annotations

from engine.game import GameError


class Refusal(GameError):
    """The bot refuses something; nothing has changed."""


class NoSession(Refusal):
    """There is no such session any more."""


class NoGameHere(Refusal):
    """The channel has neither a lobby nor a match."""


class ChannelTaken(Refusal):
    """The channel has a session already."""

    def __init__(self, session: int) -> None:
        super().__init__(f"the channel has session {session}")
        self.session = session


class NotSeated(Refusal):
    """Only a seated member may do that."""


class AlreadySeated(Refusal):
    """The member has a seat already."""


class LobbyFull(Refusal):
    """Every seat is taken."""

    def __init__(self, seats: int) -> None:
        super().__init__(f"all {seats} seats are taken")
        self.seats = seats


class NotHost(Refusal):
    """Only the lobby's host may do that."""

    def __init__(self, host_name: str) -> None:
        super().__init__(f"only the host may do that, {host_name}")
        self.host_name = host_name


class NotStarted(Refusal):
    """The match has not begun."""


class AlreadyStarted(Refusal):
    """The lobby is a match by now."""


class OldBoard(Refusal):
    """The pressed message is not the session's board any more."""

    def __init__(self, link: str | None) -> None:
        super().__init__("the board has moved to another message")
        self.link = link


class UnknownControl(Refusal):
    """A custom_id that this version does not know."""


class MayNot(Refusal):
    """A Discord permission is missing; `who` is `you` or `I`."""

    def __init__(self, who: str, permissions: tuple[str, ...]) -> None:
        super().__init__(f"{who} lack {', '.join(permissions)}")
        self.who = who
        self.permissions = permissions


class ChallengeRefused(Refusal):
    """Nobody can be challenged like that."""


class ChallengedSelf(ChallengeRefused):
    """A member challenged themself."""


class ChallengedBot(ChallengeRefused):
    """A bot was challenged."""


class ChallengedOutsider(ChallengeRefused):
    """The challenged member does not see the channel."""


class ChallengeOpen(ChallengeRefused):
    """The same challenge stands already."""


class NotYourChallenge(Refusal):
    """The challenge is somebody else's to answer."""

    def __init__(self, opponent_name: str) -> None:
        super().__init__(f"only {opponent_name} may answer this challenge")
        self.opponent_name = opponent_name


class ChallengeClosed(Refusal):
    """The challenge was accepted, declined or withdrawn, or has expired."""
