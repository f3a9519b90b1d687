"""Build of the wheel, in which our packages become parts of the package `clueproof`.

The source says ``from game import NAME``. The modules of the wheel say
``from clueproof.game import NAME``.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.editable_wheel import editable_wheel

OURS = ("commands", "contest", "game", "solver", "strategies")
_NAMES = rf"(?:{'|'.join(OURS)})\b"
# An import of one of our packages, in the form in which `ast.unparse` writes imports.
_IMPORT = re.compile(rf"(?:from|import(?: .*,)?) {_NAMES}")
_EXAMPLE = re.compile(r"^ *>>> .*(?:\n *\.\.\. .*)*", re.MULTILINE)
_SIGN = re.compile(r"^ *(?:>>>|\.\.\.) ?", re.MULTILINE)
_LINE = re.compile(rf"^(\s*(?:(?:>>>|\.\.\.) +)?from )(?={_NAMES})")


def rename(text: str, file: str) -> str:
    """Return the source of a module with the prefix `clueproof.` in its imports.

    `from game` becomes `from clueproof.game`, and likewise for our other packages.
    `text` is the source, and `file` is its name for messages.

    Raises `ValueError` if our packages are imported in another form, such as
    `import game`.
    """
    lines = text.split("\n")
    for number in _find_imports(text):
        lines[number - 1] = _LINE.sub(r"\1clueproof.", lines[number - 1], count=1)
    renamed = "\n".join(lines)
    for number in _find_imports(renamed):
        raise ValueError(f"{file}, line {number}: expected 'from PACKAGE import NAME'")
    return renamed


def _find_imports(text: str) -> Iterator[int]:
    """Yield the line number of each import of our packages, also in docstring examples.

    Imports that have the prefix `clueproof.` are not found.
    """
    examples = ((e.start(), _SIGN.sub("", e[0])) for e in _EXAMPLE.finditer(text))
    for start, code in [(0, text), *examples]:
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.Import | ast.ImportFrom) and _IMPORT.match(
                ast.unparse(node)
            ):
                yield text.count("\n", 0, start) + node.lineno


class _Build(build_py):
    def build_module(self, name: str, file: str, package: str) -> tuple[str, bool]:
        copy, copied = super().build_module(name, file, package)
        text = Path(copy).read_bytes().decode()
        Path(copy).write_bytes(rename(text, file).encode())
        return copy, copied


class _Editable(editable_wheel):
    def finalize_options(self) -> None:
        # In an editable installation, packages keep their names: `game` stays `game`.
        self.distribution.packages = ["clueproof", *OURS]
        self.distribution.package_dir = {n: n for n in self.distribution.packages}
        self.distribution.py_modules = ["evaluate", "interactive"]
        super().finalize_options()


if __name__ == "__main__":  # tests import this module to test `rename`
    setup(cmdclass={"build_py": _Build, "editable_wheel": _Editable})
