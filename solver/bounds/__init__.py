"""Scores that no WORDPL strategy can beat, with proofs."""
