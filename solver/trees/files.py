"""Files of decision trees; the suffix of the file name decides the format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from game.errors import InputError, nearest
from game.files import name_errors, read_text
from solver.trees.notation import from_csv, from_games, from_selby, to_csv, to_selby
from solver.trees.picture import check_drawing, draw, to_dot
from solver.trees.tree import Tree, TreeError

_Writers = Mapping[str, Callable[[Tree], str | bytes]]

_GRAPHVIZ = ("svg", "pdf")  # the formats that Graphviz draws

WRITERS: _Writers = {
    ".tree": to_selby,
    ".csv": lambda tree: to_csv(tree.games()),
    ".dot": to_dot,
    **{f".{form}": partial(draw, form=form) for form in _GRAPHVIZ},
}
"""For each suffix of a file name, the function that writes a tree in this format."""


def write_tree(tree: Tree, path: str | Path, writers: _Writers = WRITERS) -> None:
    """Write a tree to a file; the suffix of the file name decides the format.

    Each branch of the tree must end with a right guess. The suffix must be a key of
    `writers`: by default ``.tree``, ``.csv``, ``.dot``, ``.svg`` or ``.pdf``. For
    ``.svg`` and ``.pdf``, Graphviz must be installed. `check_path` raises the errors.
    """
    check_path(path, writers)
    made = writers[_suffix(path)](tree)
    with name_errors(path):
        Path(path).write_bytes(made if isinstance(made, bytes) else made.encode())


def read_tree(path: str | Path) -> Tree:
    """Read a tree from a file.

    A file with the suffix ``.csv`` is in the format of the Wordle Bot. Any other file
    is in Alex Selby's format. A TreeError is raised if the file cannot be read or is
    not a tree.
    """
    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise TreeError(f"cannot read {str(path)!r}: {reason}") from None
    return from_games(from_csv(text)) if _suffix(path) == ".csv" else from_selby(text)


def check_path(path: str | Path, writers: _Writers = WRITERS) -> None:
    """Raise an InputError if a file cannot be written.

    A file cannot be written if `writers` has no key for its suffix, or if the suffix is
    ``.svg`` or ``.pdf`` and Graphviz is not installed.
    """
    suffix = _suffix(path)
    if suffix not in writers:
        raise InputError(
            f"{str(path)!r}",
            f"a name that ends in {', '.join(writers)}",
            nearest(suffix, writers),
        )
    if suffix[1:] in _GRAPHVIZ:
        check_drawing(suffix[1:])


def _suffix(path: str | Path) -> str:
    return Path(path).suffix.lower()
