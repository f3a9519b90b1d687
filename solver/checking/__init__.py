"""Independent checker of certificates; it imports no code of the search."""
