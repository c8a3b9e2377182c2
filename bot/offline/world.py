"""The small simulated Discord in which the page plays: one guild, one channel, three members."""

from __future__ import annotations

from dataclasses import dataclass

import discord
import simcord

from bot.offline.clock import present

OWNER = "Ada"
OTHERS = ("Bo", "Cleo")
# One line, cut off where the page is narrow: what matters most comes first.
_TOPIC = f"Type /play to open a game. “Viewing as” makes you somebody else; {OWNER} owns this server."


@dataclass(frozen=True, slots=True)
class World:
    """The channel that the page shows and the members that one can be there, the guild's owner first."""

    channel: simcord.ChannelHandle
    members: tuple[simcord.MemberActor, ...]

    @property
    def owner(self) -> simcord.MemberActor:
        return self.members[0]


def build(env: simcord.Env) -> World:
    """Make the world, then move simulated Discord's clock to the present; to be called before the bot starts.

    Made at simcord's fixed epoch and in a fixed order, guild, channel and members have the same ids in every run, so
    that the database of an earlier run still fits. Everything later gets ids of the present, which never come again.
    """
    env.backend.edit_bot_profile("Parlour")
    owner = env.create_user(OWNER.lower(), global_name=OWNER)
    guild = env.create_guild("Parlour offline", owner=owner)
    owner_member = guild.add_member(owner)
    others = [guild.add_member(env.create_user(name.lower(), global_name=name)) for name in OTHERS]
    # The page shows this one channel: a game in a thread would be out of everybody's reach.
    no_threads = discord.PermissionOverwrite(create_public_threads=False, create_private_threads=False)
    channel = guild.create_text_channel("parlour", topic=_TOPIC, overwrites={guild.default_role: no_threads})
    epoch = env.now().timestamp()
    env.backend.advance_clock(present(epoch) - epoch)
    return World(channel, (owner_member, *others))
