"""Independent checker of certificates; imports nothing of the search."""
