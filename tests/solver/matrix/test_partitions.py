import numpy as np
import pytest

from game import Rule, Vocabulary
from solver import clue_matrix, partitions
from solver.matrix.bucket_kernel import weigh_rows
from tests.solver import reference

WORDS = Vocabulary.load()
FIELDS = ("buckets", "worst", "entropy", "expected_size")
# Kernels are compiled for the bytes of a clue. Words of at most five letters need one.
TWO, FOUR = (pytest.param(t, marks=pytest.mark.system) for t in (np.uint16, np.uint32))


@pytest.mark.parametrize(
    ("guess", "buckets", "worst", "bits"),
    [
        ("salet", 148, 221, 5.8346),
        ("raise", 132, 168, 5.8779),
        ("trace", 150, 246, 5.8305),
        ("soare", 127, 183, 5.8860),
    ],
)
def test_known_openings(guess, buckets, worst, bits):
    found = partitions(clue_matrix(WORDS, Rule.CLASSIC), np.ones(2315))

    row = WORDS.guess_index[guess]

    assert (found.buckets[row], found.worst[row]) == (buckets, worst)
    assert found.entropy[row] == pytest.approx(bits, abs=5e-5)


@pytest.mark.parametrize("dtype", [np.uint8, TWO, FOUR])
@pytest.mark.parametrize(("guesses", "answers"), [(3, 5), (40, 60), (1300, 700)])
def test_the_kernel_agrees_with_the_reference(dtype, guesses, answers):
    generator = np.random.default_rng(guesses)
    matrix = generator.integers(0, 243, (guesses, answers)).astype(dtype)
    matrix[0, :2] = min(np.iinfo(dtype).max, 3**11 - 1)
    weights = generator.random(answers) * (generator.random(answers) < 0.7)

    found = partitions(matrix, weights)

    for row in range(0, guesses, 37):
        actual = [getattr(found, field)[row] for field in FIELDS]
        assert actual == pytest.approx(reference.partition(matrix[row], weights))


@pytest.mark.parametrize("dtype", [np.uint8, TWO])
@pytest.mark.parametrize("answers", [1, 60, 700])
@pytest.mark.parametrize("share", [0.6, 1.0])
def test_answers_of_one_weight_are_counted_with_the_bits_of_a_sum(
    dtype, answers, share, monkeypatch
):
    generator = np.random.default_rng(answers)
    matrix = generator.integers(0, 243, (1300, answers)).astype(dtype)
    weights = (generator.random(answers) < share) / 2315
    weights[0] = weights.max(initial=1 / 2315)

    counted = partitions(matrix, weights)
    monkeypatch.setattr("solver.matrix.partitions.count_rows", weigh_rows)
    summed = partitions(matrix, weights)

    for name in FIELDS:
        assert getattr(counted, name).tobytes() == getattr(summed, name).tobytes()
