"""Checks of entries (`check`), tests of the referee by attacks (`selftest`)."""
