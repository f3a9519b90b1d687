"""Scores of a strategy object that plays in this process, for scripts of entrants."""

from __future__ import annotations

import secrets
import time
from collections import namedtuple
from typing import Any

from tqdm import trange

from contest.sandbox.limits import TIMEOUT
from contest.statistics.quantiles import PERCENTILES, percentile
from game.draws import Draws
from game.hosts import deal
from game.loop import play, prepare
from game.protocol import Setting, Strategy
from game.words import Vocabulary

_GAMES = 1001


Evaluation = namedtuple("Evaluation", ["scores", *PERCENTILES, "timeouts"])  # type: ignore[misc]
"""Scores, percentiles of the scores, and the number of games that took too long."""


def evaluate(strategy: Strategy, num_trials: int = _GAMES) -> tuple[Any, ...]:
    """Play games of WORDPL and return the scores and their percentiles.

    The result is unofficial: the strategy runs in this process, without the sandbox. A
    game that takes too long is played to its end, and is then counted as lost. The
    command ``python evaluate.py`` scores as the contest does.

    Parameters
    ----------
    strategy : Strategy
        An object with ``first_move`` and ``next_move``.
    num_trials : int
        The number of games.

    Returns
    -------
    Evaluation
        The ``scores`` of the games, their percentiles ``p05``, ``p50`` and ``p95``, and
        ``timeouts``, the number of games that took too long.

    Examples
    --------
    >>> from game import Move, Scripted
    >>> evaluation = evaluate(Scripted([Move("crane", 3.0), Move("crane", 0.0)]), 20)
    >>> len(evaluation.scores), evaluation.timeouts, evaluation.p95
    (20, 0, inf)
    """
    # Every call draws a fresh seed, so that nobody can tune a strategy to its games.
    setting = Setting(Vocabulary.load())
    seed = secrets.token_hex(8)
    prepare(strategy, setting)
    scores = []
    timeouts = 0
    for number in trange(num_trials, delay=1, disable=None):
        began = time.process_time()
        # A strategy in this process cannot be stopped: the time is checked afterwards.
        host = deal(setting, Draws(seed, number))
        score = play(strategy, host, setting).score
        late = time.process_time() - began > TIMEOUT
        timeouts += late
        scores.append(float("inf") if late else score)
    percentiles = [percentile(scores, share) for share in PERCENTILES.values()]
    return Evaluation._make([scores, *percentiles, timeouts])


def evaluate_once(strategy: Strategy) -> float:
    """Play one game of WORDPL and return its score.

    The score is unofficial, like the scores of `evaluate`.

    Returns
    -------
    float
        The sum of the prices, in nats; ``inf`` if the answer is wrong, a move is not
        allowed, or the game takes too long.

    Examples
    --------
    >>> from game import Move, Scripted
    >>> evaluate_once(Scripted([Move("crane", 3.0), Move("fuzzy", 0.0)])) >= 3
    True
    """
    return float(evaluate(strategy, 1)[0][0])
