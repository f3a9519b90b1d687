"""Learning agents as strategies."""
