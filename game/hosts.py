"""Hosts: objects that hold the secret and answer each guess with a clue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from game.clues import Clue, from_marks
from game.draws import Draws
from game.errors import InputError
from game.marking import Bytes, Letters, is_among, letters, marks, perturbed
from game.noise import keep_probability
from game.protocol import Mode, Setting


class Host(Protocol):
    """Answers guesses; `turn` counts them from 0."""

    def reply(self, guess: str, epsilon: float, turn: int) -> Clue:
        """Return the clue that the player sees."""

    def accepts(self, word: str) -> bool:
        """Return whether the final word of a game wins it."""

    def reveal(self) -> str:
        """Return the secret, once the game is over."""


class SecretHost:
    """Host with one secret per board and exact clues at any price.

    Several secrets are several boards, as in Dordle, Quordle and Octordle. Clues of
    solved boards continue.

    Parameters
    ----------
    secret : str, or ndarray of shape (n_boards, n_letters), uint32
        The word to find; those of several boards are separated by commas. Numbers, as
        in `game.marking`, are not converted to text before the game is over.
    mode : Mode
        Determines the marking rule.

    Examples
    --------
    >>> from game.clues import to_text
    >>> host = SecretHost("sleep", Mode.CLASSIC)
    >>> to_text(host.reply("dream", float("inf"), 0), 5)
    '..c..'
    >>> host = SecretHost("sleep,cream", Mode.CLASSIC)
    >>> to_text(host.reply("dream", float("inf"), 0), 10)
    '..c...cccc'
    """

    def __init__(self, secret: str | Letters, mode: Mode) -> None:
        if isinstance(secret, str):
            words = secret.split(",")
            secret = letters("".join(words), len(words[0]))
        self.secrets = secret
        self.mode = mode

    def marks(self, guess: str) -> Bytes:
        """Return the true marks on all boards, one board after the other."""
        played = letters(guess, len(guess))
        return marks(self.secrets, played, self.mode.rule).ravel()

    def reply(self, guess: str, epsilon: float, turn: int) -> Clue:  # noqa: ARG002 - the price is for hosts that add noise
        """Return the exact clue."""
        return from_marks(self.marks(guess).tolist())

    def accepts(self, word: str) -> bool:
        """Return whether a word is one of the secrets."""
        return is_among(self.secrets, word)

    def reveal(self) -> str:
        """Return the secrets, separated by commas."""
        return ",".join("".join(map(chr, row)) for row in self.secrets)


@dataclass(frozen=True, slots=True)
class NoisyHost:
    """Host whose clues of one secret pass through the privacy channel."""

    host: SecretHost
    draws: Draws

    def reply(self, guess: str, epsilon: float, turn: int) -> Clue:
        """Return the clue with the noise of the price `epsilon`."""
        noise = self.draws.noise(turn, len(guess))
        # Only the noisy clue becomes a Python integer: small ones are shared objects.
        keep = keep_probability(epsilon, len(guess))
        seen = perturbed(self.host.marks(guess), keep, noise)
        return from_marks(seen.tolist())

    def accepts(self, word: str) -> bool:
        """Return whether a word is the secret."""
        return self.host.accepts(word)

    def reveal(self) -> str:
        """Return the secret."""
        return self.host.reveal()


def deal(
    setting: Setting,
    draws: Draws,
    answer: str | None = None,
    *,
    whole_dictionary: bool = False,
) -> Host:
    """Return the host of a numbered game.

    Parameters
    ----------
    setting : Setting
        Words and mode.
    draws : Draws
        Chooses the secrets, unless given, and the noise of WORDPL.
    answer : str, optional
        The secret; those of several boards are separated by commas.
    whole_dictionary : bool
        Whether game k has answer k instead of a drawn one.

    Examples
    --------
    >>> from game.words import Vocabulary
    >>> words = Vocabulary(("crane", "slate"), ("crane", "slate"))
    >>> deal(Setting(words), Draws("1", 1), whole_dictionary=True).reveal()
    'slate'
    >>> sorted(deal(Setting(words, boards=2), Draws("1", 0)).reveal().split(","))
    ['crane', 'slate']
    """
    secret = _drawn(setting, draws, whole_dictionary) if answer is None else answer
    host = SecretHost(secret, setting.mode)
    return NoisyHost(host, draws) if setting.mode is Mode.WORDPL else host


def _drawn(setting: Setting, draws: Draws, whole_dictionary: bool) -> Letters:
    """Return the secrets of a game, reading every answer in constant time."""
    words = setting.vocabulary
    count = len(words.answers)
    if whole_dictionary:
        if not 0 <= draws.game < count:
            raise InputError(f"game {draws.game}: expected 0 to {count - 1}")
        places = (np.arange(count) == draws.game).view(np.uint8)[None]
    else:
        places = draws.answers(count, setting.boards)
    secrets: Letters = places @ letters(words.letters, words.length)
    return secrets
