"""Files of decision trees; the suffix of the name selects the format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar

from game.errors import InputError, nearest
from game.files import read_text
from solver.trees.picture import check_drawing, draw, to_dot, to_html
from solver.trees.text import from_csv, from_games, from_selby, to_csv, to_selby
from solver.trees.tree import Tree, TreeError

Form = TypeVar("Form")

DRAWN = ("svg", "pdf")  # by Graphviz

READERS: dict[str, Callable[[str], Tree]] = {
    ".tree": from_selby,
    ".csv": lambda text: from_games(from_csv(text)),
}
"""Readers of trees by the suffix of the file."""

WRITERS: dict[str, Callable[[Tree], str | bytes]] = {
    ".tree": to_selby,
    ".csv": lambda tree: to_csv(tree.games()),
    ".html": to_html,
    ".dot": to_dot,
    **{f".{form}": partial(draw, form=form) for form in DRAWN},
}
"""Writers of trees by the suffix of the file."""


def read_tree(path: str | Path) -> Tree:
    """Read a tree from a file.

    Parameters
    ----------
    path : path
        ``.tree`` for Alex Selby's format, ``.csv`` for the Wordle Bot's.

    Raises
    ------
    TreeError
        When the file is no tree; the message names the file and the line.
    """
    read = _by_suffix(READERS, path)
    try:
        return read(_text(path))
    except TreeError as error:
        raise TreeError(f"{str(path)!r}, {error}") from None


def write_tree(tree: Tree, path: str | Path) -> None:
    """Write a tree to a file.

    Parameters
    ----------
    tree : Tree
        The tree.
    path : path
        ``.tree``, ``.csv``, ``.html`` or ``.dot``; ``.svg`` or ``.pdf`` where Graphviz
        is installed.

    Raises
    ------
    InputError
        When the name ends otherwise, or Graphviz is missing.
    """
    made = _by_suffix(WRITERS, path)(tree)
    data = made if isinstance(made, bytes) else made.encode()
    Path(path).write_bytes(data)


def check_path(path: str | Path) -> None:
    """Raise an error for a file that no tree can be written to.

    Raises
    ------
    InputError
        When its name ends otherwise than `WRITERS` know, or Graphviz is missing.
    """
    _by_suffix(WRITERS, path)
    form = Path(path).suffix.lower().removeprefix(".")
    if form in DRAWN:
        check_drawing(form)


def _by_suffix(forms: Mapping[str, Form], path: str | Path) -> Form:
    suffix = Path(path).suffix.lower()
    if suffix not in forms:
        raise InputError(
            f"{str(path)!r}: expected a name that ends in {', '.join(forms)}"
            f"{nearest(suffix, forms)}"
        )
    return forms[suffix]


def _text(path: str | Path) -> str:
    try:
        return read_text(path)
    except UnicodeDecodeError:
        raise TreeError("not UTF-8 text: expected a decision tree") from None
