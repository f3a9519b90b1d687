"""Adviser for a game that is played elsewhere: it reads clues and suggests words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from commands.person.human_player import Quit, command_of, hint_at, spelling
from game.clues import Clue, parse, to_text
from game.errors import InputError
from game.protocol import DRAWN, Setting
from game.spelling import strip_quotes, upper
from game.text.formats import format_count, percent, rough_percent
from game.text.render import tile_text
from game.text.typed import read_clue, split_turn
from game.text.wording import marks_help
from solver.advice.contradictions import explain, fitting_text, unlisted_note
from solver.advice.position import Position, check_word
from solver.advice.suggestions import Suggestion, suggestion_of

_COMMANDS = ("help", "list", "undo", "quit")
_GOES_ON = "If the game goes on, type WORD=CLUE of the next guess."


@dataclass(eq=False)
class SolveSession:
    """Tracks a game from typed clues and suggests guesses.

    `suggest` takes a position, which has the guesses and clues so far, and returns
    suggestions, the best first. `suggest` is called only if some word fits the clues.
    `colour` says whether to show clues in colour.
    """

    setting: Setting
    suggest: Callable[[Position], list[Suggestion]]
    colour: bool = False

    def __post_init__(self) -> None:
        # Positions never change. Each clue adds a position, and undo drops the position
        # that was added last.
        self._positions = [Position(self.setting)]
        self._word = ""  # the word of a clue that is typed without a word
        self._suggestions: list[Suggestion] = []
        self._advice = self._advise()

    @property
    def position(self) -> Position:
        """The guesses and clues of the game so far."""
        return self._positions[-1]

    @property
    def is_over(self) -> bool:
        """Whether every board is certainly solved.

        In Fibble a clue may lie, so a board is never certainly solved.
        """
        return not (self.position.unsolved or self.position.channel.ends)

    def prompt(self) -> str:
        """Return the prompt that asks for the next line."""
        if not self._word:
            return "WORD=CLUE: "
        boards = self.position.before(self._word).unsolved
        if self.setting.boards == 1:
            return f"clue of {upper(self._word)}: "
        numbers = ", ".join(str(board + 1) for board in boards)
        plural = "s" if len(boards) > 1 else ""
        return f"clue{plural} of {upper(self._word)} on board{plural} {numbers}: "

    def report(self) -> str:
        """Return the last clue and the possible words of each board, with advice."""
        boards = [self._board_text(board) for board in range(self.setting.boards)]
        return "\n".join([*boards, *self._advice])

    def take(self, line: str) -> str:
        """Execute a typed line, a clue or a command, and return the text to show.

        Raises `InputError` for an invalid line; the game is then unchanged. Raises
        `Quit` for the command ``quit``.
        """
        # No clue is so long. The message quotes only the start of the line.
        line = strip_quotes(line).strip()
        if len(line) > 99 + 20 * self.setting.boards:
            raise InputError(f"{line[:40]!r}...", "a clue")

        command = command_of(line, _COMMANDS, self.setting)
        if command == "quit":
            raise Quit
        if not line or command == "help":
            return self.help() if line else ""
        if command == "undo":
            return self._undo()
        if command == "list":
            return "\n".join(_suggestion_lines(self._suggestions)) or "no suggestions"

        # A clue that is typed without a word belongs to the word that was suggested or
        # typed last.
        word, clue = split_turn(line, self.setting.vocabulary)
        if clue or "=" in line:
            return self._take_clue(word or self._word, clue)

        self._word = check_word(self.setting.vocabulary, word)
        return unlisted_note(self.setting.vocabulary, self._word)

    def help(self) -> str:
        """Return the help text."""
        length = self.setting.vocabulary.length

        clue = parse(("..i.c" * length)[:length], length)
        forms = [to_text(clue, length, form) for form in ("letters", "digits", "tiles")]
        help_, list_, undo, leave = (spelling(c, self.setting) for c in _COMMANDS)
        lines = [
            (
                forms[0],
                f"the clue of the suggested word, also as {forms[1]} or {forms[2]}",
            ),
            (
                f"WORD={forms[0]}",
                "the clue of another word, or the corrected clue of an earlier guess",
            ),
            (
                "WORD",
                "name another word; the next prompt asks for the clue of that word",
            ),
            (list_, "show all suggestions"),
            (undo, "take back the last clue"),
            (help_, "show this help"),
            (leave, "stop the advice"),
        ]
        if self.setting.boards > 1:
            both = f"{forms[0]} {forms[0]}"
            lines.insert(1, (both, "clues of the boards that are not solved, in order"))

        lines += [("", ""), *marks_help(self.setting.rule)]
        width = max(len(typed) for typed, _ in lines) + 2
        return "\n".join(f"  {typed:<{width}}{does}".rstrip() for typed, does in lines)

    def _take_clue(self, word: str, text: str) -> str:
        word = word and check_word(self.setting.vocabulary, word)
        clues = self._read_clues(word, text)

        note = unlisted_note(self.setting.vocabulary, word)
        notes = f"{note}\n" if note else ""
        changed = self.position.add(word, clues)
        notes += _forgotten_text(self.position, changed)

        # The boards show only the last turn. So a note tells the user that an earlier
        # clue has changed.
        if changed.turns[-1].guess != word:
            notes += f"{upper(word)}  {text}, as a correction\n"

        # The game changes only here, so that a mistake above leaves it as it was.
        self._positions.append(changed)
        self._advice = self._advise()
        return notes + self.report()

    def _read_clues(self, word: str, text: str) -> list[Clue]:
        """Return the typed clues of a word.

        `text` must have a clue for each board that was not solved before the word.
        """
        boards = self.position.before(word).unsolved or [0]
        # A clue may have commas or blanks between its marks.
        ways = ([text], text.split(), text.split(","))
        clues = next((way for way in ways if len(way) == len(boards)), [])
        try:
            if not word:
                raise InputError(f"{text!r}", "WORD=CLUE")
            if len(clues) != len(boards):
                numbers = ", ".join(str(board + 1) for board in boards)
                expected = f"{len(boards)} clues, for boards {numbers}"
                raise InputError(f"{text!r}", expected)
            return [read_clue(word, clue) for clue in clues]
        except InputError as error:
            hint = hint_at(text, _COMMANDS, self.setting)
            raise replace(error, hint=hint) from None

    def _undo(self) -> str:
        if len(self._positions) == 1:
            raise InputError("nothing to undo: no clue has been typed")
        self._positions.pop()
        self._advice = self._advise()
        return self.report()

    def _board_text(self, board: int) -> str:
        """Return the line of the board with an index.

        The line has the last clue of the board, and the words that the clues allow.
        """
        name = f"board {board + 1}:  " if self.setting.boards > 1 else ""
        position = self.position
        if position.turns:
            turn = position.turns[-1]
            picture = tile_text(turn.guess, turn.clues[board], colour=self.colour)
            name += f"{picture}   "
        if board in position.solved:
            return f"{name}solved: {upper(position.solved[board])}"
        return f"{name}{fitting_text(position.candidates(board))}"

    def _advise(self) -> list[str]:
        """Compute suggestions for the position, and choose the best as the next word.

        Return the lines to show below the boards: the best suggestion, that the game is
        over, or why no word fits the clues.
        """
        # Clear the advice on the earlier position first, in case of an error below.
        self._word = ""
        self._suggestions = []
        position = self.position
        # In Fibble the first guess may be given. If it is drawn at random, the adviser
        # does not know it.
        if (given := self.setting.given) and not position.turns:
            self._word = "" if given == DRAWN else given
            return ["The first guess is given."]
        left = {board: position.candidates(board).words for board in position.unsolved}
        if not left:
            solved = f"Solved in {format_count(len(position.turns), 'guess')}."
            return [solved if self.is_over else f"{solved} {_GOES_ON}"]
        lost = [board for board, words in left.items() if not words]
        if lost:
            undo = spelling("undo", self.setting)
            reasons = [line for board in lost for line in explain(position, board)]
            return [*reasons, f"Type WORD=CLUE to correct a turn, or {undo}."]
        # If one word is left on the last board, no strategy is needed.
        if len(left) == 1 and all(len(words) == 1 for words in left.values()):
            (self._word,) = next(iter(left.values()))
            self._suggestions = [suggestion_of(position, self._word)]
            return []
        try:
            self._suggestions = self.suggest(position)
        except InputError as error:
            return [" ".join(str(error).split())]
        best = self._suggestions[0]
        self._word = best.guess
        return [_suggestion_text(best)]


def _forgotten_text(before: Position, after: Position) -> str:
    """Return a line that asks for clues, or an empty string.

    The correction of a clue leads from the position `before` to the position `after`.
    If later guesses were removed by the correction, their clues must be typed again.
    """
    known = {turn.guess for turn in after.turns}
    words = [upper(turn.guess) for turn in before.turns if turn.guess not in known]
    return f"Type the clues of {', '.join(words)} again.\n" if words else ""


def _suggestion_text(best: Suggestion) -> str:
    """Return a line with the best guess, its bits, and its chance to win."""
    possible = "; a possible answer" if best.possible else ""
    chance = _chance_text(best)
    wins = f"; {chance} to win" if chance else ""
    return (
        f"best: {upper(best.guess)}, {best.bits:.2f} bits, leaves {best.expected:.1f} "
        f"words on average, {best.worst:,} at most{possible}{wins}"
    )


def _chance_text(suggestion: Suggestion) -> str:
    """Return the chance to win after a suggestion, as text.

    Return an empty string if the chance is unknown or 1.
    """
    chance = suggestion.chance
    if chance is None or chance > 1 - 1e-9:
        return ""
    if chance >= 0.5:
        return percent(chance)
    return rough_percent(chance) if chance > 0 else "0 %"


def _suggestion_lines(suggestions: Sequence[Suggestion]) -> list[str]:
    """Return a table of suggestions as lines: a heading, then the best guess first.

    Notes below the table explain some of its columns.
    """
    if not suggestions:
        return []
    width = max(5, len(suggestions[0].guess))
    is_rated = all(s.rating is not None for s in suggestions)

    rating = "  rating" if is_rated else ""
    heading = f"    {'guess':<{width}}{rating}   bits  mean left  most left  possible"
    has_chances = any(map(_chance_text, suggestions))
    has_guesses = any(suggestion.guesses is not None for suggestion in suggestions)
    if has_chances:
        heading += "  to win"
    if has_guesses:
        heading += "  guesses"
    lines = [heading]
    for rank, suggestion in enumerate(suggestions, 1):
        rating = f"{suggestion.rating:#8.4g}" if is_rated else ""
        possible = "yes" if suggestion.possible else ""
        line = (
            f"{rank:>3} {upper(suggestion.guess):<{width}}{rating}"
            f"{suggestion.bits:>7.3f}{suggestion.expected:>11.2f}"
            f"{suggestion.worst:>11}  {possible:<8}"
        )
        line += f"{_chance_text(suggestion):>8}" if has_chances else ""
        if has_guesses and suggestion.guesses is not None:
            line += f"{suggestion.guesses:>9.2f}"
        lines.append(line.rstrip())
    if is_rated:
        lines.append("rating: by the strategy; a higher rating is better")
    if has_guesses:
        lines.append("guesses: mean number of guesses to the end, including this guess")
    return lines
