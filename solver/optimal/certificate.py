r"""Certificates of optimal play: checkable proofs that a decision tree is optimal.

A certificate is a text file. Its first lines state the theorem. The games of the tree
follow, one per line, and then the claims, one per line. A claim states a lower bound of
the cost of a state. A claim names its state by an earlier claim, a guess and a clue:
the state of the earlier claim becomes the state after this guess and its clue. ::

    clueproof certificate 1
    words a3b1...                 the SHA-256 of both word lists
    game off 6                    hard mode, and the number of guesses in a game
    objective within-3            left out if the cost is the number of guesses
    clues salet BBYBB             left out if the position is the start of a game
    opening salet                 words with commas; - if every opening is judged
    total 7920                    the word never if some game cannot be won
    games 2315                    the number of games
    salet,courd,nymph,whiff
    ...
    claims 96                     the number of claims
    - salet BBBBB 609 7c1e        - means the position; 7c1e is a check sum
    0 courd YBBBB 81 02f1         0 means the first claim
    ...

A claim follows from the claims about smaller states, and from bounds that a checker
computes itself. `solver.checking.checker` describes these bounds.
"""

from __future__ import annotations

import lzma
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from tqdm import tqdm

from game.clues import to_text
from game.errors import InputError
from game.files import name_errors
from game.hard import Hard, Known, check_position
from game.protocol import Mode, Setting
from game.words import Vocabulary
from solver.optimal.search import MAX_GUESSES, Search, as_cost, cost_text
from solver.optimal.state_kernel import State
from solver.optimal.transposition_kernel import STEPS
from solver.trees.histogram import Histogram
from solver.trees.objective import TOTAL, Objective
from solver.trees.tree import Tree


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of a search, and the claims that prove it.

    `clues` are the guesses of the position, with their clues: every game starts with
    these guesses. `opening` is the next guess, or several next guesses, separated by
    commas. `opening` is None if every opening was judged. `total` is the least total
    cost of all games that fit the clues, and ``inf`` if one of these games cannot be
    won.

    `tree` is a decision tree with the cost `total`, or None if one of the games cannot
    be won. The tree begins with the guesses of the position, and each of these guesses
    has one branch. `claims` are the lines of the certificate after the line that begins
    with ``claims``.
    """

    vocabulary: Vocabulary
    hard: Hard
    max_guesses: int
    opening: str | None
    total: float
    tree: Tree | None
    claims: tuple[str, ...]
    objective: Objective = TOTAL
    clues: tuple[Known, ...] = ()

    @property
    def first_guess(self) -> str:
        """The opening, or the guess of the tree at the position if there is no opening.

        The text is empty if there is neither an opening nor a tree.
        """
        if self.opening or self.tree is None:
            return self.opening or ""
        return next(self.tree.games())[len(self.clues)]

    @property
    def result(self) -> str:
        """The result of the tree as a phrase, like "7,920 guesses in 2,315 games"."""
        return self.objective.result(self.total, self.vocabulary.after(self.clues))

    @property
    def histogram(self) -> Histogram:
        """For each number of guesses, the total weight of the games of the tree.

        If all weights are 1, this is the number of games.
        """
        weight = self.vocabulary.weight
        counts = Counter[int]()
        for game in self.tree.games() if self.tree else ():
            counts[len(game)] += weight[game[-1]]
        return Histogram(counts)

    def __str__(self) -> str:
        games = [] if self.tree is None else sorted(map(",".join, self.tree.games()))
        lines = [
            "clueproof certificate 1",
            f"words {self.vocabulary.digest}",
            f"game {self.hard} {self.max_guesses}",
            *([] if self.objective == TOTAL else [f"objective {self.objective}"]),
            *([f"clues {_clues_text(self.clues)}"] if self.clues else []),
            f"opening {self.opening or '-'}",
            f"total {cost_text(self.total)}",
            f"games {len(games)}",
            *games,
            f"claims {len(self.claims)}",
            *self.claims,
        ]
        return "".join(f"{line}\n" for line in lines)


def prove(
    vocabulary: Vocabulary,
    opening: str | None = None,
    hard: Hard = Hard.OFF,
    max_guesses: int = MAX_GUESSES,
    objective: Objective = TOTAL,
    clues: Sequence[Known] = (),
) -> Proof:
    """Find a tree with the least cost, and the proof that no tree costs less.

    If `clues` are given, the tree is for the position after these guesses and their
    clues. `opening` may have several words, separated by commas: they are played in
    this order, whatever their clues are. Without an opening, every guess is judged.

    An InputError is raised if `clues` end the game or fit no answer, if `opening` is
    not valid or has several words in hard mode, or if `objective` does not suit the
    number of guesses in a game.
    """
    check_position(clues, hard, max_guesses)
    words = Setting(vocabulary, Mode.CLASSIC, hard=hard).check_opening(opening or "")
    search = Search(vocabulary, hard, max_guesses, objective)
    start = search.after(clues)
    played: Sequence[str] = words

    # The search keeps a list of the states that it searched: these states become the
    # claims. Read the list before the tree is grown, because growing the tree searches
    # more states.
    if words:
        total = search.cost(start, *words)
        claims = tuple(_claims(search))
    else:
        total, played = _judge_openings(search, start)
        # Add a last claim, which is about the position itself: no opening costs less
        # than `total`.
        claims = (*_claims(search), add_checksum(f"- - - {cost_text(total)}"))
    tree = search.tree(start, *played)

    # Put the guesses of the position before the tree. These guesses add to the cost of
    # every game.
    for turn, (guess, clue) in reversed([*enumerate(clues)]):
        tree = tree and Tree(guess, {clue: tree})
        total += search.step(start._replace(left=max_guesses - turn))
    return Proof(
        vocabulary,
        hard,
        max_guesses,
        ",".join(words) or None,
        total,
        tree,
        claims,
        objective=objective,
        clues=tuple(clues),
    )


def _judge_openings(search: Search, start: State) -> tuple[float, Sequence[str]]:
    """Return the least total cost of all games from `start` on, and the best opening.

    The opening is returned as a list with one word. If no opening wins every game, the
    cost is ``inf``, and the word is the opening that the search tries first.
    """
    total = math.inf
    best = search.promising_guesses(start)[:1]
    bar = tqdm(search.promising_guesses(start), unit="opening", delay=1, disable=None)
    for opening in bar:
        # The search of an opening stops as soon as its cost is at least `total`. So if
        # several openings have the least cost, `best` is the first of them.
        cost = search.cost(start, opening, limit=total, quiet=True)
        if cost < total:
            total = cost
            best = [opening]
            bar.set_postfix_str(f"best {opening.upper()} {cost_text(total)}")
    return total, best


def prove_worst(
    vocabulary: Vocabulary,
    opening: str,
    hard: Hard = Hard.OFF,
    max_guesses: int = MAX_GUESSES,
    clues: Sequence[Known] = (),
) -> list[Proof]:
    """Find a tree whose longest game is as short as possible, and prove it.

    The tree begins with `opening`. If several such trees have equally short longest
    games, the tree with the fewest guesses in total is found. Two proofs are returned:
    the first proof says that no such tree has a shorter longest game, and the second
    proof has the tree. If no tree wins every game within `max_guesses` guesses, only a
    proof of this is returned. If the next guess wins every game, only the second proof
    is returned.
    """
    failed: list[Proof] = []

    # Raise the limit of guesses until every game can be won. Only the proof for the
    # limit before the last is kept, because it also covers all lower limits.
    for guesses in range(min(len(clues) + 1, max_guesses), max_guesses + 1):
        proof = prove(vocabulary, opening, hard, guesses, clues=clues)
        if proof.tree is not None:
            return [*failed, proof]
        failed = [proof]
    return failed


def _claims(search: Search) -> Iterator[str]:
    steps = int(search.memo.counts[STEPS])
    if steps > len(search.memo.trail):
        raise InputError(f"{steps:,} claims", f"{len(search.memo.trail):,} at most")
    for before, guess, clue, low in search.memo.trail[:steps].tolist():
        came = "-" if before < 0 else str(before)
        # No guess leads to the position itself: the file has two dashes instead.
        if guess < 0:
            played = "- -"
        else:
            played = _clues_text([(search.word(guess), clue)])
        yield add_checksum(f"{came} {played} {cost_text(as_cost(low))}")


def add_checksum(claim: str) -> str:
    """Return the text of a claim with a space and its check sum added at the end.

    Examples
    --------
    >>> add_checksum("- - - 7920")
    '- - - 7920 6f98'
    """
    return f"{claim} {crc32(claim.encode()) & 0xFFFF:04x}"


def _clues_text(clues: Iterable[Known]) -> str:
    return " ".join(
        f"{guess} {to_text(clue, len(guess), 'colours').upper()}"
        for guess, clue in clues
    )


def write_certificates(path: Path, proofs: Iterable[Proof]) -> None:
    """Write the certificates of proofs to one file.

    The file is compressed if its name ends in ``.xz``.
    """
    text = "".join(map(str, proofs)).encode()
    with name_errors(path):
        path.write_bytes(lzma.compress(text) if path.suffix == ".xz" else text)
