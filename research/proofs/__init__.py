"""Proofs of bounds, which the scripts in data/ and benchmarks/ construct."""
