"""Strategy that asks a person to type its moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from game.channels.named import channel_of
from game.clues import all_correct, parse
from game.errors import InputError, nearest
from game.hard import Hard, objection
from game.noise import keep_probability, read_price
from game.protocol import (
    CHEAP,
    LEAST_PRICE,
    MAX_MOVES,
    MOST_CHEAP,
    Mode,
    Move,
    Setting,
    objection_to_price,
)
from game.record import Turn, budget, history_of
from game.spelling import fold, strip_quotes, upper
from game.text.formats import number, percent
from game.text.render import board, keyboard, rows_of_boards
from game.text.wording import rules_help

_GAME_COMMANDS = ("help", "hint", "show", "undo", "quit")
_ALIASES = {"?": "help", "help me": "help", "q": "quit", "exit": "quit"}

_HARD = {
    Hard.NYT: "correct letters stay, revealed letters are used again",
    Hard.STRICT: "the guess must agree with every clue",
}

Hint = Callable[[list[Turn], str], Move]
"""Takes the turns so far and the name of a strategy; returns the strategy's move.

The name ``""`` stands for the strategy that gives hints by default.
"""

Doubt = Callable[[Sequence[Turn]], Sequence[Sequence[float]]]
"""Takes the turns so far; returns, for each turn, the chance that each mark is true."""

Note = Callable[[Sequence[Turn]], str]
"""Takes the turns so far; returns a line about the turns, or an empty string."""


class Quit(Exception):
    """The person ends the game."""


class Undo(Exception):
    """The person takes the last guess back."""


@dataclass(eq=False)
class Person:
    """A strategy that asks a person for its moves.

    `ask` shows a prompt and returns the typed line; at the end of the input it raises
    `EOFError`. `show` shows a text. `hint` returns the move that a strategy suggests.
    `colour` says whether to use colours, and `columns` is the width of the terminal.
    `note` takes the turns so far and returns a line to show below the keyboard. `doubt`
    takes the turns so far and returns the probability that each mark is true. The
    command ``show`` adds these probabilities to the clues. `doubt` is None if all marks
    are certainly true.

    With `undo`, the person may take the last guess back. The caller catches `Undo` and
    starts the game again. The guesses before the last guess are then played without
    asking.
    """

    setting: Setting
    ask: Callable[[str], str]
    show: Callable[[str], object]
    hint: Hint
    colour: bool = False
    columns: int = 80
    undo: bool = False
    note: Note = lambda _: ""
    doubt: Doubt | None = None
    turns: list[Turn] = field(default_factory=list, init=False)
    hinted: set[int] = field(default_factory=set, init=False)
    _again: list[Move] = field(default_factory=list, init=False)
    _unpriced: str = field(default="", init=False)

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands that the person may type."""
        return tuple(name for name in _GAME_COMMANDS if name != "undo" or self.undo)

    def make(self, moves: Iterable[Move]) -> None:
        """Make `moves` at the start of the game, without asking the person."""
        self._again = [*moves]

    def first_move(self) -> tuple[str, float]:
        """Start a game and ask for the first move."""
        self.turns = []
        return self._ask_move()

    def next_move(self, guess: str, epsilon: float, result: str) -> tuple[str, float]:
        """Show the clue and ask for the next move."""
        boards = self.setting.boards
        clue = parse(result, boards * len(guess))
        self.turns.append(Turn(guess, epsilon, clue, boards))

        # While moves are made without asking, the game is not shown.
        if not self._again:
            self.show(self.status())
        return self._ask_move()

    def status(self) -> str:
        """Return a text that shows the game so far.

        The text has the clues, the prices paid so far, and a keyboard that shows the
        best supported mark of each letter.
        """
        colour = self.colour
        columns = self.columns
        if self._classic:
            lines = [board(self.turns, colour=colour, columns=columns)]
        else:
            (row,) = rows_of_boards(self.turns, colour=colour, columns=columns)
            lines = row.lines
            for index, turn in enumerate(self.turns):
                keep = keep_probability(turn.epsilon, len(turn.guess))
                lines[index] += f"  {percent(keep)} true"
                spent = budget(self.turns[: index + 1])
                lines[index] += f"  paid {number(spent)}"

        keys = keyboard(self.turns, self.setting.vocabulary.alphabet, colour=colour)
        note = [f"\n{text}"] if (text := self.note(self.turns)) else []
        # In Fibble a wrong word may get the marks of the right word.
        is_right = self.turns[-1].clue == all_correct(len(self.turns[-1].guess))
        if self.setting.mode is Mode.FIBBLE and is_right:
            note.append(
                "\nSome of these marks are lies: only the right word ends the game."
            )
        return "\n".join(["", *lines, "", keys, *note, ""])

    def _doubts(self) -> str:
        """Return the probability that each mark is true, a line for each turn."""
        if self.doubt is None:
            return ""
        lines = ["Probability that each mark is true, given all clues:"]
        for turn, chances in zip(self.turns, self.doubt(self.turns), strict=True):
            marks = "  ".join(map(_mark_percent, chances))
            lines.append(f"  {upper(turn.guess)}  {marks}")
        return "\n".join([*lines, ""])

    def read_moves(self, text: str) -> list[Move]:
        """Return the moves that a text like ``crane=12,slate=9.5`` names.

        In a game without prices, the text is like ``crane,slate``. Raises `InputError`
        if a word is no valid guess or a price is not allowed.
        """
        moves: list[Move] = []
        for part in text.split(","):
            word, _, price = part.partition("=")
            guess = self.setting.vocabulary.check_guess(word)
            if self._classic:
                moves.append(Move(guess, float("inf")))
                continue
            move = Move(guess, read_price(price))
            if error := objection_to_price(move.epsilon, [m.epsilon for m in moves]):
                raise error
            moves.append(move)
        return moves

    def help(self) -> str:
        """Return the help text."""
        setting = self.setting
        word = _example(setting)
        help_, hint, again, undo, leave = (spelling(c, setting) for c in _GAME_COMMANDS)
        if self._classic:
            lines = [(word, f"play {upper(word)}")]
        else:
            least = f"after {MOST_CHEAP} prices below {CHEAP:g}, at least {CHEAP:g}"
            lines = [
                (f"{word} 12", f"play {upper(word)} and pay 12 for its clue"),
                (word, f"play {upper(word)}, and be asked for the price"),
                ("", f"a price is at least {LEAST_PRICE}; {least}"),
                (
                    f"{word} 0",
                    f"give the final answer {upper(word)}; the score is the sum",
                ),
                ("", "you paid (lower is better), or infinite if the answer is wrong"),
            ]

        lines += [
            (hint, f"ask a strategy for a move; {hint} minimax asks minimax"),
            (help_, "show this help"),
            (again, "show the game again, with all that is known of its marks"),
            *([(undo, "take the last guess back")] if self.undo else []),
            (leave, "give up and see the secret"),
        ]
        if setting.hard is not Hard.OFF:
            lines.append(("", f"hard mode: {_HARD[setting.hard]}"))

        length = setting.vocabulary.length
        if setting.mode is Mode.FIBBLE:
            lines.append(("", channel_of(setting).about(length)))
        lines += [("", ""), *rules_help(setting.rule, length)]
        return "\n".join(f"  {typed:<15}{does}".rstrip() for typed, does in lines)

    @property
    def _classic(self) -> bool:
        return not self.setting.mode.priced

    def _ask_move(self) -> Move:
        """Ask for lines until a line is a move, and return the move.

        A line that is no move, such as a command, does not change the game.
        """
        self._unpriced = ""

        # The moves in `_again` are made without asking. `_again` has the opening moves,
        # or the guesses before a guess that was taken back.
        if self._again:
            return self._again.pop(0)
        while True:
            words = strip_quotes(self.ask(self._prompt())).split()
            try:
                if words and not self._obey(words) and (move := self._read(words)):
                    return move
            except InputError as error:
                self.show(" ".join(str(error).split()))

    def _prompt(self) -> str:
        if self._unpriced:
            return f"price of {upper(self._unpriced)} (0 to answer): "
        most = self.setting.max_turns
        limit = f" of {most}" if most < MAX_MOVES else ""
        return f"guess {len(self.turns) + 1}{limit}: "

    def _obey(self, words: list[str]) -> bool:
        """Carry out a typed command.

        Return whether `words`, the words of a typed line, are a command.
        """
        # "quit 12" is no command: it may be a typing error for "quite 12".
        command = command_of(" ".join(words), self.commands, self.setting)
        if command_of(words[0], self.commands, self.setting) == "hint":
            self._show_hint(" ".join(words[1:]))
        elif not command:
            return False
        elif command == "help":
            self.show(self.help())
        elif command == "show":
            shown = self.status() + self._doubts() if self.turns else "no guess yet"
            self.show(shown)
        elif command == "undo":
            self._take_back()
        else:
            raise Quit
        return True

    def _take_back(self) -> None:
        if not self.turns:
            raise InputError("there is no guess to take back yet")
        # The caller starts the game again, where the same guesses get the same clues.
        self._again = [Move(turn.guess, turn.epsilon) for turn in self.turns[:-1]]
        raise Undo

    def _read(self, words: list[str]) -> Move | None:
        """Return the move that `words`, a typed line, makes.

        Return None if the price is missing. The person is then asked for the price.
        """
        if len(words) > (1 if self._classic else 2):
            form = "one word"
            if not self._classic:
                form = f"a word and a price, like {_example(self.setting)} 12"
            raise InputError(f"{' '.join(words)[:40]!r}", form)

        # A word that is typed instead of the price replaces the guess without a price.
        is_guess = fold(words[0]) in self.setting.vocabulary.guess_index
        if self._unpriced and len(words) == 1 and not is_guess:
            return self._price_guess(words[0])

        # A guess that the rules forbid would lose the game. Such a guess is refused
        # here, so that the person can type another one.
        guess = self._check_guess(words[0])
        known = history_of(self.turns)
        if reason := objection(guess, known, self.setting.hard):
            raise InputError(reason)
        if self._classic:
            return Move(guess, float("inf"))

        self._unpriced = guess
        return self._price_guess(words[1]) if len(words) == 2 else None

    def _check_guess(self, word: str) -> str:
        vocabulary = self.setting.vocabulary
        if len(word) != vocabulary.length:
            # A word of another length is often a misspelt command.
            spellings = [spelling(command, self.setting) for command in self.commands]
            raise InputError(
                f"{word[:40]!r}",
                f"a word of {vocabulary.length} letters, or {', '.join(spellings)}",
                hint_at(word, self.commands, self.setting),
            )
        return vocabulary.check_guess(word)

    def _price_guess(self, text: str) -> Move:
        # If the price is refused, the person is asked for the price only.
        price = read_price(text)
        guess = self._unpriced
        if price == 0:
            # If the word is no valid answer, the next input is another word.
            self._unpriced = ""
            self.setting.vocabulary.check_answer(guess)
        elif error := objection_to_price(price, [t.epsilon for t in self.turns]):
            raise error
        return Move(guess, price)

    def _show_hint(self, name: str) -> None:
        guess, epsilon = self.hint(self.turns, name)
        # The text to share tells in how many turns the person took hints.
        self.hinted.add(len(self.turns))
        if self._classic:
            self.show(f"  try: {guess}")
        else:
            meaning = " (answer)" if epsilon == 0 else ""
            self.show(f"  try: {guess} {number(epsilon)}{meaning}")


