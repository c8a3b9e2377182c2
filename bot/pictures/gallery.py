"""`python -m bot.pictures.gallery FOLDER`: write every kind of picture there, contact sheets, and a page of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html import escape
from io import BytesIO
from math import ceil
from pathlib import Path

from PIL import Image

from bot.pictures import klondike
from bot.pictures.alt_text import alt_text, result_alt_text
from bot.pictures.card_specimens import TABLES
from bot.pictures.emojis import EMOJIS
from bot.pictures.luck import luck_alt_text, luck_picture
from bot.pictures.luck_specimens import REVIEWS
from bot.pictures.result import result
from bot.pictures.scorecard import scorecard
from bot.pictures.specimens import DICE_GAMES, EXTREMES, MOMENTS, specimen
from bot.pictures.theme import THEMES
from bot.pictures.tiles import HEIGHT, WIDTH
from engine.match import Match

SEATS = (1, 2, 4, 8)
COLUMNS, SMALLER = 3, 2
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Parlour: pictures</title>
<style>body{{background:#888;font:16px sans-serif}}img{{max-width:100%;margin:4px}}</style></head>
<body>
{figures}
</body></html>
"""


def main(arguments: list[str]) -> int:
    """Write the gallery into the folder that is named; 2 when none is."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m bot.pictures.gallery FOLDER\n")
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    figures = [figure for name, match in matches() for figure in _pictures(folder, name, match)]
    figures += _tables(folder)
    figures += _reviews(folder)
    for name, picture in EMOJIS.items():
        figures.append(_written(folder, name, picture, name))
    (folder / "index.html").write_text(PAGE.format(figures="\n".join(figures)), encoding="utf-8")
    _sheets(folder)
    return 0


def matches() -> Iterator[tuple[str, Match]]:
    """Every match of the gallery, by name."""
    for game_id in DICE_GAMES:
        for seats in SEATS:
            for moment in MOMENTS:
                yield f"{game_id}-{seats}-{moment}", specimen(game_id, seats, moment)
    for name, make in EXTREMES.items():
        yield f"extreme-{name}", make()


def _pictures(folder: Path, name: str, match: Match) -> Iterator[str]:
    for theme in THEMES.values():
        yield _written(folder, f"{name}-{theme.name}", scorecard(match, theme=theme), alt_text(match))
        if name.endswith("-middle"):
            still = scorecard(match, theme=theme, still=True)
            yield _written(folder, f"{name}-still-{theme.name}", still, alt_text(match, still=True))
        if match.over:
            shown = result(match, theme=theme)
            yield _written(folder, f"{name}-result-{theme.name}", shown, result_alt_text(match))


def _tables(folder: Path) -> Iterator[str]:
    for name, make in TABLES.items():
        for theme in THEMES.values():
            picture = klondike.table_picture(make(), theme)
            yield _written(folder, f"klondike-{name}-{theme.name}", picture, klondike.alt_text(make()))


def _reviews(folder: Path) -> Iterator[str]:
    for name, make in REVIEWS.items():
        for theme in THEMES.values():
            picture = luck_picture(*make(), theme=theme)
            yield _written(folder, f"luck-{name}-{theme.name}", picture, luck_alt_text(*make()))


def _written(folder: Path, name: str, picture: bytes, alt: str) -> str:
    (folder / f"{name}.png").write_bytes(picture)
    return f'<img src="{name}.png" alt="{escape(alt)}" title="{name}">'


def _sheets(folder: Path) -> None:
    """A contact sheet for each game and theme, for a quick look."""
    for theme in THEMES:
        for group in (*DICE_GAMES, "extreme", "klondike", "luck"):
            pictures = [path.read_bytes() for path in sorted(folder.glob(f"{group}-*-{theme}.png"))]
            if pictures:
                _sheet(pictures).save(folder / f"sheet-{group}-{theme}.png")


def _sheet(pictures: list[bytes]) -> Image.Image:
    width, height = WIDTH // SMALLER, HEIGHT // SMALLER
    sheet = Image.new("RGB", (COLUMNS * (width + 8), ceil(len(pictures) / COLUMNS) * (height + 8)), "#888888")
    for index, picture in enumerate(pictures):
        row, column = divmod(index, COLUMNS)
        with Image.open(BytesIO(picture)) as image:
            sheet.paste(image.convert("RGB").reduce(SMALLER), (column * (width + 8), row * (height + 8)))
    return sheet


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
