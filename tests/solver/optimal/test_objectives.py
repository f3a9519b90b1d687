import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import Hard, InputError, Vocabulary, classic
from solver.advice.costs import Judge
from solver.advice.review import review_classic
from solver.checking.checker import check
from solver.checking.reader import CertificateError
from solver.optimal.certificate import prove
from solver.optimal.search import Search
from solver.trees.objective import Objective
from tests.solver.reference import fewest_guesses

pytestmark = pytest.mark.system  # kernels are compiled with weights too

WORDS = Vocabulary.load()
FALLING = tuple(word for word in WORDS.answers if word[1] == "o" and word[4] == "t")
FOUND = tuple(word for word in WORDS.answers if word[1:] in ("ound", "atch", "aste"))


@st.composite
def problems(draw):
    """Return a small vocabulary, with weights or without, and the costs of games."""
    pool = draw(st.sampled_from([FALLING, FOUND]))
    chosen = draw(st.sets(st.sampled_from(pool), min_size=3, max_size=7))
    others = draw(st.sets(st.sampled_from(WORDS.guesses[::50]), max_size=5))
    answers = tuple(sorted(chosen))
    weight = st.integers(1, draw(st.sampled_from([1, 2, 9, 1000])))
    weights = draw(st.lists(weight, min_size=len(answers), max_size=len(answers)))
    words = Vocabulary(answers, tuple(sorted({*answers, *others})), tuple(weights))
    max_guesses = draw(st.integers(2, 7))
    steps = draw(st.lists(st.sampled_from([0, 0, 1, 3]), max_size=max_guesses))
    costs = tuple(sum(steps[: k + 1]) for k in range(len(steps) if steps[1:] else 0))
    return words, max_guesses, Objective(costs)


def cost_of(games, problem):
    words, _, objective = problem
    return sum(words.weight[game[-1]] * objective.cost(len(game)) for game in games)


@settings(max_examples=20, deadline=None)
@given(problems(), st.sampled_from(Hard))
def test_the_search_equals_the_reference(problem, hard):
    words, max_guesses, objective = problem

    search = Search(words, hard, max_guesses, objective=objective)
    cost, _ = search.best(search.start())

    costs = [objective.cost(guesses) for guesses in range(1, max_guesses + 1)]
    assert cost == fewest_guesses(words, hard, max_guesses, costs=costs)
    if cost < math.inf:
        games = list(search.tree(search.start()).games())
        assert sorted(game[-1] for game in games) == sorted(words.answers)
        assert max(map(len, games)) <= max_guesses
        assert cost == cost_of(games, problem)


@settings(max_examples=50, deadline=None)
@given(problems(), st.integers(1, 2), st.randoms())
def test_given_guesses_are_not_cheaper_than_the_best(problem, count, draw):
    words, max_guesses, objective = problem
    first = draw.choices(words.guesses, k=count)

    search = Search(words, max_guesses=max_guesses, objective=objective)
    start = search.start()
    cost = search.cost(start, *first)

    assert cost >= search.best(start)[0]
    assert search.cost(start, *first, limit=cost) == cost
    for limit in range(min(40, int(min(cost, 40)))):
        assert limit <= search.cost(start, *first, limit=limit) <= cost
    if cost < math.inf:
        assert cost == cost_of(search.tree(start, *first).games(), problem)


def test_counting_buckets_refutes_no_guess_that_wins_more():
    # Weights are not counted, so that these costs come from the search alone.
    answers = WORDS.answers[::19]
    within = Objective.parse("within-3")
    weighted = Vocabulary(answers, answers, (2,) * len(answers))
    plain, doubled = (
        Search(words, objective=within)
        for words in (Vocabulary(answers, answers), weighted)
    )

    cost, guess = plain.best(plain.start())

    assert 2 * cost == doubled.best(doubled.start())[0]
    assert cost == plain.cost(plain.start(), guess) > 0


def test_games_won_within_two():
    search = Search(WORDS, objective=Objective.parse("within-2"))

    assert len(WORDS.answers) - search.cost(search.start(), "trace") == 150


def test_an_objective_fits_the_guesses_of_a_game():
    with pytest.raises(InputError, match="7 costs in '1,2,3,4,5,6,20'"):
        Search(WORDS, objective=Objective.parse("1,2,3,4,5,6,20"))
    with pytest.raises(InputError, match="a total cost of"):
        Search(WORDS, objective=Objective((0, 0, 0, 0, 0, 999999999)))
    with pytest.raises(InputError, match="2,000 guesses"):
        Search(WORDS, max_guesses=2000)


@settings(max_examples=60, deadline=None)
@given(problems(), st.sampled_from(Hard), st.booleans())
def test_what_is_proved_is_accepted(problem, hard, given_opening):
    words, max_guesses, objective = problem
    opening = words.guesses[0] if given_opening else None

    proof = prove(words, opening, hard, max_guesses, objective)
    (theorem,) = check(str(proof), words)

    assert theorem.total == proof.total
    assert theorem.objective == objective or objective.costs == ()


def test_a_certificate_for_other_weights_is_refused():
    words = ("mount", "count", "found")
    proof = prove(Vocabulary(words, words, (1, 2, 3)), "found")

    with pytest.raises(CertificateError, match="line 2"):
        check(str(proof), Vocabulary(words, words, (1, 2, 4)))


@pytest.mark.parametrize("text", ["best", "total", "0,0,1", "within-9", "1,2"])
def test_another_objective_in_a_certificate_is_refused(text):
    words = Vocabulary(FOUND, FOUND)
    within = Objective.parse("within-2")
    proof = str(prove(words, "found", max_guesses=9, objective=within))
    assert "objective within-2\n" in proof

    with pytest.raises(CertificateError, match="line"):
        check(proof.replace("objective within-2", f"objective {text}"), words)


@settings(max_examples=30, deadline=None)
@given(problems(), st.randoms())
def test_the_cost_of_a_game_is_shared_out_by_its_review(problem, draw):
    words, *_ = problem
    secret = draw.choice(words.answers)
    guesses = [*draw.choices(words.guesses, k=draw.randrange(3)), secret]
    guesses = guesses[: guesses.index(secret) + 1]

    review = review_classic(Judge(words), [(g, classic(secret, g)) for g in guesses])

    ratings = [rated.rating for rated in review.turns]
    rest = sum(rating.cost - rating.luck for rating in ratings)
    assert rest - ratings[0].best_worth == pytest.approx(len(guesses))
    assert all(rating.cost >= 0 for rating in ratings)
