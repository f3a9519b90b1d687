"""Workshop: how the figures in `data/` and `docs/` were made, with its own tests."""
