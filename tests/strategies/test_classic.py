import random
from collections import Counter
from functools import cache, partial

import numpy as np
import pytest

from game import Hard, Mode, SecretHost, Setting, Vocabulary, play
from solver.belief.belief import Belief
from strategies.approximate_eliminations import ApproximateEliminations
from strategies.bayesian_random import BayesianRandom
from strategies.combined_eliminations import CombinedEliminations
from strategies.entropy import Entropy
from strategies.located_letters import LocatedLetters
from strategies.maximum_eliminations import MaximumEliminations
from strategies.minimax import Minimax
from strategies.unique_letters import UniqueLetters
from tests.solver import reference

WORDS = Vocabulary.load()
# Fewer words, for tests that play the game of each answer.
HALF = Vocabulary(WORDS.answers[::2], WORDS.answers)
SOME = Vocabulary(*[tuple(sorted(random.Random(1).sample(WORDS.answers, 300)))] * 2)
system = partial(pytest.param, marks=pytest.mark.system)
slow = partial(pytest.param, marks=pytest.mark.slow)
ALL_KINDS = [
    UniqueLetters,
    LocatedLetters,
    ApproximateEliminations,
    MaximumEliminations,
    CombinedEliminations,
    Entropy,
    Minimax,
]


def seated(strategy, words=WORDS, mode=Mode.CLASSIC):
    strategy.prepare(Setting(words, mode))
    return strategy


def guesses(strategy, words=WORDS, hard=Hard.OFF):
    """Return how many games take 1, 2, 3, ... guesses, over the whole dictionary."""
    setting = Setting(words, Mode.CLASSIC, hard=hard)
    strategy.prepare(setting)
    games = [
        play(strategy, SecretHost(answer, Mode.CLASSIC), setting)
        for answer in words.answers
    ]
    counts = Counter(len(game.turns) for game in games)
    return [counts[number] for number in range(1, max(counts) + 1)]


def total(counts):
    return sum(number * games for number, games in enumerate(counts, 1))


@pytest.mark.parametrize(
    ("strategy", "expected"),
    [
        (Entropy(opening="salet"), [0, 79, 1208, 980, 46, 2]),
        system(Minimax(opening="salet", ties="sizes"), [0, 76, 1103, 1092, 44]),
        system(Minimax(ties="sizes"), [1, 59, 1044, 1145, 66]),
        # The 7,920 guesses of Alex Selby's optimum.
        slow(Entropy(opening="salet", depth=3), [0, 78, 1225, 971, 41]),
    ],
    ids=str,
)
def test_other_solvers_play_the_same_games(strategy, expected):
    assert guesses(strategy) == expected


@pytest.mark.parametrize(
    ("strategy", "expected"),
    [
        (Minimax(opening="salet"), 8035),
        system(Entropy(opening="salet", depth=2), 7924),
        slow(Minimax(opening="salet", depth=2), 8017),
    ],
    ids=str,
)
def test_totals_over_the_whole_dictionary(strategy, expected):
    counts = guesses(strategy)

    assert total(counts) == expected
    assert len(counts) == 5


@pytest.mark.system
@pytest.mark.parametrize(
    ("opening", "words", "hard", "totals"),
    [
        ("salet", WORDS, Hard.NYT, (8152, 8125)),
        ("raise", HALF, Hard.STRICT, (3841, 3825)),
    ],
)
def test_looking_ahead_saves_guesses_in_hard_mode(opening, words, hard, totals):
    for depth, expected in enumerate(totals, 1):
        counts = guesses(Entropy(opening=opening, depth=depth), words, hard)

        assert total(counts) == expected


@cache
def guesses_by_chance():
    return total(guesses(BayesianRandom(), SOME))


