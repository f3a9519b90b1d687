import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import Hard, InputError, Mode, Setting, Vocabulary, classic, parse, to_text
from game.clues import all_correct
from solver.advice.contradictions import culprits, explain
from solver.advice.position import Position
from solver.advice.prior import other_weights
from solver.belief.belief import ContradictionError

WORDS = Vocabulary.load()
START = Position(Setting(WORDS, Mode.CLASSIC))
TWO = Position(Setting(WORDS, Mode.CLASSIC, boards=2))


def after(position, *turns):
    for guess, *clues in turns:
        position = position.add(guess, [parse(clue, 5) for clue in clues])
    return position


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(WORDS.answers), st.lists(st.sampled_from(WORDS.guesses)))
def test_what_fits_is_what_marking_every_answer_says(secret, guesses):
    position = START
    for guess in guesses[:3]:
        position = position.add(guess, [classic(secret, guess)])

    expected = [
        answer
        for answer in WORDS.answers
        if all(classic(answer, g) == classic(secret, g) for g in guesses[:3])
    ]

    assert position.answers() == expected
    assert len(position.answers()) == len(expected)
    assert secret in position.candidates().words


def test_saying_a_word_again_mends_its_clue():
    wrong = after(START, ("crane", "....."), ("slate", "..c.c"))

    corrected = after(wrong, ("CRANE", ".cc.c"))

    assert not wrong.answers()
    with pytest.raises(ContradictionError, match="board 1"):
        wrong.belief()
    assert corrected == after(START, ("crane", ".cc.c"), ("slate", "..c.c"))
    assert "brave" in corrected.answers()


def test_correct_marks_of_fibble_end_the_game_or_are_false():
    start = Position(Setting(WORDS, Mode.FIBBLE, channel="lies:1"))
    false = ("house", "ccccc")
    other = ("horde", "ccc..")

    assert after(start, false).solved == {0: "house"}
    for turns in ((false, other), (other, false)):
        position = after(start, *turns)
        assert (position.unsolved, position.answers()) == ([0], ["horse"])


def test_a_guess_can_be_forgotten():
    position = after(START, ("crane", "....."), ("slate", "..c.c"))

    assert position.remove("crane") == after(START, ("slate", "..c.c"))
    with pytest.raises(InputError, match=r"'trace' was not played.*mean 'crane'"):
        position.remove("trace")


def test_solved_boards_need_no_clue():
    position = after(TWO, ("crane", "ccccc", "..c.c"))

    later = after(position, ("slate", "..c.c"), ("blaze", "..ccc"))

    assert position.unsolved == [1]
    assert later.solved == {0: "crane"}
    assert later.answers(0) == ["crane"]
    assert [to_text(turn.clues[0], 5) for turn in later.turns[1:]] == ["..c.c", "..c.c"]


def test_a_board_that_is_not_solved_after_all_has_no_later_clues():
    slip = after(TWO, ("salet", "ccccc", "....."), ("crony", "....."))

    corrected = after(slip, ("salet", ".....", "....."))

    assert corrected == after(TWO, ("salet", ".....", "....."))
    assert slip.remove("salet") == TWO
    assert after(slip, ("salet", "ccccc", "....c")).turns[1:] == slip.turns[1:]


@pytest.mark.parametrize("clue", [-1, 243, 999])
def test_clues_that_do_not_exist_or_are_missing_are_refused(clue):
    with pytest.raises(InputError, match=f"clue {clue}: expected 0 to 242"):
        START.add("crane", [clue])
    with pytest.raises(InputError, match="1 clue: expected 2"):
        after(TWO, ("crane", "....."))


@pytest.mark.parametrize(
    ("hard", "first", "then", "why"),
    [
        ("nyt", "crane ..c..", "sloth .....", "hard mode: guess 'sloth' must have 'A'"),
        ("strict", "slate .....", "sloth .....", "hard mode: guess 'sloth' cannot be"),
        ("off", "slate .....", "crane ccccc", "guess 'crane' cannot be the secret"),
    ],
)
def test_a_turn_that_the_rules_forbid_is_refused(hard, first, then, why):
    start = Position(Setting(WORDS, Mode.CLASSIC, hard=Hard(hard)))
    position = after(start, first.split())

    with pytest.raises(InputError, match=why):
        after(position, then.split())


def test_the_only_turn_that_contradicts_the_others_is_named():
    secret = "bread"
    turns = [(g, to_text(classic(secret, g), 5)) for g in ("slate", "crane")]
    turns.append(("beard", "c...."))  # a slip of the hand

    found = culprits(after(START, *turns))

    by_hand = []
    for turn in range(3):
        others = turns[:turn] + turns[turn + 1 :]
        if fits := after(START, *others).answers():
            by_hand.append((turn, fits))
    assert [(c.turn, c.words) for c in found] == by_hand
    assert found[-1].turn == 2
    assert secret in found[-1].words


