import gzip
import json
import random
import shutil

import msgspec
import pytest

from contest.leaderboard import kept, standings
from contest.leaderboard.kept import KEPT
from contest.leaderboard.standings import leaderboard
from contest.pages.leaderboard import write_leaderboard
from game.errors import InputError


@pytest.fixture
def computed(monkeypatch):
    """Return a list that gets the name of each run when its figures are computed."""
    names = []
    original = standings.over_folders

    def over_folders(function, folders, *others):
        names.extend(path.name for path in folders)
        return original(function, folders, *others)

    monkeypatch.setattr(standings, "over_folders", over_folders)
    return names


@pytest.fixture
def write(results, documents, words, computed):
    """Write the leaderboard; return the names of the runs that were computed."""

    def write(**options):
        computed.clear()
        write_leaderboard(results, *documents, words, **options)
        return sorted(computed)

    return write


@pytest.fixture
def runs(results, record):
    """Return the folders of a measured run and of two submissions."""
    prices = {"official/one": 45.0, "submissions/two": 30.0, "submissions/three": 31.0}
    entries = ("minimax", "entropy", "k_guesses")
    return [
        record(results / name, entry=entry, games=80, price=price, seed=name)
        for entry, (name, price) in zip(entries, prices.items(), strict=True)
    ]


def tables(results, documents):
    files = [*documents, *sorted(results.glob("*.csv"))]
    files += [documents[1].with_suffix(".svg"), documents[1].with_name("entries.json")]
    return {file.name: file.read_bytes() for file in files}


def edit(path, **changes):
    """Change kept figures, and renew their digest."""
    contents = msgspec.msgpack.decode((path / KEPT).read_bytes())
    figures = msgspec.msgpack.decode(contents["figures"])
    figures["entries"][0]["line"]["columns"]["p50"] |= changes
    contents["figures"] = msgspec.msgpack.encode(figures)
    contents["check"] = kept.hashlib.sha256(contents["figures"]).hexdigest()
    (path / KEPT).write_bytes(msgspec.msgpack.encode(contents))


def test_figures_are_computed_once_and_the_same_is_written(
    write, runs, results, documents, record
):
    assert write() == ["one", "three", "two"]
    first = tables(results, documents)

    assert write() == []
    assert tables(results, documents) == first
    assert write(recompute=True) == ["one", "three", "two"]
    assert tables(results, documents) == first
    record(results / "official" / "four", entry="uniform_random", seed="4")
    assert write() == ["four"]


def test_a_lead_or_a_line_that_is_new_is_computed_from_rows(write, runs, results):
    write()
    true = (results / "leads.csv").read_text()

    # The digest fits the changed figures. They would give a lead that is in no table.
    edit(runs[2], certified=20.0, certified_chance=0.9)
    assert write() == ["three"]
    assert (results / "leads.csv").read_text() == true
    # Figures come with a run that the tables do not have yet.
    for name in ("leads.csv", "leaderboard.csv"):
        (results / name).unlink()
    assert set(write()) >= {"three", "two"}
    assert (results / "leads.csv").read_text() == true


# The word lists, the code and one of the files of data: each can change figures.
@pytest.mark.parametrize("changed", ["words", "code", "data/values-3.csv"])
def test_figures_of_other_sources_are_computed_again(write, runs, monkeypatch, changed):
    write()
    original = standings.source_digests
    monkeypatch.setattr(
        standings, "source_digests", lambda words: original(words) | {changed: "0"}
    )

    assert write() == ["one", "three", "two"]
    assert write() == []


@pytest.mark.system
def test_random_changes_are_refused_or_computed_anew(
    write, runs, results, words, tmp_path
):
    write()
    true = leaderboard(results, words)
    pristine = tmp_path / "pristine"
    shutil.copytree(results, pristine)
    draw = random.Random(61)
    refused = 0
    for _ in range(50):
        path = draw.choice(runs)
        file = path / draw.choice([KEPT, "games.csv", "run.json", "record.json"])
        data = bytearray(file.read_bytes())
        data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
        file.write_bytes(data)
        # What the leaderboard shows then, it shows without kept figures too.
        try:
            board = leaderboard(results, words)
        except InputError:
            # Damaged figures are computed anew; only a damaged run is refused.
            assert file.name != KEPT
            refused += 1
        else:
            if file.name != KEPT:
                true_now = leaderboard(results, words, recompute=True)
                assert str(board.tables) == str(true_now.tables)
            else:
                assert str(board.tables) == str(true.tables)
        shutil.rmtree(results)
        shutil.copytree(pristine, results)
    assert 0 < refused < 50


def test_damaged_figures_are_computed_again(write, runs):
    write()
    for text in (b"", b"\x81", b"\x91" * 100_000, gzip.compress(b"{}")):
        (runs[0] / KEPT).write_bytes(text)
        assert write() == ["one"]
    facts = json.loads((runs[0] / "run.json").read_text())
    (runs[0] / "run.json").write_text(json.dumps(facts, indent=9))
    with pytest.raises(InputError, match="has digest"):
        write()
