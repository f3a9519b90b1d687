"""All attacks: those of the self-test, and those of the folder beside this file."""

import shutil
from pathlib import Path

from contest.conformance import corpus

MORE_ATTACKS = Path(__file__).parent / "attacks"
NAMES = [*corpus.attack_names(), *corpus.attack_names(MORE_ATTACKS)]


def gather(folder):
    """Copy all attacks to one folder: an entry can read only what is beside it."""
    for source in (corpus.ATTACKS, MORE_ATTACKS):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(source, folder, dirs_exist_ok=True, ignore=ignored)
    return folder
