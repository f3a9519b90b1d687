import subprocess
import sys
from pathlib import Path

import pytest

from game.clues import Rule
from game.words import Vocabulary
from solver.jit import warm
from solver.matrix.cache import _SHARED, kernel_folder
from solver.optimal.state_kernel import State
from solver.optimal.tables import SearchTables
from solver.optimal.transposition_kernel import Memo

ROOT = Path(__file__).resolve().parents[2]
WORDS = Vocabulary(("crane",), ("crane", "slate"))


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
    note = kernel_folder() / f"warm-{rule}-uint8"
    state = note.read_text()
    note.write_text("of other sources")

    warm(WORDS, rule)

    assert note.read_text() == state


@pytest.mark.parametrize("kind", [SearchTables, Memo, State])
def test_a_type_that_kernels_take_is_part_of_the_folders_name(kind):
    file = Path(sys.modules[kind.__module__].__file__)

    assert file.relative_to(ROOT).as_posix() in _SHARED
