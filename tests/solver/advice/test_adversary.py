import random
from collections import Counter
from itertools import permutations

import numba
import numpy as np
import pytest

from game import Mode, Outcome, Scripted, Setting, Vocabulary, play
from game.hosts import AbsurdleHost, ChallengeHost, absurdle_clue
from solver.advice.adversary import Adversary
from solver.advice.adversary_kernel import count_common, find_separating_guess

WORDS = Vocabulary.load()
SETTING = Setting(WORDS, Mode.CLASSIC)
INF = float("inf")


COUNT = numba.njit(count_common.py_func)


@pytest.fixture(scope="module")
def adversary():
    return Adversary(WORDS)


def led(line, host, words=WORDS):
    """Play a line, and return the game."""
    script = Scripted([(guess, INF) for guess in line])
    return play(script, host, Setting(words, Mode.CLASSIC))


def by_hand(words, longest, target=None):
    """Return the length of the shortest line that wins, found by trying all."""
    for length in range(1, longest + 1):
        for line in permutations(words.guesses, length):
            host = AbsurdleHost(words.answers)
            clues = [host.reply(guess, INF, 0) for guess in line]
            if clues[-1] == 242 and target in (None, line[-1]):
                return length
    return None


@pytest.mark.parametrize("seed", range(6))
def test_a_line_is_as_short_as_any(seed):
    some = tuple(sorted(random.Random(seed).sample(WORDS.answers, 6)))
    words = Vocabulary(some, some)

    line = Adversary(words).shortest_line()

    assert len(line) == by_hand(words, 4)
    assert led(line, AbsurdleHost(some), words).outcome is Outcome.WON


@pytest.mark.parametrize("seed", range(6))
def test_a_word_is_reached_or_is_out_of_reach(seed):
    draw = random.Random(seed)
    # The words are similar. So they get similar clues, and some cannot be reached.
    near = [word for word in WORDS.answers if word[1:4] == "oun" or word[2:] == "int"]
    some = tuple(sorted(draw.sample(near, 5)))
    words = Vocabulary(some, some)
    adversary = Adversary(words)

    for target in some:
        line = adversary.line_to(target)
        shortest = by_hand(words, 5, target)
        assert (line is None) == (shortest is None)
        if line is not None:
            assert line[-1] == target
            assert led(line, ChallengeHost(some, target), words).outcome is Outcome.WON


@pytest.mark.parametrize("limit", [0, 20, 500])
def test_bits_in_common_are_counted_exactly_up_to_a_limit(limit):
    sets = np.random.default_rng(1).integers(0, 2, (2, 7, 64), np.uint8)
    expected = int((sets[0] & sets[1]).sum())
    bits = np.packbits(sets, axis=2, bitorder="little").view(np.uint64)[..., 0]

    counted = COUNT(*bits, limit)

    # Above the limit the kernel may stop early, so that any larger count is right.
    assert counted == expected if expected <= limit else counted > limit


def test_absurdle_falls_in_four(adversary):
    line = adversary.shortest_line()

    assert len(line) == 4
    assert led(line, AbsurdleHost(WORDS.answers)).outcome is Outcome.WON


def test_a_challenge_is_met_if_the_word_is_left(adversary):
    line = adversary.line_to("fuzzy")
    # Only these three answers are left: the line has to end with one of them, and no
    # line reaches another answer.
    left = np.array([3, 5, 8])

    assert led(line, ChallengeHost(WORDS.answers, "fuzzy")).outcome is Outcome.WON
    assert adversary.shortest_line(left)[-1] in np.array(WORDS.answers)[left]
    assert adversary.line_to(WORDS.answers[4], left) is None


@pytest.mark.parametrize(
    ("length", "line"),
    [
        pytest.param(4, "aloe nurs bumf dipt yuck", marks=pytest.mark.system),
        pytest.param(6, "tailor humpen abbeys weekly", marks=pytest.mark.slow),
        pytest.param(9, "scoreline abductees numerator", marks=pytest.mark.slow),
    ],
)
def test_a_shortest_line_is_found_for_words_of_other_lengths(length, line):
    words = Vocabulary.load(length)

    found = Adversary(words).shortest_line()

    assert found == tuple(line.split())
    game = led(found, AbsurdleHost(words.answers), words)
    assert game.outcome is Outcome.WON


def test_a_search_that_is_given_up_still_beats_it(adversary, monkeypatch):
    # With this effort the search for a shortest line is given up.
    monkeypatch.setattr("solver.advice.adversary.LINE_EFFORT", 10**6)

    found = adversary.shortest_line()

    assert led(found, AbsurdleHost(WORDS.answers)).outcome is Outcome.WON
    assert adversary.shortest_line() == found


@pytest.mark.parametrize("seed", range(6))
def test_the_kernels_agree_with_the_definition(adversary, seed):
    draw = random.Random(seed)
    left = sorted(draw.sample(range(len(WORDS.answers)), draw.choice([2, 7, 30])))
    left = np.array(left, np.int32)
    limit = draw.choice([3, len(left)])
    clues, sizes, most = adversary._replies(left, limit)

    buckets = 0
    for g in range(0, len(WORDS.guesses), 7):
        seen = Counter(adversary._columns[left, g].tolist())
        clue = absurdle_clue(seen, 5)
        after = left[adversary._columns[left, g] == clue]
        if len(after) <= limit:
            buckets = max(buckets, len(seen))
        if sizes[g]:
            assert (clues[g], sizes[g]) == (clue, len(after))
            assert len(after) < len(left)
    assert buckets <= most


@pytest.mark.parametrize("words", [("bound", "found"), ("bound", "found", "zebra")])
def test_a_guess_that_tells_all_apart_is_the_first_if_there_is_one(adversary, words):
    left = adversary.indices(words)
    # No guess has a clue of its own for each of the words in -ATCH.
    too_many = adversary.indices(w for w in WORDS.answers if w[1:] == "atch")

    guess = find_separating_guess(adversary._columns, left, 243)

    apart = [len(set(adversary._columns[left, g])) == len(left) for g in range(guess)]
    assert len(set(adversary._columns[left, guess])) == len(left)
    assert not any(apart)
    assert find_separating_guess(adversary._columns, too_many, 243) == -1
