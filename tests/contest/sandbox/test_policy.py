import pickle
import struct
from pathlib import Path

import pytest

from contest.entries.entry import Entry
from contest.entries.home import ROOT
from contest.sandbox.limits import Limits
from contest.sandbox.policy import SandboxPolicy, list_executable, list_readable
from game.hard import Hard
from game.protocol import Mode, Setting
from game.words import Vocabulary
from tests.sandboxed import LISTS


def allowed(path, command=(), files=()):
    entry = Entry(path.name, path, "Mine()", command=command, files=files)
    return list_readable(SandboxPolicy(entry, LISTS, Setting(Vocabulary.load())))


@pytest.mark.parametrize(
    "path",
    [
        ROOT / "results.py",
        ROOT.with_suffix(".py"),  # beside the checkout, and named like it
        ROOT / "results" / "published.py",  # beside published.csv
    ],
)
def test_our_results_are_nobodys_own(path):
    results = ROOT / "results"
    of_a_program = allowed(path, ("/bin/true",), (path, results / "README.md"))

    for shown in map(Path, [*allowed(path), *of_a_program]):
        assert not results.is_relative_to(shown)
        assert not shown.is_relative_to(results)


def test_the_files_beside_its_own_are_open_to_a_strategy():
    assert str(ROOT / "evaluate.py") in allowed(ROOT / "mine.py")


def test_a_loader_is_a_file_of_the_libraries_of_the_system(tmp_path):
    outside = tmp_path / "outside"
    program = tmp_path / "program"
    outside.write_text("not to be read")
    entry = Entry("mine", program, "Program()", command=(str(program),))
    system = Path("/usr/share").resolve()
    known = next(path for path in system.rglob("*") if path.is_file()).resolve()

    for name, loader in ((known, [str(known)]), (system, []), (outside, [])):
        # The smallest ELF file of 64 bits with one segment of the kind that names a
        # loader.
        text = f"{name}\0".encode()
        head = struct.pack("<5s27xQ16xH6x", b"\x7fELF\2", 64, 1)
        segment = struct.pack("<I4xQ16xQ16x", 3, 120, len(text))
        program.write_bytes(head + segment + text)

        assert list_executable(entry) == [str(program), *loader]


def test_a_pickled_policy_names_the_word_files(tmp_path):
    entry = Entry("mine", tmp_path / "mine.py", "Mine()")
    setting = Setting(Vocabulary.load(), Mode.CLASSIC, timeout=2.5, hard=Hard.NYT)
    policy = SandboxPolicy(entry, LISTS, setting, Limits(7.0), ("seccomp",))

    text = pickle.dumps(policy)
    unpickled = pickle.loads(text)

    assert unpickled == policy
    assert len(text) < 2000
    assert pickle.loads(text).setting.vocabulary is unpickled.setting.vocabulary
