import subprocess
import sys

import pytest

from game.word_files import DATA
from research.proofs.beam.search import Beam, bound_openings, find_tree
from research.proofs.beam.search_kernel import estimate_guesses
from solver.optimal.ranking_kernel import INDEX
from solver.optimal.search import Search
from tests.solver.samples import ALIKE, SMALL


@pytest.mark.parametrize("most", [3, 4, 6])
@pytest.mark.parametrize("opening", ["sound", "hound", "batch"])
def test_a_tree_is_never_better_than_the_best_and_wider_search_reaches_it(
    opening, most
):
    exact = Search(SMALL, max_guesses=most)
    best = exact.cost(exact.start(), opening)

    narrow, tree = find_tree(Beam(SMALL, most, width=1), opening)
    wide, _ = find_tree(Beam(SMALL, most, width=len(SMALL.guesses)), opening)

    assert wide == best <= narrow
    assert narrow == (float("inf") if tree is None else tree.total)


def test_no_opening_costs_less_than_its_lower_bound():
    search = Search(SMALL)
    beam = Beam(SMALL)
    start = search.start()
    for word in SMALL.guesses[::7]:
        cost = search.cost(start, word)
        low = beam.bound_cost(start, word)

        assert low <= cost <= beam.cost(start, word)
        assert beam.bound_cost(start, word, enough=low) == low
        assert beam.bound_cost(start, word, enough=0) <= low


def test_the_least_bound_is_one_of_every_opening():
    beam = Beam(SMALL)
    lows = [beam.bound_cost(beam.start(), word) for word in SMALL.guesses]

    assert bound_openings(beam, float("inf")) == min(lows)


def test_the_lower_bound_counts_the_buckets_of_each_bucket():
    beam = Beam(SMALL)
    start = beam.start()
    low = len(ALIKE)
    for clue, after in beam.replies(start, "sound").items():
        replies = [beam.replies(after, word) for word in SMALL.guesses]
        if clue != 242:
            most = max(len(found) + (242 in found) for found in replies)
            low += 3 * after.answers.size - most

    assert beam.bound_cost(start, "sound") == low


def test_an_estimate_sums_over_the_buckets():
    beam = Beam(SMALL)
    start = beam.start()
    keys = estimate_guesses(beam._tables, start, beam.guide)

    for key in keys.tolist():
        replies = beam.replies(start, beam.word(key & INDEX))
        sizes = [s.answers.size for clue, s in replies.items() if clue != 242]
        assert key >> 32 == beam.guide[sizes].sum()


@pytest.mark.system
def test_the_shipped_tree_is_found_to_the_byte(tmp_path):
    file = tmp_path / "tree.csv"

    command = [sys.executable, "-m", "research.proofs.beam.search", file]
    subprocess.run(command, check=True, cwd=DATA.parent)

    assert file.read_bytes() == (DATA / "any-guess-5.csv").read_bytes()
