import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

ALLOWED = {
    "game": {"game"},
    "solver": {"solver", "game"},
    "strategies": {"strategies", "solver", "game"},
    "contest": {"contest", "solver", "game"},
    "commands": {"commands", "contest", "solver", "game"},
    "evaluate.py": {"commands", "game"},
    "interactive.py": {"commands", "game"},
}
FILES = [
    (room, file)
    for room in ALLOWED
    for file in ([ROOT / room] if room.endswith(".py") else (ROOT / room).rglob("*.py"))
]


def imported_rooms(file):
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").split(".")[0]


@pytest.mark.parametrize(("room", "file"), FILES, ids=[f.name for _, f in FILES])
def test_imports_point_downwards(room, file):
    scripts = {"evaluate", "interactive"}
    ours = {"game", "solver", "strategies", "contest", "commands"} | scripts

    upward = (set(imported_rooms(file)) & ours) - ALLOWED[room]

    assert not upward


def test_every_room_is_looked_at():
    assert {room for room, _ in FILES} == set(ALLOWED)
