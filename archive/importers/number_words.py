"""Numbers in words, English and German: `two`, `second`."""

from __future__ import annotations

_TOLD = (
    "nothing|null|nichts", "one|eins|ein|eine|einen", "two|zwei", "three|drei", "four|vier",
    "five|fünf", "six|sechs", "seven|sieben", "eight|acht", "nine|neun", "ten|zehn", "eleven|elf",
    "twelve|zwölf", "thirteen|dreizehn", "fourteen|vierzehn", "fifteen|fünfzehn",
    "sixteen|sechzehn", "seventeen|siebzehn", "eighteen|achtzehn", "nineteen|neunzehn",
    "twenty|zwanzig",
)  # fmt: skip
NUMBER_WORDS = {word: number for number, told in enumerate(_TOLD) for word in told.split("|")}
SAID_ANYWAY = frozenset({
    "nothing", "null", "nichts", "one", "eins", "ein", "eine", "einen", "two", "zwei",
    "twenty", "zwanzig",
})  # fmt: skip
"""Those that are said for other reasons, too, and the names of games."""
A_NUMBER = "|".join(word for word in NUMBER_WORDS if word not in SAID_ANYWAY)
"""A number in words that is hardly anything else."""
COUNTING = {
    word: number for word, number in NUMBER_WORDS.items()
    if 1 <= number <= 10 and word not in ("ein", "eine", "einen")
}  # fmt: skip
"""One to ten, as things are numbered by them: `hand two`."""
_NTH = (
    "first erste", "second zweite", "third dritte", "fourth vierte", "fifth fünfte",
    "sixth sechste", "seventh siebte siebente", "eighth achte", "ninth neunte", "tenth zehnte",
    "eleventh elfte", "twelfth zwölfte",
)  # fmt: skip
ORDINALS = {word: number for number, told in enumerate(_NTH, 1) for word in told.split()}
NTH = ORDINALS | {
    word + ending: number for word, number in ORDINALS.items() if word[-1] == "e" for ending in "ns"
}
"""The same with their German endings: `zweites Spiel`."""


def number(text: str | None) -> int | None:
    """Return the number that a text is, in figures or in words; None for no text."""
    if not text:
        return None
    told = NUMBER_WORDS.get(text.lower())
    return int(text) if told is None else told
