"""What people write about the plays of a record."""

from __future__ import annotations

from alembic import op
from sqlalchemy import UniqueConstraint

from archive.store.migrations.columns import (
    ID,
    MOMENT,
    TEXT,
    WHOLE,
    key,
    of,
    perhaps,
    some,
    table,
    visibility,
)

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    table(
        "layer",
        key(id=ID),
        of("record.id", "record_id"),
        of("account.id", "owner_id", index=True),
        visibility(),
        some(created_at=MOMENT, latest=WHOLE),
        perhaps(hidden_at=MOMENT),
        UniqueConstraint("record_id", "owner_id"),
    )
    table(
        "layerversion",
        of("layer.id", "layer_id", key=True, ondelete="CASCADE"),
        key(number=WHOLE),
        some(saved_at=MOMENT, revision=WHOLE, body=TEXT),
    )


def downgrade() -> None:
    op.drop_table("layerversion")
    op.drop_table("layer")
