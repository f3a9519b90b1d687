"""What is removed from the cache folder."""

import os
import shutil
import time

import pytest

from game.clues import Rule
from game.words import Vocabulary
from solver.matrix import cache as module
from solver.matrix.cache import kernel_folder, mark_used, prune_cache
from solver.matrix.clue_matrix import clue_matrix

DAY = 86400


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("CLUEPROOF_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(module, "MOST_BYTES", 250)
    kernel_folder().mkdir(parents=True)
    return tmp_path / "cache"


def age(path, days):
    os.utime(path, (time.time() - days * DAY,) * 2)


def test_matrices_beyond_a_size_go_when_nobody_reads_them(cache):
    for days in (0, 10, 40, 50, 60):
        (cache / f"{days}.npy").write_bytes(bytes(100))
        age(cache / f"{days}.npy", days)

    prune_cache()

    assert sorted(path.name for path in cache.glob("*.npy")) == ["0.npy", "10.npy"]


def test_what_was_read_lately_stays_whatever_its_size(cache):
    words = Vocabulary(("crane",), ("crane", "slate"))
    clue_matrix(words, Rule.CLASSIC)
    (file,) = cache.glob("*.npy")
    (cache / "other.npy").write_bytes(bytes(1000))
    age(file, 40)

    mark_used(file)
    prune_cache()

    assert len(list(cache.glob("*.npy"))) == 2


def test_kernels_go_with_their_checkout(cache, tmp_path):
    prune_cache()
    checkouts = {name: tmp_path / name for name in ("here", "gone", "old")}
    for name, checkout in checkouts.items():
        checkout.mkdir()
        (cache / "kernels" / name).mkdir()
        (cache / "kernels" / name / "checkout").write_text(str(checkout))
    (cache / "kernels" / "unknown").mkdir()
    shutil.rmtree(checkouts["gone"])
    age(cache / "kernels" / "old" / "checkout", 31)

    prune_cache()

    left = {path.name for path in (cache / "kernels").iterdir()}
    assert left == {"here", "unknown", kernel_folder().name}
