"""Attack corpus: misbehaving strategies, played as in a run, and expected outcomes.

The folder ``attacks`` beside this file has the files of attacks. The folder is no
package: the files are parsed for their expectations, and are imported only in the
sandboxed process. More attacks are in ``tests/adversarial/attacks``.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from contest.entries.entry import Entry, resolve
from contest.entries.strategy_file import StrategyFile
from contest.runs.workers.runner import Chunk, Job, Row, end_player, play_chunk
from contest.sandbox.limits import WALL_FACTOR, Limits
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.remote import Referee
from game.calls import read_call
from game.errors import InputError
from game.protocol import MAX_MOVES, Mode, Outcome, Setting
from game.text.formats import format_count, is_formula, is_visible
from game.words import Vocabulary

ATTACKS = Path(__file__).resolve().parent / "attacks"
SEED = "attacks"
NO_START = "no start"
"""Word for an expected outcome: the attack cannot start, and so it gets no score."""

# Results of `_missing_protections`. A key has the names of the protections that a
# policy leaves out. The policy itself is no key, because the dict would keep the words
# of the policy for ever.
_MISSING: dict[tuple[str, ...], tuple[str, ...]] = {}

_TIMEOUT = 2.0  # seconds of CPU time for a game
_SHORT = 0.1  # seconds of CPU time for an attack that should exceed its limit
_START_TIMEOUT = 20.0


class Unprotected(Exception):
    """An attack is not played, because this machine lacks the protection against it."""


@dataclass(frozen=True, slots=True)
class Attack:
    """A misbehaving strategy and the outcome that its file expects.

    Parameters
    ----------
    name : str
        The name of the file and the label in the file, like ``g3_time/loop``.
    entry : Entry
        The strategy.
    expect : frozenset of str
        The outcomes that its games may have, or `NO_START`.
    reason : str or tuple of str
        A text that the reason of each game must contain. If there are several texts,
        the reason must contain one of them.
    moves : str
        The text with which the moves of each game must begin.
    mode, games
        The mode of the games, and the number of games.
    timeout, start_timeout : float
        Limits of CPU time for a game and for the start, in seconds.
    needs : tuple of str
        Protections that stop the attack. If one of them is missing, the attack may
        succeed, so it is not played.
    isolate_games : bool
        Whether every game gets a new process.
    idle : float
        Time between two games, in seconds.
    lucky : int
        Largest number of games that the attack may win by chance.
    """

    name: str
    entry: Entry
    expect: frozenset[str]
    reason: str | tuple[str, ...] = ""
    moves: str = ""
    mode: str = "wordpl"
    games: int = 2
    timeout: float = _TIMEOUT
    start_timeout: float = _START_TIMEOUT
    needs: tuple[str, ...] = ()
    isolate_games: bool = False
    idle: float = 0.0
    lucky: int = 0

    @classmethod
    def read(cls, name: str, folder: Path = ATTACKS) -> Attack:
        """Return the attack with a name like ``g3_time/loop``, in a folder of attacks.

        Raises `InputError` if there is no attack with this name.
        """
        file, _, label = name.partition("/")
        path = folder / f"{file}.py"
        entry = resolve(f"{path}/{label}" if label else str(path))
        outcomes, facts = _read_expectation(path, read_call(entry.expression).name)
        if Outcome.TIMEOUT in outcomes:
            facts.setdefault("timeout", _SHORT)
        return cls(name, entry, outcomes, **facts)

    def play(self, words: tuple[str, str], without: Sequence[str] = ()) -> Chunk:
        """Play the games of the attack as a run does, and end the attack's process.

        `words` are the paths of the files of answers and of guesses. `without` names
        protections to leave out, as on a machine without these protections. Raises
        `Unprotected` when a protection is missing that stops the attack.
        """
        # Classic Wordle has six guesses, as in every run.
        mode = Mode(self.mode)
        turns = 6 if mode is Mode.CLASSIC else MAX_MOVES
        setting = Setting(Vocabulary.from_files(*words), mode, turns, self.timeout)
        limits = Limits(self.start_timeout, self.isolate_games)
        policy = SandboxPolicy(
            entry=self.entry,
            words=words,
            setting=setting,
            limits=limits,
            without=tuple(without),
        )
        # If a protection is missing, the attack would succeed, so it is not played.
        if self.needs:
            for lacking in _missing_protections(policy):
                if lacking.startswith(self.needs):
                    raise Unprotected(lacking)
        try:
            return self._play(Job(policy, SEED, 1000))
        finally:
            end_player()

    def _play(self, job: Job) -> Chunk:
        step = 1 if self.idle else self.games
        rows: tuple[Row, ...] = ()
        lacked_cpu = ""
        for start in range(0, self.games, step):
            time.sleep(self.idle if start else 0)
            chunk = play_chunk(job, start, start + step)
            rows += chunk.rows
            lacked_cpu = lacked_cpu or chunk.lacked_cpu
        return replace(chunk, rows=rows, lacked_cpu=lacked_cpu)

    def objection(self, chunk: Chunk) -> str:
        """Return how the end of the attack differs from the end that its file expects.

        If the attack ended as expected, an empty string is returned. `chunk` is the
        result of the games of the attack.
        """
        if chunk.failure:
            if NO_START in self.expect and self._expects(chunk.failure):
                return ""
            return f"no start: {chunk.failure.splitlines()[0]}"
        if len(chunk.rows) != self.games:
            return f"{format_count(len(chunk.rows), 'game')}, expected {self.games}"
        # Up to `lucky` games may be won by chance.
        won = [row for row in chunk.rows if row["outcome"] == Outcome.WON]
        excused = won if len(won) <= self.lucky else []
        judged = [row for row in chunk.rows if row not in excused]
        return next(filter(None, map(self._row_objection, judged)), "")

    def seconds_late(self, chunk: Chunk) -> float:
        """Return by how many seconds a game exceeded its limit of wall-clock time.

        `chunk` is the result of the games. If several games exceeded the limit, return
        the largest number of seconds; if no game exceeded the limit, return 0.
        """
        longest = max((float(row["seconds"]) for row in chunk.rows), default=0.0)
        return max(0.0, longest - WALL_FACTOR * self.timeout)

    def _expects(self, reason: str) -> bool:
        """Return whether the reason of a lost game is one that the file expects.

        The reason must contain one of the texts in the field `reason` of the attack.
        """
        texts = (self.reason,) if isinstance(self.reason, str) else self.reason
        return any(text in reason for text in texts)

    def _row_objection(self, row: Row) -> str:
        outcome = row["outcome"]
        score = row["score"]
        reason = row["reason"]
        if outcome not in self.expect - {Outcome.WON} or score != "inf":
            expected = " or ".join(sorted(self.expect))
            return f"{outcome} ({score}; {reason}), expected {expected}"
        if not self._expects(reason):
            return f"{reason}, expected {self.reason}"
        if not row["moves"].startswith(self.moves):
            return f"moves {row['moves']}, expected {self.moves}"
        exchange = row.get("exchange", "").splitlines()
        texts = [*exchange, *(row[name] for name in row.keys() - {"exchange"})]
        if not all(map(is_harmless, texts)):
            return f"a row with invisible characters or a formula: {row!r}"
        return ""


def attack_names(folder: Path = ATTACKS) -> list[str]:
    """Return the names of all attacks in a folder, like ``g3_time/loop``.

    Files with names that begin with an underscore are not attacks. Raises `InputError`
    when the folder has no attacks, as in an incomplete checkout.
    """
    paths = [p for p in sorted(folder.glob("*.py")) if not p.stem.startswith("_")]
    if not paths:
        raise InputError(f"no attacks in {str(folder)!r}", "a complete checkout")
    return [
        f"{path.stem}/{item.label}" if item.label else path.stem
        for path in paths
        for item in StrategyFile.read(path).entries(Mode.WORDPL)
    ]


def _missing_protections(policy: SandboxPolicy) -> tuple[str, ...]:
    """Return the protections that this machine lacks, or that `policy` leaves out.

    An honest strategy is started to find out.
    """
    if policy.without not in _MISSING:
        entry = resolve(str(ATTACKS / "_honest.py"))
        with Referee(
            policy.setting, words=policy.words, without=policy.without
        ) as referee:
            process = referee.player(entry, warm_up=False).process
            _MISSING[policy.without] = process.missing
    return _MISSING[policy.without]


def is_harmless(text: str) -> bool:
    """Return whether a text is one printable line that no spreadsheet evaluates.

    Examples
    --------
    >>> is_harmless("=1+1"), is_harmless("1+1")
    (False, True)
    """
    return is_visible(text) and not is_formula(text)


def _read_expectation(path: Path, name: str) -> tuple[frozenset[str], dict[str, Any]]:
    """Return the outcomes that an attack may have, and further fields of `Attack`.

    The decorator `expect` stands above the class or function `name` in the file of the
    attack, `path`. The outcomes are the positional arguments of the decorator, and the
    fields are its keyword arguments.
    """
    calls = {
        node.name: node.decorator_list[0]
        for node in StrategyFile.read(path).tree.body
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.decorator_list
    }
    call = calls[name]
    assert isinstance(call, ast.Call), path
    facts = {str(k.arg): ast.literal_eval(k.value) for k in call.keywords}
    return frozenset(map(ast.literal_eval, call.args)), facts
