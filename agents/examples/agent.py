"""A tabular agent for classic Wordle: a learned second word for each first clue.

``train_agent.py`` writes the table, ``agent.txt`` beside this file.
Score it with ``python evaluate.py agents/examples/agent.py --mode classic``.
"""

from pathlib import Path

import numpy as np

from game import Setting
from solver import PolicyPlayer, answer_rows, clue_matrix

TABLE = Path(__file__).with_suffix(".txt")


class Agent(PolicyPlayer):
    """Play the opening, the word of the table for its clue, then possible answers.

    The table has the opening in its first line, then a word for each clue; ``-`` is
    the first possible answer.
    """

    rows = 30  # the referee has no limit of six guesses

    def prepare(self, setting: Setting) -> None:
        """Read the words and the table."""
        super().prepare(setting)
        words = setting.vocabulary
        self.matrix = clue_matrix(words, setting.rule)
        self.answers = answer_rows(words)
        self.powers = 3 ** np.arange(words.length)[::-1]
        codes = map(bytes, self.encoding.letters)
        self.guess = {code: index for index, code in enumerate(codes)}
        index = {**words.guess_index, "-": -1}
        self.table = [index[word] for word in TABLE.read_text().split()]

    def act(self, observation: np.ndarray, info: dict[str, np.ndarray]) -> int:
        """Return the index of the next guess, for an observation of the environment."""
        turns = observation[observation[:, 0, 0] > 0]
        if not len(turns):
            return self.table[0]
        clues = (turns[:, 1] - 1) @ self.powers
        learned = self.table[1 + clues[0]]
        if len(turns) == 1 and learned >= 0:
            return learned
        guesses = [self.guess[bytes(letters)] for letters in turns[:, 0]]
        possible = (self.matrix[guesses] == clues[:, None]).all(axis=0)
        return int(self.answers[possible.argmax()])


MODES = ["classic"]
ENTRIES = [Agent()]
