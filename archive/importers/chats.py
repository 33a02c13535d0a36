"""Chats of two players who speak of each other: `I` is who sent the message, `you` the other."""

from __future__ import annotations

import re
from collections.abc import Sequence

FEWEST = 3
"""The fewest lines with a time that make a text a chat."""
SENT = (
    r"\[[\d.,/: -]{4,20}(?:[ ]?[AaPp][Mm])?\]"
    r"|(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?[ ])?\d{1,2}:\d\d(?::\d\d)?"
    r"(?:[ ]?[AaPp][Mm])?(?:[ ]Uhr)?"
)
"""When a message was sent."""
_NAME = r"[^\W\d_][\w'’-]{0,39}(?:[ ][^\W\d_][\w'’-]{0,39})?"
MESSAGE = re.compile(
    rf"[ \t]*(?:(?:{SENT})(?:[ ][-–])?[ \t]*(?P<before>{_NAME})"
    rf"|(?P<behind>{_NAME}),?[ \t]+[(\[]?(?:{SENT})[)\]]?):[ \t]++(?P<said>.*)"
)
LONGEST = 400
PAIR = 2
ME = re.compile(r"(?<!\w)(?:I(?:['’](?:m|ve|d))?|me|mine|ich|mir|mich)(?!\w)", re.IGNORECASE)
YOU = re.compile(r"(?<!\w)(?:you(?:rs|['’](?:re|ve|d))?|du|dir|dich)(?!\w)", re.IGNORECASE)


def as_told(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines of a chat of two without times and senders, with the players' names in place
    of `I` and `you`; the same ones where they are no chat, or no sender says `you`."""
    sent = [MESSAGE.fullmatch(line) if len(line) <= LONGEST else None for line in lines]
    messages = [(one["before"] or one["behind"], one["said"]) for one in sent if one]
    senders = {sender for sender, _ in messages}
    if (
        len(messages) < FEWEST
        or len(senders) != PAIR
        or not any(YOU.search(s) for _, s in messages)
    ):
        return lines
    other = dict(zip(senders, reversed([*senders]), strict=True))
    told = iter(YOU.sub(other[sender], ME.sub(sender, said)) for sender, said in messages)
    return [next(told) if one else line for one, line in zip(sent, lines, strict=True)]
