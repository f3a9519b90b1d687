"""Play Absurdle: the word hides from you as long as it can."""

from __future__ import annotations

import math
from collections.abc import Sequence

from commands._line import Parser, add_words, words
from commands._screen import columns, converse, has_colour, new_person, show
from contest.entries import resolve
from game.adversary import AbsurdleHost, ChallengeHost
from game.errors import InputError
from game.person import Person, Undo, spelling
from game.play import Game, Scripted, play
from game.protocol import MAX_MOVES, Mode, Outcome, Setting
from game.render import board, share_text
from game.wording import counted


def main(arguments: Sequence[str]) -> int:
    """Play Absurdle or its challenge mode."""
    parser = Parser(
        prog="interactive.py hide",
        description="Play Absurdle: there is no secret, and every clue leaves as many "
        "answers possible as it can. Corner it.",
    )
    add = parser.add_argument
    add("--challenge", metavar="WORD", help="lead it to this word and no other")
    add("--guess", metavar="WORD[,WORD]", help="play these words first")
    add("--solve", action="store_true", help="show guesses that do it, and do not play")
    add("--strategy", default="entropy", metavar="ENTRY", help="who gives the hints")
    add_words(parser)
    options = parser.parse_args(arguments)
    vocabulary = words(options, options.challenge, options.guess)
    setting = Setting(vocabulary, Mode.CLASSIC, MAX_MOVES)
    first = setting.check_opening(options.guess or "")
    resolve(options.strategy, Mode.CLASSIC)  # a mistake in it stops before the game
    host = AbsurdleHost(vocabulary.answers)
    if options.challenge is not None:
        target = vocabulary.check_answer(options.challenge)
        host = ChallengeHost(vocabulary.answers, target)
    if options.solve and first:
        raise InputError(f"--guess {options.guess!r}: expected none with --solve")
    if options.solve:
        return solve(host, setting)
    undo = spelling("undo", setting)
    person = new_person(
        setting,
        options.strategy,
        opening=first,
        undo=True,
        note=lambda: note(host, undo),
    )
    show(f"{welcome(host, setting)}\n")
    return converse(
        lambda: corner(host, person, setting), farewell, lambda: hidden(host)
    )


def solve(host: AbsurdleHost, setting: Setting) -> int:
    """Show a line that beats the host, or say that there is none."""
    from commands.run import picture  # these two load numba, and a game need not wait
    from solver.absurdle import Adversary

    adversary, count = Adversary(setting.vocabulary), len(setting.vocabulary.guesses)
    if isinstance(host, ChallengeHost):
        target, line = host.target.upper(), adversary.line_to(host.target)
        if line is None:
            print(f"No guesses lead to {target}: all sequences have been tried.")
            return 1
        end = f"{target} is reached in {counted(len(line), 'guess')}."
    else:
        line = adversary.shortest_line()
        end = f"Cornered in {counted(len(line), 'guess')}"
        end += f"; no {len(line) - 1} of {count:,} do it." if len(line) > 1 else "."
    game = play(Scripted([(word, math.inf) for word in line]), host, setting)
    print(f"{picture(game, setting)}\n\n{end}")
    return 0


def corner(host: AbsurdleHost, person: Person, setting: Setting) -> Game:
    """Play, again from the start whenever the person takes a guess back."""
    while True:
        host.reset()
        try:
            return play(person, host, setting)
        except Undo:
            continue


def note(host: AbsurdleHost, undo: str) -> str:
    """Return what a player of the challenge must know about the target."""
    if not isinstance(host, ChallengeHost):
        return ""
    if host.is_open:
        return f"target: {host.target.upper()}"
    return f"{host.target.upper()} is lost: {undo} takes the last guess back"


def welcome(host: AbsurdleHost, setting: Setting) -> str:
    """Return what a game begins with."""
    length, more = setting.vocabulary.length, spelling("help", setting)
    goal = f"corner a word of {length} letters that hides as long as it can"
    if isinstance(host, ChallengeHost):
        goal = f"there is no secret yet; make it {host.target.upper()}"
    return f"Absurdle: {goal}.\nType a word; {more} lists more."


def farewell(game: Game) -> str:
    """Return how a game ended, with the rows to share."""
    picture = board(game.turns, colour=has_colour(), columns=columns())
    word = game.final.upper()
    end = f"Cornered: {word} in {counted(len(game.turns), 'guess')}!"
    if game.outcome is not Outcome.WON:
        end = f"It is {word}, not {game.answer.upper()}."
    shared = share_text("Absurdle", game.turns, game.score, "∞")
    return f"\n{picture}\n\n{end}\n\n{shared}"


def hidden(host: AbsurdleHost) -> str:
    """Return what was left when the person leaves."""
    count, example = len(host.possible), host.possible[0].upper()
    if count == 1:
        return f"Only {example} was left."
    return f"{count} words were left, {example} among them."
