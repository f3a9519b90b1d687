"""A participant of the open class who alters a transcript, and what that wins.

The participant knows the seed, and so the draws. What is altered here follows from the
seed as before, so that the replay of a verification does not see it.
"""

import math
import random
import sys
from dataclasses import replace

import numpy as np
import pytest

from contest.entries.home import ROOT
from contest.leaderboard.open_class import information_refusal
from contest.models.games import named_setting
from contest.statistics.games import GamesBuilder
from game.channels.named import channel_of
from game.channels.response import RESPONSE
from game.clues import MARKERS, all_correct, to_marks
from game.draws import Draws, noise
from game.hosts import deal
from game.loop import Round, play, prepare
from game.protocol import Outcome
from game.record import Turn
from game.replays import replay
from game.words import Vocabulary
from solver.advice.insights import belief_after
from solver.belief.noisy_clues import information
from solver.matrix.clue_matrix import clue_matrix
from strategies import make_strategy

WORDS = Vocabulary.load()
SEED = "attack"
CHEAPEST = 0.01  # nats


def play_games(strategy, setting, count):
    """Return the games of the seed that a strategy plays."""
    prepare(strategy, setting)
    games = []
    for number in range(count):
        draws = Draws(SEED, number)
        random.seed(draws.strategy())
        games.append(play(strategy, deal(setting, draws), setting))
    return games


def measure(games, setting):
    """Return games as the open class tests them."""
    builder = GamesBuilder(setting, certifies=False)
    for game in games:
        builder.add(game)
    assert games == list(replay(games, range(len(games)), SEED, setting))
    return builder.build()


def lower_prices(game, number, setting):
    """Return a game with the least prices at which all clues are the same."""
    turns = []
    for index, turn in enumerate(game.turns):
        uniforms = noise(SEED, [number], index, setting.vocabulary.length)
        true = MARKERS[setting.rule](game.answer, turn.guess)
        marks = np.array([to_marks(true, 5)], np.uint8)
        low, high = CHEAPEST, turn.epsilon
        while high - low > 1e-9:
            middle = (low + high) / 2
            seen = RESPONSE.draw(marks, middle, uniforms)[0]
            is_same = (*seen.tolist(),) == to_marks(turn.clue, 5)
            low, high = (low, middle) if is_same else (middle, high)
        turns.append(replace(turn, epsilon=high))
    return replace(game, turns=tuple(turns))


def win_at_last(game):
    """Return a game whose last guess is the secret."""
    if game.outcome is Outcome.WON:
        return game
    last = replace(game.turns[-1], guess=game.answer, clue=all_correct(5))
    turns = (*game.turns[:-1], last)
    return replace(game, turns=turns, final=game.answer, outcome=Outcome.WON)


@pytest.fixture
def three_clues(monkeypatch):
    """Return the strategy of examples/three_clues.py."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(ROOT / "examples")])
    from three_clues import Clues

    return Clues()


def test_lowered_prices_are_refused_and_lower_the_chance_to_win(three_clues):
    setting = named_setting("wordpl", WORDS)
    games = play_games(three_clues, setting, 30)
    altered = [lower_prices(game, number, setting) for number, game in enumerate(games)]

    honest, lowered = measure(games, setting), measure(altered, setting)

    assert [game.final for game in altered] == [game.final for game in games]
    assert lowered.budgets.mean() < 0.75 * honest.budgets.mean()
    assert information_refusal(honest, 1) == ""
    assert "uses more about the secret" in information_refusal(lowered, 1)
    shares = [each.curve.within(math.inf).mean() for each in (honest, lowered)]
    assert shares[1] < shares[0] - 0.2


@pytest.mark.parametrize(
    ("game", "limit", "count"), [("classic", 4, 60), ("fibble:3", 8, 25)]
)
def test_a_secret_as_the_last_guess_wins_nothing(game, limit, count):
    setting = named_setting(game, WORDS, limit)
    games = play_games(
        make_strategy("posterior_sampling", setting.mode), setting, count
    )

    honest = measure(games, setting)
    altered = measure([win_at_last(game) for game in games], setting)

    lost = count - honest.count(Outcome.WON)
    assert lost > count // 10
    assert altered.count(Outcome.WON) == count
    shares = [each.curve.within(math.inf).mean() for each in (honest, altered)]
    assert shares[1] == pytest.approx(shares[0], abs=1e-6)


def play_luckily(setting, count, choices):
    """Return games with, of the best guesses, the one whose clue tells most."""
    words, games = setting.vocabulary, []
    matrix, channel = clue_matrix(words, setting.rule), channel_of(setting)
    for number in range(count):
        host = deal(setting, Draws(SEED, number))
        played, secret = Round(host, setting), words.answer_index[host.reveal()]
        while not played.is_over:
            turns = played.turns
            chances = belief_after(setting, turns).probabilities
            bits = information(matrix, chances, math.inf, 5, channel=channel)
            best = np.argsort(-bits, kind="stable")[:choices]

            def gain(guess, turns=turns, host=host, secret=secret):
                if host.accepts(guess):
                    return 1.0
                clue = host.reply(guess, math.inf, len(turns))
                after = belief_after(setting, [*turns, Turn(guess, math.inf, clue)])
                return after.probabilities[secret]

            guess = words.answers[int(chances.argmax())]
            if chances.max() < 0.999 and len(turns) < setting.max_turns - 1:
                guess = max((words.guesses[index] for index in best), key=gain)
            played.advance((guess, math.inf))
        games.append(played.result())
    return games


@pytest.mark.parametrize(
    ("game", "limit", "count"), [("classic", 4, 20), ("fibble:2", 6, 30)]
)
def test_who_chooses_the_luckiest_of_ten_guesses_is_refused(game, limit, count):
    setting = named_setting(game, WORDS, limit)

    honest, lucky = (
        measure(play_luckily(setting, count, choices), setting) for choices in (1, 10)
    )

    assert information_refusal(honest, 1) == ""
    assert "uses more about the secret" in information_refusal(lucky, 1)
