import pytest

from game.clues import classic
from game.words import Vocabulary
from solver.optimal.ranking_kernel import survey
from solver.optimal.search import Search
from solver.trees.objective import Objective

WORDS = Vocabulary.load()
ANSWERS = WORDS.answers[:90]
SMALL = Vocabulary(ANSWERS, tuple(sorted({*ANSWERS, *WORDS.guesses[::100]})))


WEIGHTED = Vocabulary(ANSWERS, SMALL.guesses, tuple(range(1, 91)))


@pytest.mark.parametrize("words", [SMALL, WEIGHTED])
@pytest.mark.parametrize("answers", [1, 48, 49, 90])
@pytest.mark.parametrize("guesses", [None, SMALL.guesses[::2]])
def test_the_heaviest_answers_of_buckets_come_next_and_then_the_others(
    answers, guesses, words
):
    left = ANSWERS[:answers]
    search = Search(words, objective=Objective((1, 3, 8, 20)))
    state = search.state(left, guesses and {*left, *guesses})

    found = survey(search._tables, state)[0].tolist()

    expected = []
    for place in state.allowed.tolist():
        guess, heaviest = search.word(place), {}
        for answer in left:
            clue, weight = classic(answer, guess), words.weight[answer]
            heaviest[clue] = max(heaviest.get(clue, 0), weight)
        weight = sum(words.weight[answer] for answer in left)
        right = words.weight[guess] if guess in left else 0
        hidden = weight - sum(heaviest.values())
        expected.append(weight + 2 * (weight - right) + 5 * hidden)
    assert found == expected
