"""A module beside an entry."""

from game import Move as Move
