"""Every address, asked by everybody, for things in every state.

What is expected here is written down once more, in other words than `archive.services.permissions`
has them. An address that stands in no row fails: whoever adds one says who may ask it.
"""

from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from archive.services import (
    Visibility,
    accounts,
    collections,
    deletion,
    games,
    moderation,
    ownership,
    rescoring,
    shared_replays,
    uploads,
)
from archive.web import errors, limits

from .people import STATES, TOKENS, House, Inline, Thing, add_thing, build, token_of

# Who may, by what is asked. `sees`: whoever may look. The others name who may beside that.
EVERYBODY = "everybody"
SEES = "sees"
AS_IT_CAME = "as it came"
CHANGES = "changes"
DELETES = "deletes"
TAGS = "tags"
COLLECTS = "collects"
REPORTS = "reports"
FRAMED = "sees what all may see"
UPLOADS = "uploads"
EXPORTS = "exports"
MODERATES = "moderates"
NAMES = "names players"
ADMINISTERS = "administers"
KEEPS = "keeps an account"
HAS_ACCOUNT = "has an account"

ADDRESSES: dict[str, str] = {
    EVERYBODY: """
        static home.home about.about about.keys about.api rules.rules rules.page rules.files
        learn.learn learn.answer learn.card learn.sheets health.live health.ready
        metrics.metrics upload.form verify.form verify.check compare.form compare.check
        sign_in.form sign_in.take sign_in.up_form sign_in.sign_up sign_in.out alternates.home
        alternates.rules alternates.rulebook language.choose language.spoilers language.suits
        together.table together.join together.state together.show together.lead together.leave
        together.gone embed.oembed players.players players.players_json players.player
        players.player_json players.head_to_head players.head_to_head_json games.games
        games.games_json games.tag games.tag_json puzzles.everywhere standings.events
        standings.events_json standings.table standings.table_json standings.table_csv
        exports.export
        api-search.players api-search.events api-search.standings api-search.games
        api-search.export api-search.player api-search.head_to_head api-puzzles.puzzles
        api-docs.openapi_json api-verify.check api-compare.check api-rules.games
        api-rules.rulebook api-rules.clause api-generate.generate api-counts.counts
        api-account.sign_up
    """,
    SEES: """
        game.game game.verdict_json game.record replay.ply source.source verdict.verdict
        verdict.repair_patch managing.game upload.job upload.job_json upload.judged_text
        collections.collection alternates.ply alternates.source alternates.verdict
        alternates.collection alternates.revisions events.events upload_results.results
        revisions.revisions revisions.stored_verdict standings.upload_table
        standings.upload_table_csv compare.against printing.sheet together.begin_form
        together.begin lines.as_variation pictures.svg pictures.as_png puzzles.listed
        puzzles.one puzzles.table annotations.plays annotations.ask notes.notes notes.file
        api-revisions.revisions api-revisions.revision api-revisions.related
        api-revisions.earlier_verdict api-compare.against api-games.game api-games.verdict
        api-games.witness api-records.record api-records.encoded api-records.source
        api-verdicts.findings api-verdicts.readings api-verdicts.repairs api-verdicts.patch
        api-verdicts.analysis api-annotations.plays api-annotations.ask api-puzzles.of_a_game
        api-puzzles.puzzle api-puzzles.answer api-replays.plies api-replays.table
        api-replays.scores api-positions.position api-uploads.job api-layers.layers
        api-layers.layer api-layers.with_layers api-layers.history api-managing.tags
        api-collections.collection
    """,
    FRAMED: "embed.ply",
    AS_IT_CAME: "upload.original",
    UPLOADS: """
        upload.take
        api-uploads.submit
    """,
    CHANGES: """
        managing.show_game managing.show_upload upload.cancel upload.resume upload.retry
        upload.read_again collections.change collections.arrange
        api-uploads.cancel api-uploads.resume api-uploads.retry api-uploads.read_again
        api-managing.show_game api-managing.show_upload api-collections.change
        api-collections.put api-collections.take_out
    """,
    DELETES: """
        managing.upload managing.delete_game_form managing.delete_game
        managing.delete_upload_form managing.delete_upload collections.delete
        api-layers.delete api-managing.delete_game api-managing.delete_upload
        api-collections.delete
    """,
    TAGS: """
        revisions.correct revisions.take_over managing.tag managing.untag
        api-revisions.correct api-revisions.take_over api-managing.put_tag
        api-managing.remove_tag
    """,
    COLLECTS: """
        puzzles.answer puzzles.bring managing.collect collections.own collections.make
        alternates.collections layers.note layers.save notes.change notes.bring
        api-layers.save api-layers.bring api-collections.own api-collections.make
    """,
    REPORTS: """
        moderation.report_form moderation.report
        api-moderation.report
    """,
    MODERATES: """
        moderation.reports moderation.one_report moderation.settle moderation.anonymise_form
        moderation.anonymise moderation.hide moderation.unhide notes.hide
        api-layers.hide api-layers.unhide api-moderation.reports api-moderation.one_report
        api-moderation.settle api-moderation.hide api-moderation.unhide api-moderation.seats
        api-moderation.anonymise api-moderation.mentions
    """,
    NAMES: """
        naming.names naming.join naming.split naming.give naming.call
        api-players.join api-players.split api-players.give api-players.call
    """,
    ADMINISTERS: """
        moderation.accounts moderation.change_account moderation.log jobs.jobs jobs.rescore
        jobs.job jobs.job_json jobs.cancel
        api-jobs.rescore api-jobs.job api-jobs.differences api-jobs.cancel
        api-moderation.accounts api-moderation.change_account api-moderation.log
    """,
    KEEPS: """
        account.account account.password account.end_sessions account.make_token
        account.revoke_token account.delete_form account.delete
        api-account.password api-account.end_sessions api-account.end api-account.tokens
        api-account.make_token api-account.revoke_token
    """,
    HAS_ACCOUNT: "api-account.account",
    EXPORTS: """
        account.export
        api-account.uploads api-account.reports api-account.export api-puzzles.solved
    """,
}
"""The addresses in each row. Who sees what at a shared table, and what lists show, have tests of
their own: everybody may ask for them."""
MATRIX = {address: row for row, those in ADDRESSES.items() for address in those.split()}

