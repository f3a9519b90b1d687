"""Hosts: objects that hold the secret and answer each guess with a clue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from game.arrays import Bytes
from game.channels.channel import Channel
from game.channels.named import channel_of
from game.clues import (
    CORRECT,
    PRESENT,
    Clue,
    all_correct,
    classic,
    from_marks,
    to_marks,
)
from game.draws import Draws
from game.errors import check_range
from game.marking import Letters, is_among, letters, marks
from game.protocol import DRAWN, Mode, Setting


class Host(Protocol):
    """Object that holds the secret and answers each guess with a clue.

    `turn` is the number of the guess, counted from 0.
    """

    @property
    def first(self) -> str:
        """The given first guess; an empty string if the player chooses it."""

    def reply(self, guess: str, epsilon: float, turn: int) -> Clue:
        """Return the clue that the player sees."""

    def accepts(self, word: str) -> bool:
        """Return whether a game is won if `word` is its final word."""

    def reveal(self) -> str:
        """Return the secret; call this only after the game is over."""


class SecretHost:
    """Host with one secret per board and exact clues at any price.

    With several secrets there are several boards, as in Dordle, Quordle and Octordle. A
    board that is solved still gets clues.

    Parameters
    ----------
    secret : str, or ndarray of shape (n_boards, n_letters), uint32
        The word to find; the secrets of several boards are separated by commas. An
        array has the letters as numbers, as in `game.marking`. The array is not
        converted to text before the game is over.
    mode : Mode
        The game, which determines the marking rule.

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

    first = ""

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

    def reply(self, guess: str, epsilon: float, turn: int) -> Clue:
        """Return the true clue of a guess on all boards."""
        return from_marks(self.marks(guess).tolist())

    def accepts(self, word: str) -> bool:
        """Return whether a word is one of the secrets."""
        return is_among(self.secrets, word)

    def reveal(self) -> str:
        """Return the secrets, separated by commas."""
        return ",".join("".join(map(chr, row)) for row in self.secrets)


@dataclass(frozen=True, slots=True)
class NoisyHost:
    """Host with one secret and noisy clues: a channel changes the true clues."""

    host: SecretHost
    channel: Channel
    draws: Draws
    first: str = ""

    def reply(self, guess: str, epsilon: float, turn: int) -> Clue:
        """Return the clue with the noise of the price `epsilon`."""
        noise = self.draws.noise(turn, len(guess))

        # Only the noisy clue becomes a Python integer. Small integers are shared
        # objects, so an access to one could be timed.
        seen = self.channel.draw(self.host.marks(guess), epsilon, noise)
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
        The words and the mode.
    draws : Draws
        The random numbers for the noise of the channel, and for the secrets unless
        `answer` is given.
    answer : str, optional
        The secret; the secrets of several boards are separated by commas.
    whole_dictionary : bool
        Whether game k has the answer number k instead of a drawn answer.

    Examples
    --------
    >>> from game.words import Vocabulary
    >>> words = Vocabulary(("crane", "slate"), ("crane", "slate"))
    >>> deal(Setting(words), Draws("1", 1), whole_dictionary=True).reveal()
    'slate'
    >>> sorted(deal(Setting(words, boards=2), Draws("1", 0)).reveal().split(","))
    ['crane', 'slate']
    """
    secret = (
        _draw_secrets(setting, draws, whole_dictionary) if answer is None else answer
    )
    host = SecretHost(secret, setting.mode)
    if setting.mode is Mode.CLASSIC:
        return host
    return NoisyHost(host, channel_of(setting), draws, given_guess(setting, draws))


def given_guess(setting: Setting, draws: Draws) -> str:
    """Return the first guess that the setting gives in a game, or an empty string.

    The string is empty if the player chooses the first guess. If the setting says that
    the first guess is drawn at random, `draws` has the random numbers of the game.
    """
    answers = setting.vocabulary.answers
    if setting.given == DRAWN:
        return answers[draws.first_guess(len(answers))]
    return setting.given


def _draw_secrets(setting: Setting, draws: Draws, whole_dictionary: bool) -> Letters:
    """Return the secrets of a game: a row of letters for each board.

    With `whole_dictionary`, the secret of game k is answer k. Otherwise the secrets are
    drawn at random. Every answer is read, so the time does not depend on the secret.
    """
    words = setting.vocabulary
    count = len(words.answers)
    if whole_dictionary:
        check_range("game", draws.game, 0, count - 1)
        chosen = (np.arange(count) == draws.game).view(np.uint8)[None]
    else:
        chosen = draws.answers(count, setting.boards)

    # Each row of `chosen` has a single 1, at the index of the secret. The product with
    # all answers reads every answer, so no memory access depends on the secret.
    secrets: Letters = chosen @ letters(words.letters, words.length)
    return secrets


class AbsurdleHost:
    """Absurdle: a host without a secret, which keeps as many answers as possible.

    The host gives the clue that most of the possible answers would give. If several
    clues have the most answers, the host gives the clue with the fewest correct
    letters, and among these the clue with the fewest present letters. If several clues
    are left, they are compared from the left: absent comes before present, and present
    before correct. The host gives the clue of a right guess only if no other clue is
    possible.

    `possible` has the answers that fit every clue so far.

    Source: qntm (2022), "Absurdle", https://qntm.org/absurdle.
    """

    first = ""

    def __init__(self, answers: Sequence[str]) -> None:
        self.answers = tuple(answers)
        self.reset()

    def reset(self) -> None:
        """Start another game: every answer is possible again."""
        self.possible = self.answers

    def reply(self, guess: str, epsilon: float, turn: int) -> Clue:
        """Return the clue of `absurdle_clue`; keep only the answers that fit it."""
        # Find the clue that each possible answer would give. Keep the answers that
        # would give the chosen clue.
        clues = [classic(word, guess) for word in self.possible]
        clue = absurdle_clue(Counter(clues), len(guess))
        pairs = zip(self.possible, clues, strict=True)
        self.possible = tuple(word for word, c in pairs if c == clue)
        return clue

    def accepts(self, word: str) -> bool:
        """Return whether the final word `word` wins: whether it equals `reveal()`."""
        return word == self.reveal()

    def reveal(self) -> str:
        """Return an answer that fits every clue.

        At the end of a game, only one answer fits.
        """
        return self.possible[0]


def absurdle_clue(sizes: Counter[Clue], length: int) -> Clue:
    """Return the clue that Absurdle gives to a guess.

    `sizes` has the number of possible answers that would give each clue.
    """
    right = all_correct(length)
    return min(sizes, key=lambda c: (c == right, -sizes[c], preference(c, length)))


def preference(clue: Clue, length: int) -> tuple[int, int, Clue]:
    """Return the key by which Absurdle chooses between clues that tie.

    Clues tie if they keep equally many answers. Absurdle gives the clue with the
    smallest key: the numbers of correct and of present marks, and the clue itself.
    """
    marks = to_marks(clue, length)
    return marks.count(CORRECT), marks.count(PRESENT), clue


class ChallengeHost(AbsurdleHost):
    """Absurdle's challenge mode: the player leads the host to a given word, the target.

    The game is won only if its last word is the target.

    Source: qntm (2022), "Absurdle challenge mode", https://qntm.org/challenge.
    """

    def __init__(self, answers: Sequence[str], target: str) -> None:
        super().__init__(answers)
        self.target = target

    @property
    def is_open(self) -> bool:
        """Whether the target fits every clue; if not, the game can no longer be won."""
        return self.target in self.possible

    def reveal(self) -> str:
        """Return the target: the word to which the player leads the host."""
        return self.target
