"""Luck-adjusted values of games: estimates that the luck of clues does not blur."""
