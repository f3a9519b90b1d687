"""Imports point down the architecture, and no two files import each other."""

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = ("game", "solver", "strategies", "contest", "commands")

# What the modules of a package may import, apart from their own package and `game`.
# A package without an entry of its own stands for all that is below it.
ALLOWED = {
    "game": "",
    "solver.numeric": "",
    "solver.matrix": "solver.numeric",
    "solver.belief": "solver.matrix solver.numeric",
    "solver.lookahead": "solver.matrix solver.numeric",
    "solver.trees": "solver.matrix",
    "solver.optimal": "solver.trees solver.matrix solver.numeric",
    "solver.bounds": "solver.belief solver.matrix solver.numeric",
    "solver.advice": "solver.belief solver.lookahead solver.optimal solver.matrix "
    "solver.numeric",
    "solver.notebook": "solver.advice solver.trees strategies",
    "solver.reference": "",
    "solver.jit": "solver",
    "solver": "solver",
    "strategies": "solver",
    "contest.entries": "strategies",
    "contest.statistics": "solver",
    "contest.sandbox": "contest.entries solver",
    "contest.runs": "contest.sandbox contest.statistics contest.entries solver",
    "contest.leaderboard": "contest.runs contest.statistics contest.entries solver",
    "contest.report": "contest.leaderboard contest.runs contest.statistics solver",
    "contest.conformance": "contest.report contest.runs contest.sandbox "
    "contest.statistics contest.entries solver",
    "contest.tuning": "contest.report contest.runs contest.statistics solver",
    "contest": "",
    "commands": "",
    "commands.cli": "commands contest",
    "commands.person": "",
    "commands.terminal": "commands.cli commands.person contest",
    "commands.web": "commands.cli commands.terminal contest solver",
    "commands.evaluate": "commands.cli commands.terminal contest solver",
    "commands.interactive": "commands.cli commands.person commands.terminal "
    "commands.web contest solver",
}
MOST_FILES = 16


@cache
def modules():
    """Return every module of ours by name, with its syntax tree."""
    paths = [path for top in OURS for path in sorted((ROOT / top).rglob("*.py"))]
    found = {}
    for path in paths:
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts).removesuffix(".__init__")
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def for_types_alone(tree):
    """Return the nodes that only a type checker runs."""
    blocks = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    return {inner for block in blocks for inner in ast.walk(block)}


def imported(name, *, types=True):
    """Yield what a module imports of ours, by statement or by a string."""
    tree = modules()[name]
    left_out = set() if types else for_types_alone(tree)
    for node in ast.walk(tree):
        if node in left_out:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in modules() else node.module
        elif isinstance(node, ast.Call) and "import_module" in ast.unparse(node.func):
            # The fixed beginning of a name that is put together: "strategies." here.
            text = next((n for n in ast.walk(node.args[0]) if is_text(n)), None)
            if text is not None:
                yield text.value.rstrip(".")


def names(tree):
    """Return the functions that a module defines."""
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def package(name):
    """Return the longest entry of the table that a module belongs to."""
    homes = [key for key in ALLOWED if f"{name}.".startswith(f"{key}.")]
    return max(homes, key=len, default="")


@pytest.mark.parametrize("name", modules())
def test_imports_point_downwards(name):
    home = package(name)
    allowed = {home, "game", *ALLOWED[home].split()}

    ours = {module for module in imported(name) if module.split(".")[0] in OURS}
    upward = {m for m in ours if not any(f"{m}.".startswith(f"{a}.") for a in allowed)}

    assert not upward


def test_no_two_files_import_each_other():
    graph = {
        name: {m for m in imported(name, types=False) if m in modules() and m != name}
        for name in modules()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_commands_do_not_import_each_other():
    folders = ("commands.evaluate", "commands.interactive")
    inside = [m for m in modules() if m.rpartition(".")[0] in folders]
    commands = {m for m in inside if "main" in names(modules()[m])}

    crossed = {name: commands & set(imported(name)) for name in commands}

    assert not {name: others for name, others in crossed.items() if others}


@pytest.mark.parametrize("home", ALLOWED)
def test_a_folder_is_small(home):
    folder = ROOT.joinpath(*home.split("."))
    if home in ("game", "strategies") or not folder.is_dir():
        return
    assert len([p for p in folder.glob("*.py") if p.stem != "__init__"]) <= MOST_FILES


def test_every_module_has_a_home():
    assert all(package(name) for name in modules())
