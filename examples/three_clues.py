"""A strategy for the ranking p50: three clues, then the likeliest answer.

``docs/guide/write-a-strategy.md`` develops it from ``first_strategy.py``.
"""

from game import Setting, parse
from solver import Belief, best_last_guess, clue_matrix, first_best, information


class Clues:
    """Buy a clue at each price, then give the likeliest answer.

    Parameters
    ----------
    schedule : tuple of float
        Price of each clue, in nats. Every game costs the sum of these prices.
    opening : str
        The first word.
    order : float
        The order of the Arimoto information by which the second word is chosen.
    """

    def __init__(
        self,
        schedule: tuple[float, ...] = (12.2, 13.4, 11.2),
        opening: str = "trace",
        order: float = 2.0,
    ) -> None:
        self.schedule = schedule
        self.opening = opening
        self.order = order

    def prepare(self, setting: Setting) -> None:
        """Load the words, and the true clue of every guess for every answer."""
        self.words = setting.vocabulary
        self.matrix = clue_matrix(self.words, setting.rule)

    def first_move(self) -> tuple[str, float]:
        """Return the opening and the price of its clue."""
        self.belief = Belief.uniform(len(self.words.answers))
        self.planned = list(self.schedule[1:])
        return self.opening, self.schedule[0]

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Update the belief with the clue, then guess again or answer."""
        row = self.matrix[self.words.guess_index[guess]]
        length = self.words.length
        self.belief = self.belief.update(row, parse(result, length), epsilon, length)
        if not self.planned:
            return self.words.answers[self.belief.best], 0.0
        price = self.planned.pop(0)
        return self.words.guesses[self.choose(price)], price

    def choose(self, price: float) -> int:
        """Return the index of the guess to play at a price.

        The last guess maximises the chance that the final answer is right. A guess
        before the last guess maximises the information in its clue.
        """
        chances = self.belief.probabilities
        length = self.words.length
        if not self.planned:  # this guess buys the last clue
            return best_last_guess(self.matrix, chances, price, length)[0]
        return first_best(information(self.matrix, chances, price, length, self.order))


MODES = ["wordpl"]
ENTRIES = [Clues()]
