import pytest

from game import Vocabulary
from game.word_files import DATA
from research.builders.build_adversarial_lies import PLANS, certificate, known_family
from research.proofs.lies.search import LiesSearch

WORDS = Vocabulary.load()


@pytest.mark.system
@pytest.mark.parametrize("lies", PLANS)
def test_the_plans_make_the_files_of_data(lies):
    file = DATA / f"lies-{lies}.txt"
    family = known_family(file, WORDS)

    text = certificate(LiesSearch(WORDS, lies), WORDS, PLANS[lies], family)

    assert text == file.read_text(encoding="utf-8")
