"""How the records of a question are found: the statement for a page of them.

A page is fifty records of perhaps a million, and must cost what fifty cost. There are two ways:

- *Gather*: where something asked for is rare (a player with a hundred games, a word), all records
  that have it are looked up, held against the rest of the question, and sorted.
- *Walk*: where nothing is rare, the records are read in the order asked for from an index, until
  fifty have been found; most of those read are.

The counts kept say which it is. Both databases get the same statement; SQLite, which knows nothing
of how often a value occurs, is told the index as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isqrt
from typing import Final

from archive.core.archive_states import STANDINGS
from archive.store.search.conditions import Conditions, Source
from archive.store.search.filters import NEWEST, ORDERS, Order, PageEnd
from archive.store.search.kept_counts import Matches
from archive.store.sql import ask

FEWEST: Final = 500
"""So few records are always gathered rather than walked to."""
MOST_HEADS: Final = 100
"""The most games and standings that are walked side by side; SQLite takes 500 at most."""
_KIND: Final = "record.game, record.rules, record.standing, record.day"


@dataclass
class Question(Conditions):
    """The filters of a search, and the statements that find its records."""

    wanted: int = 0
    """The number of records of a page."""
    behind: list[str] = field(init=False, default_factory=list)

    @cached_property
    def enough(self) -> int:
        """Return how many records cost as much to gather as a page costs to walk to."""
        return max(FEWEST, isqrt(self.wanted * max(self.there.all, 1)))

    def _rare(self, source: Source) -> bool:
        """Return whether records are to be gathered by this filter. The number of all records is
        read only where it matters."""
        return source.number <= FEWEST or source.number <= self.enough

    @cached_property
    def sources(self) -> list[Source]:
        """Return the filters by which records could be gathered."""
        return self.ways(FEWEST, lambda: self.enough)

    def found(self, order: Order, after: PageEnd | None, limit: int) -> list[PageEnd]:
        """Return up to `limit` matching records, in order, after a place."""
        if order.column != "highest":
            return self._found(order, after, limit)
        # those without a score come at the end; both databases would sort them otherwise
        found = []
        if after is None or after.key is not None:
            found = self._found(order, after, limit)
            after = None
        if len(found) < limit:
            found += self._found(order, after, limit - len(found), valued=False)
        return found

    def few(self, order: Order, most: int) -> Matches | None:
        """Return all matching records, in order, where a filter is rare; None otherwise."""
        if order.word == NEWEST and (looked_up := self._looked_up()) is not None:
            return looked_up
        rarest = self._rarest()
        if rarest is None or rarest.number > most or not self._rare(rarest):
            return None
        if rarest.holds and order.word == NEWEST:
            known = self.copied([rarest.name], rarest.holds)
            if known is not None:
                return self._held(rarest, known)
        column = order.column
        where = ["record.id = few.id", self.listed(), *self.conditions([rarest.name])]
        return ask(
            self.session,
            f"{self._few(rarest)} SELECT record.id AS id, record.{column} AS key, {_KIND}"  # noqa: S608
            f" FROM few CROSS JOIN record WHERE {' AND '.join(where)}"
            f" ORDER BY record.{column} IS NULL, record.{column} DESC, record.id DESC",
            self.values,
        )

    def _looked_up(self) -> Matches | None:
        """Return the same by words, without counting their records first: PostgreSQL reads as much
        to count as to find them. None on SQLite, and where there are many."""
        known = self.copied(["words"], "recordtext")
        if self.sqlite or not self.filters.words or known is None:
            return None
        fits = " AND ".join([f"recordtext.shown IS {self.true}", *known])
        kind = _KIND.replace("record.", "recordtext.")
        rows = ask(
            self.session,
            # the query as a subquery, with which one plan is good for all words; moments without a
            # zone, as psycopg takes longer to read one with a zone than the rest of its row
            "SELECT record_id, at AT TIME ZONE 'UTC', game, rules, standing, day, fits FROM ("  # noqa: S608
            f"SELECT record_id, at, {kind}, {fits} AS fits FROM recordtext WHERE"
            " to_tsvector('simple', text) @@ (SELECT to_tsquery('simple', :words))"
            f" LIMIT {FEWEST + 1}) AS found ORDER BY at DESC, record_id DESC",
            self.values,
        )
        self.seen = len(rows)
        return [row for row in rows if row[-1]] if self.seen <= FEWEST else None

    def _held(self, source: Source, known: Sequence[str]) -> Matches:
        """Return the same from the columns beside the words, without reading the records."""
        held = source.holds
        where = [source.where, f"{held}.shown IS {self.true}", *known]
        kind = _KIND.replace("record.", f"{held}.")
        return ask(
            self.session,
            f"SELECT {held}.record_id AS id, {held}.at AS key, {kind}"  # noqa: S608
            f" FROM {source.table} WHERE {' AND '.join(where)}"
            f" ORDER BY {held}.at DESC, {held}.record_id DESC",
            self.values,
        )

    def some(self, limit: int) -> Matches:
        """Return up to `limit` matching records, in any order: where only their number matters. Use
        it where the kept counts do not answer: then there is a filter to gather by."""
        source = self._rarest()
        assert source is not None
        if source.table == "record":
            tables, where = f"record{self._by(source.index)}", [source.where]
        else:
            tables = f"{source.table}{self._by(source.index)} CROSS JOIN record"
            where = [
                source.where.replace("shown IS", f"{source.table}.shown IS"),
                f"record.id = {source.key}", self.listed(),
            ]  # fmt: skip
        where += self.conditions([source.name])
        self.values["limit"] = limit
        return ask(
            self.session,
            f"SELECT DISTINCT record.id AS id, NULL AS key, {_KIND} FROM {tables}"  # noqa: S608
            f" WHERE {' AND '.join(where)} LIMIT :limit",
            self.values,
        )

    def _rarest(self) -> Source | None:
        return min(self.sources, key=lambda source: source.number, default=None)

    def _found(
        self, order: Order, after: PageEnd | None, limit: int, *, valued: bool = True
    ) -> list[PageEnd]:
        self.behind = []
        if order.column == "highest":
            self.behind = [f"{{key}} IS {'NOT ' if valued else ''}NULL"]
        if after is not None:
            self.values |= {"key": after.key, "id": after.id}
            self.behind.append("({key}, {id}) < (:key, :id)" if valued else "{id} < :id")
        statement = self._statement(order, limit)
        if not statement:
            return []
        self.values["limit"] = limit
        return [PageEnd(key, id_) for id_, key in ask(self.session, statement, self.values)]

    def _statement(self, order: Order, limit: int) -> str:
        sources, rarest = self.sources, self._rarest()
        walkable = rarest is not None and rarest.walk and order.word == NEWEST
        if walkable and rarest is not None and not self.conditions([rarest.name]):
            return self._walk_source(rarest)  # fifty are fifty, however many there are
        if rarest is not None and self._rare(rarest):
            return self._gather(rarest, order)
        walked = [source for source in sources if source.walk]
        if order.word == NEWEST and walked:
            return self._walk_source(min(walked, key=lambda one: one.number))
        if self.filters.owner:
            return self._gather(walked[0], order)
        return self._walk(order)

    def _rest(self, key: str, id_: str) -> list[str]:
        """Return the condition for what comes after the place where the page begins."""
        return [part.format(key=key, id=id_) for part in self.behind]

    def _gather(self, source: Source, order: Order) -> str:
        known = [source.name]
        where = [
            "record.id = few.id", self.listed(), *self.conditions(known),
            *self._rest(f"record.{order.column}", "record.id"),
        ]  # fmt: skip
        return (
            f"{self._few(source)} SELECT record.id AS id, record.{order.column} AS key"  # noqa: S608
            f" FROM few CROSS JOIN record"
            f" WHERE {' AND '.join(where)} ORDER BY key DESC, id DESC LIMIT :limit"
        )

    def _few(self, source: Source) -> str:
        each = "" if source.once else "DISTINCT "
        return (
            f"WITH few AS MATERIALIZED (SELECT {each}{source.key} AS id"  # noqa: S608
            f" FROM {source.table}{self._by(source.index)} WHERE {source.where})"
        )

    def _walk_source(self, source: Source) -> str:
        """Return records from the rows about them, which have the time of their upload. Rows about
        one record stand side by side in the index; and without other filters, only the index is
        read."""
        if source.table == "record":
            return self._walk_branch(ORDERS[NEWEST], source.index, [])
        table, held = source.table, self.conditions([source.name])
        where = [
            *(f"{table}.{part}" for part in source.where.split(" AND ")),
            *self._rest(f"{table}.at", f"{table}.record_id"),
        ]
        if held:
            where += [f"record.id = {table}.record_id", *held]
        each = "DISTINCT " if source.twice else ""
        return (
            f"SELECT {each}{table}.record_id AS id, {table}.at AS key"  # noqa: S608
            f" FROM {table}{self._by(source.index)}{' CROSS JOIN record' if held else ''}"
            f" WHERE {' AND '.join(where)}"
            f" ORDER BY {table}.at DESC, {table}.record_id DESC LIMIT :limit"
        )

    def _walk(self, order: Order) -> str:
        """Return records from an index that has them in order. Where it has them in order only by
        game and standing, each of those is walked, and the heads of all are put in order; unless
        they are too many, as every name that someone made up is a game."""
        asked = self.filters
        if asked.rules and order.word == NEWEST:
            standings = [asked.standing] if asked.standing else STANDINGS
            index = "ix_record_rules_standing_created_at_id"
            heads = [f"record.rules = :rules AND record.standing = '{one}'" for one in standings]
            return self._branches(order, index, heads)
        if (asked.game or asked.standing or asked.rules) and len(self.there.games) <= MOST_HEADS:
            index = f"ix_record_game_standing_{order.column}_id"
            heads = []
            for number, (game, standing) in enumerate(self.there.games):
                self.values[f"game{number}"] = game
                its = f"record.game = :game{number}" if game else "record.game IS NULL"
                heads.append(f"{its} AND record.standing = '{standing}'")
            return self._branches(order, index, heads)
        return self._walk_branch(order, f"ix_record_{order.column}_id", [])

    def _branches(self, order: Order, index: str, heads: Sequence[str]) -> str:
        if len(heads) < 2:  # an empty list finds nothing
            return self._walk_branch(order, index, heads) if heads else ""
        parts = [
            f"SELECT id, key FROM ({self._walk_branch(order, index, [head])}) AS b{number}"  # noqa: S608
            for number, head in enumerate(heads)
        ]
        return (
            f"SELECT id, key FROM ({' UNION ALL '.join(parts)}) AS heads"  # noqa: S608
            f" ORDER BY key DESC, id DESC LIMIT :limit"
        )

    def _walk_branch(self, order: Order, index: str, heads: Sequence[str]) -> str:
        where = [
            self.listed(), *heads, *self.conditions(),
            *self._rest(f"record.{order.column}", "record.id"),
        ]  # fmt: skip
        column = f"record.{order.column}"
        return (
            f"SELECT record.id AS id, {column} AS key FROM record{self._by(index)}"  # noqa: S608
            f" WHERE {' AND '.join(where)}"
            f" ORDER BY {column} DESC, record.id DESC LIMIT :limit"
        )
