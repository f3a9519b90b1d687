"""Files of decision trees; the suffix of the name selects the format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from game.errors import InputError, nearest
from solver.trees.picture import check_drawing, draw, to_dot
from solver.trees.text import to_csv, to_selby
from solver.trees.tree import Tree

Writers = Mapping[str, Callable[[Tree], str | bytes]]

DRAWN = ("svg", "pdf")  # by Graphviz

WRITERS: Writers = {
    ".tree": to_selby,
    ".csv": lambda tree: to_csv(tree.games()),
    ".dot": to_dot,
    **{f".{form}": partial(draw, form=form) for form in DRAWN},
}
"""Writers of trees by the suffix of the file."""


def write_tree(tree: Tree, path: str | Path, writers: Writers = WRITERS) -> None:
    """Write a tree to a file.

    Parameters
    ----------
    tree : Tree
        With an answer at the end of each branch.
    path : path
        ``.tree``, ``.csv`` or ``.dot``; ``.svg`` or ``.pdf`` where Graphviz is
        installed.
    writers : mapping of str to callable
        Writers by suffix, if there are more than these.

    Raises
    ------
    InputError
        As `check_path`.
    """
    check_path(path, writers)
    made = writers[_suffix(path)](tree)
    Path(path).write_bytes(made if isinstance(made, bytes) else made.encode())


def check_path(path: str | Path, writers: Writers = WRITERS) -> None:
    """Raise an error for a file that no tree can be written to.

    Raises
    ------
    InputError
        When there is no writer for its suffix, or Graphviz is missing.
    """
    suffix = _suffix(path)
    if suffix not in writers:
        raise InputError(
            f"{str(path)!r}: expected a name that ends in {', '.join(writers)}"
            f"{nearest(suffix, writers)}"
        )
    if suffix[1:] in DRAWN:
        check_drawing(suffix[1:])


def _suffix(path: str | Path) -> str:
    return Path(path).suffix.lower()
