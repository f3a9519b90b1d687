"""Entries: names, parameters and digests, read without running them."""
