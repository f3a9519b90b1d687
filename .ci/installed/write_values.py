"""Check that objects of an installed Clueproof can be pickled.

The script writes a solver, a vocabulary and the games of a benchmark to values.pickle;
another process reads this file later. Then the script plays two games in two processes
of joblib.
"""

import pickle
from pathlib import Path

from joblib import Parallel, delayed

from clueproof import Move, Scripted, Solver, Vocabulary, evaluate_once

if __name__ == "__main__":
    solver = Solver(strategy="entropy")
    values = (solver, Vocabulary.load(), solver.benchmark("SALET"))
    Path("values.pickle").write_bytes(pickle.dumps(values))
    script = Scripted([Move("crane", 3.0), Move("fuzzy", 0.0)])
    scores = Parallel(n_jobs=2)(delayed(evaluate_once)(script) for _ in range(2))
    assert min(scores) >= 3
