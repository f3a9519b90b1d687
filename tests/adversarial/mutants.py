"""Makes random mutants of a package, and tells whether its tests detect them.

``python tests/adversarial/mutants.py contest/statistics --count 20 --seed 1`` changes
one operator, constant or condition at a time in a temporary copy of the checkout.
"""

import argparse
import ast
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
OPERATORS = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"),
    "==": ("!=",), "!=": ("==",), "is": ("is not",), "is not": ("is",),
    "in": ("not in",), "not in": ("in",), "and": ("or",), "or": ("and",),
    "+": ("-",), "-": ("+",), "*": ("/",), "/": ("*",), "//": ("*",), "%": ("//",),
    "**": ("*",), "|": ("&",), "&": ("|",), "^": ("&",), "<<": (">>",), ">>": ("<<",),
}  # fmt: skip
SKIPPED = {"annotation", "returns", "decorator_list"}
EQUAL = {"strict", "frozen", "kw_only", "slots"}  # keywords that no result depends on


def nodes(tree):
    """Yield the nodes of code, without f-strings, annotations and decorators."""
    for field, value in ast.iter_fields(tree):
        if field in SKIPPED or isinstance(tree, ast.JoinedStr):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and getattr(child, "arg", "") not in EQUAL:
                yield child
                yield from nodes(child)


def mutants(path):
    """Yield the line, the old text, the new text and the new source of each mutant."""
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def first(node):
        return starts[node.lineno - 1] + node.col_offset

    def last(node):
        return starts[node.end_lineno - 1] + node.end_col_offset

    def change(begin, end, new):
        line = source.count(b"\n", 0, begin) + 1
        changed = source[:begin] + new.encode() + source[end:]
        return line, source[begin:end].decode(), new, changed

    def operators(operands):
        for left, right in pairwise(operands):
            begin = last(left)
            end = first(right)
            old = source[begin:end].decode().strip(" ()\n\\")  # without brackets
            if "#" not in old:
                begin += source[begin:end].index(old.encode())
                for new in OPERATORS.get(" ".join(old.split()), ()):
                    yield change(begin, begin + len(old), new)

    for node in nodes(ast.parse(source)):
        match node:
            case ast.Compare():
                yield from operators([node.left, *node.comparators])
            case ast.BoolOp():
                yield from operators(node.values)
            case ast.BinOp(left=left) if not isinstance(
                getattr(left, "value", None), str
            ):
                yield from operators([left, node.right])
            case ast.UnaryOp(op=ast.USub()):
                yield change(first(node), first(node) + len("-"), "")
            case ast.UnaryOp(op=ast.Not()):
                yield change(first(node), first(node) + len("not"), "")
            case ast.Constant(value=bool() | int() | float() as value):
                new = not value if isinstance(value, bool) else value + 1
                yield change(first(node), last(node), repr(new))
            case ast.If() | ast.IfExp() | ast.While() | ast.comprehension():
                for test in getattr(node, "ifs", None) or [getattr(node, "test", None)]:
                    if test and ast.unparse(test) != "TYPE_CHECKING":
                        text = source[first(test) : last(test)].decode()
                        yield change(first(test), last(test), f"(not ({text}))")


def passes(copy, tests, limit=None):
    """Run tests in the copy; return whether they pass within the limit in seconds."""
    folders = {"CLUEPROOF_CACHE": f"{copy}-cache", "TMPDIR": f"{copy}-temporary"}
    Path(folders["TMPDIR"]).mkdir(exist_ok=True)
    options = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider"]
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, *tests],
        cwd=copy,
        env=os.environ | folders,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(limit) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", type=Path, help="a folder or a module to change")
    parser.add_argument("--count", type=int, default=20, help="number of mutants")
    parser.add_argument("--seed", type=int, default=1, help="seed of the draw")
    parser.add_argument(
        "--tests",
        nargs="+",
        help="tests to run [default: tests and doctests of the package]",
    )
    options = parser.parse_args()
    package = options.package
    mirrored = [path for path in (package, "tests" / package) if (ROOT / path).exists()]
    tests = options.tests or [str(path) for path in mirrored]
    command = ["git", "ls-files", "-z", "-co", "--exclude-standard"]
    files = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Path(folder, "checkout")
        for name in files.decode().split("\0")[:-1]:
            if (ROOT / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, copy / name)
        changes = [
            (file, *mutant)
            for file in sorted((copy / package).rglob("*.py")) or [copy / package]
            for mutant in mutants(file)
        ]
        start = time.monotonic()
        if not passes(copy, tests):
            sys.exit("the tests fail without a change")
        # A mutant may run for ever. Any other mutant ends within three times the usual
        # time.
        limit = 30 + 3 * (time.monotonic() - start)
        drawn = random.Random(options.seed).sample(
            changes, min(options.count, len(changes))
        )
        killed = 0
        for number, (file, line, old, new, source) in enumerate(drawn, 1):
            original = file.read_bytes()
            status = file.stat()
            file.write_bytes(source)
            # Set another time: Python takes bytecode for current if the time in seconds
            # and the size of the source are unchanged.
            os.utime(file, (status.st_atime, status.st_mtime + number))
            died = not passes(copy, tests, limit)
            file.write_bytes(original)
            os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
            killed += died
            verdict = "killed" if died else "survived"
            change = f"{old!r} -> {new!r}"
            print(f"{verdict:9}{file.relative_to(copy)}:{line}: {change}", flush=True)
    print(f"{killed} of {len(drawn)} killed")


if __name__ == "__main__":
    main()
