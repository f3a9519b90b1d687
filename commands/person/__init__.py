"""A person in the terminal: typed moves, hints, and what is shown beside them."""
