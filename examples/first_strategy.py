"""A first strategy, to copy and improve: ask twice, then answer.

Score it with ``python evaluate.py examples/first_strategy.py``. To enter the contest,
put your file into ``strategies/``. You need not register the file anywhere.
"""

# A strategy may use numpy, numba, scipy and all names that `game` and `solver` export.
from game import Setting, parse
from solver import Belief, best_last_guess, clue_matrix


class TwoQuestions:
    """Guess a fixed word, then the best second word, and name the likeliest answer.

    Parameters
    ----------
    first_price, second_price : float
        Prices of the two clues, in nats.
    opening : str
        The first word.
    """

    def __init__(
        self,
        first_price: float = 9.3,
        second_price: float = 5.3,
        opening: str = "trace",
    ) -> None:
        self.first_price = first_price
        self.second_price = second_price
        self.opening = opening

    # Called once, before the first game. The time of this call is not counted.
    def prepare(self, setting: Setting) -> None:
        """Load the words, and the true clue of every guess for every answer."""
        self.words = setting.vocabulary
        self.clues = clue_matrix(self.words, setting.rule)

    # Called at the start of every game.
    def first_move(self) -> tuple[str, float]:
        """Return the opening and the price of its clue."""
        self.belief = Belief.uniform(len(self.words.answers))
        self.clues_seen = 0
        return self.opening, self.first_price

    # Called with your last move and its clue. The marks of the clue are c (correct),
    # i (elsewhere in the word) and . (absent). Each mark may be wrong. The more you
    # paid, the rarer wrong marks are.
    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Update the belief with the clue, then guess again or answer."""
        self.update_belief(guess, epsilon, result)
        self.clues_seen += 1
        if self.clues_seen == 1:
            return self.choose_guess(), self.second_price
        return self.words.answers[self.belief.best], 0.0  # price 0: the final answer

    def update_belief(self, guess: str, epsilon: float, result: str) -> None:
        """Apply Bayes' rule to the probability of every answer."""
        clue_by_answer = self.clues[self.words.guess_index[guess]]
        length = self.words.length
        clue = parse(result, length)
        self.belief = self.belief.update(clue_by_answer, clue, epsilon, length)

    def choose_guess(self) -> str:
        """Return the guess whose clue makes the likeliest answer right most often."""
        index, _ = best_last_guess(
            self.clues,
            self.belief.probabilities,
            self.second_price,
            self.words.length,
        )
        return self.words.guesses[index]

    # Optional: the name of this entry in the notes below tables and in the report.
    def __str__(self) -> str:
        """Return the name of this entry."""
        return (
            f"TwoQuestions({self.first_price}, {self.second_price}, {self.opening!r})"
        )


# The entries that `evaluate.py` scores for this file: calls with plain values. The
# referee reads this list without running it. MODES names the games that the file plays.
MODES = ["wordpl"]
ENTRIES = [TwoQuestions()]
