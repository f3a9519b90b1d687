"""Review of a finished game: the cost and the luck of each move."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from game.arrays import Floats
from game.clues import all_correct
from game.hard import Known
from game.protocol import Mode, Move, Setting
from game.record import Turn, history_of
from game.text.formats import format_count
from game.words import Vocabulary
from solver.advice.costs import Cost, Judge
from solver.advice.insights import Insight, insights
from solver.advice.noisy_costs import NoisyJudge
from solver.advice.position import Position
from solver.advice.ratings import Rating, Unit
from solver.belief.belief import ContradictionError
from solver.matrix.clue_kernel import build_matrix
from solver.matrix.hard_mode import allowed
from solver.matrix.partitions import partitions
from solver.numeric.elementary import log2, total
from solver.numeric.ties import best_of
from solver.optimal.search import EffortError
from solver.optimal.state_kernel import State


class RatedTurn(NamedTuple):
    """A turn with its rating.

    `left` is the number of words that remain possible after the turn in classic Wordle;
    `left` is 0 after the right guess, and in other games. `insight` is the information
    of the turn for someone who knows the secret. `insight` is None in classic Wordle,
    and if the secret is unknown.
    """

    turn: Turn
    rating: Rating
    left: int = 0
    insight: Insight | None = None


class Review(NamedTuple):
    """A game turn by turn.

    `final` is the final answer of WORDPL, and `answer` is the rating of the final
    answer. If the game was forfeited, `final` is empty and has the worth 0. In other
    games `answer` is None. `why` is a sentence that says why a classic game is not
    rated in guesses. Otherwise `why` is empty.
    """

    turns: tuple[RatedTurn, ...]
    final: str = ""
    answer: Rating | None = None
    why: str = ""

    @property
    def totals(self) -> dict[Unit, tuple[float, float]]:
        """For each unit, the sum of the costs and the sum of the luck of all moves.

        Only the moves that are rated in a unit count in the sums of this unit.
        """
        # A final answer gets no clue. So its luck is 0.
        sums: dict[Unit, tuple[float, float]] = {}
        moves = [(turn.rating, turn.rating.luck) for turn in self.turns]
        if self.answer is not None:
            moves.append((self.answer, 0.0))
        for rating, luck in moves:
            cost_before, luck_before = sums.get(rating.unit, (0.0, 0.0))
            sums[rating.unit] = (cost_before + rating.cost, luck_before + luck)
        return sums


def review_classic(
    judge: Judge, turns: Sequence[Known], *, in_bits: bool = False
) -> Review:
    """Rate a game of classic Wordle on one board.

    If the costs of all moves are exact, every move is rated in guesses. Then the number
    of guesses of the game is minus the `best_worth` of the first move, plus the sum of
    the costs, minus the sum of the luck. In this number, a lost game counts one guess
    more than the limit of the judge. If a cost is not exact, or if `in_bits` is true,
    every move is rated in bits.

    Raises `InputError` if no word fits the clues, or if a guess was forbidden.
    """
    judge.renew()
    words = judge.search.vocabulary
    start = Position(Setting(words, Mode.CLASSIC, hard=judge.search.hard))
    positions = [start]
    for guess, clue in turns:
        positions.append(positions[-1].play(guess, [clue]))

    # All moves have the same unit. If a single cost is not exact, the unit is bits.
    why = "" if not in_bits else "Bits were asked for."
    ratings: list[Rating] = []
    if not in_bits:
        try:
            ratings = _rate_in_guesses(judge, positions, turns)
        except EffortError as error:
            why = str(error)
    if why:
        ratings = [
            _rate_in_bits(before, after, guess, clue)
            for (before, after), (guess, clue) in zip(
                pairwise(positions), turns, strict=True
            )
        ]

    right = all_correct(words.length)
    rated_turns = [
        RatedTurn(
            Turn(guess, math.inf, clue),
            rating,
            0 if clue == right else len(after.candidates().likely),
        )
        for (guess, clue), rating, after in zip(
            turns, ratings, positions[1:], strict=True
        )
    ]
    return Review(tuple(rated_turns), why=why)


class _Costs(NamedTuple):
    """Mean costs per game in a position.

    A cost is the mean number of guesses per game from the position on. `best` is the
    best guess with its cost. `played` is the cost if the guess that was played comes
    next. `later` is the mean number of guesses that follow the played guess.
    """

    best: Cost
    played: float
    later: float


def _rate_in_guesses(
    judge: Judge, positions: Sequence[Position], turns: Sequence[Known]
) -> list[Rating]:
    """Return the ratings of all moves in guesses.

    `positions` has the position before each turn, and the position after the last turn.
    Raises `EffortError` if a cost is not exact.
    """
    right = all_correct(judge.search.vocabulary.length)
    costs = [
        _find_costs(judge, position, guess)
        for position, (guess, _) in zip(positions[:-1], turns, strict=True)
    ]

    # After a right guess, no guesses follow. After the last turn of a lost game, the
    # costs are the costs of best play from this position on.
    over = turns[-1][1] == right
    end = _Costs(Cost(0, "", exact=True), 0, 0)
    costs.append(end if over else _find_costs(judge, positions[-1]))
    return [
        Rating(
            unit=Unit.GUESSES,
            worth=-before.played,
            gained=before.later - before.played - after.best.total,
            best=before.best.word,
            best_worth=-before.best.total,
        )
        for before, after in pairwise(costs)
    ]


def _find_costs(judge: Judge, position: Position, guess: str = "") -> _Costs:
    """Return the mean costs in a position in which `guess` was played.

    If `guess` is empty, the best guess counts as the guess that was played. Raises
    `EffortError` if a cost is not exact.
    """
    judge = judge.suited_to(position, guess)
    state = judge.state(position)
    best = judge.best(state)
    played = judge.cost(state, guess) if guess else best
    if not (best.exact and played.exact):
        count = format_count(state.answers.size, "possible word")
        raise EffortError(f"With {count}, an exact search takes too long.")

    # If the played guess is as good as the best guess, it counts as the best guess.
    if played.total <= best.total:
        best = played
    step = judge.search.step(state)
    return _Costs(
        best._replace(total=_mean(judge, state, best.total)),
        _mean(judge, state, played.total),
        _mean(judge, state, played.total - step),
    )


def _mean(judge: Judge, state: State, cost: float) -> float:
    """Return the mean number of guesses per game, given the total cost of all games."""
    return judge.count_guesses(cost) / judge.search.weight(state)


def _rate_in_bits(before: Position, after: Position, guess: str, clue: int) -> Rating:
    """Return the rating of a guess, in bits.

    `before` is the position before the guess, and `after` is the position after its
    clue `clue`. All likely words are equally probable unless the vocabulary has
    weights. The worth of a guess
    is the expected information in its clue, plus the chance that the guess is right.
    """
    setting = before.setting
    words = setting.vocabulary
    candidates = before.candidates().only_likely
    chances = _chances(before)
    guesses = tuple(dict.fromkeys((*words.guesses, guess)))
    considered = Vocabulary(candidates.words, guesses)
    matrix = build_matrix(considered, setting.rule)
    bits = partitions(matrix, chances).entropy
    worths = bits.copy()
    worths[[considered.guess_index[word] for word in candidates.words]] += chances
    row = considered.guess_index[guess]

    # Hard mode must allow the best word. Of equally good words, the best word is one
    # that can be the secret.
    history = history_of(before.turns)
    legal = np.ones(len(guesses), bool)
    legal[: len(words.guesses)] = allowed(words, history, setting.hard)
    ties = best_of(np.where(legal, worths, -np.inf))
    best = min(ties.tolist(), key=lambda k: guesses[k] not in candidates.words)

    found = clue == all_correct(words.length)
    learnt = _entropy(chances) - (0.0 if found else _entropy(_chances(after)))
    return Rating(
        unit=Unit.BITS,
        worth=float(worths[row]),
        gained=learnt + found,
        best=guesses[best],
        best_worth=float(worths[best]),
        bits=float(bits[row]),
        bits_gained=learnt,
    )


def _chances(position: Position) -> Floats:
    """Return the probabilities of the likely words of a position."""
    candidates = position.candidates().only_likely
    if not candidates.words:
        last = position.turns[-1].guess
        raise ContradictionError(f"no answer is left after {last!r}")
    is_weighted = bool(position.setting.vocabulary.weights)
    weights = candidates.weights if is_weighted else np.ones(len(candidates.words))
    return weights / total(weights)


def _entropy(chances: Floats) -> float:
    return 0.0 - total(chances * log2(chances))  # not -0.0


def review_noisy(
    judge: NoisyJudge, turns: Sequence[Turn], final: str, secret: str | None = None
) -> Review:
    """Rate the moves of a game of WORDPL or Fibble on one board.

    `final` is the final answer of WORDPL; it is empty if the game was forfeited.
    `secret` is None if the secret is unknown. Raises `ContradictionError` if no answer
    fits the clues.
    """
    setting = judge.setting
    seen = iter(()) if secret is None else insights(setting, turns, secret)
    rated = []
    for number, turn in enumerate(turns):
        rating = judge.rate(
            turns[:number],
            Move(turn.guess, turn.epsilon),
            turn.clue,
            found=not setting.mode.priced and turn.guess == secret,
            answer_follows=bool(final) and number == len(turns) - 1,
        )
        rated.append(RatedTurn(turn, rating, insight=next(seen, None)))
    answer = None
    if setting.mode.priced:
        answer = judge.rate(turns, Move(final, 0.0), None, found=final == secret)
    return Review(tuple(rated), final, answer)
