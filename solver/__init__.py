"""Mathematics of the games: beliefs, information, trees, optimal play and bounds.

The names in ``__all__`` are the public interface. Each name is imported on first
access, so that a program loads only the modules that it uses.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from game.exports import exporter
from solver.matrix.cache import kernel_folder

if TYPE_CHECKING:
    from solver.belief.belief import Belief, ContradictionError
    from solver.belief.measures import best_last_guess
    from solver.belief.noisy_clues import best_posterior, information
    from solver.belief.two_step import best_replies
    from solver.bounds.floors import floor
    from solver.bounds.free_letters import win_probability_bound
    from solver.matrix.clue_matrix import answer_rows, clue_matrix
    from solver.matrix.partitions import Partitions, partitions
    from solver.notebook.scoreboard import Scoreboard
    from solver.notebook.solver import Solver
    from solver.numeric.ties import best_of, first_best, ranking
    from solver.optimal.search import Search
    from solver.policies import PolicyPlayer
    from solver.trees.benchmark import Benchmark
    from solver.trees.tree import Tree

__all__ = [
    "Belief",
    "Benchmark",
    "ContradictionError",
    "Partitions",
    "PolicyPlayer",
    "Scoreboard",
    "Search",
    "Solver",
    "Tree",
    "answer_rows",
    "best_last_guess",
    "best_of",
    "best_posterior",
    "best_replies",
    "clue_matrix",
    "first_best",
    "floor",
    "information",
    "partitions",
    "ranking",
    "win_probability_bound",
]

__getattr__ = exporter(__name__, __file__)

# The folder for compiled kernels is set before any module imports numba. So kernels
# that were compiled once serve every process, even with a read-only checkout.
os.environ.setdefault("NUMBA_CACHE_DIR", str(kernel_folder()))
