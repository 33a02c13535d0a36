"""The analyst: what every play of a game gave away, with all cards known and by what the player
could know. docs/analysis.md says how plays are weighed."""

from archive.analyst.annotations import ANALYST, Annotations, of_json
from archive.analyst.weighing import GAMES, weigh

__all__ = ["ANALYST", "GAMES", "Annotations", "of_json", "weigh"]
