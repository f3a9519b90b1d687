"""Base class of the strategies that look several guesses ahead in classic Wordle.

In other games their guesses are rated one by one, by a measure of the noisy clue.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.arrays import Floats
from game.errors import InputError
from game.hard import Hard
from game.protocol import Mode, Setting
from solver.belief.belief import Belief
from solver.belief.measures import Measure
from solver.lookahead.lookahead import Lookahead, Tables, tables
from strategies._belief import PricedStrategy
from strategies._parameters import check_number


@dataclass(eq=False, repr=False)
class AheadStrategy(PricedStrategy):
    """Choose by a `solver.lookahead.lookahead.Lookahead` in classic Wordle.

    A subclass defines `search`, which returns the lookahead with its objective, and
    `measure_noisy`.

    Parameters
    ----------
    guess_from : str
        Which guesses are played: ``"all"``, or only ``"possible"`` answers.
    depth : int
        Guesses to look ahead, 1 to 3. More than one is for classic Wordle.
    candidates : int
        Guesses to examine at each level but the last, where all are rated.
    **options
        As for `PricedStrategy`.
    """

    guess_from: str = "all"
    depth: int = 1
    candidates: int = 20

    def prepare(self, setting: Setting) -> None:
        """Load what depends on the words."""
        if self.depth not in (1, 2, 3):
            raise InputError(f"depth {self.depth!r}", "1, 2 or 3")
        if self.depth > 1 and setting.mode is not Mode.CLASSIC:
            raise InputError(f"depth {self.depth}", f"1 in {setting.mode}")
        check_number("candidates", self.candidates, "1 or more", lambda n: n >= 1)
        super().prepare(setting)
        if setting.mode is Mode.CLASSIC:
            self._search = self.search(tables(self.words, setting.rule))
        if self.depth > 1:
            self.first_move()  # takes seconds, which are not those of a game

    def search(self, words: Tables) -> Lookahead:
        """Return the lookahead; `words` are its first arguments, in arrays."""
        raise NotImplementedError

    @property
    def possible_only(self) -> bool:
        """Whether only possible answers are candidates.

        In hard mode they are: it always allows them, and which other guesses it allows
        later depends on the clues.
        """
        return self.guess_from == "possible" or self.setting.hard is not Hard.OFF

    def rate(self, belief: Belief) -> Floats:
        """Return the rating of each guess: higher is better."""
        is_classic = self.setting.mode is Mode.CLASSIC
        return self.rate_classic(belief) if is_classic else super().rate(belief)

    def rate_classic(self, belief: Belief) -> Floats:
        """Return the rating of each guess in classic Wordle."""
        # Hard mode limits the next guess to these; for those after it, the search takes
        # possible answers, which are always allowed.
        among = self.hard_mode() if self.guess_from == "all" else None
        return self._search.rate(belief.possible, among)

    def measure(self, belief: Belief) -> Measure | None:
        """Return the measure that rates guesses, None in classic Wordle."""
        return None if self.setting.mode is Mode.CLASSIC else self.measure_noisy(belief)

    def measure_noisy(self, belief: Belief) -> Measure:
        """Return the measure that rates guesses whose clues are noisy."""
        raise NotImplementedError
