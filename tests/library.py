"""Strategies that were reviewed, so that tests may import them.

Every other entry is played in the sandbox only. A pull request can add a file to
``strategies/``, and this file must not run with the rights of the person who runs the
tests.
"""

from functools import cache

from contest.entries.entry import builtin_entries
from contest.entries.loading import load

LIBRARY = (
    *("adversarial", "approximate_eliminations", "bayesian_greedy", "bayesian_random"),
    *("bayesian_wordle", "combined_eliminations", "entropy", "fibble", "k_guesses"),
    *("located_letters", "maximum_eliminations", "minimax", "optimal", "optimal_hard"),
    *("posterior_sampling", "quantile", "two_ahead", "uniform_random"),
    "unique_letters",
)


@cache
def all_entries(mode):
    """Return the built-in entries for a mode, also of strategies without a review."""
    return tuple(builtin_entries(mode))


@cache
def library_entries(mode):
    """Return the entries of the library for a mode."""
    return tuple(e for e in all_entries(mode) if e.path.stem in LIBRARY)


@cache
def ready(entry, setting):
    """Return the strategy of an entry after `prepare` was called with `setting`."""
    strategy = load(entry)
    strategy.prepare(setting)
    return strategy
