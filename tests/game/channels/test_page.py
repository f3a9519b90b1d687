"""The channel that docs/findings/fibble.md shows how to write."""

import math
import sys

import pytest

from game import Draws, InputError, Mode, Outcome, Setting, Vocabulary, channels, play
from game.channels.named import named_channel
from game.hosts import NoisyHost, SecretHost
from solver import Belief, clue_matrix
from solver.advice.position import Position
from strategies.bayesian_greedy import BayesianGreedy
from tests.tables import LOST, lost_channel

WORDS = ("ant", "tan", "nat", "bat", "tie", "ire")


@pytest.fixture
def lost():
    return lost_channel("0.25")


@pytest.fixture
def added(tmp_path, monkeypatch):
    """Add the channel to the package, without writing into the checkout."""
    (tmp_path / "lost.py").write_text(LOST, encoding="utf-8")
    monkeypatch.setattr(channels, "__path__", [*channels.__path__, str(tmp_path)])
    yield
    named_channel.cache_clear()
    sys.modules.pop("game.channels.lost", None)


@pytest.mark.usefixtures("added")
def test_it_is_named_and_bad_values_are_refused_with_what_is_expected():
    assert named_channel("lost:0.2").p == 0.2
    for bad in ("lost:2", "lost:-1", "lost:nan", "lost:x", "lost"):
        expected = f"channel '{bad}': expected a probability, like lost:0.2"
        with pytest.raises(InputError, match=expected):
            named_channel(bad)
    with pytest.raises(InputError, match=r"'found:1': expected lies:... or lost:..."):
        named_channel("found:1")


def test_its_likelihoods_are_a_distribution_of_seen_clues(lost):
    table = lost.table(math.inf, 4)

    assert table.sum(axis=0) == pytest.approx(1.0)
    # All four marks of a right guess are lost.
    assert table[0, 80] == pytest.approx(0.25**4)


def test_a_strategy_plays_through_it(lost, monkeypatch):
    # The channel is no part of the package here. So each module that asks for the
    # channel of a setting is given it.
    monkeypatch.setattr("strategies._belief.channel_of", lambda setting: lost)
    monkeypatch.setattr("solver.belief.belief.channel_of", lambda setting: lost)
    setting = Setting(Vocabulary(WORDS, WORDS), Mode.FIBBLE, max_turns=8)
    monkeypatch.setattr("solver.advice.position.channel_of", lambda setting: lost)
    row = clue_matrix(setting.vocabulary, setting.rule)[0]
    belief = Belief.uniform(len(WORDS)).update(row, 2, math.inf, 3, lost)
    advised = Position(setting).add(WORDS[0], [2]).belief()
    assert advised.probabilities == pytest.approx(belief.probabilities)
    player = BayesianGreedy()
    player.prepare(setting)

    for game, word in enumerate(WORDS):
        host = NoisyHost(SecretHost(word, setting.mode), lost, Draws("s", game))
        assert play(player, host, setting).outcome is Outcome.WON
