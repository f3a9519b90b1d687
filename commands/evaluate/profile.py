"""Profile of a strategy: times of its stages and moves, and its distance to limits."""

from __future__ import annotations

from collections.abc import Sequence

from commands.cli import Parser, add_game, whole_number, words
from commands.terminal import columns, show
from contest.entries.entry import resolve
from game.errors import InputError
from game.protocol import MAX_MOVES, Mode, Setting
from game.wording import counted

GAMES = 20


def main(arguments: Sequence[str]) -> int:
    """Play some games and time every move."""
    options = _parser().parse_args(arguments)
    mode, vocabulary = Mode(options.mode), words(options)
    entry = resolve(options.entry, mode, options.checkout)
    setting = Setting(vocabulary, mode, MAX_MOVES, options.timeout)

    from tqdm import tqdm

    from contest.conformance.profiling import ProfiledGame, Start, profile, profile_text
    from contest.runs.evaluation import words_on_disk
    from contest.sandbox.policy import SandboxPolicy
    from contest.sandbox.remote import StartError
    from solver.jit import warm

    warm(vocabulary, mode.rule)
    starts: list[Start] = []
    games: list[ProfiledGame] = []
    bar = tqdm(
        total=options.games, desc="games", unit=" games", leave=False, disable=None
    )
    with bar, words_on_disk(vocabulary) as lists:
        limits = (MAX_MOVES, options.timeout, options.start_timeout)
        policy = SandboxPolicy(entry, *lists, str(mode), *limits)
        try:
            for found in profile(policy, setting, options.seed, options.games):
                if isinstance(found, Start):
                    starts.append(found)
                else:
                    games.append(found)
                    bar.update()
        except StartError as error:
            why = str(error).splitlines()[0]
            raise InputError(f"entry {entry.text!r} cannot start: {why}") from None
    show(f"{entry.text}, {counted(len(games), 'game')} of {mode}\n")
    print(profile_text(starts, games, options.timeout, columns()))
    return 0


def _parser() -> Parser:
    line = Parser(
        prog="evaluate.py profile",
        description="Show where a strategy's time goes, and how near each "
        "game is to its limit.",
    )
    add = line.add_argument
    add("entry", metavar="ENTRY", help="the strategy")
    add(
        "--games",
        type=whole_number(1),
        default=GAMES,
        metavar="N",
        help=f"games to play (default: {GAMES})",
    )
    add("--seed", default="0", metavar="TEXT", help="names secrets and noise")
    add_game(line)
    return line
