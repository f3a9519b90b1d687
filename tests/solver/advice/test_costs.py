import math
from functools import reduce

import pytest

from game import InputError, Mode, Setting, Vocabulary, classic, parse
from game.hard import Hard, objection
from solver.advice.costs import Judge
from solver.advice.position import Position
from solver.advice.ratings import Unit
from solver.advice.review import review_classic
from solver.optimal.transposition_kernel import WORK
from tests.solver.reference import partition
from tests.solver.samples import TIGHT, fewest

WORDS = Vocabulary.load()
# These answers differ in few letters, so that games are long enough to rate. There are
# few of them, so that an exact search is short.
SOME = tuple(w for w in WORDS.answers if w[1] in "ho" and w[4] in "hfy")
SMALL = Vocabulary(SOME, tuple(sorted({*SOME, *WORDS.guesses[::50], "salet"})))


# The kernels of the search are compiled for half a minute.
pytestmark = pytest.mark.system


@pytest.fixture(scope="module")
def judge():
    return Judge(WORDS)


@pytest.fixture(scope="module")
def small():
    return Judge(SMALL)


def position(*turns):
    start = Position(Setting(WORDS, Mode.CLASSIC))
    return reduce(lambda p, turn: p.add(turn[0], [parse(turn[1], 5)]), turns, start)


def game(answer, *guesses):
    return [(guess, classic(answer, guess)) for guess in guesses]


def test_a_review_that_takes_too_long_is_in_bits_within_a_bound_of_effort():
    judge = Judge(WORDS, effort=40_000_000)
    played = game("foyer", "daddy", "wooer", "hilly", "foyer")

    review = review_classic(judge, played)

    # The limit is halved after each search that exceeds it. So the effort of all
    # searches together stays below a small multiple of the limit.
    assert judge.search.memo.counts[WORK] < 4 * 40_000_000
    assert review.why == "With 2,315 possible words, an exact search takes too long."
    assert [*review.totals] == [Unit.BITS]
    assert review.turns == review_classic(judge, played, in_bits=True).turns


def worth_of(guess, words):
    """Return the bits of a guess and the chance that it is right, together."""
    clues = [classic(word, guess) for word in words]
    return partition(clues, [1.0] * len(words))[2] + (guess in words) / len(words)


def test_a_classic_guess_in_bits_is_worth_its_clue_and_its_chance_to_be_right(small):
    played = game("whiff", "salet", "forth", "whiff")

    review = review_classic(small, played, in_bits=True)

    words = [*SMALL.answers]
    for rated, (guess, clue) in zip(review.turns, played, strict=True):
        after = [word for word in words if classic(word, guess) == clue]
        # In bits, the loss of a guess is the best worth minus its own worth. Its luck
        # is what the clue told minus what the guess is worth on average.
        worths = {each: worth_of(each, words) for each in SMALL.guesses}
        best = max(worths.values())
        found = guess == "whiff"
        gained = math.log2(len(words) / len(after)) + found
        assert rated.rating.unit is Unit.BITS
        assert rated.rating.cost == pytest.approx(best - worths[guess])
        assert worths[rated.rating.best] == pytest.approx(best)
        assert rated.rating.luck == pytest.approx(gained - worths[guess])
        assert rated.left == (0 if found else len(after))
        words = after


def test_hard_mode_and_unlisted_words_count_in_bits():
    hard = review_classic(Judge(SMALL, Hard.STRICT), game("youth", "mouth", "youth"))
    bits = review_classic(
        Judge(SMALL, Hard.STRICT), game("youth", "mouth", "youth"), in_bits=True
    )
    few = Vocabulary(("crane", "slate"), ("crane", "slate", "trace"))

    unlisted = review_classic(Judge(few), game("slate", "beast"), in_bits=True)

    for review in (hard, bits):
        best = review.turns[1].rating.best
        known = game("youth", "mouth")
        assert objection(best, known, Hard.STRICT) == ""
    assert unlisted.turns[0].rating.cost == 0.5  # CRANE tells as much, or is right
    assert unlisted.turns[0].left == 1


