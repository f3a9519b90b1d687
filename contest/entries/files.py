"""Files of entries: the part of an entry's text before the colon."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from contest.entries.syntax import STRATEGIES, EntryError
from game.errors import nearest


class Source(NamedTuple):
    """A file, the name that it was found by, and the label of one of its entries.

    The label is empty where none was given.
    """

    path: Path
    name: str
    label: str = ""


def builtin_names() -> list[str]:
    """Return the names of the public modules in ``strategies``."""
    found = STRATEGIES.glob("*.py")
    return sorted(f.stem for f in found if not f.stem.startswith("_"))


def located(text: str, checkout: Path | None = None) -> Source:
    """Return the file and the label that a text names.

    The text is ``name``, ``name/label``, ``file.py`` or ``file.py/label``. `checkout`
    is the folder of another contest project, which is searched instead; there, module
    names are valid too: ``strategies.mine``. Raises `EntryError`, with the nearest
    name, when there is no such file.
    """
    name, _, label = text.rpartition("/")
    if checkout is not None:
        if not checkout.is_dir():
            raise EntryError(
                f"no folder {str(checkout)!r}: expected a contest checkout"
            )
        for source in ((text, ""), (name, label)):
            if path := _file_in(checkout, source[0]):
                return Source(path, *source)
        there = sorted(f.stem for f in checkout.glob("strategies/[!_]*.py"))
        raise EntryError(
            f"no strategy {text!r} in {str(checkout)!r}: expected one like "
            f"strategies.name:Class(){nearest(_module(text).split('.')[-1], there)}"
        )
    if text.endswith(".py"):
        return Source(_file(text), text)
    if name.endswith(".py"):
        return Source(_file(name), name, label)
    names = builtin_names()
    for source in ((text, ""), (name, label)):
        if source[0] in names:
            return Source(STRATEGIES / f"{source[0]}.py", *source)
    hint = nearest(name or text, names) or f"; there are {', '.join(names)}"
    raise EntryError(
        f"no strategy {text!r}: expected a name from strategies/ or a .py file{hint}"
    )


def _file(name: str) -> Path:
    path = Path(name).absolute()
    if not path.is_file():
        raise EntryError(f"no file {name!r}: expected a strategy's .py file")
    return path.resolve()


def _file_in(checkout: Path, name: str) -> Path | None:
    for module in (_module(name), f"strategies.{_module(name)}"):
        path = checkout.joinpath(*module.split(".")).with_suffix(".py")
        if path.is_file():
            return path
    return None


def _module(name: str) -> str:
    return name.removesuffix(".py").replace("/", ".")
