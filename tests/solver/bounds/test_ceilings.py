import math
import runpy
from dataclasses import replace
from pathlib import Path

import pytest

from game.protocol import Mode, Setting
from game.words import Vocabulary
from solver.bounds.ceilings import ceiling

DATA = Path(__file__).resolve().parents[3] / "data"
FIBBLE = Setting(Vocabulary.load(), Mode.FIBBLE, max_turns=8, channel="lies:3")


@pytest.mark.system
@pytest.mark.parametrize("lies", range(6))
def test_the_file_has_what_is_proved(lies):
    proved = runpy.run_path(str(DATA / "build_ceilings.py"))["ceilings"](lies)

    for turns, chance in enumerate(proved, 1):
        setting = replace(FIBBLE, channel=f"lies:{lies}", max_turns=turns)
        assert ceiling(setting) == chance


def test_classic_wordle_has_no_lies_and_others_no_ceiling():
    classic = Setting(FIBBLE.vocabulary, Mode.CLASSIC, max_turns=3)
    without = replace(FIBBLE, channel="lies:0", max_turns=3)
    few = replace(FIBBLE, vocabulary=Vocabulary(("crane",), ("crane",)))
    others = (
        *(Setting(FIBBLE.vocabulary), few, replace(FIBBLE, given="slate")),
        replace(FIBBLE, max_turns=100),
    )

    assert ceiling(FIBBLE) == 0.9374
    # 1,388 of the 2,315 answers can be won within three guesses.
    assert 1388 / 2315 < ceiling(classic) == ceiling(without) <= 1
    assert all(math.isnan(ceiling(setting)) for setting in others)
