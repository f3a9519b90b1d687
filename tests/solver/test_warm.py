import os
import sys
from itertools import product
from pathlib import Path

import pytest

from game import Rule, Vocabulary
from solver.matrix.cache import _SHARED, kernel_folder
from solver.optimal.state_kernel import State
from solver.optimal.transposition_kernel import Memo
from solver.optimal.word_tables import SearchTables
from solver.warm import warm
from tests.processes import python
from tests.tables import LOST

ROOT = Path(__file__).resolve().parents[2]
WORDS = Vocabulary(("crane",), ("crane", "slate"))


@pytest.mark.parametrize("rule", Rule)
def test_kernels_that_are_compiled_are_not_loaded(rule):
    warm(Vocabulary.load(), rule)
    again = (
        "import sys\n"
        "from game.clues import Rule\n"
        "from game.words import Vocabulary\n"
        "from solver.warm import warm\n"
        f"warm(Vocabulary.load(), Rule({str(rule)!r}))\n"
        "print('numba' in sys.modules)"
    )

    done = python("-c", again, cwd=ROOT)

    assert done.stdout == "False\n", done.stderr


def test_kernels_of_other_sources_are_compiled_again(tmp_path, monkeypatch):
    monkeypatch.setenv("CLUEPROOF_CACHE", str(tmp_path))
    kernel_folder().mkdir(parents=True)
    warm(WORDS, Rule.CLASSIC)
    note = kernel_folder() / "warm-classic-uint8"
    state = note.read_text()
    # The kernels in the folder now seem to be those of other sources.
    note.write_text("of other sources")

    warm(WORDS, Rule.CLASSIC)

    assert note.read_text() == state


@pytest.mark.slow
def test_no_game_compiles_a_kernel(tmp_path):
    (tmp_path / "lost.py").write_text(LOST, encoding="utf-8")
    caches = ("CLUEPROOF_CACHE", "NUMBA_CACHE_DIR")
    environment = os.environ | dict.fromkeys(caches, str(tmp_path))

    # Games with prices first, which need fewer kernels. One of two processes compiles.
    steps = product((Rule.LETTERWISE, Rule.CLASSIC), ("warm", str(tmp_path)))
    for rule, what in steps:
        command = "-m", "tests.solver.compilations", rule, what
        done = python(*command, cwd=ROOT, env=environment)
        assert (done.stdout, done.returncode) == ("", 0), done.stdout + done.stderr


@pytest.mark.parametrize("kind", [SearchTables, Memo, State])
def test_a_type_that_kernels_take_is_part_of_the_folders_name(kind):
    file = Path(sys.modules[kind.__module__].__file__)

    assert file.relative_to(ROOT).as_posix() in _SHARED
