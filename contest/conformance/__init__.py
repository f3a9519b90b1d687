"""Checks of entries and of the referee: for `check`, for `selftest`, and attacks."""
