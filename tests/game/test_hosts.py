import math

import pytest

from game import Draws, Mode, Setting, Vocabulary, to_text
from game.channels.response import RESPONSE
from game.hosts import NoisyHost, SecretHost, deal
from tests.tables import perturb

WORDS = Vocabulary.load()
WORDPL = Setting(WORDS)
CLASSIC = Setting(WORDS, Mode.CLASSIC)


@pytest.mark.parametrize(
    ("mode", "text"), [(Mode.CLASSIC, "iic.."), (Mode.WORDPL, "iici.")]
)
@pytest.mark.parametrize("epsilon", [0.1, math.inf])
def test_a_secret_host_tells_the_truth_by_the_rule_of_the_game(mode, text, epsilon):
    host = SecretHost("mesas", mode)

    assert to_text(host.reply("sassy", epsilon, 0), 5) == text
    assert host.reveal() == "mesas"


def test_a_noisy_host_perturbs_the_truth_with_the_draws_of_its_turn():
    truth = SecretHost("crane", Mode.WORDPL)
    draws = Draws("s", 0)
    exact = truth.reply("slate", math.inf, 0)

    host = NoisyHost(truth, RESPONSE, draws)
    # At a price of 2 nats, only 1.4 % of the clues are true.
    seen = [host.reply("slate", 2.0, turn) for turn in range(20)]

    noise = [draws.noise(turn, 5) for turn in range(20)]
    assert seen == [perturb(RESPONSE, exact, 2.0, uniforms) for uniforms in noise]
    assert len(set(seen)) > 10
    assert (host.reply("slate", math.inf, 0), host.reveal()) == (exact, "crane")


def test_a_game_has_the_same_secret_in_both_modes_and_others_have_others():
    games = range(50)

    secrets = [deal(WORDPL, Draws("s", game)).reveal() for game in games]

    assert secrets == [deal(CLASSIC, Draws("s", game)).reveal() for game in games]
    assert set(secrets) <= set(WORDS.answers)
    # Among 50 of 2,315 words, a few at most are equal.
    assert len(set(secrets)) > 45
