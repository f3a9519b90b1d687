"""Checks of entries and of the referee: check and its times, selftest, attacks."""
