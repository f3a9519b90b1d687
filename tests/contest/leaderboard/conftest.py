import pytest

from contest.leaderboard.records import FORMER
from contest.pages.leaderboard import END, START
from contest.statistics.quantiles import PERCENTILES
from game.words import Vocabulary

PUBLISHED = (
    'entry,p05,p50,p95,won,games,source\n"record, p05",15.6,,,,,published\n'
    '"record, p50",,36.9,,,,published\n"record, p95",,,75.0,,,published\n'
)


# A clue of one of these words tells all of them apart, except two pairs.
WORDS = (
    *("aback", "abase", "abate", "abbey", "abbot", "abhor", "abide", "acorn"),
    *("black", "crane"),
)


@pytest.fixture(scope="session")
def words():
    return Vocabulary(WORDS, WORDS)


@pytest.fixture
def results(tmp_path):
    folder = tmp_path / "results"
    folder.mkdir()
    (folder / "published.csv").write_text(PUBLISHED)
    return folder


@pytest.fixture
def documents(tmp_path):
    """Return a README and a page of the leaderboard, each with a block to fill."""
    files = tmp_path / "README.md", tmp_path / "leaderboard.md"
    for file in files:
        file.write_text(f"before\n{START}\nold\n{END}\nafter\n")
    return files


@pytest.fixture
def make_former(monkeypatch):
    """Return a function that sets `FORMER`, the submissions that were removed.

    Then only one submission was removed: number 1 of all rankings, with this folder.
    """

    def make(folder):
        for name in [*FORMER]:
            monkeypatch.delitem(FORMER, name)
        monkeypatch.setitem(FORMER, folder, dict.fromkeys(PERCENTILES, 1))

    return make
