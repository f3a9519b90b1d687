"""Official runs, their verification and the leaderboard.

A ranking is called ``column`` in code. The words of this package:

* `Line` (``lines``): one published score, one entry of an official run, or one floor,
  as in ``leaderboard.csv``.
* `ColumnFigures` (`contest.statistics.summary`): the figures of an entry in a ranking.
* `EntryFigures` (``figures``): the line of an entry for one official run, the points of
  a curve that shows the entry's chance to win within each budget, and the last e-value
  of the information test.
* `RunFigures` (``figures``): the figures of all entries of one official run.
* `Holder` (``leads``): a lead or a record, with the entry that holds it.
* `EntryRow` (``columns``): an entry in the table of a ranking.
* `Column` (``columns``): a ranking with its lead, its record and its table.
* `Leaderboard` (``standings``): all lines, and all past and present leads and records.
"""
