"""Base class of the strategies that look several guesses ahead in classic Wordle.

In games with noisy clues these strategies do not look ahead: they rate each guess by a
measure of its next clue.
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
    """Choose each guess of classic Wordle by a lookahead (`solver.lookahead`).

    A subclass defines two methods: `search` returns the lookahead, and `measure_noisy`
    returns the measure that rates guesses in games with noisy clues.

    Parameters
    ----------
    guess_from : str
        The words that may be played: ``"all"``, or only ``"possible"`` answers.
    depth : int
        Number of guesses to look ahead, 1 to 3. Only classic Wordle allows 2 and 3.
    candidates : int
        Number of guesses that each level of the lookahead examines. The last level
        rates all guesses.
    **options
        As for `PricedStrategy`.
    """

    guess_from: str = "all"
    depth: int = 1
    candidates: int = 20

    def prepare(self, setting: Setting) -> None:
        """Check the parameters, load the words and prepare the lookahead."""
        if self.depth not in (1, 2, 3):
            raise InputError(f"depth {self.depth!r}", "1, 2 or 3")
        if self.depth > 1 and setting.mode is not Mode.CLASSIC:
            raise InputError(f"depth {self.depth}", f"1 in {setting.mode}")
        check_number("candidates", self.candidates, "1 or more", lambda n: n >= 1)
        super().prepare(setting)
        if setting.mode is Mode.CLASSIC:
            self._search = self.search(tables(self.words, setting.rule))
        if self.depth > 1:
            self.first_move()  # the search takes seconds: do it before the games

    def search(self, words: Tables) -> Lookahead:
        """Return the lookahead that rates the guesses of this strategy.

        `words` has the first four arguments of the constructor of `Lookahead`.
        """
        raise NotImplementedError

    @property
    def possible_only(self) -> bool:
        """Whether the lookahead examines only possible answers as guesses.

        In hard mode it does so, because hard mode always allows a possible answer.
        Whether hard mode will allow any other guess depends on later clues.
        """
        return self.guess_from == "possible" or self.setting.hard is not Hard.OFF

    def rate(self, belief: Belief) -> Floats:
        """Return the rating of each guess: the higher, the better."""
        is_classic = self.setting.mode is Mode.CLASSIC
        return self.rate_classic(belief) if is_classic else super().rate(belief)

    def rate_classic(self, belief: Belief) -> Floats:
        """Return the rating of each guess in classic Wordle: the higher, the better."""
        # In hard mode, the next guess must be one of the guesses in `among`. For later
        # guesses the search takes only possible answers, which hard mode always allows.
        among = self.hard_mode() if self.guess_from == "all" else None
        return self._search.rate(belief.possible, among)

    def measure(self, belief: Belief) -> Measure | None:
        """Return the measure that rates guesses, or None in classic Wordle."""
        return None if self.setting.mode is Mode.CLASSIC else self.measure_noisy(belief)

    def measure_noisy(self, belief: Belief) -> Measure:
        """Return the measure that rates guesses with noisy clues."""
        raise NotImplementedError
