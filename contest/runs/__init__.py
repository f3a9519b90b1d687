"""Runs: their plan, evaluation, folder, provenance and results."""
