"""A person is a strategy too: asked for each move, shown each clue."""

from __future__ import annotations

from collections.abc import Callable

from game.clues import parse
from game.errors import InputError
from game.noise import EpsilonError, check_epsilon, keep_probability
from game.play import Turn
from game.protocol import Mode, Move, Setting
from game.render import keyboard, tiles

HELP = """\
  crane 12   play CRANE and pay 12 for its clue; the word alone asks for the price
  crane 0    answer CRANE: right, and what you paid is your score; wrong ends the game
  hint       ask a strategy for a move; hint minimax asks another one
  help       show this
  quit       give up and see the secret"""

HELP_CLASSIC = """\
  crane      play CRANE
  hint       ask a strategy for a move; hint minimax asks another one
  help       show this
  quit       give up and see the secret"""


class Quit(Exception):  # noqa: N818 - a wish, not an error
    """The person has had enough."""


class Person:
    """Plays by asking.

    Parameters
    ----------
    setting : Setting
        Words and mode.
    ask : callable
        Shows a prompt and returns the line typed; raises EOFError at its end.
    tell : callable
        Shows a text.
    hint : callable
        Takes the turns so far and the name of a strategy, empty for the usual one,
        and returns its move.
    colour : bool
        Whether the screen shows colours.

    Examples
    --------
    >>> from game.words import Vocabulary
    >>> lines = iter(["crame 9", "crane", "-3", "12"])
    >>> shown = []
    >>> person = Person(
    ...     Setting(Vocabulary.load()),
    ...     ask=lambda prompt: next(lines),
    ...     tell=shown.append,
    ...     hint=lambda turns, name: Move("trace", 9.3),
    ... )
    >>> person.first_move()
    Move(guess='crane', epsilon=12.0)
    >>> print(shown[0])
    'crame' is not a valid guess: expected one of 12972 words of 5 letters; did you \
mean 'crane'?
    """

    def __init__(
        self,
        setting: Setting,
        ask: Callable[[str], str],
        tell: Callable[[str], object],
        hint: Callable[[list[Turn], str], Move],
        *,
        colour: bool = False,
    ) -> None:
        self.setting = setting
        self.ask = ask
        self.tell = tell
        self.hint = hint
        self.colour = colour
        self.turns: list[Turn] = []

    def first_move(self) -> tuple[str, float]:
        """Start a game and ask for the first move."""
        self.turns = []
        return self._ask_move()

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Show the clue and ask for the next move."""
        self.turns.append(Turn(guess, epsilon, parse(result, len(guess))))
        self.tell(self.status())
        return self._ask_move()

    def status(self) -> str:
        """Return the last clue, the budget so far and the keyboard."""
        turn = self.turns[-1]
        lines = ["  " + tiles(turn.guess, turn.clue, colour=self.colour)]
        if self.setting.mode is Mode.WORDPL:
            spent = sum(t.epsilon for t in self.turns)
            share = keep_probability(turn.epsilon, len(turn.guess))
            lines[0] += f"   each letter true with {share:.0%}   budget {spent:g}"
        return "\n".join(["", *lines, "", keyboard(self.turns, colour=self.colour), ""])

    def _ask_move(self) -> Move:
        """Ask until the line is a move; whatever else is typed loses nothing."""
        while True:
            words = self.ask(self._prompt()).split()
            try:
                if words and (move := self._understand(words)):
                    return move
            except InputError as error:
                self.tell(str(error))

    def _understand(self, words: list[str]) -> Move | None:
        command, *rest = words
        classic = self.setting.mode is Mode.CLASSIC
        if command == "quit":
            raise Quit
        if command in ("help", "?"):
            self.tell(HELP_CLASSIC if classic else HELP)
        elif command == "hint":
            self._show_hint(" ".join(rest))
        elif len(words) > (1 if classic else 2):
            form = "a word" if classic else "a word and a price, like: crane 12"
            raise InputError(f"{' '.join(words)!r}: expected {form}")
        else:
            guess = self.setting.vocabulary.check_guess(command)
            if classic:
                return Move(guess, float("inf"))
            return self._priced(guess, rest[0] if rest else self._ask_price())
        return None

    def _priced(self, guess: str, text: str) -> Move:
        try:
            epsilon = check_epsilon(float(text))
        except ValueError:
            epsilon = float("inf")
        if epsilon == float("inf"):
            raise EpsilonError(
                f"{text!r} is not a price: expected a number like 12, or 0 to answer"
            )
        if epsilon == 0:
            self.setting.vocabulary.check_answer(guess)
        return Move(guess, epsilon)

    def _ask_price(self) -> str:
        while not (text := self.ask("  price (0 answers): ").strip()):
            pass
        return text

    def _prompt(self) -> str:
        return f"guess {len(self.turns) + 1}: "

    def _show_hint(self, name: str) -> None:
        guess, epsilon = self.hint(self.turns, name)
        if self.setting.mode is Mode.CLASSIC:
            self.tell(f"  try: {guess}")
        else:
            self.tell(f"  try: {guess} {epsilon:g}")
