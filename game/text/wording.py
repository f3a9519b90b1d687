"""Rules of a game in words: marks, prices and sources."""

from __future__ import annotations

from textwrap import wrap

from game.clues import MARKERS, Rule, to_text
from game.noise import keep_probability
from game.text.formats import percent

MARK_MEANINGS = {
    "c": ("correct", "green", "the letter is at this place of the word"),
    "i": ("present", "yellow", "the letter is elsewhere in the word"),
    ".": ("absent", "grey", "the letter is not in the word"),
}
"""Name, colour and meaning of each mark."""

SHAPES = (" {} ", "({})", "[{}]")
"""For each mark (absent, present, correct): how a letter is written in a terminal.

Colours are added to this text.
"""

PRICES = (3, 6, 9, 12, 20, 30)
"""Prices in nats for which the rules show the probability of true marks."""

SOURCES = {
    "game": ("Oblivious", "https://games.oblivious.com/games/wordpl"),
    "contest": ("Damien Desfontaines", "https://github.com/TedTed/wordpl"),
    "post": ("Damien Desfontaines", "https://desfontain.es/blog/wordpl.html"),
    "records": ("marcpare", "https://github.com/marcpare/wordpl_lab"),
}
"""Sources of WORDPL. A value has the name of an author or a site, and an address."""


def marks_help(rule: Rule) -> list[tuple[str, str]]:
    """Return the meaning of each mark, as pairs of a term and a text for a help."""
    return [
        *(
            (f"{mark} {shape.format('A')} {colour}", f"{name}: {meaning}")
            for shape, (mark, (name, colour, meaning)) in zip(
                reversed(SHAPES), MARK_MEANINGS.items(), strict=True
            )
        ),
        *(("", line) for line in wrap(repeated_letters(rule), 60)),
    ]


def rules_help(rule: Rule, length: int) -> list[tuple[str, str]]:
    """Return the help on the rules of a game, as pairs of a term and a text.

    The pairs explain the marks. For the rule of WORDPL, further pairs say how often
    marks are true at some prices, and name sources of the game.

    Examples
    --------
    >>> for term, text in rules_help(Rule.LETTERWISE, 5)[5:7]:
    ...     print(f"{term:<15}{text}")
    price           true  lies  no lie
    3 nats          48 %   2.6     2 %
    """
    marks = marks_help(rule)
    if rule is Rule.CLASSIC:
        return marks

    # Show only every second price, so that the help fits 24 lines of 40 columns.
    lines = [("price", f"{'true':>5}{'lies':>6}{'no lie':>8}")]
    for price in PRICES[::2]:
        keep = keep_probability(price, length)
        lies = f"{length * (1 - keep):.1f}"
        none = f"{100 * keep**length:.0f} %"
        lines.append((f"{price} nats", f"{percent(keep):>5}{lies:>6}{none:>8}"))
    sources = [(what, f"{link} ({who})") for what, (who, link) in SOURCES.items()]
    return [*marks, *lines, *sources]


def repeated_letters(rule: Rule) -> str:
    """Return a sentence: how a rule marks a letter that occurs repeatedly in a guess.

    Examples
    --------
    >>> print(repeated_letters(Rule.LETTERWISE))
    Each copy of a letter is marked by its place alone: EERIE against CRANE is iii.c \
(in Wordle ..i.c).
    >>> print(repeated_letters(Rule.CLASSIC))
    No more copies of a letter are marked than the word has: EERIE against CRANE is \
..i.c (in WORDPL iii.c).
    """
    clue, other_clue = (
        to_text(MARKERS[r]("crane", "eerie"), 5)
        for r in (rule, *(r for r in Rule if r is not rule))
    )
    if rule is Rule.LETTERWISE:
        statement = "Each copy of a letter is marked by its place alone"
        other_game = "Wordle"
    else:
        statement = "No more copies of a letter are marked than the word has"
        other_game = "WORDPL"
    return f"{statement}: EERIE against CRANE is {clue} (in {other_game} {other_clue})."
