"""The language a verdict is said in, by the name that scoring has for it.

It stands in archive/languages, where `twenties --help` finds it without importing the engine.
"""

from archive.languages.spoken import ENGLISH, NUMBERS, VERDICTS, Language, language, signed

__all__ = ["ENGLISH", "NUMBERS", "VERDICTS", "Language", "language", "signed"]
