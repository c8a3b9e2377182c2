"""The command line: `python -m bot run | play | migrate | check`.

Exit status: 0 for a clean end, 1 for trouble on the way, 2 for wrong settings or wrong usage.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.config import DEFAULT_FILE, ConfigError, load

__all__ = ["main"]

# What a command needs is imported when it is chosen: a wrong setting is told at once, and `run` needs no simcord.


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command; returns the exit status."""
    chosen = _parser().parse_args(arguments)
    try:
        status: int = chosen.command(chosen)
    except ConfigError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return status


def _run(chosen: argparse.Namespace) -> int:
    settings = load(_settings_file(chosen), os.environ, need_token=True)
    assert settings.token is not None

    from bot.serve import run

    return run(settings, settings.token)


def _play(chosen: argparse.Namespace) -> int:
    try:
        from bot.offline import page
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("bot"):
            raise
        print(f"The page needs {error.name}: install the extra `offline`, or use make play", file=sys.stderr)
        return 1
    database = page.DEFAULT_DATABASE if chosen.database is None else chosen.database
    port = page.DEFAULT_PORT if chosen.port is None else chosen.port
    return page.main(database, port, open_browser=chosen.browser)


def _migrate(chosen: argparse.Namespace) -> int:
    settings = load(_settings_file(chosen), os.environ)

    from bot.check import upgrade

    return upgrade(settings)


def _check(chosen: argparse.Namespace) -> int:
    from bot.check import check

    return check(_settings_file(chosen), os.environ)


def _settings_file(chosen: argparse.Namespace) -> Path | None:
    given: Path | None = chosen.config
    return given or (DEFAULT_FILE if DEFAULT_FILE.exists() else None)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Parlour: parlour games on Discord.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    configured = argparse.ArgumentParser(add_help=False)
    configured.add_argument(
        "--config", type=Path, metavar="PATH", help=f"the settings file (default: {DEFAULT_FILE}, if there is one)"
    )

    run = commands.add_parser("run", parents=[configured], help="the bot on Discord; needs a token")
    run.set_defaults(command=_run)

    play = commands.add_parser("play", help="the bot in a page on this machine; no token, no account")
    play.add_argument("--database", metavar="PATH", help="where its games are kept")
    play.add_argument("--port", type=_port, help="the page's port; another is taken if it is in use")
    play.add_argument("--no-browser", dest="browser", action="store_false", help="print the address, open nothing")
    play.set_defaults(command=_play)

    migrate = commands.add_parser("migrate", parents=[configured], help="bring the database to this version")
    migrate.set_defaults(command=_migrate)

    check = commands.add_parser("check", parents=[configured], help="what would go wrong, before it does")
    check.set_defaults(command=_check)
    return parser


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: must be a whole number from 0 (any free one) to 65535")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
