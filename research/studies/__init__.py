"""Studies of strategies and statistics; the documentation has their figures."""
