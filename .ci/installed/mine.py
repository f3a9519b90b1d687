"""An entry that imports our packages, and the module helper.py in its own folder."""

import clueproof
import game
import helper
from clueproof import Move as Prefixed
from game import Move
from game.protocol import Move as Defined
from solver import Belief
from strategies._belief import PricedStrategy

assert game.Move is Move is Defined is Prefixed is helper.Move
assert clueproof.Belief is Belief
assert issubclass(PricedStrategy, object)


class Mine:
    """Strategy that pays for one clue, and then names its final answer."""

    def prepare(self, setting: game.Setting) -> None:
        """Take the first answer; check that both imports give the same classes."""
        assert type(setting) is game.Setting is clueproof.Setting
        assert type(setting.vocabulary) is game.Vocabulary
        self.answer = setting.vocabulary.answers[0]

    def first_move(self) -> tuple[str, float]:
        """Pay for a clue."""
        return Move("crane", 9.0)

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Name the final answer."""
        return Move(self.answer, 0.0)


ENTRIES = [Mine()]
