"""Pages: HTML files that hold their scripts, styles and policy themselves."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import TypeAlias
from urllib.parse import quote

_ENGINE = "advice/worker.js"


def render(
    name: str, pages: Mapping[str, str], data: object, *, loads: str = "", **parts: str
) -> str:
    """Return a page, made from its template, style and, if any, script of that name.

    `name` is that of the page in ``web/pages`` and ``web/styles``. `pages` are the
    addresses of the pages of the site by title, for links; empty for a page alone.
    `data` is for the script, as JSON. `loads` are the sources from which the page may
    load scripts, besides its own. `parts` are HTML for the other placeholders of the
    template.
    """
    engine, script = "", ""
    if (FOLDER / "pages" / f"{name}.js").is_file():
        engine, script = bundle(_ENGINE), bundle(f"pages/{name}.js", [_ENGINE])
    style = bundle(f"styles/{name}.css")
    head = Template(source("pages/head.html").rstrip()).substitute(
        policy=_policy([engine, script], style, loads),
        icon=quote(source("icon.svg").strip()),
        style=style,
    )
    return Template(source(f"pages/{name}.html")).substitute(
        parts,
        head=head,
        pages=_links(pages, name.title()),
        data=json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
        engine=engine,
        script=script,
    )


def source(name: str) -> str:
    """Return the text of a file in ``web/``."""
    return (FOLDER / name).read_text(encoding="utf-8")


def _links(pages: Mapping[str, str], own: str) -> str:
    links = []
    for title, address in pages.items():
        current = ' aria-current="page"' * (title == own)
        links.append(f'<a href="{escape(address)}"{current}>{escape(title)}</a>')
    return f'<nav class="pages" aria-label="Site">{"".join(links)}</nav>' * bool(links)


def _policy(scripts: Sequence[str], style: str, loads: str) -> str:
    """Return a policy that allows these scripts and styles alone, by their digests."""
    own = " ".join([*map(_digest, scripts), *([loads] if loads else [])])
    return (
        "default-src 'none'; img-src 'self' data: file:; connect-src 'self'; "
        "worker-src blob:; "
        f"script-src {own}; style-src {_digest(style)}; base-uri 'none'; "
        "form-action 'none'"
    )


def _digest(text: str) -> str:
    sha256 = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(sha256).decode()}'"


FOLDER = Path(__file__).resolve().parents[2] / "web"

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


Cell: TypeAlias = str | tuple[str, str]
"""Text of a table, or text with the address to which it links."""


def table(
    caption: str,
    heads: Sequence[str],
    rows: Sequence[Sequence[Cell | list[Cell]]],
    names: int = 0,
) -> str:
    """Return a table that scrolls where the window is too narrow, as HTML.

    Rows have cells, or lists of cells that share a place; `names` is the place of the
    cell that names the row.
    """
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "\n".join(
        f"<tr>{''.join(_cell(k == names, own) for k, own in enumerate(row))}</tr>"
        for row in rows
    )
    label = escape(caption)
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{label}">\n'
        f"<table>\n<caption>{label}</caption>\n"
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</div>"
    )


def _cell(is_name: bool, content: Cell | list[Cell]) -> str:
    text = cell(content)
    return f'<th scope="row">{text}</th>' if is_name else f"<td>{text}</td>"


def cell(content: Cell | list[Cell]) -> str:
    """Return a cell as HTML.

    Examples
    --------
    >>> cell("<1 %"), cell(("its games", "replays.html#run=one"))
    ('&lt;1 %', '<a href="replays.html#run=one">its games</a>')
    >>> cell(["none", ("one", "one.html")])
    'none, <a href="one.html">one</a>'
    """
    if isinstance(content, list):
        return ", ".join(map(cell, content))
    if isinstance(content, str):
        return escape(content)
    text, address = content
    return f'<a href="{escape(address)}">{escape(text)}</a>'
