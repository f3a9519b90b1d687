"""Reproducible arithmetic, the tie rule, and threads."""
