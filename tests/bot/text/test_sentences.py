"""Every refusal has its sentence."""

import importlib
from collections.abc import Iterator

import pytest

from bot import errors
from bot.text.sentences import ENGLISH, sentence, storage_trouble
from engine import game
from engine.game import GameError, Seat
from engine.games import catalogue

EVIL = "bad @everyone **x** <@1> https://evil.example `y`"

SAMPLES: dict[type[GameError], GameError] = {
    GameError: GameError(EVIL),
    game.IllegalMove: game.IllegalMove(EVIL),
    game.NotYourTurn: game.NotYourTurn(Seat(0), Seat(1)),
    game.StalePly: game.StalePly(3, 5),
    game.MatchOver: game.MatchOver(EVIL),
    game.BadOption: game.BadOption(EVIL, EVIL, "takes on or off"),
    game.BadRecord: game.BadRecord(7, EVIL),
    errors.ChannelTaken: errors.ChannelTaken(12),
    errors.ChannelRefused: errors.ChannelRefused(tuple(range(2**63 - 25, 2**63))),
    errors.TooManyGames: errors.TooManyGames(25),
    errors.NotRanked: errors.NotRanked("Klondike", ("Wins", "Best time")),
    errors.TooFast: errors.TooFast(15),
    errors.LobbyFull: errors.LobbyFull(8),
    errors.HintsOff: errors.HintsOff(rated=True),
    errors.NotHost: errors.NotHost(EVIL),
    errors.NoReview: errors.NoReview(over=True),
    errors.OldBoard: errors.OldBoard("https://discord.com/channels/1/2/3"),
    errors.MayNot: errors.MayNot("I", ("Send Messages", "View Channels")),
    errors.NotYourChallenge: errors.NotYourChallenge(EVIL),
}


def family(parent: type[GameError] = GameError) -> Iterator[type[GameError]]:
    yield parent
    for child in parent.__subclasses__():
        if child.__module__.partition(".")[0] in {"bot", "engine"}:
            yield from family(child)


def sample(kind: type[GameError]) -> GameError:
    return SAMPLES.get(kind) or kind(EVIL)


def test_every_refusal_has_a_line_of_its_own() -> None:
    importlib.import_module("engine.record")
    assert set(family()) == set(ENGLISH)


@pytest.mark.parametrize("kind", list(ENGLISH), ids=lambda kind: kind.__name__)
def test_a_sentence_is_one_short_line_that_pings_and_formats_nothing_foreign(kind: type[GameError]) -> None:
    text = sentence(sample(kind), ["Ada", EVIL])
    assert text[0].isupper()
    assert text.endswith(".")
    assert "\n" not in text
    assert len(text) < 300
    for raw in ("@everyone", "**x**", "<@1>", "https://evil.example", "`y`"):
        assert raw not in text


def test_a_class_without_a_line_is_told_by_its_parent() -> None:
    class Newer(errors.ChallengeRefused):
        """A refusal that the table does not know yet."""

    assert sentence(Newer(EVIL)) == sentence(errors.ChallengeRefused())


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (game.NotYourTurn(Seat(0), Seat(1)), "It is \u2068Bo\u2069's turn."),
        (
            game.IllegalMove("no roll is left in this turn: choose a box"),
            "No roll is left in this turn: choose a box.",
        ),
        (game.StalePly(3, 5), "That button was from an earlier moment of the game; the board is up to date now."),
        (
            game.BadOption("order", "sideways", "takes free or top_down"),
            "The option order can't be set to sideways: it takes free",
        ),
        (
            errors.ChannelRefused(()),
            "Games aren't allowed in this channel; whoever manages this server can change that",
        ),
        (errors.ChannelRefused((1, 2)), "Games aren't allowed in this channel, but in <#1>, <#2>; whoever manages"),
        (errors.ChannelRefused(tuple(range(8))), "in <#0>, <#1>, <#2>, <#3>, <#4>, 3 more; whoever"),
        (errors.TooManyGames(1), "This server hosts one game at once, and no more: `/sessions` shows what is open."),
        (
            errors.NotRanked("Klondike", ("Wins", "Best time")),
            "Klondike is not ranked by that here; there are boards for Wins, Best time.",
        ),
        (errors.TooFast(1), "Not so fast, please: try that again in a second."),
        (errors.MayNot("you", ("Manage Server",)), "You need the permission **Manage Server** for that."),
        (errors.MayNot("I", ("Send Messages", "Embed Links")), "**Send Messages** and **Embed Links**"),
        (errors.OldBoard("https://discord.com/channels/1/2/3"), "https://discord.com/channels/1/2/3"),
        (errors.OldBoard(None), "`/board`"),
        (errors.LobbyFull(8), "All 8 seats are taken"),
        (errors.HintsOff(rated=True), "only for one who plays alone, or against computers"),
        (errors.HintsOff(rated=False), "switched off in this server"),
        (errors.NotHost("Cy"), "\u2068Cy\u2069"),
        (errors.NotYourChallenge("Dee"), "\u2068Dee\u2069"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_sentence_says_who_or_what(error: GameError, expected: str) -> None:
    assert expected in sentence(error, ["Ada", "Bo"])


def test_without_names_the_seat_is_numbered() -> None:
    assert sentence(game.NotYourTurn(Seat(0), Seat(1))) == "It is seat 2's turn."


def test_another_language_is_another_table() -> None:
    german = {GameError: lambda _error, _names: "Das geht jetzt nicht."}
    assert sentence(game.MatchOver(), language=german) == "Das geht jetzt nicht."


def test_real_refusals_of_the_engine_read_well() -> None:
    yahtzee = catalogue["yahtzee"]
    with pytest.raises(game.IllegalMove) as refused:
        yahtzee.play(yahtzee.start(yahtzee.complete(), 1), Seat(0), game.Move("ones"))
    assert sentence(refused.value) == "Roll the dice first: a box is filled after at least one roll."


def test_trouble_with_the_store_says_that_nothing_changed() -> None:
    assert "nothing has changed" in storage_trouble()
