import json

import pytest

from contest.entries import resolve
from contest.evaluation import Findings, Plan, _digests, _facts
from contest.records import TIMES, RunFolder
from contest.submission import seal
from game.draws import Draws
from game.hosts import deal
from game.play import Scripted, play
from game.protocol import Mode, Setting
from game.words import Vocabulary


@pytest.fixture(scope="session")
def words():
    return Vocabulary.load()


@pytest.fixture
def record(words):
    """Write the record of a run in which whoever plays knows the secret."""

    def write(path, *, entry="entropy", mode=Mode.WORDPL, games=4, told=(), **play):
        found = resolve(entry, mode)
        limits = (mode, games, False, "s", 5.0, 60.0, 1)
        plan = Plan((found,), words, *limits, commit="c" * 40)
        folder = RunFolder.create(path, path.parent)
        folder.add(rows(plan, **play))
        facts = json.loads(_facts(plan, Findings(), _digests(plan), complete=True))
        folder.write("run.json", json.dumps(facts | dict(told)))
        seal(folder, [found])
        return path

    def rows(plan, price=30.0, final=None):
        setting = Setting(words, plan.mode)
        for number in range(plan.games):
            host = deal(setting, Draws(plan.seed, number))
            secret = host.reveal()
            spent = price if plan.mode is Mode.WORDPL else float("inf")
            moves = [(secret, spent), (final or secret, 0.0)]
            game = play(Scripted(moves), host, setting)
            place = {"entry": plan.entries[0].text, "game": str(number)}
            yield {**place, **game.to_row(), **dict.fromkeys(TIMES, "0.001")}

    return write


@pytest.fixture
def reseal():
    """Edit a record's file and make its digest that of the new one."""

    def change(path, name, old, new):
        text = (path / name).read_text()
        assert old in text
        (path / name).write_text(text.replace(old, new, 1))
        seal(RunFolder(path), [])

    return change
