"""Arithmetic with the same bits on every machine, ties, and threads."""
