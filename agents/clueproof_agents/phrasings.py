"""Phrasings of the messages that ask a language model: versioned texts in prompts/.

If you change a text, raise the version of its file: figures of different versions
cannot be compared.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import msgspec

from game.channels.named import channel_of
from game.errors import InputError
from game.protocol import Setting
from game.text.formats import format_count

_FOLDER = Path(__file__).with_name("prompts")

PLAIN = "plain"
"""Name of the phrasing that a text game has if no other phrasing is named."""


class Phrasing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of one file in prompts/, for games and for single questions.

    The system message of a game has two texts: first `rules`; then `prices` if guesses
    have prices, otherwise `clues`. `start` is the message that asks for the first
    guess. `items` has a text for each kind of question, and a text ``rules`` for all
    questions. `digest` has the first 16 digits of the SHA-256 of the file.
    """

    version: int
    rules: str
    clues: str
    prices: str
    start: str
    items: dict[str, str]
    name: str = ""
    digest: str = ""

    @property
    def label(self) -> str:
        """The name, version and digest of the phrasing, as one text for logs."""
        return f"{self.name} {self.version} {self.digest}"

    def rules_of(self, setting: Setting) -> str:
        """Return the text that explains the rules `setting`, for the system message.

        Examples
        --------
        >>> from game import Vocabulary
        >>> load_phrasing("brief").rules_of(Setting(Vocabulary.load()))[:30]
        'Wordle. Find the secret word: '
        """
        words = setting.vocabulary
        priced = setting.mode.priced
        text = self.rules + (self.prices if priced else self.clues)
        return text.format(
            answers=len(words.answers),
            length=words.length,
            turns=format_count(setting.max_turns, "guess"),
            noise="" if priced else channel_of(setting).about(words.length),
        )


def phrasing_names() -> list[str]:
    """Return the names of all phrasings.

    Examples
    --------
    >>> phrasing_names()
    ['brief', 'plain', 'stepwise']
    """
    return sorted(path.stem for path in _FOLDER.glob("*.toml"))


def phrasing_of(number: int) -> str:
    """Return the name of the phrasing of the game with the number `number`.

    Successive games have different phrasings.
    """
    names = phrasing_names()
    return names[number % len(names)]


@cache
def load_phrasing(name: str = PLAIN) -> Phrasing:
    """Return the phrasing that the file ``prompts/<name>.toml`` has.

    Raises `InputError` if there is no file with this name.
    """
    if name not in phrasing_names():
        expected = " or ".join(phrasing_names())
        raise InputError(f"phrasing {name!r:.40}", expected)
    data = (_FOLDER / f"{name}.toml").read_bytes()
    texts = msgspec.toml.decode(data, type=Phrasing)
    digest = hashlib.sha256(data).hexdigest()[:16]
    return msgspec.structs.replace(texts, name=name, digest=digest)
