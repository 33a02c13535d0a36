"""What is here, in numbers."""

from __future__ import annotations

from typing import Any

from archive.scoring import ENGINE
from archive.web.api.resource import Resource
from archive.web.lookup import archive
from schemas.counts import CountsSchema

blueprint = Resource("api-counts", __name__, url_prefix="/counts", description="The archive")


@blueprint.get("", name="get_counts")
@blueprint.answers(CountsSchema)
def counts() -> dict[str, Any]:
    """How many records stand how, and which engine judges them

    Of those that everybody may find; and of all, how many wait for their verdicts.
    """
    return {"records": archive().games.counts(), "engine": ENGINE}
