import math
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest

from game import Mode, Setting, Vocabulary
from game.clues import all_correct, classic
from game.hard import Hard, objection
from solver.advice.endgame import MOST_WORDS, endgame
from solver.advice.position import Position
from solver.advice.suggestions import rank_guesses
from solver.matrix.hard_mode import allowed

EVERY = Vocabulary.load()
ATCH = ("batch", "catch", "hatch", "latch", "match", "patch", "watch")
SOME = Vocabulary(
    (*ATCH, "mulch"), tuple(sorted({*ATCH, "mulch", *EVERY.guesses[::99]}))
)


def played(words, turns, secret, hard=Hard.OFF, boards=1, limit=6, any_word=False):
    """Return the position after some guesses; `secret` has one word a board."""
    setting = Setting(words, Mode.CLASSIC, limit, boards=boards, hard=hard)
    position = Position(setting, any_word=any_word)
    secrets = secret.split(",") * (1 if "," in secret else boards)
    for guess in turns.split():
        position = position.add(guess, [classic(word, guess) for word in secrets])
    return position


def judged(position, top=10):
    known = [(turn.guess, turn.clue) for turn in position.turns]
    hard = position.setting.hard
    return endgame(position, allowed(position.setting.vocabulary, known, hard), top)


def by_hand(position):
    """Return chance and guesses of each guess, by trying every line of play."""
    words = position.setting.vocabulary
    hard = position.setting.hard
    right = all_correct(words.length)
    boards = []
    weights = {}
    for board in position.unsolved:
        candidates = position.candidates(board)
        boards.append(candidates.words)
        weights |= zip(candidates.words, candidates.weights.tolist(), strict=True)

    def weigh(boards):
        return math.prod(sum(weights[w] for w in board) for board in boards)

    @cache
    def best(boards, left, known):
        if not boards:
            return 1.0, 0.0
        if not left:
            return 0.0, 0.0
        values = [
            play(boards, left, known, guess)
            for guess in words.guesses
            if not objection(guess, known, hard)
        ]
        return max(values, default=(0.0, -weigh(boards) * left))

    def play(boards, left, known, guess):
        parts = []
        for board in boards:
            clues = {}
            for word in board:
                clues.setdefault(classic(word, guess), []).append(word)
            parts.append(list(clues.items()))
        chance = 0.0
        guesses = -weigh(boards)
        for combination in product(*parts):
            others = tuple(tuple(b) for clue, b in combination if clue != right)
            solved = math.prod(
                weights[b[0]] for clue, b in combination if clue == right
            )
            then = (*known, (guess, combination[0][0])) if hard is not Hard.OFF else ()
            value = best(others, left - 1, then)
            chance += solved * value[0]
            guesses += solved * value[1]
        return round(chance, 9), round(guesses, 9)

    known = tuple((turn.guess, turn.clue) for turn in position.turns)
    left = position.guesses_left
    start = tuple(boards)
    return {
        guess: play(start, left, known if hard is not Hard.OFF else (), guess)
        for guess in words.guesses
        if not objection(guess, known, hard)
    }, weigh(start)


@pytest.mark.parametrize("hard", list(Hard))
@pytest.mark.parametrize("limit", [2, 3, 4])
@pytest.mark.parametrize("any_word", [False, True])
def test_the_values_are_those_of_trying_every_line(hard, limit, any_word):
    few = Vocabulary(ATCH[:5], tuple(sorted({*ATCH, *EVERY.guesses[::400], "clomb"})))
    position = played(few, "catch", "match", hard, limit=limit, any_word=any_word)

    values = judged(position)

    expected, weight = by_hand(position)
    best = max(expected.values())
    searched = {
        guess: (chance * weight, -guesses * weight)
        for guess, chance, guesses in zip(few.guesses, *values, strict=True)
        if chance >= 0 and guess in expected
    }
    assert max(searched.values()) == pytest.approx(best)
    for guess, value in searched.items():
        assert value == pytest.approx(expected[guess]), guess


