"""Reproducible arithmetic, the tie rule, threads, and joblib's results."""
