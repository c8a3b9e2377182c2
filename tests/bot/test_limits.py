"""Discord's limits for a message, which ready-made components are not checked against by discord.py."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any
from zoneinfo import available_timezones

import pytest

from bot import lobbies, playing
from bot.account import Account, SeatAccount
from bot.dice_emojis import DiceEmojis
from bot.ids import ChannelId
from bot.looks import Look
from bot.needs import warnings
from bot.pictures.luck import luck_alt_text
from bot.pictures.luck_specimens import reviewed
from bot.pictures.specimens import CHANCE, specimen
from bot.playing import END, RESIGN
from bot.session import GameSession, Person
from bot.text.card import text_card
from bot.text.rules import rules_text
from bot.ui.boards import Boards
from bot.ui.components import container, text
from bot.ui.handlers.table import channel_taken
from bot.ui.leaving import leaving
from bot.ui.lobby import closed_lobby
from bot.ui.more import back, more_menu, of_more
from bot.ui.odds import Odds
from bot.ui.options_menu import (
    GENERAL,
    OptionGroup,
    general_menu,
    group_of,
    groups_menu,
    is_typed,
    options_menu,
    value_menu,
)
from bot.ui.review import review_message
from bot.ui.showing import Showing
from bot.ui.shown import moved_on, shown
from bot.ui.skins import skin_of
from bot.wire import Attachment, Component
from engine.game import Move, Options, OptionValue, Seat
from engine.games import catalogue, dice_game
from engine.games.klondike import SOLE
from engine.match import Match
from engine.strategy.review import LuckyRoll, Mistake, Review
from tests.bot.board import BUTTON, GALLERY, MENU, Shown, walk
from tests.bot.seated import DICE_GAMES, LATER, NOON, Seeded, begun, lobby, user

CHANNEL_MENU = 8
MANY_CHANNELS = [ChannelId(2**63 - number) for number in range(1, 26)]
LONG_VALUES: Mapping[str, OptionValue] = {
    "channels": "only",
    "place": "thread",
    "repost_after": 500,
    "quiet_hours": "22-23",
    "time_zone": max(available_timezones(), key=len),
}
GAMES = DICE_GAMES
NAMES = {
    "markdown": "*_~`|>#[]()\\" * 2 + "**__||```",
    "mentions": "@everyone @here <@&1> <@1> <#1>",
    "emoji": "🧑‍🧑‍🧒‍🧒" * 4 + "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "right to left": "\u202e\u2067" + "א" * 30,
    "zalgo": "a\u0300\u0301\u0302" * 8,
    "wide": "漢" * 32,
    "nothing": "\u200b" * 32,
    "plain": "W" * 32,
}
EVERY_NAME = list(NAMES.values())


def check(components: Sequence[dict[str, Any]]) -> None:
    """Whether Discord would take the message."""
    parts = list(walk(components))
    assert len(parts) <= 40
    seen = Shown(components)
    assert 0 < sum(len(part["content"].encode("utf-16-le")) // 2 for part in parts if "content" in part) <= 4000
    assert all(part["content"].strip() for part in parts if "content" in part)
    ids = seen.custom_ids
    assert len(ids) == len(set(ids))
    assert all(0 < len(custom_id) <= 100 and custom_id.isascii() for custom_id in ids)
    for part in parts:
        check_part(part)


def check_part(part: Any) -> None:
    if part["type"] == 1:
        kinds = [inner["type"] for inner in part["components"]]
        assert kinds in ([MENU], [CHANNEL_MENU]) or (set(kinds) == {BUTTON} and len(kinds) <= 5)
    elif part["type"] == BUTTON:
        assert 0 < len(part["label"]) <= 80
        assert ("url" in part) != ("custom_id" in part)
        if "emoji" in part:
            assert re.fullmatch("[A-Za-z0-9_]{2,32}", part["emoji"]["name"])
    elif part["type"] == GALLERY:
        [item] = part["items"]
        assert re.fullmatch(r"attachment://[a-z0-9-]{1,60}\.png", item["media"]["url"])
        assert 0 < len(item["description"].strip()) <= len(item["description"]) <= 1024
    elif part["type"] == CHANNEL_MENU:
        assert 0 < len(part["placeholder"]) <= 150
        assert 0 <= part["min_values"] < part["max_values"] <= 25
        assert len(part["default_values"]) <= part["max_values"]
    elif part["type"] == MENU:
        assert 0 < len(part["placeholder"]) <= 150
        assert 0 < len(part["options"]) <= 25
        values = [entry["value"] for entry in part["options"]]
        assert len(values) == len(set(values))
        for entry in part["options"]:
            assert all(0 < len(entry[key]) <= 100 for key in ("label", "value", "description") if key in entry)


def far_from_usual(game: str) -> dict[str, OptionValue]:
    """Every option away from its default, and as long as it gets."""
    found: dict[str, OptionValue] = {}
    for option in catalogue[game].options:
        values = [v for v in option.choices if v != option.default]
        found[option.id] = option.numbers[-1] if option.numbers is not None else values[-1]
    return found


def moments(game: str, names: Sequence[str], **options: OptionValue) -> Iterator[GameSession]:
    """Every moment of a match in which each turn rolls once or twice and holds dice."""
    random = Random(len(names))
    session, chance = begun(game, names, 1, **options), Seeded(random)
    yield session
    while session.status == "running":
        state = session.running().state
        seat = state.turn.seat
        if not state.turn.dice or (random.random() < 0.3 and state.rolls_left):
            session = playing.move(session, user(seat), Move("roll"), LATER, chance)
        elif not state.turn.held and state.rolls_left:
            session = playing.hold(session, user(seat), 1, on=True, ply=session.ply)
        else:
            session = playing.move(session, user(seat), Move(random.choice(list(state.worth()))), LATER, chance)
        yield session


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("usual", [True, False], ids=["usual", "other"])
def test_boards_and_results_at_every_moment(game: str, usual: bool) -> None:
    # A fixed order would leave one box open in each menu: the widest menus come with a free one.
    options = {} if usual else far_from_usual(game) | {"order": "free", "min_rolls": 1}
    seen = 0
    for session in moments(game, EVERY_NAME, **options):
        check(shown(session))
        seen += 1
    assert "result" in Shown(shown(session)).text
    assert seen > 8 * len(dice_game(game).rules(session.options).boxes)


@pytest.mark.parametrize("game", GAMES)
def test_a_board_with_every_chance_on_it(game: str) -> None:
    session = begun(game, EVERY_NAME)
    odds = {box.id: 0.999 for box in dice_game(game).rules(session.options).boxes}
    board = shown(session, None, Showing(EveryEmoji(), odds=odds))
    check(board)
    assert Shown(board).text.count("over\u00a099\u00a0%") == len(odds)


class EveryEmoji(DiceEmojis):
    """All twelve dice, under the longest names and ids that an emoji may have."""

    def component(self, face: int, held: bool) -> Component:
        return {"id": str(2**63 - 1), "name": f"die_{face}_held_{'f' * 32}"[:32]}


class Pictures:
    """Looks, hosting and a drawer: every board has a picture and a hint."""

    async def of(self, _: GameSession) -> Look:
        return Look("picture", "light")

    async def gives_hints(self, _: GameSession) -> bool:
        return True

    async def draw(self, _: object, __: Callable[[], bytes]) -> bytes:
        return b"-"


async def pictured(session: GameSession) -> list[Component]:
    """The session's message with its picture and emojis, as it is sent."""
    anything: Any = Pictures()
    boards = Boards(anything, anything, anything, EveryEmoji(), Odds(), now=lambda: NOON)
    sent: list[list[Component]] = []

    async def put(components: list[Component], files: Sequence[Attachment]) -> None:
        [file] = files
        assert Shown(components).pictures[0]["media"]["url"] == f"attachment://{file.filename}"
        sent.append(components)

    await boards.put(session, put)
    return sent[-1]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("usual", [True, False], ids=["usual", "other"])
