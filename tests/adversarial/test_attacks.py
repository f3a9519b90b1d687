"""Every attack against the real referee."""

import ast
import json
from collections import Counter
from dataclasses import replace

import pytest

from contest.conformance.corpus import (
    ATTACKS,
    NO_START,
    Attack,
    Unprotected,
    attack_names,
    is_harmless,
)
from contest.conformance.selftest import PROMISES
from contest.entries.entry import Entry, resolve
from contest.entries.home import ROOT
from contest.entries.strategy_file import StrategyFile
from contest.runs.evaluation import evaluate_plan
from contest.runs.folder import RunFolder
from contest.runs.plan import Plan
from contest.runs.rows import TIMES
from contest.runs.workers.pools import workers
from contest.runs.workers.runner import Chunk, Job, play_job
from contest.sandbox.limits import Limits
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.process import DIED
from game.errors import InputError
from game.protocol import Outcome, Setting
from game.words import Vocabulary
from tests.adversarial.corpus import (
    HONEST,
    MORE_ATTACKS,
    NAMES,
    SLACK,
    gather,
    honest_rows,
    world,
)
from tests.sandboxed import LISTS

GAMES = 4  # number of games of a whole run
# One or two for each guard that neither the self-test nor the run below attacks are
# system tests; the others take a minute of CPU time and are slow tests.
GUARDS = {
    "the decoder of messages": ["messages/malformed", "messages/oversized"],
    "limits of depth and of identifiers": ["messages/deep_nesting", "channel/twice"],
    "a process for each game": ["state/isolated_globals"],
    "text that is kept": ["names/formula", "exceptions/formula"],
    "encoding of moves": ["moves/repr"],
    "calls that are refused": ["process/network", "tampering/new_calls"],
    "environment and descriptors": ["reading/environment", "reading/descriptors"],
    "files that may be changed": ["tampering/new_files", "tampering/cleaning"],
    "limits of the process": ["resources/memory", "process/thread_bomb"],
    "limits of the scratch folder": ["files/many_files", "resources/output"],
    "checks of a move": ["moves/words_that_are_none", "prices/prices_of_odd_types"],
    "checks of a game": ["prices/cheap_prices", "moves/classic_endless"],
    "the start": ["start_slow", "start_forged_protections"],
    "state between games": ["state/globals", "state/kernels"],
    "the clocks": ["timing/threads", "timing/after_the_move"],
    "names of libraries": ["random", "sitecustomize", "patched/clocks"],
}
CHOSEN = [name for attacks in GUARDS.values() for name in attacks]
FAST = ["messages/malformed", "reading/descriptors", "prices/cheap_prices"]
SYSTEM = [name for name in CHOSEN if name not in FAST]
SLOW = [name for name in NAMES if name not in CHOSEN]


def groups(attacks, size):
    """Return attacks a few at a time: an honest entry plays after each group."""
    return [attacks[k : k + size] for k in range(0, len(attacks), size)]


pytestmark = [
    pytest.mark.linux,
    pytest.mark.usefixtures("own_folders"),
]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """A folder with all attacks."""
    return gather(tmp_path_factory.mktemp("attacks"))


@pytest.fixture(scope="module")
def unchanged(own_folders, corpus, alone):
    """Return whether everything outside is as it was before there was any attack."""
    before = world(own_folders, corpus)
    return lambda: world(own_folders, corpus) == before


@pytest.mark.parametrize(
    "group",
    [
        FAST,
        *(
            pytest.param(group, marks=pytest.mark.system)
            for group in groups(SYSTEM, 10)
        ),
        *(pytest.param(group, marks=pytest.mark.slow) for group in groups(SLOW, 5)),
    ],
    ids=" ".join,
)
def test_attacks_end_as_their_files_say(group, corpus, alone, unchanged, capfd):
    lacking = []
    for name in group:
        attack = Attack.read(name, corpus)
        try:
            chunk = attack.play(LISTS)
        except Unprotected as protection:
            lacking.append(f"{name}: {protection}")
            continue
        assert attack.objection(chunk) == "", name
        assert attack.seconds_late(chunk) < SLACK, name
        for text in (chunk.name, *chunk.failure.splitlines()):
            text.encode()
            assert is_harmless(text), name
        assert len(chunk.name) <= 200, name
        assert unchanged(), name

    assert honest_rows() == alone
    assert capfd.readouterr() == ("", "")
    if lacking:
        pytest.skip(f"not protected here: {lacking}")


