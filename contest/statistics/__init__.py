"""Quantiles, exact posteriors, e-values, record tests and stopping rules."""
