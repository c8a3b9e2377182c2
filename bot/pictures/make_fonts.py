"""`python -m bot.pictures.make_fonts`: build the fonts of the pictures from the Inter package (a tool for developers).

The built files are committed. Digits of one width are put in place of the others, since Pillow applies a font's
features only where a system library is installed.
"""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FOLDER = Path(__file__).with_name("fonts")
SOURCE = files("fontpkg_inter")
WEIGHTS = {"Medium": {"wght": 540, "opsz": 18}, "Bold": {"wght": 700, "opsz": 20}}
DIGITS = range(0x30, 0x3A)
LETTERS = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x250),  # Latin
    *range(0x370, 0x460),  # Greek, Cyrillic
    *range(0x490, 0x4FA),
    *range(0x1E00, 0x1F00),  # Latin of Vietnamese
    *range(0x2010, 0x2028),
    *range(0x2030, 0x203B),
    *range(0x20A0, 0x20C0),
    *map(ord, "™←↑→↓−≈≠≤≥★☆✓✗"),
)


def main() -> None:
    """Write the fonts, their licence and the letters that they have into the package."""
    FOLDER.mkdir(exist_ok=True)
    fonts = {name: build(axes) for name, axes in WEIGHTS.items()}
    for name, font in fonts.items():
        font.save(FOLDER / f"Inter-{name}.ttf")
    codes = set.intersection(*(set(font.getBestCmap()) for font in fonts.values()))
    (FOLDER / "letters.txt").write_text("".join(f"{first:04X}-{last:04X}\n" for first, last in ranges(codes)))
    (FOLDER / "OFL.txt").write_bytes((SOURCE / "LICENSE").read_bytes())


def build(axes: dict[str, int]) -> Any:
    """One static font, with what pictures need of it."""
    with as_file(SOURCE / "files" / "Inter[opsz,wght].ttf") as path:
        font = instantiateVariableFont(TTFont(path, recalcTimestamp=False), axes)
    put_in_tabular_digits(font)
    options = Options()
    options.layout_features, options.hinting, options.name_IDs = [], False, [0, 1, 2, 4, 5, 6, 13, 14]
    options.drop_tables += ["GDEF", "GPOS", "GSUB", "STAT", "MVAR"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    return font


def put_in_tabular_digits(font: Any) -> None:
    """Let every digit's code point show its tabular form."""
    tabular, shown = tabular_forms(font["GSUB"].table), font.getBestCmap()
    digits = {code: tabular[shown[code]] for code in DIGITS}
    for table in font["cmap"].tables:
        table.cmap.update(digits)


def tabular_forms(substitutions: Any) -> dict[str, str]:
    """The glyphs that the feature `tnum` puts in place of others."""
    indexes = {
        index
        for record in substitutions.FeatureList.FeatureRecord
        if record.FeatureTag == "tnum"
        for index in record.Feature.LookupListIndex
    }
    subtables = [table for index in indexes for table in substitutions.LookupList.Lookup[index].SubTable]
    mappings = [getattr(getattr(table, "ExtSubTable", table), "mapping", {}) for table in subtables]
    return {plain: form for mapping in mappings for plain, form in mapping.items()}


def ranges(codes: set[int]) -> list[tuple[int, int]]:
    """The code points as ranges, both ends included."""
    firsts = sorted(code for code in codes if code - 1 not in codes)
    lasts = sorted(code for code in codes if code + 1 not in codes)
    return list(zip(firsts, lasts, strict=True))


if __name__ == "__main__":
    main()
