"""Screen of `watch --live`: game, posterior, output, variables and figures.

Importing it raises `InputError` when the extra ``tui`` is not installed.
"""

from __future__ import annotations

from typing import ClassVar

from game.errors import missing_extra

try:
    from textual.app import App, ComposeResult
    from textual.binding import Binding, BindingType
    from textual.containers import Container, Vertical, VerticalScroll
    from textual.screen import ModalScreen
    from textual.widgets import Footer, Input, Label, Static
except ImportError as error:
    raise missing_extra("--live", "tui", error) from None

from rich.text import Text

from commands.live import panels
from commands.live.session import Session
from commands.live.state import GameRequest, ReplayedGame, ScreenState
from game.draws import Draws
from game.record import FORFEITED

_ERROR_LINES = 6  # of a traceback, its last
_WIDE = 110  # columns from which three panels are side by side
_SESSION_PERIOD = 0.1  # seconds between two looks at the state of the session
_FILES_PERIOD = 0.25  # seconds between two looks at the files of the strategy


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


class Panel(VerticalScroll, inherit_bindings=False):
    """A titled text that scrolls."""

    # No others: arrows to the sides are keys of the screen.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", show=False),
        Binding("down", "scroll_down", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
    ]

    def __init__(self, name: str, title: str) -> None:
        super().__init__(id=name, classes="panel")
        self.border_title = title
        self._text = Static(markup=False)

    def compose(self) -> ComposeResult:
        """Yield the text."""
        yield self._text

    @property
    def room(self) -> int:
        """Columns for the text."""
        return max(20, self.scrollable_content_region.width)

    def show(self, text: Text, title: str = "") -> None:
        """Replace the text, and the title if there is one."""
        self._text.update(text)
        if title:
            self.border_title = title


class LiveApp(App[None]):
    """The screen.

    `session` is started here, and closed by `show_screen`.
    """

    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_WIDE, "-wide")]
    CSS_PATH = "live.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Back", key_display="←"),
        Binding("right", "step(1)", "Step", key_display="→"),
        Binding("home", "step(-999)", show=False),
        Binding("end", "step(999)", show=False),
        Binding("n", "game(1)", "Next"),
        Binding("p", "game(-1)", "Previous"),
        Binding("l", "lost", "Lost"),
        Binding("s", "seed", "Seed"),
        Binding("r", "again", "Again"),
        Binding("escape", "stop", show=False),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "quit", "Quit"),
        Binding("ctrl+c", "quit", show=False, priority=True),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.title = "watch"
        self.session = session
        self.position = 0
        self._state: ScreenState | None = None

    def compose(self) -> ComposeResult:
        """Yield the panels."""
        yield Static(id="status", markup=False)
        yield Static(id="error", markup=False)
        with Container(id="panels"):
            yield Panel("game", "Game")
            yield Panel("posterior", "Posterior")
            yield Panel("output", "Output")
            yield Panel("figures", "Version")
            yield Panel("variables", "Variables")
        yield Footer()

    def on_mount(self) -> None:
        """Start the session."""
        self.session.start()
        self.set_interval(_SESSION_PERIOD, self._update)
        self.set_interval(_FILES_PERIOD, self.session.poll)

    def on_resize(self) -> None:
        """Draw the panels anew, as their widths have changed."""
        self.call_after_refresh(self._draw)

    def _update(self) -> None:
        """Show the state of the session if it has changed."""
        state, before = self.session.state, self._state
        if self.session.failure is not None:
            self.exit()
        if state is before:
            return
        self._state = state
        shown = state.shown
        if shown is not None and (before is None or shown is not before.shown):
            last_step = len(shown.steps) - 1
            crashed = shown.watched.game.outcome in FORFEITED
            self.position = last_step if crashed else min(self.position, last_step)
        self._draw()

    def _draw(self) -> None:
        state = self._state
        if state is None:
            return
        self.query_one("#status", Static).update(panels.status(state))
        error = self.query_one("#error", Static)
        error.display = bool(state.error)
        lines = Text(state.error).wrap(self.console, max(20, self.size.width - 2))
        error.update(Text("\n").join(lines[-_ERROR_LINES:]))
        title = panels.figures_title(state.figures, state.version)
        self._panel("figures").show(panels.figures_panel(state.figures), title)
        if state.shown is not None and state.shown.steps:
            self._draw_step(state.shown, state.version)

    def _draw_step(self, shown: ReplayedGame, version: int) -> None:
        """Draw the present step of a game; `version` is the last of the strategy."""
        position, step = self.position, shown.steps[self.position]
        draws, played = shown.request.draws, shown.watched.game
        name = f"Game {draws.game}: step {position + 1} of {len(shown.steps)}"
        if shown.version != version:
            name += f", version {shown.version}"
        game = self._panel("game")
        game.show(panels.game_panel(shown, position, game.room), name)
        game.scroll_to(y=max(0, position - 2), animate=False)
        posterior = self._panel("posterior")
        posterior.show(
            panels.posterior_panel(step, played.answer, posterior.room),
            panels.posterior_title(step, played.answer, played.mode),
        )
        output = self._panel("output")
        output.show(panels.output_panel(step))
        crashed = step.turn is None and played.outcome in FORFEITED
        scroll = output.scroll_end if crashed else output.scroll_home
        self.call_after_refresh(scroll, animate=False)
        self._panel("variables").show(panels.state_panel(shown.steps, position))

    def _panel(self, name: str) -> Panel:
        return self.query_one(f"#{name}", Panel)

    def action_step(self, steps: int) -> None:
        """Go some steps on, or back."""
        if self._state is not None and self._state.shown is not None:
            last_step = len(self._state.shown.steps) - 1
            self.position = max(0, min(last_step, self.position + steps))
            self._draw()

    def action_game(self, games: int) -> None:
        """Show another game."""
        self._request(self.session.state.request.after(games))

    def action_lost(self) -> None:
        """Show the next game that is lost."""
        self._request(self.session.state.request.after(1, until_lost=True))

    def action_stop(self) -> None:
        """Stop to look for a lost game."""
        state = self.session.state
        if state.request.until_lost and state.shown is not None:
            self._request(state.shown.request)

    def action_seed(self) -> None:
        """Ask for another seed."""
        request = self.session.state.request

        def take(seed: str | None) -> None:
            if seed is not None:
                self._request(GameRequest(Draws(seed, 0)))

        self.push_screen(SeedDialog(request.draws.seed), take)

    def action_again(self) -> None:
        """Read the strategy again and replay the game."""
        self.session.reload()

    def action_help(self) -> None:
        """Explain keys and panels."""
        self.push_screen(Help())

    def _request(self, request: GameRequest) -> None:
        """Ask the session for a game; another game is shown from its first step."""
        if request.draws != self.session.state.request.draws:
            self.position = 0
        self.session.ask(request)


def show_screen(session: Session) -> int:
    """Show the screen until the user leaves it, and return the exit status."""
    app = LiveApp(session)
    try:
        app.run()
    finally:
        session.close()
    if session.failure is not None:
        raise session.failure
    return app.return_code or 0
