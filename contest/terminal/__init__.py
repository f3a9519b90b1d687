"""Reports for the terminal: tables, sentences and reasons of failed games."""
