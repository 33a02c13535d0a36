"""What an archive is called among others, wherever it stands."""

from sqlmodel import Field, SQLModel

from archive.store.models.base import ID_LENGTH


class Identity(SQLModel, table=True):
    """A mark of the archive's own; see archive/store/identity.py."""

    name: str = Field(primary_key=True, max_length=20)
    mark: str = Field(max_length=ID_LENGTH)
