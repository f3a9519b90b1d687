"""The web game: rounds, and the pages and answers that a browser asks for."""
