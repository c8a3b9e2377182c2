"""Settings: a TOML file and the environment over it, checked at start.

Whatever is wrong is one line, `FILE: KEY = VALUE: what would be right`, in which no secret is shown.
"""

from bot.config.reading import DEFAULT_FILE, ConfigError, load
from bot.config.secret import Secret, application_id, without_password
from bot.config.settings import Settings

__all__ = ["DEFAULT_FILE", "ConfigError", "Secret", "Settings", "application_id", "load", "without_password"]