ASKERS = ("nobody", "owner", "member", "arbiter", "moderator", "admin", *TOKENS)
OWNER_READS = {"owner", "owner's token to read", "owner's token to write"}
OWNER_WRITES = {"owner", "owner's token to write"}
MODERATORS = {"moderator", "admin", "moderator's token to moderate"}
WRITERS = {
    *("owner", "member", "arbiter", "moderator", "admin"),
    *("owner's token to write", "member's token for all", "moderator's token to write"),
}
SIGNED_IN = {"owner", "member", "arbiter", "moderator", "admin"}
SEEN_BY_ALL = {"unlisted", "public"}
ABOUT_UPLOADS = {
    "upload.job", "upload.job_json", "upload.judged_text", "upload.original", "api-uploads.job",
    "managing.show_upload", "managing.upload", "managing.delete_upload_form",
    "managing.delete_upload", "api-managing.show_upload", "api-managing.delete_upload",
    "upload.cancel", "upload.resume", "api-uploads.cancel", "api-uploads.resume",
    "upload.retry", "api-uploads.retry", "events.events",
    "upload.read_again", "api-uploads.read_again",
    "upload_results.results", "standings.upload_table", "standings.upload_table_csv",
}  # fmt: skip
# What is asked of so many addresses is asked by those who are told different things: `make odd`
# has everybody ask everything.
LOOKERS = {
    "private": ("nobody", "owner", "member", "owner's token to upload"),
    "unlisted": ("nobody",),
    "public": (),
    "hidden": ("owner", "member", "moderator"),
}
"""Who looks at what is in these states."""
DOERS = {
    "private": ("owner", "member", "moderator", "owner's token to read"),
    "unlisted": ("nobody", "owner"),
    "public": ASKERS,
    "hidden": ("owner", "member", "moderator"),
}
"""Who does something with it. All may look at what is public: there it is only asked who may do
it; for the others it is asked whether who may do it has to see it, too. Of several who may, one
is asked, and of those who may not three, others at each address."""
# Nothing of these is in a house: that it is not there says nothing about who may ask.
NOT_THERE = {
    "api-puzzles.puzzle", "api-puzzles.answer",
    "moderation.one_report", "moderation.settle", "moderation.anonymise_form",
    "moderation.anonymise", "api-verdicts.patch", "verdict.repair_patch", "api-managing.remove_tag",
    "api-moderation.one_report", "api-moderation.settle", "api-moderation.anonymise",
    "api-moderation.mentions", "api-layers.layer", "api-layers.history", "api-layers.delete",
    "api-layers.hide", "api-layers.unhide", "notes.change", "notes.hide",
    "jobs.job", "jobs.job_json", "jobs.cancel", "api-jobs.job", "api-jobs.differences",
    "api-jobs.cancel", "naming.names", "naming.join", "naming.split", "naming.give", "naming.call",
    "api-players.join", "api-players.split", "api-players.give", "api-players.call",
}  # fmt: skip
# What a program sends, where it must be something: what is not understood is refused before.
VISIBLE = {"visibility": "unlisted"}
SENT: dict[str, dict[str, object]] = {
    "api-managing.show_game": VISIBLE,
    "api-managing.show_upload": VISIBLE,
    "api-collections.make": {"title": "x"},
    "api-collections.change": {"title": "x"},
    "api-account.password": {"new": "a quite new password"},
    "api-account.make_token": {"name": "x", "scopes": ["read"]},
    "api-layers.save": {"notes": []},
    "api-puzzles.answer": {"choice": "x"},
    "api-moderation.report": {"reason": "names"},
    "api-moderation.settle": {"state": "upheld"},
    "api-moderation.change_account": {"role": "member"},
    "api-players.join": {"other": "x"},
    "api-players.split": {"names": ["x"]},
    "api-players.give": {"name": "x"},
    "api-players.call": {"name": "x"},
}


