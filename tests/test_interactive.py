import re


def test_a_command_that_is_none_is_one_line_and_status_2(here):
    done = here("interactive.py", "pley")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "interactive.py: error: no command 'pley': expected hide, play, review, "
        "site, solve, watch or web; did you mean 'play'?\n"
    )


def test_without_a_command_play_starts(script):
    done = script("interactive.py", typed="quit\n")

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("WORDPL: find the word of 5 letters")


def test_without_a_command_options_are_those_of_play(here):
    done = here("interactive.py", "--mode", "classic", typed="quit\n")

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Wordle: find the word of 5 letters")


def test_help_lists_the_commands(here):
    done = here("interactive.py", "--help")

    assert done.returncode == 0
    for name in ("play", "watch", "hide"):
        assert re.search(f"^  {name} +[A-Z]", done.stdout, re.MULTILINE)
