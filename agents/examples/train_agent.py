"""Training of ``agent.py`` by returns of games: ``python train_agent.py``.

For each clue of the opening a bandit chooses the second word, by upper confidence
bounds of the mean return. Needs the extra ``gymnasium``; takes about a minute.
"""

import argparse
from pathlib import Path

import gymnasium
import numpy as np
from tqdm import tqdm

from game import Rule, Vocabulary
from solver import answer_rows, clue_matrix

HERE = Path(__file__).resolve().parent
OPENING, CHOICES, GAMES_AT_ONCE = "slate", 200, 2048


def train(steps: int, seed: int) -> list[str]:
    """Return the table: the opening, then the second word for each clue."""
    bar = tqdm(range(steps), "compiling kernels", unit=" steps", disable=None)
    words = Vocabulary.load()
    matrix, answers = clue_matrix(words, Rule.CLASSIC), answer_rows(words)
    random = np.random.default_rng(seed)
    drawn = random.choice(len(words.guesses), CHOICES, replace=False)
    choices = np.concatenate(([-1], drawn))  # first the baseline: a possible answer
    envs = gymnasium.make_vec("clueproof_agents:clueproof/Wordle-v1", GAMES_AT_ONCE)
    boards, _ = envs.reset(seed=seed)
    powers = 3 ** np.arange(words.length)[::-1]
    opening = words.guess_index[OPENING]
    counts = np.ones((3**words.length, len(choices)))
    returns = np.full(counts.shape, -3.0)  # optimistic: every word is tried
    possible = np.ones((GAMES_AT_ONCE, len(answers)), bool)
    first, chosen = np.zeros((2, GAMES_AT_ONCE), np.int64)
    total = np.zeros(GAMES_AT_ONCE)
    for step in bar:
        if step == 1:  # the first one compiles
            bar.set_description(f"training {GAMES_AT_ONCE:,} games at once")
        turns = (boards[:, :, 0, 0] > 0).sum(axis=1)
        bounds = returns / counts + 0.8 * np.sqrt(
            np.log(counts.sum(axis=1, keepdims=True)) / counts
        )
        second = turns == 1
        chosen[second] = bounds.argmax(axis=1)[first[second]]
        actions = answers[possible.argmax(axis=1)]
        learned = second & (choices[chosen] >= 0)
        actions[learned] = choices[chosen][learned]
        actions[turns == 0] = opening
        boards, rewards, over, _, _ = envs.step(actions)
        total += rewards
        played = (boards[:, :, 0, 0] > 0).sum(axis=1)
        last = boards[np.arange(GAMES_AT_ONCE), np.maximum(played - 1, 0), 1]
        clues = (last.astype(np.int64) - 1) @ powers
        first[played == 1] = clues[played == 1]
        fits = matrix[actions] == clues[:, None]
        possible = np.where((played > 0)[:, None], possible & fits, True)
        late = over & (played > 1)
        np.add.at(returns, (first[late], chosen[late]), total[late])
        np.add.at(counts, (first[late], chosen[late]), 1)
        total[over] = 0
    best = choices[(returns / counts).argmax(axis=1)]
    return [OPENING, *("-" if k < 0 else words.guesses[k] for k in best.tolist())]


def main() -> None:
    """Train, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=HERE / "agent.txt")
    asked = parser.parse_args()
    table = train(asked.steps, asked.seed)
    asked.out.write_text("\n".join(table) + "\n")
    print(f"wrote {asked.out}: the second word for {len(table) - 1} clues")


if __name__ == "__main__":
    main()
