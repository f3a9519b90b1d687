import numpy as np
import pytest

from game import InputError, Vocabulary
from solver.trees.objective import NEVER, TOTAL, Objective


@pytest.mark.parametrize(
    ("text", "costs"),
    [
        ("total", ()),
        ("within-1", (0, 1)),
        ("within-3", (0, 0, 0, 1)),
        ("1,2,3,5,8", (1, 2, 3, 5, 8)),
        ("0,0,1", (0, 0, 1)),
    ],
)
def test_an_objective_is_read(text, costs):
    objective = Objective.parse(text)

    assert objective.costs == costs
    assert str(objective) == {"0,0,1": "within-2"}.get(text, text)
    assert objective.cost(9) == (costs[-1] if costs else 9)


@pytest.mark.parametrize(
    "text", ["", "best", "within-0", "within-", "1", "1,", "-1,2", "1,x", "1, 2", "2,1"]
)
def test_no_objective_is_refused(text):
    with pytest.raises(InputError, match="expected"):
        Objective.parse(text)
    with pytest.raises(InputError, match="one cost, 3: expected no cost, or"):
        Objective((3,))


def test_an_objective_in_words():
    words = Vocabulary(("mount", "count"), ("mount", "count"))
    heavy = Vocabulary(("mount", "count"), ("mount", "count"), (5, 1))
    within = Objective.parse("within-1")

    assert TOTAL.result(3, words) == "3 guesses in 2 games"
    assert TOTAL.result(7, heavy) == "7 weighted guesses in 6 weighted games"
    assert within.result(1, heavy) == "5 of 6 weighted games won within 1 guess"
    assert Objective((1, 4)).result(5, words) == "costs of 5 in 2 games"
    assert [goal.better for goal in (TOTAL, within, Objective((1, 4)))] == [
        "has fewer",
        "wins more",
        "costs less",
    ]


@pytest.mark.parametrize("costs", [(), (0, 0, 1), (1, 2, 4, 4, 9)])
def test_the_steps_of_the_guesses_left_add_up_to_the_cost_of_a_game(costs):
    objective = Objective(costs)

    never, *steps, last, before_last = objective.steps(6).tolist()

    assert (never, last, before_last) == (NEVER, 0, 0)
    by_guess = np.cumsum(steps[::-1]).tolist()
    assert by_guess == [objective.cost(guesses) for guesses in range(1, 7)]
