import pytest


def test_a_command_that_is_none_is_one_line_and_status_2(here):
    done = here("interactive.py", "pley")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "interactive.py: error: no command 'pley': expected hide, play, review, "
        "site, solve, watch or web; did you mean 'play'?\n"
    )


@pytest.mark.parametrize(
    ("arguments", "first"), [([], "WORDPL"), (["--mode", "classic"], "Wordle")]
)
def test_without_a_command_options_are_those_of_play(here, arguments, first):
    done = here("interactive.py", *arguments, typed="quit\n")

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{first}: find the word of 5 letters")
