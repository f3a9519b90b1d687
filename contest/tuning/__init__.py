"""Search for good parameters of an entry."""
