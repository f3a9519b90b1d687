import shlex

from contest.entries.projects import list_project_entries

EVALUATE = """
from strategies.g3 import G3, Other as Renamed

STRATEGIES_UNDER_TEST = [
    G3(epsilon1=9.3, epsilon2=5.3),  # the best
    Renamed("it's"),
    unknown(1),
]
for strategy in STRATEGIES_UNDER_TEST:
    strategy.first_move()
"""
METHODS = "    def first_move(self): ...\n    def next_move(self, g, e, r): ...\n"


def make(folder, **texts):
    (folder / "strategies").mkdir()
    for name, text in texts.items():
        parent = folder if name == "evaluate" else folder / "strategies"
        (parent / f"{name}.py").write_text(text)
    return list_project_entries(folder)


def test_the_calls_of_a_project_come_first(tmp_path):
    classes = f"class G3:\n{METHODS}class Two:\n{METHODS}class Base:\n    x = 1\n"

    found = make(tmp_path, evaluate=EVALUATE, g3=classes, _base=classes)

    assert shlex.split(found) == [
        "strategies.g3:G3(epsilon1=9.3, epsilon2=5.3)",
        """strategies.g3:Renamed("it's")""",
        "strategies.g3:Two",
    ]


def test_a_project_without_a_list_has_its_classes(tmp_path):
    assert make(tmp_path, two=f"class Two:\n{METHODS}") == "strategies.two:Two"


def test_a_file_that_is_no_python_is_left_out(tmp_path):
    assert make(tmp_path, evaluate="(", two=f"class Two:\n{METHODS}") == (
        "strategies.two:Two"
    )
