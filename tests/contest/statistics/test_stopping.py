import numpy as np
import pytest

from contest.statistics.intervals import STRIDE
from contest.statistics.stopping import PrecisionStop
from game.protocol import Mode, Outcome, Setting
from game.record import Game, Turn
from tests.contest.summaries import PAIR


def rows(count, seed=0):
    """Return games in which the last clue helps much, little or not at all."""
    generator = np.random.default_rng(seed)
    for price in generator.choice([0.1, 3.0, 20.0], count):
        turn = Turn("slate", float(price), 18)
        yield Game(Mode.WORDPL, "crane", (turn,), "crane", Outcome.WON).to_row()


def stops_at(width, start=0):
    narrow = PrecisionStop(Setting(PAIR), width)
    return next(k for k, row in enumerate(rows(50_000), 1) if narrow(row))


def test_a_narrower_interval_takes_more_games_at_fixed_counts():
    counts = [stops_at(width) for width in (20.0, 5.0, 2.5)]

    assert counts == sorted(counts)
    assert counts[0] == STRIDE
    assert all(count % STRIDE == 0 for count in counts)
    # Half the width needs four times the games.
    assert counts[2] / counts[1] == pytest.approx(4, rel=0.25)
