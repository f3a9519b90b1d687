"""Drawings of decision trees: Graphviz DOT, and HTML with collapsible branches."""

from __future__ import annotations

import math
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from game.clues import Clue, to_text
from game.errors import InputError
from game.render import TILE_STYLE, html_tiles
from game.wording import counted

if TYPE_CHECKING:
    from solver.trees.tree import Tree  # which imports this module

_STYLE = """
:root { color-scheme: light dark; --line: #8888; }
body { font: 1rem/1.6 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem;
  padding: 0 1rem; }
ul { list-style: none; margin: 0; padding-left: 1.6rem;
  border-left: 1px solid var(--line); }
summary { cursor: pointer; } summary:hover { background: #8882; }
summary:focus-visible { outline: 3px solid #1a73e8; outline-offset: 2px; }
li > .leaf { padding-left: 1.1rem; }
b { letter-spacing: .08em; }
small { opacity: .8; } table { border-collapse: collapse; margin: 1rem 0; }
th, td { border: 1px solid var(--line); padding: .1rem .7rem; text-align: right; }
"""


_WHOLE = 100  # largest tree, in answers, that a notebook shows completely


def to_dot(tree: Tree) -> str:
    """Write a tree for Graphviz.

    A box is a guess, green where it can be right; an arrow bears its clue.

    Examples
    --------
    >>> from solver.trees.tree import Tree
    >>> print(to_dot(Tree("crane", {242: None, 240: Tree("crank", {242: None})})))
    digraph {
      rankdir=LR
      node [shape=box, style=filled, fillcolor="#eeeeee", fontname="monospace"]
      edge [fontname="monospace"]
      n0 [label="CRANE", fillcolor="#a5d6a7"]
      n1 [label="CRANK", fillcolor="#a5d6a7"]
      n0 -> n1 [label="cccc."]
    }
    <BLANKLINE>
    """
    lines = [
        "digraph {",
        "  rankdir=LR",
        '  node [shape=box, style=filled, fillcolor="#eeeeee", fontname="monospace"]',
        '  edge [fontname="monospace"]',
    ]
    names: dict[int, str] = {}
    for parent, clue, below in _walk(tree):
        name = names[id(below)] = f"n{len(names)}"
        fill = ', fillcolor="#a5d6a7"' if None in below.branches.values() else ""
        lines.append(f'  {name} [label="{below.guess.upper()}"{fill}]')
        if parent is not None:
            label = to_text(clue, len(parent.guess))
            lines.append(f'  {names[id(parent)]} -> {name} [label="{label}"]')
    return "\n".join([*lines, "}", ""])


def graph(tree: Tree) -> Any:  # noqa: ANN401 - graphviz carries no types
    """Return a tree as a `graphviz.Source`, which notebooks show.

    Raises
    ------
    InputError
        When the extra ``trees`` is not installed.
    """
    check_extra()
    import graphviz

    return graphviz.Source(to_dot(tree))


def draw(tree: Tree, form: str) -> bytes:
    """Draw a tree with Graphviz.

    Parameters
    ----------
    tree : Tree
        The tree.
    form : {'svg', 'pdf', ...}
        What to draw.

    Raises
    ------
    InputError
        When the extra ``trees`` or Graphviz itself is not installed.
    """
    check_drawing(form)
    drawn: bytes = graph(tree).pipe(format=form)
    return drawn


def check_extra() -> None:
    """Check that the extra for trees in notebooks is installed.

    Raises
    ------
    InputError
        When the extra ``trees`` is not installed.
    """
    try:
        import graphviz  # noqa: F401 - looked for, not used
    except ImportError:
        raise InputError(
            "no pictures of trees without the extra 'trees': expected the package "
            "graphviz (pip install graphviz)"
        ) from None


def check_drawing(form: str) -> None:
    """Check that trees can be drawn.

    Raises
    ------
    InputError
        When the extra ``trees`` or Graphviz itself is not installed.
    """
    check_extra()
    if shutil.which("dot") is None:
        raise InputError(
            f"no {form} without Graphviz itself: expected its program dot, from "
            "https://graphviz.org/download"
        )


