"""Long-living referee of a soak: plays attacks and honest games until its input ends.

Its argument is the folder of the attacks.

Every line that it reads is a round as JSON, every line that it prints what was found.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import psutil

from contest.conformance.corpus import Attack, Unprotected
from contest.entries.entry import resolve
from contest.runs.evaluation import evaluate_plan
from contest.runs.folder import RunFolder
from contest.runs.plan import Plan
from contest.sandbox.confinement.referee import protect_referee
from contest.sandbox.limits import Limits
from contest.sandbox.tempdirs import words_on_disk
from game.protocol import Outcome, Setting
from game.words import Vocabulary
from tests.adversarial.leftovers import held

_TRIES = 3  # an attack that succeeds does so always


def main() -> None:
    """Answer each round."""
    protect_referee()
    for line in sys.stdin:
        print(json.dumps(played(**json.loads(line))), flush=True)


def played(
    attacks: list[str],
    entries: list[str],
    games: int,
    seed: str,
    timeout: float,
    out: str,
) -> dict[str, Any]:
    """Play attacks, then a run of honest entries in this process."""
    words = Vocabulary.load()
    with words_on_disk(words) as lists:
        objections = {name: objection(name, lists) for name in attacks}
    plan = Plan(
        entries=tuple(resolve(text) for text in entries),
        setting=Setting(words, timeout=timeout),
        games=games,
        seed=seed,
        limits=Limits(),
        jobs=1,
    )
    evaluate_plan(plan, RunFolder.create(Path(out), Path(out)))
    holding = held(tempfile.gettempdir())
    return {
        "objections": {name: text for name, text in objections.items() if text},
        "held": holding,
        "memory": psutil.Process().memory_info().rss / 1e6,
        "blocks": sys.getallocatedblocks(),
    }


def objection(name: str, words: tuple[str, str]) -> str:
    """Play an attack and return how it ended otherwise than it must, if it did."""
    text = ""
    for _ in range(_TRIES):
        attack = Attack.read(name, Path(sys.argv[1]))
        try:
            text = attack.objection(attack.play(words))
        except Unprotected:
            return ""
        # A process that is stopped, on a busy machine, runs out of time: a loss.
        if not text or text.startswith(f"{Outcome.TIMEOUT} (inf"):
            return ""
    return text


if __name__ == "__main__":
    main()
