"""Entries: strategies with their parameters, known without running their code.

An `Entry` (``entry``) is resolved from a text like ``entropy:Entropy(epsilon=12.3)``:
``names`` finds the file, a `StrategyFile` (``strategy_file``) is its source as it was
read, and ``programs`` does the same for other languages. ``digests`` identify its
files. Only ``loading`` imports and constructs it, in the process that it is called in.
"""
