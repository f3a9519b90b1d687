"""Runs: plan, evaluation, run folder, provenance, reading back."""
