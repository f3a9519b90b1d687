"""Links, commands, options and fields that the Markdown files of the project name."""

import csv
import re
import shlex
import unicodedata
from functools import cache
from pathlib import Path

import click
import pytest

from commands.framework.script import Script

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("docs", "agents", "data", "examples", "research", ".ci", ".github")
PAGES = sorted(
    page
    for pattern in ("*.md", *(f"{folder}/**/*.md" for folder in FOLDERS))
    for page in ROOT.glob(pattern)
    if ".venv" not in page.parts
)
SCRIPTS = {"evaluate.py": "evaluate", "interactive.py": "interactive"}

# Options of programs that are not ours, which stand alone in a sentence.
FOREIGN = {"--fail-on-refusal"}  # an option of Inspect


def name_of(page):
    return page.relative_to(ROOT).as_posix()


def without_code(text):
    """Return a text without its blocks of code."""
    return re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)


def anchor(heading):
    """Return the anchor that a heading gets, on GitHub and in the built pages."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
    kept = [
        c for c in plain.lower() if c in " -_" or unicodedata.category(c)[0] in "LN"
    ]
    return "".join(kept).strip().replace(" ", "-")


@cache
def anchors(page):
    """Return the anchors of a page."""
    text = without_code(page.read_text(encoding="utf-8"))
    return {anchor(heading) for heading in re.findall(r"^#+ (.*)$", text, re.M)}


LINKS = [
    pytest.param(page, link, id=f"{name_of(page)}-{link}")
    for page in PAGES
    for link in re.findall(
        r"\]\(([^)\s]+)\)", without_code(page.read_text(encoding="utf-8"))
    )
    if "://" not in link and not link.startswith("mailto:")
]


@pytest.mark.parametrize(("page", "link"), LINKS)
def test_a_link_leads_to_a_file_or_a_heading(page, link):
    path, _, heading = link.partition("#")
    target = (page.parent / path).resolve() if path else page

    assert target.exists()
    if heading:
        assert heading in anchors(target)


@cache
def options_of_command(script, name):
    """Return the options of a command of ours, or None if there is no such command."""
    group = Script(script, [SCRIPTS[script]], "", "")
    context = click.Context(group, info_name=script)
    command = group.get_command(context, name)
    if command is None:
        return None
    found = {
        opt for param in command.params for opt in (*param.opts, *param.secondary_opts)
    }
    return found | {"--help", "-h", "--help-all", "--version"}


@cache
def options_of_file(path):
    """Return the options that the source of a script declares or mentions."""
    text = path.read_text(encoding="utf-8")
    return {*re.findall(r"--[a-z][a-z-]+", text), "--help"}


def commands_in(text):
    """Yield every command line of Python that a text shows, in blocks or sentences."""
    joined = text.replace("\\\n", " ")
    for block in re.findall(r"^```(?:sh|text)\n(.*?)^```", joined, re.S | re.M):
        yield from re.findall(r"^(?:\$ )?(python .*)$", block, re.M)
    for span in re.findall(r"`([^`]+)`", without_code(joined)):
        if span.startswith("python "):
            yield " ".join(span.split())


COMMANDS = [
    pytest.param(page, line, id=f"{name_of(page)}-{line}")
    for page in PAGES
    for line in dict.fromkeys(commands_in(page.read_text(encoding="utf-8")))
]


def split(line):
    """Split a command line, without a comment, a pipe or a redirection."""
    words = shlex.split(line, comments=True)
    ends = [words.index(end) for end in ("|", ">", "&&", "...") if end in words]
    return words[: min(ends, default=len(words))]


def known_options(page, words):
    """Return the options that the program of a command line has.

    None if the program is not of this project: pytest, or a file of the reader.
    """
    if words[0] == "-m":
        path = ROOT / words[1].replace(".", "/")
        file = path.with_suffix(".py") if not path.is_dir() else path / "__main__.py"
        is_ours = (ROOT / words[1].split(".")[0]).is_dir()
        return options_of_file(file) | {"-m"} if is_ours else None
    if Path(words[0]).name in SCRIPTS:
        script = Path(words[0]).name
        command = words[1] if len(words) > 1 else ""
        default = "score" if script == "evaluate.py" else "play"
        known = options_of_command(script, command)
        return options_of_command(script, default) if known is None else known
    for folder in (ROOT, page.parent):
        if (folder / words[0]).is_file():
            return options_of_file(folder / words[0])
    assert "/" not in words[0] or "NAME" in words[0], f"no file {words[0]}"
    return None


@pytest.mark.parametrize(("page", "line"), COMMANDS)
def test_a_command_that_a_page_shows_has_its_file_and_options(page, line):
    _, *words = split(line)
    typed = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}

    known = known_options(page, words)

    assert known is None or typed - known == set()


@cache
def all_options():
    """Return every option of a command or script of the project."""
    found = set(FOREIGN)
    for script, folder in SCRIPTS.items():
        for name in Script(script, [folder], "", "").files():
            found |= options_of_command(script, name)
    for folder in ("research", "benchmarks", "examples", "agents", "tests", ".ci"):
        for path in (ROOT / folder).rglob("*.py"):
            found |= set(re.findall(r'"(--[a-z][a-z-]+)"', path.read_text("utf-8")))
    return found


OPTIONS = [
    pytest.param(option, id=f"{name_of(page)}-{option}")
    for page in PAGES
    for option in sorted(
        {
            span.split()[0].partition("=")[0]
            for span in re.findall(
                r"`(--[^`]+)`", without_code(page.read_text(encoding="utf-8"))
            )
        }
    )
]


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_that_a_sentence_names_exists(option):
    assert option in all_options()


@pytest.mark.parametrize("file", sorted((ROOT / "results").glob("*.csv")), ids=str)
def test_every_field_of_a_committed_table_is_explained(file):
    page = (ROOT / "docs" / "reference" / "files.md").read_text(encoding="utf-8")
    named = {*re.findall(r"`(\w+)`", page)}
    with file.open(encoding="utf-8", newline="") as lines:
        header = next(csv.reader(lines))

    # The explanation of a field of one ranking holds for all rankings.
    alike = {re.sub(r"^p(50|95)_", "p05_", name) for name in header}

    assert alike - named == set()
