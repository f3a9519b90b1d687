"""Pages: HTML files that hold their scripts, styles and policy themselves."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from html import escape
from string import Template
from urllib.parse import quote

from web.bundle import FOLDER, bundle

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
    head = Template(read("pages/head.html").rstrip()).substitute(
        policy=_policy([engine, script], style, loads),
        icon=quote(read("icon.svg").strip()),
        style=style,
    )
    return Template(read(f"pages/{name}.html")).substitute(
        parts,
        head=head,
        pages=_links(pages, name.title()),
        data=json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
        engine=engine,
        script=script,
    )


def read(name: str) -> str:
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
