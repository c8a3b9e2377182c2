"""A guild's leaderboard as a message with pages."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from bot.errors import NotRanked
from bot.store import Line, Page
from bot.text.names import safe_name
from bot.text.rules import options_in_words
from bot.ui.components import MOST_BUTTONS, PRIMARY, SECONDARY, Control, button, container, row, text
from bot.ui.rankings import Ranking
from bot.ui.skins import skin_of
from bot.wire import Component
from engine.game import AnyGame, Options


def rankings(game: AnyGame, options: Options) -> tuple[Ranking, ...]:
    """The boards that a game has under these rules; one at least."""
    return tuple(ranking for ranking in skin_of(game).rankings if ranking.kept(options))


def ranking_by(game: AnyGame, options: Options, by: str | None) -> Ranking:
    """The board that was chosen or typed, by measure or title, else the first; raises NotRanked."""
    known = rankings(game, options)
    found = known[0] if by is None else next((ranking for ranking in known if ranking.is_called(by)), None)
    if found is None:
        raise NotRanked(game.title, tuple(ranking.title for ranking in known))
    return found


def leaderboard(game: AnyGame, options: Options, by: Ranking, page: Page) -> list[Component]:
    """One page of a board."""
    lines = [_line(line, by) for line in page.rows] or [f"Nobody yet. {by.empty}"]
    return [
        container(
            text(f"## {game.title} · {by.title}"),
            text("\n".join(lines)),
            text(_footnote(options, page)),
            *_boards(game, rankings(game, options), by),
            *_pages(game, by, page),
        )
    ]


def _boards(game: AnyGame, known: Sequence[Ranking], by: Ranking) -> list[Component]:
    """A button for each board, in rows as even as can be."""
    buttons = [button(each.title, _control(game, each, 1), PRIMARY if each == by else SECONDARY) for each in known]
    length = ceil(len(buttons) / ceil(len(buttons) / MOST_BUTTONS))
    return [row(*buttons[i : i + length]) for i in range(0, len(buttons), length)]


def _control(game: AnyGame, by: Ranking, page: int, turn: str = "") -> Control:
    arguments = (game.id, by.measure, str(page))
    return Control("0", 0, "ranks", (*arguments, turn) if turn else arguments)


def _line(line: Line, by: Ranking) -> str:
    games = f"{line.games} {by.games[line.games != 1]}"
    early = " · ended early" if line.early else ""
    return f"**{line.place}.** {safe_name(line.name)} · **{by.value(line.value)}** ({games}{early})"


def _footnote(options: Options, page: Page) -> str:
    changed = options_in_words(options)
    rules = f"house rules: {'; '.join(changed)}" if changed else "the usual rules"
    players = f"{page.total} {'player' if page.total == 1 else 'players'}"
    return f"-# {players} · page {page.page} of {page.pages} · {rules}"


def _pages(game: AnyGame, by: Ranking, page: Page) -> list[Component]:
    if page.pages <= 1:
        return []
    return [
        row(
            button("◀ Back", _control(game, by, max(1, page.page - 1), "b"), disabled=page.page <= 1),
            button("Next ▶", _control(game, by, page.page + 1, "n"), disabled=page.page >= page.pages),
        )
    ]
