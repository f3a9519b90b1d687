"""What is removed from the cache folder."""

import os
import time

import pytest

from game import Rule, Vocabulary
from solver.matrix.cache import kernel_folder, mark_used, prune_cache
from solver.matrix.clue_matrix import clue_matrix

DAY = 86400


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("CLUEPROOF_CACHE", str(tmp_path / "cache"))
    kernel_folder().mkdir(parents=True)
    return tmp_path / "cache"


def age(path, days):
    os.utime(path, (time.time() - days * DAY,) * 2)


def test_what_nobody_used_for_a_month_goes(cache):
    # Files stay for a month after their last use; 40 days are more.
    for days in (0, 10, 40):
        (cache / f"{days}.npy").write_bytes(bytes(100))
        (cache / "kernels" / str(days) / "kernel").mkdir(parents=True)
        age(cache / f"{days}.npy", days)
        age(cache / "kernels" / str(days), days)

    prune_cache()

    left = {path.name for path in (cache / "kernels").iterdir()}
    assert left == {"0", "10", kernel_folder().name}
    assert {path.name for path in cache.glob("*.npy")} == {"0.npy", "10.npy"}


def test_what_was_read_lately_stays(cache):
    words = Vocabulary(("crane",), ("crane", "slate"))
    clue_matrix(words, Rule.CLASSIC)
    (file,) = cache.glob("*.npy")
    age(file, 40)
    age(kernel_folder(), 40)

    mark_used(file)
    mark_used(kernel_folder())
    prune_cache()

    assert file.exists()
    assert kernel_folder().exists()
