"""Missing protections that are reported when the file is imported."""

from _tools import expect, say

say(b'{"id":2,"name":"mine","missing":["Landlock: no","seccomp: no"]}\n')


@expect("crashed", "no start")
def start_forged_protections(self):
    """Report what is missing, which was said before this file was read."""


ENTRIES = [start_forged_protections()]
