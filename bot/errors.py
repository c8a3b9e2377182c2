"""What the bot refuses by itself, beside what the engine refuses.

engine.game.GameError
└── Refusal
    ├── NoSession            there is no such session any more
    ├── NoGameHere           no lobby and no match in this channel
    │   └── LostBoard        but the member has one that is shown nowhere
    ├── ChannelTaken         the channel has a session already
    ├── ChannelRefused       the guild hosts no games in this channel
    ├── TooManyGames         the guild hosts as many games as it wants to
    ├── NotSeated            only a seated member may do that
    ├── AlreadySeated        a member has one seat
    ├── LobbyFull            every seat is taken
    ├── NoComputer           no computer can play the game under these rules
    ├── NoComputerHere       no computer has a seat
    ├── NotHost              only the lobby's host may do that
    ├── NotStarted           the match has not begun
    ├── AlreadyStarted       the lobby is a match by now
    ├── NoDealYet            a deal that can be won is still being found
    ├── NoHints              there are no hints in a race
    ├── HintsOff             the guild has switched hints off
    ├── NoReview             the match is none that can be reviewed
    ├── NoStrategy           no table of the game's strategy can be had now
    ├── TooManyQuestions     the strategist is asked more than can be answered
    ├── NoUndo               this table takes nothing back
    ├── NotYourBox           another member's box can't be taken back
    ├── SeatGone             the member has resigned, or was taken out of the match
    ├── KickedSelf           who wants to go leaves, and is not kicked
    ├── NotPlaying           somebody was to be taken out of a game who is not in it
    ├── OldBoard             the pressed message is not the session's board any more
    ├── UnknownControl       a custom_id that this version does not know
    ├── NotRanked            the game has no such leaderboard
    ├── TooFast              the member sends more commands than one can answer
    ├── NoThread             Discord makes no thread for a game in this channel
    ├── MayNot               a Discord permission is missing, the member's or the bot's
    ├── ChallengeRefused     nobody can be challenged like that
    │   ├── ChallengedSelf
    │   ├── ChallengedBot
    │   ├── ChallengedOutsider   the member does not see the channel
    │   ├── PlayedAlone          the game has one seat
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


class LostBoard(NoGameHere):
    """The channel has neither, and the member has a game that is shown nowhere."""


class ChannelTaken(Refusal):
    """The channel has a session already."""

    def __init__(self, session: int) -> None:
        super().__init__(f"the channel has session {session}")
        self.session = session


class ChannelRefused(Refusal):
    """The guild hosts no games in this channel; `allowed` are the channels where it does, if it has named them."""

    def __init__(self, allowed: tuple[int, ...]) -> None:
        super().__init__("games are not allowed in this channel")
        self.allowed = allowed


class TooManyGames(Refusal):
    """The guild hosts as many games as it wants to."""

    def __init__(self, most: int) -> None:
        super().__init__(f"{most} games are open in this guild")
        self.most = most


class NotSeated(Refusal):
    """Only a seated member may do that; `alone` is who plays where there is one player and will be no other."""

    def __init__(self, alone: str | None = None) -> None:
        super().__init__("the member has no seat")
        self.alone = alone


class AlreadySeated(Refusal):
    """The member has a seat already."""


class LobbyFull(Refusal):
    """Every seat is taken."""

    def __init__(self, seats: int) -> None:
        super().__init__(f"all {seats} seats are taken")
        self.seats = seats


class NoComputer(Refusal):
    """No computer can play the game under these rules; `why` not, in the engine's words."""

    def __init__(self, why: str) -> None:
        super().__init__(f"no computer can play this: {why}")
        self.why = why


class NoComputerHere(Refusal):
    """No computer has a seat."""


class NotHost(Refusal):
    """Only the lobby's host may do that."""

    def __init__(self, host_name: str) -> None:
        super().__init__(f"only the host may do that, {host_name}")
        self.host_name = host_name


class NotStarted(Refusal):
    """The match has not begun."""


class AlreadyStarted(Refusal):
    """The lobby is a match by now."""


class NoDealYet(Refusal):
    """A deal that can be won is still being found."""


class NoHints(Refusal):
    """Whoever races gets no hints."""


class HintsOff(Refusal):
    """The guild has switched hints off: for games that are `rated`, or for all."""

    def __init__(self, *, rated: bool) -> None:
        super().__init__(f"there are no hints in {'rated games' if rated else 'this guild'}")
        self.rated = rated


class NoReview(Refusal):
    """The match is not over, or it is none in which dice and choices did anything that counts."""

    def __init__(self, *, over: bool) -> None:
        super().__init__("there is nothing to review" if over else "the match is not over")
        self.over = over


class NoStrategy(Refusal):
    """The table that an answer needs can't be had now: it could not be built, or was too long in coming."""


class TooManyQuestions(Refusal):
    """So many others wait for an answer about strategy that this one would come too late."""


class NoUndo(Refusal):
    """This table takes nothing back."""


class NotYourBox(Refusal):
    """Another member's box can't be taken back."""

    def __init__(self, owner_name: str) -> None:
        super().__init__(f"only {owner_name} may take back that box")
        self.owner_name = owner_name


class SeatGone(Refusal):
    """The member has resigned, or was taken out of the match (`kicked`)."""

    def __init__(self, kicked: bool = False) -> None:
        super().__init__("the seat is out of the match")
        self.kicked = kicked


class KickedSelf(Refusal):
    """Who wants to go leaves, and is not kicked."""


class NotPlaying(Refusal):
    """Somebody was to be taken out of a game who has no seat there, or is out of it already."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} does not play here")
        self.name = name


class OldBoard(Refusal):
    """The pressed message is not the session's board any more."""

    def __init__(self, link: str | None) -> None:
        super().__init__("the board has moved to another message")
        self.link = link


class UnknownControl(Refusal):
    """A custom_id that this version does not know."""


class NotRanked(Refusal):
    """The game has no such leaderboard under the rules in force; `titles` are those that it has."""

    def __init__(self, game_title: str, titles: tuple[str, ...]) -> None:
        super().__init__(f"{game_title} is ranked by {', '.join(titles)}")
        self.game_title = game_title
        self.titles = titles


class TooFast(Refusal):
    """The member sends more commands than one can answer; `seconds` are those until the next one."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"the next command may come in {seconds} seconds")
        self.seconds = seconds


class NoThread(Refusal):
    """Discord makes no thread for a game in this channel."""


class MayNot(Refusal):
    """A Discord permission is missing; `who` is `you` or `I`, and no permissions stand for one that can't be told."""

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


class PlayedAlone(ChallengeRefused):
    """The game has one seat."""


class ChallengeOpen(ChallengeRefused):
    """The same challenge stands already."""


class NotYourChallenge(Refusal):
    """The challenge is somebody else's to answer."""

    def __init__(self, opponent_name: str) -> None:
        super().__init__(f"only {opponent_name} may answer this challenge")
        self.opponent_name = opponent_name


class ChallengeClosed(Refusal):
    """The challenge was accepted, declined or withdrawn, or has expired."""
