"""HTML report with its plots, and reports for the terminal."""
