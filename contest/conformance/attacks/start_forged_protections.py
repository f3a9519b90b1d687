"""Report, in place of the program that should, which protections are missing.

That was said before this file was read: the run's level of isolation stays true.
"""

from _tools import Attack, say

EXPECT = {"crashed", "no start"}

say(b'{"id":2,"name":"mine","missing":["Landlock: no","seccomp: no"]}\n')


class Mine(Attack):
    pass


ENTRIES = [Mine()]
