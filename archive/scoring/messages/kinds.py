"""What a sentence is made by."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from archive.scoring.findings import Finding
from archive.scoring.wording import Speaker

Sentence: TypeAlias = Callable[[Finding, Speaker], str]
Sentences: TypeAlias = dict[str, Sentence]
"""By code; or by game and code, `count-to-20/wrong-turn`, where one game says it differently."""
