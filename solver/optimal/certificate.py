r"""Certificates of optimal play: checkable proofs that a decision tree is optimal.

A certificate is a text file. Its first lines state the theorem. The games of the tree
follow, one per line, and then the claims, one per line. A claim states a lower bound of
the cost of a state. The state is the one that a guess and its clue lead to, from the
state of an earlier claim. ::

    clueproof certificate 1
    words a3b1...                 the SHA-256 of both word lists
    game off 6                    hard mode, guesses in a game
    objective within-3            the cost of a game, if it is not its guesses
    clues salet BBYBB             the position, if it is not the start of a game
    opening salet                 several with commas; - if every opening is judged
    total 7920                    or never, if some game cannot be won
    games 2315
    salet,courd,nymph,whiff
    ...
    claims 96
    - salet BBBBB 609 7c1e        - is the position; the last word is a check sum
    0 courd YBBBB 81 02f1         0 is the first claim
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
    these guesses. `opening` is the next guess, or several words with commas. `opening`
    is None if every opening was judged. `total` is the least total cost of all games
    that fit the clues, and ``inf`` if one of these games cannot be won.

    `tree` has this total cost; `tree` is None if one of the games cannot be won. The
    tree begins with the guesses of the position, each of which has one branch. `claims`
    are the lines of the certificate that follow the line ``claims``.
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
        """The opening, or else the first guess of the tree after the position.

        The result is an empty string if there is neither an opening nor a tree.
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
        """The number of games of the tree, or their weight, by number of guesses."""
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

    If `clues` are given, the tree is for the position after these guesses. An opening
    may have several words, separated by commas, which are played whatever their clues
    are. Without an opening, every guess is judged.

    An InputError is raised if no game goes on after the clues, if the opening is not
    valid, if it has several words in hard mode, or if the objective does not suit the
    game.
    """
    check_position(clues, hard, max_guesses)
    words = Setting(vocabulary, Mode.CLASSIC, hard=hard).check_opening(opening or "")
    search = Search(vocabulary, hard, max_guesses, objective)
    start = search.after(clues)
    played: Sequence[str] = words

    # The trail lists the states that were searched, and becomes the claims. The trail
    # is read before the tree is grown, because growing the tree searches more states.
    if words:
        total = search.cost(start, *words)
        claims = tuple(_claims(search))
    else:
        total, played = _judge_openings(search, start)
        # The last claim is about the position itself: it states the least cost of any
        # opening.
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

    The opening is a list of one word. If no opening wins every game, the cost is
    ``inf``, and the word is the most promising opening.
    """
    total = math.inf
    best = search.promising_guesses(start)[:1]
    bar = tqdm(search.promising_guesses(start), unit="opening", delay=1, disable=None)
    for opening in bar:
        # The limit refutes openings of equal cost too. So the first of several best
        # openings is kept.
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
    """Find a tree with the shortest possible longest game.

    Among all such trees, it is a tree with the fewest guesses in total. The first proof
    says that one guess less is not enough, and the second proof has the tree. If
    `max_guesses` are not enough, only the first proof is returned. If one guess is
    enough, only the second proof is returned.
    """
    failed: list[Proof] = []

    # If one guess less is not enough, even fewer guesses are not enough either.
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
        # A state without a guess before it is the position itself.
        if guess < 0:
            played = "- -"
        else:
            played = _clues_text([(search.word(guess), clue)])
        yield add_checksum(f"{came} {played} {cost_text(as_cost(low))}")


def add_checksum(claim: str) -> str:
    """Return a claim with its check sum.

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
    """Write the certificates of proofs, compressed if the name ends in ``.xz``."""
    text = "".join(map(str, proofs)).encode()
    with name_errors(path):
        path.write_bytes(lzma.compress(text) if path.suffix == ".xz" else text)
