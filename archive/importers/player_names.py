"""Players' names as sheets of every form have them: in lists, with a slip of the pen, and what the
writer is called: `I`, `me`, `I’m`, `ich` and `mir` are one and the same."""

from __future__ import annotations

import re

_FORMS = {
    "Me": ("me", "i", "myself", *(f"i{sign}{end}" for sign in "'’" for end in ("m", "ve", "d"))),
    "Ich": ("ich", "mich", "mir"),
}
"""What writers call themselves, by the name that a record has for them."""
_NAMES = {form: name for name, forms in _FORMS.items() for form in forms}
ALL = frozenset(_NAMES)
"""All of these words, in small letters."""
PATTERN = "|".join(sorted(map(re.escape, ALL), key=len, reverse=True))
"""Any of these words, for a pattern that takes capitals for small letters."""
BETWEEN = re.compile(
    r"\s*(?:[,;&/+]|\s[–—-]\s|\b(?:and|und|against|gegen|versus|vs?)\b\.?)\s*", re.IGNORECASE
)
"""What stands between two players of a list."""
_INITIAL = re.compile(
    r"(?P<initial>[^\W\d_])\.?[ ]?[(](?P<name>[^\W\d_][^()\d]{0,40})[)]"
    r"|(?P<called>[^\W\d_][^()\d]{0,40}?)[ ]?[(](?P<short>[^\W\d_])\.?[)]"
)
SHORTEST = 4


def is_first_person(name: str) -> bool:
    """Return whether a name is what writers call themselves."""
    return name.casefold() in ALL


def called(name: str) -> str:
    """Return a player's name as a record has it: one for all the words of the first person."""
    return _NAMES.get(name.casefold(), name)


def without_initial(name: str) -> str:
    """Return a player’s name without the initial that it has beside it: `A (Ada)`, `Ada (A)`."""
    found = _INITIAL.fullmatch(name)
    if found is None:
        return name
    whole, short = found["name"] or found["called"], found["initial"] or found["short"]
    return whole if whole[:1].casefold() == short.casefold() else name


def one_slip(one: str, other: str, shortest: int = SHORTEST) -> bool:
    """Return whether two names of at least this many letters differ by one slip of the pen."""
    one, other = one.casefold(), other.casefold()
    if one == other or min(len(one), len(other)) < shortest:
        return False
    if len(one) == len(other):
        wrong = [at for at, letter in enumerate(one) if letter != other[at]]
        swapped = len(wrong) == 2 and wrong[1] - wrong[0] == 1
        return len(wrong) == 1 or (swapped and sorted(one) == sorted(other))
    long, short = sorted((one, other), key=len, reverse=True)
    return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))


def with_a_capital(name: str, text: str) -> str:
    """Return a name in small letters as it stands elsewhere in a text with a capital."""
    capital = name.capitalize()
    again = name.islower() and re.search(rf"(?<!\w){re.escape(capital)}(?!\w)", text)
    return capital if again else name
