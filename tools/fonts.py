"""Makes the pages' fonts while the package is built: WOFF2 files with the letters that are needed, and their widths.

The original faces come from PyPI. Hatchling runs this module, for an editable install as well as for the wheel.
"""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import fontpkg
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = "tutor/ui/static/fonts"
WEIGHTS = {"regular": 400, "bold": 700}
ALL_WEIGHTS = (400, 700)

FACES = {
    "Roboto": {"wght": ALL_WEIGHTS, "wdth": (75, 100)},
    "Source Serif 4": {"wght": ALL_WEIGHTS, "opsz": 24},
    "Roboto Mono": {"wght": 400},
}
"""The axes of each face, each with the range that it keeps or the value at which it is fixed."""
DRAWN_WITH = "Roboto"
"""The face of the texts in pictures."""

LETTERS = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x100),
    *map(ord, "ŁłŐőŒœŘřŚśŞşŠšŰűŸŹźŻżŽžĆćČčĎďĐđĘęĚěĞğİıŃńŇňĀāĄąŌōŪū"),
    *map(ord, "–—‘’‚“”„…•‹›€™−×≈≠≤≥←↑→↓"),
]
FEATURES = ["ccmp", "kern", "liga", "locl", "mark", "tnum"]


class FontsHook(BuildHookInterface[Any]):
    """Puts the fonts, their licences and the widths into the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the fonts before anything is packed."""
        folder = Path(self.root) / FOLDER
        folder.mkdir(exist_ok=True)
        for family, axes in FACES.items():
            make(family, axes, folder)
        (folder / "widths.json").write_text(json.dumps(widths(), ensure_ascii=False) + "\n", encoding="utf-8")
        build_data["artifacts"].append(f"{FOLDER}/*")


def make(family: str, axes: Mapping[str, Any], folder: Path) -> None:
    """Write one face as `family-name.woff2`, and its licence beside it."""
    source, name = fontpkg.path(family), fontpkg.slugify(family)
    font = subset(source)
    font = instantiateVariableFont(font, dict(axes))
    font.flavor = "woff2"
    font.save(folder / f"{name}.woff2")
    shutil.copy(source.parents[1] / "LICENSE", folder / f"{name}.LICENSE.txt")


def subset(source: Path) -> TTFont:
    """Return a face with only the letters that we need, and without the hints that only old screens need."""
    options = Options()
    options.layout_features = FEATURES
    options.hinting = False
    font = TTFont(source, recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    return font


def widths() -> dict[str, dict[str, float]]:
    """Return the width of every letter in pictures, as a fraction of the font size, by weight."""
    found = {}
    for look, weight in WEIGHTS.items():
        font = instantiateVariableFont(subset(fontpkg.path(DRAWN_WITH)), {"wght": weight, "wdth": 100})
        advances, em = font["hmtx"], font["head"].unitsPerEm
        found[look] = {chr(code): round(advances[name][0] / em, 4) for code, name in font.getBestCmap().items()}
    return found
