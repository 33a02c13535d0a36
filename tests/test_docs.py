"""What docs/ promises is complete: every code a reader or a judge can give is documented."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from archive.scoring import CODES, Answer

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


def test_every_link_between_documents_leads_to_a_file() -> None:
    written = [*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "archive").rglob("*.md")]
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in written
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert len(written) > 20
    assert broken == []


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", one).lower().replace(" ", "-") for one in headings}


def test_every_link_into_a_document_leads_to_a_heading() -> None:
    broken = []
    for page in [*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "extras").rglob("*.md")]:
        links = re.findall(r"\]\(([^)#\s]*)#([^)\s]+)\)", page.read_text(encoding="utf-8"))
        for target, anchor in links:
            there = page.parent / target if target else page
            if "://" not in target and anchor not in anchors(there):
                broken.append(f"{page.relative_to(ROOT)}: {target}#{anchor}")
    assert broken == []


def test_every_document_is_in_the_index() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    pages = [page.relative_to(DOCS) for page in (*DOCS.glob("*.md"), *DOCS.glob("start/*.md"))]
    missing = [str(page) for page in pages if f"]({page})" not in index]
    assert missing == ["README.md"]


def test_every_code_of_judging_is_documented() -> None:
    documented = set(re.findall(r"`([a-z-]+)`", (DOCS / "verdicts.md").read_text(encoding="utf-8")))
    assert set(CODES) - documented == set()
    assert {str(answer) for answer in Answer} - documented == set()


def test_every_code_of_reading_is_documented() -> None:
    documented = set(
        re.findall(r"`([a-z0-9-]+)`", (DOCS / "notation.md").read_text(encoding="utf-8"))
    )
    sources = [ROOT / f"archive/notation/{name}.py" for name in ("parser", "validation")]
    parser = ast.parse("".join(path.read_text(encoding="utf-8") for path in sources))
    given = {
        call.args[1].value
        for call in ast.walk(parser)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in ("fault", "add")
        and len(call.args) > 1
        and isinstance(call.args[1], ast.Constant)
    }
    assert len(given) > 15
    assert given - documented == set()


def test_every_code_of_the_json_form_is_documented() -> None:
    documented = set(re.findall(r"`([a-z0-9-]+)`", (DOCS / "json.md").read_text(encoding="utf-8")))
    given = {"unreadable-value", "unreadable", "too-many-faults"}
    source = (ROOT / "archive/notation/json_source.py").read_text(encoding="utf-8")
    given |= set(re.findall(r'"((?:not|large)-[a-z0-9-]+)"', source))
    assert len(given) > 5
    assert given - documented == set()


def test_every_event_and_every_command_is_documented() -> None:
    from archive.cli import COMMANDS
    from archive.notation.json_events import FORMS

    documented = set(re.findall(r"`([a-z]+)`", (DOCS / "json.md").read_text(encoding="utf-8")))
    assert set(FORMS) - documented == set()
    words = (DOCS / "command-line.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if name not in words] == []
