"""Absurdle and its challenge mode in the terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from commands.cli import flag, option, refuse_options
from commands.command_lines import typed_command
from commands.display.games import picture
from commands.human_player import Hint, Undo, spelling
from commands.options import WordOptions
from commands.results import columns
from commands.terminal import (
    has_colour,
    hinting_entry,
    new_person,
    play_with_person,
    progress,
    show,
    site_address,
)
from game.errors import InputError
from game.hosts import AbsurdleHost, ChallengeHost
from game.loop import Scripted, play
from game.protocol import MAX_MOVES, Mode, Move, Outcome, Setting, Strategy
from game.record import Game, Turn
from game.spelling import upper
from game.text.deals import Deal
from game.text.formats import format_count
from game.text.render import board
from game.text.share import share_text
from solver.advice.adversary import Adversary


@dataclass(frozen=True)
class AbsurdleOptions:
    """Options of Absurdle."""

    heading = "Absurdle"
    challenge: str | None = option(
        "--challenge", metavar="WORD", help="Lead it to this word and no other."
    )
    guess: str = option(
        "--guess", default="", metavar="WORD[,WORD]", help="Play these words first."
    )
    solved: bool = flag(
        "--solve", "Show guesses that end the game, and do not play.", to="solved"
    )


def play_absurdle(
    options: AbsurdleOptions, words: WordOptions, strategy: str | None
) -> int:
    """Play a game and return the exit status.

    `strategy` gives the hints; None is ``entropy``, and in a challenge an exact search.
    """
    challenge = options.challenge
    guess = options.guess
    vocabulary = words.vocabulary(challenge, guess)
    setting = Setting(vocabulary, Mode.CLASSIC, MAX_MOVES)
    hinter = strategy or "entropy"
    hinting_entry(hinter, Mode.CLASSIC)  # a mistake in it stops before the game
    host = AbsurdleHost(vocabulary.answers)
    target = ""
    if challenge is not None:
        target = vocabulary.check_answer(challenge)
        host = ChallengeHost(vocabulary.answers, target)

    made = _parse_opening(host, setting, guess)
    if options.solved:
        refuse_options(("strategy",), "none with --solve")
        return _show_solution(host, setting, made)

    # A person who may take guesses back, as the host always gives the same clues.
    undo = spelling("undo", setting)
    person = new_person(
        setting,
        hinter,
        undo=True,
        note=lambda _: _target_text(host, undo),
    )
    person.make(made)

    # A strategy that looks for the answer would miss the target: a search leads to it.
    if isinstance(host, ChallengeHost) and strategy is None:
        person.hint = _challenge_hint(host, setting, person.hint)
    show(f"{_welcome_text(host, setting)}\n")
    dealt = Deal(setting, is_absurdle=True, target=target)
    return play_with_person(
        lambda: _play_with_undo(host, person, setting),
        lambda game: _farewell_text(game, dealt, len(person.hinted)),
        lambda: _answers_left_text(host),
        typed_command(),
    )


def _parse_opening(host: AbsurdleHost, setting: Setting, text: str) -> list[Move]:
    """Return the first moves from words separated by commas, after validation."""
    made = [Move(word, math.inf) for word in setting.check_opening(text)]
    turns = play(Scripted([*made]), host, setting).turns
    host.reset()
    if len(turns) < len(made):
        end = made[len(turns) - 1].guess
        raise InputError(f"--guess {text!r}: expected no guess after {end!r}, the end")
    return made


def _show_solution(host: AbsurdleHost, setting: Setting, made: Sequence[Move]) -> int:
    """Show a winning sequence after some guesses, or that there is none."""
    line: tuple[str, ...] = ()
    fewest = True
    if not play(Scripted([*made]), host, setting).final:
        adversary = Adversary(setting.vocabulary)
        left = adversary.indices(host.possible)
        if isinstance(host, ChallengeHost):
            if (sequence := adversary.line_to(host.target, left)) is None:
                show(_dead_end_text(host))
                return 1
            line = sequence
        else:
            line, fewest = adversary.shortest_line(left)
    host.reset()
    # The whole game is played, so that the host itself confirms the result.
    moves = [*made, *(Move(word, math.inf) for word in line)]
    game = play(Scripted([*moves]), host, setting)
    end = _solution_text(host, game, setting, len(line), fewest=fewest)
    show(f"{picture(game, setting)}\n\n{end}")
    return 0 if game.outcome is Outcome.WON else 1


def _solution_text(
    host: AbsurdleHost, game: Game, setting: Setting, searched: int, *, fewest: bool
) -> str:
    """Return the result of a game whose last `searched` guesses come from a search."""
    if game.outcome is not Outcome.WON:
        return f"It is {upper(game.final)}, not {upper(game.answer)}."
    length = len(game.turns)
    many = format_count(searched, "more guess") if 0 < searched < length else ""
    many = many or format_count(length, "guess")
    if isinstance(host, ChallengeHost):
        return f"{upper(host.target)} is reached in {many}."
    if not fewest:
        return f"Cornered in {many}; not all shorter sequences were searched."
    count = len(setting.vocabulary.guesses)
    proof = f"; no {searched - 1} of {count:,} do it" if searched > 1 else ""
    return f"Cornered in {many}{proof}."


def _dead_end_text(host: ChallengeHost) -> str:
    """Return that the target cannot be reached from here, in a sentence."""
    target = upper(host.target)
    if host.is_open:
        return f"No guesses lead to {target}: all sequences have been tried."
    return f"No guesses lead to {target} any more: the clues have ruled it out."


def _challenge_hint(host: ChallengeHost, setting: Setting, other: Hint) -> Hint:
    """Return a hint function that leads to the target; named hints use `other`."""

    # Made for the first hint: it takes time, and a person may ask for none.
    @cache
    def adversary() -> Adversary:
        return Adversary(setting.vocabulary)

    def hint(turns: list[Turn], name: str) -> Move:
        if name:
            return other(turns, name)
        progress("thinking...")
        left = adversary().indices(host.possible)
        if (line := adversary().line_to(host.target, left)) is None:
            raise InputError(_dead_end_text(host))
        return Move(line[0], math.inf)

    return hint


def _play_with_undo(host: AbsurdleHost, person: Strategy, setting: Setting) -> Game:
    """Play, restarting whenever the person takes a guess back."""
    while True:
        host.reset()
        try:
            return play(person, host, setting)
        except Undo:
            continue


def _target_text(host: AbsurdleHost, undo: str) -> str:
    """Return the line about the target of a challenge, empty without one."""
    if not isinstance(host, ChallengeHost):
        return ""
    if host.is_open:
        return f"target: {upper(host.target)}"
    return f"{upper(host.target)} is lost: {undo} takes the last guess back"


def _welcome_text(host: AbsurdleHost, setting: Setting) -> str:
    """Return the introduction."""
    length = setting.vocabulary.length
    more = spelling("help", setting)
    goal = f"find the word of {length} letters; every clue leaves as many as possible"
    if isinstance(host, ChallengeHost):
        goal = f"there is no secret yet; make it {upper(host.target)}"
    return f"Absurdle: {goal}.\nType a word; {more} lists more."


def _farewell_text(game: Game, dealt: Deal, hints: int) -> str:
    """Return how a game ended, with the text to share."""
    picture = board(game.turns, colour=has_colour(), columns=columns())
    word = upper(game.final)
    end = f"Cornered: {word} in {format_count(len(game.turns), 'guess')}!"
    if game.outcome is not Outcome.WON:
        end = f"It is {word}, not {upper(game.answer)}."
    shared = share_text(dealt, game, site_address(), hints)
    return f"\n{picture}\n\n{end}\n\n{shared}"


def _answers_left_text(host: AbsurdleHost) -> str:
    """Return the remaining answers, for a person who leaves."""
    count = len(host.possible)
    example = upper(host.possible[0])
    if count == 1:
        return f"Only {example} was left."
    return f"{count:,} words were left, {example} among them."
