"""The front for scripts and notebooks: solver and scoreboard."""
