"""`twenties schema`: the published shape of a record as JSON."""

from __future__ import annotations

import click


@click.command("schema")
def schema_command() -> None:
    """Print the JSON Schema of a record as JSON (docs/schema/record.schema.json)."""
    from schemas.publish import record_schema, text_of

    click.echo(text_of(record_schema()), nl=False)
