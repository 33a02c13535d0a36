"""What pages and their files weigh on the wire, and who keeps them for how long."""

import gzip
import re
from pathlib import Path

import brotli
import pytest
from flask.testing import FlaskClient

from archive.web.assets import ASK_AGAIN, FOR_GOOD, Assets, lean
from archive.web.rules_files import kinds
from bench.weight import typefaces

from .conftest import Shelf
from .people import PASSWORD, token_of

STATIC = Path(__file__).parents[2] / "archive" / "web" / "static"

BOTH = {"Accept-Encoding": "gzip, deflate, br, zstd"}


def unpacked(data: bytes, coding: str | None) -> bytes:
    if coding == "br":
        return bytes(brotli.decompress(data))
    return gzip.decompress(data) if coding == "gzip" else data


def test_a_files_address_changes_with_its_content_and_with_what_it_needs(tmp_path: Path) -> None:
    def addresses(key: str) -> list[str]:
        (tmp_path / "a.js").write_text('import { b } from "./parts/b.js";')
        (tmp_path / "parts").mkdir(exist_ok=True)
        (tmp_path / "parts" / "b.js").write_text(key)
        (tmp_path / "c.css").write_text('a { background: url("parts/d.svg") url("data:x") }')
        (tmp_path / "parts" / "d.svg").write_text("<svg/>")
        assets = Assets(tmp_path)
        found = [assets.get(name) for name in ("a.js", "parts/b.js", "c.css")]
        return [one.name for one in found if one is not None]

    one, other = addresses("1"), addresses("2")
    assert one[0] != other[0]
    assert one[1] != other[1]
    assert one[2] == other[2]
    script = Assets(tmp_path).get("a.js")
    assert f"./{other[1]}" in script.body.decode()


@pytest.mark.parametrize("name", ["nothing.css", "fonts", "", "a\0b"])
def test_a_file_that_is_not_there(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


@pytest.mark.parametrize("name", sorted(kinds()))
def test_the_rules_for_a_browser_are_compressed(client: FlaskClient, name: str) -> None:
    plain = client.get(f"/rules/files/{name}.json")
    assert "Content-Encoding" not in plain.headers
    for coding, answer in (
        (coding, client.get(f"/rules/files/{name}.json", headers={"Accept-Encoding": coding}))
        for coding in ("br", "gzip")
    ):
        assert answer.headers["Content-Encoding"] == coding
        assert "Accept-Encoding" in answer.vary
        assert answer.headers["ETag"] != plain.headers["ETag"]
        assert len(answer.data) < 15_000
        assert unpacked(answer.data, coding) == plain.data


def test_what_is_weighed_has_the_typefaces_that_a_text_needs(client: FlaskClient) -> None:
    """They were left out once blanks were left out of the styles."""
    styles = client.get("/static/twenties.css").text
    named = [Path(one).name.partition(".")[0] for one in typefaces(styles, "Ann plays 8.")]
    assert named == ["twenties-serif"]
    named = [Path(one).name.partition(".")[0] for one in typefaces(styles, "Ġorġa plays 8.")]
    assert named == ["twenties-serif", "twenties-serif-ext"]


OUT = "../" * 30
ROUNDABOUT = [
    *("../app.py", "%2e%2e/app.py", "..%2fapp.py", "fonts/../../app.py", "./../app.py"),
    *(f"{OUT}etc/passwd", OUT.replace(".", "%2e") + "etc/passwd", "/etc/passwd", "%2fetc/passwd"),
    *("fonts/../twenties.css", "./twenties.css", "fonts//../twenties.css"),
]


@pytest.mark.parametrize("name", ROUNDABOUT)
def test_no_address_leads_out_of_the_folder(client: FlaskClient, name: str) -> None:
    """Nor has a file a second address, which would be compressed and kept a second time."""
    answer = client.get(f"/static/{name}")
    assert answer.status_code != 200
    assert b"root:" not in answer.data


def test_only_the_files_of_the_folder_are_found(tmp_path: Path) -> None:
    folder = tmp_path / "static"
    (folder / "parts").mkdir(parents=True)
    for path in (folder / "a.css", folder / "parts" / "b.css", tmp_path / "secret"):
        path.write_text("x")
    (folder / "link.css").symlink_to(tmp_path / "secret")
    assets = Assets(folder)
    for name in ("a.css", "parts/b.css"):
        assert assets.get(name) is not None
    roundabout = ["../secret", "parts/../../secret", "parts/../a.css", "./a.css", "link.css"]
    for name in [*roundabout, str(tmp_path / "secret"), str(folder / "a.css")]:
        assert assets.get(name) is None
        assert assets.asked(name) is None


@pytest.mark.parametrize("accepted", ["gzip, br", "gzip", "identity", "br;q=0, gzip", ""])
@pytest.mark.parametrize("name", ["twenties.css", "replay.js", "fonts/twenties-serif.woff2"])
def test_files_are_compressed_as_browsers_can_read_them(
    client: FlaskClient, name: str, accepted: str
) -> None:
    plain = client.get(f"/static/{name}", headers={"Accept-Encoding": "identity"})
    answer = client.get(f"/static/{name}", headers={"Accept-Encoding": accepted})
    coding = answer.headers.get("Content-Encoding")
    assert unpacked(answer.data, coding) == plain.data
    assert answer.headers["Vary"] == "Accept-Encoding"
    wanted = "br" if accepted == "gzip, br" else "gzip" if "gzip" in accepted else None
    assert coding == (None if name.endswith("woff2") else wanted)
    headers = {"Accept-Encoding": accepted, "If-None-Match": answer.headers["ETag"]}
    again = client.get(f"/static/{name}", headers=headers)
    assert (again.status_code, again.data) == (304, b"")


def test_what_a_page_names_is_kept_for_good(client: FlaskClient, shelf: Shelf) -> None:
    page = client.get(f"/g/{shelf.game}/3").text
    named = {one.partition("#")[0] for one in re.findall(r'(?:src|href)="(/static/[^"]+)"', page)}
    assert len(named) >= 4
    style = next(one for one in named if "twenties." in one)
    faces = re.findall(r'url\("([^"]+)"\)', client.get(style).text)
    assert len(faces) == 4
    for path in [*named, *(f"/static/{face}" for face in faces)]:
        answer = client.get(path)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, FOR_GOOD)
    old = re.sub(r"\.[0-9a-f]{12}\.", ".000000000000.", style)
    for path in ("/static/twenties.css", old):
        answer = client.get(path)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, ASK_AGAIN)


