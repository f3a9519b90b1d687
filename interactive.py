"""Play Wordle and WORDPL in the terminal: the player's front door."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from contest.commandline import Parser, add_words, exit_status, one_of, words
from contest.entries import load, resolve
from game.draws import Draws
from game.errors import InputError, nearest
from game.hosts import Host, deal
from game.person import Person, Quit
from game.play import Game, Turn, play
from game.protocol import MAX_MOVES, Mode, Move, Outcome, Setting
from game.render import share, tiles

CLASSIC_TURNS = 6


def main(arguments: Sequence[str]) -> int | None:
    """Run a sub-command."""
    commands: dict[str, Callable[[Sequence[str]], int | None]] = {"play": play_game}
    if not arguments or arguments[0] in ("-h", "--help"):
        print("usage: interactive.py COMMAND ...\n\ncommands:")
        print("  play    play WORDPL or classic Wordle in the terminal")
        print("\ninteractive.py COMMAND --help tells more")
        if arguments:
            return 0
        raise InputError("no command: expected play")
    name, *rest = arguments
    if name not in commands:
        raise InputError(
            f"no command {name!r}: expected {', '.join(commands)}"
            f"{nearest(name, commands)}"
        )
    return commands[name](rest)


def play_game(arguments: Sequence[str]) -> int:
    """Deal a game, let the person play it and say how it ended."""
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
    answer = vocabulary.check_answer(options.answer) if options.answer else None
    draws = Draws(options.seed or secrets.token_hex(16), 0)
    return converse(setting, deal(setting, draws, answer), options.strategy)


def converse(setting: Setting, host: Host, strategy: str) -> int:
    """Play one game with the person at the terminal."""
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    if sys.stdin.isatty():
        import_line_editing()
    person = Person(
        setting,
        ask=input,
        tell=print,
        hint=lambda turns, name: hint(name or strategy, setting, turns),
        colour=colour,
    )
    print(welcome(setting))
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


def welcome(setting: Setting) -> str:
    """Return what a game begins with."""
    vocabulary = setting.vocabulary
    if setting.mode is Mode.CLASSIC:
        first = f"Wordle: find the word of {vocabulary.length} letters in "
        return f"{first}{setting.max_turns} guesses. Type a word, or help."
    return (
        f"WORDPL: find the word of {vocabulary.length} letters. Clues may lie; the "
        "more you pay, the less.\nType a word and a price, like: "
        f"{vocabulary.answers[0]} 12. Price 0 is your answer. help tells more."
    )


def farewell(game: Game, *, colour: bool) -> str:
    """Return how a game ended, with the rows to share."""
    secret = game.answer.upper()
    won = game.outcome is Outcome.WON
    rows = share(game.turns)
    if game.mode is Mode.CLASSIC:
        last = tiles(game.turns[-1].guess, game.turns[-1].clue, colour=colour)
        count = f"{len(game.turns)}" if won else "X"
        end = "Well done!" if won else f"The word was {secret}."
        return f"\n  {last}\n\n{end}\n\nWordle {count}/{CLASSIC_TURNS}\n{rows}"
    if won:
        return f"\nRight, it was {secret}! Your score: {game.score:g}\n\n{rows}"
    return f"\nNo, the word was {secret}. Your score: inf\n\n{rows}"


def hint(text: str, setting: Setting, turns: list[Turn]) -> Move:
    """Return the move that a strategy would make in the person's place.

    Raises
    ------
    InputError
        When there is no such strategy, or it fails.
    """
    entry = resolve(text, setting.mode)
    sys.stderr.write("thinking...\n")
    try:
        strategy = load(entry)
        if hasattr(strategy, "prepare"):
            strategy.prepare(setting)
        move = strategy.first_move()
        for turn in turns:
            move = strategy.next_move(turn.guess, turn.epsilon, turn.result)
        return Move(*move)
    except Exception as error:  # the strategy may be anybody's
        name = type(error).__name__
        raise InputError(f"{text!r} has no hint: {name}: {error}") from error


def import_line_editing() -> None:
    """Let the arrow keys work where Python can."""
    with suppress(ImportError):
        import readline  # noqa: F401 - importing it is what it takes


if __name__ == "__main__":
    sys.exit(exit_status("interactive.py", main))
