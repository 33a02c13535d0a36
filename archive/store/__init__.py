"""The store: rows, queries, migrations. Nothing outside names SQLModel, SQLAlchemy or Alembic."""
