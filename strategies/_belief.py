"""Base classes of the strategies that keep a belief; this module has no strategy."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from game.arrays import Floats, Mask
from game.channels.named import channel_of
from game.clues import all_correct, parse
from game.errors import InputError
from game.hard import Hard
from game.protocol import Move, Setting
from game.record import Turn, history_of
from game.words import Vocabulary
from solver.belief.belief import Belief
from solver.belief.measures import Measure, best_scores
from solver.matrix.clue_matrix import answer_rows, clue_matrix
from solver.matrix.hard_mode import allowed
from solver.numeric.ties import best_of, first_best
from strategies._parameters import check_number, check_price

# The move after each history of clues is stored, so that it is computed only once for
# all games with these clues. At most this number of moves is stored, in about 100 MB. A
# strategy meets fewer than 10,000 histories in classic Wordle.
_MEMORY = 200_000


@dataclass(eq=False, repr=False, kw_only=True)
class BeliefStrategy:
    """Update the exact posterior after each clue; choose each guess by `rate`.

    A subclass that adds options must be a dataclass: then it also accepts the options
    of this class, by keyword. The class attributes `guess_from`, `epsilon` and
    `confidence` become options of a subclass that declares them as fields.

    Parameters
    ----------
    opening : str
        The first guess. If the text is empty, the first guess is chosen in the same way
        as all other guesses. In classic Wordle, `opening` may be several words,
        separated by commas: these words are the first guesses of every game, whatever
        the clues are.
    """

    opening: str = ""

    guess_from = "all"
    """The words that may be played: ``"all"``, or only ``"possible"`` answers."""

    epsilon = 12.3
    """Price of every guess in WORDPL, in nats. In other games the price is ``inf``."""

    confidence = 0.5
    """In WORDPL, give the final answer once its posterior is at least this number."""

    deterministic = True
    """Whether the same clues always lead to the same move."""

    def prepare(self, setting: Setting) -> None:
        """Check the parameters; load the words of a setting and their true clues.

        Raises
        ------
        InputError
            If a parameter cannot be used in this setting.
        """
        check_price("epsilon", self.epsilon)
        check_number(
            "confidence", self.confidence, "above 0 and up to 1", lambda p: 0 < p <= 1
        )
        if self.guess_from not in ("all", "possible"):
            raise InputError(f"guess_from {self.guess_from!r}", "'all' or 'possible'")
        self._opening = setting.check_opening(self.opening)
        self.opening = ",".join(self._opening)
        self.setting = setting
        self.words = setting.vocabulary
        self.matrix = clue_matrix(self.words, setting.rule)
        self.answer_rows = answer_rows(self.words)
        self.channel = channel_of(setting)
        self._moves: dict[tuple[Turn, ...], Move] = {}
        self._history: tuple[Turn, ...] = ()

    def first_move(self) -> tuple[str, float]:
        """Start a game and return the first move."""
        if not hasattr(self, "setting"):
            self.prepare(Setting(Vocabulary.load()))
        self._history = ()
        return self._recall()

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Add a clue to the history and return the next move."""
        boards = self.setting.boards
        clue = parse(result, boards * self.words.length)
        self._history = (*self._history, Turn(guess, epsilon, clue, boards))
        return self._recall()

    def rate(self, belief: Belief) -> Floats:
        """Return a score for each guess, of shape (n_guesses,): the higher, the better.

        By default, the measure that `measure` returns computes the scores. A subclass
        without a measure must override `rate` or `choose`.
        """
        # A subclass without a measure must override `rate` or `choose`.
        if (measure := self.measure(belief)) is None:
            raise NotImplementedError
        return measure.exact(self.matrix)

    def measure(self, belief: Belief) -> Measure | None:
        """Return the measure that rates guesses, or None if there is no measure.

        If there is a measure, `choose` computes exact scores only for the best guesses.
        """
        return None

    def choose(self, belief: Belief) -> int:
        """Return the row of the guess to play: the index in the list of all guesses."""
        measure = self.measure(belief) if self._is_measured() else None
        if measure is None:
            scores = self.permitted(self.rate(belief))
        else:
            only = self.guess_from == "possible"
            rows = self.answer_rows[belief.possible] if only else None
            scores = best_scores(measure, self.matrix, rows)
        return self.prefer_possible(scores, belief)

    def permitted(self, scores: Floats) -> Floats:
        """Return `scores`, with ``-inf`` for every guess that hard mode forbids."""
        if (mask := self.hard_mode()) is None:
            return scores

        # Raise the score -inf of allowed guesses, so that every allowed guess is better
        # than every forbidden guess.
        return np.where(mask, np.maximum(scores, -1e300), -np.inf)

    def hard_mode(self) -> Mask | None:
        """Return, for each guess, whether hard mode allows it as the next guess.

        The result is None if hard mode is off.
        """
        if self.setting.hard is Hard.OFF:
            return None
        known = history_of(self._history)
        return allowed(self.words, known, self.setting.hard)

    def decide(self, belief: Belief, turn: int) -> Move:
        """Return the move for a belief; `turn` is the number of clues seen so far."""
        if turn < len(self._opening):
            guess = self._opening[turn]
        # If two answers are possible, guess one of them: if this guess is wrong, the
        # other answer is right.
        elif len(belief.possible) <= 2:
            guess = self.words.answers[belief.best]
        else:
            guess = self.words.guesses[self.choose(belief)]
        if not self.setting.mode.priced:
            return Move(guess, math.inf)
        if turn and belief.probabilities.max() >= self.confidence:
            return self.answer(belief)
        return Move(guess, self.epsilon)

    def decide_boards(self, beliefs: Sequence[Belief], turn: int) -> Move:
        """Return the move on several boards, given a belief for each unsolved board."""
        if turn < len(self._opening):
            return Move(self._opening[turn], math.inf)
        if type(self).choose is BeliefStrategy.choose:
            only = self.guess_from == "possible"
            row = _choose_for_boards(self.words, self.rate, beliefs, possible_only=only)
        else:  # `choose` takes one belief: use the board with the fewest answers
            row = self.choose(min(beliefs, key=lambda belief: len(belief.possible)))
        return Move(self.words.guesses[row], math.inf)

    def answer(self, belief: Belief) -> Move:
        """Return the most probable answer as the final answer."""
        return Move(self.words.answers[belief.best], 0.0)

    def prefer_possible(self, scores: Floats, belief: Belief) -> int:
        """Return the row of the guess with the highest score.

        If several guesses have the highest score, a possible answer is preferred.

        Parameters
        ----------
        scores : ndarray of shape (n_guesses,), float64
            The score of each guess: the higher, the better. Scores that differ only by
            rounding errors count as equal.
        belief : Belief
            The belief that says which answers are possible.
        """
        # Among equal scores, take the first possible answer in the list. If there is no
        # possible answer, take the first guess.
        possible = self.answer_rows[belief.possible]
        if self.guess_from == "possible":
            other = scores
            scores = np.full(len(scores), -np.inf)
            scores[possible] = other[possible]
        ties = best_of(scores)
        first = ties[np.isin(ties, possible)]
        return int(first[0] if len(first) else ties[0])

    def _is_measured(self) -> bool:
        """Return whether `choose` may use the measure in place of `rate`.

        The result is false in hard mode, and if a subclass of the class that defines
        `measure` overrides `rate`.
        """
        classes = type(self).__mro__
        rate, measure = (
            next(k for k, each in enumerate(classes) if name in vars(each))
            for name in ("rate", "measure")
        )
        return self.setting.hard is Hard.OFF and measure <= rate

    def _recall(self) -> Move:
        move = self._moves.get(self._history)
        if move is None:
            move = self._decide()
            if self.deterministic and len(self._moves) < _MEMORY:
                self._moves[self._history] = move
        return move

    def _decide(self) -> Move:
        turns = self._history
        start = Belief.over(self.words.answers)
        if self.setting.boards == 1:
            return self.decide(start.after(turns, self.setting), len(turns))

        # Leave out solved boards: a board is solved if one of its clues is all correct.
        right = all_correct(self.words.length)
        beliefs = [
            start.after(turns, self.setting, board)
            for board in range(self.setting.boards)
            if all(turn.clues[board] != right for turn in turns)
        ]
        return self.decide_boards(beliefs, len(turns))

    def __repr__(self) -> str:
        """Return the constructor call that makes an equal strategy."""
        # Read the names of the parameters from the constructor, because not every
        # subclass is a dataclass.
        code = type(self).__init__.__code__
        names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__name__}({values})"


