import re
from collections import Counter

import pytest

from contest.pages.template import WEB, bundle

PAGES = sorted(f"pages/{path.name}" for path in WEB.glob("pages/*.js"))
STYLES = sorted(f"styles/{path.name}" for path in WEB.glob("styles/*.css"))
DECLARED = re.compile(
    r"^(?:const|let|class|(?:async )?function\*?) (\w+)", re.MULTILINE
)

IMPORTED = re.compile(r'^import \{([^}]*)\} from "([^"]+)";', re.MULTILINE)
EXPORTED = re.compile(
    r"^export (?:const|let|class|(?:async )?function\*?) ([\w$]+)", re.MULTILINE
)


@pytest.mark.parametrize("name", [*PAGES, *STYLES, "advice/worker.js"])
def test_a_bundle_stands_alone(name):
    text = bundle(name)

    assert not re.findall(r"^(?:import|export|@import)\b.*", text, re.MULTILINE)
    assert not re.findall(r"^\s*(?://|/\*).*", text, re.MULTILINE)  # comments


@pytest.mark.parametrize("name", PAGES)
def test_names_of_the_top_level_are_unique(name):
    engine = "advice/worker.js"
    counts = Counter(DECLARED.findall(bundle(engine) + bundle(name, [engine])))

    assert counts
    assert [word for word, count in counts.items() if count > 1] == []


def test_a_source_comes_once_and_after_its_imports_or_was_loaded():
    text = bundle("pages/report.js")

    order = [text.index(f"function {name}(") for name in ("toMarks", "tiles", "show")]
    assert order == sorted(order)
    assert text.count("function toMarks(") == 1
    rest = bundle("pages/report.js", loaded=["advice/worker.js"])
    assert "function toMarks(" not in rest
    assert "function tiles(" in rest


@pytest.mark.parametrize("path", sorted(WEB.glob("*/*.js")), ids=lambda p: p.name)
def test_an_import_is_used_and_is_an_export_of_its_source(path):
    text = path.read_text()

    for names, source in IMPORTED.findall(text):
        exported = EXPORTED.findall((path.parent / source).read_text())
        for name in re.findall(r"[\w$]+", names):
            assert name in exported
            assert len(re.findall(rf"(?<![\w$]){re.escape(name)}(?![\w$])", text)) > 1