@pytest.mark.parametrize(("accepted", "coding"), [("gzip, br", "br"), ("gzip", "gzip"), ("", None)])
@pytest.mark.parametrize("drawn", ["", "/table.svg?part=table&as=1"])
def test_a_page_and_a_drawn_table_are_compressed(
    client: FlaskClient, shelf: Shelf, accepted: str, coding: str | None, drawn: str
) -> None:
    path, headers = f"/g/{shelf.game}/3{drawn}", {"Accept-Encoding": accepted}
    answer = client.get(path, headers=headers)
    assert answer.headers.get("Content-Encoding") == coding
    assert unpacked(answer.data, coding) == client.get(path).data
    assert "Accept-Encoding" in answer.headers["Vary"]
    again = client.get(path, headers={**headers, "If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_a_forms_token_is_in_other_bytes_each_time_and_its_page_compressed(shelf: Shelf) -> None:
    """How well a page is compressed tells nothing of a token that is never the same (BREACH)."""
    client = shelf.app.test_client()
    pages = [client.get("/", headers=BOTH) for _ in range(2)]
    assert {page.headers["Content-Encoding"] for page in pages} == {"br"}
    shown = [
        re.findall(r'name="csrf_token" value="([^"]+)"', unpacked(page.data, "br").decode())
        for page in pages
    ]
    assert shown[0]
    tokens = shown[0] + shown[1]
    assert len({token[:20] for token in tokens}) == len({token[-20:] for token in tokens}) > 1
    for token in tokens:
        answer = client.post("/verify", data={"csrf_token": token, "text": "Anna: 8 (8)"})
        assert answer.status_code == 200
    wrong = tokens[0][:-8] + tokens[0][-7:] + "A"
    for given in (wrong, "", "AAAA", "a.b", "ä"):
        answer = client.post("/verify", data={"csrf_token": given, "text": "Anna: 8 (8)"})
        assert answer.status_code == 400


def test_no_page_with_a_secret_is_compressed(shelf: Shelf) -> None:
    """Its length would tell a stranger how good a guess was (BREACH)."""
    client = shelf.app.test_client()
    assert client.get("/games?q=guess", headers=BOTH).headers["Content-Encoding"] == "br"
    said = {"name": "Weigher", "password": PASSWORD, "again": PASSWORD}
    said["csrf_token"] = token_of(client, "/sign-up")
    assert client.post("/sign-up", data=said).status_code == 303
    assert "Content-Encoding" not in client.get("/games?q=guess", headers=BOTH).headers
    for path in ("/games", f"/g/{shelf.game}/3?fragment=1"):
        assert client.get(path, headers=BOTH).headers["Content-Encoding"] == "br"


def test_styles_are_sent_without_remarks_and_layout() -> None:
    """A quoted text stays as it is, and blanks that part selectors and values stay one."""
    style = """/* sheet
    of ours */
    .a   .b,
    .c > .d { color: red;  content: " · ; { } /* x */ "; margin: 0  calc(1px + 2px); }

    @media (max-width: 9rem) { .e:is(.f, .g)::before { content: ""; } }
    """
    assert lean(style) == (
        '.a .b, .c > .d{color: red;content: " · ; { } /* x */ ";margin: 0 calc(1px + 2px)}'
        '@media (max-width: 9rem){.e:is(.f, .g)::before{content: ""}}'
    )


def test_a_style_is_sent_with_its_parts(tmp_path: Path) -> None:
    """One request brings all of it, each part in its place; a change to a part changes the
    address."""

    def sent(colour: str) -> tuple[str, str]:
        (tmp_path / "parts").mkdir(exist_ok=True)
        (tmp_path / "parts" / "b.css").write_text(f"/* b */\n.b {{ color: {colour}; }}\n")
        (tmp_path / "a.css").write_text('@import "parts/b.css";\n.a { margin: 0; }\n')
        style = Assets(tmp_path).get("a.css")
        return style.name, style.body.decode()

    name, style = sent("red")
    assert style == ".b{color: red}.a{margin: 0}"
    assert sent("blue")[0] != name


def test_a_style_names_no_part_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text('@import "b.css";')
    with pytest.raises(FileNotFoundError, match="mentions b"):
        Assets(tmp_path).get("a.css")


def test_every_style_sent_is_whole_and_lean(client: FlaskClient) -> None:
    for style in STATIC.glob("*.css"):
        sent = client.get(f"/static/{style.name}").text
        for spare in ("/*", "\n", "@import"):
            assert spare not in sent


def test_no_part_of_a_style_mentions_other_files() -> None:
    """In the style that takes it in, its references would be those of another folder."""
    for style in STATIC.glob("*.css"):
        for part in re.findall(r'@import "([^"]+)";', style.read_text("utf-8")):
            assert "url(" not in (STATIC / part).read_text("utf-8")