def test_as_many_guesses_as_boards_solve_one_each():
    position = played(EVERY, "catch match latch pasta crane", "hatch,widen", boards=2)
    position = replace(position, setting=replace(position.setting, max_turns=7))
    one, other = (position.candidates(board) for board in (0, 1))
    assert len(one.answers) * len(other.answers) > MOST_WORDS

    values = judged(position)

    def solved(guess, board, other):
        """Return the weight of what the guess solves at once, then by the best word."""
        best = {}
        for word, weight in zip(other.words, other.weights.tolist(), strict=True):
            clue = classic(word, guess)
            best[clue] = max(best.get(clue, 0.0), weight)
        share = dict(zip(board.words, board.weights.tolist(), strict=True))
        return share.get(guess, 0.0) * sum(best.values())

    weight = one.weights.sum() * other.weights.sum()
    for guess in ("batch", "watch", "widen", "bowed"):
        chance = solved(guess, one, other) + solved(guess, other, one)
        assert values[0, EVERY.guess_index[guess]] == pytest.approx(chance / weight)
    best = rank_guesses(position, "bowed", 1)[0]
    assert best.guess == "watch"
    assert best.chance == values[0].max()


@pytest.mark.parametrize(
    ("secrets", "turns", "limit"),
    [
        ("match,batch", "catch", 3),
        ("match,batch", "catch", 4),
        ("match,mulch", "catch", 3),
        ("match,mulch", "hatch match", 5),
        ("mulch,mulch", "catch", 3),
    ],
)
def test_boards_are_judged_together(secrets, turns, limit):
    few = Vocabulary((*ATCH[:5], "mulch"), (*ATCH[:5], "mulch", "climb", "blimp"))
    position = played(few, turns, secrets, boards=2, limit=limit)

    values = judged(position)

    expected, weight = by_hand(position)
    searched = np.flatnonzero(values[0] >= 0)
    for row in searched.tolist():
        pair = values[0, row] * weight, -values[1, row] * weight
        assert pair == pytest.approx(expected[few.guesses[row]])
    top = max((values[0, row], -values[1, row]) for row in searched.tolist())
    assert (top[0] * weight, top[1] * weight) == pytest.approx(max(expected.values()))


@pytest.mark.parametrize("only", ["frown", "blimp"])
def test_words_that_fit_may_follow_other_guesses(only):
    words = ("batch", "hatch", "patch", "gulch", "mulch")
    few = Vocabulary(words, (*words, "blimp", "frown", "lucid"))
    position = played(few, "lucid", "hatch,mulch", boards=2, limit=4)
    row = few.guess_index[only]

    # Only this guess is allowed now, as if the words that fit were unknown words.
    values = endgame(position, np.arange(len(few.guesses)) == row)

    expected, weight = by_hand(position)
    pair = values[0, row] * weight, -values[1, row] * weight
    assert pair == pytest.approx(expected[only])


@pytest.mark.parametrize("boards", [1, 2])
def test_the_last_guess_can_win(boards):
    turns = "catch match latch pasta crane" + " mulch" * (boards - 1)
    secret = ",".join(["hatch", "mulch"][:boards])
    position = played(EVERY, turns, secret, boards=boards, limit=5 + boards)

    best = rank_guesses(position, "ablow", 5)

    assert [(s.guess, s.chance) for s in best[:3]] == [
        (word, pytest.approx(1 / 3)) for word in ("batch", "hatch", "watch")
    ]
    assert best[3].chance == 0


def test_with_two_guesses_left_the_word_that_never_loses_comes_first():
    position = played(EVERY, "catch match latch pasta", "hatch")

    best = rank_guesses(position, "watch", 3000)

    assert best[0].chance == 1
    chances = {s.guess: s.chance for s in best}
    assert chances["ablow"] == 1
    assert chances["watch"] == pytest.approx(2 / 3)
    assert [s.chance for s in best] == sorted(chances.values(), reverse=True)


def test_what_is_not_near_the_end_is_not_judged():
    position = played(EVERY, "salet", "match")

    assert judged(position) is None
    short = replace(position.setting, max_turns=3)
    assert judged(replace(position, setting=short)) is not None
    assert len(position.answers()) > MOST_WORDS or judged(position) is None
    lost = played(EVERY, "crane slate", "match,hatch", boards=2, limit=3)
    assert not judged(lost)[0].any()
