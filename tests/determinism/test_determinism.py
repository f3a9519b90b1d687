"""The same moves and figures on every processor, for any target and any threads.

Each form of the machine is a process in which features of NumPy, of the C library and
of the compiler are switched off. Its output must equal the output of the machine with
all features, to the last bit.
"""

from __future__ import annotations

import json
import os
from functools import lru_cache
from pathlib import Path

import pytest

from contest.runs.provenance import machine
from tests.processes import python

HERE = Path(__file__).parent
RECORDS = sorted((HERE.parents[1] / "results" / "submissions").iterdir())
GAMES = 3  # number of games of each entry
MANY = 300
ALL = 40_001

# Switches off the C library's exponentials and logarithms that use fused operations.
NO_FMA = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F"}


def variant(target, threads, features, **environment):
    """Return an environment in which the newest `features` of NumPy remain."""
    environment |= {"NUMBA_CPU_NAME": target, "NUMBA_NUM_THREADS": threads}
    off = " ".join(machine()["vector"][features:])
    environment |= {"NPY_DISABLE_CPU_FEATURES": off} if off else {}
    return pytest.param(environment, id=f"{target}-{threads}-{features}")


PLAINEST = variant("generic", "4", 0, **NO_FMA, PYTHONHASHSEED="1")
# Processors of other generations: the target of the compiler, the number of threads,
# and how many of NumPy's features remain.
LEVELS = [
    variant("x86-64-v3", "2", -1),
    variant("x86-64-v3", "1", -2),
    variant("x86-64-v2", "2", 1, **NO_FMA),
]


def probe(*arguments, **environment):
    run = python(HERE / "probe.py", *arguments, env=os.environ | environment)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@lru_cache
def native(games):
    return probe(games, NUMBA_NUM_THREADS="1", PYTHONHASHSEED="0")


@pytest.mark.system
@pytest.mark.parametrize("environment", [PLAINEST])
def test_moves_scores_and_figures_have_the_same_bits(environment):
    assert probe(GAMES, **environment) == native(GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("environment", [PLAINEST, *LEVELS])
def test_many_games_have_the_same_moves(environment):
    assert probe(MANY, **environment) == native(MANY)


@pytest.mark.system
def test_the_first_moves_of_every_record_are_made_again():
    assert probe(GAMES, *RECORDS) == dict.fromkeys(map(str, RECORDS), 0)


@pytest.mark.slow
@pytest.mark.parametrize("environment", [pytest.param({}, id="all"), PLAINEST, *LEVELS])
@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.name)
def test_the_moves_of_a_record_are_made_again(record, environment):
    assert probe(ALL, record, **environment) == {str(record): 0}
