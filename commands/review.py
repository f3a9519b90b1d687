"""Rate a finished game: what each choice cost, and how kind each clue was."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from commands._line import Parser, add_hard, add_words, words
from commands._screen import has_colour
from game.clues import all_correct, classic, parse
from game.errors import InputError
from game.hard import Hard, Known, objection
from game.render import tiles
from game.wording import counted
from game.words import Vocabulary

if TYPE_CHECKING:
    from solver.review import Reviewed


def main(arguments: Sequence[str]) -> int:
    """Show a game move by move."""
    options = parser().parse_args(arguments)
    first = re.split("[.=]", options.game[0].strip("."))[0]
    vocabulary, hard = words(options, first), Hard(options.hard)
    turns = read(options.game, options.answer, vocabulary)
    for place, (guess, _) in enumerate(turns):
        if reason := objection(guess, turns[:place], hard):
            raise InputError(reason)

    # Here, because --help shall not wait for them.
    from solver.judge import Judge
    from solver.review import review

    print(shown(review(Judge(vocabulary, hard), turns)))
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
    width = len(moves[0].guess)
    lines = [f"     {'guess':<{2 * width + 2}}  left  {'best':<{width}}  skill   luck"]
    for number, move in enumerate(moves, 1):
        picture = tiles(move.guess, move.clue, colour=has_colour())
        mark = "" if move.exact else "  estimated"
        lines.append(
            f"{number:>3}  {picture}  {move.left:>4}  {move.best.upper():<{width}}  "
            f"{move.skill + 0:5.2f}  {move.luck:+5.2f}{mark}"
        )
    skill, luck = sum(move.skill for move in moves), sum(move.luck for move in moves)
    first, last = moves[0], moves[-1]
    about = "" if all(move.exact for move in moves) else "about "
    end = counted(len(moves), "guess") if last.left == 0 else "Not solved"
    return "\n".join(
        [
            *lines,
            "",
            f"{end}; the best play takes {about}{first.expected:.2f} on average.",
            f"Your choices cost {about}{skill:.2f} guesses; the clues "
            f"{'saved' if luck >= 0 else 'cost'} {about}{abs(luck):.2f}.",
        ]
    )


def parser() -> Parser:
    """Return the parser of the command."""
    line = Parser(prog="interactive.py review", description=__doc__)
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