# By row: whether one must be able to see the thing, and who may beside that; None for everybody.
ROWS: dict[str, tuple[bool, set[str] | None]] = {
    EVERYBODY: (False, None),
    SEES: (True, None),
    FRAMED: (True, None),
    AS_IT_CAME: (True, None),
    CHANGES: (True, OWNER_WRITES),
    DELETES: (True, OWNER_WRITES | MODERATORS),
    TAGS: (True, OWNER_WRITES | {"arbiter", "moderator", "admin", "moderator's token to write"}),
    COLLECTS: (True, WRITERS),
    REPORTS: (True, WRITERS | {"nobody"}),
    UPLOADS: (
        False,
        SIGNED_IN | {"nobody", "owner's token to upload", "member's token for all"},
    ),
    EXPORTS: (
        False,
        SIGNED_IN | OWNER_READS | {"member's token for all", "moderator's token to write"},
    ),
    MODERATES: (False, MODERATORS),
    NAMES: (False, {"arbiter", "moderator", "admin", "moderator's token to write"}),
    ADMINISTERS: (False, {"admin"}),
    KEEPS: (False, SIGNED_IN),
    HAS_ACCOUNT: (False, {*SIGNED_IN, *TOKENS}),
}


def allowed(row: str, asker: str, state: str, endpoint: str) -> bool:
    """What the documentation says."""
    trusted = asker in OWNER_READS | MODERATORS
    is_upload = endpoint in ABOUT_UPLOADS
    needs_sight, those = ROWS[row]
    if row == AS_IT_CAME and state == "hidden":  # a record is hidden, not the upload it came in
        return trusted
    if row == FRAMED:
        return state in SEEN_BY_ALL
    sees = trusted or state in SEEN_BY_ALL or (is_upload and state == "hidden")
    return (sees or not needs_sight) and (those is None or asker in those)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, record: bytes) -> Iterator[House]:
    """A house in which nothing that is asked for is done: only who may ask is of interest."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "REPORTS", "1000000 per hour")
        built = build(tmp_path_factory.mktemp("permissions") / "instance", record)
        built.app.extensions["checks"] = Inline()
        # a thousand of them: that pages of errors can be made is no question here
        patch.setattr(errors, "render_template", lambda *_, **said: said["title"])
        for room, names in (
            (ownership.Ownership, ("delete_record", "show_record", "show_upload")),
            (moderation.Moderation, ("hide", "settle")),
            (collections.Collections, ("delete", "take_out", "move", "change")),
            (accounts.Accounts, ("disable", "set_role")),
            (uploads.Uploads, ("cancel", "resume", "retry", "read_again")),
            (games.Corrections, ("revise", "take_over")),
            (rescoring.Rescoring, ("go_on",)),
            (shared_replays.SharedReplays, ("begin",)),
        ):  # fmt: skip
            for name in names:
                patch.setattr(room, name, lambda *_, **__: True)
        job_id = built.archive.deletion.upload(
            add_thing(built, record + b"\n" * 50, Visibility.PUBLIC).upload, by=None
        )
        for name in ("upload", "account"):
            patch.setattr(deletion.Deletion, name, lambda *_, **__: job_id)
        for name in ("end_sessions", "set_password"):
            patch.setattr(accounts.Accounts, name, lambda *_, **__: None)
        yield built
    built.archive.close()


@pytest.fixture(scope="module")
def clients(house: House) -> dict[str, FlaskClient]:
    return {asker: house.client(asker) for asker in ASKERS}


@pytest.fixture(scope="module")
def form_tokens(clients: dict[str, FlaskClient]) -> dict[str, str]:
    return {
        asker: token_of(client, "/verify") for asker, client in clients.items()
        if asker not in TOKENS
    }  # fmt: skip


def test_every_address_stands_in_a_row(house: House) -> None:
    there = {rule.endpoint for rule in house.app.url_map.iter_rules()}
    assert there - MATRIX.keys() == set(), "say in MATRIX who may ask these"


@pytest.mark.parametrize(
    "everybody", [False, pytest.param(True, marks=pytest.mark.broad)], ids=["some", "everybody"]
)
def test_who_may_ask(
    house: House,
    clients: dict[str, FlaskClient],
    form_tokens: dict[str, str],
    subtests: pytest.Subtests,
    everybody: bool,
) -> None:
    for endpoint, row in sorted(MATRIX.items()):
        if row == EVERYBODY or endpoint == "sign_in.out":
            continue  # asked by many other tests
        with subtests.test(endpoint):
            wrong = []
            for rule, state, askers in _questions(house, endpoint, row, everybody=everybody):
                for method, asker in product(sorted(rule.methods - {"HEAD", "OPTIONS"}), askers):
                    token = form_tokens.get(asker)
                    status = _ask(house, clients[asker], token, rule, method, state)
                    expected = allowed(row, asker, state, endpoint)
                    sees = not _about(rule) or allowed(SEES, asker, state, endpoint)
                    if not _fits(status, endpoint, expected=expected, sees=sees):
                        wrong.append(f"{method} {rule.rule} of {state} by {asker}: {status}")
            assert wrong == []


def _questions(
    house: House, endpoint: str, row: str, *, everybody: bool
) -> Iterator[tuple[Rule, str, Sequence[str]]]:
    """Yield each rule of an address, with the states it is asked about and who asks."""
    for rule in house.app.url_map.iter_rules(endpoint):
        for state in STATES if _about(rule) else ("public",):
            if state == "hidden" and "collection_id" in rule.arguments:
                continue  # they are not hidden, records are
            if everybody:
                yield rule, state, ASKERS
            elif row in (SEES, AS_IT_CAME, FRAMED):
                yield rule, state, LOOKERS[state]
            else:
                those = {asker: allowed(row, asker, state, endpoint) for asker in DOERS[state]}
                may = [asker for asker, right in those.items() if right]
                may_not = [asker for asker, right in those.items() if not right]
                yield rule, state, [*_some(may, 1, endpoint), *_some(may_not, 3, endpoint)]


def _some(askers: list[str], most: int, endpoint: str) -> list[str]:
    """Return so many of those who are alike, others at each address."""
    first = len(endpoint) % max(1, len(askers))
    return [*askers[first:], *askers[:first]][:most]


def _about(rule: Rule) -> set[str]:
    """Return which things of the owner's an address is about."""
    return {"game_id", "upload_id", "collection_id"} & rule.arguments


