"""The clue matrix, statistics of the buckets of guesses, hard mode and the cache."""
