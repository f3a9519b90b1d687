"""Profile of a strategy: times of its stages and moves, and its distance to limits."""

from __future__ import annotations

from tqdm import tqdm

from commands.cli import command, option, whole_number
from commands.options import GameOptions, entry_argument
from commands.terminal import columns, show
from contest.conformance.profiling import Profile
from contest.entries.entry import resolve
from contest.sandbox.limits import Limits
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.process import StartError
from contest.sandbox.tempdirs import words_on_disk
from game.errors import InputError
from game.protocol import Setting
from game.text.formats import counted
from solver.compile.warm import warm

PROFILED_GAMES = 20


@command()
def main(
    *,
    entry: str = entry_argument("The strategy."),
    games: int = option(
        "--games",
        type=whole_number(1),
        default=PROFILED_GAMES,
        metavar="N",
        help="Games to play.",
    ),
    seed: str = option(
        "--seed", default="0", metavar="TEXT", help="Names secrets and noise."
    ),
    options: GameOptions,
) -> int:
    """Show where a strategy's time goes, and how near each game is to its limit."""
    mode, vocabulary = options.mode, options.vocabulary()
    chosen = resolve(entry, mode, options.checkout)
    noise = options.of(vocabulary, mode)
    setting = Setting(vocabulary, mode, timeout=options.timeout, **noise)
    warm(setting.vocabulary, setting.rule)
    profile = Profile()
    bar = tqdm(total=games, desc="games", unit=" games", leave=False, disable=None)
    with bar, words_on_disk(vocabulary) as files:
        policy = SandboxPolicy(chosen, files, setting, Limits(options.start_timeout))
        try:
            for _ in profile.play(policy, setting, seed, games):
                bar.update()
        except StartError as error:
            why = str(error).splitlines()[0]
            raise InputError(f"entry {chosen.text!r} cannot start: {why}") from None
    show(f"{chosen.text}, {counted(games, 'game')} of {mode}\n")
    print(profile.text(options.timeout, columns()))
    return 0
