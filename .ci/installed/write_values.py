"""Write values.pickle, which a fresh process shall read; play in two processes."""

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
