"""The sentences about what a player has at the end of a hand: cards shown, left or kept, and that
there are none."""

from __future__ import annotations

from archive.importers.action_words import ARTICLE, HAS
from archive.importers.play_claims import POINTS
from archive.importers.prose.beside_names import PAYS, STUCK, WITHOUT

MOST = 12
"""The most players whose last cards stand in a list."""
LEFT = r"(?i:left|übrig|auf[ \t]+der[ \t]+hand|sitzen)"
STAYS = (
    rf"(?:{HAS}|(?i:noch|nur|still|only)[ \t]+"
    r"|(?i:bleib(?:e|t)|blieb|sitz(?:e|t)|saß)[ \t]+(?:noch[ \t]+)?(?i:mit|auf)[ \t]+)"
)
"""What may stand between a player and the cards left: “Tom bleibt mit K 9 3 sitzen”."""

ON_COUNT = (
    r"[ \t]+(?:on|at|with|bei|mit)[ \t]+(?:(?:the[ \t]+)?count[ \t]+)?\d{1,2}(?=[ \t]*[,;.!\n])"
)
"""Behind a player without cards, the count at which they went: “Eve went out on 17”."""

THE_LAST = (
    r"(?:the[ \t]+)?last(?:[ \t]+ones?)?|rest|finally|zum[ \t]+schluss|zuletzt|die[ \t]+letzten"
)
"""What is called the last cards where it heads a list of them."""


