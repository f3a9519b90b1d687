"""Play a tree with the fewest guesses: 3.4212 on average, and no player needs fewer."""

from __future__ import annotations

from pathlib import Path

from game.errors import InputError
from game.protocol import Mode, Outcome, Setting
from game.words import DATA, Vocabulary
from solver.tree import Follow, replay
from solver.tree_text import from_selby

MODES = ["classic"]


class Optimal:
    """Follow a decision tree that is kept in a file.

    Names: optimal play, perfect play, lookup table.

    The tree that is played without another needs 7,920 guesses for the 2,315 original
    answers, opening with SALET; ``evaluate.py tree SALET`` proves it best.

    Source: ours, by `solver.search`; the total was first proved by A. Selby (2022),
    "The best strategies for Wordle", https://sonorouschocolate.com/notes.

    Parameters
    ----------
    tree : str
        File of the tree, as ``evaluate.py tree WORD --out FILE.tree`` writes it.
    """

    def __init__(self, tree: str = str(DATA / "optimal-5.txt")) -> None:
        self.tree = tree

    def prepare(self, setting: Setting) -> None:
        """Read the tree and see that it wins every game.

        Raises
        ------
        InputError
            When it does not: it was made for other words or another game.
        """
        if setting.boards > 1:
            raise InputError(f"boards {setting.boards}: expected 1, as a tree knows")
        tree = from_selby(Path(self.tree).read_text(encoding="utf-8"))
        lost = [g for g in replay(tree, setting) if g.outcome is not Outcome.WON]
        if lost:
            raise InputError(
                f"the tree in {Path(self.tree).name!r} does not find "
                f"{lost[0].answer!r} here ({lost[0].reason or 'not found'}): it was "
                "made for other words or another mode"
            )
        self._follow = Follow(tree)

    def first_move(self) -> tuple[str, float]:
        """Start at the root."""
        if not hasattr(self, "_follow"):
            self.prepare(Setting(Vocabulary.load(), Mode.CLASSIC))
        return self._follow.first_move()

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Follow the branch of the clue."""
        return self._follow.next_move(guess, epsilon, result)

    def __repr__(self) -> str:
        """Return the call that makes an equal strategy."""
        return f"{type(self).__name__}({Path(self.tree).name!r})"

    __str__ = __repr__


ENTRIES = [Optimal()]
