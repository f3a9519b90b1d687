"""Imports point down the architecture, and no two files import each other."""

import ast
import re
import sys
import tomllib
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = (
    *("game", "solver", "research", "strategies"),
    *("contest", "commands", "clueproof", "clueproof_agents"),
)

# What the modules of a package may import, apart from their own package and `game`.
# A package without an entry of its own stands for all that is below it.
ALLOWED = {
    "game": "",
    "game.text": "",
    "solver.numeric": "",
    "solver.matrix": "solver.numeric",
    "solver.belief": "solver.matrix solver.numeric",
    "solver.lookahead": "solver.matrix solver.numeric",
    "solver.trees": "solver.matrix solver.numeric",
    "solver.optimal": "solver.trees solver.matrix solver.numeric",
    "solver.checking": "solver.trees solver.matrix solver.numeric",  # not the search
    "solver.bounds": "solver.belief solver.matrix solver.numeric",
    "solver.advice": "solver.belief solver.lookahead solver.optimal solver.trees "
    "solver.matrix solver.numeric",
    "solver.notebook": "solver.advice solver.optimal solver.trees solver.numeric "
    "strategies",  # names one
    "solver.policies": "solver.matrix solver.numeric",
    "solver": "solver",
    "research.proofs": "solver",
    "research.builders": "research.proofs solver contest",
    "research.studies": "research.proofs solver strategies contest",
    "research.tests": "research solver strategies contest tests",
    "research": "",  # no package of the core has it in its row
    "clueproof_agents": "contest.statistics solver",  # a distribution of its own
    "strategies": "solver",
    "contest.entries": "solver.trees strategies",
    "contest.statistics": "solver",
    "contest.sandbox.confinement": "",
    "contest.sandbox": "contest.entries solver",
    "contest.runs": "contest.sandbox contest.statistics contest.entries solver",
    "contest.leaderboard": "contest.runs contest.sandbox "
    "contest.statistics contest.entries solver",
    "contest.terminal": "contest.runs contest.statistics solver",
    "contest.pages": "contest.leaderboard contest.runs contest.statistics solver",
    "contest.conformance": "contest.terminal contest.runs contest.sandbox "
    "contest.statistics contest.entries solver",
    "contest": "",
    "commands": "contest solver strategies",
    "clueproof": "commands solver",  # the names that users import
}
MOST_FILES = 12
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
OUTSIDE = ("tests", "benchmarks", "examples")  # folders without rows of their own
PACKAGES = PROJECT["tool"]["setuptools"]["packages"]
INSTALLED = [name.removeprefix("clueproof.") for name in PACKAGES]
MOST_LATE_IMPORTS = 23


@cache
def sources():
    """Return the text of every module of ours by name."""
    tops = [ROOT / top for top in OURS]
    tops[-1] = ROOT / "agents" / OURS[-1]
    found = {}
    for path in (path for top in tops for path in sorted(top.rglob("*.py"))):
        if "attacks" in path.parts:  # data: strategies that the referee plays
            continue
        top = next(top for top in tops if path.is_relative_to(top))
        parts = path.relative_to(top.parent).with_suffix("").parts
        name = ".".join(parts).removesuffix(".__init__")
        found[name] = path.read_text(encoding="utf-8")
    return found


@cache
def modules():
    """Return every module of ours by name, with its syntax tree."""
    return {name: ast.parse(text) for name, text in sources().items()}


