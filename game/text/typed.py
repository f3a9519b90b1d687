"""Parser of turns that people type or paste: a word, its clue, or both."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

from game.clues import ABSENT, CORRECT, PRESENT, Clue, ClueError, from_marks, parse
from game.errors import InputError
from game.spelling import fold, strip_quotes
from game.text.formats import format_count
from game.words import Vocabulary

# Lines of a shared result that have no turn: the title, the link and the command. Words
# and clues have no slash.
_NO_TURN = re.compile(r"[\w∞]/|/[\w∞]|^python |^wordpl ")
_SCORE = re.compile(r"(?:\d+|[xX])/\d+\*?")  # the end of a title, like 3/6 or X/6*
_GAP = r"(?:[\s:,;|\u2192]|->)+"  # the separator between a word and its clue
_TILES = "⬜⬛🟨🟩🟦🟧🟪⚪⚫🟡🟢🔵🟠🤍🖤💛💚💙🧡"
_ROW = rf"(?:[{_TILES}]\ufe0f? ?)"
_PRICE = r"(?:[\d.]+)?"  # the price after a row of WORDPL
_TILE_NAME = re.compile(  # the name of a tile, as chat programs copy it
    r":(?:\w+_)?(black|white|green|yellow|blue|orange)_(?:\w+_)?(?:square|circle|heart):"
)
_TILE_OF = {
    "black": "⬛",
    "white": "⬜",
    "yellow": "🟨",
    "green": "🟩",
    "blue": "🟦",
    "orange": "🟧",
}


def split_turn(text: str, words: Vocabulary) -> tuple[str, str]:
    """Return the word and the clue of a turn; a missing part is an empty string.

    The turn is ``WORD=CLUE``, or a word and a clue in any order, with blanks, a comma,
    a colon or an arrow between them. Without the sign ``=``, letters that can be a clue
    are taken for a word only if they are a valid guess.

    Examples
    --------
    >>> words = Vocabulary.load()
    >>> [split_turn(text, words) for text in ("SALET: ....c", "🟩🟨⬜⬜🟩 crane")]
    [('salet', '....c'), ('crane', '🟩🟨⬜⬜🟩')]
    >>> [split_turn(text, words) for text in ("crane", "..c.. ccccc")]
    [('crane', ''), ('', '..c.. ccccc')]
    """
    text = _plain(text)

    # With the sign "=", both sides are taken as they are.
    word, equals, clue = text.rpartition("=")
    if equals:
        return word.strip(), clue.strip()
    text = unicodedata.normalize("NFC", text.strip())

    # A clue may have blanks between its marks.
    if " " in text and _is_clue(text, words.length):
        return "", text

    # The word comes first or last. Letters that can be a clue are a word only if they
    # are a valid guess.
    letters = rf"[^\W\d_]{{{words.length}}}"
    match = re.fullmatch(rf"({letters})(?:{_GAP}(.*))?", text, re.DOTALL)
    last = re.fullmatch(rf"(.*?){_GAP}({letters})", text, re.DOTALL)
    pairs = [match.groups("")] if match else []
    pairs += [last.groups()[::-1]] if last else []
    for word, clue in pairs:
        if fold(word) in words.guess_index or not _is_clue(word, words.length):
            return fold(word), clue
    return "", text


def join_title(texts: Sequence[str]) -> list[str]:
    """Return the arguments of a command, with a title of a game joined into one text.

    A player may paste a shared result after a command. Then the shell splits the title
    of the result, like ``Wordle 216 3/6``, at its blanks. The title comes first in
    `texts` and ends with the number of guesses. Texts without a title stay as they are.

    Examples
    --------
    >>> join_title(["Wordle", "216", "3/6", "salet.crony.whiff"])
    ['Wordle 216 3/6', 'salet.crony.whiff']
    """
    ends = [k for k, text in enumerate(texts) if _SCORE.fullmatch(text)]
    if not ends:
        return [*texts]
    end = ends[0] + 1
    return [" ".join(texts[:end]), *texts[end:]]


def split_turns(texts: Iterable[str], words: Vocabulary) -> tuple[list[str], list[str]]:
    r"""Return the words of the turns of a game, and the clues, in their order.

    A text has one turn per line, or words with dots, commas or blanks between them. A
    text may also be a result that was shared, inside other text and on any number of
    lines. The words may be on the lines of the rows of tiles or on other lines. In a
    text with rows of tiles, other lines are read only if they have clues, or only words
    of the right length. Numbers after the rows are prices if the title says WORDPL.

    Examples
    --------
    >>> shared = "Wordle 216 2/6\n\n⬜🟩🟩⬜🟩\n🟩🟩🟩🟩🟩"
    >>> split_turns(["trace.crane", shared], Vocabulary.load())
    (['trace', 'crane'], ['⬜🟩🟩⬜🟩', '🟩🟩🟩🟩🟩'])
    """
    guesses: list[str] = []
    clues: list[str] = []
    texts = [_plain(text) for text in texts]
    price = _PRICE if any("wordpl" in text.lower() for text in texts) else ""
    row = f"{_ROW}{{{words.length}}}{price}"
    for text in texts:
        # Chat programs may put rows of tiles and words on one line. Put each row of
        # tiles on a line of its own.
        text, rows = re.subn(row, r"\n\g<0>\n", text)
        for line in _lines([text]):
            line = line.strip(" ,:;=/|") if rows else line
            if not line:
                continue
            gaps = (r"\s*\.\s*", " ."), (r"[\s,]+", " ,")

            # Decide whether the line is several words, a word with its clue, or a clue.
            ways = [re.split(gap, line.strip(ends)) for gap, ends in gaps]
            parts = next((way for way in ways if all(map(str.isalpha, way))), [])
            word, clue = split_turn(line, words)
            is_turn = _is_clue(clue, words.length) or _is_spelled(word, clue)
            is_turn |= any(_is_clue(part, words.length) for part in parts)
            if parts and not is_turn:
                if not rows or {words.length} == {*map(len, parts)}:
                    guesses += parts
                continue

            # If a text has rows of tiles, its other lines are usually comments of the
            # player. So they are skipped unless they have a clue.
            if rows and not (_is_clue(clue, words.length) or re.fullmatch(row, clue)):
                continue
            guesses += [word] if word else []
            clues.append(clue)
    return guesses, clues


def read_clue(guess: str, text: str) -> Clue:
    """Return the clue of a guess from a text.

    The text is in a form of `parse`, or it has the letters of the guess: a capital
    letter is correct, a small letter is present, and a dot is absent. Raises
    `ClueError` if the text is not a clue.

    Examples
    --------
    >>> read_clue("crack", ".RAc.") == read_clue("crack", ".cci.")
    True
    """
    if _is_clue(text, len(guess)) or not _is_spelled(guess, text):
        return parse(text, len(guess))
    return from_marks(
        CORRECT if x.isupper() else PRESENT if x.isalpha() else ABSENT for x in text
    )


def read_clues(
    guesses: Sequence[str], clues: Sequence[str], words: Vocabulary
) -> list[tuple[str, Clue]]:
    """Return the guesses of a game, each with its clue as an integer.

    `guesses` and `clues` are the lists of texts that `split_turns` returns. Raises
    `InputError` if a guess is not valid or has no clue, or if the text of a clue is not
    a clue.

    Examples
    --------
    >>> read_clues(["SALET"], ["....c"], Vocabulary.load())
    [('salet', 2)]
    """
    if len(clues) != len(guesses) or not guesses:
        raise InputError(
            f"{format_count(len(guesses), 'word')} and "
            f"{format_count(len(clues), 'clue')}",
            "a clue for each word, as WORD=CLUE",
        )
    return [
        (words.check_guess(guess), read_clue(fold(guess), clue))
        for guess, clue in zip(guesses, clues, strict=True)
    ]


def typed_prices(guesses: Sequence[str], clues: Sequence[str]) -> list[str]:
    """Return the turns of a game of WORDPL as texts like ``crane=12.5:🟩🟨⬜⬜🟩``.

    `guesses` and `clues` are the lists that `split_turns` returns. If a clue is not
    tiles and a price, the result is an empty list. A guess without a clue, after all
    turns, is the final answer and becomes the last text.

    Examples
    --------
    >>> typed_prices(["crane", "slate"], ["🟩🟨⬜⬜🟩 12.5"])
    ['crane=12.5:🟩🟨⬜⬜🟩', 'slate']
    """
    priced = [re.fullmatch(r"(\D+) ([\d.]+)", clue) for clue in clues]
    pairs = zip(guesses, filter(None, priced), strict=False)
    turns = [f"{guess}={clue[2]}:{clue[1]}" for guess, clue in pairs]
    if not turns or len(turns) < len(clues):
        return []
    return [*turns, *guesses[len(turns) :]]


def _is_spelled(guess: str, text: str) -> bool:
    """Return whether `text` is `guess` in capitals, or with dots for some letters."""
    return (
        len(text) == len(guess)
        and (text.isupper() or not text.isalpha())
        and all(x in "._-" or fold(x) == y for x, y in zip(text, guess, strict=True))
    )


def sample_word(texts: Iterable[str]) -> str:
    """Return a row of tiles, or a word, that shows the length of the words of a game.

    The result is the longest row of tiles in `texts`. Without tiles, it is the longest
    of the words that share their length with another word. If no words share their
    length, the result is the longest word.

    Examples
    --------
    >>> sample_word(["salet.crony.whifff"])
    'salet'
    """
    texts = [_plain(text).replace("\ufe0f", "") for text in texts]
    found = re.findall(rf"[{_TILES}]{{2,}}", " ".join(texts))
    found = found or re.findall(r"[^\W\d_]+", " ".join(_lines(texts)))

    # Words of up to three letters are not counted, because they may be parts of a clue.
    times = Counter(len(word) for word in found if len(word) > 3)
    return max(found, key=lambda word: (times[len(word)] > 1, len(word)), default="")


def _plain(text: str) -> str:
    """Return a text with emoji in place of names of tiles, and without markup.

    Names of tiles are written like ``:green_square:`` in chat programs. Markup becomes
    newlines: HTML tags, the signs of quoted lines, line numbers, and the signs of
    spoilers.
    """
    text = _TILE_NAME.sub(lambda name: _TILE_OF[name[1]], text)
    return re.sub(r"(?m)<[^<>]*>|^[> ]*(?:>|\d+[.)] )|\|\|", "\n", text)


def _lines(texts: Iterable[str]) -> list[str]:
    lines = [strip_quotes(x).strip() for text in texts for x in text.splitlines()]
    return [line for line in lines if line and not _NO_TURN.search(line.lower())]


def _is_clue(text: str, length: int) -> bool:
    try:
        parse(text, length)
    except ClueError:
        return False
    return True
