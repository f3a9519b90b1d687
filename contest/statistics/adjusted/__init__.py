"""Luck-adjusted values of games: estimates without the luck of the clues."""
