"""Configuration of Sphinx for the documentation, which `make site` builds."""

from __future__ import annotations

import html
import importlib
import re
import sys
from pathlib import Path
from typing import Any, ClassVar

import click
from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList
from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from commands.framework.script import Script
from game.text.deals import TITLES

project = "Clueproof"
extensions = ["sphinx.ext.autodoc", "numpydoc", "myst_parser"]
html_theme = "furo"
html_title = "Clueproof"
html_favicon = "../web/icon.svg"
html_static_path = html_css_files = ["docs.css"]
html_show_sphinx = False
html_show_copyright = False
html_show_sourcelink = False
html_theme_options = {
    "announcement": "the site's pages",  # `link_site` replaces this text by links
    # The same font as in web/styles/base.css.
    "light_css_variables": {"font-stack": "system-ui, sans-serif"},
    # This grey has a contrast of at least 4.5 to 1 on the background of code, so that
    # faint text is legible there.
    "dark_css_variables": {"color-foreground-muted": "#9aa0a6"},
}
default_role = "py:obj"
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the docstrings name the types already
numpydoc_show_class_members = False
myst_heading_anchors = 3


class CommandHelp(Directive):
    """Directive of Sphinx that inserts the help of commands of a script.

    The help of each command is folded: it is shown if the reader clicks on its first
    line.

    The argument of the directive is the script, without its suffix. The content names
    the commands. A page that uses the directive must name all commands of both scripts.
    """

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {}

    def run(self) -> list[nodes.Node]:
        """Return the nodes with the help of each command."""
        script = Script(f"{self.arguments[0]}.py", [self.arguments[0]], "", "")
        context = click.Context(script, info_name=script.name)
        return [
            part
            for name in " ".join(self.content).split()
            for part in self._help(script, name, context)
        ]

    @staticmethod
    def _help(
        script: Script, name: str, context: click.Context
    ) -> tuple[nodes.Node, ...]:
        """Return nodes with the help of a command, folded below its first line."""
        command = script.get_command(context, name)
        assert command is not None, name
        own = click.Context(command, info_name=name, parent=context)
        first = html.escape((command.help or "").partition("\n")[0].strip())
        title = f"{script.name} {name}"
        start = (
            f'<details class="help" id="{nodes.make_id(title)}">'
            f"<summary><code>{title}</code> {first}</summary>"
        )
        return (
            nodes.raw(text=start, format="html"),
            nodes.literal_block(text=command.full_help(own), language="text"),
            nodes.raw(text="</details>", format="html"),
        )


class Exports(Directive):
    """Directive of Sphinx that documents every name in ``__all__`` of a package."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the description of each name, in the order of ``__all__``."""
        package = importlib.import_module(self.arguments[0])
        lines = []
        for name in package.__all__:
            kind = self._kind(getattr(package, name))
            lines += [f".. auto{kind}:: {package.__name__}.{name}", ""]
            if kind in ("class", "exception"):
                lines[-1:] = ["   :members:", ""]
        node = nodes.container()
        source = StringList(lines, source=package.__name__)
        self.state.nested_parse(source, self.content_offset, node)
        return list(node.children)

    @staticmethod
    def _kind(value: object) -> str:
        if not isinstance(value, type):
            return "function" if callable(value) else "data"
        return "exception" if issubclass(value, BaseException) else "class"


SITE = {
    "index.html": "Play",
    "solve.html": "Solve",
    "leaderboard.html": "Leaderboard",
    "replays.html": "Replays",
}
"""Title of each page of the site that is not a page of the documentation."""


def link_site(
    app: Sphinx, name: str, template: str, context: dict[str, Any], tree: object
) -> None:
    """Put the links of the site above a page of the documentation.

    ``web/pages/layout.html`` has the same links for the other pages.
    """
    path = context["pathto"]
    icon = f'<img src="{path("_static/icon.svg", 1)}" width="24" height="24" alt="">'
    links = [
        f"<b>{icon} <span>Clueproof</span></b>",
        *(
            f'<a href="{path(f"../{page}", 1)}">{title}</a>'
            for page, title in SITE.items()
        ),
        '<a aria-current="page" href="#">Docs</a>',
        *(
            f'<a class="game" href="{path("../index.html", 1)}#kind={kind}">{title}</a>'
            for kind, title in TITLES.items()
        ),
    ]
    context["theme_announcement"] = " ".join(links)


def link_files(app: Sphinx, name: str, source: list[str]) -> None:
    """Turn links to Markdown files outside ``docs/`` into links to plain files."""
    up = re.escape("../" * (name.count("/") + 1))
    # The name of a section is left out, because a link to a file cannot name a section.
    pattern = rf"\]\(({up}[\w./-]+\.md)(#[\w-]+)?\)"
    source[0] = re.sub(pattern, r"](path:\1)", source[0])


_NUMBER = re.compile(
    r"[-+\u2212]?[\d.,\u221e]+( ?(%|\u00b1|s|ms|to|\(|\)|[-+\d.,/]+))*"
)
_EMPTY = ("", "-")


def align_numbers(app: Sphinx, tree: nodes.document) -> None:
    """Align columns of numbers to the right: their cells get the class ``number``.

    A column of numbers has only numbers and empty cells below its heading.
    """
    for table in tree.findall(nodes.table):
        rows = [list(row.children) for row in table.findall(nodes.row)]
        for column in zip(*rows, strict=True):
            texts = [cell.astext().strip() for cell in column[1:]]
            values = [text for text in texts if text not in _EMPTY]
            if values and all(map(_NUMBER.fullmatch, values)):
                for cell in column:
                    cell["classes"].append("number")


ACCESSIBLE = {
    ' role="heading">': ' role="heading" aria-level="2">',
    '<aside class="announcement-content">': '<aside class="announcement-content" '
    'aria-label="Site">',
    '<aside class="sidebar-drawer"': '<aside aria-label="Pages" class="sidebar-drawer"',
    '<aside class="toc-drawer': '<aside aria-label="This page" class="toc-drawer',
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
}
"""Replacements in the HTML of the theme, to make the pages accessible.

They add levels of headings, labels of regions, and parts that can be scrolled with the
keyboard. The checker axe requires these.
"""


def make_accessible(app: Sphinx, error: Exception | None) -> None:
    """Apply the replacements of `ACCESSIBLE` to all pages of a successful build."""
    for path in () if error else Path(app.outdir).rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        for old, new in ACCESSIBLE.items():
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Register the directives and the functions of this module with Sphinx."""
    app.connect("build-finished", make_accessible)
    app.add_directive("command-help", CommandHelp)
    app.add_directive("exports", Exports)
    app.connect("source-read", link_files)
    app.connect("html-page-context", link_site)
    app.connect("doctree-read", align_numbers)