async def test_boards_and_results_with_pictures_and_emojis(game: str, usual: bool) -> None:
    options = {} if usual else far_from_usual(game) | {"order": "free", "min_rolls": 1}
    for session in moments(game, EVERY_NAME, **options):
        check(await pictured(session))
    assert session.status == "over"


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("game", GAMES)
async def test_pictures_of_eight_seats_of_one_name(game: str, name: str) -> None:
    for session in moments(game, [name] * 8):
        if session.status == "over" or not session.running().plies or not session.running().plies[-1].drawn:
            check(await pictured(session))


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("game", GAMES)
def test_reviews_and_results_with_an_account(game: str, name: str) -> None:
    for ended in (True, False):
        match = specimen(game, 8, "end" if ended else "middle", [name] * 8)
        for seat in range(0 if ended else 7):
            match = match.play(Seat(seat), RESIGN, CHANCE)
        review = reviewed(match, (1234.5,) * 8, approximate=True)
        account = Account(tuple(map(SeatAccount.of, review.seats)), True, (0.1249, 0.1251) * 4)
        session = replace(begun(game, [name] * 8), match=match, account=account)
        check(shown(session))
        check(review_message(session, match, full(review, match), Seat(7), None))
        words = luck_alt_text(match, review)
        gallery = {"type": GALLERY, "items": [{"media": {"url": "attachment://luck.png"}, "description": words}]}
        check(review_message(session, match, review, Seat(0), gallery))


