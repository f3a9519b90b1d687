"""Every attack of a program in C against the real referee."""

import re
import shlex
import shutil
import struct
import subprocess

import pytest

from contest.conformance.corpus import Attack
from contest.entries.entry import resolve
from contest.entries.home import ROOT
from game.protocol import Outcome
from tests.adversarial.corpus import MORE_ATTACKS, SLACK, honest_rows, world
from tests.sandboxed import LISTS

SOURCE = MORE_ATTACKS / "programs.c"
ATTACKS = dict(
    re.findall(r'^ATTACK\((\w+), "G\d", "([\w ]+)"\)', SOURCE.read_text(), re.M)
)
FAST = ["processes", "two_replies", "secrets"]
SYSTEM = [name for name in ATTACKS if name not in FAST]
COMPILER = shutil.which("cc")
LOADER, NOTE = 3, 4  # kinds of segments of a program


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """The compiled attacks, in a folder where nothing else is."""
    if COMPILER is None:
        pytest.skip("no C compiler here")
    file = tmp_path_factory.mktemp("programs") / "attack"
    command = [COMPILER, "-O1", "-Wall", "-Werror", "-pthread", "-o", file, SOURCE]
    subprocess.run(command, check=True)
    return file


def objection(program, name, outcomes):
    """Play an attack and return the fault of its games, or an empty string."""
    entry = resolve(f"program:{shlex.join([str(program), name, str(ROOT)])}")
    timeout = 0.1 if Outcome.TIMEOUT in outcomes.split() else 2.0
    attack = Attack(name, entry, frozenset(outcomes.split()), timeout=timeout)
    chunk = attack.play(LISTS)
    late = attack.seconds_late(chunk)
    return attack.objection(chunk) or (f"{late:.1f} s late" if late > SLACK else "")


@pytest.mark.parametrize(
    "group", [FAST, pytest.param(SYSTEM, marks=pytest.mark.system)], ids=" ".join
)
def test_no_program_wins_or_does_what_is_refused(group, program, alone, own_folders):
    before = world(own_folders, program.parent)
    for name in group:
        assert objection(program, name, ATTACKS[name]) == "", name
        assert world(own_folders, program.parent) == before, name
    assert honest_rows() == alone


def test_a_program_cannot_read_what_it_names_as_a_second_loader(program, own_folders):
    # Turn a note of the program into a second loader: the path of the checkout.
    image = bytearray(program.read_bytes())
    start, size, count = struct.unpack_from("<32xQ14xHH", image)
    headers = range(start, start + size * count, size)
    note = next(h for h in headers if struct.unpack_from("<I", image, h) == (NOTE,))
    path = bytes(ROOT)
    struct.pack_into("<I", image, note, LOADER)
    struct.pack_into("<Q", image, note + 8, len(image))
    struct.pack_into("<Q", image, note + 32, len(path))
    forged = program.with_name("forged")
    forged.write_bytes(image + path)
    forged.chmod(0o700)

    assert objection(forged, "secrets", "wrong") == ""


def test_every_attack_of_a_program_expects_outcomes_that_are_no_win():
    outcomes = {outcome for text in ATTACKS.values() for outcome in text.split()}

    assert outcomes <= {*Outcome} - {Outcome.WON}
    assert len(ATTACKS) == SOURCE.read_text().count("\nATTACK(") == 26
    assert {*FAST} < {*ATTACKS}
