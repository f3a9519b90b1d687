"""Read the tables of a run's folder."""

import csv


def rows(folder, name="games.csv"):
    """Return the rows of a table, each as a dict."""
    with (folder / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
