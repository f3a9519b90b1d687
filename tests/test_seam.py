"""Rules, mathematics and strategies work without the referee."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys
sys.modules.update(dict.fromkeys(("contest", "commands", "web")))  # none is importable

from game import Draws, Mode, Setting, Vocabulary, deal, play
from solver import Solver
from solver.checking.checker import check
from solver.optimal.certificate import prove
from strategies import make_strategy

wordpl = Setting(Vocabulary.load())
strategy = make_strategy("k_guesses", Mode.WORDPL)
strategy.prepare(wordpl)
game = play(strategy, deal(wordpl, Draws("seam", 0)), wordpl)
print(f"{game.outcome}: {game.budget:g} nats")

solver = Solver("entropy")
solver.add("salet", "..i.c")
print(len(solver.possibilities()), solver.best_guess(top=1)[0].guess)

words = Vocabulary.load()
(theorem,) = check(str(prove(words, "salet")), words)
print(theorem)
"""


@pytest.mark.system
def test_half_of_the_project_works_without_the_other():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=600
    )

    assert not done.stderr
    assert done.stdout.splitlines() == [
        "wrong: 14.6 nats",
        "13 bling",
        "SALET, at most 6 guesses: 7,920 guesses in 2,315 games; no tree has fewer; "
        "96 claims.",
    ]