def spelling(command: str, setting: Setting) -> str:
    """Return how a command is typed: with a slash if its name is also a valid guess."""
    return f"/{command}" if command in setting.vocabulary.guess_index else command


def hint_at(text: str, commands: Sequence[str], setting: Setting) -> str:
    """Return a hint that names the command, or else the guess, most similar to a text.

    `text` is what the person typed, and `commands` are the commands of the game. The
    hint is empty if nothing is similar.
    """
    spellings = [spelling(command, setting) for command in commands]
    # A misspelt command is more likely than a word of the wrong length.
    return nearest(text.lower(), spellings) or nearest(
        fold(text), setting.vocabulary.guesses
    )


def command_of(text: str, commands: Sequence[str], setting: Setting) -> str:
    """Return which of `commands` a person typed; an empty string for any other text.

    Examples
    --------
    >>> from game.words import Vocabulary
    >>> setting = Setting(Vocabulary.load())
    >>> texts = ("q", "/HELP", "quit 12")
    >>> [command_of(text, _GAME_COMMANDS, setting) for text in texts]
    ['quit', 'help', '']
    """
    # A valid guess is played. A command with the same letters needs a slash.
    text = fold(text)
    if text in setting.vocabulary.guess_index:
        return ""
    names = {name: name for name in commands} | _ALIASES
    return names.get(text.removeprefix("/"), "")


def _mark_percent(chance: float) -> str:
    """Return the probability that a mark is true, as text; it is never "100 %"."""
    return ">99 %" if chance > 0.995 else f"{100 * chance:3.0f} %"


def _example(setting: Setting) -> str:
    """Return a valid guess, as an example in messages of how to type a move."""
    vocabulary = setting.vocabulary
    return "crane" if "crane" in vocabulary.guess_index else vocabulary.guesses[0]
