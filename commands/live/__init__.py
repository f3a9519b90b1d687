"""Live screen of `watch --live`: it follows a strategy's file while it is edited.

Every save of the file is a version of the strategy. In a thread of its own, `session`
reads each version, starts it in a sandboxed process, plays the game to show, and then
games to measure. `figures` are the percentiles and chances of a version, compared with
those of the version before over the same games. The thread publishes a new `state`
after every change: the game that is shown, step by step, the figures, and what is being
done. `app` is the screen, in textual: it looks at the state ten times a second, and
sends the session what keys ask for. `panels` has the text of each panel, as a function
of the state; live.tcss has their places and borders.
"""
