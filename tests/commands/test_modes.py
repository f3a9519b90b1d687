import pytest

from commands.framework.cli import command
from commands.framework.modes import with_only_mode
from commands.framework.options import ModeOptions, entries_argument


@command()
def chosen(
    *, entries: tuple[str, ...] = entries_argument("Entries."), options: ModeOptions
) -> str:
    """Return the mode that a command plays."""
    return str(with_only_mode(options, entries, None).mode)


@pytest.mark.parametrize(
    ("arguments", "mode"),
    [
        (["fibble"], "fibble"),
        (["optimal"], "classic"),
        (["optimal:Optimal()"], "classic"),
        (["quantile/p50"], "wordpl"),
        (["entropy"], "wordpl"),
        (["entropy", "optimal"], "classic"),
        (["tree:any.tree"], "classic"),
        (["only.toml"], "fibble"),
        (["any.toml"], "wordpl"),
        # Nothing is chosen for entries of different modes, nor for no entry at all.
        (["fibble", "optimal"], "wordpl"),
        (["two.py"], "wordpl"),
        (["absent"], "wordpl"),
        ([], "wordpl"),
        (["fibble", "--mode", "wordpl"], "wordpl"),
    ],
)
def test_the_only_mode_that_entries_share_is_played(
    tmp_path, monkeypatch, arguments, mode
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "only.toml").write_text('command = "./bot"\nmodes = ["fibble"]\n')
    (tmp_path / "any.toml").write_text('command = "./bot"\n')
    (tmp_path / "two.py").write_text('MODES = ["classic", "fibble"]\nENTRIES = []\n')

    assert chosen.main(arguments, standalone_mode=False) == mode


@pytest.mark.parametrize("name", ["score", "compare", "check", "why"])
def test_commands_that_run_games_play_the_only_mode_of_an_entry(mistake, name):
    # In another mode, the option itself would be refused.
    said = mistake(name, "fibble", "--given", "zzzzz")

    assert "'zzzzz'" in said
    assert "--mode" not in said
