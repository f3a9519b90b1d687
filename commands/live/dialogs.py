"""Dialogs of the live screen: the seed, and help."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

HELP = """\
Save the file: the same game is played again by the new version, and the figures are
compared with those of the version before.

←  →    step back, step on; Home and End: first, last
n  p    next game, previous game
l       next lost game
s       another seed of the game that is shown
r       run again, in a new process
Tab     choose a panel; ↑ ↓ PgUp PgDn scroll it
q       quit

GAME: guess, clue, price and budget. A mark with * is false.
POSTERIOR: the ten likeliest answers; the secret is green.
OUTPUT: what the strategy printed before this move, and its traceback.
VARIABLES: its attributes after this move; yellow ones have changed. After a crash,
first the local variables where it happened.
VERSION: by exact posteriors, the smallest budgets that win 5, 50 and 95 % of games,
and below each the games won within it (of two budgets, within the smaller one).
Secrets and noise are the same for every version. After ± stands the standard error of
the difference, ? where too few games tell. Green is better and red is worse, by more
than two standard errors. A version is compared with the last one before it that was
measured over 30 games at least, none of them forfeited."""


class Help(ModalScreen[None]):
    """Keys and panels explained."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter", "dismiss", "Close")
    ]

    def compose(self) -> ComposeResult:
        """Yield the text."""
        with VerticalScroll(classes="dialog"):
            yield Static(HELP, markup=False)


class SeedDialog(ModalScreen[str | None]):
    """Asks for a seed; gives None when it is left.

    Parameters
    ----------
    seed : str
        The present one.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Cancel")]

    def __init__(self, seed: str) -> None:
        super().__init__()
        self.seed = seed

    def compose(self) -> ComposeResult:
        """Yield the input."""
        with Vertical(classes="dialog"):
            yield Label("Seed of secrets and noise; the figures keep theirs")
            yield Input(self.seed, id="seed", select_on_focus=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the seed."""
        self.dismiss(event.value or None)
