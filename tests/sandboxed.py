"""Sandbox policies of entries that tests play in the sandbox."""

from contest.entries.entry import resolve
from contest.sandbox.limits import Limits
from contest.sandbox.policy import SandboxPolicy
from contest.sandbox.remote import Referee
from game import Mode, Setting, Vocabulary
from game.word_files import DATA

LISTS = (str(DATA / "answers-5.txt"), str(DATA / "guesses-5.txt"))


def referee_of(policy):
    """Return a referee with the settings of a policy."""
    return Referee(
        policy.setting,
        policy.limits,
        words=policy.words,
        without=policy.without,
        log=policy.log,
    )


def policy_of(entry, mode=Mode.WORDPL, *, timeout=60.0, **options):
    """Return the policy of an entry, with long time limits for a busy machine."""
    setting = Setting(Vocabulary.load(), mode, timeout=timeout)
    entry = resolve(str(entry), mode)
    return SandboxPolicy(entry, LISTS, setting, Limits(600.0), **options)
