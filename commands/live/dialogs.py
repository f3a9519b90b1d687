"""Dialogs of the live screen: the seed, and help."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

KEYS = """\
← →   one step back, one on; Home and End: the first, the last
n p   next game, previous game
l     next lost game
s     another seed of the game that is shown
r     run again, in a new process
Tab   choose a panel; ↑ ↓ PgUp PgDn scroll it
q     quit"""

PANELS = {
    "Save the file": "The new version plays the same game, and its figures are "
    "compared with those of the version before.",
    "Game": "Guess, clue, price and budget so far. A mark with * is false.",
    "Posterior": "The ten likeliest answers; the secret is green.",
    "Output": "What the strategy printed before this move, and its traceback.",
    "Variables": "Its attributes after this move, first those that changed; after a "
    "crash also the local variables where it happened.",
    "Version": "Luck-adjusted: the smallest budgets that win 5, 50 and 95 % of games, "
    "and the chance to win within any; without prices the mean number of guesses and "
    "the chance to win. All versions have the same secrets and noise. "
    "± gives the standard error of the difference, ? where there are too few "
    "games; green is better and red worse by more than two of them. The version is "
    "compared with the last that was measured over 30 games and forfeited none.",
}


class Help(ModalScreen[None]):
    """Keys and panels explained."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter", "dismiss", "Close")
    ]

    def compose(self) -> ComposeResult:
        """Yield the text."""
        with VerticalScroll(classes="dialog"):
            yield Static(f"{KEYS}\n", markup=False)
            for title, about in PANELS.items():
                yield Static(Text.assemble((f"{title}: ", "bold"), about))


class SeedDialog(ModalScreen[str | None]):
    """Asks for a seed; gives None when it is left."""

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
