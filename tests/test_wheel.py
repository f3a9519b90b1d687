"""The files of the wheel are copies whose imports have the prefix ``clueproof``."""

import ast
import re
import subprocess
import sys
import tomllib
import zipfile

import pytest

import clueproof
import game
import solver
from contest.entries.home import ROOT
from setup import OURS, rename

SETUPTOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
SOURCES = {"clueproof": "clueproof", **SETUPTOOLS["package-dir"]}
LARGEST = 2_200_000  # bytes

# Imports at all places where a module may have one, and lines that only look like
# imports.
PLANTED = '''
from typing import TYPE_CHECKING

from games import rules
from solver.trees import (
    Tree,
    files,
)

if TYPE_CHECKING:
    from strategies import parse_name


def play():
    """Go on
    from game to game, where
    from game import Move
    is a line of prose.

    >>> from game import Move
    >>> def later():
    ...     from commands.framework import cli
    """
    from contest import runs as game

    return game, "from game import Move"
'''


def test_imports_are_renamed_and_texts_are_not():
    renamed = rename(PLANTED, "planted.py").split("\n")

    pairs = zip(PLANTED.split("\n"), renamed, strict=True)
    assert [new.strip() for old, new in pairs if old != new] == [
        "from clueproof.solver.trees import (",
        "from clueproof.strategies import parse_name",
        ">>> from clueproof.game import Move",
        "...     from clueproof.commands.framework import cli",
        "from clueproof.contest import runs as game",
    ]
    assert rename("\n".join(renamed), "planted.py").split("\n") == renamed


@pytest.mark.parametrize(
    "line",
    [
        "import game",
        "import game.words as w",
        "import json, solver",
        "import solver, json",
        "if True: from game import Move",
        "from game import Move; from solver import Tree",
        "from \\\n    game import Move",
        '"""\n>>> import game\n"""',
    ],
)
def test_an_import_that_cannot_be_renamed_fails_with_its_file_and_line(line):
    number = 3 + ("\n>>>" in line)

    with pytest.raises(ValueError, match=rf"^planted\.py, line {number}: expected"):
        rename(f"import json\n\n{line}\n", "planted.py")


def test_the_package_has_the_public_names_of_both_and_two_scores():
    names = {*game.__all__, *solver.__all__}

    assert clueproof.Move is game.Move
    assert clueproof.Solver is solver.Solver
    assert {type(getattr(clueproof, name)) for name in names}
    assert clueproof.evaluate_once.__module__ == "commands.local_evaluation"
    with pytest.raises(AttributeError, match="'clueproof' has no attribute 'Slover'"):
        _ = clueproof.Slover


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Return the files of a wheel by name, and its size."""
    source, built = map(tmp_path_factory.mktemp, ("source", "built"))
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.skip("no git checkout")
    for name in filter(None, done.stdout.split("\0")):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    code = "import sys, setuptools.build_meta as b; b.build_wheel(sys.argv[1])"
    command = [sys.executable, "-c", code, built]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (path,) = built.iterdir()
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    return files, path.stat().st_size


def source_of(name):
    """Return the file of the repository that a file of the wheel is a copy of."""
    home = max((h for h in SOURCES if name.startswith(h.replace(".", "/"))), key=len)
    return ROOT / SOURCES[home] / name.removeprefix(f"{home.replace('.', '/')}/")


def without_prefix(text):
    """Return the syntax tree of a module, with bare names in its imports."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            node.module = node.module.removeprefix("clueproof.")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            sign = r"(>>> |\.\.\. +)from clueproof\."
            node.value = re.sub(sign, r"\1from ", node.value)
    return ast.dump(tree)


@pytest.mark.system
def test_the_wheel_has_one_name_and_nothing_that_is_not_needed(wheel):
    files, size = wheel

    tops = {name.split("/")[0] for name in files}
    assert {re.sub(r"-[\d.]+\.dist-info", "", top) for top in tops} == {"clueproof"}
    assert len(tops) == 2
    assert size <= LARGEST
    assert "clueproof/py.typed" in files
    assert not [name for name in files if "games.csv" in name or ".proof" in name]
    assert not [name for name in files if "/official/" in name or "research" in name]


@pytest.mark.system
def test_every_module_of_the_wheel_is_its_source_but_for_the_prefix(wheel):
    files, _ = wheel
    attacks = "clueproof/contest/conformance/attacks/"
    copies = {n: data for n, data in files.items() if n.startswith("clueproof/")}
    modules = [n for n in copies if n.endswith(".py") and not n.startswith(attacks)]

    assert len(modules) > 280
    for name in modules:
        copy = copies.pop(name).decode()
        source = source_of(name).read_bytes().decode()
        pairs = zip(source.split("\n"), copy.split("\n"), strict=True)
        for old, new in pairs:
            assert old == new or re.match(r" *(>>> |\.\.\. +)?from ", old), name
            assert old == new.replace("from clueproof.", "from "), name
        assert without_prefix(source) == without_prefix(copy), name
    assert any(name.startswith(attacks) for name in copies)
    for name, data in copies.items():
        assert data == source_of(name).read_bytes(), name
    # Each package of ours is there, with every module that the repository has.
    theirs = {path for top in OURS for path in (ROOT / top).rglob("*.py")}
    unshipped = theirs - {source_of(name) for name in files if name.endswith(".py")}
    assert unshipped == set()
