import math
import random
from functools import partial

import numpy as np
import pytest

from game import Hard, InputError, Mode, Setting, Vocabulary, classic, parse
from solver.checking.checker import check
from solver.optimal.certificate import prove
from solver.optimal.search import EffortError, Search
from solver.optimal.transposition_kernel import memo
from solver.trees.player import play_all
from tests.alphabets import in_last_letters, renamed
from tests.solver.reference import fewest_guesses
from tests.solver.samples import MODES, SMALL

# The kernels of the search are compiled for half a minute.
pytestmark = pytest.mark.system

slow = partial(pytest.param, marks=pytest.mark.slow)
WORDS = Vocabulary.load()


def some_words(seed, answers=7, others=5, alike="a.e"):
    """Return a small vocabulary of words that few guesses separate."""
    draw = random.Random(seed)
    near = [w for w in WORDS.answers if w[1] == alike[0] and w[4] == alike[2]]
    chosen = draw.sample(near, answers)
    guesses = {*chosen, *draw.sample(WORDS.guesses, others)}
    return Vocabulary(tuple(sorted(chosen)), tuple(sorted(guesses)))


@pytest.fixture(scope="module")
def official():
    return Search(WORDS)


@pytest.mark.parametrize("hard", MODES)
@pytest.mark.parametrize("max_guesses", [2, 3, 4, 6])
@pytest.mark.parametrize("seed", range(4))
def test_the_kernel_equals_the_reference(seed, max_guesses, hard):
    words = some_words(seed)

    search = Search(words, hard, max_guesses)
    total, _ = search.best(search.start())

    assert total == fewest_guesses(words, hard, max_guesses)


@pytest.mark.parametrize("hard", MODES)
def test_another_alphabet_changes_no_total_and_its_proof_is_checked(hard):
    words = some_words(5)
    others = in_last_letters(words)

    proof = prove(others, renamed(words.answers[0]), hard)

    assert proof.total == prove(words, words.answers[0], hard).total
    (theorem,) = check(str(proof), others)
    assert theorem.total == proof.total


@pytest.mark.parametrize(
    ("hard", "max_guesses", "count"),
    [
        (Hard.OFF, 6, 1),
        (Hard.OFF, 2, 2),
        (Hard.OFF, 4, 2),
        (Hard.OFF, 6, 2),
        (Hard.NYT, 6, 1),
        (Hard.STRICT, 6, 1),
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_the_total_with_first_guesses_equals_the_reference(
    seed, hard, max_guesses, count
):
    words = some_words(seed, alike="o.t")
    first = random.Random(seed).choices(words.guesses, k=count)
    histories = {
        tuple((guess, classic(answer, guess)) for guess in first)
        for answer in words.answers
        if answer not in first
    }

    later = [fewest_guesses(words, hard, max_guesses, known) for known in histories]
    # One answer's game may end with the first guess, another's with the second.
    won = [first.index(answer) + 1 for answer in words.answers if answer in first]
    games = count * (len(words.answers) - len(won)) + sum(won)

    search = Search(words, hard, max_guesses)
    assert search.cost(search.start(), *first) == games + sum(later)
    # Each of these games needs more than one guess.
    one = Search(words, hard, max_guesses=1)
    assert one.cost(one.start(), *first) == math.inf


@pytest.mark.parametrize("hard", MODES)
def test_a_tree_takes_as_many_guesses_as_are_said_and_keeps_to_the_rules(hard):
    words = some_words(9, answers=12, others=300)
    search = Search(words, hard)

    tree = search.tree(search.start())

    assert tree.total == search.best(search.start())[0]
    games = play_all(tree, Setting(words, Mode.CLASSIC, 6, hard=hard))
    assert [game.final for game in games] == list(words.answers)


@pytest.mark.parametrize(
    ("guesses", "total"),
    [
        (("limp", "line", "mine", "nine", "pine"), 8),
        # Clues of two bytes: the kernels are compiled again.
        slow(("groundhog", "greatness", "greyhound"), 3),
    ],
)
def test_words_of_other_lengths(guesses, total):
    search = Search(Vocabulary(guesses[1:], guesses))

    assert search.best(search.start())[0] == total


@pytest.mark.parametrize(
    ("hard", "max_guesses", "opening", "total"),
    [
        slow(Hard.OFF, 5, "salet", 7920),
        slow(Hard.OFF, 6, "reast", 7923),
        slow(Hard.NYT, 5, "palet", 8206),
        slow(Hard.NYT, 5, "salet", math.inf),
    ],
)
def test_known_totals(hard, max_guesses, opening, total):
    search = Search(WORDS, hard, max_guesses)

    assert search.cost(search.start(), opening) == total


def test_a_guess_that_tells_nothing_costs_one():
    answers = ("line", "mine", "pine")
    words = Vocabulary(answers, ("gust", *answers))
    search = Search(words)

    assert search.best(search.start())[0] == 6
    assert search.cost(search.start(), "gust") == 9
    # The limit is below the total, so that a lower bound is enough.
    assert search.cost(search.start(), "gust", limit=7) >= 7
    (theorem,) = check(str(prove(words, "gust")), words)
    assert theorem.total == 9


def test_a_search_that_takes_too_long_is_given_up():
    search = Search(WORDS, effort=1_000_000)

    with pytest.raises(EffortError, match="1,000,000 clues"):
        search.best(search.start())

    answers = [WORDS.answer_index[word] for word in ("crane", "crate", "slump")]
    some = search.start()._replace(answers=np.array(sorted(answers), np.int32))
    assert search.best(some) == (5, "crane")


def test_what_was_given_up_leaves_no_wrong_bounds():
    # Each attempt stops at another place, and leaves its bounds to the next attempt.
    words = some_words(5, answers=40, others=400)
    search = Search(words)
    search.effort = 1
    while True:
        try:
            total, _ = search.best(search.start())
            break
        except EffortError:
            search.effort *= 2

    assert total == Search(words).best(Search(words).start())[0]


def test_a_limit_asks_for_a_lower_bound_only(official):
    assert 7900 <= official.cost(official.start(), "crane", limit=7900) <= 7930


def test_a_position_of_a_game(official):
    state = official.after([("salet", parse("....c", 5)), ("crony", parse(".i...", 5))])

    total, guess = official.best(state)

    assert official.cost(state, guess) == total <= official.cost(state, "fuzzy")


def test_what_the_rules_do_not_allow_is_refused(official):
    strict = Search(WORDS, Hard.STRICT)
    state = strict.after([("salet", parse("c....", 5))])

    with pytest.raises(InputError, match="no answer is left after 'salet'"):
        official.after([("salet", parse("ccccc", 5))])
    with pytest.raises(InputError, match="'crane' may not be played"):
        strict.cost(state, "crane")


def test_a_memory_that_is_full_changes_nothing_and_is_freed():
    little = Search(SMALL)
    much = Search(SMALL)
    # In so small a memory most states replace others.
    little.memo = memo(4)

    assert little.best(little.start())[0] == much.best(much.start())[0]
    assert little.memo.low.all()
    little.forget()
    assert not little.memo.low.any()