def imported(name):
    """Yield our modules that a module imports, also for types alone or by a string."""
    for node in ast.walk(modules()[name]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in modules() else node.module
        elif is_import_module(node):
            # The fixed beginning of a name that is put together: "strategies." here.
            text = next((n for n in ast.walk(node.args[0]) if is_text(n)), None)
            if text is not None:
                yield text.value.rstrip(".")


def late_imports(tree):
    """Yield the imports inside the functions of a module, of ours by name too."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    for function in (n for n in ast.walk(tree) if isinstance(n, functions)):
        for node in ast.walk(function):
            if isinstance(node, ast.Import | ast.ImportFrom) or (
                is_import_module(node)
                and is_text(node.args[0])
                and node.args[0].value.split(".")[0] in OURS
            ):
                yield node


def is_import_module(node):
    return isinstance(node, ast.Call) and "import_module" in ast.unparse(node.func)


def names(tree):
    """Return the functions that a module defines."""
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def package(name):
    """Return the longest entry of the table that a module belongs to."""
    homes = [key for key in ALLOWED if f"{name}.".startswith(f"{key}.")]
    return max(homes, key=len, default="")


def upward_imports(name):
    """Return the modules of ours that a module imports and may not."""
    home = package(name)
    allowed = {home, "game", *ALLOWED[home].split()}
    known = (*OURS, *OUTSIDE)
    ours = {module for module in imported(name) if module.split(".")[0] in known}
    return {m for m in ours if not any(f"{m}.".startswith(f"{a}.") for a in allowed)}


def test_modules_are_installed_and_their_imports_point_downwards():
    upward = {name: upward_imports(name) for name in modules()}
    homes = {name.rpartition(".")[0] for name in modules()}

    assert {name: found for name, found in upward.items() if found} == {}
    elsewhere = {"", "clueproof_agents"}
    workshop = {home for home in homes if home.split(".")[0] == "research"}
    assert homes - elsewhere - workshop - {*INSTALLED} == set()


def test_the_core_imports_nothing_of_the_workshop():
    allowed = {home: row for home, row in ALLOWED.items() if "research" in row}

    assert {home.split(".")[0] for home in allowed} == {"research"}


def test_no_module_of_the_workshop_imports_a_test():
    found = {
        (name, module)
        for name in modules()
        for module in imported(name)
        if re.search(r"\btest_", module)
    }

    assert found == set()


def test_benchmarks_measure_without_tests_and_workshop():
    files = sorted((ROOT / "benchmarks").glob("*.py"))
    pattern = re.compile(r"^ *(?:from|import) (?:tests|research)\b.*", re.MULTILINE)
    found = {file.name: pattern.findall(file.read_text("utf-8")) for file in files}

    assert len(files) > 5
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_no_two_files_import_each_other():
    graph = {
        name: {m for m in imported(name) if m in modules() and m != name}
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


def test_folders_are_small():
    # Folders of which each file is one strategy or command may grow; `game` is flat,
    # as entries and their records import its modules by name.
    large = {}
    for home in {*INSTALLED} - {"game", "strategies", "commands.evaluate"}:
        files = ROOT.joinpath(*home.split(".")).glob("*.py")
        if (count := sum(file.stem != "__init__" for file in files)) > MOST_FILES:
            large[home] = count

    assert large == {}


def test_few_imports_stand_in_functions_and_each_has_a_comment_with_its_reason():
    late = {(m, n.lineno) for m in modules() for n in late_imports(modules()[m])}
    bare = []
    for name, line in late:
        before, own = sources()[name].splitlines()[line - 2 : line]
        if not before.strip().startswith("#") and "# " not in own:
            bare.append((name, line))

    assert not bare
    assert len(late) <= MOST_LATE_IMPORTS, sorted(late)


def foreign(tree):
    """Return the names that a module imports of packages that are not ours."""
    known = {*OURS, *sys.stdlib_module_names}
    imports = (n for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom))
    return {
        (alias.asname or alias.name).split(".")[0]
        for node in imports
        for alias in node.names
        if (getattr(node, "module", None) or alias.name).split(".")[0] not in known
    }


def base(node):
    """Return the name on which a chain of attributes begins, or an empty string."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def foreign_parts(name):
    """Return the private or replaced parts of other packages that a module uses."""
    others = foreign(modules()[name])
    attributes = (n for n in ast.walk(modules()[name]) if isinstance(n, ast.Attribute))
    touched = {
        ast.unparse(node)
        for node in attributes
        if base(node) in others
        and (not isinstance(node.ctx, ast.Load) or re.match(r"_(?!_)", node.attr))
    }
    return touched | {other for other in others if re.match(r"_(?!_)", other)}


def test_no_part_of_another_package_is_private_or_replaced():
    parts = {name: foreign_parts(name) for name in modules()}

    assert {name: found for name, found in parts.items() if found} == {}


@pytest.mark.parametrize("name", ["game", "solver"])
def test_no_exported_name_is_that_of_a_module(name):
    # The import of a module would put it in the place of what is exported.
    modules_beside = {path.stem for path in (ROOT / name).iterdir()}

    assert not modules_beside & set(import_module(name).__all__)
