"""Turns as people type and paste them: a word, its score, or both."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from game.clues import Clue, ClueError, parse
from game.errors import InputError
from game.spelling import fold, strip_quotes
from game.text.formats import format_count
from game.words import Vocabulary

# Title, link and command of a shared result: neither words nor scores have a slash.
_NO_TURN = re.compile(r"[\w∞]/|/[\w∞]|^python |^wordpl ")
_GAP = r"(?:[\s:,;|\u2192]|->)+"  # between a word and its score
_ROW = r"(?:[⬜⬛🟨🟩🟦🟧]\ufe0f? ?){%d}(?:[\d.]+)?"  # of tiles, perhaps with a price


def split_turn(text: str, words: Vocabulary) -> tuple[str, str]:
    """Return the word and the score of a turn, each empty where it is missing.

    It is ``WORD=SCORE``, or both in any order with blanks, a comma, a colon or an arrow
    between them. Without the sign the word need not be a valid guess, but no clue.

    Examples
    --------
    >>> words = Vocabulary.load()
    >>> [split_turn(text, words) for text in ("SALET: ....c", "🟩🟨⬜⬜🟩 crane")]
    [('salet', '....c'), ('crane', '🟩🟨⬜⬜🟩')]
    >>> [split_turn(text, words) for text in ("crane", "..c.. ccccc")]
    [('crane', ''), ('', '..c.. ccccc')]
    """
    word, equals, score = text.rpartition("=")
    if equals:
        return word.strip(), score.strip()
    folded, letters = fold(text.strip()), rf"[^\W\d_]{{{words.length}}}"
    match = re.fullmatch(rf"({letters})(?:{_GAP}(.*))?", folded, re.DOTALL)
    last = re.fullmatch(rf"(.*?){_GAP}({letters})", folded, re.DOTALL)
    pairs = [match.groups("")] if match else []
    pairs += [last.groups()[::-1]] if last else []
    for word, score in pairs:
        if word in words.guess_index or not _is_clue(word, words.length):
            return word, score
    return "", text.strip()


def split_turns(texts: Iterable[str], words: Vocabulary) -> tuple[list[str], list[str]]:
    r"""Return the words and the scores of the turns of a game, each in their order.

    Texts have a turn a line, or words with dots, commas or blanks between them. A
    result that was shared may be one of them, on any number of lines, with its words
    on the lines of their scores or on others; words of another length are left out.

    Examples
    --------
    >>> shared = "Wordle 216 2/6\n\n⬜🟩🟩⬜🟩\n🟩🟩🟩🟩🟩"
    >>> split_turns(["trace.crane", shared], Vocabulary.load())
    (['trace', 'crane'], ['⬜🟩🟩⬜🟩', '🟩🟩🟩🟩🟩'])
    """
    guesses, scores = [], []
    for text in texts:
        text, rows = re.subn(_ROW % words.length, r"\n\g<0>\n", text)
        for line in _lines([text]):
            line = line.strip(" ,:;=/|") if rows else line
            if not line:
                continue
            gaps = (r"\s*\.\s*", " ."), (r"[\s,]+", " ,")
            ways = [re.split(gap, line.strip(ends)) for gap, ends in gaps]
            parts = next((way for way in ways if all(map(str.isalpha, way))), [])
            if parts and not any(_is_clue(one, words.length) for one in (line, *parts)):
                guesses += [w for w in parts if not rows or len(w) == words.length]
                continue
            word, score = split_turn(line, words)
            guesses += [word] if word else []
            scores.append(score)
    return guesses, scores


def read_clues(
    guesses: Sequence[str], scores: Sequence[str], words: Vocabulary
) -> list[tuple[str, Clue]]:
    """Return the guesses and clues of a game of `split_turns`.

    Raises `InputError` when a guess is not valid or has no score, or a score is no
    clue.

    Examples
    --------
    >>> read_clues(["SALET"], ["....c"], Vocabulary.load())
    [('salet', 2)]
    """
    if len(scores) != len(guesses) or not guesses:
        raise InputError(
            f"{format_count(len(guesses), 'word')} and "
            f"{format_count(len(scores), 'score')}: expected WORD=SCORE each"
        )
    return [
        (words.check_guess(guess), parse(score, words.length))
        for guess, score in zip(guesses, scores, strict=True)
    ]


def typed_prices(guesses: Sequence[str], scores: Sequence[str]) -> list[str]:
    """Return a game of WORDPL whose scores are tiles and prices, as it is typed.

    Other games are empty. There may be one word more, the final answer.

    Examples
    --------
    >>> typed_prices(["crane", "slate"], ["🟩🟨⬜⬜🟩 12.5"])
    ['crane=12.5:🟩🟨⬜⬜🟩', 'slate']
    """
    priced = [re.fullmatch(r"(\D+) ([\d.]+)", score) for score in scores]
    pairs = zip(guesses, filter(None, priced), strict=False)
    turns = [f"{guess}={score[2]}:{score[1]}" for guess, score in pairs]
    if not turns or len(turns) < len(scores):
        return []
    return [*turns, *guesses[len(turns) :]]


def longest_word(texts: Iterable[str]) -> str:
    """Return the longest word of the turns of a game, the first of equals."""
    letters = re.findall(r"[^\W\d_]+", " ".join(_lines(texts)))
    return max(letters, key=len, default="")


def _lines(texts: Iterable[str]) -> list[str]:
    lines = [strip_quotes(x).strip() for text in texts for x in text.splitlines()]
    return [line for line in lines if line and not _NO_TURN.search(line.lower())]


def _is_clue(text: str, length: int) -> bool:
    try:
        parse(text, length)
    except ClueError:
        return False
    return True
