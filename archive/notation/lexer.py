r"""The words of XXN: one regular expression, one match a token.

Every alternative is a named group, so `match.lastgroup` names the token; the groups inside give its
parts and their places. `other` takes whatever nothing else does: no character is ever skipped but
white space.

Most of a record is written in the plainest way. `PIECE` takes as many plays as stand one after the
other as one `run`, as many table lines and hands as `lines`, and everything else as `TOKEN` does.

Reading must be linear, in memory as well: what is repeated without end is one character or a choice
of fixed ones, taken for good (`\S++`), and a group with more in it is repeated so often and no
oftener. Before Python 3.11.5 a group taken for good could take half of what did not match:
tests/test_patterns.py sees to it that there is none, archive/self_test.py that it is read right.
"""

from __future__ import annotations

import re

CARD = r"(?:[A2-9TJQK?][cdhs]?)"
CARDS = r"(?: (?! [A2-9TJQK?cdhs]*? [cdhs]{2} ) [A2-9TJQK?] [A2-9TJQK?cdhs]*+ )"
"""As many cards as are there: no suit without a rank before it."""
MOST_PARTS = 999
"""The most parts of a play with an announced value for each."""
SEAT = r"p[1-9]\d?"
NO_WORD = r"""(?! \d++\. | p\d++[\s:] | [@{()$!?*+\[;`] )"""
WORDS = rf"(?: \S [\S \t]*? (?<=\S) (?!\S) (?! [ \t]++ {NO_WORD} \S ) )"
"""Words on one line, up to one that can be read."""
END = r"(?=[\s{();$!?]|$)"

_PARTS = rf"(?: :\d{{1,3}} )? (?: \+ {CARDS} (?: :\d{{1,3}} )? ){{0,{MOST_PARTS - 1}}}"
SET = rf"{CARDS} {_PARTS}"
"""The cards of a play, with their announced values."""

_ANY = rf"""
    (?P<table> @ (?P<word>[a-z][a-z-]*+) (?P<rest>[^\n\r{{;]*+) )
  | (?P<tag> \[ (?P<name>[A-Za-z][A-Za-z0-9_]*+) [ \t]++
        "(?P<value>[^"\\\n\r]*+ (?: \\[^\n\r] | [^"\\\n\r] )*+)" [ \t]*+ \] )
  | (?P<hand> p(?P<owner>[1-9]\d?) : [ \t]*+ (?P<held>[^\s{{;]*+) )
  | (?= [p\d] ) (?:
        (?P<play>
            (?: (?P<number>\d{{1,6}}) \.\s*+ )?
            p(?P<seat>[1-9]\d?) \s++
            (?P<mark> \^[A-Z]?+ )? [ \t]*+
            (?P<cards> {SET} )
            (?: = (?P<tally>\d{{1,9}}) )?
            (?: / (?P<points>-?\d{{1,9}}) )?
        ) {END}
      | (?P<action>
            (?: (?P<turn>\d{{1,6}}) \.\s*+ )?
            p(?P<actor>[1-9]\d?) \s++
            (?P<flag> \^[A-Z]?+ )? [ \t]*+
            (?: x (?P<put> - | {CARDS} ) (?: > (?P<taken> {CARDS} ) )?
              | d (?P<drawn> {CARD} )
              | (?P<choice> in | out | pass )
            )
        ) {END}
      | (?P<badplay> (?: \d++ \.[ \t]*+ )? p\d++ [ \t]++ [^\s{{();]++ )
    )
  | (?P<comment> \{{ (?P<said>[^\\}}]*+ (?: \\. | [^\\}}] )*+) \}} )
  | (?P<nag> \$ (?P<glyph>\d{{1,3}}) {END} )
  | (?P<suffix> !! | \?\? | !\? | \?! | ! | \? )
  | (?P<open> \( )
  | (?P<close> \) )
  | (?P<stop> [*+] (?=\s|$) )
  | (?P<badtag> (?<![^\n\r]) \[ [^\n\r]*+ )
  | (?P<remark> ; [^\n\r]*+ | (?<![^\n\r]) % [^\n\r]*+ )
  | (?P<quote> ` (?P<quoted>[^\\`]*+ (?: \\. | [^\\`] )*+) ` )
  | (?P<other> \{{ [\s\S]*+ | {WORDS} )
  | (?P<end> \Z )
"""

_RUN = rf"""
    (?: \d{{1,6}}+ \.[ ] p[1-9]\d?+ [ ] (?:
        {CARD} (?: (?= [A2-9TJQK?:+] ) {CARDS}? {_PARTS} )?  # {SET}, quick to see one card alone
        (?: = \d{{1,9}}+ )? (?: / -?\d{{1,9}}+ )?
      | x (?: - | {CARDS} ) (?: > {CARDS} )? | d {CARD} | in | out | pass
    ) [ \n] ){{1,1000}}
"""
"""Plays in a row as `play` and `action` take each of them: with a number, without a mark, one blank
between two words, so that every play is three words."""

_LINES = rf"""
    (?: @[a-z] [^\n\r{{;]*+ \n | p[1-9]\d?+ :[ ] {CARDS} (?: \+ {CARDS} ){{0,9}} \n ){{1,1000}}
"""
"""Table lines and hands as `table` and `hand` take them, each on a line of its own."""

_TAGS = r"""
    (?: \[ [A-Za-z][A-Za-z0-9_]*+ [ ] "[^"\\\n\r]*+" \] \n ){1,100}
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
  | (?P<cards>{CARDS}) (?=\s|$)
  | (?P<suit>[cdhs]) (?=\s|$)
  | (?P<odd>\S++)
  )""",
    re.VERBOSE | re.ASCII,
)
"""An argument of a table line, one a match."""

PLAYED = re.compile(r"(?:\d++\.[ \t]*+)?p([1-9]\d?)[ \t]++[^\s{();]++", re.ASCII)
"""Text that was meant to be a play, whatever card it names; the group is the seat."""

TOTAL = re.compile(r"p\d+:-?\d{1,3}", re.ASCII)
"""A player's total, as it stands behind the word of a standing: alone it is no hand."""

SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
