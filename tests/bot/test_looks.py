"""How boards look: the guild's choice, and what the members at the table need."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

import pytest

from bot.ids import GuildId, UserId
from bot.looks import Look, Looks
from bot.session import GameSession, Person
from bot.store import Store, StoreError
from engine.game import BadOption
from tests.bot.seated import begun, user

ALONE, PAIR = begun("yahtzee", ["Ada"]), begun("yahtzee", ["Ada", "Bo"])
GUILD = ALONE.guild
BESIDE_A_COMPUTER = replace(PAIR, people=(PAIR.people[0], Person(None, "Computer", "hard")))
USUAL = Look("picture", "dark")


def at_once(work: Coroutine[Any, Any, Look]) -> Look:
    """The result of what waits for nothing."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]
    raise AssertionError("it waits")


async def test_pictures_on_dark_are_the_usual(store: Store) -> None:
    assert await Looks(store).of(PAIR) == USUAL


@pytest.mark.parametrize(
    ("session", "guild", "members", "card"),
    [
        (PAIR, "picture", ["server", "server"], "picture"),
        (PAIR, "picture", ["picture", "server"], "picture"),
        (PAIR, "picture", ["server", "text"], "text"),
        (PAIR, "picture", ["picture", "text"], "text"),
        (PAIR, "text", ["server", "server"], "text"),
        (PAIR, "text", ["picture", "server"], "text"),
        (PAIR, "text", ["picture", "picture"], "text"),
        (ALONE, "picture", ["text"], "text"),
        (ALONE, "text", ["server"], "text"),
        (ALONE, "text", ["picture"], "picture"),
        (ALONE, "picture", ["server", "text"], "picture"),
        (BESIDE_A_COMPUTER, "text", ["picture"], "picture"),
        (BESIDE_A_COMPUTER, "picture", ["text"], "text"),
    ],
)
async def test_a_board_can_be_read_by_all_who_sit_there(
    store: Store, session: GameSession, guild: str, members: list[str], card: str
) -> None:
    looks = Looks(store)
    await looks.choose(GUILD, "card", guild)
    for seat, preferred in enumerate(members):
        await looks.prefer(user(seat), preferred)
    assert (await looks.of(session)).card == card


async def test_the_colours_are_the_guilds(store: Store) -> None:
    looks = Looks(store)
    await looks.choose(GUILD, "theme", "light")
    assert await looks.of(PAIR) == Look("picture", "light")
    assert await looks.of(replace(PAIR, guild=GuildId(1))) == USUAL


@pytest.mark.parametrize(
    ("guild", "member", "card"),
    [
        ("picture", "server", "picture"),
        ("picture", "text", "text"),
        ("text", "server", "text"),
        ("text", "picture", "picture"),
    ],
)
async def test_what_one_member_alone_sees_is_as_they_want_it(store: Store, guild: str, member: str, card: str) -> None:
    looks = Looks(store)
    await looks.choose(GUILD, "card", guild)
    await looks.choose(GUILD, "theme", "light")
    await looks.prefer(user(0), member)
    assert await looks.of_member(GUILD, user(0)) == Look(card, "light")


async def test_what_is_known_takes_no_waiting(store: Store) -> None:
    looks = Looks(store)
    await looks.prefer(user(1), "text")
    first = await looks.of(PAIR)
    assert at_once(looks.of(PAIR)) == first == Look("text", "dark")


async def test_a_change_shows_at_once_and_outlives_the_process(store: Store) -> None:
    looks = Looks(store)
    assert await looks.of(PAIR) == USUAL
    await looks.choose(GUILD, "theme", "light")
    assert await looks.of(PAIR) == Look("picture", "light")
    await looks.prefer(user(0), "text")
    assert await looks.of(PAIR) == await Looks(store).of(PAIR) == Look("text", "light")
    await looks.prefer(user(0), "server")
    await looks.reset(GUILD)
    assert await looks.of(PAIR) == await Looks(store).of(PAIR) == USUAL


async def test_what_is_usual_is_stored_as_nothing(store: Store) -> None:
    looks = Looks(store)
    for card in ("text", "picture"):
        await looks.choose(GUILD, "card", card)
    for card in ("text", "server"):
        await looks.prefer(user(0), card)
    assert await store.guild_options(GUILD) == {}
    assert await store.member_options(user(0)) == {}


async def test_options_are_set_one_by_one_and_reset_together(store: Store) -> None:
    looks = Looks(store)
    await looks.choose(GUILD, "card", "text")
    chosen = await looks.choose(GUILD, "theme", "light")
    assert dict(chosen) == {"card": "text", "theme": "light"}
    assert dict(await looks.reset(GUILD)) == {"card": "picture", "theme": "dark"}


async def test_what_is_no_look_is_refused(store: Store) -> None:
    looks = Looks(store)
    for option, value in (("card", "film"), ("theme", "pink"), ("joker", "forced"), ("card", None)):
        with pytest.raises(BadOption):
            await looks.choose(GUILD, option, value)
    with pytest.raises(BadOption):
        await looks.prefer(user(0), "film")
    assert await looks.of(PAIR) == USUAL


async def test_stored_values_of_another_version_are_ignored_and_logged(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await store.set_option(GUILD, "", "card", "film")
    await store.set_option(GUILD, "", "theme", "light")
    await store.set_option(GUILD, "", "pings", "off")
    await store.set_member_option(user(0), "card", "smell")
    looks = Looks(store)
    for _ in range(2):
        assert await looks.of(PAIR) == Look("picture", "light")
    logged = [record.getMessage() for record in caplog.records]
    assert len(logged) == 2, "once each, not at every press"
    assert f"guild {GUILD} has card=film" in logged[0]
    assert "member 100 has card=smell" in logged[1]


async def test_only_so_many_are_kept_those_used_last(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    reads, read = list[int](), store.member_options

    async def noted(member: UserId) -> dict[str, str]:
        reads.append(member)
        return await read(member)

    monkeypatch.setattr(store, "member_options", noted)
    looks = Looks(store, kept_guilds=2, kept_members=2)
    first, second, third = (replace(ALONE, guild=GuildId(i), people=(Person(UserId(i), "Ada"),)) for i in range(1, 4))
    for session in (first, second, first, third):
        await looks.of(session)
    assert reads == [1, 2, 3]
    for session in (first, third):
        await looks.of(session)
    assert reads == [1, 2, 3]
    await looks.of(second)
    assert reads == [1, 2, 3, 2]


async def test_an_answer_of_before_a_change_is_not_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    looks, read = Looks(store), store.member_options

    async def overtaken(member: UserId) -> dict[str, str]:
        answer = await read(member)
        monkeypatch.setattr(store, "member_options", read)
        await looks.prefer(member, "text")
        return answer

    monkeypatch.setattr(store, "member_options", overtaken)
    await looks.of(ALONE)
    assert (await looks.of(ALONE)).card == "text"


async def test_a_store_in_trouble_gives_what_all_can_read(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_: UserId) -> dict[str, str]:
        raise StoreError("The disk is full.")

    looks = Looks(store)
    with monkeypatch.context() as trouble:
        trouble.setattr(store, "member_options", fail)
        assert await looks.of(ALONE) == await looks.of_member(GUILD, user(0)) == Look("text", "dark")
    assert "The disk is full." in caplog.text
    assert await looks.of(ALONE) == USUAL
