"""Optimal play: exact search, openings, certificates and their checker."""
