"""Twenty, after Alexander Farrugia. The clauses cited are those of twenty.md beside this package.

`values` scores a tally, `table` is the game at one moment, `deals` and `plays` are its rules.
"""

from archive.games.twenty.plays import Twenty
from archive.games.twenty.table import Options

RULES = "twenty/farrugia"
VERSION = 1

__all__ = ["RULES", "VERSION", "Options", "Twenty"]
