"""Turns as people type and paste them: a word, its clue, or both."""

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

# Title, link and command of a shared result: neither words nor clues have a slash.
_NO_TURN = re.compile(r"[\w∞]/|/[\w∞]|^python |^wordpl ")
_SCORE = re.compile(r"(?:\d+|[xX])/\d+\*?")  # the end of such a title
_GAP = r"(?:[\s:,;|\u2192]|->)+"  # between a word and its clue
_TILES = "⬜⬛🟨🟩🟦🟧🟪⚪⚫🟡🟢🔵🟠🤍🖤💛💚💙🧡"
_ROW = rf"(?:[{_TILES}]\ufe0f? ?)"
_PRICE = r"(?:[\d.]+)?"  # behind a row of WORDPL
_TILE_NAME = re.compile(  # as chat programs copy an emoji
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
    """Return the word and the clue of a turn, each empty where it is missing.

    It is ``WORD=CLUE``, or both in any order with blanks, a comma, a colon or an arrow
    between them. Without the sign the word need not be a valid guess, but no clue.

    Examples
    --------
    >>> words = Vocabulary.load()
    >>> [split_turn(text, words) for text in ("SALET: ....c", "🟩🟨⬜⬜🟩 crane")]
    [('salet', '....c'), ('crane', '🟩🟨⬜⬜🟩')]
    >>> [split_turn(text, words) for text in ("crane", "..c.. ccccc")]
    [('crane', ''), ('', '..c.. ccccc')]
    """
    text = _plain(text)

    # With the sign, both sides are taken as they are.
    word, equals, clue = text.rpartition("=")
    if equals:
        return word.strip(), clue.strip()
    text = unicodedata.normalize("NFC", text.strip())

    # A clue may have blanks between its marks.
    if " " in text and _is_clue(text, words.length):
        return "", text

    # The word comes first or last. Letters that can be a clue are a word only if it is
    # a valid guess.
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
    """Return texts with the words of a title joined that a shell has split.

    The title of a shared result ends with the number of guesses.

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
    r"""Return the words and the clues of the turns of a game, each in their order.

    Texts have a turn a line, or words with dots, commas or blanks between them. A
    result that was shared may be one of them, on any number of lines and inside other
    text, with its words on the lines of its rows or on others. Beside its rows, lines
    are taken that hold clues, or words of the length alone. Numbers behind the rows are
    prices where the title says WORDPL.

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
        # Chat programs may put rows of tiles and words on one line: separate them.
        text, rows = re.subn(row, r"\n\g<0>\n", text)
        for line in _lines([text]):
            line = line.strip(" ,:;=/|") if rows else line
            if not line:
                continue
            gaps = (r"\s*\.\s*", " ."), (r"[\s,]+", " ,")

            # Is the line several words, a word with its clue, or a clue?
            ways = [re.split(gap, line.strip(ends)) for gap, ends in gaps]
            parts = next((way for way in ways if all(map(str.isalpha, way))), [])
            word, clue = split_turn(line, words)
            is_turn = _is_clue(clue, words.length) or _is_spelled(word, clue)
            is_turn |= any(_is_clue(part, words.length) for part in parts)
            if parts and not is_turn:
                if not rows or {words.length} == {*map(len, parts)}:
                    guesses += parts
                continue

            # Beside rows of tiles, other lines are what people wrote around them.
            if rows and not (_is_clue(clue, words.length) or re.fullmatch(row, clue)):
                continue
            guesses += [word] if word else []
            clues.append(clue)
    return guesses, clues


def read_clue(guess: str, text: str) -> Clue:
    """Return the clue of a guess, in a form of `parse` or in letters of the guess.

    Of these, capitals are correct and small letters present, with dots between them.
    Raises `ClueError` when the text is no clue.

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
    """Return the guesses and clues of a game of `split_turns`.

    Raises `InputError` when a guess is not valid or has no clue, or a clue is no
    clue.

    Examples
    --------
    >>> read_clues(["SALET"], ["....c"], Vocabulary.load())
    [('salet', 2)]
    """
    if len(clues) != len(guesses) or not guesses:
        raise InputError(
            f"{format_count(len(guesses), 'word')} and "
            f"{format_count(len(clues), 'clue')}",
            "WORD=CLUE each",
        )
    return [
        (words.check_guess(guess), read_clue(fold(guess), clue))
        for guess, clue in zip(guesses, clues, strict=True)
    ]


def typed_prices(guesses: Sequence[str], clues: Sequence[str]) -> list[str]:
    """Return a game of WORDPL whose clues are tiles and prices, as it is typed.

    Other games are empty. There may be one word more, the final answer.

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
    """Return whether a text is a guess with dots for letters, or all in capitals."""
    return (
        len(text) == len(guess)
        and (text.isupper() or not text.isalpha())
        and all(x in "._-" or fold(x) == y for x, y in zip(text, guess, strict=True))
    )


def sample_word(texts: Iterable[str]) -> str:
    """Return a row of tiles or a word of a game that has the length of its words.

    It is the longest row of tiles, else the longest word whose length another one has,
    else the longest word.

    Examples
    --------
    >>> sample_word(["salet.crony.whifff"])
    'salet'
    """
    texts = [_plain(text).replace("\ufe0f", "") for text in texts]
    found = re.findall(rf"[{_TILES}]{{2,}}", " ".join(texts))
    found = found or re.findall(r"[^\W\d_]+", " ".join(_lines(texts)))

    # Two letters may be part of a clue.
    times = Counter(len(word) for word in found if len(word) > 3)
    return max(found, key=lambda word: (times[len(word)] > 1, len(word)), default="")


def _plain(text: str) -> str:
    """Return a text with tiles for their names, and new lines for what marks it.

    That is tags of HTML, the signs of quoted lines, numbers of lines, and spoilers.
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