def test_the_nearest_clue_that_fits_is_offered():
    wrong = after(START, ("crane", ".ci.i"), ("bread", "ccc.c"))

    lines = "\n".join(explain(wrong))

    assert "No word fits the clues." in lines
    assert "turn 2, BREAD=ccc.c" in lines
    found = next(c for c in culprits(wrong) if c.turn == 1)
    distances = {
        # How many marks differ from the typed clue, for each word that fits the other
        # turn.
        sum(a != b for a, b in zip(to_text(classic(word, "bread"), 5), "ccc.c"))
        for word in found.words
    }
    nearest = to_text(found.clue, 5)
    assert sum(a != b for a, b in zip(nearest, "ccc.c")) == min(distances)
    assert f"nearest clue that fits: {nearest}" in lines
    # The three clues name three different first letters, so that no two of them fit.
    two = after(START, ("crane", "c...."), ("slump", "c...."), ("vivid", "c...."))
    assert culprits(two) == []
    assert any("Two or more turns are wrong" in line for line in explain(two))
    assert explain(two)[-1] == (
        "If all turns are right, the secret is not in the word list."
    )


def test_every_valid_guess_is_a_candidate_with_its_weight():
    # AAHED may be guessed, but it is no answer of the list.
    position = START
    for guess in ("crane", "death", "ahead"):
        position = position.add(guess, [classic("aahed", guess)])

    candidates = position.candidates()

    assert "aahed" in candidates.others
    assert "aahed" in position.candidates().words
    every = [
        word
        for word in WORDS.guesses
        if all(classic(word, t.guess) == t.clue for t in position.turns)
    ]
    assert sorted(candidates.words) == sorted(every)
    listed = candidates.listed
    # Words in -S are mostly plurals, which are unlikely as secrets.
    others = other_weights(WORDS)
    weights = [
        others.unlikely if word.endswith("s") else others.likely
        for word in candidates.others
    ]
    assert candidates.weights.tolist() == [1] * listed + weights
    assert candidates.outweighed == (listed < sum(weights))
    assert START.candidates().likely == list(WORDS.answers)
    assert not replace(position, any_word=False).candidates().others


def test_weights_of_answers_are_relative_to_their_mean():
    words = Vocabulary(("crane", "slate"), ("crane", "slate", "stare"), (3, 1))

    candidates = Position(Setting(words, Mode.CLASSIC)).candidates()

    # The mean of the weights 3 and 1 is 2.
    assert candidates.words == ("crane", "slate")
    assert candidates.weights.tolist() == [1.5, 0.5]


# Each number of answers with five letters, and each other length with four answers: a
# vocabulary of one's own takes long to check.
@pytest.mark.parametrize(
    ("length", "count"),
    [
        *((5, count) for count in (1, 2, 4, 20, 100, 300)),
        *((length, 4) for length in (4, 6, 7, 8, 9)),
    ],
)
def test_other_words_count_once_no_answer_of_a_person_fits(length, count):
    shipped = Vocabulary.load(length)
    own = Vocabulary(shipped.answers[:count], shipped.guesses)
    start = Position(Setting(own, Mode.CLASSIC))
    # The person's few answers do not include this word, so that its clue rules them
    # out.
    secret = shipped.answers[-1]

    after_last = start.add(secret, [all_correct(length)])

    assert start.candidates().words == own.answers
    assert after_last.candidates().words == (secret,)
    assert after_last.candidates().weights.tolist() == [1.0]
    assert after_last.candidates().outweighed


def test_a_guess_that_the_list_lacks_is_evidence():
    # FIRMA is not in the list of valid guesses.
    position = START.add("firma", [parse(".i...", 5)])

    expected = [w for w in WORDS.answers if classic(w, "firma") == parse(".i...", 5)]
    assert position.answers() == expected
    assert len(expected) == 175
    assert not position.suits_strategies
    with pytest.raises(InputError, match="'firm' is not a valid guess"):
        START.add("firm", [0])


def test_guesses_are_left_up_to_the_limit_and_beyond_it_there_is_none():
    position = Position(Setting(WORDS, Mode.CLASSIC, max_turns=2))
    left = []
    for guess in ("slate", "crony", "hatch"):
        left.append(position.guesses_left)
        position = after(position, (guess, "....."))

    assert [*left, START.guesses_left] == [2, 1, math.inf, math.inf]
