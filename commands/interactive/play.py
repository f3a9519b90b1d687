"""WORDPL and classic Wordle in the terminal, with hints."""

from __future__ import annotations

import secrets

import click

from commands.cli import takes
from commands.options import BOARDS, HARD, MODE, STRATEGY, WordOptions
from commands.person import spelling
from commands.terminal import columns, converse, has_colour, new_person, show
from contest.entries.entry import resolve
from game.draws import Draws
from game.errors import InputError
from game.hard import Hard
from game.hosts import deal
from game.loop import play
from game.protocol import MAX_MOVES, SPARE_TURNS, Mode, Outcome, Setting
from game.record import Game
from game.render import board, share_text
from game.wording import counted, number


@click.command()
@MODE
@click.option(
    "--answer", metavar="WORD[,WORD]", help="The secrets, for a game you know."
)
@click.option("--seed", metavar="TEXT", help="Deal the game of this name.")
@STRATEGY
@BOARDS
@HARD
@takes(words=WordOptions)
def main(
    mode: Mode,
    answer: str | None,
    seed: str | None,
    strategy: str,
    boards: int | None,
    hard: Hard,
    words: WordOptions,
) -> int:
    """Play WORDPL, or Wordle with --mode classic."""
    vocabulary = words.vocabulary(answer)
    resolve(strategy, mode)  # a mistake in it stops before the game
    secret, count = None, boards or 1
    if answer is not None:
        chosen = [vocabulary.check_answer(word) for word in answer.split(",")]
        if len(chosen) != (boards or len(chosen)):
            expected = f"expected {counted(count, 'word')}, one per board"
            raise InputError(f"--answer {answer!r}: {expected}")
        secret, count = ",".join(chosen), len(chosen)
    turns = count + SPARE_TURNS if mode is Mode.CLASSIC else MAX_MOVES
    setting = Setting(vocabulary, mode, turns, boards=count, hard=hard)
    setting.check()
    name = secrets.token_hex(16) if seed is None else seed
    host = deal(setting, Draws(name, 0), secret)
    person = new_person(setting, strategy)
    show(f"{welcome(setting)}\n")
    return converse(
        lambda: play(person, host, setting),
        lambda game: farewell(game, setting),
        lambda: f"The {_was(host.reveal())}.",
    )


def welcome(setting: Setting) -> str:
    """Return the introduction."""
    # Without an example word, which might be the secret.
    length, boards = setting.vocabulary.length, setting.boards
    goal = f"find the word of {length} letters"
    if boards > 1:
        goal = f"find the {boards} words of {length} letters, one on each board,"
    more = f"{spelling('help', setting)} lists more."
    if setting.mode is Mode.CLASSIC:
        return f"Wordle: {goal} in {setting.max_turns} guesses. Type a word; {more}"
    return (
        f"WORDPL: {goal}, and pay little. Clues may lie;\nthe more you pay "
        f"for one, the truer it is. Type a word and a price;\nprice 0 answers. {more}"
    )


def farewell(game: Game, setting: Setting) -> str:
    """Return how a game ended, with the rows to share."""
    secret, won = game.answer.upper(), game.outcome is Outcome.WON
    if game.mode is Mode.CLASSIC:
        star = "" if setting.hard is Hard.OFF else "*"
        shared = ("Wordle", game.turns, game.score, f"{setting.max_turns}{star}")
        end = f"The {_was(secret)}."
        if won and setting.boards == 1:
            end = f"Well done, it was {secret}!"
        elif won:
            end = f"Well done, the {_was(secret)}!"
        picture = board(game.turns, colour=has_colour(), columns=columns())
        end = f"{picture}\n\n{end}"
    else:
        shared = ("WORDPL", game.turns, game.score, "")
        end = "Right, it was" if won else "No, the word was"
        end = f"{end} {secret}{'!' if won else '.'} Your score: {number(game.score)}"
    if game.reason:
        end += f" ({game.reason})"
    return f"\n{end}\n\n{share_text(*shared)}"


def _was(secret: str) -> str:
    """Return ``word was CRANE``, or its plural."""
    *others, last = secret.upper().split(",")
    if not others:
        return f"word was {last}"
    return f"words were {', '.join(others)} and {last}"
