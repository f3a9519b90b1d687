import dataclasses
import itertools

import numpy as np
import pytest

from game import InputError, Rule, Vocabulary
from game.channels.channel import all_differences
from game.word_files import DATA
from research.proofs import coverage_kernel
from research.proofs.two_clue_certificate import Certificate, TwoClueProof
from research.proofs.two_clue_check import chord_fault, fault, value
from research.proofs.two_clues import SPLITS, UNITS, TwoClues, splits
from solver.matrix.clue_matrix import clue_matrix

pytestmark = pytest.mark.system  # compiles kernels that no other tests use

WORDS = Vocabulary.load()
MATRIX = clue_matrix(WORDS, Rule.LETTERWISE)
SHIPPED = DATA / "two-clues-5.csv"
AWAY = all_differences(5)

# 40 guesses and 192 answers.
SMALL = np.ascontiguousarray(MATRIX[::330, ::12][:, :192])
SHARE = 0.2
BUDGET = 8.0


@pytest.fixture(scope="module")
def two_clues():
    return TwoClues(SMALL, SHARE)


def counts_by_definition(matrix, opening, clue, guess):
    """Yield the counts h, n and g of the proof in `two_clues`, for k from 0 to 3.

    `clue` is the first clue, and `guess` is the second guess.
    """
    away = AWAY[clue, matrix[opening]]
    for k in range(4):
        reached = set(matrix[guess][away <= k].tolist())
        fewer = set(matrix[guess][away < k].tolist())
        near = (AWAY[sorted(reached)] <= 1).any(axis=0).sum() if reached else 0
        yield len(reached), len(reached - fewer), near


def test_largest_counts_equal_their_definition():
    matrix = SMALL[:20]
    opening = 3

    found = coverage_kernel.largest(matrix, opening, 3, near=True)

    for clue in (0, 7, 121, 242):
        each = (counts_by_definition(matrix, opening, clue, g) for g in range(20))
        most = np.max([[*counts] for counts in each], axis=0)
        assert found[:2, :, clue].T.tolist() == most[:, :2].tolist()
        assert found[2, :3, clue].tolist() == most[:3, 2].tolist()


@pytest.mark.parametrize("parts", [0, 1, 16, 31, 48])
def test_exact_values_are_those_of_the_checker_rounded_up(two_clues, parts):
    found = two_clues._exact(SMALL[1], splits(BUDGET)[parts])

    excess = found / UNITS - value(SMALL, 1, BUDGET, parts)

    assert 0 < excess < 2e-5


def test_counts_bound_the_values_and_finer_ones_more_closely(two_clues):
    values = [value(SMALL, 2, BUDGET, parts) for parts in range(1, SPLITS, 12)]
    counts = two_clues.largest_counts(2, fine=False), two_clues.largest_counts(2)
    free, rough, fine = (
        two_clues.bounds(2, BUDGET, each)
        for each in (two_clues.free_counts(2), *counts)
    )
    assert (counts[0].within[:3] == counts[1].within[:3]).all()

    for parts, exact in zip(range(1, SPLITS, 12), values, strict=True):
        assert exact < fine[parts] / UNITS
        assert fine[parts] <= rough[parts] <= free[parts]


def highest_budget(two_clues, opening, exact):
    counts = two_clues.largest_counts(opening)
    for halves in range(30, 0, -1):
        bounds = two_clues.prove(opening, halves / 2, counts, exact)
        if bounds:
            return TwoClueProof(halves / 2, "exact", bounds)
    raise AssertionError


@pytest.fixture(scope="module")
def proof(two_clues):
    return highest_budget(two_clues, 4, exact=False)


def test_proofs_hold_and_exact_ones_reach_the_budget_where_the_share_is_won(
    two_clues, proof
):
    exact = highest_budget(two_clues, 4, exact=True)

    assert fault(SMALL, 4, proof, SHARE) == ""
    assert fault(SMALL, 4, exact, SHARE) == ""
    assert proof.budget <= exact.budget
    beyond = exact.budget + 0.5
    middle = range(8, SPLITS, 8)
    assert max(value(SMALL, 4, beyond, parts) for parts in middle) > SHARE


def test_the_checker_refuses_other_proofs(proof):
    ends = list(proof.bounds)
    unpaid = int(value(SMALL, 4, proof.budget, 0) * UNITS)
    cut = {k: proof.bounds[k] for k in ends[:-1]}
    turned = dict(reversed(proof.bounds.items()))

    def reason(**changes):
        return fault(SMALL, 4, dataclasses.replace(proof, **changes), SHARE)

    assert "is too high" in reason(budget=proof.budget + 1)
    assert "above 0" in reason(budget=float("nan"))
    assert "value at 0 " in reason(bounds=proof.bounds | {0: unpaid})
    assert "expected ascending" in reason(bounds=cut)
    assert "expected ascending" in reason(bounds=turned)


def test_a_certificate_is_read_as_written_and_keeps_the_larger_budget(tmp_path):
    file = tmp_path / "research.proofs.csv"
    proof = TwoClueProof(13.5, "fine", {0: 1, 20: 2, 48: 3})
    with Certificate.read(file, WORDS).open_for_appending() as append:
        append("trace", proof)
        append("crane", proof)
        append("trace", TwoClueProof(13.0, "exact", {0: 1, 48: 1}))

    proofs = Certificate.read(file, WORDS).proofs

    deeper = dataclasses.replace(proof, method="exact")
    assert proofs == {"crane": proof, "trace": deeper}


@pytest.mark.parametrize(
    ("digest", "line", "message"),
    [
        (WORDS.digest, "trace,13.5,fine", "is not a proof"),
        (WORDS.digest, "trace,nan,fine,0:1 48:1", "is not a proof"),
        (WORDS.digest, "trace,1,best,0:1 48:1", "is not a proof"),
        ("0123", "", "expected the digest"),
    ],
)
def test_what_is_no_certificate_of_these_words_is_refused(
    tmp_path, digest, line, message
):
    file = tmp_path / "research.proofs.csv"
    file.write_text(f"{digest}\n{line}\n", encoding="utf-8")

    with pytest.raises(InputError, match=message):
        Certificate.read(file, WORDS)


def test_the_shipped_certificate_covers_all_openings():
    proofs = Certificate.read(SHIPPED, WORDS).proofs

    assert set(proofs) == set(WORDS.guesses)
    for word in itertools.islice(WORDS.guesses, 0, None, 100):
        assert chord_fault(proofs[word], 0.05) == ""


def test_second_guesses_that_win_most_stay_below_the_shipped_bounds():
    # A few second guesses are enough to find a bound that is too small.
    patterns = np.array([len(np.unique(row)) for row in MATRIX])
    best = np.argsort(-patterns, kind="stable")[:40]
    proofs = Certificate.read(SHIPPED, WORDS).proofs
    for word in ("trace", "slant", "crane", "fuzzy"):
        rows = MATRIX[[WORDS.guess_index[word], *best]]
        proof = proofs[word]
        parts = list(proof.bounds)[len(proof.bounds) // 2]

        found = value(rows, 0, proof.budget, parts)

        assert 0.5 * proof.bounds[parts] < found * UNITS < proof.bounds[parts]


@pytest.mark.slow
@pytest.mark.parametrize("word", ["trace", "slant", "reast", "fuzzy"])
def test_shipped_proofs_hold(word):
    proof = Certificate.read(SHIPPED, WORDS).proofs[word]

    assert fault(MATRIX, WORDS.guess_index[word], proof, 0.05) == ""
