"""Checks of the seeds of submissions: a beacon made the seed, and nobody chose it."""

from __future__ import annotations

import calendar
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from contest.entries.digests import file_digest, text_digest
from contest.entries.names import names_program
from contest.entries.source_text import EntryError
from contest.entries.strategy_file import ListedCall, StrategyFile
from contest.leaderboard.names import file_stem
from contest.leaderboard.submission import Submission, read_seal
from contest.runs.beacons import CHAIN, DELAY, Beacon, Chain, Round
from contest.runs.facts import SEAL
from contest.runs.folder import RunFolder
from contest.runs.official import SEAL_TIME
from contest.runs.provenance import fixed_time
from game.errors import InputError

# Submissions from the time before seeds followed from beacons. Each text is the SHA-256
# of a submission's record.json; the comment names the submission's folder.
_BEFORE_BEACONS = {
    # quantile-df772fa5
    "b78083b0bc572a926dc5e15ca40249e073e2bfabe2cc5c3be070b79fa660de6c",
    # quantile-f9eb6355
    "c7e5c9fef8c96af8bc376728e20bf49398ea5ad47ee11a461ec9e5b20a9a44ab",
    # two_ahead-90d1ab2e
    "982be28bcb056006ebeeb731b1157971dc6f98c564a447031760c83711c0bc8c",
    # quantile-6c219370
    "4951413921eea59f3254b1f404ff65772a9d6fe68953a7742e3216e1b76c3838",
    # quantile-007068cd
    "09bf0767fd99784a8bdb3c96568e46f8ed3191a8f18b0cdc01d5f01f03fb1067",
}


def check_round(
    beacon: Round, sources: Mapping[str, str], commit: str, end: int
) -> None:
    """Raise `InputError` if a round has the wrong time, or was not made by the beacon.

    The round must come at least `DELAY` seconds after the merge that fixed the entry's
    files, and before the end of the run. `sources` has the texts of the entry's files;
    the keys are the names of the files. The files must have the same texts in `commit`.
    `end` is the time when the run ended, in seconds of Unix time.
    """
    beacon.check_randomness()
    beacon.check_time(CHAIN, _fixed_time(sources, commit), end)
    _check_signature(beacon, CHAIN)


def source_of(entry: str, sources: Mapping[str, str]) -> str:
    """Return the digest of the file of a recorded entry.

    `entry` is the recorded name of the entry. `sources` has the texts of the recorded
    files; the keys are the names of the files. The digest depends on the text of the
    file and not on the name of the file.
    """
    stem = file_stem(entry, sources)
    text = sources.get(f"{stem}.py") or sources.get(f"{stem}.toml", "")
    return text_digest(text)


def find_sharing(paths: Iterable[Path], withdrawn: Iterable[int]) -> dict[Path, int]:
    """Return how many submissions share the risk of a wrong lead with each submission.

    Submissions of one file, under any name, share the risk if they have the same round
    of the beacon. `paths` has the folders of the submissions. The result maps each
    folder of a submission with a beacon to the number of submissions that share the
    risk, including this submission. `withdrawn` has the rounds of withdrawn
    submissions. Their files are gone, so a withdrawn submission counts as a submission
    of every file.
    """
    gone = Counter(withdrawn)
    rounds = {}
    for path in paths:
        facts = RunFolder(path).open().facts
        if facts.beacon and facts.entries:
            source = source_of(facts.entries[0], read_seal(path).sources)
            rounds[path] = source, facts.beacon.round
    counts = Counter(rounds.values())
    return {path: counts[key] + gone[key[1]] for path, key in rounds.items()}


def check_beacon(submission: Submission) -> None:
    """Raise `InputError` if the round of a submission is invalid (see `check_round`).

    A run without a beacon passes.
    """
    facts = submission.facts
    if facts.beacon is None:
        return
    end = calendar.timegm(time.strptime(submission.sealed, SEAL_TIME))
    with InputError.at(f"{str(submission.path)!r}: "):
        check_round(facts.beacon, submission.sources, facts.commit, end)


def _fixed_time(sources: Mapping[str, str], commit: str) -> int:
    """Return when an entry's files were merged, in seconds of Unix time.

    `sources` has the texts of the files; the keys are the names of the files.
    `fixed_time` explains which time is returned.
    """
    digests = {name: text_digest(text) for name, text in sources.items()}
    return fixed_time(digests, commit)


@lru_cache
def _check_signature(beacon: Round, chain: Chain) -> None:
    """Raise `BeaconError` unless the key of `chain` signed the round `beacon`.

    The check is slow. Because of the cache, each round is checked only once.
    """
    beacon.check_signature(chain)


def objection_to_seed(submission: Submission) -> str:
    """Return why somebody might have chosen a submission's seed, or an empty string.

    An entry is a call of the constructor of a strategy. If the entry's file does not
    list this call, somebody could write the call in many ways, and each way has another
    seed.
    """
    facts = submission.facts
    sources = submission.sources
    if file_digest(submission.path / SEAL) in _BEFORE_BEACONS:
        return ""
    if facts.beacon is None:
        return (
            "has an official run for practice, which has no beacon: expected a run of "
            "evaluate.py submit --beacon"
        )
    if reason := _objection_to_round(submission, facts.beacon):
        return reason
    (text,) = facts.digests
    if names_program(text):
        return ""
    name = f"{file_stem(text, sources)}.py"
    listed: list[ListedCall] = []
    # If the file is too long, `sources` has its digest in place of its text. Parsing a
    # digest raises `EntryError`.
    with suppress(EntryError):
        file = StrategyFile.parse(name, sources[name])
        listed = file.entries(facts.setting.mode)
    if facts.calls.get(text) in [call.expression for call in listed]:
        return ""
    return (
        "has a call that is not listed in the file of the entry: expected a call in "
        "ENTRIES"
    )


def _objection_to_round(submission: Submission, beacon: Beacon) -> str:
    """Return why somebody might have chosen the round of `beacon`.

    Return an empty string if the round is the one that the rules demand.
    """
    fixed = _fixed_time(submission.sources, submission.facts.commit)
    first = CHAIN.first_round(fixed + DELAY)
    if beacon.round == first:
        return ""
    return (
        f"has a run with round {beacon.round:,} of the beacon: expected {first:,}, the "
        "first round an hour or more after the commit that fixed the entry"
    )
