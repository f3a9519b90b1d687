"""Drawings of decision trees with Graphviz.

A tree has a guess, and a subtree for each clue of this guess. The subtree is None for
the clue of a right guess.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

from game.clues import Clue, to_text
from game.errors import InputError
from solver.trees.tree import Tree


def to_dot(tree: Tree) -> str:
    """Return a tree as a text for Graphviz.

    In the drawing, each box is a guess, and the box is green if the guess can be right.
    Each arrow goes from a guess to the next guess, and its label is the clue between
    them.

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

    # `_walk` yields a guess before its branches. So the box at the start of an arrow
    # always has a name.
    for parent, clue, below in _walk(tree):
        name = names[id(below)] = f"n{len(names)}"
        fill = ', fillcolor="#a5d6a7"' if None in below.branches.values() else ""
        lines.append(f'  {name} [label="{below.guess.upper()}"{fill}]')
        if parent is not None:
            label = to_text(clue, len(parent.guess))
            lines.append(f'  {names[id(parent)]} -> {name} [label="{label}"]')
    return "\n".join([*lines, "}", ""])


def graph(tree: Tree) -> Any:
    """Return a tree as a `graphviz.Source`, which a notebook draws.

    If dot, a program of Graphviz, is not installed, the notebook shows the text of the
    tree.
    """
    import graphviz  # imported here, because most users of `solver` draw nothing

    class Picture(graphviz.Source):  # type: ignore[misc]  # graphviz has no types
        def _repr_mimebundle_(self, *args: Any, **options: Any) -> Any:
            if shutil.which("dot") is None:
                return {"text/plain": str(tree), "text/html": tree._repr_html_()}
            return super()._repr_mimebundle_(*args, **options)

        def render(self, *args: Any, **options: Any) -> Any:
            check_drawing("picture")
            return super().render(*args, **options)

        def pipe(self, *args: Any, **options: Any) -> Any:
            check_drawing("picture")
            return super().pipe(*args, **options)

    return Picture(to_dot(tree))


def draw(tree: Tree, form: str) -> bytes:
    """Return the bytes of a picture of a tree in the format `form`, like "svg".

    Graphviz draws the picture. Raises `InputError` if Graphviz is not installed (see
    `check_drawing`).
    """
    check_drawing(form)
    drawn: bytes = graph(tree).pipe(format=form)
    return drawn


def check_drawing(form: str) -> None:
    """Raise an InputError if dot, the program that draws trees, is not installed.

    The error says that `form`, like "svg" or "picture", cannot be made without dot.
    """
    if shutil.which("dot") is None:
        raise InputError(
            f"no {form} without the program dot",
            "Graphviz (apt install graphviz, brew install graphviz, or "
            "https://graphviz.org/download)",
        )


def _walk(
    tree: Tree, parent: Tree | None = None, clue: Clue = 0
) -> Iterator[tuple[Tree | None, Clue, Tree]]:
    """Yield a tree and all its subtrees, each with its parent and its clue.

    Each item has three parts: the tree above the subtree, the clue that leads from it
    to the subtree, and the subtree. For the whole tree, the first two parts are the
    arguments `parent` and `clue`.
    """
    yield parent, clue, tree
    for clue, branch in tree.sorted_branches():
        if branch is not None:
            yield from _walk(branch, tree, clue)
