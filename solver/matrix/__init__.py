"""The clue matrix, exact partitions, bucket statistics and caches."""
