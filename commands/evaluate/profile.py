"""Profile of a strategy: times of its stages and moves, and its distance to limits."""

from __future__ import annotations

import click
from tqdm import tqdm

from commands.cli import takes, whole_number
from commands.options import GameOptions, takes_entry
from commands.terminal import columns, show
from contest.conformance.profiling import Profile
from contest.entries.entry import resolve
from contest.sandbox.folders import words_on_disk
from contest.sandbox.limits import Limits
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.remote import StartError
from game.errors import InputError
from game.protocol import Setting
from game.text.formats import counted
from solver.jit import warm

GAMES = 20


@click.command()
@takes_entry("The strategy.")
@click.option(
    "--games", type=whole_number(1), default=GAMES, metavar="N", help="Games to play."
)
@click.option("--seed", default="0", metavar="TEXT", help="Names secrets and noise.")
@takes(options=GameOptions)
def main(entry: str, games: int, seed: str, options: GameOptions) -> int:
    """Show where a strategy's time goes, and how near each game is to its limit."""
    mode, vocabulary = options.mode, options.vocabulary()
    chosen = resolve(entry, mode, options.checkout)
    setting = Setting(vocabulary, mode, timeout=options.timeout)
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
