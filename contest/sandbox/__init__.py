"""The confined process that runs a strategy, and what the referee does with it."""
