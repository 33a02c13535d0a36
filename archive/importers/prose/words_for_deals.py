"""The sentences that head a deal or a trick, and those about who deals."""

from __future__ import annotations

from archive.importers.number_words import NTH

NAMED_DEALS = "game|spiel|hand|deal|blatt"
"""What players call a deal."""
TRUMPS = r"(?i:(?:(?:is|are|ist|sind)[ \t]+)?(?:trumps?|trumpf))"
"""What stands behind a suit that is said to be trumps."""

EACH = r"(?i:cards|karten|each|je)"
"""What stands behind the number of cards that are dealt."""
BEHIND_A_STOP = "dealer|geber(?:in)?|trumps?|trumpf|scores?|totals?|stand"
"""What stands, beside names, behind the heading of a deal and a full stop."""

_TO = (
    r"(?:(?:the|der)[ ])?(?:trick|stich)(?:[ ](?:goes|went|geht|ging))?[ ](?:to|for|an|für)"
    r"|(?:(?:the|der)[ ])?(?:trick|stich):|(?:goes|went|geht|ging)[ ](?:to|an)|to|an"
    r"|(?:(?:is|was)[ ])?(?:won|taken)[ ]by|gewonnen[ ]von|(?:winner|sieger(?:in)?|gewinner):?"
)
"""What stands between the last play of a trick and the player who won it."""
_TAKES = (
    r"(?:wins?|won|takes?|took|gets?|got|gewinnt|gewann|nimmt|nahm|holt|holte|macht|bekommt|kriegt)"
)
_IT = r"(?:it|(?:the|this|that)[ ]trick|(?:den|diesen)[ ]stich|ihn)"