def _walk(
    tree: Tree, parent: Tree | None = None, clue: Clue = 0
) -> Iterator[tuple[Tree | None, Clue, Tree]]:
    """Yield every guess of a tree with the one before it and the clue between."""
    yield parent, clue, tree
    for clue, branch in _ordered(tree):
        if branch is not None:
            yield from _walk(branch, tree, clue)


def _ordered(tree: Tree) -> list[tuple[Clue, Tree | None]]:
    return sorted(tree.branches.items(), key=lambda item: item[0], reverse=True)


def to_html(tree: Tree) -> str:
    """Write a tree as a page of its own, which needs neither network nor scripts.

    Branches open and close with the mouse, and with Tab and Enter. Marks differ by
    colour and underline, and are read aloud as words.

    Examples
    --------
    >>> from solver.trees.tree import Tree
    >>> page = to_html(Tree("crane", {242: None, 240: Tree("crank", {242: None})}))
    >>> page.count("<details"), "3 guesses for 2 answers" in page
    (1, True)
    """
    histogram = tree.histogram
    games = sum(histogram.values())
    root = tree.guess.upper()
    heading = f"{root}: {_size(tree)}"
    head = "".join(f"<th>{guesses}</th>" for guesses in histogram)
    cells = "".join(f"<td>{count:,}</td>" for count in histogram.values())
    return (
        f'<!doctype html>\n<html lang="en" class="clueproof">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n'
        f"<title>{heading}</title>\n<style>{_STYLE}{TILE_STYLE}</style>\n<h1>{heading}</h1>\n"
        f"<p>Mean {tree.total / games:.4f}, worst {tree.worst}.</p>\n"
        f"<table><tr><th>guesses</th>{head}</tr><tr><th>answers</th>{cells}</tr>"
        f"</table>\n<details open><summary><b>{root}</b></summary>\n"
        f"{_list(tree)}</details>\n</html>\n"
    )


def to_fragment(tree: Tree) -> str:
    """Write a tree for a notebook, whose branches fold as in the page.

    Of a large tree only the second guesses are shown, which keeps notebooks small.

    Examples
    --------
    >>> from solver.trees.tree import Tree
    >>> tree = Tree("crane", {242: None, 240: Tree("crank", {242: None})})
    >>> to_fragment(tree).count("<li>")
    2
    """
    games = sum(tree.histogram.values())
    depth = math.inf if games <= _WHOLE else 1
    heading = f"{_size(tree)}, worst {tree.worst}"
    return (
        f'<div class="clueproof"><style>{TILE_STYLE}</style>\n<details open><summary>'
        f"<b>{tree.guess.upper()}</b> {heading}</summary>\n{_list(tree, depth)}"
        "</details></div>"
    )


def _size(tree: Tree) -> str:
    answers = sum(tree.histogram.values())
    return f"{counted(tree.total, 'guess')} for {counted(answers, 'answer')}"


def _list(tree: Tree, depth: float = math.inf) -> str:
    if depth <= 0:
        return ""
    branches = _ordered(tree)
    items = "".join(_item(tree.guess, *branch, depth - 1) for branch in branches)
    return f"<ul>\n{items}</ul>\n"


def _item(guess: str, clue: Clue, branch: Tree | None, depth: float) -> str:
    tiles = html_tiles(guess, clue)
    if branch is None:
        return f'<li><div class="leaf">{tiles} right</div></li>\n'
    word = f"{tiles} <b>{branch.guess.upper()}</b>"
    answers = list(branch.games())
    if len(answers) == 1 and len(answers[0]) == 1:
        return f'<li><div class="leaf">{word}</div></li>\n'
    mean = branch.total / len(answers)
    note = f"{counted(len(answers), 'answer')}, mean {mean:.2f} more"
    note = f"{word} <small>{note}</small>"
    if depth <= 0:
        return f'<li><div class="leaf">{note}</div></li>\n'
    below = _list(branch, depth)
    return f"<li><details><summary>{note}</summary>\n{below}</details></li>\n"
