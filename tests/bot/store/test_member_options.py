from __future__ import annotations

from bot.ids import GuildId, UserId
from bot.store import Store


async def test_a_member_starts_without_choices(store: Store) -> None:
    assert await store.member_options(UserId(101)) == {}


async def test_choices_are_replaced_and_taken_back(store: Store) -> None:
    ada, bo = UserId(101), UserId(102)
    await store.set_member_option(ada, "card", "picture")
    await store.set_member_option(ada, "card", "text")
    await store.set_member_option(ada, "pings", "off")
    await store.set_member_option(bo, "card", "picture")
    assert await store.member_options(ada) == {"card": "text", "pings": "off"}
    for _ in range(2):
        await store.set_member_option(ada, "card", None)
    assert await store.member_options(ada) == {"pings": "off"}
    assert await store.member_options(bo) == {"card": "picture"}


async def test_they_are_not_a_guilds(store: Store) -> None:
    await store.set_option(GuildId(101), "", "card", "text")
    assert await store.member_options(UserId(101)) == {}


async def test_the_largest_id_of_a_user_has_room(store: Store) -> None:
    largest = UserId(2**63 - 1)
    await store.set_member_option(largest, "card", "text")
    assert await store.member_options(largest) == {"card": "text"}
