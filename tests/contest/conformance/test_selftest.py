import pytest

from contest.conformance.corpus import Attack, attack_names
from contest.conformance.selftest import EVERYWHERE, PROMISES, selftest
from contest.entries.entry import resolve
from contest.runs.facts import RunStatus
from game.errors import InputError

pytestmark = pytest.mark.linux

BOTH = ("Landlock", "seccomp")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("without", "isolation"),
    [(BOTH, "process-only"), (BOTH[:1], "partial"), (BOTH[1:], "partial")],
)
def test_where_a_protection_is_missing_the_rest_holds(without, isolation):
    status = RunStatus()

    results = list(selftest(status, without))

    assert status.isolation == isolation
    for result in results:
        if result.promise in EVERYWHERE:
            assert result.faults == ()
        else:
            assert result.faults == tuple(f"{name}: left out" for name in without)


@pytest.mark.system
def test_the_command_says_what_holds_here(here):
    done = here("evaluate.py", "selftest")

    assert done.returncode == 0, done.stdout
    verdicts = {
        line[:2]: line[4:7] for line in done.stdout.splitlines() if line[:1] == "G"
    }
    assert verdicts.keys() == PROMISES.keys()
    assert all(verdicts[promise] == "yes" for promise in EVERYWHERE)
    assert ("isolation: full" in done.stdout) == (set(verdicts.values()) == {"yes"})


def test_an_attack_that_succeeds_is_seen(strategy_file, tmp_path):
    (tmp_path / "words").write_text("zonal\n")
    path = strategy_file("return 'zonal', 0")
    # Winning is expected of no attack, whatever outcomes are listed for it.
    attack = Attack("x", resolve(str(path)), frozenset({"wrong", "won"}), games=1)

    chunk = attack.play([str(tmp_path / "words")] * 2)

    assert attack.objection(chunk) == "won (0; ), expected won or wrong"


def test_without_the_attacks_there_is_one_line(tmp_path):
    with pytest.raises(InputError, match="expected a complete checkout"):
        attack_names(tmp_path)
