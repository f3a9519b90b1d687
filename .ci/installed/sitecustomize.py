"""Lets tests import the packages without the prefix, as the entries of a wheel do."""

from clueproof.game.aliases import install

install()
