"""The players: one public module is one strategy, found by looking."""
