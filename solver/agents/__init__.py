"""Learning agents: turns and moves as arrays, and a policy as a strategy."""
