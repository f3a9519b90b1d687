"""Rules of Wordle and WORDPL: words, clues, noise, hosts and the game loop.

The names in ``__all__`` are the public interface. Each name is imported on first
access, so that a program loads only the modules that it uses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.exports import exporter

if TYPE_CHECKING:
    from game.channels.named import channel_of
    from game.channels.response import likelihoods
    from game.clues import Clue, Rule, classic, letterwise, parse, to_text
    from game.draws import Draws
    from game.errors import InputError
    from game.hard import Hard
    from game.hosts import SecretHost, deal
    from game.loop import Scripted, play
    from game.noise import keep_probability
    from game.protocol import Mode, Move, Outcome, Setting, Strategy
    from game.record import Game, Turn
    from game.words import Vocabulary

__all__ = [
    "Clue",
    "Draws",
    "Game",
    "Hard",
    "InputError",
    "Mode",
    "Move",
    "Outcome",
    "Rule",
    "Scripted",
    "SecretHost",
    "Setting",
    "Strategy",
    "Turn",
    "Vocabulary",
    "channel_of",
    "classic",
    "deal",
    "keep_probability",
    "letterwise",
    "likelihoods",
    "parse",
    "play",
    "to_text",
]

__getattr__ = exporter(__name__, __file__)
