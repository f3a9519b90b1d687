"""Heuristic search several guesses ahead."""
