"""Bundles: the text of a script or a style sheet together with what it imports.

A page holds its scripts and styles itself, so that it works from a file. The sources
are JavaScript modules; a bundle is one classic script, because browsers load modules
only from a server. Modules of a bundle share one scope, so a name of the top level
must be unique (``tests/web/test_bundle.py`` checks that).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

FOLDER = Path(__file__).resolve().parent

_IMPORT = re.compile(r'^(?:import \{[^}]*\} from|@import) "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)


def bundle(name: str, loaded: Iterable[str] = ()) -> str:
    """Return a script or a style sheet that holds its imports, each of them once.

    `name` is the path of the source below ``web/``, such as ``advice/worker.js``. The
    sources `loaded`, which the page holds in another bundle, and their imports are left
    out.
    """
    known = {path for other in loaded for path in _sources(FOLDER / other)}
    paths = dict.fromkeys(_sources(FOLDER / name))
    texts = (_read(path) for path in paths if path not in known)
    strict = '"use strict";\n' if name.endswith(".js") else ""
    return strict + "\n".join(_EXPORT.sub("", _IMPORT.sub("", t)) for t in texts)


def _sources(path: Path) -> Iterator[Path]:
    """Yield a source after all that it imports."""
    for found in _IMPORT.finditer(_read(path)):
        yield from _sources((path.parent / found[1]).resolve())
    yield path


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
