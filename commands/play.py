"""Play WORDPL or classic Wordle, with hints when you want them."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from commands._line import Parser, add_words, one_of, words
from contest.entries import load, resolve
from game.draws import Draws
from game.errors import InputError
from game.hosts import Host, deal
from game.person import Person, Quit, spelling
from game.play import Game, Turn, play
from game.protocol import (
    MAX_MOVES,
    Forfeit,
    Mode,
    Move,
    Outcome,
    Setting,
    check_move,
)
from game.render import board, number, share

CLASSIC_TURNS = 6


def main(arguments: Sequence[str]) -> int:
    """Play WORDPL or classic Wordle, with hints when you want them."""
    parser = Parser(
        prog="interactive.py play",
        description="Play WORDPL, or Wordle with --mode classic.",
    )
    add = parser.add_argument
    add("--mode", type=one_of(*Mode), default="wordpl", help="wordpl or classic")
    add("--answer", metavar="WORD", help="the secret, for a game you know")
    add("--seed", metavar="TEXT", help="deal the game of this name")
    add("--strategy", default="entropy", metavar="ENTRY", help="who gives the hints")
    add_words(parser)
    options = parser.parse_args(arguments)
    mode, vocabulary = Mode(options.mode), words(options)
    resolve(options.strategy, mode)  # a mistake in it is told before the game
    turns = CLASSIC_TURNS if mode is Mode.CLASSIC else MAX_MOVES
    setting = Setting(vocabulary, mode, turns)
    answer = None
    if options.answer is not None:
        answer = vocabulary.check_answer(options.answer)
    seed = secrets.token_hex(16) if options.seed is None else options.seed
    return converse(setting, deal(setting, Draws(seed, 0), answer), options.strategy)


def converse(setting: Setting, host: Host, strategy: str) -> int:
    """Play one game with the person at the terminal."""
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    person = Person(
        setting,
        ask=asker(),
        tell=print,
        hint=lambda turns, name: hint(name or strategy, setting, turns),
        colour=colour,
    )
    print(f"{welcome(setting)}\n")
    try:
        game = play(person, host, setting)
    except (Quit, EOFError):
        print(f"\nThe word was {host.reveal().upper()}. Until next time!")
        return 0
    except KeyboardInterrupt:
        print(f"\nStopped. The word was {host.reveal().upper()}.")
        return 130
    print(farewell(game, colour=colour))
    return 0


def asker() -> Callable[[str], str]:
    """Return how to ask: with line editing in a terminal, with an echo elsewhere."""
    if sys.stdin is None:  # closed by whoever started us
        raise InputError("no standard input: expected a terminal or a pipe")
    for stream in (sys.stdin, sys.stdout):
        # A stray byte or a screen without emoji must not end the game.
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - importing it is what it takes
        return input

    def ask(prompt: str) -> str:
        line = input(prompt)
        print(line)  # a terminal would show it
        return line

    return ask


def welcome(setting: Setting) -> str:
    """Return what a game begins with."""
    # No word for an example: it might be the secret.
    goal = f"find the word of {setting.vocabulary.length} letters"
    more = f"{spelling('help', setting)} tells more."
    if setting.mode is Mode.CLASSIC:
        return f"Wordle: {goal} in {CLASSIC_TURNS} guesses. Type a word; {more}"
    return (
        f"WORDPL: {goal}, and pay little. Clues may lie;\nthe more you pay "
        f"for one, the truer it is. Type a word and a price;\nprice 0 answers. {more}"
    )


def farewell(game: Game, *, colour: bool) -> str:
    """Return how a game ended, with the rows to share."""
    secret, won = game.answer.upper(), game.outcome is Outcome.WON
    if game.mode is Mode.CLASSIC:
        count = len(game.turns) if won else "X"
        title = f"Wordle {count}/{CLASSIC_TURNS}"
        end = f"Well done, it was {secret}!" if won else f"The word was {secret}."
        end = f"{board(game.turns, colour=colour)}\n\n{end}"
    else:
        title = f"WORDPL {number(game.score)}"
        end = "Right, it was" if won else "No, the word was"
        end = f"{end} {secret}{'!' if won else '.'} Your score: {number(game.score)}"
    if game.reason:
        end += f" ({game.reason})"
    return f"\n{end}\n\n{title}\n{share(game.turns)}".rstrip()


def hint(text: str, setting: Setting, turns: list[Turn]) -> Move:
    """Return the move that a strategy would make in the person's place.

    Raises
    ------
    InputError
        When there is no such strategy, or it fails.
    """
    entry = resolve(text, setting.mode)
    sys.stderr.write("thinking...\n")
    sys.stderr.flush()
    try:
        strategy = load(entry)
        if hasattr(strategy, "prepare"):
            strategy.prepare(setting)
        move = strategy.first_move()
        for turn in turns:
            move = strategy.next_move(turn.guess, turn.epsilon, turn.result)
        return check_move(move, setting)
    except Forfeit as forfeit:
        raise InputError(f"{text!r} has no hint: {forfeit.reason}") from forfeit
    except (Exception, SystemExit) as error:  # the strategy may be anybody's
        name = type(error).__name__
        raise InputError(f"{text!r} has no hint: {name}: {error}") from error
