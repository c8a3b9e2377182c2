"""The JSON in which Discord tells a bot about users, guilds, channels, messages and interactions."""

from __future__ import annotations

import copy

from benchmarks.loopback.files import unused
from benchmarks.loopback.world import (
    ALL_PERMISSIONS,
    Channel,
    Guild,
    Interaction,
    Json,
    Member,
    Message,
    World,
    timestamp,
    walk,
)

BUTTON, SELECT, GALLERY = 2, 3, 12
JOINED = "2024-01-01T00:00:00+00:00"


def user(member: Member) -> Json:
    """A user object."""
    return {
        "id": str(member.id),
        "username": member.name.lower().replace(" ", "_"),
        "global_name": member.name,
        "discriminator": "0",
        "avatar": None,
        "bot": False,
        "public_flags": 0,
    }


def member(who: Member) -> Json:
    """A guild member as it comes with an interaction."""
    return {
        "user": user(who),
        "nick": None,
        "roles": [],
        "joined_at": JOINED,
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "permissions": str(who.permissions),
        "pending": False,
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
    }


def bot_user(world: World) -> Json:
    """The bot's own user."""
    return {
        **user(Member(world.application_id, "Parlour")),
        "bot": True,
        "verified": True,
        "mfa_enabled": True,
        "email": None,
        "flags": 0,
    }


def application(world: World) -> Json:
    """The bot's application."""
    return {
        "id": str(world.application_id),
        "name": "Parlour",
        "icon": None,
        "description": "",
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "00",
        "flags": 0,
        "owner": user(world.owner),
        "team": None,
    }


def everyone(guild: Guild) -> Json:
    """The role that all members have."""
    return {
        "id": str(guild.id),
        "name": "@everyone",
        "permissions": str(Member(0, "").permissions),
        "position": 0,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def bot_role(world: World, guild: Guild) -> Json:
    """The role that an invitation gives the bot."""
    role = {**everyone(guild), "name": "Parlour", "position": 1, "managed": True}
    return {**role, "id": str(guild.id + 1), "permissions": str(ALL_PERMISSIONS)}


def channel(shown: Channel) -> Json:
    """A text channel or a thread."""
    payload: Json = {
        "id": str(shown.id),
        "guild_id": str(shown.guild.id),
        "type": 0 if shown.parent is None else 11,
        "name": shown.name,
        "position": 1,
        "permission_overwrites": [],
        "parent_id": None if shown.parent is None else str(shown.parent.id),
        "nsfw": False,
        "topic": None,
        "flags": 0,
        "last_message_id": None,
        "rate_limit_per_user": 0,
    }
    return payload if shown.parent is None else payload | thread(shown)


def thread(shown: Channel) -> Json:
    """What a thread has besides a channel's own fields."""
    metadata = {"archived": False, "auto_archive_duration": 1440, "archive_timestamp": JOINED, "locked": False}
    return {
        "owner_id": "0",
        "thread_metadata": metadata,
        "message_count": 0,
        "member_count": 1,
        "total_message_sent": 0,
    }


def guild(world: World, shown: Guild) -> Json:
    """A GUILD_CREATE event."""
    empty = ["emojis", "stickers", "voice_states", "presences", "stage_instances", "guild_scheduled_events"]
    bot_member = {**member(Member(world.application_id, "Parlour")), "user": bot_user(world)}
    bot_member["roles"] = [str(shown.id + 1)]
    return {
        **{key: [] for key in [*empty, "soundboard_sounds", "features"]},
        "id": str(shown.id),
        "name": shown.name,
        "icon": None,
        "owner_id": str(world.owner.id),
        "roles": [everyone(shown), bot_role(world, shown)],
        "channels": [channel(each) for each in shown.channels if each.parent is None],
        "threads": [channel(each) for each in shown.channels if each.parent is not None],
        "members": [bot_member],
        "member_count": 50,
        "large": False,
        "unavailable": False,
        "joined_at": JOINED,
        "preferred_locale": "en-US",
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_progress_bar_enabled": False,
        "afk_timeout": 300,
        "system_channel_flags": 0,
        "safety_alerts_channel_id": None,
    }


def message(world: World, shown: Message) -> Json:
    """A message of the bot."""
    return {
        "id": str(shown.id),
        "type": 0,
        "channel_id": str(shown.channel.id),
        "author": bot_user(world),
        "content": shown.content,
        "embeds": shown.embeds,
        "components": shown.components,
        "attachments": unused(shown),
        "mentions": [],
        "mention_roles": [],
        "mention_everyone": False,
        "pinned": False,
        "tts": False,
        "flags": shown.flags,
        "timestamp": timestamp(shown.id),
        "edited_timestamp": timestamp(world.new_id()) if shown.edited else None,
    }


def interaction(world: World, shown: Interaction) -> Json:
    """An INTERACTION_CREATE event."""
    guild_id = str(shown.channel.guild.id)
    payload: Json = {
        "id": str(shown.id),
        "application_id": str(world.application_id),
        "type": shown.kind,
        "token": shown.token,
        "version": 1,
        "guild_id": guild_id,
        "guild": {"id": guild_id, "features": [], "locale": "en-US"},
        "guild_locale": "en-US",
        "locale": "en-US",
        "channel_id": str(shown.channel.id),
        "channel": {**channel(shown.channel), "permissions": str(shown.member.permissions)},
        "member": member(shown.member),
        "app_permissions": str(ALL_PERMISSIONS),
        "entitlements": [],
        "authorizing_integration_owners": {"0": guild_id},
        "context": 0,
        "attachment_size_limit": 10_485_760,
        "data": shown.data,
    }
    return payload if shown.source is None else payload | {"message": message(world, shown.source)}


def numbered(components: list[Json]) -> list[Json]:
    """Components as Discord gives them back: each with an id, and with the fields that a bot may leave out."""
    kept = copy.deepcopy(components)
    taken = {part["id"] for part in walk(kept) if part.get("id")}
    free = (number for number in range(1, 10_000) if number not in taken)
    for part in walk(kept):
        part["id"] = part.get("id") or next(free)
        if part["type"] == BUTTON:
            part.setdefault("disabled", False)
        if part["type"] == SELECT:
            for key, usual in (("min_values", 1), ("max_values", 1), ("disabled", False)):
                part.setdefault(key, usual)
        if part["type"] == GALLERY:
            for item in part["items"]:
                item.setdefault("spoiler", False)
    return kept
