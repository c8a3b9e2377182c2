"""Policies as the bot has them: built once in a process of its own, kept in files, and mapped into memory."""

from bot.policies.building import Builder, BuilderProcess, Unkept
from bot.policies.shelf import Policies
from bot.policies.wanted import Wanted

__all__ = ["Builder", "BuilderProcess", "Policies", "Unkept", "Wanted"]