def test_costs_are_those_of_all_trees_with_the_guesses_left():
    judge = Judge(TIGHT, limit=6)
    start = Position(Setting(TIGHT, Mode.CLASSIC))
    for turns in range(6):
        here = start
        # No answer has a letter of BELCH: it uses up a guess and tells nothing.
        for _ in range(turns):
            here = here.play("belch", [0])
        left = 6 - turns
        answers = TIGHT.answers
        best = judge.best(judge.state(here)).total
        assert judge.parts(best) == fewest(TIGHT, answers, left)
        for guess in TIGHT.guesses:
            expected = fewest(TIGHT, answers, left, guess)
            cost = judge.cost(judge.state(here), guess).total
            assert judge.parts(cost) == expected


@pytest.mark.parametrize(
    ("hard", "limit", "guesses"),
    [
        (Hard.OFF, None, 7920),
        (Hard.NYT, 6, 8122),
        (Hard.NYT, None, 8116),
        (Hard.STRICT, None, 8119),
    ],
)
def test_the_best_opening_costs_less_in_hard_mode_without_a_limit(hard, limit, guesses):
    judge = Judge(WORDS, hard, limit=limit)

    assert judge.best(judge.search.start()) == (guesses, "salet", True)


def test_an_estimate_is_never_too_low(judge):
    hasty = Judge(WORDS, effort=5_000_000)
    state = judge.state(position(("salet", ".....")))

    exact = judge.best(state)
    estimated = hasty.best(state)

    assert exact.exact
    assert not estimated.exact
    # The estimate comes from a good tree, so that it exceeds the exact cost by little.
    assert exact.total <= estimated.total <= 1.1 * exact.total


def test_choices_and_clues_add_up_to_the_guesses(small):
    _, best, _ = small.best(small.search.start())
    review = review_classic(small, game("whiff", "salet", "forth", "whiff"))
    lost = review_classic(small, game("youth", "mouth", "worth"))

    # The mean of best play, plus all losses, minus all luck, is the number of guesses.
    ((unit, (cost, luck)),) = review.totals.items()
    assert unit is Unit.GUESSES
    assert -review.turns[0].rating.best_worth + cost - luck == pytest.approx(3)
    assert all(rated.rating.cost >= 0 for rated in review.turns)
    optimal = review_classic(small, game("whiff", best, "whiff"))
    assert optimal.turns[0].rating.cost == 0
    assert review.turns[-1].left == 0 < lost.turns[-1].left
    assert math.isfinite(lost.turns[-1].rating.luck)


def test_hard_mode_costs_more_and_contradictions_are_refused(small):
    turns = game("youth", "mouth", "youth")

    hard = review_classic(Judge(SMALL, Hard.NYT), turns).turns[1]

    normal = review_classic(small, turns).turns[1]
    assert hard.rating.best_worth <= normal.rating.best_worth
    with pytest.raises(InputError, match="no answer is left after 'mouth'"):
        review_classic(small, [("salet", 0), ("mouth", 240)])


def test_weights_count_where_the_list_lacks_a_guess():
    heavy = Vocabulary(
        ("catch", "match", "hatch"), ("catch", "match", "hatch"), (1, 1, 8)
    )
    position = Position(Setting(heavy, Mode.CLASSIC))

    judge = Judge(heavy).suited_to(position, "firma")
    state = judge.state(position)

    assert judge.search.vocabulary.weights == heavy.weights
    assert judge.best(state).word == "hatch"
    # HATCH first: 8 games of one guess, one of two and one of three.
    assert judge.best(state).total == 8 + 2 + 3


@pytest.mark.parametrize(("games", "limit"), [(6_688, 6), (6_689, None)])
def test_a_limit_counts_as_long_as_one_number_holds_losses_and_guesses(games, limit):
    words = ("mount", "count", "found")
    judge = Judge(Vocabulary(words, words, (games - 2, 1, 1)), limit=6)

    # The first word stands for nearly all of the games.
    best = judge.best(judge.state(Position(Setting(judge.search.vocabulary))))

    assert judge.limit == limit
    assert judge.parts(best.total) == (0, games + 2)
