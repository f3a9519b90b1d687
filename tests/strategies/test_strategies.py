import math
import random
from collections import Counter
from dataclasses import fields
from inspect import signature

import numpy as np
import pytest

from contest.entries.loading import load
from game import Hard, InputError, Mode, Rule, Setting, Vocabulary, likelihoods
from solver.belief.belief import Belief
from solver.belief.measures import best_last_guess
from solver.belief.noisy_clues import best_posterior, information
from solver.matrix.clue_matrix import clue_matrix
from solver.matrix.partitions import partitions
from strategies._belief import BeliefStrategy
from strategies.adversarial import Adversarial
from strategies.bayesian_greedy import BayesianGreedy
from strategies.bayesian_random import BayesianRandom
from strategies.bayesian_wordle import BayesianWordle
from strategies.combined_eliminations import CombinedEliminations
from strategies.entropy import Entropy
from strategies.k_guesses import KGuesses
from strategies.minimax import Minimax
from strategies.optimal import Optimal
from strategies.optimal_hard import OptimalHard
from strategies.posterior_sampling import PosteriorSampling
from strategies.quantile import Quantile
from strategies.uniform_random import UniformRandom
from strategies.unique_letters import UniqueLetters
from tests.library import library_entries

MADE = [load(entry) for mode in Mode for entry in library_entries(mode)]
STRATEGIES = list({repr(strategy): strategy for strategy in MADE}.values())
WORDS = Vocabulary.load()
MATRIX = clue_matrix(WORDS, Rule.LETTERWISE)


def seated(strategy, mode=Mode.WORDPL):
    strategy.prepare(Setting(WORDS, mode))
    return strategy


def believed(*turns):
    belief = Belief.uniform(2315)
    for guess, seen, epsilon in turns:
        belief = belief.update(MATRIX[WORDS.guess_index[guess]], seen, epsilon, 5)
    return belief


HAZY = believed(("trace", 7, 9.0))


@pytest.mark.parametrize(
    ("strategy", "score"),
    [
        (Entropy(epsilon=9.0), lambda p: information(MATRIX, p, 9.0, 5)),
        (Minimax(), lambda p: -partitions(MATRIX, p).worst),
        # This strategy ignores the noise of later clues.
        (BayesianWordle(epsilon=2.0), lambda p: partitions(MATRIX, p).entropy),
    ],
    ids=["entropy", "minimax", "bayesian_wordle"],
)
def test_the_guess_with_the_best_score_is_played(strategy, score):
    row = seated(strategy).choose(HAZY)

    scores = score(HAZY.probabilities)
    assert scores[row] == pytest.approx(scores.max())


def test_bayesian_greedy_plays_the_most_probable_answer():
    row = seated(BayesianGreedy()).choose(HAZY)

    assert WORDS.guesses[row] == WORDS.answers[HAZY.probabilities.argmax()]


def test_bayesian_random_plays_answers_as_often_as_they_are_probable():
    sharp = believed(("trace", 7, 20.0), ("solid", 40, 20.0))
    strategy = seated(BayesianRandom())
    random.seed(1)

    played = Counter(WORDS.guesses[strategy.choose(sharp)] for _ in range(1000))

    top = sharp.probabilities.max()
    # The tolerance is almost four standard errors of a share of 1,000 games.
    assert played[WORDS.answers[sharp.best]] / 1000 == pytest.approx(top, abs=0.06)


@pytest.mark.parametrize(
    "strategy",
    [
        *(Entropy(), Minimax(), BayesianGreedy(), BayesianRandom(), BayesianWordle()),
        UniformRandom(),
    ],
    ids=repr,
)
def test_they_answer_as_soon_as_they_are_confident(strategy):
    strategy = seated(strategy)
    strategy.confidence = 0.5
    sure = believed(("crane", 242, 60.0))

    move = strategy.decide(sure, 1)

    assert move == ("crane", 0.0)
    assert strategy.decide(HAZY, 1).epsilon == strategy.epsilon


def test_of_equal_guesses_a_possible_answer_is_played():
    strategy = seated(Minimax(), Mode.CLASSIC)
    belief = Belief.uniform(2315)
    scores = np.zeros(len(WORDS.guesses))
    scores[[5, WORDS.guess_index["crane"], 3]] = 1.0

    row = strategy.prefer_possible(scores, belief)

    assert WORDS.guesses[row] == "crane"


def test_k_guesses_chooses_early_by_information_and_late_by_posterior():
    strategy = seated(KGuesses(schedule=(9.0, 8.0, 7.0), order=2.0))

    middle = strategy.decide(HAZY, 1)
    last = strategy.decide(HAZY, 2)

    p = HAZY.probabilities
    bits = information(MATRIX, p, 8.0, 5, 2.0)
    chances = best_posterior(MATRIX, p, 7.0, 5)
    assert middle == (WORDS.guesses[bits.argmax()], 8.0)
    assert last == (WORDS.guesses[chances.argmax()], 7.0)


@pytest.mark.parametrize(
    ("strategy", "mode"),
    [
        (KGuesses(schedule=()), Mode.WORDPL),
        (KGuesses(schedule=(9.0, -1.0)), Mode.WORDPL),
        (KGuesses(schedule=(float("inf"),)), Mode.WORDPL),
        (KGuesses(schedule=(9.0, "a")), Mode.WORDPL),
        (KGuesses(schedule=9.0), Mode.WORDPL),
        (KGuesses(order=0.5), Mode.WORDPL),
        (KGuesses(order="2"), Mode.WORDPL),
        (KGuesses(order=100.0), Mode.WORDPL),
        (KGuesses(opening="zzzzz"), Mode.WORDPL),
        (Quantile(schedule=(9.0,)), Mode.WORDPL),
        (Quantile(opening=""), Mode.WORDPL),
        (Minimax(depth=2), Mode.WORDPL),
        (Minimax(ties="size"), Mode.CLASSIC),
        (Entropy(depth=0), Mode.CLASSIC),
        (Entropy(depth=4), Mode.CLASSIC),
        (Entropy(guess_from="everywhere"), Mode.CLASSIC),
        (Entropy(candidates=0), Mode.CLASSIC),
        (UniqueLetters(guess_from=""), Mode.CLASSIC),
        (CombinedEliminations(candidates=0), Mode.CLASSIC),
    ],
    ids=str,
)
def test_what_cannot_be_played_is_refused(strategy, mode):
    with pytest.raises(InputError, match="expected"):
        seated(strategy, mode)


