"""Hosts: who knows the secret and answers each guess with a clue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.clues import MARKERS, Clue
from game.draws import Draws
from game.noise import perturb
from game.protocol import Mode, Setting


class Host(Protocol):
    """Answers guesses; `turn` counts them from 0."""

    def reply(self, guess: str, epsilon: float, turn: int) -> Clue:
        """Return the clue that the player sees."""

    def reveal(self) -> str:
        """Return the secret, once the game is over."""


@dataclass(frozen=True, slots=True)
class SecretHost:
    """Holds one secret and tells the truth, whatever is paid.

    Parameters
    ----------
    secret : str
        The word to find.
    mode : Mode
        Decides the rule by which guesses are marked.

    Examples
    --------
    >>> from game.clues import to_text
    >>> host = SecretHost("sleep", Mode.CLASSIC)
    >>> to_text(host.reply("dream", float("inf"), 0), 5)
    '..c..'
    """

    secret: str
    mode: Mode

    def reply(self, guess: str, epsilon: float, turn: int) -> Clue:  # noqa: ARG002 - the price is for hosts that add noise
        """Return the exact clue."""
        return MARKERS[self.mode.rule](self.secret, guess)

    def reveal(self) -> str:
        """Return the secret."""
        return self.secret


@dataclass(frozen=True, slots=True)
class NoisyHost:
    """Passes another host's clues through the privacy channel.

    Parameters
    ----------
    host : Host
        Gives the true clues.
    draws : Draws
        The noise of this game.

    Examples
    --------
    >>> host = NoisyHost(SecretHost("sleep", Mode.WORDPL), Draws("1", 0))
    >>> host.reply("dream", float("inf"), 0) == host.host.reply("dream", 0.0, 0)
    True
    """

    host: Host
    draws: Draws

    def reply(self, guess: str, epsilon: float, turn: int) -> Clue:
        """Return the clue after the noise that `epsilon` buys."""
        length = len(guess)
        truth = self.host.reply(guess, epsilon, turn)
        return perturb(truth, epsilon, self.draws.noise(turn, length), length)

    def reveal(self) -> str:
        """Return the secret."""
        return self.host.reveal()


def deal(setting: Setting, draws: Draws, answer: str | None = None) -> Host:
    """Return the host of a numbered game.

    Parameters
    ----------
    setting : Setting
        Words and mode.
    draws : Draws
        Chooses the secret, unless given, and the noise of WORDPL.
    answer : str, optional
        The secret.

    Examples
    --------
    >>> from game.words import Vocabulary
    >>> deal(Setting(Vocabulary.load()), Draws("1", 0), "crane").reveal()
    'crane'
    """
    answers = setting.vocabulary.answers
    host = SecretHost(answer or answers[draws.answer(len(answers))], setting.mode)
    return NoisyHost(host, draws) if setting.mode is Mode.WORDPL else host
