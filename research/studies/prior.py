"""The number of guesses that you need if you follow the suggestions of `solve`.

The secret may be any valid guess. The study prints how many games need each number of
guesses: for all listed answers, and for a sample of the other valid guesses. With
`--others 20`, the sample is every 20th of the other valid guesses.

    python -m research.studies.prior salet --others 20
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict

from game.clues import all_correct, classic
from game.protocol import SPARE_TURNS, Mode, Setting
from game.words import Vocabulary
from solver.advice.position import Position
from solver.advice.suggestions import prepare_copy, suggest
from strategies.entropy import Entropy


def count_guesses(opening: str, secrets: list[str]) -> Counter[int]:
    """Return how many of the `secrets` are found with each number of guesses.

    A key of the result is a number of guesses, and the value is how many secrets are
    found with it. The first guess is `opening`; every other guess is the best
    suggestion of the command `solve`.
    """
    position = Position(Setting(Vocabulary.load(), Mode.CLASSIC, 1 + SPARE_TURNS))
    player = prepare_copy(Entropy(opening=opening), position)
    counts: Counter[int] = Counter()

    def play(position: Position, secrets: list[str]) -> None:
        # All secrets that share the clues so far are played at once.
        guess = suggest(player, position, 1)[0].guess
        by_clue = defaultdict(list)
        for secret in secrets:
            by_clue[classic(secret, guess)].append(secret)
        for clue, left in by_clue.items():
            after = position.add(guess, [clue])
            if clue == all_correct(len(guess)):
                counts[len(after.turns)] += 1
            else:
                play(after, left)

    play(position, secrets)
    return counts


def main() -> None:
    """Print how many games need each number of guesses, and the sum of all guesses."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "opening", nargs="?", default="salet", help="the first guess [default: salet]"
    )
    parser.add_argument(
        "--others",
        type=int,
        default=20,
        metavar="N",
        help="take every N-th of the other valid guesses [default: 20]",
    )
    options = parser.parse_args()
    words = Vocabulary.load()
    # The other valid guesses are words that can be played, but are no listed answers.
    others = [word for word in words.guesses if word not in words.answer_index]
    for name, secrets in (
        ("answers", list(words.answers)),
        ("other valid guesses", others[:: options.others]),
    ):
        counts = count_guesses(options.opening, secrets)
        total = sum(guesses * games for guesses, games in counts.items())
        print(f"{name}: {len(secrets):,} games, {total:,} guesses, ", end="")
        pairs = sorted(counts.items())
        print(", ".join(f"{games:,} games take {n} guesses" for n, games in pairs))


if __name__ == "__main__":
    main()
