"""The words of XXN: one regular expression, one match a token.

Every alternative is a group whose name says what it is, so `match.lastgroup` names the token; the
groups inside give its parts, and where each part stands. `other` takes whatever nothing else does:
no character is ever skipped but white space.

Most of a record is written in the plainest way. `PIECE` takes as many plays as stand one behind the
other as one `run`, as many table lines and hands as `lines`, and everything else as `TOKEN` does.
"""

from __future__ import annotations

import re

CARD = r"(?:[A2-9TJQK?][cdhs]?)"
SEAT = r"p[1-9]\d?"
NO_WORD = r"""(?! \d++\. | p\d++[\s:] | [@{()$!?*+\[;`] )"""
END = r"(?=[\s{();$!?]|$)"

_PARTS = rf"(?: :\d{{1,3}} )?+ (?: \+ {CARD}++ (?: :\d{{1,3}} )?+ )*+"
SET = rf"{CARD}++ {_PARTS}"
"""The cards of a play, and what was announced for them."""

_ANY = rf"""
    (?P<table> @ (?P<word>[a-z][a-z-]*+) (?P<rest>[^\n\r{{;]*+) )
  | (?P<tag> \[ (?P<name>[A-Za-z][A-Za-z0-9_]*+) [ \t]++
        "(?P<value>[^"\\\n\r]*+ (?:\\[^\n\r] [^"\\\n\r]*+)*+)" [ \t]*+ \] )
  | (?P<hand> p(?P<owner>[1-9]\d?) : [ \t]*+ (?P<held>[^\s{{;]*+) )
  | (?= [p\d] ) (?:
        (?P<play>
            (?: (?P<number>\d{{1,6}}) \.\s*+ )?+
            p(?P<seat>[1-9]\d?) \s++
            (?P<mark> \^[A-Z]? )?+ [ \t]*+
            (?P<cards> {SET} )
            (?: = (?P<tally>\d{{1,9}}) )?+
            (?: / (?P<points>-?\d{{1,9}}) )?+
        ) {END}
      | (?P<action>
            (?: (?P<turn>\d{{1,6}}) \.\s*+ )?+
            p(?P<actor>[1-9]\d?) \s++
            (?P<flag> \^[A-Z]? )?+ [ \t]*+
            (?: x (?P<put> - | {CARD}++ ) (?: > (?P<taken> {CARD}++ ) )?+
              | d (?P<drawn> {CARD} )
              | (?P<choice> in | out | pass )
            )
        ) {END}
      | (?P<badplay> (?: \d++ \.[ \t]*+ )?+ p\d++ [ \t]++ [^\s{{();]++ )
    )
  | (?P<comment> \{{ (?P<said>[^\\}}]*+ (?:\\. [^\\}}]*+)*+) \}} )
  | (?P<nag> \$ (?P<glyph>\d{{1,3}}) {END} )
  | (?P<suffix> !! | \?\? | !\? | \?! | ! | \? )
  | (?P<open> \( )
  | (?P<close> \) )
  | (?P<stop> [*+] (?=\s|$) )
  | (?P<badtag> (?<![^\n\r]) \[ [^\n\r]*+ )
  | (?P<remark> ; [^\n\r]*+ | (?<![^\n\r]) % [^\n\r]*+ )
  | (?P<quote> ` (?P<quoted>[^\\`]*+ (?:\\. [^\\`]*+)*+) ` )
  | (?P<other> \{{ [\s\S]*+ | \S++ (?: [ \t]++ {NO_WORD} \S++ )*+ )
  | (?P<end> \Z )
"""

_RUN = rf"""
    (?: \d{{1,6}}+ \.[ ] p[1-9]\d?+ [ ]
        {CARD} (?: (?= [A2-9TJQK?:+] ) {CARD}*+ {_PARTS} )?+  # {SET}, quick to see one card alone
        (?: = \d{{1,9}}+ )?+ (?: / -?\d{{1,9}}+ )?+ [ \n] )++
"""
"""Plays in a row as `play` takes each of them: with a number, without a mark, one blank between two
words, so that every play is three words."""

_LINES = rf"""
    (?: @[a-z] [^\n\r{{;]*+ \n | p[1-9]\d?+ :[ ] {CARD}++ (?: \+ {CARD}++ )*+ \n )++
"""
"""Table lines and hands as `table` and `hand` take them, each on a line of its own."""

_TAGS = r"""
    (?: \[ [A-Za-z][A-Za-z0-9_]*+ [ ] "[^"\\\n\r]*+" \] \n )++
"""
"""Tags as `tag` takes them, each on a line of its own, and no backslash in them."""

_FLAGS = re.VERBOSE | re.DOTALL | re.ASCII

TOKEN = re.compile(rf"\s*+(?: {_ANY} )", _FLAGS)
PIECE = re.compile(
    rf"\s*+(?: (?P<lines> {_LINES} ) | (?P<run> {_RUN} ) | (?P<tags> {_TAGS} ) | {_ANY} )", _FLAGS
)

ARGUMENT = re.compile(
    rf"""[ \t\f\v]*+(?:
    (?P<key>[a-z]+) = (?P<value>[^\s]*+)
  | (?P<total_seat>{SEAT}) : (?P<total>-?\d{{1,9}}) (?=\s|$)
  | (?P<points>/-?\d{{1,9}}) (?=\s|$)
  | (?P<seat>{SEAT}) (?=\s|$)
  | (?P<worth>{CARD}=-?\d{{1,4}}) (?=\s|$)
  | (?P<cards>{CARD}++) (?=\s|$)
  | (?P<suit>[cdhs]) (?=\s|$)
  | (?P<odd>\S++)
  )""",
    re.VERBOSE | re.ASCII,
)
"""What stands behind the word of a table line, one argument a match."""

PLAYED = re.compile(r"(?:\d+\.[ \t]*+)?+p([1-9]\d?)[ \t]++[^\s{();]++", re.ASCII)
"""Text that was meant to be a play, whatever card it names; the group is the seat."""

SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
