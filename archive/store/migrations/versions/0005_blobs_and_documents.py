"""Uploads' bytes in chunks, the documents found in them, owners, and who may look.

What was converted becomes an upload's one document; what was XXN already is its own. On the way
back the documents of a packed upload are joined into one conversion, and what was private is
unlisted again: the older version knows no owner.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
CHUNK = 1 << 18
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
STATES = {
    "upload": ("queued", "working", "done", "failed"),
    "record": ("waiting", "judged", "failed"),
}

upload = sa.table("upload", *(sa.column(name) for name in (
    "id", "listed", "visibility", "blob_id", "size", "sha256", "total", "state", "note", "ranks",
)), sa.column("received_at", MOMENT), sa.column("content", sa.LargeBinary))  # fmt: skip
record = sa.table("record", *(sa.column(name) for name in (
    "upload_id", "number", "document", "start", "end", "line", "listed", "visibility", "state",
)))  # fmt: skip
blob = sa.table("blob", *(sa.column(name) for name in ("id", "size", "sha256")),
                sa.column("created_at", MOMENT))  # fmt: skip
chunk = sa.table("chunk", sa.column("blob_id"), sa.column("number"),
                 sa.column("content", sa.LargeBinary))  # fmt: skip
document = sa.table("document", *(sa.column(name) for name in (
    "upload_id", "number", "blob_id", "size", "records",
)), sa.column("reading", sa.JSON(none_as_null=True)))  # fmt: skip
conversion = sa.table("conversion", sa.column("upload_id"), sa.column("reading", sa.JSON),
                      sa.column("content", sa.LargeBinary))  # fmt: skip


def _words(name: str, *values: str) -> sa.Enum:
    return sa.Enum(*values, name=name, native_enum=False, create_constraint=True, length=16)


def upgrade() -> None:
    _tables()
    visibility = _words("visibility", "private", "unlisted", "public")
    with op.batch_alter_table("upload") as table:
        table.add_column(sa.Column("owner_id", sa.String(10), nullable=True))
        table.add_column(sa.Column("visibility", sa.String(16), nullable=True))
        table.add_column(sa.Column("blob_id", sa.String(10), nullable=True))
        table.add_column(sa.Column("ended_at", MOMENT, nullable=True))
        table.add_column(sa.Column("trace", sa.String(64), nullable=True))
    with op.batch_alter_table("record") as table:
        table.add_column(sa.Column("document", sa.Integer(), nullable=True))
        table.add_column(sa.Column("owner_id", sa.String(10), nullable=True))
        table.add_column(sa.Column("visibility", sa.String(16), nullable=True))
    for each in (upload, record):
        op.execute(
            sa.update(each).values(
                visibility=sa.case((each.c.listed.is_(sa.true()), "public"), else_="unlisted")
            )
        )
    op.execute(sa.update(record).values(document=1))
    op.execute(sa.update(upload).where(upload.c.ranks.is_(None)).values(ranks=""))
    _into_chunks(op.get_bind())
    op.drop_table("conversion")
    with op.batch_alter_table("upload") as table:
        table.drop_column("listed")
        table.drop_column("content")
        table.alter_column("size", type_=sa.BigInteger(), existing_nullable=False)
        table.alter_column("ranks", existing_type=sa.String(16), nullable=False)
        table.alter_column("blob_id", existing_type=sa.String(10), nullable=False)
        table.alter_column(
            "visibility", existing_type=sa.String(16), type_=visibility, nullable=False
        )
        table.create_foreign_key(op.f("fk_upload_blob_id"), "blob", ["blob_id"], ["id"])
        table.create_foreign_key(op.f("fk_upload_owner_id"), "account", ["owner_id"], ["id"])
        table.create_unique_constraint(
            op.f("uq_upload_owner_id_sha256_ranks"), ["owner_id", "sha256", "ranks"]
        )
        table.create_index("ix_upload_owner_id_received_at", ["owner_id", "received_at"])
    with op.batch_alter_table("record") as table:
        table.drop_index("ix_record_listed_created_at")
        table.drop_column("listed")
        table.alter_column("document", existing_type=sa.Integer(), nullable=False)
        table.alter_column("start", type_=sa.BigInteger(), existing_nullable=False)
        table.alter_column("end", type_=sa.BigInteger(), existing_nullable=False)
        table.alter_column(
            "visibility", existing_type=sa.String(16), type_=visibility, nullable=False
        )
        table.create_foreign_key(op.f("fk_record_owner_id"), "account", ["owner_id"], ["id"])
        table.create_foreign_key(
            op.f("fk_record_upload_id_document"),
            "document",
            ["upload_id", "document"],
            ["upload_id", "number"],
        )
        table.create_index("ix_record_owner_id", ["owner_id"])
    for name, states in STATES.items():
        _allow(name, (*states, "cancelled"))


def _allow(table_name: str, words: tuple[str, ...]) -> None:
    listed = ", ".join(f"'{word}'" for word in words)
    with op.batch_alter_table(table_name) as table:
        table.drop_constraint(op.f(f"ck_{table_name}_state"), type_="check")
        table.create_check_constraint(op.f(f"ck_{table_name}_state"), f"state IN ({listed})")


def _fresh() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(10))


def _into_chunks(connection: sa.Connection) -> None:
    columns = [upload.c.id, upload.c.size, upload.c.sha256, upload.c.received_at, upload.c.total]
    for row in connection.execute(sa.select(*columns)).all():
        own = _keep(connection, row, upload.c.content, upload.c.id, row.size, row.sha256)
        connection.execute(sa.update(upload).where(upload.c.id == row.id).values(blob_id=own))
        made = connection.execute(
            sa.select(conversion.c.reading, sa.func.length(conversion.c.content)).where(
                conversion.c.upload_id == row.id
            )
        ).one_or_none()
        reading, text, size = None, own, row.size
        if made is not None:
            reading, size = made
            text = _keep(connection, row, conversion.c.content, conversion.c.upload_id, size, "")
        counted = sa.select(sa.func.count()).where(record.c.upload_id == row.id)
        found = connection.execute(counted).scalar_one()
        if row.total is not None or found or made is not None:
            connection.execute(
                sa.insert(document).values(
                    upload_id=row.id,
                    number=1,
                    blob_id=text,
                    size=size,
                    reading=reading,
                    records=row.total,
                )
            )


def _keep(
    connection: sa.Connection, row: Any, content: Any, key: Any, size: int, sha256: str
) -> str:
    """The bytes of a column as a blob, a chunk at a time."""
    identifier = _fresh()
    connection.execute(
        sa.insert(blob).values(id=identifier, size=size, sha256=sha256, created_at=row.received_at)
    )
    for number, start in enumerate(range(0, size, CHUNK)):
        piece = sa.select(sa.func.substr(content, start + 1, CHUNK)).where(key == row.id)
        connection.execute(
            sa.insert(chunk).values(
                blob_id=identifier,
                number=number,
                content=bytes(connection.execute(piece).scalar_one()),
            )
        )
    return identifier


def downgrade() -> None:
    connection = op.get_bind()
    for name, states in STATES.items():
        table = {"upload": upload, "record": record}[name]
        op.execute(sa.update(table).where(table.c.state == "cancelled").values(state="failed"))
        _allow(name, states)
    op.create_table(
        "conversion",
        sa.Column("upload_id", sa.String(10), nullable=False),
        sa.Column("reading", sa.JSON(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["upload_id"], ["upload.id"], name="fk_conversion_upload_id"),
        sa.PrimaryKeyConstraint("upload_id", name="pk_conversion"),
    )
    with op.batch_alter_table("record") as altered:
        altered.add_column(sa.Column("listed", sa.Boolean(), nullable=True))
    with op.batch_alter_table("upload") as altered:
        altered.add_column(sa.Column("listed", sa.Boolean(), nullable=True))
        altered.add_column(sa.Column("content", sa.LargeBinary(), nullable=True))
    for each in (upload, record):
        op.execute(sa.update(each).values(listed=each.c.visibility == "public"))
    _out_of_chunks(connection)
    with op.batch_alter_table("record") as altered:
        altered.drop_index("ix_record_owner_id")
        altered.drop_constraint(op.f("fk_record_upload_id_document"), type_="foreignkey")
        altered.drop_constraint(op.f("fk_record_owner_id"), type_="foreignkey")
        altered.drop_constraint(op.f("ck_record_visibility"), type_="check")
        altered.alter_column("listed", existing_type=sa.Boolean(), nullable=False)
        altered.alter_column("start", type_=sa.Integer(), existing_nullable=False)
        altered.alter_column("end", type_=sa.Integer(), existing_nullable=False)
        for column in ("document", "owner_id", "visibility"):
            altered.drop_column(column)
        altered.create_index("ix_record_listed_created_at", ["listed", "created_at"])
    with op.batch_alter_table("upload") as altered:
        altered.drop_index("ix_upload_owner_id_received_at")
        altered.drop_constraint(op.f("uq_upload_owner_id_sha256_ranks"), type_="unique")
        altered.drop_constraint(op.f("fk_upload_owner_id"), type_="foreignkey")
        altered.drop_constraint(op.f("fk_upload_blob_id"), type_="foreignkey")
        altered.drop_constraint(op.f("ck_upload_visibility"), type_="check")
        altered.alter_column("size", type_=sa.Integer(), existing_nullable=False)
        altered.alter_column("ranks", existing_type=sa.String(16), nullable=True)
        altered.alter_column("listed", existing_type=sa.Boolean(), nullable=False)
        altered.alter_column("content", existing_type=sa.LargeBinary(), nullable=False)
        for column in ("owner_id", "visibility", "blob_id", "ended_at", "trace"):
            altered.drop_column(column)
    for name in ("idempotencykey", "document", "chunk", "blob"):
        op.drop_table(name)


def _out_of_chunks(connection: sa.Connection) -> None:
    for row in connection.execute(sa.select(upload.c.id, upload.c.blob_id)).all():
        content = b"".join(_chunks(connection, row.blob_id))
        connection.execute(sa.update(upload).where(upload.c.id == row.id).values(content=content))
        found = connection.execute(
            sa.select(document.c.number, document.c.blob_id, document.c.reading)
            .where(document.c.upload_id == row.id)
            .order_by(document.c.number)
        ).all()
        if [each.blob_id for each in found] in ([], [row.blob_id]):
            continue
        joined = b""
        for each in found:
            connection.execute(
                sa.update(record)
                .where(record.c.upload_id == row.id, record.c.document == each.number)
                .values(
                    start=record.c.start + len(joined),
                    end=record.c.end + len(joined),
                    line=record.c.line + joined.count(b"\n"),
                )
            )
            joined += b"".join(_chunks(connection, each.blob_id))
        reading: dict[str, Any] = next((each.reading for each in found if each.reading), {})
        connection.execute(
            sa.insert(conversion).values(upload_id=row.id, reading=reading, content=joined)
        )


def _chunks(connection: sa.Connection, blob_id: str) -> Iterator[bytes]:
    pieces = sa.select(chunk.c.content).where(chunk.c.blob_id == blob_id)
    for content in connection.execute(pieces.order_by(chunk.c.number)).scalars():
        yield bytes(content)


def _tables() -> None:
    op.create_table(
        "blob",
        sa.Column("id", sa.String(10), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_blob")),
    )
    op.create_index("ix_blob_created_at", "blob", ["created_at"])
    op.create_table(
        "chunk",
        sa.Column("blob_id", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["blob_id"], ["blob.id"], name=op.f("fk_chunk_blob_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("blob_id", "number", name=op.f("pk_chunk")),
    )
    op.create_table(
        "document",
        sa.Column("upload_id", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(200), nullable=True),
        sa.Column("blob_id", sa.String(10), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("reading", sa.JSON(), nullable=True),
        sa.Column("records", sa.Integer(), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["blob_id"], ["blob.id"], name=op.f("fk_document_blob_id")),
        sa.ForeignKeyConstraint(["upload_id"], ["upload.id"], name=op.f("fk_document_upload_id")),
        sa.PrimaryKeyConstraint("upload_id", "number", name=op.f("pk_document")),
    )
    op.create_table(
        "idempotencykey",
        sa.Column("owner", sa.String(10), nullable=False),
        sa.Column("key", sa.String(255), nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("upload_id", sa.String(10), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["upload_id"],
            ["upload.id"],
            name=op.f("fk_idempotencykey_upload_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("owner", "key", name=op.f("pk_idempotencykey")),
    )
    op.create_index("ix_idempotencykey_created_at", "idempotencykey", ["created_at"])
