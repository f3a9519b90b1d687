import os
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from game import Rule, Vocabulary
from game.clues import MARKERS
from game.word_lists import words_folder
from solver.matrix import clue_matrix as module
from solver.matrix.cache import cache_folder, usual_folder
from solver.matrix.clue_kernel import build_matrix
from solver.matrix.clue_matrix import clue_matrix, clues_of
from tests.alphabets import in_last_letters
from tests.solver import reference


def sample(length, seed=0):
    generator = np.random.default_rng(seed)
    # With only five letters, most words have a letter twice.
    letters = generator.integers(0, 5, (60, length)) + ord("a")
    words = sorted({"".join(map(chr, word)) for word in letters})
    return Vocabulary(tuple(words[:20]), tuple(words))


@pytest.mark.parametrize("rule", Rule)
@pytest.mark.parametrize(
    "length",
    [2, 4, 5, *(pytest.param(k, marks=pytest.mark.system) for k in (7, 10, 11))],
)
def test_the_kernel_agrees_with_the_rule(rule, length):
    words = sample(length)

    matrix = build_matrix(words, rule)

    assert matrix.tolist() == reference.clue_matrix(words, rule)
    assert matrix.itemsize == (1 if length <= 5 else 2 if length <= 10 else 4)


@pytest.mark.parametrize("rule", Rule)
def test_words_of_other_alphabets_have_the_clues_of_their_letters(rule):
    words = sample(5)
    others = in_last_letters(words)

    matrix = build_matrix(others, rule)

    assert matrix[: len(words.guesses)].tolist() == build_matrix(words, rule).tolist()


@pytest.mark.parametrize("rule", Rule)
@pytest.mark.parametrize("length", [2, 5, 6])
def test_a_row_has_the_clues_of_a_word_that_need_not_be_listed(rule, length):
    words = sample(length)
    # The last word has a letter that no listed word has.
    asked = (words.guesses[7], "edcbaa"[:length], "zabazb"[:length])

    rows = [clues_of(words, rule, word) for word in asked]

    expected = [
        [MARKERS[rule](other, word) for other in words.guesses] for word in asked
    ]
    assert [row.tolist() for row in rows] == expected
    assert {row.itemsize for row in rows} == {1 if length <= 5 else 2}


def test_the_matrix_of_the_shipped_lists_takes_30_megabytes():
    words = Vocabulary.load()

    matrix = clue_matrix(words, Rule.CLASSIC)

    assert matrix.shape == (12972, 2315)
    assert matrix.nbytes == 30_030_180
    assert not matrix.flags.writeable


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("CLUEPROOF_CACHE", str(tmp_path))
    module._load_cached.cache_clear()
    yield tmp_path
    module._load_cached.cache_clear()


def test_a_second_process_reads_what_the_first_has_built(cache):
    words = sample(5)
    first = clue_matrix(words, Rule.CLASSIC)
    (file,) = cache.iterdir()
    stamp = file.stat().st_mtime_ns
    module._load_cached.cache_clear()

    second = clue_matrix(words, Rule.CLASSIC)

    assert (first == second).all()
    assert file.stat().st_mtime_ns == stamp


def test_words_and_rules_do_not_share_a_file(cache):
    for seed, rule in product((1, 2), Rule):
        clue_matrix(sample(5, seed), rule)

    assert len(list(cache.iterdir())) == 4


def _flip(file, index):
    data = bytearray(file.read_bytes())
    data[index] ^= 4
    file.write_bytes(data)


