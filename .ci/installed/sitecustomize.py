"""Lets the tests of `game` run with a wheel, in which this package is `clueproof.game`.

Python imports this module when Python starts. From then on, the tests can import the
package under the name `game`, as the code of entries can.
"""

from clueproof.game.aliases import install

install()
