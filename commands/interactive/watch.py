"""Command `watch`."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

import click

from commands.display.games import picture_rows
from commands.display.watched import blocks, closing
from commands.framework.cli import (
    OneOf,
    command,
    flag,
    is_given,
    option,
    refuse_options,
    whole_number,
)
from commands.framework.command_lines import review_command, typed_command
from commands.framework.modes import modes_of_entry
from commands.framework.options import (
    HARD,
    FibbleOptions,
    LimitOptions,
    ModeOptions,
    PlayerOptions,
    WordOptions,
    entry_argument,
    opening,
    seed_option,
)
from commands.person.hints import is_own
from commands.person.terminal import progress, show
from contest.entries.entry import Entry, resolve, with_parameters
from contest.runs.folder import RunFolder, find_stored_words
from contest.runs.logs import read_logs
from contest.runs.plan import Plan
from contest.runs.results import pick_game
from contest.runs.watch import WatchedGame, debug_game, watch_game
from contest.sandbox.confinement import unix
from contest.sandbox.limits import Limits
from contest.sandbox.process import StartError
from contest.sandbox.remote import Referee
from game.draws import Draws
from game.errors import InputError, nearest
from game.hard import Hard
from game.hosts import Host, deal
from game.protocol import Forfeit, Mode, Setting
from game.record import FORFEITED, Game
from game.text.formats import format_count
from solver.advice.insights import insights
from solver.warm import warm

_PICKS = ("crashed", "lost", "worst")
"""Values of ``--game`` that choose the first crashed, first lost or worst game."""

_UNTRUSTED = (
    "debug: the strategy runs in this process, without the sandbox: run only files "
    "that you trust. At (Pdb), c continues and q quits.\n"
)
_OF_RUN = (
    *("mode", "seed", "answer", "guess", "depth", "hard", "timeout", "start_timeout"),
    *("checkout", *(field.name for field in fields(FibbleOptions))),
)
"""Names of options that cannot be given with ``--run``: the run has its own values."""
_BACK = ("\x1b[D", "\x1b[A", "b", "\x7f")
_LEAVE = ("q", "\x1b", "\x03", "\x04")


def _game(text: str) -> int | str:
    try:
        return text if text in _PICKS else whole_number(0)(text)
    except InputError as error:
        expected = f"{error.expected}, or {', '.join(_PICKS)}"
        raise replace(error, expected=expected) from None


@dataclass(frozen=True)
class _WatchOptions(
    ModeOptions, FibbleOptions, PlayerOptions, LimitOptions, WordOptions
):
    """Options of the command `watch`, which choose a game to show."""

    answer: str | None = option(
        "--answer",
        metavar="WORD[,WORD]",
        show_default="drawn",
        help="The secret. Classic Wordle takes several secrets, one for each board.",
    )
    seed: str | None = seed_option("a fresh one")
    game: int | str | None = option(
        "--game",
        type=_game,
        metavar="N",
        show_default="0",
        help="The number of the game. With --run also crashed or lost (the first such "
        "game), or worst.",
    )
    folder: Path | None = option(
        "--run",
        "folder",
        type=Path,
        metavar="DIR",
        help="Replay a game of the run in this folder.",
    )
    hard: Hard = HARD
    mode: Mode = option(
        "--mode",
        type=OneOf(Mode),
        default="wordpl",
        show_default="the first of these games that the strategy plays",
        help="The game.",
    )


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A game that the options choose, to be played by `entry`.

    `draws` and `host` have the random numbers and the secret of the game. If the game
    is replayed from a run, `recorded` is the game as it was in the run; otherwise it is
    None.
    """

    entry: Entry
    setting: Setting
    limits: Limits
    draws: Draws
    host: Host
    recorded: Game | None = None


