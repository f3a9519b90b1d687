"""Statistics of games: quantiles, exact posteriors, e-values, tests for records."""
