"""Interface for scripts and notebooks: solver and scoreboard."""