@pytest.mark.system
@pytest.mark.parametrize(
    "name",
    ["g4_changes/mapped_files", "files/many_files", "files/deleted_files"],
)
def test_a_folder_on_a_disk_is_watched(name, corpus, unchanged):
    attack = Attack.read(name, corpus)

    chunk = attack.play(LISTS, without=("namespaces",))

    assert [row["reason"] for row in chunk.rows] == [f"{DIED}over 256 MiB of files"]
    assert attack.objection(chunk) == ""
    assert unchanged()


def test_every_attack_says_what_it_tries_and_what_must_happen(corpus):
    for name in NAMES:
        attack = Attack.read(name, corpus)
        defined = StrategyFile.read(attack.entry.path).tree.body
        called = attack.entry.expression.partition("(")[0]
        node = next(n for n in defined if getattr(n, "name", "") == called)

        assert ast.get_docstring(node), name
        assert attack.expect, name
        assert attack.expect <= {*Outcome, NO_START} - {Outcome.WON}, name
    assert len(NAMES) >= 160


def test_every_attack_is_in_a_list_and_has_a_promise_or_an_area():
    promises = tuple(f"{promise.lower()}_" for promise in PROMISES)
    for folder in (ATTACKS, MORE_ATTACKS):
        for path in folder.glob("[!_]*.py"):
            text = path.read_text()
            entries = text.partition("ENTRIES = ")[2]

            assert text.count("@expect(") <= entries.count("("), path
            assert path.name.startswith(promises) == (folder == ATTACKS)


def test_every_area_of_attacks_has_a_test_that_is_not_slow():
    fast = {*CHOSEN, *IN_ONE_RUN, *attack_names()}

    assert fast <= set(NAMES)
    assert {area(name) for name in fast} >= {area(n) for n in NAMES if "/" in n}


def test_an_attack_may_win_as_often_as_its_file_says():
    lost = {"outcome": "wrong", "score": "inf", "reason": "", "moves": ""}
    won = lost | {"outcome": "won", "score": "9.0"}
    lucky = Attack("lucky", HONEST, frozenset({"wrong"}), games=3, lucky=1)

    assert lucky.objection(Chunk((lost, won, lost))) == ""
    assert lucky.objection(Chunk((won, won, lost))).startswith("won (9.0")
    assert replace(lucky, lucky=0).objection(Chunk((lost, won, lost))) != ""


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_clocks_on_shared_memory_win_no_more_than_luck(jobs):
    file = ATTACKS / "g1_secrets.py"
    entry = resolve(f"{file}:CacheLines(words=150, finalists=5, again=5)")
    policy = SandboxPolicy(entry, LISTS, Setting(Vocabulary.load(), timeout=5.0))

    with workers(jobs, "", ()) as count:
        job = Job(policy, "attacks", 5000)
        rows = [row for chunk in play_job(job, count) for row in chunk.rows]

    assert Counter(row["outcome"] for row in rows).keys() <= {"won", "wrong"}
    # By luck it wins 1 of 2,315: 13 or more of 5,000 once in a million runs.
    assert sum(row["outcome"] == "won" for row in rows) < 13


