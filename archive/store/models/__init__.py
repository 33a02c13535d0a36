"""The rows, a module for each subject.

An upload's bytes are written once and never changed; everything that no person wrote (the records
found in them, verdicts, findings, counts) can be made again from them.

No `from __future__ import annotations` in these files: SQLModel reads the annotations themselves.
"""

from archive.store.column_types import HASH_LENGTH, ID_LENGTH
from archive.store.models.accounts import Account, Audit, Guess, Report, SignIn, Token
from archive.store.models.commentary import (
    Analysis,
    Annotation,
    Layer,
    LayerVersion,
    Solved,
    Unanalysed,
)
from archive.store.models.records import (
    Alias,
    Collection,
    CollectionItem,
    FacetCount,
    Finding,
    FormerPlayer,
    Player,
    Record,
    RecordText,
    Revision,
    Seat,
    Tag,
    Verdict,
)
from archive.store.models.uploads import (
    Blob,
    Chunk,
    Difference,
    Document,
    IdempotencyKey,
    Identity,
    Job,
    Upload,
)

__all__ = [
    "HASH_LENGTH", "ID_LENGTH", "Account", "Alias", "Analysis", "Annotation", "Audit", "Blob",
    "Chunk", "Collection", "CollectionItem", "Difference", "Document", "FacetCount", "Finding",
    "FormerPlayer", "Guess", "IdempotencyKey", "Identity", "Job", "Layer", "LayerVersion",
    "Player", "Record", "RecordText", "Report", "Revision", "Seat", "SignIn", "Solved", "Tag",
    "Token", "Unanalysed", "Upload", "Verdict",
]  # fmt: skip
