"""Optimal play: exact search, openings, certificates."""
