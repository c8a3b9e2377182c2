"""`python -m bot play`: the command that opens the page."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Iterator
from functools import partial
from urllib.parse import urlsplit

import simcord

from bot import config
from bot.client import ParlourBot
from bot.offline import browser, table, world
from bot.offline.database import reserved
from bot.store import Store, StoreError

DEFAULT_DATABASE = ".parlour/offline.db"
DEFAULT_PORT = 8765


def main(database: str = DEFAULT_DATABASE, port: int = DEFAULT_PORT, open_browser: bool = True) -> int:
    """Play in a page on this machine until Ctrl-C or SIGTERM; returns the exit status.

    `database` is a file, made with its folder if it is missing, or an URL; `port` 0 takes any free one, and so does a
    taken one.
    """
    logging.basicConfig(level=logging.WARNING)
    try:
        with reserved(database) as held:

            def ready(address: str) -> None:
                print(*_greeting(address, asked=port), *_kept(held, asked=database), sep="\n", flush=True)
                if open_browser:
                    browser.open_page(address)

            asyncio.run(table.run(partial(_make_bot, held), port, ready))
    except (OSError, StoreError, simcord.SetupError) as trouble:
        print(f"The page cannot open: {_sentence(trouble)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:  # sooner than `table.run` could listen for it
        return 0
    return 0


async def _make_bot(database: str) -> ParlourBot:
    settings = config.load(None, {"PARLOUR_STORE_DATABASE": database})
    return ParlourBot(settings, await Store.open(database))


def _sentence(trouble: Exception) -> str:
    if isinstance(trouble, OSError) and trouble.filename:
        return f"{trouble.filename}: {trouble.strerror}"
    return str(trouble)


def _greeting(address: str, *, asked: int) -> Iterator[str]:
    port = urlsplit(address).port
    if asked not in (0, port):
        yield f"Port {asked} is taken: this page is at {port} instead."
    yield f"Parlour is open at {address}"
    yield f"  {world.OWNER} owns the server; {' and '.join(world.OTHERS)} are members. Choose who you are at the top,"
    yield '  "Viewing as". Type /play in the message field to open a game, then join it as somebody else.'


def _kept(held: str, *, asked: str) -> Iterator[str]:
    if held != asked:
        yield f"  {asked} belongs to a page that is open already: this one keeps its games in {held}."
    else:
        yield f"  Games are kept in {held}."
    yield "  Ctrl-C stops the page."
