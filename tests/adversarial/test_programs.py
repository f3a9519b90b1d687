"""Every attack of a program in C against the real referee."""

import re
import shutil
import struct
import subprocess

import pytest

from contest.conformance.corpus import Attack
from contest.entries.entry import resolve
from contest.entries.home import ROOT
from game.protocol import Outcome
from tests.adversarial.corpus import LISTS, MORE_ATTACKS, SLACK, honest_rows, world

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


@pytest.mark.parametrize(
    "group", [FAST, pytest.param(SYSTEM, marks=pytest.mark.system)], ids=" ".join
)
def test_no_program_wins_or_does_what_is_refused(group, program, alone, own_folders):
    before = world(own_folders, program.parent)
    for name in group:
        outcomes = frozenset(ATTACKS[name].split())
        entry = resolve(f"program:{program} {name} {ROOT}")
        timeout = 0.1 if Outcome.TIMEOUT in outcomes else 2.0
        attack = Attack(name, entry, outcomes, timeout=timeout)

        chunk = attack.play(LISTS)

        assert attack.objection(chunk) == "", name
        assert attack.overrun(chunk) < SLACK, name
        assert world(own_folders, program.parent) == before, name
    assert honest_rows() == alone


def test_a_program_cannot_read_what_it_names_as_a_second_loader(program, own_folders):
    image = bytearray(program.read_bytes())
    start, size, count = struct.unpack_from("<32xQ14xHH", image)
    headers = range(start, start + size * count, size)
    note = next(h for h in headers if struct.unpack_from("<I", image, h) == (NOTE,))
    for offset, form, value in (0, "<I", LOADER), (8, "<Q", len(image)), (32, "<Q", 99):
        struct.pack_into(form, image, note + offset, value)
    program.with_name("forged").write_bytes(image + bytes(ROOT).ljust(99, b"\0"))
    program.with_name("forged").chmod(0o700)
    entry = resolve(f"program:{program.with_name('forged')} secrets {ROOT}")

    chunk = Attack("forged", entry, frozenset({"wrong"})).play(LISTS)

    assert Attack("forged", entry, frozenset({"wrong"})).objection(chunk) == ""


def test_every_attack_of_a_program_expects_outcomes_that_are_no_win():
    outcomes = {outcome for text in ATTACKS.values() for outcome in text.split()}

    assert outcomes <= {*Outcome} - {Outcome.WON}
    assert len(ATTACKS) == SOURCE.read_text().count("\nATTACK(") == 30
    assert {*FAST} < {*ATTACKS}
