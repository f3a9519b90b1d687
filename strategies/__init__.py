"""Strategies: one public module each, found by its file name."""
