"""Comparison of entries on the same games: pairs, groups, versions."""
