import io
import math
import tracemalloc
import zipfile

import numpy as np
import pytest

from contest.runs.columns import NAME, columns, open_columns
from contest.runs.folder import RunFolder
from contest.runs.scores import summarise, table
from game.draws import Draws
from game.hosts import deal
from game.loop import Scripted, play
from game.protocol import Mode, Outcome, Setting
from game.record import Game
from game.words import Vocabulary

WORDS = Vocabulary.load()
SETTING = Setting(WORDS)


def game(number):
    moves = [("trace", 9.25), ("slate" if number % 3 else "crane", 5.0), ("crane", 0.0)]
    return play(Scripted(moves), deal(SETTING, Draws("0", number)), SETTING)


@pytest.fixture(scope="module")
def rows():
    times = {"seconds": "0.5", "cpu_seconds": "0.25"}
    return [
        {"entry": entry, "game": str(k), **game(k).to_row(), **times}
        for entry in ("a", "b")
        for k in range(120)
    ]


@pytest.fixture
def folder(tmp_path, rows):
    folder = RunFolder.create(tmp_path / "run", tmp_path)
    folder.add(rows)
    return folder


@pytest.fixture
def kept(monkeypatch):
    monkeypatch.setattr("contest.runs.columns._FEW", 0)


def test_columns_are_the_games_of_the_rows(rows):
    found = columns(rows, WORDS)

    games = [Game.from_row(row) for row in rows if row["entry"] == "b"]
    assert list(found) == ["a", "b"]
    assert found["b"].scores.tolist() == [g.score for g in games]
    assert found["b"].budgets.tolist() == [14.25] * 120
    assert found["b"].count(Outcome.WON) == sum(math.isfinite(g.score) for g in games)
    assert 0 < found["b"].chances.min() < found["b"].chances.max() < 1
    assert found["b"].mean_seconds() == 0.5
    assert not found["b"].whole


def test_what_is_kept_beside_the_rows_is_what_they_say(folder, rows, kept):
    first = open_columns(folder, WORDS)
    assert (folder.path / NAME).exists()

    again = open_columns(folder, WORDS)

    assert table(again).equals(table(first))
    assert table(again).equals(summarise(rows, WORDS))


def test_what_is_kept_of_other_rows_is_not_used(folder, rows, kept):
    open_columns(folder, WORDS)
    folder.add(rows[:1])

    found = open_columns(folder, WORDS)

    assert len(found["a"].scores) == 121


@pytest.mark.parametrize("spoil", [b"", b"PK\x03\x04", b"nonsense"])
def test_a_file_that_cannot_be_read_is_made_anew(folder, kept, spoil):
    (folder.path / NAME).write_bytes(spoil)

    found = open_columns(folder, WORDS)

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

    found = open_columns(folder, WORDS)

    assert len(found["b"].scores) == 120


def test_few_games_leave_no_file(folder):
    open_columns(folder, WORDS)

    assert not (folder.path / NAME).exists()


def test_a_game_takes_a_few_dozen_bytes(rows):
    def many(count):
        for number in range(count):
            yield rows[number % len(rows)]

    columns(many(10), WORDS)
    tracemalloc.start()
    try:
        found = columns(many(20_000), WORDS)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert sum(len(own.scores) for own in found.values()) == 20_000
    # The arrays, as they grow and once more as they are handed over, and no row.
    assert peak < 20_000 * 100 + 1_000_000


def test_every_answer_once_is_noticed():
    few = Vocabulary(("crane", "slate"), ("crane", "slate"))
    won = [Game(Mode.CLASSIC, word, (), word, Outcome.WRONG) for word in few.answers]
    played = [{"entry": "a", **game.to_row()} for game in won]

    assert columns(played, few)["a"].whole
    assert not columns(played[:1], few)["a"].whole
    assert not columns([*played, played[0]], few)["a"].whole
