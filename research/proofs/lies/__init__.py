"""Play against lies that an adversary chooses: search for bounds, and their checker."""
