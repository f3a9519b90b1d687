"""Play Wordle at a fixed price per guess, as if the next clue were exact."""

from __future__ import annotations

from solver.belief.belief import Belief
from solver.belief.measures import TrueInformation
from strategies._belief import PricedStrategy


class BayesianWordle(PricedStrategy):
    """Maximise the entropy of the true clue, under the posterior.

    Names: Bayesian Wordle.

    It chooses as a Wordle solver does, without the noise of clues to come; the noise of
    the clues so far is in the posterior, which weights the answers. In classic Wordle
    it is `Entropy` without the chance that the guess is right.

    The contest's `BayesianWordle` uses another Wordle solver, which treats noisy clues
    as true and ranks words by the frequency of their letters.

    Parameters
    ----------
    **options
        As for `PricedStrategy`.
    """

    def measure(self, belief: Belief) -> TrueInformation:
        """Return the measure of the information in a true clue."""
        return TrueInformation(belief.probabilities, self.words.length)


ENTRIES = [BayesianWordle()]
