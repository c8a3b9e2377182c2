"""A guild's leaderboard as a message with pages."""

from __future__ import annotations

from bot.store import Line, Page
from bot.text.names import safe_name
from bot.text.rules import options_in_words
from bot.ui.components import PRIMARY, SECONDARY, Control, button, container, row, text
from bot.wire import Component
from engine.game import AnyGame, Options

MEASURES = {"best": "Best total", "average": "Average", "wins": "Wins"}


def leaderboard(game: AnyGame, options: Options, by: str, page: Page) -> list[Component]:
    """One page of a board; `by` is a key of MEASURES."""
    lines = [_line(line, by) for line in page.rows] or ["Nobody yet. Finish a game, and you are the first: /play"]
    return [
        container(
            text(f"## {game.title} · {MEASURES[by]}"),
            text("\n".join(lines)),
            text(_footnote(options, page)),
            row(
                *(
                    button(title, _control(game, measure, 1), PRIMARY if measure == by else SECONDARY)
                    for measure, title in MEASURES.items()
                )
            ),
            *_pages(game, by, page),
        )
    ]


def _control(game: AnyGame, by: str, page: int, turn: str = "") -> Control:
    arguments = (game.id, by, str(page), turn) if turn else (game.id, by, str(page))
    return Control("0", 0, "ranks", arguments)


def _line(line: Line, by: str) -> str:
    value = f"{line.value:.1f}" if by == "average" else f"{line.value:.0f}"
    games = f"{line.games} {'game' if line.games == 1 else 'games'}"
    early = " · ended early" if line.early else ""
    return f"**{line.place}.** {safe_name(line.name)} · **{value}** ({games}{early})"


def _footnote(options: Options, page: Page) -> str:
    changed = options_in_words(options)
    rules = f"house rules: {'; '.join(changed)}" if changed else "the usual rules"
    players = f"{page.total} {'player' if page.total == 1 else 'players'}"
    return f"-# {players} · page {page.page} of {page.pages} · {rules}"


def _pages(game: AnyGame, by: str, page: Page) -> list[Component]:
    if page.pages <= 1:
        return []
    return [
        row(
            button("◀ Back", _control(game, by, max(1, page.page - 1), "b"), disabled=page.page <= 1),
            button("Next ▶", _control(game, by, page.page + 1, "n"), disabled=page.page >= page.pages),
        )
    ]