def test_orphans_are_hunted_down_where_processes_can_be_started(
    unchanged, strategy_file
):
    escape = (
        "import os\n"
        "def flee(depth):\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "        if depth: flee(depth - 1)\n"
        "        import time; time.sleep(1000)\n"
    )
    path = strategy_file("flee(5); return 'zonal', 0", head=escape)
    entry = resolve(str(path))
    attack = Attack("flee", entry, frozenset({"wrong", "crashed"}), games=1)

    chunk = attack.play(LISTS, without=("Landlock", "seccomp"))

    assert attack.objection(chunk) == ""
    assert unchanged()


IN_ONE_RUN = (
    *("g6_failures/exit", "g2_scores/float_that_lies", "start_exits"),
    *("g4_changes/files", "g3_time/stopped", "g2_scores/forged_id"),
    *("names/formula", "random", "exceptions/mute"),
)


@pytest.mark.system
def test_a_run_with_attackers_in_it_is_the_run_without_them(
    corpus, own_folders, tmp_path
):
    honest = corpus / "_honest.py"
    again = f"{honest}:Honest()"
    others = [Attack.read(name, corpus).entry.text for name in IN_ONE_RUN]

    status = run([honest, *others, again], tmp_path / "both", jobs=2)
    run([honest], tmp_path / "alone", jobs=1)

    rows = rows_of(tmp_path / "both", honest)
    assert rows == rows_of(tmp_path / "both", again)
    assert rows == rows_of(tmp_path / "alone", honest)
    assert len(rows) == GAMES
    outcomes = [
        {row["outcome"] for row in rows_of(tmp_path / "both", t)} for t in others
    ]
    assert outcomes == [
        *({"crashed"}, {"wrong"}, set(), {"wrong"}),
        *({"timeout"}, {"crashed"}, {"wrong"}, {"wrong"}, {"crashed"}),
    ]
    assert "exited with status 4" in status.failures[others[2]]
    assert json.loads((tmp_path / "both" / "run.json").read_text())["complete"]


@pytest.mark.parametrize(
    ("name", "folder"),
    [("results.py", "results/mine"), ("run.py", "."), ("games.py", ".")],
)
def test_a_run_that_an_entry_could_read_is_refused(
    strategy_file, tmp_path, name, folder
):
    path = strategy_file("return 'zonal', 0", name=name)

    with pytest.raises(InputError, match="could read "):
        run([path], tmp_path / folder)


@pytest.mark.parametrize("folder", ["run", "."])
def test_a_run_in_the_checkout_of_an_entry_is_refused(strategy_file, tmp_path, folder):
    strategy_file("return 'zonal', 0")
    entry = resolve("mine.py", checkout=tmp_path)

    with pytest.raises(InputError, match="could read "):
        run([entry], tmp_path / folder)


@pytest.mark.system
def test_an_entry_cannot_come_from_our_results_or_with_them(tmp_path):
    path = ROOT / "results" / "mine.py"
    inside = Entry("mine.py", path, "Mine()")
    around = Entry("mine.py", ROOT / "evaluate.py", "Mine()", checkout=ROOT)

    with pytest.raises(InputError, match=r"'mine\.py' lies in .*results'"):
        run([inside], tmp_path / "one")
    with pytest.raises(InputError, match=r"'mine\.py' could read "):
        run([around], tmp_path / "two")


def run(texts, folder, jobs=1):
    """Play a whole run and return what it found."""
    plan = Plan(
        entries=tuple(t if isinstance(t, Entry) else resolve(str(t)) for t in texts),
        setting=Setting(Vocabulary.load(), timeout=2.0),
        games=GAMES,
        seed="attacks",
        limits=Limits(600.0),
        jobs=jobs,
    )
    return evaluate_plan(plan, RunFolder.create(folder)).facts.status


def area(name):
    """Return the file of an attack; attacks with the same aim share a file."""
    return name.partition("/")[0]


def rows_of(folder, text):
    """Return an entry's rows of a run, without fields that differ between runs."""
    rows = [row for row in RunFolder(folder).rows() if row["entry"] == str(text)]
    return [{k: v for k, v in r.items() if k not in (*TIMES, "entry")} for r in rows]
