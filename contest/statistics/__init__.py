"""Statistics of games: percentiles, exact posteriors, e-values, tests for records."""
