"""Searches for proofs of bounds, and checkers of these proofs."""