@dataclass(eq=False, repr=False)
class PricedStrategy(BeliefStrategy):
    """Pay the same price for every guess, until an answer is probable enough.

    Parameters
    ----------
    epsilon : float
        Price of every guess in WORDPL, in nats. In other games the price is ``inf``.
    confidence : float
        In WORDPL, the final answer is given once its posterior is at least this number.
    **options
        As for `BeliefStrategy`.
    """

    epsilon: float = BeliefStrategy.epsilon
    confidence: float = BeliefStrategy.confidence


def _choose_for_boards(
    words: Vocabulary,
    rate: Callable[[Belief], Floats],
    beliefs: Sequence[Belief],
    *,
    possible_only: bool = False,
) -> int:
    """Return the row of the guess that is best for all boards together.

    If the secret of a board is known, the guess is this secret: it must be played at
    some time, and its clues also help on the other boards. Otherwise, the guess with
    the highest sum of ratings over all boards is returned. If several guesses have the
    highest sum, the guess that solves the most boards on average is returned.

    Parameters
    ----------
    words : Vocabulary
        The words of the game.
    rate : callable
        Function from a belief to the score of each guess: the higher, the better.
    beliefs : sequence of Belief
        The belief for each unsolved board.
    possible_only : bool
        Whether the guess must be a possible answer of at least one board.
    """
    rows = answer_rows(words)
    for belief in beliefs:
        if len(belief.possible) == 1:
            return int(rows[belief.best])

    # Boards with the same belief, such as all boards at the start, are rated once.
    kinds = {belief.log_weights.tobytes(): belief for belief in beliefs}
    counts = Counter(belief.log_weights.tobytes() for belief in beliefs)
    scores = np.sum([rate(kinds[kind]) * counts[kind] for kind in kinds], axis=0)
    solved = np.zeros(len(words.guesses))
    solved[rows] = np.sum([belief.probabilities for belief in beliefs], axis=0)
    if possible_only:
        scores = np.where(solved > 0, scores, -np.inf)
    ties = best_of(scores)
    return int(ties[first_best(solved[ties])])
