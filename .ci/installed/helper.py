"""A module in the folder of an entry, which the entry imports."""

from game import Move as Move
