"""Reads every text of the product and reports each fault with its file and line.

    python -m tools.prose [PATH…]

`rules.toml` beside this file lists the phrases that must not come back, the rules of harper that misfire on such texts,
and the folders that are not clean yet, which only `--all` includes. `words.txt` lists words that no dictionary has. A
file without faults is read again only if the file or the checker has changed.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

from tools.prose.check import Checker, settings, words
from tools.prose.texts import ROOT, sources, texts

CLEAN = ROOT / "build" / "prose.json"
"""The file with the digests of the files without faults."""


def digests(files: Iterable[Path]) -> dict[Path, str]:
    """Return a digest for each file, which also depends on the checker and its rules."""
    own = sorted(path for path in Path(__file__).parent.iterdir() if path.is_file())
    asked = hashlib.sha256(" ".join([version("harper-py"), *sorted(words())]).encode())
    for path in own:
        asked.update(path.read_bytes())
    return {path: hashlib.sha256(asked.digest() + path.read_bytes()).hexdigest() for path in files}


def read_clean() -> set[str]:
    """Return the digests of the files that had no faults the last time."""
    return set(json.loads(CLEAN.read_text(encoding="utf-8"))) if CLEAN.exists() else set()


def main() -> int:
    """Check the named files and folders, or everything; the exit code is 1 if there are faults."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="a file or folder, instead of everything")
    parser.add_argument("--all", action="store_true", help="also show what is in the folders that are not clean yet")
    asked = parser.parse_args()
    rules = settings()
    chosen = [path.resolve() for path in asked.paths] or [ROOT]
    later = [] if asked.all or asked.paths else [path for pattern in rules["not_yet"] for path in ROOT.glob(pattern)]
    files = [
        path
        for path in sources()
        if any(path.is_relative_to(folder) for folder in chosen) and not any(map(path.is_relative_to, later))
    ]
    clean = read_clean()
    now = digests(files)
    changed = [path for path in files if now[path] not in clean]
    found = Checker(rules, words()).check([text for path in changed for text in texts(path)]) if changed else []
    wrong = {finding.path for finding in found}
    CLEAN.parent.mkdir(exist_ok=True)
    CLEAN.write_text(json.dumps(sorted(clean | {now[path] for path in files if path not in wrong})), encoding="utf-8")
    for finding in found:
        print(finding)
    print(f"{len(files)} files, {len(found)} findings", file=sys.stderr)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