@pytest.mark.slow
@pytest.mark.parametrize(("opening", "chance"), [("trace", 0.0529), ("soare", 0.0504)])
def test_the_exact_chance_of_two_guesses(opening, chance):
    row = MATRIX[WORDS.guess_index[opening]]
    total = 0.0

    for seen in range(243):
        joint = likelihoods(seen, 9.3)[row] / 2315
        if (share := joint.sum()) > 0:
            total += share * best_last_guess(MATRIX, joint / share, 5.3, 5)[1]

    assert total == pytest.approx(chance, abs=5e-5)


def test_a_strategy_shows_the_call_that_makes_it():
    strategy = BayesianGreedy(epsilon=9.0, opening="salet")

    expected = "BayesianGreedy(epsilon=9.0, confidence=0.5, opening='salet')"
    assert repr(strategy) == expected


@pytest.mark.parametrize("strategy", STRATEGIES, ids=repr)
def test_the_call_that_a_strategy_shows_makes_an_equal_one(strategy):
    made = eval(repr(strategy), {type(strategy).__name__: type(strategy)})

    assert vars(made) == vars(strategy)


def test_all_but_those_that_play_a_tree_or_a_line_have_the_shared_options():
    lacking = {
        type(strategy)
        for strategy in STRATEGIES
        for option in fields(BeliefStrategy)
        if option.name not in signature(type(strategy)).parameters
    }

    assert lacking == {Adversarial, Optimal, OptimalHard}


@pytest.mark.parametrize(
    "bad",
    [
        {"epsilon": "12"},
        {"epsilon": 0},
        {"confidence": 2},
        {"confidence": float("nan")},
    ],
)
def test_a_parameter_that_is_no_such_number_is_quoted(bad):
    ((name, value),) = bad.items()

    with pytest.raises(InputError, match=f"{name} {value!r}: expected a number"):
        seated(Entropy(**bad))


@pytest.mark.parametrize("kind", [Entropy, KGuesses])
def test_an_opening_is_played_as_the_list_spells_it(kind):
    assert seated(kind(opening=" TRACE")).first_move()[0] == "trace"


def test_mutual_information_has_no_dearest_price():
    assert seated(KGuesses((700.0, 5.0))).first_move() == ("soare", 700.0)


def test_uniform_random_plays_every_valid_word_equally_often():
    strategy = seated(UniformRandom())
    random.seed(1)

    rows = [strategy.choose(HAZY) for _ in range(5000)]

    halves = Counter(row < len(WORDS.guesses) // 2 for row in rows)
    answers = sum(WORDS.guesses[row] in WORDS.answer_index for row in rows)
    # Both tolerances are over four standard errors.
    assert halves[True] / 5000 == pytest.approx(0.5, abs=0.03)
    assert answers / 5000 == pytest.approx(2315 / 12972, abs=0.025)
    assert len(set(rows)) > 4000


def test_posterior_sampling_guesses_no_word_twice():
    strategy = seated(PosteriorSampling(confidence=1.0))
    random.seed(1)
    turns = [("crane", 25.0, "ccccc"), ("trace", 9.0, "iccic")]
    strategy.first_move()
    for turn in turns:
        strategy.next_move(*turn)
    start = Belief.over(WORDS.answers)
    belief = start.after(strategy._history, strategy.setting)

    played = Counter(WORDS.guesses[strategy.choose(belief)] for _ in range(1000))

    chances = belief.probabilities.copy()
    assert chances[WORDS.answer_index["crane"]] > 0.5
    assert not played.keys() & {"crane", "trace"}
    chances[[WORDS.answer_index[word] for word in ("crane", "trace")]] = 0
    best = chances.argmax()
    expected = chances[best] / chances.sum()
    assert played[WORDS.answers[best]] / 1000 == pytest.approx(expected, abs=0.06)


def test_posterior_sampling_varies_its_price():
    strategy = seated(PosteriorSampling(epsilon=10.0))
    random.seed(1)

    prices = [strategy.first_move()[1] for _ in range(300)]

    # The price varies by up to a tenth.
    assert 9.0 <= min(prices) < 9.2
    assert 10.8 < max(prices) <= 11.0


def test_several_openings_are_played_whatever_the_clues():
    strategy = seated(Entropy(opening="SALET,courd"), Mode.CLASSIC)

    moves = [strategy.first_move(), strategy.next_move("salet", math.inf, "ccc.i")]

    assert moves == [("salet", math.inf), ("courd", math.inf)]


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        (Setting(WORDS), "'salet,courd': expected one word in wordpl"),
        (
            Setting(WORDS, Mode.CLASSIC, hard=Hard.NYT),
            "one word, because hard mode nyt may forbid",
        ),
    ],
)
@pytest.mark.parametrize("kind", [Entropy, KGuesses, UniformRandom])
def test_several_openings_are_refused_where_a_clue_decides(setting, message, kind):
    with pytest.raises(InputError, match=message):
        kind(opening="salet,courd").prepare(setting)
