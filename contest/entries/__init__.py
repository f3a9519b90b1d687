"""Entries: strategies with their parameters. To find an entry, no code of it is run.

The module ``entry`` makes an `Entry` from a text like ``mine:Mine(epsilon=12.3)``. The
module ``names`` finds the file that the text names. ``strategy_file`` reads a file of
Python, and ``programs`` reads programs in other languages. ``digests`` computes a
digest of all files of an entry. Only ``loading`` runs code of a strategy: it imports
the file and constructs the strategy, in the process that calls it.
"""
