"""Review of a finished game: the cost of each choice and the luck of each clue."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from commands.cli import argument, command, option
from commands.display.reviewed import classic_text, noisy_text
from commands.options import HARD, OBJECTIVE_HELP, WordOptions
from commands.terminal import progress, show
from game.clues import all_correct, classic, parse
from game.errors import InputError
from game.hard import Hard, Known, check_turns
from game.noise import read_price
from game.protocol import SPARE_TURNS, Setting, objection_to_price
from game.record import Turn
from game.text.formats import format_count
from game.text.typed import longest_word, split_turns, typed_prices
from game.words import Vocabulary
from solver.advice.contradictions import unlisted_note
from solver.advice.costs import Judge
from solver.advice.noisy_costs import NoisyJudge
from solver.advice.noisy_review import review_noisy
from solver.advice.position import check_word
from solver.advice.review import review
from solver.trees.objective import TOTAL, Objective


@command()
def main(
    *,
    game: tuple[str, ...] = argument(
        "game",
        nargs=-1,
        required=True,
        metavar="GAME...",
        help="The guesses with dots between them, like salet.crony.whiff; or each with "
        "its score, like salet=.....; or a result that was shared, and its guesses; "
        "of WORDPL each with price and clue, like salet=10:..i.., and then the final "
        "answer.",
    ),
    answer: str | None = option(
        "--answer",
        metavar="WORD",
        show_default="the last guess; WORDPL: unknown",
        help="The secret.",
    ),
    objective: Objective = option(
        "--objective",
        type=Objective.parse,
        default="total",
        metavar="AIM",
        help=f"Classic. total: fewest guesses; {OBJECTIVE_HELP}",
    ),
    hard: Hard = HARD,
    words: WordOptions,
) -> int:
    """Rate a finished game.

    The cost of each guess, compared with the best one, and the luck of its clue: in
    guesses in classic Wordle, in bits in WORDPL.
    """
    vocabulary = words.vocabulary(longest_word(game))
    guesses, scores = split_turns(game, vocabulary)
    game = tuple(typed_prices(guesses, scores)) or game
    if any(":" in text.partition("=")[2] for text in game):
        if hard is not Hard.OFF:
            raise InputError(f"--hard {hard}: expected off in wordpl")
        if objective != TOTAL:
            raise InputError(f"--objective {objective}: expected total in wordpl")
        turns, final = read_noisy(game, vocabulary)
        secret = None if answer is None else vocabulary.check_answer(answer)
        rated = review_noisy(NoisyJudge(Setting(vocabulary)), turns, final, secret)
        show(noisy_text(rated))
        return 0
    known = read_classic(guesses, scores, answer, vocabulary)
    check_turns(known, hard)
    is_limited = objective == TOTAL and len(known) <= 1 + SPARE_TURNS
    limit = 1 + SPARE_TURNS if is_limited else None
    secret = check_word(vocabulary, answer or known[-1][0])
    guesses = [*dict.fromkeys((*vocabulary.guesses, secret))]  # a list may lack it
    extended = replace(vocabulary, guesses=tuple(guesses))
    judge = Judge(extended, hard, objective=objective, limit=limit)
    progress("thinking...")
    table = classic_text(review(judge, known), objective)
    if answer is None and not scores:
        last = known[-1][0].upper()
        show(f"The secret: {last}, the last guess; --answer WORD names another.\n")
    for guess, _ in known:
        if note := unlisted_note(vocabulary, guess):
            show(f"{note}\n")
    show(table)
    return 0


def read_noisy(game: Sequence[str], vocabulary: Vocabulary) -> tuple[list[Turn], str]:
    """Return the turns of a WORDPL game that was typed, and its final answer.

    The final answer is empty without one. Raises `InputError` when the game cannot be
    understood, or the rules forbid it.
    """
    *guesses, last = game
    final = "" if "=" in last else vocabulary.check_answer(last)
    turns: list[Turn] = []
    for text in guesses if final else game:
        word, _, score = text.partition("=")
        price, colon, clue = score.partition(":")
        try:
            if not colon:
                raise ValueError
            epsilon = read_price(price)
        except ValueError:
            raise InputError(
                f"{text!r}: expected WORD=PRICE:CLUE, like crane=10:ci..c"
            ) from None
        if not 0 < epsilon < math.inf:
            raise InputError(f"{text!r}: expected a finite price above 0")
        if reason := objection_to_price(epsilon, [turn.epsilon for turn in turns]):
            raise InputError(f"{text!r}: {reason}")
        guess = vocabulary.check_guess(word)
        turns.append(Turn(guess, epsilon, parse(clue, vocabulary.length)))
    return turns, final


def read_classic(
    guesses: Sequence[str],
    scores: Sequence[str],
    answer: str | None,
    vocabulary: Vocabulary,
) -> list[Known]:
    """Return the guesses and clues of what was typed.

    Raises `InputError` when it cannot be understood.
    """
    if not guesses or (scores and len(scores) != len(guesses)):
        raise InputError(
            f"{format_count(len(guesses), 'word')} and "
            f"{format_count(len(scores), 'score')}: expected "
            "either WORD=SCORE each or words and --answer"
        )
    guesses = [check_word(vocabulary, guess) for guess in guesses]
    secret = check_word(vocabulary, answer or guesses[-1])
    true_clues = [classic(secret, guess) for guess in guesses]
    clues = [parse(score, vocabulary.length) for score in scores] or true_clues
    if answer is not None and clues != true_clues:
        raise InputError(f"--answer {answer!r}: expected a word that fits the scores")
    right = all_correct(vocabulary.length)
    for guess, clue in zip(guesses[:-1], clues, strict=False):
        if clue == right:
            raise InputError(f"guesses after the right one, {guess!r}: expected none")
    return list(zip(guesses, clues, strict=True))