@command()
def main(
    *,
    entry: str | None = entry_argument(
        "The strategy; the default is entropy.", required=False
    ),
    step: bool = flag(
        "--step",
        "Wait for a key after each turn: any key goes on, the left arrow goes back, "
        "and q quits.",
    ),
    here: bool = flag(
        "--debug",
        "Run the strategy in this process, without the sandbox; pdb starts at an "
        "exception and at breakpoint(). Run only files that you trust.",
        to="here",
    ),
    options: _WatchOptions,
) -> int:
    """Watch a strategy play one game.

    Each turn shows the price, the clue that the strategy saw, the true clue, the bits
    gained, the likeliest answers, the output of the strategy and its time.
    """
    if entry == "":
        raise InputError("''", "an entry, or no argument to watch the strategy entropy")
    if entry and not options.folder and not is_given("mode"):
        options = _with_own_mode(entry, options)

    if step and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError("--step", "a terminal")
    if options.folder:
        chosen = _choose_recorded(entry, options, options.folder)
    else:
        chosen = _choose_new(entry, options)

    # A strategy that runs in this process has no time limits.
    if here and chosen.entry.is_program:
        raise InputError(f"--debug {chosen.entry.text!r}", "an entry in Python")
    if here:
        refuse_options(("timeout", "start_timeout"), "not to be given with --debug")
        show(_UNTRUSTED)
    # If the referee cannot run on this system, strategies of this project play in
    # this process.
    here = here or (not unix.MODULES and is_own(chosen.entry))

    watched = _play(chosen, here=here)
    texts = [*_turn_texts(chosen.setting, watched), _end_text(chosen, watched, options)]
    if step:
        _step_through(texts)
    else:
        print("\n".join(texts))
    return int(watched.game.outcome in FORFEITED)


def _choose_new(entry: str | None, options: _WatchOptions) -> _Chosen:
    """Return the new game that `options` choose, to be played by `entry`."""
    if isinstance(options.game, str):
        raise InputError(f"--game {options.game!r}", "--run with it")
    if options.answer and options.game is not None:
        raise InputError(f"--answer {options.answer!r}", "no --game with it")

    # If the user names several secrets, there is a board for each of them.
    vocabulary = options.vocabulary(options.answer, options.guess)
    words = [vocabulary.check_answer(w) for w in (options.answer or "").split(",") if w]
    setting = options.make_setting(
        vocabulary,
        options.mode,
        timeout=options.timeout,
        boards=max(1, len(words)),
        hard=options.hard,
    )

    player = resolve(entry or "entropy", options.mode, options.checkout)
    planned = opening(options.guess, setting)
    player = with_parameters(player, opening=planned, depth=options.depth)

    # The seed and the number of the game fix the noise. Both also fix the secret,
    # unless the user names the secret.
    draws = Draws(options.seed or secrets.token_hex(4), options.game or 0)
    host = deal(setting, draws, ",".join(words) or None)
    return _Chosen(player, setting, Limits(options.start_timeout), draws, host)


def _with_own_mode(entry: str, options: _WatchOptions) -> _WatchOptions:
    """Return the options, with the mode set to the first mode that the entry plays."""
    return replace(options, mode=modes_of_entry(entry, options.checkout)[0])


def _choose_recorded(entry: str | None, options: _WatchOptions, path: Path) -> _Chosen:
    """Return a game of the run in the folder `path`, to be played again.

    `entry` is the name of the entry that played; it may be None if the run has one
    entry.
    """
    refuse_options(
        _OF_RUN, "not to be given with --run, because the run keeps its options"
    )
    folder = RunFolder(path)
    run = folder.open(options.chosen_vocabulary())
    if options.game is None:
        raise InputError(
            "--run", f"--game with the number of a game, or with {' or '.join(_PICKS)}"
        )
    plan = Plan.from_facts(run.facts)
    entries = {one.text: one for one in plan.entries}
    name = entry or (next(iter(entries)) if len(entries) == 1 else "")
    if name not in entries:
        asked = f"entry {name!r}" if name else "no entry"
        raise InputError(asked, " or ".join(entries), nearest(name, entries))

    # The seed and the number of the game fix its secret and its noise.
    number, game = pick_game(folder, name, plan.setting, options.game)
    draws = Draws(plan.seed, number)
    host = deal(plan.setting, draws, whole_dictionary=plan.whole_dictionary)
    return _Chosen(entries[name], plan.setting, plan.limits, draws, host, game)


