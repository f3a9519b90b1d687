"""Review of a finished game: the cost of each choice and the luck of each clue."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from commands.cli import Parser, add_hard, add_words, words
from commands.terminal import has_colour, show
from game.clues import all_correct, classic, parse
from game.errors import InputError
from game.hard import Hard, Known, check_turns
from game.render import tiles
from game.wording import counted
from game.words import Vocabulary

if TYPE_CHECKING:
    from solver.advice.review import Reviewed


def main(arguments: Sequence[str]) -> int:
    """Show a game move by move."""
    options = parser().parse_args(arguments)
    first = re.split("[.=]", options.game[0].strip("."))[0]
    vocabulary, hard = words(options, first), Hard(options.hard)
    turns = read(options.game, options.answer, vocabulary)
    check_turns(turns, hard)

    # Imported here, so that --help does not load them.
    from solver.advice.costs import Judge
    from solver.advice.review import review

    show(shown(review(Judge(vocabulary, hard), turns)))
    return 0


def read(game: list[str], answer: str | None, vocabulary: Vocabulary) -> list[Known]:
    """Return the guesses and clues of what was typed.

    Raises
    ------
    InputError
        When it cannot be understood.
    """
    scored = [text for text in game if "=" in text]
    if scored and (len(scored) < len(game) or answer is not None):
        raise InputError("expected either WORD=SCORE each or words and --answer")
    if scored:
        turns = [_turn(text, vocabulary) for text in scored]
    else:
        guesses = [g for text in game for g in text.strip(".").split(".")]
        guesses = [vocabulary.check_guess(guess) for guess in guesses]
        secret = vocabulary.check_answer(answer or guesses[-1])
        turns = [(guess, classic(secret, guess)) for guess in guesses]
    right = all_correct(vocabulary.length)
    for guess, clue in turns[:-1]:
        if clue == right:
            raise InputError(f"guesses after the right one, {guess!r}: expected none")
    return turns


def _turn(text: str, vocabulary: Vocabulary) -> Known:
    word, _, score = text.partition("=")
    return vocabulary.check_guess(word), parse(score, vocabulary.length)


def shown(moves: list[Reviewed]) -> str:
    """Return the moves as a table, and the totals."""
    length = len(moves[0].guess)
    width, colour = max(5, length), has_colour()
    wide = 4 * length - 1 if colour else 2 * width + 2
    heads = f"{'guess':<{wide}}    left  {'best':<{width}}"
    lines = [f"     {heads}  choice   clue"]
    for turn, move in enumerate(moves, 1):
        picture = tiles(move.guess, move.clue, colour=colour)
        padding = 0 if colour else wide - len(picture)
        left = str(move.left) if move.left else "solved"
        mark = "" if move.exact else "  estimated"
        lines.append(
            f"{turn:>3}  {picture}{' ' * padding}  {left:>6}  "
            f"{move.best.upper():<{width}}  "
            f" {_signed(move.skill)}  {_signed(-move.luck)}{mark}"
        )
    choices, clues = sum(move.skill for move in moves), -sum(m.luck for m in moves)
    about = "" if all(move.exact for move in moves) else "about "
    played = counted(len(moves), "guess")
    expected = f"{about}{moves[0].expected + choices + clues:.2f} expected in all"
    end = f"{played} played, not solved: {expected}" if moves[-1].left else played
    return "\n".join(
        [
            *lines,
            "",
            "choice: guesses more than with the best word.",
            "clue: guesses more (+) or fewer (-) than the word takes on average.",
            "",
            f"{about}{moves[0].expected:.2f} on average with the best play, "
            f"{_signed(choices).strip()} by your choices, "
            f"{_signed(clues).strip()} by the clues: {end}.",
        ]
    )


def _signed(guesses: float) -> str:
    """Return a change with its sign, none for zero."""
    text = f"{guesses:+5.2f}"
    return text if text.strip("+-0. ") else " 0.00"


def parser() -> Parser:
    """Return the parser of the command."""
    line = Parser(
        prog="interactive.py review",
        description="Rate a finished game: guesses that each choice and each clue cost "
        "or saved.",
    )
    add = line.add_argument
    add(
        "game",
        nargs="+",
        metavar="GAME",
        help="the guesses with dots between them, like salet.crony.whiff; or each with "
        "its score, like salet=.....",
    )
    add("--answer", metavar="WORD", help="the secret (default: the last guess)")
    add_hard(line)
    add_words(line)
    return line
