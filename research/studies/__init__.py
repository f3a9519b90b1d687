"""Studies of strategies and statistics, whose figures the documentation has."""