# A file may be empty, cut short, of another shape or altered in one bit. A reader of
# the named pipe at the end would wait for ever.
@pytest.mark.parametrize(
    "damage",
    [
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(b"\x93NUMPY\x01\x00 nonsense"),
        lambda file: file.write_bytes(file.read_bytes()[:-7]),
        lambda file: np.save(file, np.load(file)[:-1]),
        lambda file: _flip(file, 200),
        lambda file: _flip(file, -9),
        lambda file: _flip(file, -1),
        lambda file: (file.unlink(), os.mkfifo(file)),
    ],
)
def test_a_damaged_file_is_built_again(cache, damage):
    words = sample(5)
    whole = clue_matrix(words, Rule.LETTERWISE).copy()
    (file,) = cache.iterdir()
    module._load_cached.cache_clear()
    damage(file)

    again = clue_matrix(words, Rule.LETTERWISE)

    assert (again == whole).all()
    assert (np.load(file) == whole).all()


def test_a_file_that_cannot_be_written_leaves_nothing_behind(cache):
    words = sample(5)
    whole = clue_matrix(words, Rule.CLASSIC)
    (file,) = cache.iterdir()
    file.unlink()
    file.mkdir()  # root may write anywhere, but not over a folder
    module._load_cached.cache_clear()

    again = clue_matrix(words, Rule.CLASSIC)

    assert (again == whole).all()
    assert list(cache.iterdir()) == [file]


def test_ctrl_c_while_it_is_written_leaves_nothing_behind(cache, monkeypatch):
    def interrupted(file, *arguments, **options):
        file.write(b"half of it")
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "save", interrupted)

    with pytest.raises(KeyboardInterrupt):
        clue_matrix(sample(5), Rule.CLASSIC)

    assert list(cache.iterdir()) == []


def test_a_folder_that_cannot_be_written_or_made_is_replaced(
    tmp_path, monkeypatch, capsys
):
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o555)
    monkeypatch.setenv("CLUEPROOF_CACHE", str(locked))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    if os.access(locked, os.W_OK):  # root is not kept out by the mode
        monkeypatch.setattr("os.access", lambda path, mode: Path(path) != locked)
    words = sample(5)

    matrix = clue_matrix(words, Rule.CLASSIC)
    # Nobody, not even root, can make a folder below a file.
    monkeypatch.setenv("CLUEPROOF_CACHE", str(Path(__file__) / "no folder"))

    assert cache_folder() != locked
    assert cache_folder().parent == tmp_path
    said = capsys.readouterr().err.splitlines()
    assert [repr(str(locked)) in said[0], "no folder" in said[1], len(said)] == [
        1,
        1,
        2,
    ]
    assert all("set CLUEPROOF_CACHE" in line for line in said)
    assert Path(os.environ["CLUEPROOF_CACHE"]) == cache_folder()  # for its processes
    assert matrix.tolist() == reference.clue_matrix(words, Rule.CLASSIC)
    assert not list(locked.iterdir())
    assert list(cache_folder().glob("clues-*"))


@pytest.mark.skipif(sys.platform != "linux", reason="the folder of Linux")
@pytest.mark.parametrize(
    ("name", "inner"), [("XDG_CACHE_HOME", ""), ("HOME", ".cache")]
)
def test_the_cache_is_in_the_users_cache_folder(tmp_path, monkeypatch, name, inner):
    monkeypatch.delenv("CLUEPROOF_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv(name, str(tmp_path))

    usual_folder.cache_clear()

    assert cache_folder() == tmp_path / inner / "clueproof"
    usual_folder.cache_clear()


@pytest.mark.skipif(sys.platform != "linux", reason="the folder of Linux")
def test_a_user_without_a_home_has_a_temporary_folder(tmp_path, monkeypatch, capsys):
    for name in ("CLUEPROOF_CACHE", "CLUEPROOF_WORDS", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.setenv(name, "")  # restored at the end, whether it is set or not
        monkeypatch.delenv(name)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("os.path.expanduser", lambda path: path)  # as for no user

    usual_folder.cache_clear()

    try:
        assert cache_folder().parent == tmp_path
        assert not words_folder().exists()
        assert "this user has no HOME: the cache is in" in capsys.readouterr().err
    finally:
        usual_folder.cache_clear()
