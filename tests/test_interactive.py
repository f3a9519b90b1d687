import pytest


@pytest.mark.parametrize(
    ("arguments", "first"), [([], "WORDPL"), (["--mode", "classic"], "Wordle")]
)
def test_without_a_command_options_are_those_of_play(here, arguments, first):
    done = here("interactive.py", *arguments, typed="quit\n")

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{first}: find the word of 5 letters")
