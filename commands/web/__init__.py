"""The web game: rounds, pages and answers for a browser."""