def full(review: Review, match: Match) -> Review:
    """The review with as many and as long mistakes as there can be."""
    dice = (6,) * match.state.ruleset.dice
    longest = max((box.id for box in match.state.ruleset.boxes), key=len)
    worst = Mistake(999, 20, dice, 60, Move(longest), Move("6" * (len(dice) - 1) + "_"), 123.4)
    lucky = LuckyRoll(999, 20, Move("6" * (len(dice) - 1) + "_"), dice, 123.4)
    return replace(review, seats=tuple(replace(s, mistakes=(worst,) * 3, luckiest=lucky) for s in review.seats))


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("game", GAMES)
def test_eight_seats_of_one_name(game: str, name: str) -> None:
    session = begun(game, [name] * 8)
    waiting = lobby(game, [name] * 8, **far_from_usual(game))
    check(shown(waiting))
    check(shown(replace(waiting, people=(waiting.people[0], *[Person(None, name, "strong")] * 6))))
    check(shown(session))
    check(more_menu(session, seated=True))
    check(of_more(session, text_card(session.running())))
    for seat in range(7):
        check(leaving(session, user(seat), back(session)))
        session = playing.move(session, user(seat), RESIGN, LATER, Seeded(Random(1)))
        check(shown(session))
    assert session.status == "over"


@pytest.mark.parametrize("game", GAMES)
def test_lobbies_and_menus(game: str) -> None:
    for seats in range(1, 9):
        check(shown(lobby(game, EVERY_NAME[:seats], **far_from_usual(game))))
    waiting = lobby(game, EVERY_NAME, **far_from_usual(game))
    check(closed_lobby(waiting, "The host has cancelled this game."))
    check(moved_on(waiting, "https://discord.com/channels/1/2/3"))
    check(channel_taken(waiting, game, threads=True))
    for options in (waiting.options, dice_game(game).complete()):
        check([container(text(rules_text(dice_game(game), options)))])
    group = group_of(dice_game(game))
    unchanged: Mapping[str, OptionValue] = {}
    for chosen in (waiting.options, unchanged):
        check_group(group, Options.complete(group.options, chosen), str(waiting.id))


