"""Heuristic search for trees with few guesses, and lower bounds of any tree."""
