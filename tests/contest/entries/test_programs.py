import os
import shutil

import pytest

from contest.entries.digests import entry_digest, entry_sources
from contest.entries.entry import (
    named_entries,
    resolve,
    resolve_recorded,
    with_parameters,
)
from contest.entries.source_text import EntryError
from game.protocol import Mode

TEXT = """
command = "./bot --book book.txt '1 2'"
source = ["bot.c", "book.txt"]
build = "cc -o bot bot.c"
modes = ["classic"]
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a current folder with a program and its TOML file."""
    monkeypatch.chdir(tmp_path)
    for name in ("bot.c", "book.txt", "secret", "script"):
        (tmp_path / name).write_text(f"#! {name}\n")
    shutil.copy("/bin/true", tmp_path / "bot")
    (tmp_path / "script").chmod(0o755)
    (tmp_path / "sub").mkdir()
    (tmp_path / "bot.toml").write_text(TEXT)
    return tmp_path


def test_a_toml_file_names_a_program(folder):
    entry = resolve("bot.toml", Mode.CLASSIC)

    book = str(folder / "book.txt")
    assert entry.command == (str(folder / "bot"), "--book", book, "1 2")
    assert entry.expression == "Program('./bot', '--book', 'book.txt', '1 2')"
    assert (entry.path, entry.module) == (folder / "bot.toml", None)
    again = resolve_recorded(entry.text, "Program('old')", Mode.CLASSIC, is_own=True)
    assert again == entry
    sources = entry_sources(entry)
    assert sorted(sources) == ["book.txt", "bot", "bot.c", "bot.toml"]
    assert sources["bot"].startswith("SHA-256 ")
    with pytest.raises(EntryError, match="a program takes no parameter opening"):
        with_parameters(entry, opening="crane")


def test_a_program_of_the_path_is_not_a_script_that_starts_it(folder, monkeypatch):
    (folder / "shims").mkdir()
    shutil.copy(folder / "script", folder / "shims" / "bot")

    monkeypatch.setenv("PATH", str(folder / "shims"))
    with pytest.raises(
        EntryError, match="'bot' is a script: expected an executable that"
    ):
        resolve("program:bot")
    monkeypatch.setenv("PATH", f"{folder / 'shims'}:{folder}")

    assert resolve("program:bot").command == (str(folder / "bot"),)


@pytest.mark.parametrize("name", ["book.txt", "bot", "bot.c", "bot.toml"])
def test_the_digest_of_a_program_is_that_of_all_its_files(folder, name):
    before = entry_digest(resolve("bot.toml", Mode.CLASSIC))

    with (folder / name).open("ab") as file:
        file.write(b"\n")

    assert entry_digest(resolve("bot.toml", Mode.CLASSIC)) != before


def test_a_command_names_a_program_or_the_script_of_an_interpreter(folder, monkeypatch):
    monkeypatch.setenv("PATH", f".{os.pathsep}{os.environ['PATH']}")
    texts = ("program:./bot secret x", "program:true book.txt")

    (own,), (script,) = map(named_entries, texts)

    assert own.command == (str(folder / "bot"), str(folder / "secret"), "x")
    assert (own.path, own.files) == (
        folder / "bot",
        (folder / "bot", folder / "secret"),
    )
    assert script.path == folder / "book.txt"
    assert len(script.files) == 2
    assert script.command[0].endswith("/true")
    assert resolve("program:bot").command == (str(folder / "bot"),)


@pytest.mark.skipif(
    getattr(os, "geteuid", int)() == 0, reason="root may read every folder"
)
def test_a_folder_of_path_that_cannot_be_read_is_passed_over(tmp_path, monkeypatch):
    (tmp_path / "closed").mkdir(mode=0)
    path = f"{tmp_path / 'closed'}{os.pathsep}{os.environ['PATH']}"
    monkeypatch.setenv("PATH", path)

    assert resolve("program:true book.txt").command[0].endswith("/true")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("program:", "expected a command"),
        ("program:'./bot", "No closing quotation"),
        ("program:./other", "no program './other': expected an executable file"),
        ("program:./sub", "no program './sub'"),
        ("program:./script", "is a script: expected a command that starts with"),
        ("program:bot", "no program 'bot': expected .* PATH, or a path like ./bot"),
        ("none.toml", "No such file"),
        ("sub.toml", "not a regular file"),
        ("command = 'a'\nx = 1", "field `x`: expected command, source, build, modes"),
        ("command = 1", r"Expected `str`, got `int` - at `\$.command`: expected"),
        ("command = './bot'\nmodes = [1]", r"got `int` - at `\$.modes\[0\]`"),
        ("command = './bot'\nmodes = ['chess']", "'chess' - at .*modes"),
        (
            "command = './bot'\nmodes = ['classic']",
            "plays only classic: expected --mode classic",
        ),
        ("source = []", "missing required field `command`"),
        (
            "command = './x'\nbuild = 'make x'",
            "expected .*; build the program with: make x",
        ),
        ("command = './bot'\nsource = ['../x']", "source '../x': expected a file in"),
        ("command = [", "entry 'one.toml': Invalid value"),
        ("command = " + "[\n" * 5000, "expected fewer nested brackets"),
        ("a" + ".a" * 8000 + " = 1", "expected lines of at most 1000 characters"),
        ("#" + "\n" * 20_000, "over 16,384 bytes"),
        ("command = './bot'  # \u2060", "line 1, column 22: character U\\+2060"),
        ("command = './bot'\nsource = ['loop']", "source 'loop': expected a file in"),
        ("loop.toml", "entry 'loop.toml': "),
        ("command = './bot'\nsource = ['hidden.c']", "'hidden.c', line 2, column 3"),
        ("program:./bot leftwards.c", "'leftwards.c', line 1, column 5: .* U\\+05D0"),
        (
            "command = './bot'\nsource = ['zero.c']",
            "'zero.c', line 1, column 8: .*U\\+2060",
        ),
        ("command = './bot'\nsource = ['latin.c']", "'latin.c': expected UTF-8"),
        ("command = './bot'\nsource = ['utf7.py']", "'utf7.py' has encoding 'utf-7'"),
        ("program:./bot \u3164", "expected a name like"),
    ],
)
def test_a_mistake_is_one_line(folder, text, reason):
    (folder / "sub.toml").mkdir()
    for name in ("loop", "loop.toml"):
        (folder / name).symlink_to(name)
    (folder / "leftwards.c").write_text("int \u05d0;\n", encoding="utf-8")
    (folder / "hidden.c").write_bytes("int x;\n//\U000e0041\n".encode())
    # A zero byte so far from the beginning makes no data of it.
    (folder / "zero.c").write_bytes(b"int x; \xe2\x81\xa0%8000s\0" % b"")
    (folder / "latin.c").write_bytes(b"// \xe9\n")
    (folder / "utf7.py").write_bytes(b"# coding: utf-7\n")
    if not text.startswith("program:") and not text.endswith(".toml"):
        (folder / "one.toml").write_text(text)
        text = "one.toml"

    with pytest.raises(EntryError, match=reason) as error:
        resolve(text)

    assert len(str(error.value).splitlines()) == 1


def test_the_file_of_somebody_else_makes_nothing_else_readable(folder):
    (folder / "sub" / "bot.toml").write_text("command = '../bot ../secret ../bot.c'\n")

    entry = resolve("sub/bot.toml")

    assert folder / "secret" not in entry.files
    assert entry.command[1:] == ("../secret", "../bot.c")
