"""Parser of certificates and their files, and replay of the games of their trees.

A certificate is a text file with one field or item per line. docs/reference/files.md
describes it. An example:

    clueproof certificate 1
    words a3b1...              digest of the word lists
    game off 6                 hard mode, guesses in a game
    objective within-3         left out if the cost is the number of guesses
    clues salet BBYBB          left out if the position is the start of a game
    opening salet              - if every opening is judged
    total 7920                 or never
    games 2315                 the number of games, one per line, that follow
    salet,courd,nymph,whiff
    claims 96                  the number of claims, one per line, that follow
    - salet BBBBB 609 7c1e
"""

from __future__ import annotations

import lzma
import math
import re
from pathlib import Path

from game.clues import classic, parse
from game.errors import InputError
from game.files import LARGEST, read_bytes
from game.hard import Hard, Known, check_position, objection
from game.text.formats import format_count
from game.words import Vocabulary
from solver.trees.objective import MOST_GUESSES, TOTAL, Objective

_NUMBER = re.compile(r"[0-9]{1,9}")
_GUESS_AND_CLUE = re.compile(r"(\S+) ([BYG]+)")


class CertificateError(InputError):
    """A certificate that cannot be read, or that does not prove its theorem."""


class Reader:
    """A reader that goes through the text of a certificate line by line.

    A method that reads raises `CertificateError` if the next line is not as expected.
    """

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.line = 0

    def next(self) -> str:
        """Return the next line; raise an error at the end of the certificate."""
        self.line += 1
        if self.line > len(self.lines):
            raise CertificateError(
                f"line {self.line}: the certificate ends here", "a further line"
            )
        return self.lines[self.line - 1]

    def exactly(self, expected: str) -> None:
        """Read the next line; raise an error if it is not `expected`."""
        text = self.next()
        if text != expected:
            raise CertificateError(f"line {self.line}: {text!r:.90}", f"{expected!r}")

    def field(self, name: str) -> str:
        """Read a line with the field `name`, and return the value of the field."""
        key, _, value = self.next().partition(" ")
        if key != name or not value:
            raise CertificateError(
                f"line {self.line}: {key!r:.40}", f"{name!r} and its value"
            )
        return value

    def _is_next(self, name: str) -> bool:
        return "".join(self.lines[self.line :][:1]).startswith(f"{name} ")

    def game(self) -> tuple[Hard, int]:
        """Read the line with the hard mode and the number of guesses in a game."""
        mode, _, number = self.field("game").partition(" ")
        if mode not in list(Hard):
            raise CertificateError(
                f"line {self.line}: {mode!r:.40}", f"a hard mode ({', '.join(Hard)})"
            )
        max_guesses = parse_count(self.line, number, "guesses")
        if not 0 < max_guesses <= MOST_GUESSES:
            raise CertificateError(
                f"line {self.line}: {number!r}", f"1 to {MOST_GUESSES} guesses"
            )
        return Hard(mode), max_guesses

    def objective(self) -> Objective:
        """Read the line with the objective, if there is one.

        There is no such line if the cost of a game is its number of guesses.
        """
        if not self._is_next("objective"):
            return TOTAL
        text = self.field("objective")
        with CertificateError.at(f"line {self.line}: "):
            objective = Objective.parse(text)

        # Accept only one text for each objective, so that equal theorems have equal
        # lines.
        if objective == TOTAL or str(objective) != text:
            usual = repr(str(objective))
            raise CertificateError(
                f"line {self.line}: {text!r:.60}",
                "no line for this objective" if objective == TOTAL else usual,
            )
        return objective

    def clues(
        self, vocabulary: Vocabulary, hard: Hard, max_guesses: int
    ) -> tuple[Known, ...]:
        """Read the line with the guesses and clues of the position, if there is one.

        There is no such line if the position is the start of a game: then the result is
        empty.
        """
        if not self._is_next("clues"):
            return ()
        text = self.field("clues")

        # Raise an error if the line has more than the pairs of a guess and its clue.
        pairs = _GUESS_AND_CLUE.findall(text)
        strays = [word for word, _ in pairs if word not in vocabulary.guess_index]
        if strays or " ".join(map(" ".join, pairs)) != text:
            raise CertificateError(
                f"line {self.line}: {text!r:.60}", "valid guesses and clues"
            )
        with CertificateError.at(f"line {self.line}: "):
            known = tuple((word, parse(c, vocabulary.length)) for word, c in pairs)
            check_position(known, hard, max_guesses)
            vocabulary.after(known)
        return known

    def opening(self, vocabulary: Vocabulary) -> list[str]:
        """Read the words of the opening.

        The list is empty if the certificate is about all openings.
        """
        text = self.field("opening")
        words = [] if text == "-" else text.split(",")
        for word in words:
            if word not in vocabulary.guess_index:
                raise CertificateError(
                    f"line {self.line}: {word!r:.40} is not a valid guess"
                )
        return words

    def total(self) -> float:
        """Read the total cost of the games of the tree.

        The total is ``inf`` if some game cannot be won.
        """
        return parse_guesses(self.line + 1, self.field("total"))

    def block(self, name: str) -> list[tuple[int, str]]:
        """Read the field `name`, whose value is a number n, and the next n lines.

        Return the n lines, each as a pair: its line number and its text.
        """
        size = parse_count(self.line + 1, self.field(name), name)
        return [(self.line, text) for text in (self.next() for _ in range(size))]


