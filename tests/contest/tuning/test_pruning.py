import numpy as np
import pytest

from contest.statistics.posteriors import WinCurve
from game.protocol import Mode, Outcome
from game.record import Game
from game.words import Vocabulary

pytest.importorskip("optuna", reason="needs the extra [tune]")

from contest.tuning.pruning import BATCH, Pruning

WORDS = ("crane", "slate", "trace", "solid")
FOUR = Vocabulary(WORDS, WORDS)
BLIND = Game(Mode.WORDPL, "crane", (), "slate", Outcome.WRONG).to_row()


def games_until_pruned(best, share):
    """Let a trial win a quarter of its games for nothing, beside a best trial."""
    curve = None if best is None else WinCurve(np.full(500, 10.0), np.full(500, best))
    pruning = Pruning(FOUR, curve, share)
    return next((n for n in range(1, 500) if pruning(BLIND)), None)


def test_a_trial_that_wins_too_seldom_within_the_loss_of_the_best_is_pruned():
    assert games_until_pruned(0.3, 0.28) == BATCH


@pytest.mark.parametrize(("best", "share"), [(0.3, 0.2), (0.1, 0.2), (None, 0.9)])
def test_a_trial_that_may_be_as_good_is_not_pruned(best, share):
    assert games_until_pruned(best, share) is None
