"""Mistakes of strategies: the reason must say how to correct the mistake."""

import pytest

from game.protocol import Forfeit

pytestmark = pytest.mark.linux


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        ("return 5.5, 'crane'", "expected the word first: (guess, epsilon)"),
        ("return {'crane'}, 5.5", "guess {'crane'}: expected a word"),
        ("return 'crane'", "move 'crane': expected (guess, epsilon)"),
        (
            "from decimal import Decimal; return 'crane', Decimal('5.5')",
            "epsilon Decimal('5.5'): expected a float, such as float(price)",
        ),
        (
            "return 'crane', '5.5'",
            "epsilon '5.5': expected a float, such as float(price)",
        ),
        ("yield 'crane', 5.5", "first_move is a generator: write return, not yield"),
        (
            "import multiprocessing; multiprocessing.Pool(2)",
            "strategies start no processes (mine.py, line 6)",
        ),
        (
            "import subprocess; subprocess.run(['true'])",
            "strategies start no processes (mine.py, line 6)",
        ),
        (
            "import torch_",
            "AGENTS.md allows Python's standard library, numpy, scipy, numba",
        ),
    ],
)
def test_a_reason_tells_what_to_do(start, begin_game, first, reason):
    strategy = begin_game(start(first))

    with pytest.raises(Forfeit) as forfeit:
        strategy.first_move()

    assert reason in str(forfeit.value)


@pytest.mark.parametrize(
    ("replaced", "by", "reason"),
    [
        ("def first", "async def first", "is a coroutine: write def, not async def"),
        (
            "def first",
            "@property\n    def first",
            "TypeError: first_move is a property: remove @property (mine.py, line 5)",
        ),
    ],
)
def test_a_method_that_cannot_be_called_is_named(
    start_file, strategy_file, begin_game, replaced, by, reason
):
    file = strategy_file("return 'crane', 5.5")
    file.write_text(file.read_text().replace(replaced, by))
    strategy = begin_game(start_file(file))

    with pytest.raises(Forfeit) as forfeit:
        strategy.first_move()

    assert reason in str(forfeit.value)
