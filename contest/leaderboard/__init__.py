"""Official runs, their verification and the standings."""
