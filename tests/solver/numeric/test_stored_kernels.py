import pickle
from pathlib import Path

import pytest

from solver.numeric.stored_kernels import remove_damaged
from tests.processes import python

ROOT = Path(__file__).resolve().parents[3]
CODE = pickle.dumps(("stamp", {"code": bytes(range(256)) * 40}), protocol=5)
INDEX = pickle.dumps("0.62", protocol=5) + pickle.dumps(
    (1.5, {"a": "b" * 99}), protocol=5
)
PROGRAM = """
import os, sys
from game.clues import Rule
from game.words import Vocabulary
from solver.matrix.clue_kernel import build_matrix
print(build_matrix(Vocabulary(("crane",), ("crane", "slate")), Rule.CLASSIC).tolist())
"""


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: b"",
        lambda whole: whole[:1],
        lambda whole: whole[:50],
        lambda whole: whole[: len(whole) // 2],
        lambda whole: whole[:-1],
        lambda whole: whole + b"x",
        lambda whole: bytes(len(whole)),
        lambda whole: whole[:50] + bytes(len(whole) - 50),
        lambda whole: b"not a pickle\n",
    ],
)
@pytest.mark.parametrize(("suffix", "whole"), [(".nbi", INDEX), (".1.nbc", CODE)])
def test_a_damaged_file_goes_and_the_others_stay(tmp_path, damage, suffix, whole):
    folder = tmp_path / "matrix_1"
    folder.mkdir()
    files = [folder / f"{name}{suffix}" for name in ("good", "bad")]
    for file in files:
        file.write_bytes(whole)
    assert not remove_damaged(tmp_path)
    files[1].write_bytes(damage(whole))

    assert remove_damaged(tmp_path)

    assert [*folder.iterdir()] == [files[0]]
    assert not remove_damaged(tmp_path / "absent")


@pytest.mark.system
@pytest.mark.parametrize("size", [0, 50])
def test_kernels_that_a_crash_cut_are_compiled_again(tmp_path, monkeypatch, size):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    whole = python("-c", PROGRAM, cwd=ROOT)
    stored = [*tmp_path.glob("*/*.nb[ic]")]
    for file in stored:
        file.write_bytes(file.read_bytes()[:size])

    again = python("-c", PROGRAM, cwd=ROOT)

    assert stored
    assert (again.stdout, again.stderr) == (whole.stdout, "")
    assert all(file.stat().st_size > 50 for file in stored)
