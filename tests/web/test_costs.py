"""Cost and luck of a guess are the same on all screens."""

import math

import numpy as np
import pytest

from contest.statistics.costs import noisy_costs
from game import Game, Hard, Mode, Outcome, Setting, Turn, Vocabulary
from game.channels.lies import Lies
from game.clues import classic, letterwise, to_marks, to_text
from solver.advice.costs import Judge
from solver.advice.noisy_costs import NoisyJudge
from solver.advice.position import Position
from solver.advice.review import review_classic, review_noisy
from solver.advice.suggestions import rank_guesses, suggestion_of
from tests.web.playing import asked

SECRET = "crane"
EVERY = Vocabulary.load()
SOME = {SECRET, "slate", "aback", "moist", *EVERY.answers[::30]}
WORDS = Vocabulary(tuple(sorted(SOME)), tuple(sorted({*SOME, *EVERY.guesses[::30]})))


def wordpl(final):
    """Return a game of WORDPL, in the second clue of which two marks are false."""
    prices = {"slate": 11.0, "moist": 7.5, "aback": 9.25}
    clues = [letterwise(SECRET, guess) for guess in prices]
    # The last two digits of 4, in base three, are 1: the last two marks change.
    clues[1] = (clues[1] + 4) % 243
    turns = [Turn(*pair, y) for pair, y in zip(prices.items(), clues, strict=True)]
    outcome = Outcome.WON if final == SECRET else Outcome.WRONG
    ended = outcome if final else Outcome.TIMEOUT
    return Setting(WORDS), Game(Mode.WORDPL, SECRET, tuple(turns), final, ended)


def fibble(lies, guesses, limit):
    """Return a game of Fibble with lies of its channel."""
    channel = Lies(lies)
    turns = []
    for guess in guesses.split():
        seen = classic(SECRET, guess)
        if guess != SECRET:
            fits = [channel.likelihoods(y, math.inf)[seen] > 0 for y in range(243)]
            # Each turn takes another one of the clues that can be seen.
            seen = int(np.flatnonzero(fits)[len(turns)])
        turns.append(Turn(guess, math.inf, seen))
    outcome = Outcome.WON if turns[-1].guess == SECRET else Outcome.OUT_OF_TURNS
    setting = Setting(WORDS, Mode.FIBBLE, limit, channel=f"lies:{lies}")
    return setting, Game(Mode.FIBBLE, SECRET, tuple(turns), turns[-1].guess, outcome)


GAMES = {
    "WORDPL": wordpl(SECRET),
    "WORDPL, wrong answer": wordpl("aback"),
    "WORDPL, forfeited": wordpl(""),
    "Fibble, 1 lie": fibble(1, "slate moist crane", 8),
    "Fibble, 3 lies": fibble(3, "slate moist aback crane", 8),
    "Fibble, 3 lies, lost": fibble(3, "slate moist aback", 3),
}


def reviewed(name):
    """Return a setting, a game of it and its review."""
    setting, game = GAMES[name]
    review = review_noisy(NoisyJudge(setting), game.turns, game.final, SECRET)
    return setting, game, review


@pytest.fixture(params=GAMES)
def played(request):
    return reviewed(request.param)


def test_the_page_shows_what_the_terminal_shows(engine, played):
    setting, game, review = played
    is_priced = setting.mode.priced
    turns = [(t.guess, t.result, t.epsilon if is_priced else None) for t in game.turns]
    rules = {"channel": setting.channel, "limit": setting.max_turns, "anyWord": False}
    known = {"secret": SECRET, "final": game.final if is_priced else ""}
    given = asked(WORDS, turns, str(setting.mode), **rules, **known)

    script = """
      for (const turn of given.turns) turn.epsilon ??= Infinity;
      return review(listed(given));
    """
    found = engine(script, given)

    for row, (turn, rated, _, insight) in zip(found, review.turns, strict=True):
        assert (row["guess"], row["best"]) == (turn.guess, rated.best)
        assert (row["cost"], row["luck"]) == (rated.cost, rated.luck)
        assert (row["gained"], row["bits"]) == (rated.bits_gained, rated.bits)
        assert (row["rank"], row["chance"]) == (insight.rank, insight.chance)
        marks = (to_marks(clue, 5) for clue in (turn.clue, insight.truth))
        assert row["lies"] == sum(a != b for a, b in zip(*marks, strict=True))


@pytest.mark.parametrize("hard", [Hard.OFF, Hard.NYT])
def test_a_classic_game_in_bits_is_rated_as_in_python(engine, hard):
    guesses = ("moist", "slate", SECRET)
    known = [(guess, classic(SECRET, guess)) for guess in guesses]
    turns = [(guess, to_text(clue, 5), 0) for guess, clue in known]

    given = asked(WORDS, turns, hard=str(hard))
    found = engine("return review(listed(given));", given)

    review = review_classic(Judge(WORDS, hard), known, in_bits=True)
    assert found[0]["before"] == len(WORDS.answers)
    assert [row["before"] for row in found[1:]] == [row["left"] for row in found[:-1]]
    for row, (turn, rating, left, _) in zip(found, review.turns, strict=True):
        assert (row["guess"], row["best"]) == (turn.guess, rating.best)
        assert row["cost"] == pytest.approx(rating.cost)
        assert row["luck"] == pytest.approx(rating.luck)
        assert row["left"] == left


def test_why_adds_up_what_the_review_shows(played):
    setting, game, review = played

    costs = noisy_costs(0, game, NoisyJudge(setting))

    costs_of_moves = [turn.rating.cost for turn in review.turns]
    costs_of_moves += [review.answer.cost] if review.answer else []
    assert [cost for part in costs.parts.values() for cost in part.values()] == (
        costs_of_moves
    )
    assert costs.luck == sum(turn.rating.luck for turn in review.turns)


@pytest.mark.parametrize("name", [name for name in GAMES if "Fibble" in name])
def test_hints_name_the_best_words_of_the_review(name):
    setting, _, review = reviewed(name)  # hints of WORDPL are moves of strategies
    position = Position(setting, any_word=False)
    for turn, rated, *_ in review.turns:
        best, *_ = rank_guesses(position, "", 1)
        hints = [suggestion_of(position, word) for word in (best.guess, turn.guess)]
        chances = position.belief().probabilities
        worths = [
            hint.bits + chances[WORDS.answer_index[hint.guess]]
            if hint.guess in WORDS.answer_index
            else hint.bits
            for hint in hints
        ]
        # With few guesses left, a guess is rated by the chance to win instead of bits.
        if position.guesses_left > 2:
            assert rated.cost == pytest.approx(worths[0] - worths[1])
        elif position.guesses_left == 2:
            assert best.chance == pytest.approx(rated.best_worth)
        position = position.play(turn.guess, [turn.clue])
