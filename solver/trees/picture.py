"""Drawings of decision trees with Graphviz.

A tree has the guess that is played, and for each of its clues the tree that follows,
None where the guess is right.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

from game.clues import Clue, to_text
from game.errors import InputError
from solver.trees.tree import Tree


def to_dot(tree: Tree) -> str:
    """Write a tree for Graphviz.

    A box is a guess, green where it can be right; an arrow bears its clue.

    Examples
    --------
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

    # A guess comes before its branches, so that the start of each arrow has a name.
    for parent, clue, below in _walk(tree):
        name = names[id(below)] = f"n{len(names)}"
        fill = ', fillcolor="#a5d6a7"' if None in below.branches.values() else ""
        lines.append(f'  {name} [label="{below.guess.upper()}"{fill}]')
        if parent is not None:
            label = to_text(clue, len(parent.guess))
            lines.append(f'  {names[id(parent)]} -> {name} [label="{label}"]')
    return "\n".join([*lines, "}", ""])


def graph(tree: Tree) -> Any:
    """Return a tree as a `graphviz.Source`, which notebooks show.

    Without the program dot they show the text of the tree.
    """
    import graphviz  # here: `solver` is imported where nothing is drawn

    class Picture(graphviz.Source):  # type: ignore[misc]  # it has no types
        def _repr_mimebundle_(self, *args: Any, **options: Any) -> Any:
            if shutil.which("dot") is None:
                return {"text/plain": str(tree), "text/html": tree._repr_html_()}
            return super()._repr_mimebundle_(*args, **options)

    return Picture(to_dot(tree))


def draw(tree: Tree, form: str) -> bytes:
    """Draw a tree with Graphviz; errors are as in `check_drawing`."""
    check_drawing(form)
    drawn: bytes = graph(tree).pipe(format=form)
    return drawn


def check_drawing(form: str) -> None:
    """Raise an InputError when the program dot, which draws trees, is not installed."""
    if shutil.which("dot") is None:
        raise InputError(
            f"no {form} without the program dot",
            "Graphviz (apt install graphviz, brew install graphviz, or "
            "https://graphviz.org/download)",
        )


def _walk(
    tree: Tree, parent: Tree | None = None, clue: Clue = 0
) -> Iterator[tuple[Tree | None, Clue, Tree]]:
    """Yield every guess of a tree with the one before it and the clue between."""
    yield parent, clue, tree
    for clue, branch in tree.sorted_branches():
        if branch is not None:
            yield from _walk(branch, tree, clue)
