"""Fingerprints are means of reviews of games."""

import numpy as np
import pytest

from contest.statistics.fingerprint import fingerprint
from contest.statistics.losses import noisy_losses
from game.draws import Draws
from game.hosts import deal
from game.loop import Scripted, play
from game.protocol import Setting
from game.words import Vocabulary
from solver.advice.continuation import Continuation
from solver.belief.belief import Belief
from solver.belief.noisy_clues import information

RATED = "contest.statistics.fingerprint.RATED"
WORDS = ("mount", "count", "found", "crane", "slate", "moist")


@pytest.fixture(scope="module")
def best():
    return Continuation(Vocabulary(WORDS, WORDS))


@pytest.fixture(scope="module")
def games(best):
    setting = Setting(best.vocabulary)
    moves = [("count", 6.0), ("slate", 4.0), ("crane", 0.0)]
    return [
        play(Scripted(moves), deal(setting, Draws("s", number)), setting)
        for number in range(12)
    ]


def test_turns_have_prices_and_bits(games, best, monkeypatch):
    monkeypatch.setattr(RATED, 5)
    found = fingerprint(games, np.full(12, 0.25), best)

    first = information(best.matrix, Belief.uniform(6).probabilities, 6.0, 5)
    assert found.rated == 5
    assert [(turn.games, turn.price) for turn in found.turns] == [(5, 6.0), (5, 4.0)]
    assert found.turns[0].bits == pytest.approx(first[WORDS.index("count")])
    assert found.turns[0].best == pytest.approx(first.max(), abs=0.02)


def test_losses_are_those_of_why(games, best, monkeypatch):
    monkeypatch.setattr(RATED, 5)
    found = fingerprint(games, np.full(12, 0.25), best)

    rated = [noisy_losses(k, game, best) for k, game in enumerate(games[:5])]
    for own in found.losses:
        lost = [game.parts[own.turn, own.kind] for game in rated]
        assert own.mean == pytest.approx(np.mean(lost))
        assert (own.worst is None) == (max(lost) <= 1e-12)
        assert own.worst is None or lost[own.worst] == max(lost)
    assert {own.kind for own in found.losses} == {"price", "word", "answer"}


def test_first_clues_cover_all_games_and_the_one_that_loses_most_is_first(
    games, best, monkeypatch
):
    monkeypatch.setattr(RATED, 1)
    chances = np.linspace(0.1, 0.9, 12)

    found = fingerprint(games, chances, best)

    lost = [own.games * (1 - own.chance) for own in found.clues]
    assert sum(own.games for own in found.clues) == 12
    assert sum(lost) == pytest.approx(12 - chances.sum())
    assert lost == sorted(lost, reverse=True)
    assert all(own.error is None for own in found.losses)
