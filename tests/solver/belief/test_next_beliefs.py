import math

import numpy as np
import pytest

from game.channels.lies import EXACT, Lies
from game.channels.response import RESPONSE
from solver.belief.next_beliefs import next_beliefs
from tests.tables import ByTable, Ending


def by_enumeration(belief, row, price, length, channel, *, ends):
    """Return the chance of each clue and the measures of the belief after it."""
    results = []
    for likelihoods in channel.table(price, length):
        weights = belief * likelihoods[row]
        if ends:
            weights[row == 3**length - 1] = 0.0
        p = weights[weights > 0] / weights.sum()
        results.append(
            (weights.sum(), -(p * np.log(p)).sum(), p.max(), np.log((p * p).sum()))
            if len(p)
            else (0.0, 0.0, 0.0, 0.0)
        )
    return np.array(results).T


@pytest.mark.parametrize("length", [4, 5])
@pytest.mark.parametrize(
    ("channel", "prices", "ends"),
    [
        (RESPONSE, (0.01, 7.3, 80.0), False),
        (ByTable(RESPONSE), (1.0, 7.3, 1.0), False),
        (Ending(), (5.0, 5.0, 12.3), True),
        (EXACT, (math.inf,) * 3, True),
        (Lies(1), (math.inf,) * 3, True),
        (Lies(3), (math.inf,) * 3, True),
        (ByTable(Lies(2)), (math.inf,) * 3, True),
    ],
)
def test_beliefs_after_all_clues_are_those_of_bayes_rule(length, channel, prices, ends):
    # A few answers are likely, most are not, and a fifth is ruled out.
    numbers = np.random.default_rng(0)
    beliefs = numbers.random((3, 60)) ** 4 * (numbers.random((3, 60)) < 0.8)
    beliefs /= beliefs.sum(axis=1, keepdims=True)
    rows = numbers.integers(0, 3**length, (3, 60)).astype(np.uint8)
    rows[:, 5] = 3**length - 1  # the answer that each of the guesses is
    with np.errstate(divide="ignore"):
        logs = np.log(beliefs)

    chances, measures = next_beliefs(
        beliefs, logs, rows, prices, length, channel, ends=ends
    )

    for k, price in enumerate(prices):
        expected = by_enumeration(
            beliefs[k], rows[k], price, length, channel, ends=ends
        )
        assert chances[:, k] == pytest.approx(expected[0], abs=1e-13)
        # After a clue that is almost impossible, rounding decides the measures.
        likely = expected[0] > 1e-12
        seen = measures[:, :, k][:, likely]
        assert seen == pytest.approx(expected[1:, likely], abs=1e-9)