def of_deals(any_who: str, suit: str) -> dict[str, str]:
    """Return the sentences as patterns for any player, and the suits."""
    by = (
        r"(?:(?i:dealer|geber(?:in)?)[ \t]*+:?[ \t]*|(?i:(?:dealt[ \t]+)?by|von)[ \t]+)"
        rf"(?P<dealer>{any_who})"
        rf"|(?P<deals>{any_who})[ \t]+(?i:deals|gibt)"
    )
    cards_each = (
        r"(?:[ \t]*+[,;]?[ \t]*(?P<cards>\d{1,2})"
        r"(?:[ \t]+(?i:(?:cards|karten)(?:[ \t]+each)?|each|je))?)?[ \t]*(?:[.,;)]|$)"
    )
    return {
        "deal": (
            r"(?:(?i:hand|deal|blatt|spiel)[ \t]+(?:(?i:n[or]\.?|#)[ \t]*)?(?P<dealt>\d{1,4})\b"
            rf"(?![.)][ \t]*(?!(?:{any_who})(?!\w)|(?i:{BEHIND_A_STOP})(?!\w))[^\W\d_])"
            r"|(?P<nth>\d{1,3})(?:st|nd|rd|th|\.)[ \t]+(?i:deal|spiel|blatt|hand)\b)[*_]*"
            rf"(?:[ \t]*+[,(:–—-]?[ \t]*(?P<trumps>(?i:{suit}))\ufe0f?(?!\w)(?:[ \t]+{TRUMPS})?"
            rf"(?:[ \t]*\([ \t]*(?P<maker>{any_who})[ \t]*\))?)?"
            r"(?:[ \t]*+[,(][ \t]*(?P<first>\d{1,2})[ \t]+(?i:cards|karten)\)?(?=[ \t]*[,;]))?"
            rf"(?:[ \t]*+(?:--|[:,(/–—-])?[ \t]*(?:{by})"
            rf"(?![ \t]+\d+[ \t]+(?!{EACH}(?!\w))[^\W\d_]))?"
            r"(?:[ \t]*+[,;:(–—-]*[ \t]*(?P<cards>\d{1,2})(?:[ \t]+(?:(?i:cards|karten)(?:[ \t]+"
            r"(?i:each))?|(?i:each|je))|(?=[ \t]*\))))?"
            r"(?:[ \t]*+\)?[ \t]*[:.][*_]*|[ \t]*+\)?[ \t=*_#]*$|(?=[ \t]*[,;(]))"
        ),
        "told_deal": (
            rf"(?<!\w)(?:(?:(?P<word>(?i:{'|'.join(NTH)}))"
            r"|(?P<nth>\d{1,3})(?:st|nd|rd|th|\.))[ \t]+"
            rf"(?P<unit>(?i:{NAMED_DEALS}))|(?P<game>(?i:game|spiel))[ \t]+(?P<number>\d{{1,3}}))\b"
            rf"[*_]*(?:[ \t]*[:.–-]|[ \t]*$|(?=[ \t]*[,;(])|(?=[ \t]+{any_who}(?!\w)))"
        ),
        "dealer": (
            r"(?i:dealer|geber(?:in)?|deal(?=[ \t]*:))"
            r"(?:[ \t]*:|[ \t]+(?i:is|was|ist|war))?[ \t*_]+"
            rf"(?P<dealer>{any_who})[*_]*"
            r"(?:(?:[ \t]*[,;])?[ \t]+(?:(?i:cards|karten)[ \t]*:[ \t]*(?P<cards>\d{1,2})"
            r"|(?P<each>\d{1,2})[ \t]+(?i:cards|karten)(?:[ \t]+(?i:each|je))?)"
            r"(?=[ \t]*(?:[.,;)]|$)))?[ \t]*(?:[.,;)]|$)"
        ),
        "dealt": (
            r"[ \t]+(?i:dealt|gab|(?:is|was|ist|war)[ \t]+(?:the[ \t]+)?(?:dealer|geber(?:in)?))"
            r"(?:[ \t]+(?i:first|zuerst|the[ \t]+cards|die[ \t]+karten"
            rf"|(?:the[ \t]+)?(?:first|1st)[ \t]+(?:hand|deal)))?{cards_each}"
        ),
        "deals": (rf"[ \t]+(?i:deals|gibt){cards_each}"),
        "trick_won": (
            rf"(?:[ \t]*(?:[-=]>|→|⇒|[:–—-])[ \t]*(?P<shown>{any_who})(?=[ \t]*+\.?[ \t]*$)"
            rf"|[ \t]*+[.,;(–—-]?\s*+(?i:{_TO})[ \t]+(?P<to>{any_who})"
            rf"|[ \t]*+[.,;:(–—-]?[ \t]*+(?P<taker>{any_who})[ \t]+(?i:{_TAKES})(?![ \t]+\w)"
            rf"|[ \t]*+[.,;:(–—-]?\s*+(?P<who>{any_who})[ \t]+(?i:{_TAKES}[ ]{_IT}|sticht|stach))"
            r"[ \t]*+(?:\)[ \t]*+)?(?:[.!](?=\s|\Z)|$)"
        ),
        "trick": (
            rf"(?:(?i:trick|stich)[ \t]+(?:no\.?[ \t]*)?(?P<nth>\d{{1,3}})\b|(?P<before>\d{{1,3}})"
            r"(?:st|nd|rd|th|\.)[ \t]+(?i:trick|stich)\b"
            rf"|[TS](?P<short>\d{{1,2}})(?=[ \t]*:|[ \t]+{any_who}))[*_]*"
            rf"(?:[ \t]*+[,(:–—-]*[ \t]*(?:(?P<leader>{any_who})[ \t]+(?i:leads|beginnt)(?!"
            rf"[ \t]+\S*[\dAKQJT])"
            rf"|(?i:led[ \t]+by|leader:?)[ \t]+(?P<led>{any_who})"
            rf"|(?<=\()(?P<alone>{any_who})(?=\)))(?:[ \t]*\))?)?[ \t]*[:.]?[*_]*"
        ),
    }
