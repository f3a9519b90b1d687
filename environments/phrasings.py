"""Phrasings of the messages that ask a language model: versioned texts in prompts/.

Whoever changes the texts of a file raises its version: figures of two versions are not
to be compared.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from game.channels.named import channel_of
from game.errors import InputError
from game.protocol import Setting
from game.text.formats import format_count

_FOLDER = Path(__file__).with_name("prompts")

PLAIN = "plain"
"""The phrasing of a text game by default."""


@dataclass(frozen=True)
class Phrasing:
    """Texts of games and of single questions in one phrasing, and its file's digest."""

    name: str
    version: int
    digest: str
    texts: dict[str, str]
    items: dict[str, str]

    def rules(self, setting: Setting) -> str:
        """Return the rules of a setting, for the system message.

        Examples
        --------
        >>> from game import Vocabulary
        >>> load_phrasing("brief").rules(Setting(Vocabulary.load()))[:30]
        'Wordle. Find the secret word: '
        """
        words, priced = setting.vocabulary, setting.mode.priced
        text = self.texts["rules"] + self.texts["prices" if priced else "clues"]
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


@cache
def load_phrasing(name: str = PLAIN) -> Phrasing:
    """Return a phrasing; raise `InputError` when there is none of this name."""
    if name not in phrasing_names():
        expected = " or ".join(phrasing_names())
        raise InputError(f"phrasing {name!r:.40}: expected {expected}")
    data = (_FOLDER / f"{name}.toml").read_bytes()
    texts = tomllib.loads(data.decode())
    version, items = texts.pop("version"), texts.pop("items")
    digest = hashlib.sha256(data).hexdigest()[:16]
    return Phrasing(name, version, digest, texts, items)
