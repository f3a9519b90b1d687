"""Hosts: who knows the secret and answers each guess with a clue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.clues import MARKERS, Clue, join
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


@dataclass(frozen=True, slots=True)
class BoardsHost:
    """Answers for several boards at once: Dordle, Quordle, Octordle and beyond.

    A board that is solved goes on answering.

    Parameters
    ----------
    hosts : tuple of Host
        One per board.

    Examples
    --------
    >>> from game.clues import to_text
    >>> hosts = [SecretHost(word, Mode.CLASSIC) for word in ("sleep", "cream")]
    >>> to_text(BoardsHost(tuple(hosts)).reply("dream", float("inf"), 0), 10)
    '..c...cccc'
    """

    hosts: tuple[Host, ...]

    def reply(self, guess: str, epsilon: float, turn: int) -> Clue:
        """Return the clue of all boards."""
        clues = (host.reply(guess, epsilon, turn) for host in self.hosts)
        return join(clues, len(guess))

    def reveal(self) -> str:
        """Return the secrets, separated by commas."""
        return ",".join(host.reveal() for host in self.hosts)


def deal(setting: Setting, draws: Draws, answer: str | None = None) -> Host:
    """Return the host of a numbered game.

    Parameters
    ----------
    setting : Setting
        Words and mode.
    draws : Draws
        Chooses the secret, unless given, and the noise of WORDPL.
    answer : str, optional
        The secret; those of several boards are separated by commas.

    Examples
    --------
    >>> from game.words import Vocabulary
    >>> deal(Setting(Vocabulary.load()), Draws("1", 0), "crane").reveal()
    'crane'
    """
    secrets = (answer or draw_answer(setting, draws)).split(",")
    hosts = [SecretHost(secret, setting.mode) for secret in secrets]
    host: Host = hosts[0] if len(hosts) == 1 else BoardsHost(tuple(hosts))
    return NoisyHost(host, draws) if setting.mode is Mode.WORDPL else host


def draw_answer(setting: Setting, draws: Draws) -> str:
    """Return the secret of a numbered game, or all its secrets separated by commas.

    Examples
    --------
    >>> from game.words import Vocabulary
    >>> words = Vocabulary(("crane", "slate"), ("crane", "slate"))
    >>> sorted(draw_answer(Setting(words, boards=2), Draws("1", 0)).split(","))
    ['crane', 'slate']
    """
    answers = setting.vocabulary.answers
    places = draws.answers(len(answers), setting.boards)
    return ",".join(answers[place] for place in places)