def of_cards_left(any_who: str, card: str, run: str) -> dict[str, str]:
    """Return the sentences as patterns for any player, a card, and several cards."""
    noted = (  # what is written down for cards left
        r"(?:(?:[ \t]*+,?[ \t]*(?:(?i:and|und)[ \t]+)?(?i:writes|wrote|scores|scored|counts|counted"
        r"|schreibt|schrieb|zählt|zählte"
        r"|(?:(?:says?|sagt)[ \t]+)?(?:that|das)[ \t]+(?:is|are|sind)|makes|macht|costs|kostet"
        r"|for|für)"
        r"(?:[ \t]+(?i:down|sich|dafür))*[ \t]+|[ \t]*+(?:[=(:]|->|→|(?<=[ \t])[–—-][ \t])[ \t]*)"
        rf"(?P<noted>\d{{1,3}})(?![\d=]|[ \t]*[+=])(?:[ \t]+{POINTS}(?!\w))?(?:[ \t]*\))?"
        r"|[ \t]*+[:=][ \t]*(?:\d{1,3}[ \t]*\+[ \t]*)+\d{1,3}[ \t]*=[ \t]*(?P<sum>\d{1,3})(?!\d))?"
    )
    ends = rf"(?:[ \t]*+{POINTS})?[ \t]*+(?:\.(?!\d)|(?=$|[\n,;!)]))"
    several = rf"{run}(?:[ \t]+(?i:and|und)[ \t]+(?:{card})(?!\w|[ \t]+(?:{card})(?!\w)))?"
    priced = (  # with what the cards cost beside them
        rf"{run}(?:[ \t]*\(\d{{1,3}}\)[ \t,+]*{run})+(?:[ \t]*\(\d{{1,3}}\)(?=[ \t]*=))?"
    )
    return {
        "shows": (
            rf"[ \t]+(?:(?i:shows|zeigt|last(?:[ \t]+card)?|letzte[ \t]+karte|still[ \t]+holds"
            rf"|(?:(?:is|am|was)[ \t]+)?{STUCK}[ \t]+with)(?:[ \t]*:)?[ \t]+(?P<cards>{several})"
            rf"|{HAS}(?P<left>{run})[ \t]+{LEFT}){noted}"
        ),
        "without": (
            r"(?:['’]s(?=[ \t]))?"
            rf"(?:[ \t]*+:)?[ \t]++(?:(?i:{WITHOUT})(?i:{ON_COUNT})?(?:[ \t]*[,=][ \t]*0(?!\w))?"
            r"|0|[–—-])"
            r"(?=[ \t]*(?:$|[\n,;.|!]|(?i:and|und)[ \t])"
            rf"|[ \t]+{any_who}[ \t]+(?i:{HAS}|{STUCK}[ \t]))"
        ),
        "makes_twenty": (
            r"[ \t]+(?i:makes?|made|mach(?:t|te)|schafft|schaffte)[ \t]+(?i:(?:the|die)[ \t]+)?"
            r"(?:20|(?i:twenty|zwanzig))(?=[ \t]*(?:$|[\n,;.!]|(?:and|und)[ \t]))"
        ),
        "pays": (
            rf"[ \t]+(?i:{PAYS})[ \t]+(?P<paid>\d{{1,3}})"
            rf"(?:[ \t]+{POINTS})?(?=[ \t]*(?:$|[\n,;.|!]|(?i:and|und)[ \t]))"
        ),
        "out_with": (
            rf"[ \t]*+[,;–-]?[ \t]*(?:(?i:and|und)[ \t]+)?(?i:{WITHOUT})[ \t]*(?:[.,;!]|$)"
        ),
        "left_over": (
            rf"(?:[ \t]*+:)?[ \t]++(?:{STAYS})?(?P<left>{priced}|{several})(?:[ \t]+{LEFT})?"
            rf"(?P<cards>(?!))?{noted}"
        ),
        "left_to": (
            rf"(?<!\w)(?P<who>{any_who})(?:[ \t]*+:)?[ \t]++(?:{STAYS})?"
            rf"(?:{run}|(?i:shows|zeigt|last|letzte|still|{PAYS}|(?:(?:is|am|was)[ \t]+)?{STUCK})"
            r"(?!\w))"
        ),
        "keeps": (
            rf"[ \t]+(?i:keeps|behält)[ \t]+(?:{ARTICLE}[ \t]+)?(?P<card>{card})(?!\w)"
            rf"[ \t]*+[=(:,]?[ \t]*+"
            rf"(?P<worth>\d{{1,3}})?[ \t]*\)?"
        ),
        "gets": (
            r"[ \t]+(?i:gets|got|takes|took|nimmt|nahm|scores|scored|earns"
            r"|bekommt|kriegt|erhält)[ \t]+"
            rf"(?P<points>\d{{1,3}}){ends}"
        ),
        "loses": (
            rf"(?:[ \t]*+:)?[ \t]++(?i:loses|lost|verliert|verlor)"
            rf"(?:[ \t]++(?i:with|mit)[ \t]++(?:{ARTICLE}[ \t]++)?(?P<card>{card})(?!\w))?"
            rf"(?:[ \t]*+[,;:–-]?[ \t]*+(?:(?i:for|gets|bekommt|zählt|counts)[ \t]++)?"
            rf"(?P<points>\d{{1,3}}))?{ends}"
        ),
        "alone": rf"(?:[ \t]*+:)?[ \t]++(?P<points>\d{{1,2}}){ends}",
        "listed_as_left": (
            rf"(?=(?:{any_who}(?:[ \t]*+:)?[ \t]++(?:{card})(?!\w)"
            r"[ \t]*+(?:[,;/&]|(?:and|und)(?!\w))?[ \t]*+)"
            rf"{{2,{MOST}}}(?:(?:is|are|sind|ist)[ \t])?{LEFT}(?!\w))"
        ),
        "behind_them": rf"[ \t]+(?:(?:is|are|sind|ist)[ \t])?{LEFT}(?!\w)[ \t]*\.?",
        "shown_of": (rf"[*_]{{0,3}}(?P<who>{any_who})[*_]{{0,3}}[ \t]*+:?[ \t]*(?P<cards>{run})"),
        "kept_of": (
            rf"[*_]{{0,3}}(?P<who>{any_who})[ \t]*+:?[ \t]*(?P<card>{card})(?!\w)(?:[ \t]*(?:="
            rf"|\()[ \t]*(?P<worth>\d{{1,3}})[ \t]*\)?)?"
        ),
        "shown": (
            r"(?i:shown|showdown|(?:(?:everyone|everybody|all)[ \t]+)?shows?|alle[ \t]+zeigen"
            r"|cards[ \t]+shown|left(?:[ \t]+over)?|übrig(?:[ \t]+geblieben)?|cards[ \t]+left"
            r"|remaining(?:[ \t]+cards)?"
            r"|last[ \t]+cards?(?:[ \t]+shown)?"
            rf"|letzte[ \t]+karten?|{THE_LAST})(?i:[ \t]+(?:in|of|von|im|der)[ \t]+"
            r"(?:hand|deal|round|spiel|runde)[ \t]+\d{1,3})?[ \t]*:[*_ \t]*"
        ),
        "kept": (r"(?i:kept|keeps?)[ \t]*:[*_ \t]*"),
    }
