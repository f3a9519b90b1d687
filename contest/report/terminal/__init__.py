"""Reports of the terminal: tables, sentences, reasons of failed games."""
