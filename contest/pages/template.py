"""Pages made from the templates, scripts and styles in ``web/``.

A page contains its scripts and styles, so that it also works if it is opened as a file.
The sources of scripts are JavaScript modules. A bundle is one classic script with the
code of several modules, because browsers load modules only from a server. Modules of a
bundle share one scope, so a name of the top level must be unique
(``tests/web/test_bundle.py`` checks that).
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import quote

import jinja2
from markupsafe import Markup

from game.text.deals import TITLES

WEB = Path(__file__).resolve().parents[2] / "web"

_ENGINE = "advice/worker.js"
_IMPORT = re.compile(r'^(?:import \{[^}]*\} from|@import) "([^"]+)";\n', re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*.*?\*/)\n", re.MULTILINE | re.DOTALL)
_EXPORT = re.compile(r"^export ", re.MULTILINE)

_templates = jinja2.Environment(
    loader=jinja2.FileSystemLoader([WEB / "pages", Path(__file__).parent]),
    autoescape=jinja2.select_autoescape(["html"]),
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)


def render(template: str, **values: object) -> str:
    """Return a template with values filled in.

    In HTML the values are escaped, except for values of the type `Markup`.
    """
    return _templates.get_template(template).render(values)


def render_page(
    name: str,
    pages: Mapping[str, str],
    data: object = None,
    *,
    loads: str = "",
    **values: object,
) -> str:
    """Return a page of the site; `name` is the name of its template, style and script.

    `pages` has the addresses of the pages of the site by title, for links; it is empty
    for a page that stands alone. The script of the page reads `data` as JSON; a page
    with data also has the script that computes advice. `loads` has further sources from
    which the page may load scripts. `values` are the values of the template.
    """
    # A browser uses a script or a style only if the content security policy of the page
    # has the digest of the script or style.
    has_script = (WEB / "pages" / f"{name}.js").is_file()
    engine = "" if data is None else bundle(_ENGINE)
    script = bundle(f"pages/{name}.js", [_ENGINE]) if has_script else ""
    style = bundle(f"styles/{name}.css")
    scripts = [_digest(text) for text in (engine, script) if text]
    policy = (
        "default-src 'none'; img-src 'self' data: file:; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self' blob:; "
        f"script-src {' '.join([*scripts, loads])}; "
        f"style-src {_digest(style)}; base-uri 'none'; form-action 'none'"
    )
    return render(
        f"{name}.html",
        policy=Markup(policy),
        icon=quote((WEB / "icon.svg").read_text(encoding="utf-8").strip()),
        style=Markup(style),
        pages=pages,
        games=TITLES,
        current=name.title(),
        data=to_json(data),
        engine=Markup(engine),
        script=Markup(script),
        **values,
    )


def link(text: str, address: str) -> Markup:
    """Return text that links to an address.

    Examples
    --------
    >>> print(link("<its> games", "replays.html#run=one&game=2"))
    <a href="replays.html#run=one&amp;game=2">&lt;its&gt; games</a>
    """
    return Markup('<a href="{}">{}</a>').format(address, text)


def to_json(data: object) -> Markup:
    """Return data as JSON that is safe in a ``script`` element of HTML."""
    # The characters `</script>` in a text of `data` would end the element.
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))


def bundle(name: str, loaded: Iterable[str] = ()) -> str:
    """Return a script or a style sheet, together with all sources that it imports.

    Each source is included once. Comments that fill whole lines are left out, because
    these comments would be a seventh of the code. `name` is the path of the source
    below ``web/``, such as ``advice/worker.js``. The page has the sources `loaded` in
    another bundle, so these sources and their imports are left out.
    """
    # If the page had a source twice, the names in the source would be defined twice.
    skipped: dict[Path, str] = {}
    for source in loaded:
        _add_sources(WEB / source, skipped)
    texts = dict(skipped)
    _add_sources(WEB / name, texts)

    # A classic script can have no import and no export, so they are removed.
    added = (text for path, text in texts.items() if path not in skipped)
    strict = '"use strict";\n' if name.endswith(".js") else ""
    return strict + "\n".join(_strip(text) for text in added)


def _strip(text: str) -> str:
    """Return a source without imports, the word ``export``, and whole-line comments."""
    return _COMMENT.sub("", _EXPORT.sub("", _IMPORT.sub("", text)))


def _add_sources(path: Path, texts: dict[Path, str]) -> None:
    """Add the source `path` to `texts`, after all sources that this source imports."""
    if path not in texts:
        text = path.read_text(encoding="utf-8")
        for imported in _IMPORT.finditer(text):
            _add_sources((path.parent / imported[1]).resolve(), texts)
        texts[path] = text


def _digest(text: str) -> str:
    sha256 = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(sha256).decode()}'"
