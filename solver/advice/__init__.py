"""Positions, suggestions, contradictions, costs and review of a game."""
