import io
import zipfile

import numpy as np
import pytest

from contest.runs.cache import NAME, open_games
from contest.runs.folder import RunFolder
from contest.statistics.games import collect, parsed
from contest.statistics.summary import Summary
from game.protocol import Setting
from game.words import Vocabulary

WORDS = Vocabulary.load()
SETTING = Setting(WORDS)


def lines(found):
    """Return the summaries, with their numbers as text: NaN is NaN."""
    return [repr(Summary(entry, games).values) for entry, games in found.items()]


@pytest.fixture
def folder(tmp_path, rows):
    folder = RunFolder.create(tmp_path / "run", tmp_path)
    folder.add(rows)
    return folder


@pytest.fixture
def kept(monkeypatch):
    monkeypatch.setattr("contest.runs.cache._FEW", 0)


def test_what_is_kept_beside_the_rows_is_what_they_say(folder, rows, kept):
    first = open_games(folder, SETTING)
    assert (folder.path / NAME).exists()

    again = open_games(folder, SETTING)

    assert lines(again) == lines(first) == lines(collect(parsed(rows), SETTING))


def test_what_is_kept_of_other_rows_is_not_used(folder, rows, kept):
    open_games(folder, SETTING)
    folder.add(rows[:1])

    found = open_games(folder, SETTING)

    assert len(found["a"].scores) == 121


@pytest.mark.parametrize("spoil", [b"", b"PK\x03\x04", b"nonsense"])
def test_a_file_that_cannot_be_read_is_made_anew(folder, kept, spoil):
    (folder.path / NAME).write_bytes(spoil)

    found = open_games(folder, SETTING)

    assert len(found["b"].scores) == 120
    with np.load(folder.path / NAME) as made:
        assert "facts" in made


@pytest.mark.parametrize("spoil", ["packed", "nested", "vast"])
def test_a_file_that_would_fill_the_memory_is_made_anew(folder, kept, spoil):
    if spoil == "packed":
        np.savez_compressed(folder.path / NAME, facts=np.zeros(1 << 20))
    if spoil == "nested":
        np.savez(folder.path / NAME, facts=np.array("[" * 100_000))
    if spoil == "vast":
        head = io.BytesIO()
        about = {"descr": "<f8", "fortran_order": False, "shape": (1 << 55,)}
        np.lib.format.write_array_header_1_0(head, about)
        with zipfile.ZipFile(folder.path / NAME, "w") as file:
            file.writestr("facts.npy", head.getvalue())

    found = open_games(folder, SETTING)

    assert len(found["b"].scores) == 120


def test_few_games_leave_no_file(folder):
    open_games(folder, SETTING)

    assert not (folder.path / NAME).exists()
