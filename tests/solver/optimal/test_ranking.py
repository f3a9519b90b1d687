import pytest

from game.clues import classic
from game.words import Vocabulary
from solver.optimal.ranking import scan
from solver.optimal.search import Search

WORDS = Vocabulary.load()
ANSWERS = WORDS.answers[:90]
SMALL = Vocabulary(ANSWERS, tuple(sorted({*ANSWERS, *WORDS.guesses[::100]})))


@pytest.mark.parametrize("answers", [1, 48, 49, 90])
@pytest.mark.parametrize("guesses", [None, SMALL.guesses[::2]])
def test_guesses_are_bounded_by_their_buckets(answers, guesses):
    left = ANSWERS[:answers]
    search = Search(SMALL)
    state = search.state(left, guesses and {*left, *guesses})

    found = scan(search._board, state).tolist()

    words = [search.word(place) for place in state.allowed.tolist()]
    assert found == [
        3 * answers - len({classic(answer, word) for answer in left}) - (word in left)
        for word in words
    ]
