import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from solver.numeric.ties import TOLERANCE, best_of, first_best, ranking

SCORES = st.lists(st.integers(-50, 50), min_size=1, max_size=40)


@given(SCORES, st.integers(0, 2**32))
def test_noise_in_the_last_digits_decides_nothing(scores, seed):
    scores = np.array(scores, float)
    noise = np.random.default_rng(seed).uniform(-1e-12, 1e-12, len(scores))

    assert best_of(scores + noise).tolist() == best_of(scores).tolist()
    assert first_best(scores + noise) == int(scores.argmax())
    assert ranking(scores + noise).tolist() == ranking(scores).tolist()


@given(SCORES)
def test_a_ranking_is_by_score_then_preference_then_place(scores):
    preferred = np.arange(len(scores)) % 3 == 0

    order = ranking(np.array(scores, float), preferred).tolist()

    assert order == sorted(
        range(len(scores)), key=lambda k: (-scores[k], not preferred[k], k)
    )


def test_a_difference_above_the_tolerance_decides():
    assert best_of(np.array([1.0, 1.0 + 3 * TOLERANCE])).tolist() == [1]
    assert best_of(np.array([-np.inf, -np.inf])).tolist() == [0, 1]
