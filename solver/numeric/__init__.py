"""Reproducible arithmetic, the tie rule, kernels, threads and parallel workers."""
