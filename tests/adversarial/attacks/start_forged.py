"""A start that is reported when the file is imported, and never takes place."""

from _tools import expect, say

for number in (1, 2, 3):
    say(b'{"id":%d,"name":{"a":[]},"missing":5,"failed":null}\n' % number)


@expect("crashed", "no start")
def start_forged(self):
    """Answer for the program that should. Its word counts for nothing that matters."""


ENTRIES = [start_forged()]
