"""Checks of entries (`check`), tests of the referee (`selftest`), and attacks."""
