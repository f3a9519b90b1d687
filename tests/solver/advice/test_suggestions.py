import math
from dataclasses import replace

import numpy as np
import pytest

from game import Scripted, Vocabulary, classic, parse
from game.hard import Hard, objection
from game.protocol import Forfeit, Mode, Setting
from solver.advice.position import Position
from solver.advice.prior import taboo_words
from solver.advice.suggestions import prepare_copy, rank_guesses, suggest
from solver.belief.belief import ContradictionError
from strategies.bayesian_greedy import BayesianGreedy
from tests.solver.reference import partition

ANSWERS = ("bobby", "booby", "boozy", "crane", "crank", "dizzy", "hobby", "woozy")
WORDS = Vocabulary(ANSWERS, ("zebra", *ANSWERS))
START = Position(Setting(WORDS, Mode.CLASSIC))


class Rating:
    """Plays the word that it rates highest, be it allowed or not."""

    def __init__(self, **ratings):
        self.ratings = ratings

    def rate(self, belief):
        return np.array([self.ratings.get(word, 0.0) for word in WORDS.guesses])

    def first_move(self):
        return max(self.ratings, key=self.ratings.get), math.inf

    def next_move(self, guess, epsilon, result):
        return self.first_move()


def test_the_numbers_are_those_of_the_reference():
    position = START.add("zebra", [parse("..i..", 5)])

    for s in suggest(Scripted([("zebra", math.inf), ("hobby", math.inf)]), position):
        row = [classic(answer, s.guess) for answer in position.answers()]
        _, worst, bits, expected = partition(row, [1.0] * len(row))
        assert (s.bits, s.expected, s.worst) == pytest.approx((bits, expected, worst))
        assert s.possible == (s.guess in position.answers())


def test_the_strategys_move_comes_first_then_its_ratings_then_possible_words():
    rated = Rating(dizzy=3.0, zebra=2.0, woozy=2.0, bobby=-1.0)

    words = [s.guess for s in suggest(rated, START)]

    # DIZZY is the strategy's move. WOOZY and ZEBRA are rated alike, but only WOOZY is a
    # possible answer. BOBBY is rated below the words without a rating.
    assert words[:3] == ["dizzy", "woozy", "zebra"]
    assert words[3:-1] == [w for w in ANSWERS if w not in ("dizzy", "woozy", "bobby")]
    assert words[-1] == "bobby"


@pytest.mark.parametrize("hard", [Hard.NYT, Hard.STRICT])
def test_hard_mode_allows_every_suggestion(hard):
    setting = replace(START.setting, hard=hard)
    position = Position(setting).add("booby", [classic("bobby", "booby")])

    words = [s.guess for s in suggest(Rating(bobby=2.0, hobby=1.0), position)]

    known = [("booby", classic("bobby", "booby"))]
    assert "bobby" in words
    assert sorted(words) == sorted(
        word for word in WORDS.guesses if not objection(word, known, hard)
    )


def test_a_move_against_hard_mode_is_a_forfeit():
    setting = replace(START.setting, hard=Hard.STRICT)
    position = Position(setting).add("booby", [classic("bobby", "booby")])

    with pytest.raises(Forfeit, match="hard mode"):
        suggest(Rating(crane=1.0), position)


def test_boards_are_summed_without_those_that_are_solved():
    two = Position(replace(START.setting, boards=2))
    both = two.add("zebra", [classic("crane", "zebra"), classic("dizzy", "zebra")])
    # CRANE solves the first board, which has no information left from then on.
    one = both.add("crane", [parse("ccccc", 5), classic("dizzy", "crane")])

    def bits(position, board):
        row = [classic(answer, "hobby") for answer in position.answers(board)]
        return partition(row, [1.0] * len(row))[2]

    def found(position):
        listed = suggest(Rating(hobby=1.0), position)
        return next(s.bits for s in listed if s.guess == "hobby")

    assert found(both) == pytest.approx(bits(both, 0) + bits(both, 1))
    assert found(one) == pytest.approx(bits(one, 1))


def test_neither_a_contradiction_nor_a_game_that_is_over_has_suggestions():
    # No answer begins with ZE.
    wrong = START.add("zebra", [parse("cc...", 5)])

    with pytest.raises(ContradictionError):
        suggest(Rating(hobby=1.0), wrong)
    assert suggest(Rating(hobby=1.0), START.add("crane", [parse("ccccc", 5)])) == []


def test_a_strategy_that_only_chooses_is_ranked_by_bits():
    position = START.add("zebra", [parse("..i..", 5)])

    player = prepare_copy(BayesianGreedy(), position)
    first, *others = suggest(player, position, top=5)

    assert first.guess == position.answers()[0]
    bits = [s.bits for s in others]
    assert len(bits) == 4
    assert bits == sorted(bits, reverse=True)


def test_preparing_leaves_the_strategy_as_it_was():
    mine = BayesianGreedy()

    ready = prepare_copy(mine, START.add("zebra", [parse("..i..", 5)]))

    assert ready.first_move() == ("zebra", math.inf)
    assert vars(mine) == vars(BayesianGreedy())


def test_people_are_told_known_words_unless_these_are_worse():
    words = Vocabulary.load()
    start = Position(Setting(words, Mode.CLASSIC, max_turns=6))

    own = rank_guesses(start, "", 10)
    told = rank_guesses(start, "", 10, for_people=True)

    # SOARE gives the most bits, but few people know it.
    assert [own[0].guess, told[0].guess] == ["soare", "raise"]
    assert all(one.guess in words.answer_index for one in told)
    assert [one.rating for one in told] == sorted(
        (o.rating for o in told), reverse=True
    )
    # No known word separates these four; KAPOW does.
    four = Vocabulary(("skill", "spill", "swill", "still"), words.guesses)
    best, *_ = rank_guesses(
        Position(Setting(four, Mode.CLASSIC, max_turns=6)), "", for_people=True
    )
    assert best.guess == "kapow"


@pytest.mark.parametrize("hard", ["off", "nyt"])
def test_people_are_told_no_word_that_was_played_or_is_taboo(hard):
    words = Vocabulary.load()
    here = Position(Setting(words, Mode.CLASSIC, max_turns=6, hard=Hard(hard)))
    for guess in ("soare", "canty", "batch"):
        here = here.add(guess, [classic("hatch", guess)])

    told = rank_guesses(here, "", 20, for_people=True)

    assert told
    assert not {one.guess for one in told} & {"soare", "canty", "batch", *taboo_words()}
    assert [(o.chance, -o.guesses) for o in told] == sorted(
        ((o.chance, -o.guesses) for o in told), reverse=True
    )


def test_the_last_guess_is_one_of_the_words_that_fit():
    words = Vocabulary.load()
    here = Position(Setting(words, Mode.CLASSIC, max_turns=6))
    for guess in ("catch", "match", "latch", "pasta", "crane"):
        here = here.add(guess, [classic("hatch", guess)])

    told = rank_guesses(here, "", for_people=True)

    assert [one.guess for one in told] == ["batch", "hatch", "watch", "gatch"]
