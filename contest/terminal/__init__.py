"""Reports for the terminal: tables, sentences, reasons of failed games."""
