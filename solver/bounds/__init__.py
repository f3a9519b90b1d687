"""Lower bounds on WORDPL budgets, with proofs."""
