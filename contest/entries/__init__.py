"""Entries are strategies with their parameters, read without running their code.

An `Entry` (``entry``) is made from a text like ``entropy:Entropy(epsilon=12.3)``.
``names`` finds the file of the text. ``strategy_file`` reads a file of Python, and
``programs`` reads programs in other languages. ``digests`` computes a digest of all
files of an entry. Only ``loading`` runs code of a strategy: it imports the file and
constructs the strategy, in the process that calls it.
"""
