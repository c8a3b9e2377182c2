from __future__ import annotations

from bot.ids import GuildId
from bot.store import Store


async def test_a_guild_starts_without_choices(store: Store) -> None:
    assert await store.guild_options(GuildId(1)) == {}


async def test_choices_are_replaced_and_taken_back(store: Store) -> None:
    await store.set_option(GuildId(1), "yatzy", "order", "free")
    await store.set_option(GuildId(1), "yatzy", "order", "top_down")
    await store.set_option(GuildId(1), "", "pings", "off")
    await store.set_option(GuildId(2), "yatzy", "order", "bottom_up")
    assert await store.guild_options(GuildId(1)) == {("yatzy", "order"): "top_down", ("", "pings"): "off"}
    await store.set_option(GuildId(1), "yatzy", "order", None)
    await store.set_option(GuildId(1), "yatzy", "order", None)
    assert await store.guild_options(GuildId(1)) == {("", "pings"): "off"}
    assert await store.guild_options(GuildId(2)) == {("yatzy", "order"): "bottom_up"}
