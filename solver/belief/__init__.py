"""Beliefs under exact and noisy clues, and the value of a guess."""
