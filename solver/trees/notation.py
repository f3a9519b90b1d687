"""Text formats of decision trees: Alex Selby's, and the Wordle Bot's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from game.clues import Clue, all_correct, classic, parse, to_text
from game.spelling import fold
from game.words import LENGTHS
from solver.trees.tree import Tree, TreeError

Guesses = tuple[str, ...]
"""The guesses of one game; the last guess is the answer."""

# Largest number of guesses in a game. It limits the depth of recursion of the functions
# that read and draw trees.
_LONGEST = 100
_CLUE = re.compile(r"([BYG]+)([0-9]+)")


def to_selby(tree: Tree) -> str:
    """Return the text of a tree in Alex Selby's format.

    There is one line for each path from the root of the tree to an answer. In a line, a
    clue follows each guess. The marks of a clue are ``B`` for absent, ``Y`` for present
    and ``G`` for correct; the number of the guess follows them. If a line begins with
    the same path as the line above, blanks take the place of this part.

    Source: A. Selby, https://github.com/alex1770/wordle.

    Examples
    --------
    >>> tree = Tree("crane", {242: None, 240: Tree("crank", {242: None})})
    >>> print(to_selby(tree), end="")
    crane GGGGB1 crank GGGGG2
          GGGGG1
    """
    return "".join(f"{line}\n" for line in _paths(tree, 1))


def _paths(tree: Tree, number: int) -> list[str]:
    block: list[str] = []
    for clue in sorted(tree.branches, key=lambda clue: _marks(clue, tree.guess)):
        mark = f"{_marks(clue, tree.guess)}{number}"
        branch = tree.branches[clue]
        block += [mark] if branch is None else _behind(mark, _paths(branch, number + 1))
    return _behind(tree.guess, block)


def _behind(title: str, block: list[str]) -> list[str]:
    """Return a block of lines with `title` before the first line.

    All other lines are indented by as many characters.
    """
    margin = " " * (len(title) + 1)
    return [f"{title} {block[0]}", *(margin + line for line in block[1:])]


def _marks(clue: Clue, guess: str) -> str:
    return to_text(clue, len(guess), "colours").upper()


def from_selby(text: str) -> Tree:
    r"""Read a tree in Alex Selby's format.

    A TreeError is raised if a line cannot be read, or if a clue in a line is wrong for
    the answer at the end of the line. The message has the number of the line.
    """
    lines = text.splitlines()
    if not lines:
        raise TreeError("an empty tree", "lines like 'salet GGGGG1'")
    root = Tree("")
    path: list[_Step] = []
    for number, line in enumerate(lines, 1):
        with TreeError.at(f"line {number}: "):
            # A line leaves out the start of its path if it is the same as in the line
            # above. So `_read_line` needs the path of the line above.
            path = _read_line(line, path)
            _check_clues(path)
            if number == 1:
                root = Tree(path[0].guess)
            _add_game(root, [step.guess for step in path])
    return root


class _Step(NamedTuple):
    """A guess of a path, with its clue and the column of this clue in the file."""

    guess: str
    clue: Clue
    column: int


def _read_line(line: str, above: list[_Step]) -> list[_Step]:
    """Return the whole path of a line; `above` is the path of the line above."""
    tokens = [(m.start(), m.group()) for m in re.finditer(r"\S+", line)]
    if not tokens:
        raise TreeError("an empty line", "a path of guesses and clues")

    # Guesses and clues alternate. `guess` is a guess whose clue is not yet read, or an
    # empty string.
    path, guess = _split_from_above(tokens[0], above)
    for column, token in tokens:
        if guess:
            clue = _read_clue(token, len(guess), len(path) + 1)
            path.append(_Step(guess, clue, column))
            guess = ""
        else:
            guess = _read_guess(token, path)

    # A path must end with a right guess and its clue.
    if guess or path[-1].clue != all_correct(len(path[0].guess)):
        raise TreeError(
            f"{tokens[-1][1]!r} at the end of the line",
            "a clue with all letters correct (G)",
        )
    return path


def _split_from_above(
    first_token: tuple[int, str], above: list[_Step]
) -> tuple[list[_Step], str]:
    """Return the part of a path that a line takes over from the line above.

    `first_token` is the first guess or clue of the line, with its column. If the line
    begins with a clue, the guess of this clue is in the line above, and this guess is
    the second item of the result. Otherwise the second item is an empty string.
    """
    column, token = first_token
    if not above:
        if column:
            raise TreeError(f"{token!r} in column {column + 1}", "column 1")
        return [], ""

    # Find the guess in the line above: the guess whose clue begins in this column.
    for i, step in enumerate(above):
        if step.column == column:
            return above[:i], step.guess
    columns = ", ".join(str(step.column + 1) for step in above)
    raise TreeError(
        f"{token!r} in column {column + 1}",
        f"a clue below a clue of the line above, in column {columns}",
    )


def _read_guess(token: str, path: list[_Step]) -> str:
    length = len(path[0].guess) if path else len(token)
    if (
        not token.isalpha()
        or token != fold(token)
        or len(token) != length
        or length not in LENGTHS
    ):
        letters = length if length in LENGTHS else f"{LENGTHS[0]} to {LENGTHS[-1]}"
        raise TreeError(f"{token!r}", f"a word of {letters} letters, in lower case")
    if path and path[-1].clue == all_correct(length):
        raise TreeError(f"{token!r}", "nothing after a right guess")
    return token


def _read_clue(token: str, length: int, number: int) -> Clue:
    match = _CLUE.fullmatch(token)
    if not match or len(match[1]) != length:
        example = f"{'B' * length}{number}"
        raise TreeError(
            f"{token!r}",
            f"{length} marks B, Y or G and the number of the guess, like {example!r}",
        )
    if match[2] != str(number):
        raise TreeError(
            f"{token!r}", f"the number {number}, as this is guess {number} of the game"
        )
    return parse(match[1], length)


def _check_clues(path: list[_Step]) -> None:
    answer = path[-1].guess
    for step in path:
        guess = step.guess
        clue = classic(answer, guess)
        if clue != step.clue:
            raise TreeError(
                f"{guess} is marked {_marks(step.clue, guess)}",
                f"{_marks(clue, guess)}, because the line ends with {answer!r}",
            )


def _add_game(root: Tree, game: Sequence[str]) -> None:
    """Add a game, which ends with its answer, to a tree."""
    if len(game) > _LONGEST:
        raise TreeError(f"a game of {len(game)} guesses", f"{_LONGEST} at most")
    tree: Tree | None = root
    for guess, next_guess in zip(game, [*game[1:], ""], strict=True):
        # If the clues so far are the same, all games must have the same next guess.
        if tree is None or tree.guess != guess:
            other = f"game plays {tree.guess!r}" if tree else "game is over"
            raise TreeError(
                f"after the same clues, one game plays {guess!r} and another {other}",
                "the same guess",
            )
        clue = classic(game[-1], guess)
        if not next_guess and clue in tree.branches:
            raise TreeError(f"{guess!r} is found twice", "once")
        child = Tree(next_guess) if next_guess else None
        tree = tree.branches.setdefault(clue, child)


def to_csv(games: Iterable[Guesses]) -> str:
    r"""Write games in the Wordle Bot's format, sorted by answer.

    A line has the guesses of a game, separated by commas. The text does not end with a
    line break, because Doddle's reader would read an empty last line as a game.
    """
    return "\n".join(",".join(game) for game in sorted(games, key=lambda g: g[-1]))


def from_csv(text: str) -> list[Guesses]:
    r"""Read games in the Wordle Bot's format, in the order of the lines.

    Blank lines are skipped. A TreeError is raised if a line is not a game, if two games
    have the same answer, or if there are no games. The message has the number of the
    wrong line.
    """
    games: dict[str, Guesses] = {}
    length = 0
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        game = tuple(word.strip() for word in fold(line).split(","))

        length = length or len(game[0])
        for word in game:
            if not word.isalpha() or len(word) != length or length not in LENGTHS:
                raise TreeError(
                    f"line {number}: {word!r}",
                    "the guesses of a game, words of one length separated by commas",
                )
        if game[-1] in games or game[-1] in game[:-1]:
            raise TreeError(f"line {number}: {game[-1]!r} is found twice", "once")
        games[game[-1]] = game
    if not games:
        raise TreeError("no games", "a line like 'crane,crank'")
    return list(games.values())


def from_games(games: Iterable[Guesses]) -> Tree:
    """Return the decision tree that a player follows in some games.

    Each game has the guesses of the player, and ends with its answer.

    A TreeError is raised if two games go on differently after the same clues, or if
    there are no games.
    """
    root: Tree | None = None
    for game in games:
        root = root or Tree(game[0])
        with TreeError.at(f"game {','.join(game)!r}: "):
            _add_game(root, game)
    if root is None:
        raise TreeError("no games", "at least one")
    return root
