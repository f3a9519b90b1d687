"""Runs: plan, workers, run folder, provenance, reading back."""
