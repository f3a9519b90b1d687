"""Digests of moves, scores and exact figures, as this process computes them.

    python tests/determinism/probe.py GAMES [RECORD ...]

The program prints a JSON object with a digest of each figure, and of GAMES games of
each entry. If RECORDs are given, it prints instead, for each recorded run, in how many
games the entry makes other moves than the recorded moves. With fewer than 100 GAMES,
entries that decide by whole numbers alone are left out. The caller sets the features of
the processor, the target of the compiler and the number of threads.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from contest.entries.entry import resolve_recorded
from contest.leaderboard.submission import read
from contest.statistics.adjusted.bets import Hypothesis, e_values
from game import elementary as scalar
from game.channels.response import RESPONSE
from game.clues import Rule
from game.draws import Draws
from game.hosts import deal
from game.loop import play, replay_moves
from game.protocol import Mode, Setting, Strategy
from game.record import Game
from game.words import Vocabulary
from solver import Belief, best_posterior, clue_matrix, information, partitions
from solver.bounds import free_letters as bounds
from solver.lookahead.lookahead import tables
from solver.lookahead.objectives import ExpectedGuesses, ExpectedRemaining, WorstCase
from solver.numeric import elementary
from tests.library import library_entries, ready
from tests.tables import perturb

WORDS = Vocabulary.load()
LENGTH = WORDS.length
BELIEFS = 12  # most beliefs; there are fewer if there are fewer games
FEW = 100
WHOLE_NUMBERS = ("adversarial", "optimal", "optimal_hard")


def main() -> None:
    """Print the digests, or compare the records."""
    games, *records = sys.argv[1:]
    if records:
        found = {path: mismatches(Path(path), int(games)) for path in records}
    else:
        found = {**functions(), **figures(), **scores(int(games))}
        found |= entries(int(games))
    sys.stdout.write(json.dumps(found, indent=1))


def scores(games: int) -> dict[str, str]:
    """Return digests of the scores of all guesses under some beliefs, bit by bit."""
    matrix = clue_matrix(WORDS, Rule.LETTERWISE)
    totals = {name: hashlib.sha256() for name in ("belief", "channel", "partitions")}
    for belief, price in beliefs(min(games, BELIEFS)):
        weights = belief.probabilities
        totals["belief"].update(weights.tobytes() + repr(belief.entropy).encode())
        for order in (1.0, 2.0, 3.5):
            found = information(matrix, weights, price, LENGTH, order)
            totals["channel"].update(found.tobytes())
        found = best_posterior(matrix, weights, price, LENGTH)
        totals["channel"].update(found.tobytes())
        judged = partitions(matrix, weights)
        totals["partitions"].update(judged.entropy.tobytes())
        totals["partitions"].update(judged.expected_size.tobytes())
    words = tables(WORDS, Rule.CLASSIC)
    totals["objectives"] = hashlib.sha256()
    for count in (3, 40, 700):
        possible = np.arange(count) * (len(WORDS.answers) // count)
        for objective in (ExpectedGuesses, ExpectedRemaining, WorstCase):
            found = objective(*words, depth=2 if count == 40 else 1).rate(possible)
            totals["objectives"].update(found.tobytes())
    return {name: total.hexdigest() for name, total in totals.items()}


def beliefs(count: int) -> Iterator[tuple[Belief, float]]:
    """Yield, for each game, a belief after one to four noisy clues, and a price."""
    matrix = clue_matrix(WORDS, Rule.LETTERWISE)
    for game in range(count):
        draws = Draws("belief", game)
        belief = Belief.uniform(len(WORDS.answers))
        secret = draws.answer(2315)
        for turn in range(1 + game % 4):
            price = 3.0 + 2.7 * ((game + 5 * turn) % 7)
            row = matrix[int(draws.noise(99 + turn, 1)[0] * len(matrix))]
            noise = draws.noise(turn, LENGTH)
            clue = perturb(RESPONSE, int(row[secret]), price, noise)
            belief = belief.update(row, clue, price, LENGTH)
        yield belief, price


def functions() -> dict[str, str]:
    """Return digests of the elementary functions, of numbers and of arrays."""
    points = [k * 0.00173 for k in range(1, 10_001)]
    found = {}
    for name in ("exp", "log2", "log1p"):
        one_by_one = [getattr(scalar, name)(x) for x in points]
        at_once = getattr(elementary, name)(np.array(points))
        text = repr(one_by_one).encode() + at_once.tobytes()
        found[name] = hashlib.sha256(text).hexdigest()
    return found


def figures() -> dict[str, str]:
    """Return exact figures, written to the last bit."""
    table = bounds.value_table(LENGTH, 16.0)
    values = np.array([0.04 + 0.02 * (k % 3) for k in range(500)])
    nulls = Hypothesis(0.05), Hypothesis(0.95, -1.0)
    won = values, 1 - values
    bets = [
        e_values(np.cumsum(null.log_factors(each), axis=0))[-1]
        for null, each in zip(nulls, won, strict=True)
    ]
    return {
        "floors": " ".join(
            bounds.free_floor(2315, 5, p).hex() for p in (0.05, 0.5, 0.95)
        ),
        "table of floors": hashlib.sha256(table.tobytes()).hexdigest(),
        "e-values": " ".join(float(bet).hex() for bet in bets),
    }


def entries(games: int) -> dict[str, str]:
    """Return, for each mode and each entry, a digest of the rows of its games."""
    found = {}
    for mode in Mode:
        setting = Setting(WORDS, mode)
        for entry in library_entries(mode):
            if games < FEW and entry.text in WHOLE_NUMBERS:
                continue
            strategy = ready(entry, setting)
            total = hashlib.sha256()
            for number in range(games):
                draws = Draws("determinism", number)
                random.seed(number)
                game = play(strategy, deal(setting, draws), setting)
                total.update(repr(sorted(game.to_row().items())).encode())
            found[f"{mode} {entry.text}"] = total.hexdigest()
    return found


def mismatches(record: Path, games: int) -> int:
    """Return in how many of the first games of a record the entry moves otherwise."""
    played = read(record, WORDS)
    facts = played.facts
    setting = facts.setting
    strategies = {}
    for name in facts.entries:
        entry = resolve_recorded(name, facts.calls[name], setting.mode)
        strategies[name] = ready(entry, setting)
    wrong = 0
    for row, game in zip(played.rows, played.games, strict=True):
        if int(row["game"]) < games:
            random.seed(Draws(facts.seed, int(row["game"])).strategy())
            wrong += not repeats(strategies[row["entry"]], game)
    return wrong


def repeats(strategy: Strategy, game: Game) -> bool:
    """Return whether a strategy makes the moves of a game if it sees its clues."""
    turns = [(turn.guess, turn.epsilon, turn.result) for turn in game.turns]
    moves = [turn[:2] for turn in turns] + [(game.final, 0.0)]
    return [*map(tuple, replay_moves(strategy, turns))] == moves


if __name__ == "__main__":
    main()
