import ast
import subprocess
import sys
from pathlib import Path

import pytest

from game.clues import Rule
from game.words import Vocabulary
from solver.jit import GROUPS, NEEDED, warm
from solver.matrix.cache import _SHARED, kernel_folder
from solver.optimal.state import State
from solver.optimal.tables import Board
from solver.optimal.transposition import Memo

ROOT = Path(__file__).resolve().parents[2]
WORDS = Vocabulary(("crane",), ("crane", "slate"))
KERNELS = {
    "absurdle": ("solver.advice.adversary_kernel",),
    "lookahead": ("solver.lookahead.kernel", "solver.matrix.buckets"),
    "noise": ("solver.belief.channel_kernel",),
    "partitions": ("solver.matrix.partitions",),
}


@pytest.mark.parametrize("rule", Rule)
def test_kernels_that_are_compiled_are_not_loaded(rule):
    warm(Vocabulary.load(), rule)
    again = (
        "import sys\n"
        "from game.clues import Rule\n"
        "from game.words import Vocabulary\n"
        "from solver.jit import warm\n"
        f"warm(Vocabulary.load(), Rule({str(rule)!r}))\n"
        "print('numba' in sys.modules)"
    )

    done = subprocess.run(
        [sys.executable, "-c", again], cwd=ROOT, capture_output=True, text=True
    )

    assert done.stdout == "False\n", done.stderr


@pytest.mark.parametrize("rule", Rule)
def test_kernels_of_other_sources_are_compiled_again(rule, tmp_path, monkeypatch):
    monkeypatch.setenv("CLUEPROOF_CACHE", str(tmp_path))
    kernel_folder().mkdir(parents=True)
    warm(WORDS, rule)
    note = kernel_folder() / f"warm-{rule}-uint8-partitions"
    state = note.read_text()
    note.write_text("of other sources")

    warm(WORDS, rule)

    assert note.read_text() == state


def test_each_rule_has_kernels_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("CLUEPROOF_CACHE", str(tmp_path))
    kernel_folder().mkdir(parents=True)

    for rule in Rule:
        warm(WORDS, rule)

    notes = {note.name for note in kernel_folder().iterdir()}
    assert notes == {
        f"warm-{rule}-uint8-{group}" for rule in Rule for group in GROUPS[rule]
    }


@pytest.mark.parametrize(
    ("imports", "groups"),
    [
        (["solver.belief.belief.Belief", "solver.lookahead.lookahead"], ["lookahead"]),
        (["solver.matrix.clue_matrix.clue_matrix"], []),
        (["solver.Belief"], ["absurdle", "lookahead", "partitions"]),
        (["solver.optimal.search"], ["absurdle", "lookahead", "partitions"]),
    ],
)
def test_kernels_of_modules_that_are_not_imported_are_left_out(
    imports, groups, tmp_path, monkeypatch
):
    monkeypatch.setenv("CLUEPROOF_CACHE", str(tmp_path))
    kernel_folder().mkdir(parents=True)

    warm(WORDS, Rule.CLASSIC, imports)

    notes = sorted(note.name for note in kernel_folder().iterdir())
    assert notes == [f"warm-classic-uint8-{group}" for group in groups]


@pytest.mark.parametrize("kind", [Board, Memo, State])
def test_a_type_that_kernels_take_is_part_of_the_folders_name(kind):
    file = Path(sys.modules[kind.__module__].__file__)

    assert file.relative_to(ROOT).as_posix() in _SHARED


@pytest.mark.parametrize("module", NEEDED)
def test_a_module_needs_the_kernels_that_it_reaches(module):
    reached, waiting = {}, [module]
    while waiting:
        name = waiting.pop()
        path = Path(ROOT, *name.split(".")).with_suffix(".py")
        if name in reached or not path.is_file():
            continue
        reached[name] = path.read_text()
        for node in ast.parse(reached[name]).body:
            if isinstance(node, ast.ImportFrom):
                waiting += [
                    node.module,
                    *(f"{node.module}.{a.name}" for a in node.names),
                ]
    with_kernels = {name for name, text in reached.items() if "\n@numba.njit" in text}

    assert with_kernels == set().union(*(KERNELS[g] for g in NEEDED[module]))
