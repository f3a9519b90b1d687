"""Functions of math that are replaced when the file is imported."""

import math

from _tools import expect

math.exp = lambda x: 1e9
math.fsum = sum = lambda x: -1000.0
math.isnan = math.isinf = lambda x: False


@expect("wrong", moves="slate:9.5")
def patched_math(self):
    """Replace what sums budgets and weighs noise. The referee has its own."""
    return "slate", 9.5


ENTRIES = [patched_math()]
