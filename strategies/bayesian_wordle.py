"""Choose each guess as if its clue were exact, at a fixed price per guess."""

from __future__ import annotations

from solver.belief.belief import Belief
from solver.belief.measures import TrueInformation
from strategies._belief import PricedStrategy


class BayesianWordle(PricedStrategy):
    """Maximise the entropy of the true clue of the guess, under the posterior.

    Names: Bayesian Wordle.

    The strategy ignores the noise of the next clue, as a Wordle solver does. The noise
    of the earlier clues is in the posterior, which weights the answers. In classic
    Wordle, the strategy differs from `Entropy` in one point: it does not add the chance
    that the guess is right.

    In the original WORDPL contest, `BayesianWordle` uses another solver of Wordle. That
    solver treats noisy clues as true, and ranks words by the frequency of letters.

    Parameters
    ----------
    **options
        As for `PricedStrategy`.
    """

    def measure(self, belief: Belief) -> TrueInformation:
        """Return the measure that rates guesses: the information in the true clue."""
        return TrueInformation(belief.probabilities, self.words.length)


ENTRIES = [BayesianWordle()]
