"""The settings, and the table of the keys that set them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from bot.config.kinds import Kind, Level, Owners, Switch, Text, Whole, is_address, is_database, is_path, is_token
from bot.config.secret import Secret, without_password

__all__ = ["BY_KEY", "BY_VARIABLE", "TABLES", "Setting", "Settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How this bot is to run; `config.example.toml` says what each means.

    `database` is a path or an SQLAlchemy URL, no `strategy` stands for a folder beside it; no `owner_ids` stand for the
    application's owner.
    """

    token: Secret | None = None
    api_base: str | None = None
    gateway: str | None = None
    owner_ids: tuple[int, ...] = ()
    members_intent: bool = False
    database: str = "parlour.db"
    strategy: str | None = None
    lobby_minutes: int = 60
    challenge_minutes: int = 10
    presses_in_flight: int = 32
    presses_waiting: int = 64
    log_level: str = "INFO"

    def __repr__(self) -> str:
        shown = (f"{field.name}={without_password(repr(getattr(self, field.name)))}" for field in fields(self))
        return f"Settings({', '.join(shown)})"


@dataclass(frozen=True, slots=True)
class Setting:
    """One key of the file, `table.key`, and the field of Settings that it sets."""

    key: str
    field: str
    kind: Kind

    @property
    def secret(self) -> bool:
        return self.field == "token"

    @property
    def variable(self) -> str:
        return "PARLOUR_" + self.key.upper().replace(".", "_")


TOKEN = Text("must be the bot's token from the developer portal, three parts joined by dots, nothing else", is_token)
API_BASE = Text('must be an address such as "http://127.0.0.1:8080/api/v10"', is_address("http", "https"))
GATEWAY = Text('must be an address such as "ws://127.0.0.1:8081"', is_address("ws", "wss"))
DATABASE = Text("must be a file's path, or a URL such as postgresql://user:password@host/parlour", is_database)
FOLDER = Text("must be a folder's path", is_path)
MINUTES = Whole(1, 24 * 60)

BY_KEY: Mapping[str, Setting] = {
    setting.key: setting
    for setting in (
        Setting("discord.token", "token", TOKEN),
        Setting("discord.api_base", "api_base", API_BASE),
        Setting("discord.gateway", "gateway", GATEWAY),
        Setting("discord.owners", "owner_ids", Owners()),
        Setting("discord.members_intent", "members_intent", Switch()),
        Setting("store.database", "database", DATABASE),
        Setting("store.strategy", "strategy", FOLDER),
        Setting("games.lobby_minutes", "lobby_minutes", MINUTES),
        Setting("games.challenge_minutes", "challenge_minutes", MINUTES),
        Setting("limits.presses_in_flight", "presses_in_flight", Whole(1, 1000)),
        Setting("limits.presses_waiting", "presses_waiting", Whole(0, 10_000)),
        Setting("log.level", "log_level", Level()),
    )
}
TABLES = frozenset(key.partition(".")[0] for key in BY_KEY)

# The last one wins where both are set.
BY_VARIABLE: Mapping[str, Setting] = {setting.variable: setting for setting in BY_KEY.values()} | {
    "DISCORD_TOKEN": BY_KEY["discord.token"]
}
