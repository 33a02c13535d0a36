"""What somebody sees who watches an upload while the archive goes away and comes back."""

import re

from playwright.sync_api import Page, Route, expect

from tests.uploaded import handed_in

from .conftest import IN_BROWSER, Shelf

pytestmark = IN_BROWSER

PROGRESS = re.compile(r"/upload/\w+(\.json|/events)$")


def unavailable(route: Route) -> None:
    route.fulfill(status=503, content_type="application/problem+json", body='{"status": 503}')


def test_an_archive_that_does_not_answer_is_said_not_to(
    page: Page, address: str, shelf: Shelf, record: bytes
) -> None:
    upload = handed_in(shelf.archive, record, filename="away.xxn")
    page.route(PROGRESS, unavailable)
    page.goto(f"{address}/upload/{upload}")
    away = page.get_by_text("The archive does not answer just now")
    expect(away).to_be_visible()
    expect(page.locator("#job-said")).to_be_empty()  # nothing has come to its end
    page.unroute(PROGRESS)
    expect(page.get_by_role("heading", name="Judged")).to_be_visible()
    expect(away).to_be_hidden()


def test_an_upload_deleted_while_it_is_watched_is_said_to_be_gone(
    page: Page, address: str, shelf: Shelf, record: bytes
) -> None:
    data = record.replace(b"A short one", b"Soon gone")
    upload = handed_in(shelf.archive, data, filename="gone.xxn")
    page.route(PROGRESS, unavailable)
    page.goto(f"{address}/upload/{upload}")
    shelf.archive.deletion.upload(upload, by=None)
    page.unroute(PROGRESS)
    expect(page.get_by_role("heading", name="There is nothing at this address")).to_be_visible()
