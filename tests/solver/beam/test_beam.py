import math

import pytest

from game.errors import InputError
from game.words import Vocabulary
from solver.beam.beam import Beam, bound_openings, find_tree
from solver.beam.beam_kernel import estimate_guesses
from solver.checking.checker import check
from solver.checking.reader import CertificateError
from solver.optimal.openings import OpeningsFile, Problem
from solver.optimal.ranking_kernel import INDEX
from solver.optimal.search import Search
from tests.solver.samples import ALIKE, MODES, SMALL


@pytest.mark.parametrize("hard", MODES)
def test_a_tree_is_never_better_than_the_best_and_wider_search_reaches_it(hard):
    best = Search(SMALL, hard).best(Search(SMALL, hard).start())[0]

    narrow = find_tree(SMALL, hard=hard, width=1)
    wide = find_tree(SMALL, hard=hard, width=len(SMALL.guesses))

    assert wide.total == best <= narrow.total
    for proof in (narrow, wide):
        found = math.inf if proof.tree is None else proof.tree.total
        assert found == proof.total
        assert proof.least <= best
        assert check(str(proof), SMALL)[0].total == proof.total


def test_no_opening_costs_less_than_its_lower_bound():
    search, beam = Search(SMALL), Beam(SMALL)
    start = search.start()
    for word in SMALL.guesses[::7]:
        cost, low = search.cost(start, word), beam.bound_cost(start, word)

        assert low <= cost <= beam.cost(start, word)
        assert beam.bound_cost(start, word, enough=low) == low
        assert beam.bound_cost(start, word, enough=0) <= low


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


@pytest.mark.parametrize("most", [1, 2, 3, 4])
@pytest.mark.parametrize("opening", ["sound", "hound,batch", None])
def test_games_may_have_few_guesses(opening, most):
    proof = find_tree(SMALL, opening, max_guesses=most)

    start = Search(SMALL, max_guesses=most).start()
    words = opening.split(",") if opening else []
    best = Search(SMALL, max_guesses=most).tree(start, *words)
    cost = math.inf if best is None else best.total
    assert proof.least <= cost <= proof.total
    assert check(str(proof), SMALL)[0].total == proof.total


def test_weights_are_refused():
    with pytest.raises(InputError, match="weights of answers"):
        find_tree(Vocabulary(ALIKE, ALIKE, (2,) * len(ALIKE)))


def test_an_estimate_sums_over_the_buckets():
    beam = Beam(SMALL)
    start = beam.start()
    keys = estimate_guesses(beam._tables, start, beam.guide)

    for key in keys.tolist():
        replies = beam.replies(start, beam.word(key & INDEX))
        sizes = [s.answers.size for clue, s in replies.items() if clue != 242]
        assert key >> 32 == beam.guide[sizes].sum()


@pytest.mark.parametrize(
    ("above", "refused"), [("least", "show no more than"), ("total", "no more than t")]
)
def test_a_higher_bound_than_proved_is_refused(above, refused):
    proof = find_tree(SMALL, "sound", width=1)
    assert proof.least < proof.total
    head, bound = f"total {proof.total} ", getattr(proof, above) + 1
    text = str(proof).replace(f"{head}{proof.least}\n", f"{head}{bound}\n")

    with pytest.raises(CertificateError, match=refused):
        check(text, SMALL)


@pytest.fixture(scope="module")
def least():
    """Return the least lower bound of an opening."""
    beam = Beam(SMALL)
    return min(beam.bound_cost(beam.start(), word) for word in SMALL.guesses)


def test_a_bound_of_every_opening_is_certified(least):
    theorem = check(str(find_tree(SMALL, width=1, least=least)), SMALL)[0]

    assert theorem.least == least
    assert "no tree has fewer than" in str(theorem)


def test_bounds_of_every_opening_go_on_where_they_were_stopped(least, tmp_path):
    path, problem = tmp_path / "openings.csv", Problem(SMALL)

    assert bound_openings(OpeningsFile(path, problem), 100, 1) >= 100
    assert bound_openings(OpeningsFile(path, problem), 10**6, 1) == least
    lines = path.read_text()

    assert bound_openings(OpeningsFile(path, problem), least, 1) == least
    assert path.read_text() == lines
