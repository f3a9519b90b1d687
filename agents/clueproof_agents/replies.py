"""Reader of replies of language models: the move that a reply states.

Thoughts are removed first: all text up to the last mark that ends a thought, and all
text behind a mark that begins a thought. The remaining text may state a move in these
forms, the surest form first: a JSON field, a tag, a label such as ``Guess:``, "my guess
is", a box, or quotes and bold type. A *statement* is a part of the reply in one of
these forms. If there are several statements, the last statement of the surest form
counts. In a reply without a statement, the guess is the only word that is no filler (a
word like "the"), or else the only word in capitals. If the word of the statement may
not be played, the reply has no move: no other word takes the place of this word.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clueproof_agents.numbers import NUMBER, goes_on, read_decimal
from game.errors import InputError
from game.protocol import Move, Setting
from game.spelling import fold

_MOST_LETTERS = 10_000  # at most this number of letters is read: the end of a reply
_FLAGS = re.IGNORECASE | re.DOTALL | re.MULTILINE

# Marks of thoughts in chat templates of models.
_THOUGHT_TAG = (
    r"(?:\w+:)?(?:think|thinking|thoughts?|reasoning|reflection|analysis|scratch_?pad)"
)
_THOUGHT_END = re.compile(
    rf"</\s*{_THOUGHT_TAG}\s*>|\[/think\]|◁/think▷|<\|end_?of_?thought\|>|<\|end_thinking\|>"
    r"|\[begin final response\]|\Aanalysis.*assistantfinal"
    r"|<\|channel\|>\s*final\b[^<]*<\|message\|>",
    _FLAGS,
)
_THOUGHT_START = re.compile(
    rf"<\s*{_THOUGHT_TAG}\s*>|\[think\]|◁think▷|<\|begin_?of_?thought\|>|<\|start_thinking\|>"
    r"|<\|channel\|>",
    _FLAGS,
)
# Control marks of chat templates, and underscores that stand for italics.
_CONTROL = re.compile(
    r"<\|[^|<>]*\|>|\[end final response\]|</?s>|(?<![^\W_])_|_(?![^\W_])", _FLAGS
)

# Labels of a guess, and the text that may stand between "my guess is" and the word.
_LABEL = r"(?:final[\s_]*)?(?:guess|answer|move|word|action|play)"
_BEFORE_WORD = r"(?:\\\w+\{|[*_`\"'“«\[(:$\s]|the word\b)*"
_STATEMENT_FORMS = tuple(  # forms, the surest first; each has the group `text`
    re.compile(pattern, _FLAGS)
    for pattern in (
        rf"""["']{_LABEL}["']\s*:\s*(?P<text>"[^"\n]*"|'[^'\n]*'|[^,}}\s]*)""",
        rf"<\s*{_LABEL}\s*>(?P<text>.*?)(?:</|\Z)",
        # A label may be numbered, as in "Guess 3 (of 6): CRANE", or end its line.
        rf"(?<!\w){_LABEL}[ \t]*\#?\d*[ \t]*(?:\([^)\n]*\))?[*_`\"'\])]*\s*[:=]"
        r"\s*(?=(?P<text>[^\n]*))",
        rf"(?:\*\*|\[|^\#+ ){_LABEL}(?:\*\*|\]|\n)\s*(?P<text>[^\n]*\w[^\n]*)",
        rf"(?:\bmy\s(?:\w+\s)?(?:final\s)?|\bfinal\s)(?:guess|answer|move)\sis\b{_BEFORE_WORD}"
        r"(?P<text>[^\W\d_]{3,}(?=\W*(?:$|[.!]|at\b|for\b|with\b|\d)))",
        r"\\boxed\{(?P<text>(?:[^{}]|\{[^{}]*\})*)\}",
        r"(?<![\w*`])(?:\*\*|[`\"“«\[])(?P<text>\w+)(?:\*\*|[`\"”»\]])(?![\w*`])",
    )
)
_JSON_FIELD, _QUOTES = _STATEMENT_FORMS[0], _STATEMENT_FORMS[-1]
# The start of a statement of a final answer.
_FINAL_STATEMENT = re.compile(r"\W*(?:my\s+)?(?:\w+\s+)?final", _FLAGS)
_WORD = re.compile(r"\w+")

# Words that may stand beside the guess in a statement. Such a word is the guess only if
# the statement has no other word.
_FILLER_TEXT = """
a an and answer at be boxed choose cost costs eps epsilon final for go guess i is it ll
make move my nat nats next of pay play price submit text textbf the to try will with
word would
"""
_FILLERS = frozenset(_FILLER_TEXT.split())

# A number with its unit. The unit is empty, a percent sign or a word. (A price is valid
# only without a unit, or with the unit nats.)
_NUMBER_WITH_UNIT = r"(?P<number>" + NUMBER + r")(?P<unit>\s*%|[\w/-]*)"
# The text between a word and its price, like " at ", and the price.
_PRICE_BEHIND_WORD = re.compile(
    r"(?:\b(?:at|for|with|a|the|price|of|epsilon|eps|costs?|pay(?:ing)?|is|and)\b"
    rf"|</?\w+>|-\s|[^\w.,<\u2212-]|[.,](?!\d))*{_NUMBER_WITH_UNIT}",
    _FLAGS,
)
# A price behind a label, like "epsilon = 12.5".
_LABELLED_PRICE = re.compile(
    r"(?<!\w)(?:price|epsilon|eps|ε)[\"'*_`]*"
    rf"(?:\s+is\b|\s+of\b|\s*[:=>]|\s+(?=\d))[\"'*_`\s]*{_NUMBER_WITH_UNIT}",
    _FLAGS,
)
# The end of a text, like "not" or "never try", that denies the word behind it.
_DENIED = re.compile(
    r"(?:\b(?:not|never|than|cannot|avoid|instead|without)|n['\u2019]t)\W+(?:\w+\W+){0,2}\Z",
    _FLAGS,
)


class _Statement(NamedTuple):
    """A word that a reply states as its guess, and the texts that may have its price.

    `behind` is the rest of the line behind the word. If `behind` has no price, the text
    `elsewhere` may have a price with a label, like "epsilon = 12.5". `is_final` says
    whether the word is a final answer.
    """

    word: str
    behind: str
    elsewhere: str
    is_final: bool


def parse_reply(text: str, setting: Setting) -> Move:
    """Return the move that a reply states.

    The price is the number behind the word in its statement. If no number is there, the
    price is the number that the reply calls the price. A "final answer" needs no price.

    Parameters
    ----------
    text : str
        The reply, with or without its thoughts.
    setting : Setting
        The rules, which say whether a move has a price.

    Raises
    ------
    InputError
        If the reply states no move or several moves, or a word or a price that cannot
        be used.

    Examples
    --------
    >>> from game import Vocabulary
    >>> setting = Setting(Vocabulary.load())
    >>> parse_reply("Rather slate than stare. Guess: **CRANE**, at 12,5 nats.", setting)
    Move(guess='crane', epsilon=12.5)
    >>> parse_reply("My final answer is Crane!", setting)
    Move(guess='crane', epsilon=0.0)
    >>> parse_reply("SLATE was close. Guess: CRANEY 5", setting)
    Traceback (most recent call last):
        ...
    game.errors.InputError: guess 'CRANEY': expected a valid guess of 5 letters
    """
    text = unicodedata.normalize("NFC", remove_thoughts(text)[-_MOST_LETTERS:])
    priced = setting.mode.priced
    words = setting.vocabulary
    stated = _find_statement(text, words.length)
    guess = fold(stated.word)
    if guess not in words.guess_index:
        raise InputError(
            f"guess {stated.word!r}", f"a valid guess of {words.length} letters"
        )
    return Move(guess, _find_price(stated) if priced else math.inf)


def remove_thoughts(text: str) -> str:
    """Return a reply without thoughts and control marks of chat templates.

    Examples
    --------
    >>> remove_thoughts("Is it SLATE? No.</think>CRANE<|im_end|>")
    'CRANE '
    """
    ends = [match.end() for match in _THOUGHT_END.finditer(text)]
    text = text[max(ends, default=0) :]
    if start := _THOUGHT_START.search(text):
        text = text[: start.start()]
    return _CONTROL.sub(" ", text)


def _find_statement(text: str, length: int) -> _Statement:
    """Return the word that a reply states as its guess.

    `text` is the reply without its thoughts, and `length` is the number of letters of a
    word. Raises `InputError` if the reply states no word or several words.
    """
    for form in _STATEMENT_FORMS:
        matches = list(form.finditer(text))
        if form is _QUOTES:  # a reply may also quote text that is no guess
            matches = [match for match in matches if len(match["text"]) == length]
            _require_one(text, {match["text"] for match in matches})
        if matches:
            return _read_statement(text, form, matches)
    return _find_word_in_prose(text, length)


def _find_word_in_prose(text: str, length: int) -> _Statement:
    """Return the word that a reply in prose states as its guess.

    The guess is the only word that is no filler (a word like "guess" or "the"), or else
    the only word in capitals.
    """
    tokens = [token for token in _WORD.finditer(text) if token[0].isalpha()]
    candidates = [token for token in tokens if fold(token[0]) not in _FILLERS]
    if len(candidates) > 1 or not tokens:
        in_capitals = [t for t in tokens if t[0].isupper() and len(t[0]) == length]
        in_capitals = [t for t in in_capitals if t in candidates] or in_capitals
        _require_one(text, {token[0] for token in in_capitals})
        candidates = [t for t in in_capitals if not _DENIED.search(text[: t.start()])]
        if not candidates:
            raise InputError(
                f"no guess in {text[-60:]!r}", "a guess, like 'guess: WORD'"
            )
        behind = text[candidates[-1].end() :].partition("\n")[0]
        return _Statement(candidates[-1][0], behind, text, False)
    word = (candidates or tokens)[-1]
    return _Statement(word[0], text[word.end() :], text, False)


def _require_one(text: str, words: Iterable[str]) -> None:
    """Raise `InputError` if `words` has several different words.

    `words` are the words that may be the guess. The error quotes the end of the reply
    `text`.
    """
    several = sorted({fold(word) for word in words})
    if len(several) > 1:
        raise InputError(
            f"{len(several)} words in {text[-60:]!r}", "one word, like 'guess: WORD'"
        )


def _read_statement(
    text: str, form: re.Pattern[str], matches: Sequence[re.Match[str]]
) -> _Statement:
    """Return the guess of a reply from the last of the `matches` of a form.

    `text` is the reply, and `form` is one of `_STATEMENT_FORMS`, such as a label before
    the guess.
    """
    match = matches[-1]
    word = _choose_word(match["text"])
    word_end = match.start("text") + word.end() if word else match.end()
    if form is _JSON_FIELD:
        start = text.rfind("{", 0, match.start()) + 1
        behind = ""
        elsewhere = text[start:].partition("}")[0]
    else:
        behind = text[word_end:].partition("\n")[0]
        elsewhere = text if len(matches) == 1 else text[word_end:]
    is_final = _FINAL_STATEMENT.match(match[0]) is not None
    return _Statement(word[0] if word else match["text"], behind, elsewhere, is_final)


def _choose_word(statement: str) -> re.Match[str] | None:
    """Return the guess in a statement, such as "the word CRANE".

    The guess is the only word in capitals, or else the first word that is no filler (a
    word like "the" or "price").
    """
    tokens = [t for t in _WORD.finditer(statement) if not t[0].isdigit()]
    in_capitals = [
        token for token in tokens if token[0].isupper() and len(token[0]) > 2
    ]
    if len(in_capitals) == 1:
        return in_capitals[0]
    candidates = [token for token in tokens if fold(token[0]) not in _FILLERS]
    return next(iter(candidates or tokens), None)


def _find_price(stated: _Statement) -> float:
    """Return the price that a reply states for its guess, in nats.

    Raises `InputError` if the price is missing or not clear. The price of a final
    answer without a stated price is 0.
    """
    behind = stated.behind
    match = _PRICE_BEHIND_WORD.match(behind)
    if match is None or match["unit"].strip() == "%":
        labelled = list(_LABELLED_PRICE.finditer(stated.elsewhere))
        behind = stated.elsewhere
        match = labelled[-1] if labelled else None
    if match is None:
        if stated.is_final:
            return 0.0
        word = fold(stated.word)
        raise InputError(
            f"no price of {word!r}", f"a price, like '{word} 12.5', or a final answer"
        )

    # Another unit or a second number behind the price changes its meaning.
    price = read_decimal(match["number"])
    rest = behind[match.end() :]
    is_clear = match["unit"].lower() in ("", "nat", "nats") and not goes_on(rest)
    if math.isnan(price) or not is_clear:
        text = match["number"] + match["unit"] + rest[:20]
        raise InputError(f"price {text!r}", "a number of nats, like 12.5")
    return price
