"""A first strategy, to copy and improve: ask twice, then answer.

Score it with ``python evaluate.py examples/first_strategy.py``. To enter the contest,
put your file into ``strategies/``; there is nothing else to register.
"""

# A strategy may use numpy, numba, scipy and what `game` and `solver` export.
from game import Setting, parse
from solver import Belief, best_last_guess, clue_matrix


class TwoQuestions:
    """Open with a fixed word, ask the best second question, give the likeliest answer.

    Parameters
    ----------
    first, second : float
        Prices of the two clues, in nats.
    opening : str
        The first word.
    """

    def __init__(
        self, first: float = 9.3, second: float = 5.3, opening: str = "trace"
    ) -> None:
        self.first = first
        self.second = second
        self.opening = opening

    # Optional. Called once, before the first game: the time it takes is not counted.
    def prepare(self, setting: Setting) -> None:
        """Take the words, and the clue of every guess against every answer."""
        self.words = setting.vocabulary
        self.matrix = clue_matrix(self.words, setting.rule)

    # Called at the start of every game.
    def first_move(self) -> tuple[str, float]:
        """Return the opening and what to pay for its clue."""
        self.belief = Belief.uniform(len(self.words.answers))
        self.questions = 1
        return self.opening, self.first

    # Called with your last move and its clue: c correct, i elsewhere, . absent. Each
    # mark of the clue may be wrong; the more you paid, the less often.
    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Update the belief with the clue, then guess again or answer."""
        row = self.matrix[self.words.guess_index[guess]]
        self.belief = self.belief.update(row, parse(result, 5), epsilon, 5)
        if self.questions == 2:
            # Epsilon 0 is the final answer.
            return self.words.answers[self.belief.best], 0.0
        self.questions += 1
        place, _ = best_last_guess(
            self.matrix, self.belief.probabilities, self.second, 5
        )
        return self.words.guesses[place], self.second

    # Optional. The name that is shown below tables and in the report.
    def __str__(self) -> str:
        """Name the entry."""
        return f"TwoQuestions({self.first}, {self.second}, {self.opening!r})"


# What `evaluate.py` scores when it is given this file: calls with plain values.
# It is read, not run; a file that plays WORDPL only says so in MODES.
MODES = ["wordpl"]
ENTRIES = [TwoQuestions()]