@pytest.mark.parametrize("guess_from", ["possible", "all"])
@pytest.mark.parametrize("kind", ALL_KINDS)
def test_every_score_beats_chance(kind, guess_from):
    counts = guesses(kind(guess_from=guess_from), SOME)

    assert sum(counts) == 300
    # A score without meaning would need as many guesses as chance.
    assert total(counts) < 0.97 * guesses_by_chance()


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_only_possible_answers_are_guessed_when_asked_for(kind):
    strategy = seated(kind(guess_from="possible"))
    belief = Belief(np.where(np.arange(2315) % 100 == 7, 0.0, -np.inf))

    guess = strategy.decide(belief, 1).guess

    assert WORDS.answer_index[guess] in belief.possible


def unique_letters(guess, possible):
    counts = [sum(letter in word for word in possible) for letter in set(guess)]
    return sum(count for count in counts if count < len(possible))


def located_letters(guess, possible):
    points = 0
    for place, letter in enumerate(guess):
        here = sum(word[place] == letter for word in possible)
        anywhere = sum(letter in word for word in possible)
        points += 1 if here == len(possible) else here
        if letter not in guess[:place] and anywhere < len(possible):
            points += anywhere
    return points


def approximate_eliminations(guess, possible):
    points = 0.0
    for place, letter in enumerate(guess):
        here = sum(word[place] == letter for word in possible)
        absent = sum(letter not in word for word in possible)
        states = [here, len(possible) - absent - here]
        if letter not in guess[:place]:
            states.append(absent)
        points += sum(m * (len(possible) - m) / len(possible) for m in states)
    return points


def maximum_eliminations(guess, possible):
    words = Vocabulary(tuple(possible), (*possible, guess))
    row = reference.clue_matrix(words, Setting(words, Mode.CLASSIC).rule)[-1]
    return len(possible) - reference.partition(row, [1.0] * len(possible))[3]


@pytest.mark.parametrize(
    ("kind", "score"),
    [
        (UniqueLetters, unique_letters),
        (LocatedLetters, located_letters),
        (ApproximateEliminations, approximate_eliminations),
        (MaximumEliminations, maximum_eliminations),
    ],
)
def test_scores_are_those_of_the_definition(kind, score):
    strategy = seated(kind())
    places = [place for place, word in enumerate(WORDS.answers) if word[1] == "o"][:30]
    belief = Belief(np.where(np.isin(np.arange(2315), places), 0.0, -np.inf))

    scores = strategy.rate(belief)

    possible = [WORDS.answers[place] for place in places]
    for row in range(5, len(WORDS.guesses), 397):
        if (guess := WORDS.guesses[row]) not in possible:
            assert scores[row] == pytest.approx(score(guess, possible))


def test_a_pair_of_guesses_is_looked_at_above_the_limit_only():
    belief = Belief.uniform(300)
    single = seated(MaximumEliminations(), SOME).rate(belief)

    below = seated(CombinedEliminations(limit=300), SOME).rate(belief)
    above = seated(CombinedEliminations(limit=299), SOME).rate(belief)

    assert (below == single).all()
    assert (above > single).all()


@pytest.mark.parametrize(("guess_from", "count"), [("all", 20), ("possible", 600)])
def test_combined_eliminations_examines_more_guesses_of_possible_words(
    guess_from, count
):
    belief = Belief.over(SOME.answers)
    options = {"limit": 0, "guess_from": guess_from}

    found = seated(CombinedEliminations(**options), SOME).rate(belief)

    same = seated(CombinedEliminations(**options, candidates=count), SOME).rate(belief)
    other = seated(CombinedEliminations(**options, candidates=50), SOME).rate(belief)
    assert (found == same).all()
    assert (found != other).any()


# Clues of more than five letters take two bytes: the kernels are compiled again.
@pytest.mark.parametrize("length", [4, *map(system, (6, 7, 8, 9))])
def test_words_of_every_length_are_found(length):
    shipped = Vocabulary.load(length)
    words = Vocabulary(shipped.answers[::20], shipped.answers[::10])

    for strategy in (Entropy(depth=2), Minimax(), LocatedLetters()):
        assert sum(guesses(strategy, words)) == len(words.answers)