def _play(chosen: _Chosen, *, here: bool) -> WatchedGame:
    """Play the chosen game in the sandbox, like a game of a run, and return the game.

    With `here`, the strategy plays in this process, without the sandbox.
    """
    setting = chosen.setting
    try:
        if here:
            return debug_game(chosen.entry, setting, chosen.draws, chosen.host)
        # Kernels are compiled first: compiling would use up the time of the strategy.
        warm(setting.vocabulary, setting.rule)
        progress("thinking...")
        with Referee(setting, chosen.limits, log=True) as referee:
            player = referee.player(chosen.entry)
            return watch_game(player, chosen.draws, chosen.host)
    except (StartError, Forfeit) as error:
        why = error.reason if isinstance(error, Forfeit) else error
        raise InputError(f"{chosen.entry.text!r} cannot play: {why}") from None


def _turn_texts(setting: Setting, watched: WatchedGame) -> Iterator[str]:
    """Yield a text for each turn of a watched game, and for the final move.

    In a game on one board, the text also tells what the clue revealed about the secret.
    """
    # An insight is about one secret, so a game on several boards has no insights.
    game = watched.game
    alone = setting.boards == 1
    seen = [*insights(setting, game.turns, game.answer)] if alone else []
    rows = picture_rows(game, setting) if game.mode is Mode.CLASSIC else []
    return blocks(watched, seen, rows)


def _end_text(chosen: _Chosen, watched: WatchedGame, options: _WatchOptions) -> str:
    """Return a text that says how the game ended, and the command that plays it again.

    For a game of a run there is no command. If the replay differs from the run, the
    text shows the recorded moves and output instead.
    """
    words = options.named
    if options.folder and options.chosen_vocabulary() is None:
        words |= find_stored_words(options.folder)

    # Only a game of WORDPL is followed by the command `review`, which rates the game.
    is_priced = watched.game.mode.priced
    rate = review_command(watched.game, Hard.OFF, **words) if is_priced else ""
    lines = [closing(watched.game, chosen.entry.text, rate)]

    # After a new game, show the command that plays it again. After a game of a run,
    # tell whether the replay differs from the recorded game.
    recorded = chosen.recorded
    game = watched.game
    if recorded is None:
        draws = {"seed": chosen.draws.seed, "game": chosen.draws.game}
        if not options.answer and not options.seed:
            lines += ["play the same game again:", typed_command(**draws)]
        if options.answer and game.mode is Mode.WORDPL:
            lines.append("WORDPL: clues may lie; for Wordle, add --mode classic")
    elif (recorded.turns, recorded.final) != (game.turns, game.final):
        lines.append(
            f"In the run this game went another way: {_moves_text(recorded)}. The "
            "strategy depends on earlier games, draws random numbers of its own, or "
            "has changed since the run."
        )
        lines += [
            f"    | {line}" for line in _recorded_log(chosen, options).splitlines()
        ]
    return "\n".join(lines)


def _moves_text(game: Game) -> str:
    turns = " ".join(map(str, game.turns))
    return f"{turns} {game.final or game.reason}".strip()


def _recorded_log(chosen: _Chosen, options: _WatchOptions) -> str:
    """Return the output of the strategy in the chosen game, as recorded in the run."""
    assert options.folder is not None
    wanted = (chosen.entry.text, chosen.draws.game)
    texts = (log for *key, log in read_logs(options.folder) if (*key,) == wanted)
    return next(texts, "")


def _step_through(texts: Sequence[str]) -> None:
    """Show `texts`, the turns, one by one.

    Any key goes on, the left arrow goes back, and q quits.
    """
    shown = 0
    while shown < len(texts):
        # Every step shows all turns so far again, because the left arrow can remove a
        # turn.
        click.clear()
        print("\n".join(texts[: shown + 1]))
        where = f"{shown + 1} of {format_count(len(texts), 'step')}"
        print(
            f"\n{where}: any key goes on, left arrow goes back, q quits",
            flush=True,
        )
        key = click.getchar()
        if key in _LEAVE:
            return
        shown = max(0, shown - 1) if key in _BACK else shown + 1