def replay_games(
    games: list[tuple[int, str]],
    vocabulary: Vocabulary,
    hard: Hard,
    opening: list[str],
) -> None:
    """Check that the games are the games of one decision tree; raise an error if not.

    `games` has the line number and the text of each game. Each answer must have exactly
    one game, which keeps to the rules and begins with the words `opening`. Games with
    the same guesses and clues so far must have the same next guess.
    """
    guess_after: dict[tuple[object, ...], str] = {}
    missing = set(vocabulary.answers)
    for line, text in games:
        words = text.split(",")
        # A right guess ends a game, so the last word of a game is its answer.
        if words[-1] not in missing:
            raise CertificateError(
                f"line {line}: {words[-1]!r:.40} is no answer, or already has a game"
            )
        missing.remove(words[-1])
        history: tuple[tuple[str, int], ...] = ()
        for turn, word in enumerate(words):
            if word not in vocabulary.guess_index:
                raise CertificateError(
                    f"line {line}: {word!r:.40} is not a valid guess"
                )
            if turn < len(opening) and word != opening[turn]:
                raise CertificateError(
                    f"line {line}: {word!r}", f"{opening[turn]!r}, as in the theorem"
                )
            # The player knows nothing but the clues. So games with equal guesses and
            # clues must go on with the same guess.
            if guess_after.setdefault(history, word) != word:
                other_word = guess_after[history]
                raise CertificateError(
                    f"line {line}: {word!r}",
                    f"{other_word!r}, as in another game with the same clues",
                )
            if reason := objection(word, history, hard):
                raise CertificateError(f"line {line}: {reason}")
            history = (*history, (word, classic(words[-1], word)))
    if games and missing:
        raise CertificateError(f"line {games[-1][0] + 1}: no game for {min(missing)!r}")


def agree(
    games: list[list[str]],
    total: float,
    max_guesses: int,
    line: int,
    objective: Objective,
    weight: dict[str, int],
) -> None:
    """Check that the costs of all games sum to `total`, and that no game is too long.

    The cost of a game is its cost under `objective`, times the weight of its answer. A
    game is too long if it has more than `max_guesses` guesses. If a check fails, an
    error is raised. `line` is the line number of the total, for messages.
    """
    longest = max(map(len, games), default=0)
    if longest > max_guesses:
        raise CertificateError(
            f"line {line}: a game of {format_count(longest, 'guess')}",
            f"{max_guesses} at most",
        )
    costs = [weight[game[-1]] * objective.cost(len(game)) for game in games]
    cost = sum(costs) if games else math.inf
    if cost != total:
        raise CertificateError(f"line {line}: total {total}, but the games cost {cost}")


def parse_guesses(line: int, text: str) -> float:
    """Return the number of guesses in the field `text`, or ``inf`` for ``never``.

    `line` is the number of the line in the file, for messages.
    """
    if text == "never":
        return math.inf
    return parse_count(line, text, "guesses")


def parse_count(line: int, text: str, what: str) -> int:
    """Parse a whole number of at most nine digits, the value of a field.

    For any other text an error is raised. `line` is the number of the line in the file.
    `what` is a word for the things that the number counts, like "claims". Both are for
    the message.
    """
    if not _NUMBER.fullmatch(text):
        raise CertificateError(f"line {line}: {text!r:.40}", f"the number of {what}")
    return int(text)


def read_certificates(path: Path) -> str:
    """Return the text of a file, decompressed if its name ends in ``.xz``.

    Raises `InputError` if the file is not text, or if it decompresses to more than
    `game.files.LARGEST` bytes.
    """
    data = read_bytes(path)
    expected = "a certificate in UTF-8"
    try:
        if path.suffix == ".xz":
            expected = (
                f"a certificate in UTF-8, packed by xz, of at most {LARGEST:,} bytes"
            )
            # A small file may decompress to a huge text. So limit the memory that is
            # used and the size of the text.
            unpacker = lzma.LZMADecompressor(memlimit=LARGEST)
            data = unpacker.decompress(data, max_length=LARGEST)
            if not unpacker.eof:
                raise lzma.LZMAError
        return data.decode("utf-8-sig")
    except (UnicodeDecodeError, lzma.LZMAError):
        raise InputError(f"{str(path)!r}", expected) from None