def check_group(group: OptionGroup, options: Options, subject: str = "0") -> None:
    """A group with everything that can be said about it, and the menus of its options."""
    if group.id in GENERAL:
        check(general_menu(group, options, listed=MANY_CHANNELS, warnings=warnings(0, options), may_change=True))
    else:
        check(options_menu(subject, group, options, warnings=warnings(0, options), may_change=True))
    for option in group.options:
        if not is_typed(option):
            check(value_menu(subject, group, option, options))
        else:
            assert len(option.title) <= 45, "a modal's label takes no more"
            assert 0 < len(option.allowed()) <= 100
            assert len(option.spell(options[option.id])) <= 45


@pytest.mark.parametrize("group", GENERAL.values(), ids=GENERAL)
def test_menus_of_what_holds_for_all_games(group: OptionGroup) -> None:
    ids = {option.id for option in group.options}
    for chosen in ({}, {key: value for key, value in LONG_VALUES.items() if key in ids}):
        check_group(group, Options.complete(group.options, chosen))
    check(groups_menu(catalogue.values()))


def test_a_joker_in_the_menu() -> None:
    """The longest entries: jokers with extras in every lower box."""

    class Sixes(Seeded):
        def dice(self, counter: str, count: int) -> tuple[int, ...]:
            return (6,) * count

    session, sixes = begun("yahtzee", ["Ada"]), Sixes(Random(1))
    for box in ("yahtzee", "sixes"):
        session = playing.move(session, user(0), Move("roll"), LATER, sixes)
        session = playing.move(session, user(0), Move(box), LATER, sixes)
    session = playing.move(session, user(0), Move("roll"), LATER, sixes)
    check(shown(session))
    assert Shown(shown(session)).boxes["large_straight"] == "Large straight: 40 points + 100 extra"


# -- Klondike ---------------------------------------------------------------------------------------------------------

FAR: Mapping[str, OptionValue] = far_from_usual("klondike")


def klondike_moments(name: str, moves: int, **options: OptionValue) -> Iterator[GameSession]:
    """Moments of a game in which any move is made, and now and then one is taken back."""
    random = Random(moves)
    chance = Seeded(random)
    waiting = lobby("klondike", [name], **options)
    session = lobbies.start(waiting, user(0), NOON, chance, " ".join(chance.deck("0")))
    yield session
    for _ in range(moves):
        state = session.running().state
        legal = session.game.legal_moves(state, SOLE)
        if session.status == "over" or not legal:
            return
        move = Move("u") if state.past and random.random() < 0.1 else random.choice(legal)
        session = playing.move(session, user(0), move, LATER, chance)
        yield session
    yield playing.move(session, user(0), END, LATER, chance)


@pytest.mark.parametrize(
    "options", [{}, FAR, {"draw": 3, "redeals": 9, "scoring": "vegas"}], ids=["usual", "far", "vegas"]
)
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
async def test_klondike_at_every_moment(name: str, options: Mapping[str, OptionValue]) -> None:
    for number, session in enumerate(klondike_moments(name, 60, **options)):
        check(shown(session))
        if not number % 10 or session.status == "over":
            check(await pictured(session))
            check(more_menu(session, seated=True))
            check([container(text(skin_of(session.game).card(session.running())))])


def test_klondike_s_lobby_rules_and_menus() -> None:
    game = catalogue["klondike"]
    for waiting in (lobby("klondike", ["W" * 32], **FAR), lobby("klondike", ["W" * 32])):
        check(shown(waiting))
        check(leaving(waiting, waiting.host))
        check([container(text(skin_of(game).rules(game, waiting.options)))])
        check_group(group_of(game), Options.complete(group_of(game).options, waiting.options), str(waiting.id))


# -- a game without a skin --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_plain_board_at_every_moment(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.ui.skins.SKINS", {})
    for session in moments(game, EVERY_NAME):
        check(shown(session))
    check([container(text(skin_of(session.game).rules(session.game, session.options)))])
