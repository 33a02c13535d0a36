"""What a file is called that a browser keeps: any name, told so that every browser reads it."""

from __future__ import annotations

import unicodedata
from typing import Final
from urllib.parse import quote

from flask import Response

_PLAIN: Final = "!#$&+-.^_`|~"
"""Signs that stand for themselves in an extended value (RFC 8187), beside letters and digits."""
_UNFIT: Final = frozenset('"%;')
"""Signs that browsers read differently within quotation marks."""


def name_file(answer: Response, kind: str, name: str) -> Response:
    """Set the name of an answer's file, and return the answer. `kind` is `attachment` for what is
    to be kept and `inline` for what may be shown; the name is told in ASCII and, where that is not
    all of it, whole beside it (RFC 6266)."""
    name = "".join(one if one.isprintable() and one not in "/\\" else "_" for one in name)
    bare = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    bare = "".join("_" if one in _UNFIT else one for one in bare).strip()
    bare = bare if bare.strip("._ ") and not bare.startswith(".") else f"file{bare}"
    said = f'{kind}; filename="{bare}"'
    if bare != name:
        said += f"; filename*=UTF-8''{quote(name.encode('utf-8', 'replace'), safe=_PLAIN)}"
    answer.headers["Content-Disposition"] = said
    return answer