def _fits(status: str, endpoint: str, *, expected: bool, sees: bool) -> bool:
    if expected:
        return status == "yes" or (status == "404" and endpoint in NOT_THERE)
    if not sees:
        return status == "404" or (status in ("401", "403") and "moderation." in endpoint)
    return status in ("401", "403", "404")


def _ask(
    house: House, client: FlaskClient, token: str | None, rule: Rule, method: str, state: str
) -> str:
    """`yes`, or the status that says no."""
    thing: Thing = house.things[state]
    known: dict[str, object] = {
        "game_id": thing.game, "upload_id": thing.upload, "collection_id": thing.collection,
        "against_id": thing.game,
        "ply": 1, "number": 1, "player_id": "x", "report_id": "x", "token_id": "x", "tag": "cup",
        "verdict_id": house.verdict_of(thing.game),
        "job_id": "x",
        "layer_id": "x",
        "kind": "csv",
        "account_id": house.ids["member"],
    }  # fmt: skip
    values = {name: known[name] for name in rule.arguments}
    path = house.app.url_map.bind("localhost").build(rule.endpoint, values)
    said = {"csrf_token": token, "visibility": state if state != "hidden" else "public",
            "do": "remove", "reason": "names", "text": "x"}  # fmt: skip
    if method == "GET":
        answer = client.get(path)
    elif path.startswith("/api/"):
        headers = {"X-CSRFToken": token} if token else {}
        sent = SENT.get(rule.endpoint)
        more = {"json": sent} if sent else {"data": b"x", "content_type": "text/plain"}
        answer = client.open(path, method=method, headers=headers, **more)
    else:
        answer = client.open(path, method=method, data={k: v for k, v in said.items() if v})
    if answer.status_code == 303 and answer.headers["Location"].startswith("/sign-in"):
        return "401"
    answer.close()
    assert answer.status_code < 500, path
    return str(answer.status_code) if answer.status_code in (401, 403, 404) else "yes"


