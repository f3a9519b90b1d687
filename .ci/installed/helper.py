"""A module that the entry ``mine.py`` imports from the folder of ``mine.py``."""

from game import Move as Move
