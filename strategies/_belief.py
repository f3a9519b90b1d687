"""What the strategies that keep a belief have in common; itself not a strategy."""

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

# Games in which the same clues were seen share their moves, up to so many histories:
# about 100 MB. All of classic Wordle needs fewer than 10,000.
_MEMORY = 200_000


@dataclass(eq=False, repr=False, kw_only=True)
class BeliefStrategy:
    """Follow the exact posterior; choose each guess by `rate`.

    A subclass with options of its own is a dataclass, too, so that it takes those of
    this class, by keyword. The attributes below are options where a subclass makes
    fields of them.

    Parameters
    ----------
    opening : str
        The first guess; chosen like the others when empty. In classic Wordle several,
        separated by commas, are played first whatever their clues are.
    """

    opening: str = ""

    guess_from = "all"
    """Which guesses are played: ``"all"``, or only ``"possible"`` answers."""

    epsilon = 12.3
    """Price of every guess in WORDPL, in nats. Other games play at ``inf``."""

    confidence = 0.5
    """In WORDPL, the posterior of an answer at which it is given."""

    deterministic = True
    """Whether the same clues always lead to the same move."""

    def prepare(self, setting: Setting) -> None:
        """Load what depends on the words.

        Raises
        ------
        InputError
            When a parameter cannot be used in this setting.
        """
        check_price("epsilon", self.epsilon)
        check_number(
            "confidence", self.confidence, "above 0 up to 1", lambda p: 0 < p <= 1
        )
        if self.guess_from not in ("all", "possible"):
            raise InputError(f"guess_from {self.guess_from!r}", "all or possible")
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
        """Start a game."""
        if not hasattr(self, "setting"):
            self.prepare(Setting(Vocabulary.load()))
        self._history = ()
        return self._recall()

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Take in a clue and return the next move."""
        boards = self.setting.boards
        clue = parse(result, boards * self.words.length)
        self._history = (*self._history, Turn(guess, epsilon, clue, boards))
        return self._recall()

    def rate(self, belief: Belief) -> Floats:
        """Return how good each guess is, of shape (n_guesses,): the higher the better.

        By default it is the score of `measure`. Whoever chooses in another way defines
        `choose` instead.
        """
        # Without a measure, a subclass has to define `rate` or `choose`.
        if (measure := self.measure(belief)) is None:
            raise NotImplementedError
        return measure.exact(self.matrix)

    def measure(self, belief: Belief) -> Measure | None:
        """Return the measure that rates guesses, None if there is none.

        With it, `choose` computes the scores of the best guesses alone.
        """
        return None

    def choose(self, belief: Belief) -> int:
        """Return the row of the guess to play."""
        measure = self.measure(belief) if self._is_measured() else None
        if measure is None:
            scores = self.permitted(self.rate(belief))
        else:
            only = self.guess_from == "possible"
            rows = self.answer_rows[belief.possible] if only else None
            scores = best_scores(measure, self.matrix, rows)
        return self.prefer_possible(scores, belief)

    def permitted(self, scores: Floats) -> Floats:
        """Return the scores, ``-inf`` for the guesses that hard mode forbids."""
        if (mask := self.hard_mode()) is None:
            return scores

        # What is allowed comes first, even where the rating has ruled it out.
        return np.where(mask, np.maximum(scores, -1e300), -np.inf)

    def hard_mode(self) -> Mask | None:
        """Return which guesses hard mode allows now, None when it is off."""
        if self.setting.hard is Hard.OFF:
            return None
        known = history_of(self._history)
        return allowed(self.words, known, self.setting.hard)

    def decide(self, belief: Belief, turn: int) -> Move:
        """Return the move for a belief; `turn` counts the clues seen."""
        if turn < len(self._opening):
            guess = self._opening[turn]
        # Of two words, guessing one is best: it is right, or tells the other.
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
        """Return the move on several boards, given the beliefs of the unsolved."""
        if turn < len(self._opening):
            return Move(self._opening[turn], math.inf)
        if type(self).choose is BeliefStrategy.choose:
            only = self.guess_from == "possible"
            row = _choose_for_boards(self.words, self.rate, beliefs, possible_only=only)
        else:  # it knows one board at a time: first the one that it knows best
            row = self.choose(min(beliefs, key=lambda belief: len(belief.possible)))
        return Move(self.words.guesses[row], math.inf)

    def answer(self, belief: Belief) -> Move:
        """Return the final answer: the most probable one."""
        return Move(self.words.answers[belief.best], 0.0)

    def prefer_possible(self, scores: Floats, belief: Belief) -> int:
        """Return the row of the highest score; of equals, a possible answer's.

        Parameters
        ----------
        scores : ndarray of shape (n_guesses,), float64
            The higher, the better; equal within rounding counts as equal.
        belief : Belief
            Says which answers are possible.
        """
        # Among possible answers, and else among all, the first of the list is taken.
        possible = self.answer_rows[belief.possible]
        if self.guess_from == "possible":
            other = scores
            scores = np.full(len(scores), -np.inf)
            scores[possible] = other[possible]
        ties = best_of(scores)
        first = ties[np.isin(ties, possible)]
        return int(first[0] if len(first) else ties[0])

    def _is_measured(self) -> bool:
        """Return whether no subclass of that with the measure has another `rate`."""
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

        # A board is solved once a guess got its right clue there.
        right = all_correct(self.words.length)
        beliefs = [
            start.after(turns, self.setting, board)
            for board in range(self.setting.boards)
            if all(turn.clues[board] != right for turn in turns)
        ]
        return self.decide_boards(beliefs, len(turns))

    def __repr__(self) -> str:
        """Return the call that makes an equal strategy."""
        # Of its constructor, which need not be a dataclass's.
        code = type(self).__init__.__code__
        names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__name__}({values})"


@dataclass(eq=False, repr=False)
class PricedStrategy(BeliefStrategy):
    """Pay one price for every guess, and answer as soon as an answer is probable.

    Parameters
    ----------
    epsilon : float
        Price of every guess in WORDPL, in nats. Other games play at ``inf``.
    confidence : float
        In WORDPL, the posterior of an answer at which it is given.
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

    A secret that is known must be played some time, and tells the other boards
    something now; so it comes first. Else ratings are added over the boards, and
    of equals the guess that solves most boards on average is taken.

    Parameters
    ----------
    words : Vocabulary
        The words.
    rate : callable
        Rates every guess for one board: the higher, the better.
    beliefs : sequence of Belief
        One per board that is not solved yet.
    possible_only : bool
        Whether to choose among the answers that are possible on some board.
    """
    rows = answer_rows(words)
    for belief in beliefs:
        if len(belief.possible) == 1:
            return int(rows[belief.best])

    # Boards that are known equally well, as all are at first, are rated once.
    kinds = {belief.log_weights.tobytes(): belief for belief in beliefs}
    counts = Counter(belief.log_weights.tobytes() for belief in beliefs)
    scores = np.sum([rate(kinds[kind]) * counts[kind] for kind in kinds], axis=0)
    solved = np.zeros(len(words.guesses))
    solved[rows] = np.sum([belief.probabilities for belief in beliefs], axis=0)
    if possible_only:
        scores = np.where(solved > 0, scores, -np.inf)
    ties = best_of(scores)
    return int(ties[first_best(solved[ties])])
