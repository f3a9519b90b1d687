"""Missing protections that are reported when the file is imported."""

from _tools import expect, say

say(b'{"id":2,"name":"mine","missing":["Landlock: no","seccomp: no"]}\n')


@expect("crashed", "no start")
def start_forged_protections(self):
    """Report what is missing, in place of the program that should. That was said before
    this file was read: the run's level of isolation stays true."""


ENTRIES = [start_forged_protections()]
