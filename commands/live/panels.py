"""Texts of the panels of the live screen."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rich.text import Text

from commands.live.figures import Change, Figures
from commands.live.state import ReplayedGame, ScreenState
from contest.runs.watch import Step, describe_ending
from game.clues import to_marks, to_text
from game.protocol import Mode, Outcome
from game.record import FORFEITED
from game.spelling import upper
from game.text.formats import format_count, number, rough_percent

_TILES = ("white on #585858", "black on #d7af00", "black on #5faf5f")
_BAR = "#58a6ff"
_SHORT = 40  # characters of a value
_FAINT, _STRONG, _GOOD, _BAD, _NEWS = "dim", "bold", "#56d364", "#ff7b72", "#e3b341"


def status(state: ScreenState) -> Text:
    """Return the line at the top: entry, game, its outcome, the present activity."""
    draws = state.request.draws
    text = Text(no_wrap=True, overflow="ellipsis")
    text.append(f" {state.entry.text} ", _STRONG)
    text.append(f" seed {draws.seed}, game {draws.game} ", _FAINT)
    if state.shown is not None and not state.busy:
        game = state.shown.watched.game
        won = game.outcome is Outcome.WON
        text.append(f" {describe_ending(game)}", _GOOD if won else _BAD)
    said = state.notice or state.busy
    text.append(f"  {said}" if said else "", _NEWS)
    return text


def game_panel(shown: ReplayedGame, current: int, width: int) -> Text:
    """Return a game turn by turn; later turns than the present one are faint."""
    text = Text(no_wrap=True)
    for index, step in enumerate(shown.steps):
        line = _row(step, shown.watched.game.mode, width)
        if index > current:
            line.stylize(_FAINT)
        text.append("▸" if index == current else " ", _STRONG).append_text(line)
        text.append("\n")
        if index == current:
            text.append_text(_detail(step))
    game = shown.watched.game
    if current == len(shown.steps) - 1 and game.outcome in FORFEITED:
        text.append(game.reason, _BAD)
    return text


def _row(step: Step, mode: Mode, width: int) -> Text:
    text = Text(f"{step.number} ")
    if step.turn is None:
        text.append(f"answer {upper(step.word)}" if step.word else "no valid move")
        return text
    length = len(step.word)
    wide = 3 * length + 15 <= width
    false = step.false or (False,) * length
    marks = to_marks(step.turn.clue, length)
    for letter, mark, lie in zip(upper(step.word), marks, false, strict=True):
        text.append(f"{' ' * wide}{letter}{'*' if lie else ' '}", _TILES[mark])
    if 4 * length + 15 <= width:
        text.append(f" {to_text(step.turn.clue, length)}")
    if mode is Mode.CLASSIC:
        left = step.insight.left if step.insight else 0
        text.append(f" {left:,} left")
    elif mode.priced:
        text.append(f" {number(step.turn.epsilon):>4} {number(step.paid):>5}")
    return text


def _detail(step: Step) -> Text:
    text = Text()
    if any(step.false) and step.insight is not None:
        truth = to_text(step.insight.truth, len(step.word))
        lies = format_count(sum(step.false), "false mark")
        text.append(f"   {lies}*, in truth {truth}\n", _BAD)
    if step.bits:
        text.append(f"   {step.bits}\n")
    text.append(f"   {step.time}\n")
    return text


def posterior_panel(step: Step, secret: str, width: int) -> Text:
    """Return the likeliest answers with bars; the secret is marked."""
    text = Text(no_wrap=True)
    if step.insight is None:
        return text.append("no clue so far: all answers are equally likely", _FAINT)
    most = step.insight.likeliest[0][1]
    for rank, (word, chance) in enumerate(step.insight.likeliest, 1):
        style = f"{_GOOD} bold" if word == secret else ""
        share = f"{100 * chance:.2g} %" if chance < 0.995 else f"{100 * chance:.3g} %"
        head = f"{rank:>2} {upper(word)} {share:>8} "
        room = max(1, width - len(head) - 1)
        text.append(head, style)
        text.append("█" * max(1, round(room * chance / most)), style or _BAR)
        text.append("\n")
    text.right_crop(1)
    return text


def posterior_title(step: Step, secret: str, mode: Mode) -> str:
    """Return the rank and the chance of the secret."""
    if step.insight is None:
        return "Posterior"
    if mode is Mode.CLASSIC:
        return f"Posterior: {format_count(step.insight.left, 'answer')} left"
    share = rough_percent(step.insight.chance)
    return f"Posterior: {upper(secret)} is no. {step.insight.rank}, {share}"


def output_panel(step: Step) -> Text:
    """Return what the strategy printed, a traceback included."""
    printed = step.observation.printed
    return Text(printed) if printed else Text("It printed nothing.", _FAINT)


def state_panel(steps: Sequence[Step], position: int) -> Text:
    """Return the strategy's variables at a step.

    Those that have just changed are first, marked; then those that change in this game,
    and those with a short value.
    """
    state, text = steps[position].observation.state, Text()
    if not state:
        return Text("It has no attributes.", _FAINT)
    known = dict(steps[max(0, position - 1)].observation.state)
    values: dict[str, set[str]] = {}
    for step in steps:
        for name, value in step.observation.state:
            values.setdefault(name, set()).add(value)

    def order(item: tuple[str, str]) -> tuple[bool, bool, bool]:
        name, value = item
        same = known.get(name) == value
        return same, same and len(values[name]) == 1, same and len(value) > _SHORT

    for name, value in sorted(state, key=order):
        text.append(name, _BAR).append(" = ")
        text.append(f"{value}\n", _NEWS if known.get(name) != value else "")
    text.right_crop(1)
    return text


def figures_title(figures: Figures | None, version: int) -> str:
    """Return which version is measured, against which, by how many games.

    Until there are figures of `version`, they are those of an earlier one.
    """
    if figures is None:
        return f"Version {version}"
    against = f" against {figures.before}" if figures.before else ""
    games = f"{figures.games} of {figures.most} games"
    return f"Version {figures.version}{against}: {games}"


def figures_panel(figures: Figures | None) -> Text:
    """Return the figures of the version with their changes."""
    text = Text()
    if figures is None or not figures.changes:
        return text.append("Playing games to measure ...", _FAINT)
    for change in figures.changes:
        text.append_text(_change(change)).append("\n")
    if figures.before and figures.pairs < figures.games:
        text.append(f"compared over the first {figures.pairs} games\n", _FAINT)
    if figures.forfeited:
        stopped = ", so no further games" if figures.stopped else ""
        count = format_count(figures.forfeited, "game")
        text.append(f"{count} forfeited{stopped}: {figures.reason}\n", _BAD)
    return text


def _change(change: Change) -> Text:
    """Return a figure, the one before, and the difference with its standard error."""
    style = {True: _GOOD, False: _BAD, None: ""}[change.better]
    paired = not math.isnan(change.before)
    text = Text()
    text.append(f"{change.column} ", _STRONG).append(_value(change.value, change))
    reached = math.isfinite(change.value)
    if paired and (reached or math.isfinite(change.before)):
        text.append(f" (was {_value(change.before, change)})", _FAINT)
    if paired and math.isfinite(change.difference) and reached:
        text.append(":")
        text.append(f" {_plain(change.difference, change, '+')}", style)
    if reached:
        text.append(f" ± {_plain(change.error, change)}", style)
    return text


def _value(value: float, change: Change) -> str:
    if math.isinf(value):
        return "not reached"
    return _plain(value, change) + (" %" if change.share else "")


def _plain(value: float, change: Change, sign: str = "") -> str:
    if math.isnan(value):
        return "?"
    if change.share:
        return f"{100 * value:{sign}.1f}"
    return f"{value:{sign}.{3 if change.column == 'guesses' else 2}f}"
