"""Quantiles, exact posteriors, e-values, record tests."""
