import ast
import errno
import os
from itertools import chain, product

import pytest

from contest.conformance.corpus import ATTACKS
from contest.sandbox.confinement import system_calls
from contest.sandbox.confinement.system_calls import (
    ALLOWED,
    IGNORED,
    MACHINES,
    NOT_IMPLEMENTED,
    ON_A_DISK,
    make_filter,
)
from tests.contest.sandbox.confinement import bpf, call_model

OWN = os.getpid()
X32 = 1 << 30  # added to numbers of the x32 interface
NUMBERS = [
    *range(600),
    *(X32 + number for number in range(600)),
    *(1 << k for k in range(10, 32)),
    *(-1 - k for k in range(8)),
]
pytestmark = pytest.mark.linux
both = pytest.mark.parametrize("machine", MACHINES)


@pytest.fixture(scope="module")
def programs():
    return {machine: make_filter(machine) for machine in MACHINES}


def six(arguments):
    """Return six arguments, 0 for each missing argument."""
    return (*arguments, 0, 0, 0, 0, 0, 0)[:6]


def calls(machine, steps):
    """Yield calls of every number, with every argument that could make a difference."""
    names = {
        number: name for name, number in system_calls.read_numbers(machine).items()
    }
    allowed = call_model.conditions(OWN, machine)
    values = {0, 0x7FFFFFFF, 0xFFFFFFFF, *(1 << k for k in range(32))}
    for _, _, _, value in steps:  # what the program compares with, and its neighbours
        values |= {value & 0xFFFFFFFF, value + 1 & 0xFFFFFFFF, value - 1 & 0xFFFFFFFF}
    processor = bpf.PROCESSORS[machine]
    for number in NUMBERS:
        name = names.get(number)
        if name not in allowed:
            others = {
                six(arguments) for arguments, _ in allowed.values()
            }  # allowed elsewhere
            for value in (0, 1, OWN, 0xFFFFFFFF, (1 << 64) - 1):
                others.add((value,) * 6)
            for arguments in others:
                yield name, bpf.Call(number, arguments, processor)
            continue
        arguments = six(allowed[name][0])
        yield name, bpf.Call(number, arguments, processor)
        for index in range(6):
            flipped = {arguments[index] ^ (1 << k) for k in range(32)}
            for value, upper in product(sorted(values | flipped), (0, 5 << 32)):
                changed = (*arguments[:index], value | upper, *arguments[index + 1 :])
                yield name, bpf.Call(number, changed, processor)


@pytest.mark.parametrize(
    "machine", ["x86_64", pytest.param("aarch64", marks=pytest.mark.system)]
)
def test_the_filter_answers_as_the_model_and_every_instruction_has_a_case(
    programs, machine
):
    last = max(system_calls.read_numbers(machine).values())
    steps = programs[machine]
    covered = set()
    verdicts = set()
    longest = 0

    for name, call in calls(machine, steps):
        verdict, path = bpf.run(steps, call)
        if name is None and 0 <= call.number <= last:  # a gap in the table
            name = "none"
        assert verdict == call_model.outcome(name, call.arguments, OWN, machine), (
            name,
            call,
        )
        covered.update(path)
        longest = max(longest, len(path))
        verdicts.add(verdict)
    covered.update(bpf.run(steps, bpf.Call(0, processor=0))[1])

    assert covered == bpf.branches(steps)
    assert len(verdicts) == 4  # allowed, refused, lacking, ignored
    assert longest < 150 < len(steps) < bpf.MOST / 8


@both
def test_a_scratch_folder_on_a_disk_refuses_one_more_call(programs, machine):
    number = system_calls.read_numbers(machine)["fallocate"]
    call = bpf.Call(number, six((3, 0)), bpf.PROCESSORS[machine])

    assert bpf.run(programs[machine], call)[0] == call_model.ALLOWED
    assert bpf.run(make_filter(machine, ON_A_DISK), call)[0] == errno.EPERM
    assert {*ON_A_DISK.split()} <= {*chain(*map(str.split, ALLOWED.values()))}


@both
def test_calls_by_the_interface_of_another_processor_end_the_process(programs, machine):
    for name, processor in bpf.PROCESSORS.items():
        killed = {
            bpf.run(programs[machine], bpf.Call(n, processor=processor))[0] == "killed"
            for n in NUMBERS
        }

        assert killed == {name != machine}


def test_about_110_calls_are_allowed_each_once_and_known():
    names = [name for group in ALLOWED.values() for name in group.split()]
    others = [*IGNORED.split(), *NOT_IMPLEMENTED.split()]
    known = {
        name for machine in MACHINES for name in system_calls.read_numbers(machine)
    }

    assert len(names + IGNORED.split()) <= 110
    assert len({*names, *others}) == len(names + others)
    assert {*names, *others} <= known
    for machine in MACHINES:
        assert system_calls.list_checks(machine).keys() <= {*names}


def test_the_table_has_the_numbers_that_attacks_are_written_with():
    tools = ast.parse((ATTACKS / "_tools.py").read_text())
    text = next(
        ast.literal_eval(node.value)
        for node in tools.body
        if isinstance(node, ast.Assign) and node.targets[0].id == "_NUMBERS"
    )
    rows = [row.split() for row in text.split(",")]
    written = {name: tuple(map(int, numbers)) for name, *numbers in rows}
    tables = [system_calls.read_numbers(machine) for machine in MACHINES]
    known = {name for name in written if any(name in table for table in tables)}

    assert len(known) > 35
    for name in known:
        assert written[name] == tuple(table.get(name, -1) for table in tables), name
