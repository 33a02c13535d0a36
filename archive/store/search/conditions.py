"""The filters of a search as SQL: its conditions, and the indexes its records can be gathered from.

Both databases get the same SQL except for their indexes of words; SQLite, which knows nothing about
how often a value occurs, is told the index as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from archive.core.text import name_key
from archive.store.pending_removal import STAYS
from archive.store.search.kept_counts import Kept
from archive.store.sql import ask, connection_of

COPIED: Final = frozenset({"game", "rules", "standing", "days"})
"""The filters that the copied columns beside an index can answer."""


@dataclass
class Source:
    """A filter by which records can be gathered."""

    name: str
    """The name of its condition, which need not be asked again."""
    table: str
    where: str
    index: str = ""
    key: str = "record_id"
    walk: bool = False
    """Whether its rows come in the order of `newest`, so that they can also be walked."""
    twice: bool = False
    """Whether several of its rows may be about one record."""
    once: bool = False
    """Whether no two of its rows are about one record."""
    probe: str = ""
    """The statement to count instead, where that is quicker."""
    holds: str = ""
    """The table that has the record's counted columns beside the indexed ones."""
    number: int = 0
    """The number of its records; counted only as far as that matters."""


@dataclass
class Conditions:
    """Filters as SQL, for one database: the conditions on a record, and the indexes that lead to
    it."""

    there: Kept
    """The kept counts for the filters, as far as there are any."""
    values: dict[str, Any] = field(init=False)
    seen: int = field(init=False, default=0)
    """The number of records with the words, as far as they were looked up."""

    def __post_init__(self) -> None:
        self.session, self.filters = self.there.session, self.there.filters
        self.sqlite = connection_of(self.session).dialect.name == "sqlite"
        self.true = "1" if self.sqlite else "true"
        asked, removals = self.filters, self.there.removals
        gone = removals.leaving if asked.words or asked.event else ()
        self.leaving = {f"leaving{number}": player for number, player in enumerate(gone)}
        self.values = {
            **self.leaving, "game": asked.game, "rules": asked.rules, "standing": asked.standing,
            "player": asked.player, "versus": asked.versus, "code": asked.finding,
            "clause": asked.clause, "tag": asked.tag, "event": name_key(asked.event),
            "since": asked.since, "before": asked.before, "least": asked.least, "most": asked.most,
            "owner": asked.owner, "words": self._words(asked.words),
        }  # fmt: skip

    # Conditions

    def listed(self) -> str:
        """Return the condition for whose records are meant: all listed ones, or the account's
        own."""
        if self.filters.owner:
            return "record.owner_id = :owner"
        return f"record.shown IS {self.true}"

    def conditions(self, without: Sequence[str] = ()) -> list[str]:
        """Return the conditions on a record, except those named in `without`."""
        return [*self._asked(without).values()]

    def copied(self, without: Sequence[str], table: str) -> list[str] | None:
        """Return the same conditions on the copied columns of a table; None where a filter is not
        among them."""
        asked = self._asked(without)
        if self.filters.owner or asked.keys() - COPIED:
            return None
        return [sql.replace("record.", f"{table}.") for sql in asked.values()]

    def _asked(self, without: Sequence[str]) -> dict[str, str]:
        """Return the condition of each filter. A search for words leaves out records whose text
        still has names that are being removed."""
        asked, plus = self.filters, "+" if self.sqlite else ""
        held = "EXISTS (SELECT 1 FROM {0} WHERE {0}.record_id = record.id AND {1}{0}.{2} = :{3})"
        found = {
            "game": "record.game = :game" if asked.game else "",
            "rules": "record.rules = :rules" if asked.rules else "",
            "standing": "record.standing = :standing" if asked.standing else "",
            "player": held.format("seat", plus, "player_id", "player") if asked.player else "",
            "versus": held.format("seat", plus, "player_id", "versus") if asked.versus else "",
            "finding": held.format("finding", plus, "code", "code") if asked.finding else "",
            "clause": held.format("finding", plus, "clause", "clause") if asked.clause else "",
            "tag": held.format("tag", plus, "tag", "tag") if asked.tag else "",
            "event": "record.event_key = :event" if asked.event else "",
            "days": self._days(),
            "score": self._score(),
            "words": self._said() if asked.words else "",
            "leaving": " AND ".join(
                f"NOT {held.format('seat', plus, 'player_id', name)}" for name in self.leaving
            ),
            "going": STAYS if self.there.removals.going else "",
        }
        return {name: sql for name, sql in found.items() if sql and name not in without}

    def _days(self) -> str:
        asked = self.filters
        since = "record.day >= :since" if asked.since else ""
        before = "record.day < :before AND record.day <> ''" if asked.until else ""
        return " AND ".join(filter(None, (since, before)))

    def _score(self) -> str:
        asked = self.filters
        least = "record.highest >= :least" if asked.least is not None else ""
        most = "record.highest <= :most" if asked.most is not None else ""
        return " AND ".join(filter(None, (least, most)))

    def _said(self) -> str:
        """Return the condition that a record's text has the words, without the index of words: that
        is slow for one text, and a text is all words with a space between."""
        within = "instr" if self.sqlite else "strpos"
        has = []
        for number, word in enumerate(self.filters.words.split()):
            self.values[f"word{number}"] = f" {word[:-1]}" if word.endswith("*") else f" {word} "
            has.append(f"{within}(' ' || recordtext.text || ' ', CAST(:word{number} AS TEXT)) > 0")
        return (
            "EXISTS (SELECT 1 FROM recordtext WHERE recordtext.record_id = record.id"  # noqa: S608
            f" AND {' AND '.join(has)})"
        )

    def _words(self, words: str) -> str:
        """Return the words in the syntax of each database's index: all, in any order."""
        asked = [(word.removesuffix("*"), word.endswith("*")) for word in words.split()]
        if self.sqlite:
            return " ".join(f'"{word}"{"*" if part else ""}' for word, part in asked if word)
        return " & ".join(f"{word}{':*' if part else ''}" for word, part in asked if word)

    # Sources of records

    def ways(self, few: int, enough: Callable[[], int]) -> list[Source]:
        """Return the filters by which records could be gathered, with the number of records:
        counted up to `few`, and only where there are more, up to `enough`."""
        asked, mine = self.filters, bool(self.filters.owner)
        shown = f"shown IS {self.true}"
        found = []
        if mine:
            index = "ix_record_owner_id_created_at_id"
            found.append(Source("", "record", "owner_id = :owner", index, "id", walk=True))
        for name, value in (("player", asked.player), ("versus", asked.versus)):
            if value and not mine:
                found.append(Source(
                    name, "seat", f"player_id = :{name} AND {shown}",
                    "ix_seat_player_id_shown_at_record_id", walk=True, twice=True,
                    number=self.there.of(f"player:{value}"),
                ))  # fmt: skip
        for name, column, value in (
            ("finding", "code", asked.finding), ("clause", "clause", asked.clause),
        ):  # fmt: skip
            if value and not mine:
                found.append(Source(
                    name, "finding", f"{column} = :{column} AND {shown}",
                    f"ix_finding_{column}_at_record_id", walk=True, twice=True,
                    number=self.there.of(f"finding:{value}") if name == "finding" else -1,
                ))  # fmt: skip
        if asked.tag and not mine:
            found.append(Source(
                "tag", "tag", f"tag = :tag AND {shown}", "ix_tag_tag_at_record_id", walk=True,
                number=self.there.of(f"tag:{asked.tag}"),
            ))  # fmt: skip
        if asked.words:
            found.append(self._texts())
        if not mine:
            found += self._ranges()
        for source in found:
            if source.number <= 0:
                source.number = self._count(source, few)
            if source.number == few + 1:
                source.number = self._count(source, enough())
        return found

    def _texts(self) -> Source:
        if self.sqlite:
            return Source(
                "words", "recordtext_words CROSS JOIN recordtext",
                "recordtext_words MATCH :words AND recordtext.id = recordtext_words.rowid",
                probe="recordtext_words WHERE recordtext_words MATCH :words", once=True,
                holds="recordtext",
            )  # fmt: skip
        match = "to_tsvector('simple', text) @@ to_tsquery('simple', :words)"
        return Source("words", "recordtext", match, once=True, holds="recordtext", number=self.seen)

    def _ranges(self) -> list[Source]:
        """Return records by their own columns: a range of scores or days, or a rare kind."""
        shown, found = self.listed(), []
        if self._score():
            where = f"{shown} AND {self._score()}"
            found.append(Source("score", "record", where, "ix_record_highest_id", "id"))
        if self._days():
            where = f"{shown} AND {self._days()}"
            found.append(Source("days", "record", where, "ix_record_day_id", "id"))
        if self.filters.event:
            where = f"{shown} AND record.event_key = :event"
            found.append(Source("event", "record", where, "ix_record_event_key_day_id", "id"))
        if self.filters.rules:
            where = f"{shown} AND record.rules = :rules"
            index = "ix_record_rules_standing_created_at_id"
            found.append(Source("rules", "record", where, index, "id"))
        return found

    def _count(self, source: Source, enough: int) -> int:
        probe = source.probe or f"{source.table}{self._by(source.index)} WHERE {source.where}"
        counted = f"SELECT count(*) FROM (SELECT 1 FROM {probe} LIMIT {enough + 1}) AS counted"  # noqa: S608
        ((number,),) = ask(self.session, counted, self.values)
        return int(number)

    def _by(self, index: str) -> str:
        return f" INDEXED BY {index}" if index and self.sqlite else ""
