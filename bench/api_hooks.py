"""What schemathesis loads: mostly something that is there, in place of what it made up for an
address."""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import schemathesis

LONGEST: Final = 2500
"""Of a question in an address, as it is counted here: it may be sent half as long again, and at
4,094 the server in front of the application refuses it, in its own words."""

SETTING: Final = "KNOWN_IN_ADDRESSES"
"""The environment variable with the file of what is there; `bench.api` sets it."""

KNOWN: dict[str, list[str]] = (
    json.loads(Path(os.environ[SETTING]).read_text()) if SETTING in os.environ else {}
)


@schemathesis.hook
def map_path_parameters(_context: Any, path_parameters: dict[str, Any] | None) -> Any:
    """Three in four are something that is there."""
    for name, said in (path_parameters or {}).items():
        number = zlib.crc32(str(said).encode("utf-8", "replace"))
        if name in KNOWN and number % 4 and path_parameters is not None:
            path_parameters[name] = KNOWN[name][number % len(KNOWN[name])]
    return path_parameters


@schemathesis.hook
def filter_query(_context: Any, query: dict[str, Any] | None) -> bool:
    """Addresses of a length that the web server lets through."""
    return len(urlencode(query or {}, doseq=True, errors="replace")) < LONGEST
