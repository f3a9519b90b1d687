"""Absurdle and its challenge mode in the terminal."""

from __future__ import annotations

import math
from functools import cache

from commands.framework.command_lines import typed_command
from commands.framework.options import WordOptions
from commands.framework.results import terminal_width
from commands.person.human_player import Hint, Undo, spelling
from commands.person.terminal import (
    has_colour,
    hinting_entry,
    moves_text,
    new_person,
    play_with_person,
    progress,
    show,
    site_address,
)
from game.errors import InputError
from game.hosts import AbsurdleHost, ChallengeHost
from game.loop import play
from game.protocol import MAX_MOVES, Mode, Move, Outcome, Setting, Strategy
from game.record import Game, Turn
from game.spelling import upper
from game.text.deals import Deal
from game.text.formats import format_count
from game.text.render import board
from game.text.share import share_text
from solver.advice.adversary import Adversary


def play_absurdle(
    words: WordOptions, challenge: str | None, strategy: str | None, moves: str | None
) -> int:
    """Play a game of Absurdle with the person at the terminal; return the exit status.

    `words` choose the word lists. `challenge` is the word that the person must make the
    last possible answer; it is None in ordinary Absurdle. `strategy` gives the hints.
    If `strategy` is None, an exact search gives the hints in a challenge, and
    ``entropy`` gives the hints in ordinary Absurdle. The guesses in `moves` are made
    first, to continue an earlier game.
    """
    vocabulary = words.vocabulary(challenge)
    setting = Setting(vocabulary, Mode.CLASSIC, MAX_MOVES)
    hinter = strategy or "entropy"
    hinting_entry(hinter, Mode.CLASSIC)  # reports a wrong name before the game starts
    host = AbsurdleHost(vocabulary.answers)
    target = ""
    if challenge is not None:
        target = vocabulary.check_answer(challenge)
        host = ChallengeHost(vocabulary.answers, target)

    # The person may take guesses back. Then the game starts again and the earlier
    # guesses are repeated. Equal guesses get equal clues, because Absurdle has no
    # random numbers.
    undo = spelling("undo", setting)
    person = new_person(
        setting,
        hinter,
        undo=True,
        note=lambda _: _target_text(host, undo),
    )

    # A strategy looks for any answer, and would miss the target of a challenge. So a
    # search for the target gives the hints.
    if isinstance(host, ChallengeHost) and strategy is None:
        person.hint = _challenge_hint(host, setting, person.hint)
    if moves:
        person.make(person.read_moves(moves))
    show(f"{_welcome_text(host, setting)}\n")
    dealt = Deal(setting, is_absurdle=True, target=target)
    return play_with_person(
        lambda: _play_with_undo(host, person, setting),
        lambda game: _farewell_text(game, dealt, len(person.hinted)),
        lambda: _answers_left_text(host),
        lambda: typed_command(moves=moves_text(person.turns)),
    )


def _dead_end_text(host: ChallengeHost) -> str:
    """Return a sentence which says that no guesses lead to the target word any more."""
    target = upper(host.target)
    if host.is_open:
        return f"No guesses lead to {target}: all sequences have been tried."
    return f"No guesses lead to {target} any more: the clues have ruled it out."


def _challenge_hint(host: ChallengeHost, setting: Setting, other: Hint) -> Hint:
    """Return a function whose hints lead to the target word of a challenge.

    `host` answers the guesses and knows the target. If the person names a strategy,
    `other` gives the hint of that strategy.
    """

    # Making an adversary takes time, so it is made only when the first hint is asked
    # for.
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
    """Play a game, and start the game again whenever the person takes a guess back.

    `host` answers the guesses.
    """
    while True:
        host.reset()
        try:
            return play(person, host, setting)
        except Undo:
            continue


def _target_text(host: AbsurdleHost, undo: str) -> str:
    """Return the line about the target word; an empty string without a challenge.

    `undo` is the command that takes a guess back.
    """
    if not isinstance(host, ChallengeHost):
        return ""
    if host.is_open:
        return f"target: {upper(host.target)}"
    return f"{upper(host.target)} is ruled out: {undo} takes the last guess back"


def _welcome_text(host: AbsurdleHost, setting: Setting) -> str:
    """Return the text that is shown before the first guess of Absurdle."""
    length = setting.vocabulary.length
    more = spelling("help", setting)
    goal = (
        f"find the word of {length} letters; "
        "every clue leaves as many words as possible"
    )
    if isinstance(host, ChallengeHost):
        goal = f"there is no secret yet; make {upper(host.target)} the secret"
    return f"Absurdle: {goal}.\nType a word; {more} lists the commands."


def _farewell_text(game: Game, dealt: Deal, hints: int) -> str:
    """Return a text that says how a game ended, and the text to share.

    `hints` is the number of turns in which the person asked for a hint.
    """
    picture = board(game.turns, colour=has_colour(), columns=terminal_width())
    word = upper(game.final)
    end = f"Cornered: {word} in {format_count(len(game.turns), 'guess')}!"
    if game.outcome is not Outcome.WON:
        end = f"The secret is {word}, not {upper(game.answer)}."
    shared = share_text(dealt, game, site_address(), hints)
    return f"\n{picture}\n\n{end}\n\n{shared}"


def _answers_left_text(host: AbsurdleHost) -> str:
    """Return how many answers are still possible, for a person who leaves the game.

    One of these answers is named.
    """
    count = len(host.possible)
    example = upper(host.possible[0])
    if count == 1:
        return f"Only {example} was left."
    return f"{count:,} words were left, {example} among them."
