"""Deals: which game is played, by name, by the address of a page, and by command."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlencode, urljoin

from game.hard import Hard
from game.protocol import SPARE_TURNS
from game.text.command_text import command_text
from game.words import Vocabulary

SIZE = 5
"""Letters in a word of the games that the first page of the site deals."""


class Kind(StrEnum):
    """The games that a person plays."""

    WORDPL = "wordpl"
    CLASSIC = "classic"
    FIBBLE = "fibble"
    ABSURDLE = "absurdle"


TITLES = {
    Kind.WORDPL: "WORDPL",
    Kind.CLASSIC: "Wordle",
    Kind.FIBBLE: "Fibble",
    Kind.ABSURDLE: "Absurdle",
}
"""Name of each game for its player."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The rules of a game, and the seed that deals its secret and its noise.

    ``web/game/deals.js`` names and writes the same deals in a page.

    A daily puzzle has a `day`, as ``2026-11-22``, and no seed. `seed` is None where the
    player chose the secret; `target` is the word of an Absurdle challenge; `size` is 0
    for lists of words that are not shipped. In Fibble `channel` and `given` are those
    of the setting, and `limit` is the number of guesses, 0 for the usual one.

    Examples
    --------
    >>> deal = Deal(Kind.WORDPL, seed="17 & more", game=3)
    >>> deal.name, deal.fragment
    ('seed 17 & more, game 3', 'kind=wordpl&seed=17+%26+more&game=3')
    >>> deal.source()
    "python interactive.py play --seed '17 & more' --game 3"
    >>> Deal(Kind.CLASSIC, day="2026-11-22").source("https://example.org/")
    'https://example.org/#kind=classic&day=2026-11-22'
    >>> Deal(Kind.CLASSIC, day="2026-11-22").drawn
    'daily 2026-11-22 classic 1'
    >>> Deal(Kind.FIBBLE, seed="1", channel="lies:2", limit=9).fragment
    'kind=fibble&lies=2&limit=9&seed=1'
    """

    kind: Kind
    boards: int = 1
    hard: Hard = Hard.OFF
    target: str = ""
    day: str = ""
    seed: str | None = None
    game: int = 0
    size: int = SIZE
    channel: str = ""
    limit: int = 0
    given: str = ""

    @property
    def lies(self) -> str:
        """The number of lies in each row, as text; empty in other games."""
        name, _, count = self.channel.partition(":")
        return count if name == "lies" else ""

    @property
    def most(self) -> int:
        """The number of guesses of a game that is not of WORDPL; 0 without a limit."""
        if self.kind is Kind.CLASSIC:
            return self.boards + SPARE_TURNS
        if self.kind is Kind.FIBBLE:
            return self.limit or usual_limit(self.channel)
        return 0

    @property
    def _unusual(self) -> str:
        is_usual = self.limit in (0, usual_limit(self.channel))
        return "" if is_usual else str(self.limit)

    @property
    def name(self) -> str:
        """The date, seed or target that identifies this game."""
        if self.target:
            return f"challenge {self.target.upper()}"
        if self.day or self.seed is None:
            return f"daily {self.day}" if self.day else ""
        return f"seed {self.seed}{f', game {self.game}' if self.game else ''}"

    @property
    def drawn(self) -> str | None:
        """The seed, which for a daily puzzle follows from the date and the game."""
        if not self.day:
            return self.seed
        if self.kind is Kind.WORDPL:
            return f"daily {self.day}"

        # One secret for each game, so that one puzzle does not reveal another.
        variant = self.channel if self.kind is Kind.FIBBLE else self.boards
        return f"daily {self.day} {self.kind} {variant}"

    @property
    def fragment(self) -> str:
        """The part after ``#`` of the address of the page that deals this game."""
        fields = {
            "kind": str(self.kind),
            "boards": str(self.boards) if self.boards > 1 else "",
            "hard": "" if self.hard is Hard.OFF else str(self.hard),
            "lies": self.lies,
            "limit": self._unusual,
            "given": self.given,
            "target": self.target,
            "day": self.day,
        }
        fragment = {name: value for name, value in fields.items() if value}
        if not self.day and self.seed is not None:
            fragment["seed"] = self.seed
        if self.game:
            fragment["game"] = str(self.game)

        # As browsers write it.
        return urlencode(fragment, safe="*", errors="replace").replace("~", "%7E")

    @property
    def command(self) -> str:
        """The command that deals this game in a terminal."""
        return command_text(
            ("python", "interactive.py", "play"),
            mode=self.kind if self.kind is not Kind.WORDPL else None,
            challenge=self.target or None,
            lies=self.lies or None,
            channel=None if self.lies else self.channel or None,
            limit=self._unusual or None,
            given=self.given or None,
            boards=self.boards if self.boards > 1 else None,
            hard=self.hard if self.hard is not Hard.OFF else None,
            daily=self.day or None,
            seed=None if self.day or self.kind is Kind.ABSURDLE else self.seed or "",
            game=self.game or None,
            size=self.size if self.size != SIZE else None,
        )

    def source(self, address: str = "") -> str:
        """Return the link or the command that deals this game to anybody.

        The text is empty where nobody else can be dealt this game: the player chose the
        secret, or the words. The published site at `address` has no other noise than
        prices and lies.
        """
        drawn = self.kind is Kind.ABSURDLE or self.drawn is not None
        if not (drawn and self.size):
            return ""
        is_known = self.kind is not Kind.FIBBLE or self.lies
        if address and is_known:
            return f"{page_address(address, self.size)}#{self.fragment}"
        return self.command


def usual_limit(channel: str) -> int:
    """Return the guesses of a game of Fibble, given its channel as ``lies:2``."""
    return SPARE_TURNS + (1 if channel == "lies:0" else 3)


def page_address(address: str, size: int) -> str:
    """Return the address of the page that deals games of words of a size.

    `address` is the address of the site, which may be empty, and `size` as in a `Deal`.
    The address is empty for words that are not shipped.

    Examples
    --------
    >>> page_address("https://example.org/", 7), page_address("", 5)
    ('https://example.org/play-7.html', 'index.html')
    >>> page_address("https://example.org/", 0)
    ''
    """
    if not size:
        return ""
    if size == SIZE:
        return address or "index.html"
    return urljoin(address, f"play-{size}.html")


def size_of(vocabulary: Vocabulary) -> int:
    """Return the letters in a word, 0 for lists that are not shipped."""
    return vocabulary.length if vocabulary.is_shipped else 0
