"""Deals: games that a name, the address of a page or a command identifies."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlencode, urljoin

from game.daily import daily_secrets, daily_seed, name_day
from game.hard import Hard
from game.protocol import SPARE_TURNS, Mode, Setting
from game.text.command_text import command_text
from game.words import Vocabulary

SIZE = 5
"""Number of letters in a word, on the first page of the site."""


# The form of a seed that was drawn because nobody chose a seed.
_NEW_SEED = re.compile(r"[0-9a-f]{12}")

ABSURDLE = "absurdle"
"""Name of Absurdle, a game without a secret. Other games are named by their modes."""

TITLES = {
    Mode.WORDPL: "WORDPL",
    Mode.CLASSIC: "Wordle",
    Mode.FIBBLE: "Fibble",
    ABSURDLE: "Absurdle",
}
"""Title of each game, as its player sees it."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The setting of a game, and the seed from which its secret and noise follow.

    ``web/game/deals.js`` names and writes the same deals in a page.

    A daily puzzle has a `day`, like ``2026-11-22``, and no seed. `seed` is None if the
    player chose the secret. If `is_absurdle` is true, the game is Absurdle with the
    setting of a classic game; `target` is then the word of a challenge, or empty.

    Examples
    --------
    >>> words = Vocabulary.load()
    >>> deal = Deal(Setting(words), seed="17 & more", game=3)
    >>> deal.name, deal.fragment
    ('seed 17 & more, game 3', 'kind=wordpl&seed=17+%26+more&game=3')
    >>> deal.source()
    "python interactive.py play --seed '17 & more' --game 3"
    >>> deal = Deal(Setting(words, Mode.CLASSIC), day="2026-11-22")
    >>> deal.source("https://example.org/")
    'https://example.org/#kind=classic&day=2026-11-22'
    >>> deal.drawn
    'daily 2026-11-22 classic 1'
    >>> Deal(Setting(words, Mode.FIBBLE, 9, channel="lies:2"), seed="1").fragment
    'kind=fibble&lies=2&limit=9&seed=1'
    """

    setting: Setting
    day: str = ""
    seed: str | None = None
    game: int = 0
    is_absurdle: bool = False
    target: str = ""

    @property
    def kind(self) -> str:
        """The name of the game, a key of `TITLES`."""
        return ABSURDLE if self.is_absurdle else str(self.setting.mode)

    @property
    def size(self) -> int:
        """The number of letters in a word; 0 if the word lists are not shipped."""
        return size_of(self.setting.vocabulary)

    @property
    def lies(self) -> str:
        """The number of lies in each row, as text; empty in games without lies."""
        name, _, count = self.setting.channel.partition(":")
        return count if name == "lies" else ""

    @property
    def most(self) -> int:
        """The largest number of guesses in a game; 0 if there is no limit."""
        is_limited = not (self.setting.mode.priced or self.is_absurdle)
        return self.setting.max_turns if is_limited else 0

    @property
    def _unusual(self) -> str:
        """The limit of guesses of a game of Fibble, as text.

        The text is empty in all other games, and if the limit is the usual limit.
        """
        setting = self.setting
        is_usual = setting.max_turns == usual_limit(setting.channel)
        return "" if is_usual or setting.mode is not Mode.FIBBLE else str(self.most)

    @property
    def name(self) -> str:
        """The name of this game for its player.

        The name is the target of a challenge, the number and the date of a daily
        puzzle, or the seed that the player chose. In any other game the name is empty.
        """
        if self.target:
            return f"challenge {self.target.upper()}"
        if self.day:
            return name_day(self.day)
        is_new = self.seed is not None and _NEW_SEED.fullmatch(self.seed)
        if self.seed is None or (is_new and not self.game):
            return ""
        return f"seed {self.seed}{f', game {self.game}' if self.game else ''}"

    @property
    def drawn(self) -> str | None:
        """The seed of the secret and the noise; None if the player chose the secret.

        The seed of a daily puzzle follows from its date and from the name of its game.
        """
        return daily_seed(self.day, self._variant) if self.day else self.seed

    @property
    def secrets(self) -> tuple[str, ...]:
        """The secrets of a daily puzzle, one for each board; empty in other games."""
        if not self.day:
            return ()
        setting = self.setting
        words = setting.vocabulary.answers
        return daily_secrets(words, self.day, self._variant, setting.boards)

    @property
    def _variant(self) -> str:
        """The name of the game, as `game.daily` takes it to choose the daily secrets.

        The name is empty for WORDPL, and otherwise a text like ``classic 4`` (boards)
        or ``fibble lies:1`` (channel).
        """
        setting = self.setting
        if setting.mode is Mode.WORDPL:
            return ""
        variant = setting.channel if setting.mode is Mode.FIBBLE else setting.boards
        return f"{setting.mode} {variant}"

    @property
    def fragment(self) -> str:
        """The part after ``#`` of the address of the page that deals this game."""
        setting = self.setting
        fields = {
            "kind": self.kind,
            "boards": str(setting.boards) if setting.boards > 1 else "",
            "hard": "" if setting.hard is Hard.OFF else str(setting.hard),
            "lies": self.lies,
            "limit": self._unusual,
            "given": setting.given,
            "target": self.target,
            "day": self.day,
        }
        fragment = {name: value for name, value in fields.items() if value}
        if not (self.day or self.is_absurdle) and self.seed is not None:
            fragment["seed"] = self.seed
        if self.game:
            fragment["game"] = str(self.game)

        # Quote the text in the same way as browsers do.
        return urlencode(fragment, safe="*", errors="replace").replace("~", "%7E")

    @property
    def command(self) -> str:
        """The command that deals this game in a terminal."""
        setting = self.setting
        return command_text(
            ("python", "interactive.py", "play"),
            mode=self.kind if setting.mode is not Mode.WORDPL else None,
            challenge=self.target or None,
            lies=self.lies or None,
            channel=None if self.lies else setting.channel or None,
            limit=self._unusual or None,
            given=setting.given or None,
            boards=setting.boards if setting.boards > 1 else None,
            hard=setting.hard if setting.hard is not Hard.OFF else None,
            daily=self.day or None,
            seed=None if self.day or self.is_absurdle else self.seed or "",
            game=self.game or None,
            size=self.size if self.size != SIZE else None,
        )

    def source(self, address: str = "") -> str:
        """Return the link or the command with which anybody can play this game.

        The text is empty if nobody else can play this game, because the player chose
        the secret or the words. The link leads to the published site at `address`. If
        there is no address, the command is returned. The command is also returned if
        the channel of a game of Fibble is not lies, because the site has no other
        channel of Fibble.
        """
        is_dealt = self.is_absurdle or self.drawn is not None
        if not (is_dealt and self.size):
            return ""
        is_known = self.setting.mode is not Mode.FIBBLE or self.lies
        if address and is_known:
            return f"{page_address(address, self.size)}#{self.fragment}"
        return self.command


def usual_limit(channel: str) -> int:
    """Return the usual limit of guesses in Fibble for a channel, like ``lies:2``."""
    return SPARE_TURNS + (1 if channel == "lies:0" else 3)


def page_address(address: str, size: int) -> str:
    """Return the address of the page for games with words of `size` letters.

    `address` is the address of the site; it may be empty. `size` is the size of a
    `Deal`: it is 0 if the words are not shipped. Then the result is empty.

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
    """Return the number of letters in a word; 0 if the word lists are not shipped."""
    return vocabulary.length if vocabulary.is_shipped else 0
