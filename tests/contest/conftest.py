import json
import math
from dataclasses import replace

import pytest
from msgspec import structs

from contest.entries.digests import file_digest
from contest.entries.entry import resolve
from contest.leaderboard.submission import submission_seed
from contest.leaderboard.verification import Verified
from contest.runs.beacons import Beacon
from contest.runs.facts import SEAL
from contest.runs.folder import RunFolder
from contest.runs.official import seal
from contest.runs.plan import Plan
from contest.runs.rows import TIMES
from contest.statistics.quantiles import PERCENTILES
from game.draws import Draws
from game.hosts import deal
from game.loop import Scripted, play
from game.protocol import Mode, Setting
from game.words import Vocabulary
from research.studies.players import Asks
from tests.rounds import unsigned_round


@pytest.fixture(scope="session")
def words():
    return Vocabulary.load()


@pytest.fixture(scope="session")
def rows(words):
    """Return the rows of two entries that play alike, with 120 games of each entry."""
    setting = Setting(words)
    times = {"seconds": "0.5", "cpu_seconds": "0.25"}

    def game(number):
        guess = "slate" if number % 3 else "crane"
        moves = [("trace", 9.25), (guess, 5.0), ("crane", 0.0)]
        return play(Scripted(moves), deal(setting, Draws("0", number)), setting)

    return [
        {"entry": entry, "game": str(k), **game(k).to_row(), **times}
        for entry in ("a", "b")
        for k in range(120)
    ]


def repeated(path, games=1001, difference="", digest=None):
    """Write `verified.json`, as if the first games of a submission were repeated."""
    numbers = range(games)
    digest = digest or file_digest(path / SEAL)
    Verified(digest, "2026-11-23", "c" * 64, [*numbers], difference).write(path)


@pytest.fixture
def record(words, unsigned_rounds):
    """Return a function that writes a sealed run in which every game has one clue.

    The guess is the last answer of the list, or the secret if `knows` is true. The
    final answer is `final`. If `final` is empty, it is the likeliest answer, or the
    secret if `knows` is true.
    """

    def write(
        path,
        *,
        entry="entropy",
        mode=Mode.WORDPL,
        games=4,
        seed="s",
        round=1,
        changed=(),
        **play,
    ):
        found = resolve(entry, mode)
        setting = Setting(words, mode, timeout=5.0)
        others = [p for p in path.parent.glob("*/") if p != path]
        plan = Plan(
            entries=(found,),
            setting=setting,
            games=games,
            seed=seed,
            commit="c" * 40,
            numbers=dict.fromkeys(PERCENTILES, 1 + len(others)),
        )
        if path.parent.name == "submissions":
            drawn = structs.replace(unsigned_round(seed), round=round)
            calls = [json.loads((p / "run.json").read_text())["calls"] for p in others]
            named = [{(t.partition(":")[0], c) for t, c in k.items()} for k in calls]
            own = found.text.partition(":")[0], found.expression
            earlier = [own in pairs for pairs in named]
            beacon = Beacon(**structs.asdict(drawn), submission=1 + sum(earlier))
            seed = submission_seed(found, beacon)
            plan = replace(plan, seed=seed, beacon=beacon)
        folder = RunFolder.create(path)
        folder.add(rows(plan, **play))
        folder.save_words(words)
        facts = json.loads(plan.facts().to_json()) | {"complete": True}
        folder.write("run.json", json.dumps(facts | dict(changed)))
        seal(folder, [found])
        repeated(path)
        return path

    def rows(plan, price=30.0, final=None, *, knows=False):
        for number in range(plan.games):
            host = deal(plan.setting, Draws(plan.seed, number))
            if plan.setting.mode is Mode.CLASSIC:
                player = Scripted([(host.reveal(), float("inf"))])
            else:
                # Without knowledge of the secret, all clues are about the last answer
                # of the list.
                asked = host.reveal() if knows else words.answers[-1]
                answer = final or (asked if knows else "")
                player = Asks((asked,), (price,), answer, words)
            game = play(player, host, plan.setting)
            place = {"entry": plan.entries[0].text, "game": str(number)}
            yield {**place, **game.to_row(), **dict.fromkeys(TIMES, "0.001")}

    return write


@pytest.fixture
def reseal():
    """Return a function that edits a file of a run, and then seals the run again."""

    def change(path, name, old, new):
        text = (path / name).read_text()
        assert old in text
        (path / name).write_text(text.replace(old, new, 1))
        seal(RunFolder(path), [])

    return change


@pytest.fixture(scope="session")
def write_run(words, run_json):
    """Return a function that writes a run of scripted entries.

    `scripts` has, by the name of each entry, the moves that it makes in every game. The
    word "?" stands for the secret.
    """

    def write(
        path, scripts, mode=Mode.WORDPL, boards=1, games=40, vocabulary=words, **facts
    ):
        folder = RunFolder.create(path)
        setting = Setting(vocabulary, mode, 6 + boards, boards=boards)
        for name, moves in scripts.items():
            rows = []
            for number in range(games):
                host = deal(setting, Draws("7", number))
                secrets = host.reveal().split(",")
                if mode is Mode.CLASSIC:
                    known = [*moves, *((secret, math.inf) for secret in secrets)]
                else:
                    known = [(secrets[0] if w == "?" else w, e) for w, e in moves]
                row = play(Scripted(known), host, setting).to_row()
                seconds = f"{0.01 + number / 1000:.6f}"
                rows.append(
                    {"entry": name, "game": str(number), "seconds": seconds}
                    | {"cpu_seconds": seconds, **row}
                )
            folder.add(rows)
        known = {"mode": str(mode), "words": vocabulary.digest, "boards": boards}
        known |= {
            "entries": [*scripts],
            "seed": "7",
            "games": games,
            "timeout": 5.0,
            "isolation": "full",
        }
        folder.write("run.json", run_json(**known | facts))
        return path

    return write


@pytest.fixture(scope="session")
def wordpl_run(write_run, tmp_path_factory):
    careful = [("crane", 20.0), ("moist", 15.5), ("bulky", 9.0), ("crane", 0.0)]
    scripts = {
        "bold": [("trace", 9.0), ("crane", 0.0)],
        "a</script><b>": careful,
        "knows": [("crane", 12.0), ("?", 0.0)],
    }
    names = {"bold": "Bold, <i>", "knows": "knows"}
    return write_run(tmp_path_factory.mktemp("runs") / "one", scripts, names=names)


@pytest.fixture(scope="session")
def classic_run(write_run, tmp_path_factory):
    scripts = {"knows": [("crane", math.inf)]}
    folder = tmp_path_factory.mktemp("runs")
    return write_run(folder / "two", scripts, Mode.CLASSIC, boards=2)
