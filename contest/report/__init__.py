"""The report: one page on the results of runs, for any browser."""