def test_what_may_not_be_seen_looks_like_what_is_not_there(house: House) -> None:
    client = house.client("member")
    for state, kind in product(("private", "hidden"), ("", ".json", ".xxn", "/source", "/verify")):
        headers = {"X-Request-ID": "0123456789abcdef"}
        there = client.get(f"/g/{house.things[state].game}{kind}", headers=headers)
        nowhere = client.get(f"/g/2222222222{kind}", headers=headers)
        assert there.status_code == nowhere.status_code == 404
        told = nowhere.data.replace(b"2222222222", house.things[state].game.encode())
        assert there.data == told


def test_lists_show_what_is_public_and_not_hidden(house: House) -> None:
    lists = ("/", "/games", "/games.json", "/games/export.csv", "/games/export.ndjson",
             "/api/v1/games", "/index.json")  # fmt: skip
    for asker, address in product(("nobody", "owner", "admin"), lists):
        with house.client(asker).get(address) as answer:  # a file holds a place until it is closed
            page = answer.text
        assert house.things["public"].game in page, address
        for state in ("private", "unlisted", "hidden"):
            assert house.things[state].game not in page, address


def test_stored_games_are_compared_by_those_who_see_them(house: House) -> None:
    private, public = (house.things[state].game for state in ("private", "public"))
    for address in (
        f"/compare?a={private}",
        f"/g/{private}/against/{public}",
        f"/g/{public}/against/{private}",
        f"/api/v1/compare/{public}/{private}",
    ):
        assert house.client("owner").get(address).status_code == 200, address
        assert house.client("member").get(address).status_code == 404, address
        assert house.client("nobody").get(address).status_code == 404, address
