"""HTML page of a decision tree; branches can be folded."""

from __future__ import annotations

from markupsafe import Markup

from contest.pages.template import render
from game.text import html
from solver.trees.tree import Tree


def tree_page(tree: Tree) -> str:
    """Return the page of a tree: one file, which needs no network and no scripts.

    You open and close branches with the mouse, or with the keys Tab and Enter. The
    three marks differ by colour and underline, and have labels for screen readers.
    """
    root = tree.guess.upper()
    histogram = tree.histogram
    return render(
        "tree.html",
        heading=f"{root}: {tree.size}",
        mean=f"{histogram.mean:.4f}",
        worst=tree.worst,
        style=Markup(html.style()),
        histogram={guesses: f"{count:,}" for guesses, count in histogram.items()},
        root=root,
        branches=Markup(tree.outline()),
    )
