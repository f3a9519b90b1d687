"""Checks of entries and of the referee: check, selftest, attacks, profile."""
