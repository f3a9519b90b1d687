"""Hosts: who knows the secret and answers each guess with a clue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from game.clues import Clue, from_marks
from game.draws import Draws
from game.errors import InputError
from game.marking import Bytes, is_among, letters, marks, perturbed
from game.protocol import Mode, Setting


class Host(Protocol):
    """Answers guesses; `turn` counts them from 0."""

    def reply(self, guess: str, epsilon: float, turn: int) -> Clue:
        """Return the clue that the player sees."""

    def accepts(self, word: str) -> bool:
        """Whether the word with which a game ends wins it."""

    def reveal(self) -> str:
        """Return the secret, once the game is over."""


class SecretHost:
    """Holds secrets and tells the truth, whatever is paid.

    With several secrets it answers for several boards at once: Dordle, Quordle,
    Octordle and beyond. A board that is solved goes on answering.

    Parameters
    ----------
    secret : str, or ndarray of shape (n_boards, n_letters), uint8
        The word to find; those of several boards are separated by commas. Bytes, as
        of `game.marking`, are never made text before the game is over.
    mode : Mode
        Decides the rule by which guesses are marked.

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

    def __init__(self, secret: str | Bytes, mode: Mode) -> None:
        if isinstance(secret, str):
            words = secret.split(",")
            secret = letters("".join(words).encode(), len(words[0]))
        self.secrets = secret
        self.mode = mode

    def marks(self, guess: str) -> Bytes:
        """Return the true marks on all boards, one board after the other."""
        return marks(self.secrets, guess, self.mode.rule).ravel()

    def reply(self, guess: str, epsilon: float, turn: int) -> Clue:  # noqa: ARG002 - the price is for hosts that add noise
        """Return the exact clue."""
        return from_marks(self.marks(guess).tolist())

    def accepts(self, word: str) -> bool:
        """Whether a word is one of the secrets."""
        return is_among(self.secrets, word)

    def reveal(self) -> str:
        """Return the secrets, separated by commas."""
        return ",".join(bytes(row).decode() for row in self.secrets)


@dataclass(frozen=True, slots=True)
class NoisyHost:
    """Passes the clues of one secret through the privacy channel.

    Parameters
    ----------
    host : SecretHost
        Gives the true marks.
    draws : Draws
        The noise of this game.

    Examples
    --------
    >>> host = NoisyHost(SecretHost("sleep", Mode.WORDPL), Draws("1", 0))
    >>> host.reply("dream", float("inf"), 0) == host.host.reply("dream", 0.0, 0)
    True
    """

    host: SecretHost
    draws: Draws

    def reply(self, guess: str, epsilon: float, turn: int) -> Clue:
        """Return the clue after the noise that `epsilon` buys."""
        noise = self.draws.noise(turn, len(guess))
        # Only what is seen becomes a number of Python's: small ones are shared objects.
        seen = perturbed(self.host.marks(guess), epsilon, noise)
        return from_marks(seen.tolist())

    def accepts(self, word: str) -> bool:
        """Whether a word is the secret."""
        return self.host.accepts(word)

    def reveal(self) -> str:
        """Return the secret."""
        return self.host.reveal()


def deal(
    setting: Setting, draws: Draws, answer: str | None = None, *, whole: bool = False
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
    whole : bool
        Whether game k has answer k, in place of one drawn.

    Examples
    --------
    >>> from game.words import Vocabulary
    >>> words = Vocabulary(("crane", "slate"), ("crane", "slate"))
    >>> deal(Setting(words), Draws("1", 1), whole=True).reveal()
    'slate'
    >>> sorted(deal(Setting(words, boards=2), Draws("1", 0)).reveal().split(","))
    ['crane', 'slate']
    """
    secret = _drawn(setting, draws, whole=whole) if answer is None else answer
    host = SecretHost(secret, setting.mode)
    return NoisyHost(host, draws) if setting.mode is Mode.WORDPL else host


def _drawn(setting: Setting, draws: Draws, *, whole: bool) -> Bytes:
    """Return the secrets of a game; every answer is read, whichever is drawn."""
    words = setting.vocabulary
    count = len(words.answers)
    if whole:
        if not 0 <= draws.game < count:
            raise InputError(f"game {draws.game}: expected 0 to {count - 1}")
        places = (np.arange(count) == draws.game).view(np.uint8)[None]
    else:
        places = draws.answers(count, setting.boards)
    secrets: Bytes = places @ letters(words.letters, words.length)
    return secrets
