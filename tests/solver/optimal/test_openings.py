import math

import pytest

from game import Hard, InputError
from game.word_files import DATA
from solver.optimal.openings import Judgement, OpeningsFile, Problem, judge_all
from solver.optimal.search import Search
from tests.solver.samples import MODES, SMALL, WORDS

PROBLEM = Problem(SMALL)

# The kernels of the search are compiled for half a minute.
pytestmark = pytest.mark.system


@pytest.fixture
def path(tmp_path):
    return tmp_path / "openings.csv"


@pytest.mark.parametrize("hard", MODES)
def test_the_best_opening_is_what_a_whole_search_finds_and_all_judgements_hold(
    path, hard
):
    search = Search(SMALL, hard)

    best = judge_all(OpeningsFile(path, Problem(SMALL, hard)), jobs=1)

    assert best.guesses == search.best(search.start())[0]
    assert search.cost(search.start(), best.opening) == best.guesses
    judged = OpeningsFile(path, Problem(SMALL, hard)).judged
    assert set(judged) == set(SMALL.guesses)
    for opening, guesses, exact in judged.values():
        cost = search.cost(search.start(), opening)
        assert cost == guesses if exact else cost >= guesses


def test_two_workers_find_the_same(path, tmp_path):
    alone = judge_all(OpeningsFile(tmp_path / "alone.csv", PROBLEM), jobs=1)

    assert judge_all(OpeningsFile(path, PROBLEM), jobs=2).guesses == alone.guesses


def test_it_goes_on_where_it_was_stopped(path):
    judge_all(OpeningsFile(path, PROBLEM), jobs=1)
    lines = path.read_text().splitlines(keepends=True)
    # The search was stopped after 18 openings; two lines are the head of the file.
    path.write_text("".join(lines[:20]))

    judge_all(OpeningsFile(path, PROBLEM), jobs=1)

    again = path.read_text().splitlines(keepends=True)
    assert again[:20] == lines[:20]
    assert sorted(line.split(",")[0] for line in again[2:]) == list(SMALL.guesses)


def test_no_opening_that_wins_every_game(path):
    assert judge_all(OpeningsFile(path, Problem(SMALL, max_guesses=2)), jobs=1) is None

    judged = OpeningsFile(path, Problem(SMALL, max_guesses=2)).judged
    assert judged["sound"] == Judgement("sound", math.inf, True)


HEAD = b"# %s\nopening,guesses,proved\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "line 1: .*; name another file"),
        (b"\xff\n", "line 1: .*; name another file"),
        (b"# %s, hard\nopening,guesses,proved", "line 1: .*; name another file"),
        (b"# %s\n", "line 2: .*; name another file"),
        (b"# %s\ncrane\n", "line 2: .*; name another file"),
        (HEAD + b"crane,9\n", "line 3"),
        (HEAD + b"crane,x,exactly\n", "line 3"),
        (HEAD + b"crane,9,perhaps\n", "line 3"),
        (HEAD + b"zzzzz,9,exactly\n", "line 3"),
    ],
)
def test_a_record_of_something_else_or_with_a_fault_is_refused(path, text, said):
    path.write_bytes(text.replace(b"%s", str(PROBLEM).encode()))

    with pytest.raises(InputError, match=said):
        OpeningsFile(path, PROBLEM)


@pytest.mark.parametrize(
    ("name", "hard", "total"),
    [
        ("openings-5", Hard.OFF, 7920),
        ("openings-5-nyt", Hard.NYT, 8122),
        ("openings-5-strict", Hard.STRICT, 8125),
    ],
)
def test_the_best_opening_of_the_official_words_is_shipped(name, hard, total):
    record = OpeningsFile(DATA / f"{name}.csv", Problem(WORDS, hard))

    assert record.is_complete
    assert record.best == Judgement("salet", total, True)
    others = [j for word, j in record.judged.items() if word != "salet"]
    # The second-best opening needs only one guess more, so that the proof is tight.
    assert min(j.guesses for j in others) == total + 1
