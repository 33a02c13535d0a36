"""Languages are found by their files, and read only when they are asked for."""

from __future__ import annotations

import ast
import subprocess
import sys
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from werkzeug import exceptions

from archive.languages import (
    ENGLISH,
    HERE,
    complete,
    language_of,
    languages,
    rulebook_path,
    translations,
)
from archive.languages.catalogue import compiled, untranslated
from archive.languages.language import language
from archive.web.language import _ as gettext
from archive.web.language import complete_languages, speaking
from tests.languages import pseudo
from tests.languages.messages import all_extracted


def test_a_language_is_a_file() -> None:
    assert languages()[0] == ENGLISH
    assert "de" in languages()
    assert complete("de")


def test_a_new_language_is_one_new_file(tmp_path: Path) -> None:
    pseudo.write(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [f"{pseudo.CODE}.po"]
    with pseudo.languages_in(tmp_path):
        assert complete_languages() == (ENGLISH, pseudo.CODE)
        assert language(pseudo.CODE).text("the bonus") == pseudo.accented("the bonus")
        with speaking(pseudo.CODE):
            assert gettext("Upload") == pseudo.accented("Upload")
        assert rulebook_path(pseudo.CODE, "twenty") is None  # and so it is read in English


def test_a_regional_tag_means_its_language() -> None:
    asked = ("de", "de-AT", "DE_ch.UTF-8", "en-GB", "C", "xx", "")
    assert [language_of(tag) for tag in asked] == ["de", "de", "de", "en", None, None, None]


def test_sentences_have_plural_forms(tmp_path: Path) -> None:
    one, more = "%(num)s game", "%(num)s games"
    path = tmp_path / "pages.po"
    path.write_text(
        'msgid ""\nmsgstr ""\n'
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n\n'
        f'msgid "{one}"\nmsgid_plural "{more}"\n'
        'msgstr[0] "%(num)s Partie"\nmsgstr[1] "%(num)s Partien"\n\n'
        'msgid "Rules"\nmsgstr ""\n'
    )
    german = GNUTranslations(BytesIO(compiled(path)))
    assert german.ngettext(one, more, 1) == "%(num)s Partie"
    assert german.ngettext(one, more, 2) == "%(num)s Partien"
    assert german.gettext("Rules") == "Rules"
    assert untranslated(path) == ["Rules"]


def test_what_is_missing_is_said_in_english() -> None:
    assert translations(ENGLISH).ngettext("a game", "games", 2) == "games"
    assert translations("no such language").gettext("Rules") == "Rules"
    assert not complete("no such language")


def test_english_waits_for_no_catalogue() -> None:
    asked = (
        "import sys; from archive.languages import languages, translations;"
        "languages(); translations('en');"
        "raise SystemExit(any(name.startswith('babel') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0


def test_the_order_of_a_catalogue_is_that_of_the_files() -> None:
    """A disk lists them in its own order."""
    for one in all_extracted():
        assert one.locations == sorted(one.locations), one.id


OTHERWISE = ("packed_files.py", "unpacking.py", "made_up_games.py")
"""Where sentences are told by click, or kept in English."""


def test_what_is_refused_is_a_sentence_of_the_catalogue() -> None:
    """A sentence with its values, and none that is finished already: `refused` and `told` say it
    in the reader's language."""
    classes, raised = [], []
    for path in HERE.parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                classes.append((node.name, {getattr(base, "id", "") for base in node.bases}))
            elif isinstance(node, ast.Raise) and path.name not in OTHERWISE:
                raised.append((f"{path.name}:{node.lineno}", node.exc))
    known = {"TwentiesError"}
    for _ in range(3):
        known |= {name for name, bases in classes if bases & known}
    found = [
        place
        for place, error in raised
        if isinstance(error, ast.Call) and getattr(error.func, "id", "") in known
        for said in error.args[:1]
        if isinstance(said, ast.JoinedStr) or " " in str(getattr(said, "value", ""))
    ]
    assert found == []


ANSWERING = {
    "abort",
    *(
        name
        for name, one in vars(exceptions).items()
        if isinstance(one, type) and issubclass(one, exceptions.HTTPException)
    ),
}


def test_what_is_answered_with_a_status_is_a_sentence_of_the_catalogue() -> None:
    """Nothing is left to say that a page or the API answers in English alone."""
    found = [
        f"{path.name}:{node.lineno}"
        for path in sorted((HERE.parent / "web").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ANSWERING
        for said in node.args
        if isinstance(said, ast.JoinedStr)
        or (isinstance(said, ast.Constant) and " " in str(said.value))
    ]
    assert found == []
