"""Proofs of lower bounds on budgets, which the scripts in data/ construct."""
